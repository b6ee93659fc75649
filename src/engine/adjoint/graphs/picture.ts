/**
 * What the graphs are drawn from: the flow graph with the text of its vertices, and what is stored of its control.
 *
 * Vertices of a picture are in the order in which the source lays them, vertex 0 being ENTRY; edges are grouped by
 * source, in source order, a loop's body before its exit. The edges into a merging vertex carry distinct markers:
 * the label of the arm for an ENDBRANCH ([CFR] 4.3); where jumps meet, 0 for control that did not jump, and a count of
 * the jumps; else a count from 0 of where they come from.
 */

import { invariant } from '../../base/assert';
import { entryOf, itemAt } from '../../base/lookup';
import { caseLabel, type FlowGraph, type FlowKind, type FlowVertex } from '../../ir/graph/flow';
import type { Vertex } from '../../pipeline/results';

export type Line = Vertex['statements'][number];

/** What the forward sweep stores of control and what the backward sweep goes by. Keys are indices of flow vertices. */
export interface ControlPlan {
  readonly style: 'structured' | 'joins' | 'statements' | 'blocks';
  /** By ENDBRANCH and JOIN that the backward sweep has to leave as they were reached. */
  readonly arrivals: ReadonlyMap<number, Arrival>;
  /** By LOOP and POSTLOOP that run backward. */
  readonly loops: ReadonlyMap<number, LoopReversal>;
  /** Vertices with no counterpart: control that nothing in the backward sweep hangs on. */
  readonly skipped: ReadonlySet<number>;
  /** Under `statements` and `blocks`: what the backward sweep dispatches to, by number from 1. */
  readonly cases: readonly DispatchCase[];
  /** Under `statements` and `blocks`: of the 0 that is pushed first. */
  readonly end: string | null;
}

export type Arrival =
  /** The marker of the edge is pushed. */
  | { readonly kind: 'stored'; readonly recording: string | null }
  /** It is in a variable that nothing overwrites before the backward sweep asks for it. */
  | { readonly kind: 'kept'; readonly variable: string }
  /** It is in a variable, which is pushed past the place where the jumps out of a construct meet. */
  | { readonly kind: 'pushedAfter'; readonly variable: string; readonly recording: string | null }
  /** The test decides again; `test` is what it reads. */
  | { readonly kind: 'again'; readonly test: string };

export type LoopReversal =
  /** Trips are counted and the count pushed, but where its variable lasts to the backward sweep. */
  | { readonly kind: 'counter'; readonly recording: string | null; readonly lasts?: true }
  /** It runs with its own index; `range` is how (`i = n - 1 .. 0`). Bounds that change are pushed, and the index before it. */
  | {
      readonly kind: 'counted';
      readonly range: string;
      readonly bounds: readonly StoredName[];
      readonly index: StoredName | null;
    };

export interface StoredName {
  readonly name: string;
  readonly recording: string | null;
}

export interface DispatchCase {
  readonly vertex: number;
  readonly recording: string | null;
  readonly lines: readonly Line[];
}

/** Texts of the vertices, by flow vertex. Tests count as lines of theirs. */
export interface VertexTexts {
  original(vertex: FlowVertex): readonly Line[];
  forward(vertex: FlowVertex): readonly Line[];
  /** `isRepeated`: of a prelude, where it stands at the end of the loop's body. */
  backward(vertex: FlowVertex, isRepeated?: boolean): readonly Line[];
}

export interface PictureVertex {
  readonly id: string;
  readonly kind: FlowKind;
  /** As in the flow graph, but an index of the picture. */
  readonly partner: number | null;
  /** Indices of the headers (LOOP, or the JOIN of a POSTLOOP) of the loops around it, outermost first. */
  readonly loops: readonly number[];
  /** Null for what canonicalisation has put in. */
  readonly flow: FlowVertex | null;
  readonly original: readonly Line[];
  readonly forward: readonly Line[];
  readonly backward: readonly Line[];
}

export interface PictureEdge {
  readonly from: number;
  readonly to: number;
  readonly label: string;
  readonly jump: boolean;
  readonly marker: string;
  /** Tells the edge in all three graphs; its index, unless vertices before its target have been left out. */
  readonly key: number;
  /** Edges that it stands for together with itself, where what lay between has been left out; in order. */
  readonly over?: readonly PictureEdge[];
}

