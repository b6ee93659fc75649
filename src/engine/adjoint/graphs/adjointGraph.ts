/**
 * G⃖: the graph of the backward sweep ([CFR] Algorithms 2 and 5, with the errata of theory 7). Every vertex has its
 * counterpart, with the negative number; every edge is turned round. An edge that came to a loop from outside leaves
 * from, and one that left the loop at its test arrives at, the FORLOOP, which is the counterpart of the loop's end.
 *
 * Beyond the paper: where jumps meet, a JOIN becomes a BRANCH that takes the arrow from the tape; a POSTLOOP becomes the
 * FORLOOP and the JOIN at its head the ENDLOOP; control that nothing hangs on is left out.
 */
import { entryOf, itemAt } from '../../base/lookup';
import type { VertexKind } from '../../pipeline/results';
import { addEdge, addVertex, type Canvas, controlText } from './canvas';
import {
  controlName,
  edgeAt,
  indexTaken,
  loopEntered,
  loopName,
  reversalAtTurn,
  stepsBackward,
  turningPoint,
} from './control';
import { inNumberOrder } from './forwardGraph';
import { edgeOrder } from './number';
import { type Line, type Picture, type PictureVertex, vertexAt } from './picture';

export function drawAdjoint(canvas: Canvas): void {
  const { plan } = canvas.c;
  if (plan.style === 'statements' || plan.style === 'blocks') drawDispatch(canvas);
  else drawReversed(canvas, leaveOut(canvas.c.picture, plan.skipped));
}

function drawReversed(canvas: Canvas, reduced: { picture: Picture; gone: ReadonlySet<number> }): void {
  const { picture, gone } = reduced;
  const { numbers } = canvas.c;
  const c = { ...canvas.c, picture };
  for (const v of inNumberOrder(picture, numbers)) {
    if (gone.has(v)) continue;
    const { id } = vertexAt(picture, v);
    addVertex(
      canvas,
      id,
      -(numbers[v] as number),
      counterpartKind(picture, v),
      counterpartLines({ ...canvas, c }, v),
    );
  }
  for (const e of edgeOrder(picture, numbers)) {
    const { from, to } = reversedEnds(picture, e);
    const over = edgeAt(picture, e).over ?? [];
    const steps = [...stepsBackward(c, e), ...over.flatMap((edge) => indexTaken(canvas.c, edge))];
    const label = reversedLabel(picture, e);
    addEdge(
      canvas,
      { from: vertexAt(picture, from).id, to: vertexAt(picture, to).id, label },
      steps,
      edgeAt(picture, e).key,
    );
  }
}

/** [CFR] Algorithm 2. */
export function counterpartKind(picture: Picture, v: number): VertexKind {
  const { kind, partner } = vertexAt(picture, v);
  switch (kind) {
    case 'ENTRY':
      return 'EXIT';
    case 'EXIT':
      return 'ENTRY';
    case 'BASICBLOCK':
      return 'BASICBLOCK';
    case 'BRANCH':
      return partner === null ? 'JOIN' : 'ENDBRANCH';
    case 'LOOP':
      return partner === null ? 'JOIN' : 'ENDLOOP';
    case 'ENDLOOP':
    case 'POSTLOOP':
      return 'FORLOOP';
    case 'ENDBRANCH':
    case 'JOIN':
      if (kind === 'JOIN' && partner !== null) return 'ENDLOOP';
      // Where all arms but one jump away there is nothing to choose.
      return itemAt(picture.incoming, v).length > 1 ? 'BRANCH' : 'JOIN';
  }
}

function counterpartLines(canvas: Canvas, v: number): readonly Line[] {
  const { c } = canvas;
  const vertex = vertexAt(c.picture, v);
  const { flow } = vertex;
  switch (vertex.kind) {
    case 'BASICBLOCK':
      return vertex.backward;
    case 'ENDBRANCH':
    case 'JOIN': {
      const arrival = flow ? c.plan.arrivals.get(flow.index) : undefined;
      if (!arrival) return [];
      const popped = vertex.kind === 'ENDBRANCH' ? controlName(c, 'branch') : 'arrow';
      const text =
        arrival.kind === 'again' ? arrival.test : arrival.kind === 'stored' ? popped : arrival.variable;
      return [controlText(flow, text, 'control', null)];
    }
    case 'ENDLOOP':
    case 'POSTLOOP': {
      const reversal = reversalAtTurn(c, v);
      if (!reversal || vertex.partner === null) return [];
      const bound = loopName(
        c,
        vertex.partner,
        reversal.kind === 'counter' && reversal.lasts ? 'trips' : 'bound',
      );
      const text =
        reversal.kind === 'counted'
          ? reversal.range
          : `${loopName(c, vertex.partner, 'trip')} = 1 .. ${bound}`;
      return [controlText(flow, text, 'control', null)];
    }
    default:
      return [];
  }
}

