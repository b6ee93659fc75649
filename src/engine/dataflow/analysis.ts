import type { Instruction } from '../ir/graph/flow';
import type { StatementId } from '../ir/types';

/** What the members of an analysis's sets are: locations, definitions, … numbered from 0. */
export interface Universe {
  readonly size: number;
  /** The members of a set as keys: `x`, `a[3]`; `x@s4` for what s4 gave to x. */
  print(set: { forEach(visit: (member: number) => void): void }): string[];
  explain(member: number): Meaning;
}

/** What a member stands for: a location, what one statement, or `entry`, gave to it, or what it owes to another at entry. */
export interface Meaning {
  readonly location: number;
  readonly setBy?: StatementId | 'entry';
  /** Of a pair: the location at entry that `location` depends on. */
  readonly from?: number;
}

/**
 * A data-flow analysis over a join-semilattice D of finite height, as one object ([TBR] 5, theory 2). It owns no loop:
 * `solve` iterates it on any flow graph, `solveStructured` evaluates it on nested statements.
 *
 * `join`, `transfer` and `boundary` must be monotone. A state handed in is never changed, but where it may be: `transfer` returns
 * a new one, or the same one where nothing happens. `bottom` is the neutral element of `join` (the empty set under union, the full
 * set under intersection); `boundary` is the state at ENTRY (forward) or at EXIT (backward), which is something else.
 */
export interface Analysis<D> {
  readonly name: string;
  readonly direction: 'forward' | 'backward';
  readonly universe: Universe;
  bottom(): D;
  boundary(): D;
  join(a: D, b: D): D;
  equals(a: D, b: D): boolean;
  /** `mayChange`: nobody else has the state, or will ask for it: what comes out of it may take its place. */
  transfer(instruction: Instruction, state: D, mayChange?: boolean): D;
}

/** States at the points around every vertex and instruction. `before` is above in the source, whatever the direction. */
export interface Solution<D> {
  readonly analysis: Analysis<D>;
  before(vertex: number): D;
  after(vertex: number): D;
  /** Around one instruction, by replaying transfer from the block's edge; null where control never comes. */
  around(id: StatementId): { readonly before: D; readonly after: D } | null;
  /** How often each vertex was visited, and in which order; only when a trace was asked for. */
  readonly trace: readonly Visit<D>[];
}

export interface Visit<D> {
  readonly vertex: number;
  readonly incoming: D;
  readonly outgoing: D;
  readonly changed: boolean;
  /** Vertices still waiting after this visit, in order. */
  readonly waiting: readonly number[];
}
