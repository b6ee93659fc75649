import type {
  Dependence,
  DifferentiateRequest,
  Differentiation,
  Execution,
  Explanation,
} from '../../../engine/pipeline/results';
import type { Layout } from '../../layout/types';
import type { Focus } from '../view/focus';
import type { Drawn } from './drawn';

/** The workers' answers. Each result names what it is a result of. */
export interface Results {
  /** The last answer of the engine, and what it answered. */
  readonly latest: Differentiation | null;
  readonly latestRequest: DifferentiateRequest | null;
  /** What the views show: the last answer, or the last good one while the text is half typed. */
  readonly shown: Differentiation | null;
  readonly shownRequest: DifferentiateRequest | null;
  readonly analysing: boolean;

  readonly execution: Execution | null;
  readonly executionKey: string;
  readonly running: boolean;

  /** The graphs that were placed last, possibly of an earlier result. */
  readonly placed: Placed | null;
  /** The result for whose graphs no places were found in time. */
  readonly unplaced: Differentiation | null;
  readonly explanation: { readonly focus: Focus; readonly text: Explanation } | null;

  /** Of `of`, while something shows it. */
  readonly dependence: { readonly of: Differentiation; readonly answer: Dependence } | null;
}

/** Graphs with places for exactly their vertices and edges. */
export interface Placed {
  readonly result: Differentiation;
  readonly drawn: Drawn;
  readonly layout: Layout;
}

export const NO_RESULTS: Results = {
  latest: null,
  latestRequest: null,
  shown: null,
  shownRequest: null,
  analysing: false,
  execution: null,
  executionKey: '',
  running: false,
  placed: null,
  unplaced: null,
  explanation: null,
  dependence: null,
};