/** The ends of an edge of G⃖, as picture indices of their originals. */
export function reversedEnds(picture: Picture, e: number): { from: number; to: number } {
  const { from, to, label } = edgeAt(picture, e);
  const entered = loopEntered(picture, e);
  const start = entered === null ? to : (turningPoint(picture, entered) ?? to);
  const source = vertexAt(picture, from);
  const leaves = source.kind === 'LOOP' && label !== '1';
  return { from: start, to: leaves ? (source.partner ?? from) : from };
}

/** Out of a reversed BRANCH the marker, out of a FORLOOP into its body 1. */
export function reversedLabel(picture: Picture, e: number): string {
  const { to, marker } = edgeAt(picture, e);
  const target = vertexAt(picture, to);
  if (target.kind === 'ENDLOOP' || target.kind === 'POSTLOOP') return '1';
  return counterpartKind(picture, to) === 'BRANCH' ? marker : '';
}

/** Takes out what is skipped, wherever it has one edge in and one edge out; they become one. */
function leaveOut(
  picture: Picture,
  skipped: ReadonlySet<number>,
): { picture: Picture; gone: ReadonlySet<number> } {
  const gone = new Set<number>();
  const isSkipped = (v: PictureVertex) => v.flow !== null && skipped.has(v.flow.index);
  if (!picture.vertices.some(isSkipped)) return { picture, gone };
  const edges = new Map(picture.edges.map((edge, e) => [e, edge]));
  const done = new Set<number>();
  picture.vertices.forEach((vertex, v) => {
    if (!isSkipped(vertex) || done.has(v)) return;
    const part = new Set([v]);
    const touching = new Set<number>();
    for (const at of part) {
      done.add(at);
      for (const e of [...itemAt(picture.incoming, at), ...itemAt(picture.outgoing, at)]) {
        touching.add(e);
        for (const end of [edgeAt(picture, e).from, edgeAt(picture, e).to])
          if (isSkipped(vertexAt(picture, end))) part.add(end);
      }
    }
    const into = [...touching].filter((e) => !part.has(edgeAt(picture, e).from));
    const out = [...touching].filter((e) => !part.has(edgeAt(picture, e).to));
    const [first, last] = [into[0], out[0]];
    if (into.length !== 1 || out.length !== 1 || first === undefined || last === undefined) return;
    const whole = {
      ...edgeAt(picture, last),
      from: edgeAt(picture, first).from,
      label: edgeAt(picture, first).label,
      over: [...touching].map((e) => edgeAt(picture, e)).filter((edge) => part.has(edge.to)),
    };
    for (const e of touching) edges.delete(e);
    edges.set(first, whole);
    for (const at of part) gone.add(at);
  });
  const kept = [...edges.entries()].sort((a, b) => a[0] - b[0]).map(([, edge]) => edge);
  const incoming: number[][] = picture.vertices.map(() => []);
  const outgoing: number[][] = picture.vertices.map(() => []);
  kept.forEach((edge, e) => {
    outgoing[edge.from]?.push(e);
    incoming[edge.to]?.push(e);
  });
  return { picture: { vertices: picture.vertices, edges: kept, incoming, outgoing }, gone };
}

/** `while (number := pop) dispatch`: whatever control there was, its backward sweep is one loop around one choice. */
function drawDispatch(canvas: Canvas): void {
  const { picture, numbers, plan } = canvas.c;
  const last = picture.vertices.length - 1;
  const exit = vertexAt(picture, last);
  const entry = vertexAt(picture, 0);
  addVertex(canvas, entry.id, -(numbers[0] as number), 'EXIT', []);
  const seen = new Map<number, number>();
  // What stands twice, as preludes do, is one block to come back to.
  const byFlow = new Map(picture.vertices.map((vertex, v) => [vertex.flow?.index, v] as const).toReversed());
  const cases = plan.cases.map((found) => {
    const v = entryOf(byFlow, found.vertex);
    const k = seen.get(v) ?? 0;
    seen.set(v, k + 1);
    const { id } = vertexAt(picture, v);
    return { id: k === 0 ? id : `${id}/${k + 1}`, number: -(numbers[v] as number), lines: found.lines };
  });
  for (const { id, number, lines } of cases) addVertex(canvas, id, number, 'BASICBLOCK', lines);
  addVertex(canvas, exit.id, -(numbers[last] as number), 'ENTRY', []);
  if (cases.length === 0) {
    addEdge(canvas, { from: exit.id, to: entry.id });
    return;
  }
  const dispatch = `${exit.id}.dispatch`;
  const number = canvas.nextNumber++;
  const line = controlText(null, 'number := pop', 'pop', plan.end);
  canvas.vertices.push({ id: dispatch, number, kind: 'DISPATCH', statements: [line], control: true });
  addEdge(canvas, { from: exit.id, to: dispatch });
  cases.forEach(({ id }, k) => {
    addEdge(canvas, { from: dispatch, to: id, label: `${k + 1}` });
    addEdge(canvas, { from: id, to: dispatch });
  });
  addEdge(canvas, { from: dispatch, to: entry.id, label: '0' });
}
