/** What `execute` is asked, and what a run tells: values, derivatives, tape, operations, checks, time. */
import type { Diagnostic } from '../../base/diagnostics';
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
  /** One row a direction; a single one may be its numbers alone. */
  directions?: Record<string, readonly (readonly number[])[] | readonly number[]>;
  budget?: Budget;
  /** `only`: a trace and nothing else; outputs, derivatives and checks stay empty. */
  trace?: boolean | 'only';
}

export interface Execution {
  ok: boolean;
  diagnostics: Diagnostic[];
  /** Every argument as it was at entry: what defaults and formulas came to. */
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
    /** `kink`: on a kink, tie or jump, where differences take both sides and the derivative one. */
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
  /** The most snapshots, each what one call saved for its adjoint, that were on the tape at once. */
  peakSnapshots: number;
  byRecording: Record<string, { pushes: number; bytes: number }>;
}

export interface OperationCounts {
  add: number;
  multiply: number;
  divide: number;
  elementary: number;
  memory: number;
  /** By the published table of weights. */
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
  /** One component a scalar of every independent, or random directions when there are many. */
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
  }[];
  worst: { name: string; index: number; element: string; relativeError: number } | null;
  passed: boolean;
}

/** How long one run takes as WebAssembly, checks included, counters not. */
export interface MeasuredTime {
  ok: boolean;
  /** Why there are no figures; empty if there are. */
  reason: string;
  /** Milliseconds of one run: the median of several samples of many runs each. */
  primal: number;
  derivative: number;
  /** Half the distance between the quartiles of the samples, relative to the median. */
  spread: number;
  /** Runs of the derivative in all. */
  runs: number;
}

/**
 * Of the values that one run of the adjoint pushed, how many the run needed: after the POP a derivative instruction, or
 * control, reads what was restored before anything else is written there, directly or by way of statements, subscripts
 * and further recordings that are needed themselves. A recording that no run needs is an over-estimate of the analysis;
 * one that this run did not need may still be needed in another. Control (branches, counts, arrows) is not counted.
 */
export interface NeededRecordings {
  ok: boolean;
  /** Why there are no figures; empty if there are. */
  reason: string;
  /** Entries of values and snapshots, over the whole run. */
  made: number;
  needed: number;
  /** needed ÷ made; 1 where nothing was recorded. */
  ratio: number;
  /** By id of the recording (`r3`): only those that the run came to. */
  byRecording: Record<string, { made: number; needed: number }>;
}
