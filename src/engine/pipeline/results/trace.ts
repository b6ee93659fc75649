/** A run as columns, for the sweep stepper. */
import type { Span } from '../../base/span';
import type { Language, Role, ScalarType } from '../../ir/types';

/**
 * The run as columns, one row a step; a step is one scalar written or one test decided (or one push or pop).
 * Row k: `statement[k]` indexes `statements`; `location[k]` indexes `locations`, -1 for tests; `index[k]` is the element;
 * `before[k]`, `after[k]` its value. `tapeHeight[k]` after the step, in entries. `depth[k]` counts the calls around it.
 * `before` makes every step reversible, so no copies of the whole state are kept: 38 bytes a step, all told.
 */
export interface Trace {
  steps: number;
  /** Set when the run went on past what the trace holds; says after which step. */
  cutAt: number | null;
  /** Why the run ended early, if it did and the trace is not the reason; else empty. */
  ended: string;
  statements: {
    /** Of the program that ran, as `Origin.node`. */
    id: string;
    /** The primal statement that it comes from. */
    statement: string | null;
    source: Span;
    /** In the generated text; null where it has no line of its own there. */
    code: Span | null;
    sweep: 'forward' | 'backward' | null;
    role: Role;
    recording: string | null;
    /** What it does to which of the two stacks; null if nothing. */
    tape: 'push' | 'pop' | 'pushControl' | 'popControl' | null;
    text: string;
    /** Of the generated program. */
    routine: string;
  }[];
  /**
   * `start`: where its elements begin in `initial`. `entered`: it has values at entry; else it is a local. `of`: of a
   * derivative, the location that it is the derivative of, or -1. `routine`: that it is a parameter or local of, or empty.
   */
  locations: {
    name: string;
    primal: string | null;
    derivative: boolean;
    of: number;
    routine: string;
    /** Made by the transformation: not in the user's text. */
    temporary: boolean;
    type: ScalarType;
    length: number;
    /**
     * Of an array, how its elements are written: per dimension the lower bound, and by how many elements in memory one more
     * in that subscript moves; `order` holds the dimensions, slowest first. Null for scalars, and where extents are unknown.
     */
    subscripts: { lower: number[]; strides: number[]; order: number[]; style: Language } | null;
    start: number;
    entered: boolean;
  }[];
  /** Values at entry, location by location; 0 for locals. */
  initial: Float64Array;
  statement: Uint32Array;
  location: Int32Array;
  index: Uint32Array;
  before: Float64Array;
  after: Float64Array;
  tapeHeight: Uint32Array;
  depth: Uint16Array;
  /**
   * The how manieth time its primal statement runs in this run of its routine, counted in the order of the program also
   * in the backward sweep; 0 where that cannot be told.
   */
  visit: Uint32Array;
  /** The run of its routine that a step belongs to, by its place in `calls`. */
  call: Uint32Array;
  /**
   * Runs of routines that have steps, the entry's first. `statement`: the primal statement that calls, null for the entry
   * and for calls that the program has not; `visit`: the how manieth time it does so, as above; `inside`: the run that
   * calls, or -1.
   */
  calls: { inside: number; statement: string | null; visit: number }[];
  /** First step of the backward sweep, or -1. */
  turn: number;
}
