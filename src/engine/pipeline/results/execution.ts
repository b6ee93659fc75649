/** The request of `execute`, and the results of a run: values, derivatives, tape, operations, checks, time. */

import type { Answer, Reasoned } from './answer';
import type { DifferentiateRequest } from './differentiation';
import type { Trace } from './trace';

/** A number, all elements in memory order, or a formula over the element's indices i, j, k (from 1), n and other inputs. */
export type Input = number | readonly number[] | string;

export interface Budget {
  steps?: number;
  milliseconds?: number;
  bytes?: number;
}

export interface ExecuteRequest extends DifferentiateRequest {
  inputs?: Record<string, Input>;
  seeds?: Record<string, readonly number[]>;
  /** One row for each direction; a single direction may be given as its numbers alone. */
  directions?: Record<string, readonly (readonly number[])[] | readonly number[]>;
  budget?: Budget;
  /** `only`: a trace and nothing else; outputs, derivatives and checks stay empty. */
  trace?: boolean | 'only';
}

export interface Execution extends Answer {
  /** Every argument at entry: the values of given numbers, formulas and defaults. */
  inputs: Record<string, number[]>;
  /** Dependents (and every other output) at exit. */
  outputs: Record<string, number[]>;
  /** Adjoint modes: adjoints of the independents at entry. Tangent modes: tangents of the dependents at exit, direction by direction. */
  derivatives: Record<string, number[]>;
  /** Tangent over adjoint: the Hessian (of the seeded sum of the dependents) times each direction, direction by direction. */
  second?: Record<string, number[]>;
  tape: TapeStatistics;
  operations: { primal: OperationCounts; derivative: OperationCounts; ratio: number };
  check: {
    dotProduct: DotProductCheck | null;
    finiteDifference: FiniteDifferenceCheck | null;
    sentence: string;
    /** `kink`: the run is on a kink, tie or jump, where differences see both sides and the derivative one. */
    verdict: 'passed' | 'failed' | 'kink' | 'ill-conditioned' | 'none';
  };
  trace?: Trace;
}

export interface TapeStatistics {
  /** Number of values and of control entries pushed over the run. */
  values: number;
  controls: number;
  bytes: number;
  peakBytes: number;
  /** The largest number of snapshots, each saved by one call for its adjoint, that were on the tape at once. */
  peakSnapshots: number;
  byRecording: Record<string, { pushes: number; bytes: number }>;
}

export interface OperationCounts {
  add: number;
  multiply: number;
  divide: number;
  elementary: number;
  memory: number;
  /** With the published table of weights. */
  weighted: number;
}

export interface DotProductCheck {
  /** <seeds, J·direction> from the tangent, <Jᵀ·seeds, direction> from the adjoint. */
  tangent: number;
  adjoint: number;
  relativeError: number;
  passed: boolean;
}

export interface FiniteDifferenceCheck {
  /** One component for each scalar of every independent, or random directions if there are many. */
  components: {
    name: string;
    /** In memory order. */
    index: number;
    /** The element as the program writes it. */
    element: string;
    adjoint: number;
    difference: number;
    step: number;
    relativeError: number;
    passed: boolean;
    /** The run lost digits of it: as double-doubles derivative and difference agree. */
    isRounded?: true;
  }[];
  worst: { name: string; index: number; element: string; relativeError: number } | null;
  passed: boolean;
}

/** The time of one run as WebAssembly, with checks but without counters. */
export interface MeasuredTime extends Reasoned {
  /** Milliseconds of one run: the median of several samples of many runs each. */
  primal: number;
  derivative: number;
  /** Half the distance between the quartiles of the samples, relative to the median. */
  spread: number;
  /** The total number of runs of the derivative. */
  runs: number;
}

/**
 * How many of the values that a run of the adjoint pushed the run needed: after the POP a derivative instruction, or control,
 * reads the restored value before anything else is written there, directly or by way of statements, subscripts and further
 * recordings that are needed themselves. A recording that no run needs is an over-estimate of the analysis; one that this run
 * did not need may still be needed in another. Control (branches, counts, arrows) is not counted.
 */
export interface NeededRecordings extends Reasoned {
  /** Entries of values and snapshots, over the whole run. */
  made: number;
  needed: number;
  /** needed ÷ made; 1 where nothing was recorded. */
  ratio: number;
  /** By id of the recording (`r3`), for those that the run reached. */
  byRecording: Record<string, { made: number; needed: number }>;
}
