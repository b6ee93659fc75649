/**
 * What the graphs are drawn from: the flow graph with the text of its vertices, and what is stored of its control.
 *
 * Vertices of a picture are in the order in which the source lays them, vertex 0 being ENTRY; edges are grouped by
 * source, in source order, a loop's body before its exit. The edges into a merging vertex carry distinct markers:
 * the label of the arm for an ENDBRANCH ([CFR] 4.3); where jumps meet, 0 for control that did not jump, and a count of
 * the jumps; else a count from 0.
 */

import { invariant } from '../../base/assert';
import { itemAt } from '../../base/lookup';
import type { FlowGraph, FlowKind, FlowVertex } from '../../ir/graph/flow';
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
  /** The test decides again; `test` is what it reads. */
  | { readonly kind: 'again'; readonly test: string };

export type LoopReversal =
  /** Trips are counted and the count pushed. */
  | { readonly kind: 'counter'; readonly recording: string | null }
  /** It runs with its own index; `range` is how (`i = n - 1 .. 0`). Bounds that change are pushed. */
  | { readonly kind: 'counted'; readonly range: string; readonly bounds: readonly StoredBound[] };

export interface StoredBound {
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
  backward(vertex: FlowVertex): readonly Line[];
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
  return withMarkers(vertices, graph.edges);
}

/** Completes a picture: lists of edges, and the markers of those that meet. */
export function withMarkers(
  vertices: readonly PictureVertex[],
  plain: readonly Omit<PictureEdge, 'marker' | 'key'>[],
): Picture {
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
    arriving.forEach((e, k) => {
      markers[e] = `${jumps.length > 0 ? jumps.indexOf(e) + 1 : k}`;
    });
    if (vertex.kind !== 'ENDBRANCH' || vertex.partner === null) return;
    for (const [e, marker] of armMarkers(vertex.partner, v, plain, outgoing)) markers[e] = marker;
  });
  const edges = plain.map((edge, e) => ({ ...edge, marker: itemAt(markers, e), key: e }));
  return { vertices, edges, incoming, outgoing };
}

/** Each edge into an ENDBRANCH is marked by the label of the arm that it ends. */
function armMarkers(
  branch: number,
  end: number,
  edges: readonly Omit<PictureEdge, 'marker' | 'key'>[],
  outgoing: readonly (readonly number[])[],
): Map<number, string> {
  const markers = new Map<number, string>();
  for (const arm of itemAt(outgoing, branch)) {
    const label = itemAt(edges, arm).label;
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
