/** The three graphs of a routine: G, G⃗ and G⃖ (theory 7). Counterparts share their ids. */

import { itemAt } from '../../base/lookup';
import type { FlowGraph } from '../../ir/graph/flow';
import type { Graph } from '../../pipeline/results';
import { drawAdjoint } from './adjointGraph';
import { type Canvas, drawn, newCanvas, newNames } from './canvas';
import type { ControlContext } from './control';
import { drawForward, drawOriginal } from './forwardGraph';
import { numberVertices } from './number';
import {
  type ControlPlan,
  isHeader,
  isStructuredPicture,
  type Line,
  makePicture,
  type Picture,
  type PictureVertex,
  type VertexTexts,
  withMarkers,
} from './picture';

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

/**
 * The canonical form that [CFR] starts from: the test of a `while` loop is evaluated into a variable, in a basic block
 * of its own before the LOOP and again at the end of the last block of its body. The LOOP itself reads the variable.
 */
function canonicalise(picture: Picture): Picture {
  const vertices = [...picture.vertices];
  const edges = picture.edges.map(({ from, to, label, jump }) => ({ from, to, label, jump }));
  const names = freshNames(picture);
  /** Puts a block in the middle of an edge; the edge's first half keeps its label. */
  const insert = (e: number, id: string, line: Line, loops: readonly number[]) => {
    const edge = itemAt(edges, e);
    const block = makeBlock(id, line, loops);
    const at = vertices.push(block) - 1;
    edges.push({ ...edge, from: at, label: '' });
    edges[e] = { ...edge, to: at, jump: false };
  };
  picture.vertices.forEach((vertex, v) => {
    const { flow, partner } = vertex;
    if (vertex.kind !== 'LOOP' || partner === null || !flow?.construct || flow.construct.kind !== 'while')
      return;
    const name = names.next().value;
    const test = itemAt(vertex.original, 0);
    const line = (template: Line): Line => ({ ...template, text: `${name} = ${template.text}` });
    vertices[v] = {
      ...vertex,
      original: [{ ...test, text: name }],
      forward: vertex.forward.map((l) => ({ ...l, text: name })),
    };
    const [forwardTest = test] = vertex.forward;
    const append = (e: number, isOwn: (block: PictureVertex) => boolean): boolean => {
      const before = edges[e]?.from as number;
      const block = vertices[before];
      if (block?.kind !== 'BASICBLOCK' || !isOwn(block)) return false;
      vertices[before] = {
        ...block,
        original: [...block.original, line(test)],
        forward: [...block.forward, line(forwardTest)],
      };
      return true;
    };
    const isPrelude = (block: PictureVertex) =>
      flow.prelude !== null && block.flow !== null && block.flow.index >= flow.prelude;
    const outer = vertex.loops.slice(0, -1);
    for (const e of itemAt(picture.incoming, v))
      if (edges[e]?.from !== partner && !append(e, isPrelude))
        insert(e, `${vertex.id}.t`, line(forwardTest), outer);
    const last = itemAt(itemAt(picture.incoming, partner), 0);
    if (!append(last, () => true)) insert(last, `${vertex.id}.u`, line(forwardTest), vertex.loops);
  });
  return withMarkers(vertices, edges);
}

/** `t`, `t2`, …: what the program itself does not call something. */
function* freshNames({ vertices }: Picture): Generator<string, never> {
  const texts = vertices.flatMap(({ original, forward }) =>
    [...original, ...forward].map(({ text }) => text),
  );
  const known = new Set(texts.flatMap((text) => text.match(/\w+/g) ?? []));
  for (let count = 1; ; count++) {
    const name = count === 1 ? 't' : `t${count}`;
    if (!known.has(name)) yield name;
  }
}

function makeBlock(id: string, line: Line, loops: readonly number[]): PictureVertex {
  const lines = [line];
  return {
    id,
    kind: 'BASICBLOCK',
    partner: null,
    loops,
    flow: null,
    original: lines,
    forward: lines,
    backward: [],
  };
}
