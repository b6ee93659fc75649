import type { Span } from '../../base/span';
import type { Counts, Target } from '../../elimination/graph';
import type { Answer } from './answer';
import type { ExecuteRequest } from './execution';

/** A rule that narrows the choice of what is eliminated next (theory 8.3). */
export type Heuristic = 'HS' | 'LM' | 'forward' | 'reverse';
export type EliminationKind = 'edge' | 'vertex' | 'face';

export type LinearisedRole = 'input' | 'intermediate' | 'output';

export interface LinearisedVertex {
  id: number;
  /** The expression that it holds, as the source spells it. */
  label: string;
  role: LinearisedRole;
  span: Span;
}
export interface LinearisedEdge {
  from: number;
  to: number;
  /** ∂(to)/∂(from), as the source would spell it. */
  partial: string;
  /** The value in a run from the inputs of the request. */
  value?: number;
  /** Whether it is the same in every run. */
  constant: boolean;
}
/** The linearised computational graph of one block, vertices in order of evaluation. */
export interface LinearisedBlock {
  block: number;
  span: Span;
  vertices: LinearisedVertex[];
  edges: LinearisedEdge[];
}
export interface Linearised extends Answer {
  blocks: LinearisedBlock[];
}
/** Which vertices of a block are outputs: all values of variables at its end, those that may be read afterwards, or the variables named. */
export type BlockOutputs = 'all' | 'needed' | string[];

/** A graph from outside, its vertices in order of evaluation. The numbers have no meaning beyond `edges`. */
export interface GivenGraph {
  vertices: readonly { id: number; role: LinearisedRole; label?: string; span?: Span }[];
  edges: readonly { from: number; to: number; partial?: string; value?: number; constant?: boolean }[];
}

/** What to eliminate: an edge at its front or back, a vertex, or a face (source, vertex, target). */
export type EliminationTarget = { -readonly [K in keyof Target]: Target[K] };
export type EliminationStep = EliminationTarget & Counts;
/** What is done to one edge in a step. */
export interface EliminationProduct {
  /** The step that it belongs to. */
  step: number;
  from: number;
  via: number;
  to: number;
  absorbs: boolean;
  /**
   * The new label, for the edge from `from` to `to`: the product of `factors` (the label of the edge into `via`, then of the
   * one out of it), plus the labels in `addTo`. The first labels are partials: label l is that of `graph.edges[l]`.
   */
  label: number;
  factors: [number, number] | null;
  addTo: number[];
}
/** A possible next step, or why it is not possible. */
export interface EliminationChoice extends EliminationTarget {
  multiplications: number;
  objection: string | null;
}
/** An edge that is left; final if it is an entry of the Jacobian to which nothing can be added any more. */
export interface RemainingEdge extends LinearisedEdge {
  label: number;
  final: boolean;
}

export type EliminateRequest =
  | { graph: GivenGraph | string }
  | { request: ExecuteRequest; block: number; outputs?: BlockOutputs };

export interface EliminateOptions {
  kind: EliminationKind;
  order: readonly Heuristic[] | readonly EliminationTarget[] | 'optimal' | 'annealed';
  /** Seed of the annealing; equal seeds give equal results if no time is given. */
  seed?: number;
  /** The time of the search. Left out: a fixed number of moves, about a second at most. */
  milliseconds?: number;
}

export interface Eliminated extends Answer {
  graph: { vertices: LinearisedVertex[]; edges: LinearisedEdge[] };
  steps: EliminationStep[];
  products: EliminationProduct[];
  /** Whether nothing is left to eliminate. */
  complete: boolean;
  multiplications: number;
  additions: number;
  /** Whether it is proven that no elimination of this kind has fewer multiplications. */
  proven: boolean;
  /** A lower bound for the multiplications of any elimination of this kind. */
  lowerBound: number;
  /** Entries that are final: the derivative of the output `row` by the input `column`. */
  jacobian: { row: number; column: number; expression: string; value?: number }[];
  remaining: RemainingEdge[];
  choices: EliminationChoice[];
}
