/** A run as columns, for the sweep stepper. */
import type { Span } from '../../base/span';
import type { Language, Role, ScalarType } from '../../ir/types';

/**
 * The run as columns, one row for each step; a step is one scalar written, one test decided, or one push or pop. Row k:
 * `statement[k]` indexes `statements`; `location[k]` indexes `locations`, -1 for tests; `index[k]` is the element;
 * `before[k]`, `after[k]` its value. `tapeHeight[k]` after the step, in entries. `depth[k]` counts the calls around it.
 * `before` makes every step reversible, so no copies of the whole state are kept: a step takes 38 bytes.
 */
export interface Trace {
  steps: number;
  /** Set if the run continued beyond the end of the trace; the last step that the trace has. */
  cutAt: number | null;
  /** Why the run ended early, if it did and the trace is not the reason; else empty. */
  ended: string;
  statements: {
    /** Of the program that ran, as `Origin.node`. */
    id: string;
    /** The primal statement that it comes from. */
    statement: string | null;
    source: Span;
    /** Its range in the generated text; null if it has no line of its own there. */
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
   * `start`: where its elements begin in `initial`. `entered`: whether it has values at entry, unlike a local. `of`: for a
   * derivative, the location that it is the derivative of, else -1. `routine`: the routine that it is a parameter or local
   * of, or empty.
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
     * How elements of an array are written: for each dimension the lower bound, and the distance in memory between
     * neighbouring values of the subscript; `order` lists the dimensions, slowest first. Null for scalars, and if extents are
     * unknown.
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
   * Which run of its primal statement the step belongs to, within this run of its routine, counted in the order of the
   * program also in the backward sweep; 0 if unknown.
   */
  visit: Uint32Array;
  /** The run of its routine that a step belongs to, as an index into `calls`. */
  call: Uint32Array;
  /**
   * Runs of routines that have steps, the entry's first. `statement`: the primal statement that calls, null for the entry and
   * for calls that the program does not have; `visit`: which of its runs, as above; `inside`: the run that calls, or -1.
   */
  calls: { inside: number; statement: string | null; visit: number }[];
  /** First step of the backward sweep, or -1. */
  turn: number;
}
