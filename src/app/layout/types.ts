import type { Graph, VertexKind } from '../../engine/pipeline/results';

export const NAMES = ['original', 'forward', 'adjoint'] as const;
export type Name = (typeof NAMES)[number];
export type Graphs = { readonly [G in Name]: Graph };

/** The three graphs, placed: plain data from the layout worker. Lengths are CSS pixels, y grows downwards. */
export interface Layout {
  readonly graphs: { readonly [G in Name]: PlacedGraph };
  /** Equal for two layouts that place the same vertices and edges. */
  readonly structure: string;
}

export interface PlacedGraph {
  readonly width: number;
  readonly height: number;
  readonly vertices: readonly PlacedVertex[];
  readonly edges: readonly PlacedEdge[];
}

export interface Rect {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Where its centre is, and more. */
export interface PlacedVertex extends Point {
  readonly id: string;
  /** The key by which the vertex is recognised after an edit: its kind and text, or what it follows. */
  readonly content: string;
  readonly kind: VertexKind;
  readonly width: number;
  readonly height: number;
  /** How far the box may grow before it meets a neighbour. */
  readonly roomX: number;
  readonly roomY: number;
  /** The start of its number's base line, relative to the centre. */
  readonly numberAt: Point;
}

export interface PlacedEdge {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly label: string;
  /** An SVG path of cubic curves, from the first vertex to the tip of the arrow. */
  readonly path: string;
  readonly tip: Point & { readonly angle: number };
  /** The centre of its label, if it has one. */
  readonly labelAt: Point | null;
  /** The box that contains the path: left, top, right, bottom. */
  readonly box: readonly [number, number, number, number];
}