export interface Picture {
  readonly vertices: readonly PictureVertex[];
  readonly edges: readonly PictureEdge[];
  /** By vertex: indices of the edges in and out, in order. */
  readonly incoming: readonly (readonly number[])[];
  readonly outgoing: readonly (readonly number[])[];
}

export function makePicture(graph: FlowGraph, texts: VertexTexts): Picture {
  const headers = new Map<number, number>();
  for (const v of graph.vertices) {
    const isHeader = v.kind === 'LOOP' || (v.kind === 'JOIN' && v.partner !== null);
    if (isHeader && v.construct && 'id' in v.construct) headers.set(v.construct.id, v.index);
  }
  const vertices = graph.vertices.map(
    (v): PictureVertex => ({
      id: `v${v.index}`,
      kind: v.kind,
      partner: v.partner,
      loops: v.loops.flatMap((id) => headers.get(id) ?? []),
      flow: v,
      original: texts.original(v),
      forward: texts.forward(v),
      backward: texts.backward(v),
    }),
  );
  return withMarkers(...withPreludes(graph, texts, vertices));
}

type PlainEdge = Omit<PictureEdge, 'marker' | 'key'>;

/** What runs before every test of a loop stands twice: before the LOOP, and at the end of its body (theory 7). */
function withPreludes(
  graph: FlowGraph,
  texts: VertexTexts,
  vertices: readonly PictureVertex[],
): [PictureVertex[], PlainEdge[]] {
  if (graph.vertices.every(({ prelude }) => prelude === null)) return [[...vertices], [...graph.edges]];
  /** By vertex of a prelude: its LOOP. By ENDLOOP: what stands before it. */
  const loops = new Map<number, number>();
  const repeats = new Map<number, number[]>();
  for (const { index, prelude, partner } of graph.vertices) {
    if (prelude === null) continue;
    const range = Array.from({ length: index - prelude }, (_, k) => prelude + k);
    for (const v of range) loops.set(v, index);
    if (partner !== null) repeats.set(partner, range);
  }
  const order = vertices.flatMap((_, v) => [
    ...(repeats.get(v) ?? []).map((of) => ({ of, isRepeated: true })),
    { of: v, isRepeated: false },
  ]);
  const first = new Map<number, number>();
  const second = new Map<number, number>();
  order.forEach(({ of, isRepeated }, at) => {
    (isRepeated ? second : first).set(of, at);
  });
  const at = (v: number, isRepeated = false) => (isRepeated ? second.get(v) : undefined) ?? entryOf(first, v);
  const laid = order.map(({ of, isRepeated }): PictureVertex => {
    const vertex = itemAt(vertices, of);
    const loop = loops.get(of);
    // Before the LOOP it is not in the loop yet.
    const around = isRepeated ? vertex.loops : vertex.loops.filter((header) => header !== loop);
    return {
      ...vertex,
      id: isRepeated ? `${vertex.id}.r` : vertex.id,
      partner: vertex.partner === null ? null : at(vertex.partner, isRepeated),
      loops: around.map((header) => at(header, isRepeated)),
      backward: vertex.flow && loop !== undefined ? texts.backward(vertex.flow, isRepeated) : vertex.backward,
    };
  });
  const leaving: PlainEdge[][] = graph.vertices.map(() => []);
  for (const edge of graph.edges) leaving[edge.from]?.push(edge);
  const edges = order.flatMap(({ of, isRepeated }) =>
    itemAt(leaving, of).map((edge): PlainEdge => {
      const loop = loops.get(of);
      const [source, target] = [itemAt(graph.vertices, of), itemAt(graph.vertices, edge.to)];
      const from = at(of, isRepeated);
      const to = (v: number, again = false) => ({ ...edge, from, to: at(v, again) });
      if (loop !== undefined) {
        const end = graph.vertices[loop]?.partner;
        return isRepeated && edge.to === loop && typeof end === 'number' ? to(end) : to(edge.to, isRepeated);
      }
      const opened = source.kind === 'ENDLOOP' && source.partner !== null ? source.partner : null;
      if (opened !== null && loops.get(edge.to) === opened) return to(opened);
      const [start] = (target.kind === 'ENDLOOP' && repeats.get(edge.to)) || [];
      return start === undefined ? to(edge.to) : to(start, true);
    }),
  );
  return [laid, edges];
}

