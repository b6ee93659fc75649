/** What `certify` answers: whether a derivative is right, exactly, for all inputs that take the path of a run. */
import type { Answer } from './answer';

export interface Certificate extends Answer {
  /**
   * `exact`: equal as functions on this path. `different`: not equal there. `not-applicable`: the run fails, meets NaN or
   * infinity, or exceeds its budget, so that it tells nothing.
   */
  verdict: 'exact' | 'different' | 'not-applicable';
  /** Runs at random points that were compared. */
  trials: number;
  /** An upper bound of the probability that `exact` is wrong; 1 if no bound holds, as `note` says. */
  errorBound: number;
  /**
   * The decisions of the run. `key` is equal for runs with the same outcomes of tests and the same integers in control;
   * `tests` lists the outcomes that each test of the program had.
   */
  path: { key: string; tests: { statement: string; outcomes: ('true' | 'false')[] }[] };
  /** The first derivatives that are wrong; `element` is the independent's, in the notation of the program. */
  differs: { independent: string; element: string; dependent: string }[];
  /** In words: what was shown and on what grounds, or why nothing can be said. */
  note: string;
}

/** Inputs on which a test has an outcome that it did not have on those at hand. */
export interface FoundInputs {
  ok: boolean;
  /** By location key, all elements in memory order; null where none were found. */
  inputs: Record<string, number[]> | null;
  sentence: string;
}
