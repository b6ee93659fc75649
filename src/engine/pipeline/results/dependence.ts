/** Which outputs depend on which inputs, and where in the text a derivative passes. */
import type { Span } from '../../base/span';
import type { Reasoned } from './answer';

/** Which outputs may depend on which inputs, for the routine and for its blocks; and where in the text a derivative passes. */
export interface Dependence extends Reasoned {
  /** Of the routine: a row for every real output, a column for every input, integers included. */
  routine: DependenceMatrix;
  /** For every vertex of the original graph that may write a real location: a row for each such location, a column for all that they depend on. */
  blocks: { vertex: string; matrix: DependenceMatrix }[];
  /** Every place of the text that names a real variable, in order; one for each range. */
  occurrences: Occurrence[];
}

export interface DependenceMatrix {
  /** Keys, in order of declaration. */
  rows: string[];
  columns: string[];
  /** The dependences, differentiable or not; at most one for each pair. */
  cells: DependenceCell[];
}

export interface DependenceCell {
  row: string;
  column: string;
  /**
   * `differentiable`: a derivative may pass from the column before to the row after (DiffDep). `kept`: the value, or a part
   * of it, may simply remain. `other`: the row depends on the column only through a subscript, a test or an integer.
   */
  kind: 'differentiable' | 'kept' | 'other';
  /** The statements that the derivative passes through, in the order of the flow graph. */
  statements: string[];
}

export interface Occurrence {
  span: Span;
  /** Key of the variable. */
  location: string;
  /** Null in a routine other than the differentiated one. */
  statement: string | null;
  /** Whether it is assigned here. */
  write: boolean;
  /** The possible origins of the value that is read here; empty where it is assigned. */
  definitions: Definition[];
  /**
   * `active`: a derivative passes here. `varied`: it depends on an independent, but no derivative passes on from here. `useful`: it
   * influences a dependent, but depends on no independent. `passive`: neither.
   */
  state: 'active' | 'varied' | 'useful' | 'passive';
  /** Independents that it depends on here, and dependents that it influences from here; empty in other routines. */
  by: string[];
  of: string[];
  /** One sentence. */
  reason: string;
}

/** A statement that gave a variable its value; null for the value from entry. */
export interface Definition {
  statement: string | null;
  span: Span | null;
}