/** Completes a picture: lists of edges, and the markers of those that meet. */
export function withMarkers(vertices: readonly PictureVertex[], plain: readonly PlainEdge[]): Picture {
  const incoming: number[][] = vertices.map(() => []);
  const outgoing: number[][] = vertices.map(() => []);
  plain.forEach(({ from, to }, e) => {
    outgoing[from]?.push(e);
    incoming[to]?.push(e);
  });
  const markers: string[] = plain.map(() => '');
  vertices.forEach((vertex, v) => {
    const arriving = itemAt(incoming, v);
    const jumps = arriving.filter((e) => plain[e]?.jump);
    const sources = [...new Set(arriving.map((e) => plain[e]?.from))];
    for (const e of arriving)
      markers[e] = `${jumps.length > 0 ? jumps.indexOf(e) + 1 : sources.indexOf(plain[e]?.from)}`;
    if (vertex.kind !== 'ENDBRANCH' || vertex.partner === null) return;
    const construct = vertices[vertex.partner]?.flow?.construct ?? null;
    for (const [e, marker] of armMarkers(vertex.partner, v, construct, plain, outgoing)) markers[e] = marker;
  });
  const edges = plain.map((edge, e) => ({ ...edge, marker: itemAt(markers, e), key: e }));
  return { vertices, edges, incoming, outgoing };
}

function markerOf(construct: FlowVertex['construct'], label: string): string {
  if (construct?.kind !== 'switch') return label;
  return `${construct.cases.findIndex(({ values }) => caseLabel(values) === label) + 1}`;
}

/**
 * Each edge into an ENDBRANCH is marked by the arm that it ends: of an `if` 1 and 0, as its edges are labelled; the arms of
 * a `switch` count from 1, and its default is 0.
 */
function armMarkers(
  branch: number,
  end: number,
  construct: FlowVertex['construct'],
  edges: readonly PlainEdge[],
  outgoing: readonly (readonly number[])[],
): Map<number, string> {
  const markers = new Map<number, string>();
  for (const arm of itemAt(outgoing, branch)) {
    const label = markerOf(construct, itemAt(edges, arm).label);
    const seen = new Set<number>();
    const work = [arm];
    for (let e = work.pop(); e !== undefined; e = work.pop()) {
      const to = edges[e]?.to as number;
      if (to === end) markers.set(e, label);
      else if (to !== branch && !seen.has(to)) {
        seen.add(to);
        work.push(...itemAt(outgoing, to));
      }
    }
  }
  return markers;
}

export function vertexAt(picture: Picture, v: number): PictureVertex {
  const found = picture.vertices[v];
  invariant(found, `no vertex ${v} in the picture`);
  return found;
}

/** Header of a loop, and so the name of it in `PictureVertex.loops`. */
export function isHeader(vertex: PictureVertex): boolean {
  return vertex.kind === 'LOOP' || (vertex.kind === 'JOIN' && vertex.partner !== null);
}

/** Everything is stored, as the papers' algorithms do it. */
export function storeEverything(graph: FlowGraph, style: 'structured' | 'joins' = 'structured'): ControlPlan {
  const arrivals = new Map<number, Arrival>();
  const loops = new Map<number, LoopReversal>();
  for (const v of graph.vertices) {
    const isMerge = v.kind === 'ENDBRANCH' || (v.kind === 'JOIN' && v.partner === null);
    if (isMerge && itemAt(graph.predecessors, v.index).length > 1)
      arrivals.set(v.index, { kind: 'stored', recording: null });
    if ((v.kind === 'LOOP' || v.kind === 'POSTLOOP') && v.partner !== null)
      loops.set(v.index, { kind: 'counter', recording: null });
  }
  return { style, arrivals, loops, skipped: new Set(), cases: [], end: null };
}

/** True where the graph has the kinds of [CFR] Definition 1 only, post-test loops beside them. */
export function isStructuredPicture(picture: Picture): boolean {
  return picture.vertices.every((v) => {
    switch (v.kind) {
      case 'LOOP':
      case 'BRANCH':
      case 'JOIN':
        return v.partner !== null;
      default:
        return true;
    }
  });
}
