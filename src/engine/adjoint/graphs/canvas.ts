/** A graph in the making: vertices with the papers' numbers, edges with control put in the middle of them. */

import { getOrMake } from '../../base/once';
import { NOWHERE } from '../../base/span';
import { statementName } from '../../ir/names';
import type { Edge, Graph, Vertex, VertexKind } from '../../pipeline/results';
import type { ControlContext, ControlStep } from './control';
import { type Line, type PictureVertex, vertexAt } from './picture';

export interface Canvas {
  readonly c: ControlContext;
  readonly vertices: Vertex[];
  readonly edges: Edge[];
  /** Names of control vertices; shared by both graphs, so that a push and its pop answer to each other. */
  readonly names: ControlNames;
  nextNumber: number;
  /** What stands for an edge of G, by its key: the control vertices, and the edges between them, in their order. */
  readonly made: Map<number, { readonly vertices: string[]; readonly edges: number[] }>;
}

export interface ControlNames {
  readonly byKey: Map<string, string>;
  readonly used: Map<number, number>;
}

export function newNames(): ControlNames {
  return { byKey: new Map(), used: new Map() };
}

/** Control vertices count from EXIT+1 in each graph. */
export function newCanvas(c: ControlContext, names: ControlNames): Canvas {
  return { c, vertices: [], edges: [], names, nextNumber: c.numbers.length + 1, made: new Map() };
}

export function drawn(canvas: Canvas): Graph {
  return { vertices: canvas.vertices, edges: canvas.edges };
}

export function addVertex(
  canvas: Canvas,
  id: string,
  number: number,
  kind: VertexKind,
  lines: readonly Line[],
): void {
  canvas.vertices.push({ id, number, kind, statements: [...lines], control: false });
}

/** Lays an edge with the steps on it; the first half keeps the label. `key`: the edge of G that it stands for. */
export function addEdge(
  canvas: Canvas,
  { from, to, label = '' }: { readonly from: string; readonly to: string; readonly label?: string },
  steps: readonly ControlStep[] = [],
  key: number | null = null,
): void {
  const made = { vertices: [] as string[], edges: [] as number[] };
  let last = from;
  const connect = (next: string) => {
    made.edges.push(canvas.edges.push({ from: last, to: next, label: last === from ? label : '' }) - 1);
    last = next;
  };
  for (const step of steps) {
    const id = nameOf(canvas, step);
    const number = canvas.nextNumber++;
    const statements = [controlLine(canvas, step)];
    canvas.vertices.push({ id, number, kind: 'BASICBLOCK', statements, control: true });
    made.vertices.push(id);
    connect(id);
  }
  connect(to);
  if (key !== null) canvas.made.set(key, made);
}

function controlLine(canvas: Canvas, step: ControlStep): Line {
  const { flow } = vertexAt(canvas.c.picture, step.owner);
  return controlText(flow, step.text, step.role, step.recording);
}

export function controlText(
  flow: PictureVertex['flow'],
  text: string,
  role: Line['role'],
  recording: string | null,
): Line {
  const construct = flow?.construct ?? null;
  const identified = construct && 'id' in construct ? construct : null;
  const line = {
    text,
    statement: identified ? statementName(identified.id) : null,
    span: identified ? identified.span : NOWHERE,
    role,
  };
  return recording === null ? line : { ...line, recording };
}

function nameOf(canvas: Canvas, step: ControlStep): string {
  const { names, c } = canvas;
  const key = `${step.owner} ${step.key}`;
  return getOrMake(names.byKey, key, () => {
    const k = (names.used.get(step.owner) ?? 0) + 1;
    names.used.set(step.owner, k);
    return `${vertexAt(c.picture, step.owner).id}.${k}`;
  });
}
