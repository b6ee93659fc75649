/**
 * Linearised computational graphs, and what accumulating their Jacobian comes to (Naumann, Utke et al., *Control Flow
 * Reversal for Adjoint Code Generation*, section 3).
 *
 * Vertices are the values of a block, numbered here by their place in a topological order: inputs, intermediates, outputs.
 * The edge (i, j) carries the label c_ji = ∂v_j/∂v_i. An elimination replaces paths by edges,
 *
 *     c_ki := c_kj * c_ji          fill-in: there was no edge (i, k)
 *     c_ki := c_ki + c_kj * c_ji   absorption
 *
 * until edges lead from inputs to outputs only. Their labels are the Jacobian. Labels are never computed here: an elimination
 * writes the list of operations, in single assignment, and whoever wants numbers, expressions or code carries it out.
 */
import { reached } from '../base/components';

export type VertexRole = 'input' | 'intermediate' | 'output';

export interface LinearGraph {
  /** By position in topological order. */
  readonly roles: readonly VertexRole[];
  /** Label l of the accumulation is the partial of `edges[l]`. */
  readonly edges: readonly LinearEdge[];
}
export interface LinearEdge {
  readonly from: number;
  readonly to: number;
  /** The value of a partial that is the same in every run; NaN for one that is not. */
  readonly constant: number;
}

/** The constant of a label that differs from run to run. NaN, so that products and sums with it are not constant either. */
export const VARIABLE = Number.NaN;

/** A new label: `front * back`, added to `addTo` if there is one; without `front` and `back` the sum of two labels. */
export interface Accumulation {
  readonly result: number;
  /** c_ji and c_kj, the labels that meet in j. */
  readonly factors: readonly [number, number] | null;
  readonly addTo: readonly number[];
  /** The edge (source, target) that gets the label, and the vertex between. */
  readonly source: number;
  readonly via: number;
  readonly target: number;
}

/** The label of the edge from an input (column) to an output (row), once nothing else can reach it. */
export interface Entry {
  readonly row: number;
  readonly column: number;
  readonly label: number;
}

/** What an elimination eliminates: an edge at one of its ends, a vertex, or a face: two edges that meet in a vertex. */
export interface Target {
  readonly source?: number;
  readonly target?: number;
  readonly direction?: 'front' | 'back';
  readonly vertex?: number;
  /** Which of several faces over the same three vertices, counted from 0 in order of their making. */
  readonly occurrence?: number;
}

export interface Counts {
  multiplications: number;
  additions: number;
  fillIn: number;
  absorptions: number;
}

export const noCounts = (): Counts => ({ multiplications: 0, additions: 0, fillIn: 0, absorptions: 0 });

/** A graph under elimination, by edges, vertices or faces. */
export interface Elimination {
  /** What can be eliminated now, in the order that `forward` takes them. Empty at the end. */
  targets(): Target[];
  /** Why something can't be eliminated now; null if it can. */
  objection(target: Target): Objection | null;
  eliminate(target: Target): Counts;
  /** Predecessors and successors that its elimination joins: P and S of the paper. */
  joined(target: Target): { predecessors: ReadonlySet<number>; successors: ReadonlySet<number> };
  /** The Markowitz degree: how many products it takes, or for a face the vertex that it lies on. */
  degree(target: Target): number;
  readonly operations: readonly Accumulation[];
  /** Edges left, by source, then target. */
  remaining(): Entry[];
}

export type Objection =
  | 'no-such-vertex'
  | 'no-such-edge'
  | 'no-such-face'
  | 'ends-in-output'
  | 'starts-at-input'
  | 'is-input'
  | 'is-final-output'
  | 'not-of-this-kind';

/** A product by 1 or -1 is none, and a product of two constants is carried out before the run. */
export function isFreeProduct(a: number, b: number): boolean {
  return Math.abs(a) === 1 || Math.abs(b) === 1 || !(Number.isNaN(a) || Number.isNaN(b));
}

/** By edge: whether it lies on a path from an input to an output. The others carry nothing to the Jacobian. */
export function liveEdges({ roles, edges }: LinearGraph): boolean[] {
  const after = ledToBy(roles, 'input', edges);
  const backwards = edges.map(({ from, to }) => ({ from: to, to: from }));
  const before = ledToBy(roles, 'output', backwards);
  return edges.map(({ from, to }) => after.has(from) && before.has(to));
}

function ledToBy(
  roles: readonly VertexRole[],
  start: VertexRole,
  edges: readonly { from: number; to: number }[],
): Set<number> {
  const next: number[][] = roles.map(() => []);
  for (const { from, to } of edges) next[from]?.push(to);
  const starts = [...roles.keys()].filter((vertex) => roles[vertex] === start);
  return reached(starts, (vertex) => next[vertex] as number[]);
}
