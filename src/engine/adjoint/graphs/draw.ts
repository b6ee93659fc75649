/** The three graphs of a routine: G, G⃗ and G⃖ (theory 7). Counterparts share their ids. */
import type { FlowGraph } from '../../ir/graph/flow';
import type { Graph } from '../../pipeline/results';
import { drawAdjoint } from './adjointGraph';
import { canonicalise } from './canonical';
import { type Canvas, drawn, newCanvas, newNames } from './canvas';
import type { ControlContext } from './control';
import { drawForward, drawOriginal } from './forwardGraph';
import { numberVertices } from './number';
import { type ControlPlan, isHeader, isStructuredPicture, makePicture, type VertexTexts } from './picture';

export type {
  Arrival,
  ControlPlan,
  DispatchCase,
  Line,
  LoopReversal,
  VertexTexts,
} from './picture';
export { storeEverything } from './picture';

export interface ControlGraphs {
  readonly original: Graph;
  readonly forward: Graph;
  readonly adjoint: Graph;
}

export function drawGraphs(graph: FlowGraph, texts: VertexTexts, plan: ControlPlan): ControlGraphs {
  const { original, forward, adjoint } = drawCanvases(controlContext(graph, texts, plan));
  return { original: drawn(original), forward: drawn(forward), adjoint: drawn(adjoint) };
}

/** The graphs with what stands in them for each edge of G. */
export function drawCanvases(c: ControlContext): { original: Canvas; forward: Canvas; adjoint: Canvas } {
  const names = newNames();
  const canvases = {
    original: newCanvas(c, names),
    forward: newCanvas(c, names),
    adjoint: newCanvas(c, names),
  };
  drawOriginal(canvases.original);
  drawForward(canvases.forward);
  drawAdjoint(canvases.adjoint);
  return canvases;
}

export function controlContext(graph: FlowGraph, texts: VertexTexts, plan: ControlPlan): ControlContext {
  const plain = makePicture(graph, texts);
  const isPaperLike = plan.style === 'structured' && isStructuredPicture(plain);
  const picture = isPaperLike ? canonicalise(plain) : plain;
  // Only what is counted has such a name; the paper numbers every loop.
  const counted = [...plan.loops.values()].filter(({ kind }) => kind === 'counter');
  const named = plan.style === 'structured' ? picture.vertices.filter(isHeader) : counted;
  const severalLoops = named.length > 1;
  return { picture, plan, numbers: numberVertices(picture), severalLoops };
}
