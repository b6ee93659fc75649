/** The input and the outcome of a run, the same for WebAssembly and the interpreter. */
import type { TrapCode } from '../backend/wasm/index';
import type { Expr, StatementId, VariableId } from '../ir/types';

export interface RunLimits {
  /** Iterations of loops and calls. */
  readonly steps: number;
  readonly milliseconds: number;
  /** The memory of everything: globals, arguments, arrays of routines, tape. */
  readonly bytes: number;
}

/**
 * The limit of a run is its number of steps, which every machine counts alike. The clock only ends a run that hangs, and must
 * not end one that waits for the processor.
 */
export const HANGS_AFTER_MS = 10_000;
export const DEFAULT_LIMITS: RunLimits = {
  steps: 50_000_000,
  milliseconds: HANGS_AFTER_MS,
  bytes: 256 * 2 ** 20,
};

/** The limits of runs in a request; a limit that it omits, or that is not valid, is taken from `otherwise`. */
export function limitsOf(budget: Partial<RunLimits> = {}, otherwise: RunLimits = DEFAULT_LIMITS): RunLimits {
  const asked = (what: keyof RunLimits) => {
    const limit = budget[what];
    return limit !== undefined && limit >= 0 && Number.isFinite(limit) ? Math.floor(limit) : otherwise[what];
  };
  return { steps: asked('steps'), milliseconds: asked('milliseconds'), bytes: asked('bytes') };
}

/** Limits for a closer look at a run, which never exceed those of the run itself. */
export function within(own: RunLimits, budget: Partial<RunLimits> | undefined): RunLimits {
  const { steps, milliseconds, bytes } = limitsOf(budget, own);
  return {
    steps: Math.min(own.steps, steps),
    milliseconds: Math.min(own.milliseconds, milliseconds),
    bytes: Math.min(own.bytes, bytes),
  };
}

export interface RunInput {
  /** Name of the routine that is run. */
  readonly entry: string;
  /** One list for each parameter, in memory order; a scalar has one element. */
  readonly arguments: readonly (readonly number[])[];
  /** Values of globals at entry; one that is left out has its static initial value, or 0. */
  readonly globals: ReadonlyMap<VariableId, readonly number[]>;
}

/** Why a run ended early. `value`, `lower`, `extent`: of the subscript out of bounds; `value` may also be another number at fault. */
export interface Trap {
  readonly code: TrapCode | 'budget-time';
  readonly statement: StatementId | null;
  readonly variable: VariableId | null;
  readonly dimension: number;
  /** The subscript, or the divisor. */
  readonly culprit: Expr | null;
  readonly value: number;
  readonly lower: number;
  readonly extent: number;
  readonly callee: string | null;
}

export interface RunOutcome {
  /** Null when the run came to its end; `stopped` is STOP. */
  readonly trap: Trap | null;
  /** Each argument's values at the end. */
  readonly arguments: readonly (readonly number[])[];
  readonly result: number | null;
  readonly globals: ReadonlyMap<VariableId, readonly number[]>;
  /** Steps of the budget that were used. */
  readonly steps: number;
}

const NOTHING = { variable: null, dimension: 0, culprit: null, value: 0, lower: 0, extent: 0, callee: null };

export function trapAt(
  site: Pick<Trap, 'code' | 'statement'> & Partial<Trap>,
  more: Partial<Trap> = {},
): Trap {
  return { ...NOTHING, ...site, ...more };
}

/** Whether it ended by itself or by STOP: then the outputs are those of the program. */
export function cameToEnd(outcome: RunOutcome): boolean {
  return outcome.trap === null || outcome.trap.code === 'stopped';
}

/** Whether the backward sweep came to its end: STOP in a called routine, or one that tells an error, comes before it. */
export function cameBack(outcome: RunOutcome): boolean {
  return outcome.trap === null;
}
