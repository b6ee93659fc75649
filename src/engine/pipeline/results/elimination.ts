import type { Diagnostic } from '../../base/diagnostics';
import type { Span } from '../../base/span';
import type { ExecuteRequest } from './execution';

/** A rule that narrows the choice of what is eliminated next (theory 8.3). */
export type Heuristic = 'HS' | 'LM' | 'forward' | 'reverse';
export type EliminationKind = 'edge' | 'vertex' | 'face';

export type LinearisedRole = 'input' | 'intermediate' | 'output';

export interface LinearisedVertex {
  id: number;
  /** As the source spells what it holds. */
  label: string;
  role: LinearisedRole;
  span: Span;
}
export interface LinearisedEdge {
  from: number;
  to: number;
  /** ∂(to)/∂(from), as the source would spell it. */
  partial: string;
  /** In a run from the inputs of the request. */
  value?: number;
  /** The same in every run. */
  constant: boolean;
}
/** The linearised computational graph of one block, vertices in order of evaluation. */
export interface LinearisedBlock {
  block: number;
  span: Span;
  vertices: LinearisedVertex[];
  edges: LinearisedEdge[];
}
export interface Linearised {
  ok: boolean;
  diagnostics: Diagnostic[];
  blocks: LinearisedBlock[];
}
/** Which vertices of a block are outputs: what variables keep, what may be read afterwards, or the variables named. */
export type BlockOutputs = 'all' | 'needed' | string[];

/** A graph from outside: of vertices in order of evaluation. What a number stands for has no meaning but in `edges`. */
export interface GivenGraph {
  vertices: readonly { id: number; role: LinearisedRole; label?: string; span?: Span }[];
  edges: readonly { from: number; to: number; partial?: string; value?: number; constant?: boolean }[];
}

/** What to eliminate: an edge at its front or back, a vertex, or a face (source, vertex, target). */
export interface EliminationTarget {
  source?: number;
  target?: number;
  direction?: 'front' | 'back';
  vertex?: number;
  /** Of several faces over the same three vertices, the one counted from 0; left out for the first. */
  occurrence?: number;
}
export interface EliminationStep extends EliminationTarget {
  multiplications: number;
  additions: number;
  fillIn: number;
  absorptions: number;
}
/** What is done to one edge in a step. */
export interface EliminationProduct {
  /** Which step it belongs to. */
  step: number;
  from: number;
  via: number;
  to: number;
  absorbs: boolean;
  /**
   * The label that it made, of the edge from `from` to `to`: the product of `factors` (the label of the edge into `via`, then
   * of that out of it), and the labels of `addTo`. Label l of the first ones is the partial of `graph.edges[l]`.
   */
  label: number;
  factors: [number, number] | null;
  addTo: number[];
}
/** What can be done next, or why it can't. */
export interface EliminationChoice extends EliminationTarget {
  multiplications: number;
  objection: string | null;
}
/** An edge that is left; final when it is an entry of the Jacobian and nothing can be added to it any more. */
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
  /** Of the annealing; equal seeds give equal results where no time is given. */
  seed?: number;
  /** How long to search. Left out: a fixed number of moves, about a second at most. */
  milliseconds?: number;
}

export interface Eliminated {
  ok: boolean;
  diagnostics: Diagnostic[];
  graph: { vertices: LinearisedVertex[]; edges: LinearisedEdge[] };
  steps: EliminationStep[];
  products: EliminationProduct[];
  /** Whether nothing is left to eliminate. */
  complete: boolean;
  multiplications: number;
  additions: number;
  /** That no elimination of this kind has fewer multiplications is certain. */
  proven: boolean;
  /** No elimination of this kind has fewer. */
  lowerBound: number;
  /** Entries that are final: the derivative of the output `row` by the input `column`. */
  jacobian: { row: number; column: number; expression: string; value?: number }[];
  remaining: RemainingEdge[];
  choices: EliminationChoice[];
}
