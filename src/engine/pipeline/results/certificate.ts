/** What `certify` answers: whether a derivative is right, exactly, for all inputs that take the path of a run. */
import type { Diagnostic } from '../../base/diagnostics';

export interface Certificate {
  ok: boolean;
  diagnostics: Diagnostic[];
  /**
   * `exact`: equal as functions on this path. `different`: not equal there. `not-applicable`: the run fails, meets NaN or
   * infinity, or ends over budget, so that it says nothing.
   */
  verdict: 'exact' | 'different' | 'not-applicable';
  /** Runs at random points that were compared. */
  trials: number;
  /** With this probability at most, `exact` was said of what is not; 1 where no bound holds, which `note` says. */
  errorBound: number;
  /**
   * What steered the run. `key` is equal for runs with the same outcomes of tests and the same integers that steer; `tests`
   * tells which outcomes each test of the program had.
   */
  path: { key: string; tests: { statement: string; outcomes: ('true' | 'false')[] }[] };
  /** Derivatives that are wrong, the first of them; `element` is the independent's, as the program writes it. */
  differs: { independent: string; element: string; dependent: string }[];
  /** In words: what was shown and what it rests on, or why there is nothing to say. */
  note: string;
}

/** Inputs on which a test has an outcome that it had not on those at hand. */
export interface FoundInputs {
  ok: boolean;
  /** By location key, all elements in memory order; null where none were found. */
  inputs: Record<string, number[]> | null;
  sentence: string;
}
