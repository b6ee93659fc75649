import type { Diagnostic, Differentiation, Execution } from '../../../engine/pipeline/results';
import type { Outcome } from '../../worker/client';
import { EMPTY_PLAYGROUND } from '../document/playground';

/** A question that got no answer. */
export type Trouble = Exclude<Outcome<never>, { kind: 'answer' | 'superseded' }>;

/** The message for an analysis or a run without an answer. */
function sentenceFor(trouble: Trouble, what: string): Diagnostic {
  const message =
    trouble.kind === 'overdue'
      ? `${what} took longer than ${Math.round(trouble.milliseconds / 1000)} seconds and was ended.`
      : trouble.kind === 'cancelled'
        ? `${what} was cancelled.`
        : `${what} failed inside Backsweep: ${trouble.message}`;
  const code = trouble.kind === 'broken' ? 'internal' : trouble.kind;
  return { severity: 'error', code, message, span: { start: 0, end: 0 }, notes: [] };
}

export function withTrouble(shown: Differentiation | null, trouble: Trouble): Differentiation | null {
  const diagnostics = [sentenceFor(trouble, 'The analysis')];
  return shown === null ? { ...NOTHING, diagnostics } : { ...shown, ok: false, diagnostics };
}

const EMPTY_GRAPH = { vertices: [], edges: [] };
const NOTHING: Differentiation = {
  ok: false,
  diagnostics: [],
  routine: null,
  routines: [],
  variables: [],
  statements: [],
  called: [],
  graphs: { original: EMPTY_GRAPH, forward: EMPTY_GRAPH, adjoint: EMPTY_GRAPH },
  analyses: [],
  furtherAnalyses: [],
  recordings: [],
  calledRecordings: [],
  sites: 0,
  code: { language: 'c', text: '', entry: '', origins: [], runtime: null },
  timings: [],
  request: {
    source: '',
    language: 'c',
    routine: null,
    mode: 'adjoint',
    target: 'c',
    options: EMPTY_PLAYGROUND.options,
    independents: [],
    dependents: [],
    tamper: { without: [], with: [] },
  },
  callGraph: { routines: [], calls: [] },
};

const NO_OPERATIONS = { add: 0, multiply: 0, divide: 0, elementary: 0, memory: 0, weighted: 0 };
export function failedRun(trouble: Trouble): Execution {
  const diagnostic = sentenceFor(trouble, 'The run');
  return {
    ok: false,
    diagnostics: [diagnostic],
    inputs: {},
    outputs: {},
    derivatives: {},
    tape: { values: 0, controls: 0, bytes: 0, peakBytes: 0, peakSnapshots: 0, byRecording: {} },
    operations: { primal: NO_OPERATIONS, derivative: NO_OPERATIONS, ratio: 0 },
    check: { dotProduct: null, finiteDifference: null, sentence: diagnostic.message, verdict: 'none' },
  };
}
