/** G⃗: the graph of the forward sweep. That of the original is the same without control on its edges. */
import { addEdge, addVertex, type Canvas } from './canvas';
import { edgeAt, pushed, stepsForward } from './control';
import { edgeOrder } from './number';
import { type Line, type Picture, type PictureVertex, vertexAt } from './picture';

export function drawOriginal(canvas: Canvas): void {
  addAll(canvas, (v) => v.original);
  const { picture, numbers } = canvas.c;
  for (const e of edgeOrder(picture, numbers)) plainEdge(canvas, e);
}

export function drawForward(canvas: Canvas): void {
  const { picture, numbers, plan } = canvas.c;
  if (plan.style === 'statements' || plan.style === 'blocks') {
    drawNumbered(canvas);
    return;
  }
  addAll(canvas, (v) => v.forward);
  for (const e of edgeOrder(picture, numbers)) {
    const { from, to, label } = edgeAt(picture, e);
    addEdge(
      canvas,
      { from: vertexAt(picture, from).id, to: vertexAt(picture, to).id, label },
      stepsForward(canvas.c, e),
      e,
    );
  }
}

/** Numbers stand in the blocks, with what they number; the 0 at the bottom of the stack before everything. */
function drawNumbered(canvas: Canvas): void {
  const { picture, numbers, plan } = canvas.c;
  addAll(canvas, (v) => v.forward);
  const start = pushed(0, 'end', '0', plan.end, 'enter');
  for (const e of edgeOrder(picture, numbers)) {
    const { from, to, label } = edgeAt(picture, e);
    const steps = from === 0 && plan.cases.length > 0 ? [start] : [];
    addEdge(canvas, { from: vertexAt(picture, from).id, to: vertexAt(picture, to).id, label }, steps);
  }
}

function addAll(canvas: Canvas, lines: (v: PictureVertex) => readonly Line[]): void {
  const { picture, numbers } = canvas.c;
  for (const v of inNumberOrder(picture, numbers)) {
    const vertex = vertexAt(picture, v);
    addVertex(canvas, vertex.id, numbers[v] as number, vertex.kind, lines(vertex));
  }
}

export function inNumberOrder(picture: Picture, numbers: readonly number[]): number[] {
  return picture.vertices.map((_, v) => v).sort((a, b) => (numbers[a] as number) - (numbers[b] as number));
}

function plainEdge(canvas: Canvas, e: number): void {
  const { picture } = canvas.c;
  const { from, to, label } = edgeAt(picture, e);
  addEdge(canvas, { from: vertexAt(picture, from).id, to: vertexAt(picture, to).id, label }, [], e);
}
