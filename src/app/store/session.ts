import type {
  Budget,
  Diagnostic,
  DifferentiateRequest,
  Differentiation,
  Execution,
} from '../../engine/pipeline/results';
import { FOLDED, FULL } from '../layout/measure';
import { reuse } from '../layout/place';
import { answeredAhead, knownFrom, NOTHING_KNOWN } from '../worker/ahead';
import { type Client, createClient, type Outcome } from '../worker/client';
import { MADE } from '../worker/made';
import { spawnEngine, spawnLayout } from '../worker/spawn';
import { drawnOf } from './drawn';
import { cursorOf, type Focus, focusByCursor } from './focus';
import { analysisKey, EMPTY_PLAYGROUND, isEmpty, runKey, runOf } from './playground';
import { analysisOf, executionOf, explanationOf, layoutOf, QUICK } from './questions';
import { isStale, type State, type Store } from './state';
import { turnOf } from './turn';

/**
 * Keeps results in step with the playground: each change asks the analysis worker; each good answer asks the layout
 * worker, and after a pause the execution worker. An answer that something newer has overtaken is shown all the same, marked as
 * stale, if nothing newer is there yet.
 */
/** Marks the moment at which a layout is asked for; the view that draws it measures from here. */
export const GRAPHS_ASKED = 'graphs asked';

export interface Session {
  /** Runs now, with a generous budget. */
  run(): void;
  cancelRun(): void;
  /** Places the graphs afresh, letting go of the places they had. */
  tidy(): void;
  stop(): void;
  /** For questions whose answers only one view wants. */
  readonly clients: Clients;
}

export interface Clients {
  readonly analysis: Client;
  readonly execution: Client;
  /** The exact check, which must not keep a run waiting. */
  readonly certificate: Client;
  readonly layout: Client;
}

export function ownClients(): Clients {
  const known = MADE === null ? NOTHING_KNOWN : knownFrom(MADE);
  return {
    analysis: answeredAhead(createClient(spawnEngine('analysis')), known.analysis),
    execution: answeredAhead(createClient(spawnEngine('execution')), known.execution),
    certificate: answeredAhead(createClient(spawnEngine('certificate')), known.certificate),
    layout: answeredAhead(createClient(spawnLayout), known.layout),
  };
}

const GENEROUS: Required<Budget> = { steps: 4_000_000_000, milliseconds: 60_000, bytes: 512 * 2 ** 20 };
const PAUSE_BEFORE_RUN_MS = 200;
const ANALYSIS_MS = 60_000;
const LAYOUT_MS = 10_000;

export function startSession(store: Store, clients: Clients): Session {
  const { getState: get, setState: set, subscribe } = store;
  let stopped = false;
  let pause: ReturnType<typeof setTimeout> | undefined;

  let askedKey = '';
  async function analyse(): Promise<void> {
    const { playground } = get();
    const question = analysisOf(playground);
    const { hash: key, request } = question;
    // Not what was answered last: what was typed and taken back at once is answered still.
    if (key === askedKey) return;
    askedKey = key;
    set({ analysing: true });
    const outcome = await clients.analysis.ask(question, ANALYSIS_MS);
    if (outcome.kind === 'superseded' || outcome.kind === 'cancelled') return;
    const overtaken = analysisKey(get().playground) !== key;
    if (outcome.kind === 'answer') accept(outcome.answer, request);
    else set((state) => ({ latest: withTrouble(state.shown, outcome), latestRequest: request }));
    set({ analysing: overtaken });
  }

  /** While half a line is typed, the last good answer of the same program stays in view. */
  function accept(latest: Differentiation, request: DifferentiateRequest): void {
    const state = get();
    const sameProgram = state.shown !== null && acceptedGeneration === state.generation;
    // Where nothing is left, nothing of it is left to show: the panes say how to begin.
    const empty = isEmpty(request.source);
    const usable = latest.ok || !sameProgram || !state.shown?.ok || empty;
    acceptedGeneration = state.generation;
    if (!usable) {
      set({ latest, latestRequest: request });
      return;
    }
    const cursor = state.awaitedCursor ?? cursorOf(state.pinned);
    const pinned = cursor === null ? null : focusByCursor(latest, cursor, 'kept');
    set({
      latest,
      latestRequest: request,
      shown: latest,
      shownRequest: request,
      pinned,
      hovered: null,
      stepped: null,
      awaitedCursor: null,
      ...(empty ? { execution: null, executionKey: '' } : {}),
    });
    void placeGraphs(latest);
    if (latest.ok) runSoon(sameProgram ? PAUSE_BEFORE_RUN_MS : 0);
  }
  let acceptedGeneration = -1;
  let placings = 0;
  /** Graphviz is a third of what the page loads: it comes when a view shows graphs, or when the first answers stand. */
  const placing = turnOf(store, ({ graphsWanted }) => graphsWanted);

  async function placeGraphs(result: Differentiation, afresh = false): Promise<void> {
    const { placed, fullText, folds } = get();
    const fold = fullText ? FULL : FOLDED;
    const drawn = drawnOf(result, folds);
    const { graphs } = drawn;
    const turn = ++placings;
    const kept = placed === null || afresh ? null : reuse(graphs, placed.layout, fold);
    if (kept !== null) {
      set({ placed: { result, drawn, layout: kept }, unplaced: null });
      return;
    }
    const earlier = afresh ? null : (placed?.layout ?? null);
    performance.mark(GRAPHS_ASKED);
    set({ unplaced: null });
    await placing;
    if (turn !== placings) return;
    const outcome = await clients.layout.ask(layoutOf(graphs, fullText, earlier), LAYOUT_MS);
    if (turn !== placings) return;
    if (outcome.kind === 'answer') set({ placed: { result, drawn, layout: outcome.answer } });
    else set({ unplaced: result });
  }

  /** After a pause while somebody types; what was just opened runs at once. */
  function runSoon(milliseconds = PAUSE_BEFORE_RUN_MS): void {
    clearTimeout(pause);
    pause = setTimeout(() => {
      // Typed on meanwhile: half a line would only end in an error. The next good text asks again.
      if (get().shown?.ok && !isStale(get())) void run(QUICK);
    }, milliseconds);
  }

  async function run(budget: Required<Budget>): Promise<void> {
    clearTimeout(pause);
    const { playground } = get();
    const key = runKey(playground);
    const turn = ++runs;
    set({ running: true });
    const outcome = await clients.execution.ask(executionOf(playground, budget), 2 * budget.milliseconds);
    if (outcome.kind === 'superseded') return;
    if (outcome.kind === 'answer') set({ execution: outcome.answer, executionKey: key });
    else set({ execution: failedRun(outcome), executionKey: key });
    // Another may be under way by now.
    if (turn === runs) set({ running: false });
  }
  let runs = 0;

  async function explain(focus: Focus | null): Promise<void> {
    if (focus?.subject == null || focus.result !== get().shown) return;
    const { shownRequest: request, playground } = get();
    if (request === null) return;
    const inputs = isStale(get()) ? {} : runOf(playground, {}).inputs;
    const outcome = await clients.analysis.ask(explanationOf(request, focus.subject, inputs));
    if (outcome.kind === 'answer' && focus === get().pinned)
      set({ explanation: { focus, text: outcome.answer } });
  }

  async function depend(shown: Differentiation | null): Promise<void> {
    const { shownRequest: request, dependence } = get();
    if (shown === null || request === null || dependence?.of === shown) return;
    const outcome = await clients.analysis.ask({ kind: 'dependence', request });
    if (outcome.kind === 'answer' && get().shown === shown)
      set({ dependence: { of: shown, answer: outcome.answer } });
  }

  const unsubscribe = [
    subscribe(({ shown, dependenceWanted }) => (dependenceWanted > 0 ? shown : null), depend),
    subscribe(({ playground }) => playground, analyse),
    subscribe(runInputs, (now, before) => {
      if (now.every((each, i) => each === before[i])) return;
      if (get().shown?.ok) runSoon();
    }),
    subscribe(({ pinned }) => pinned, explain),
    ...(['fullText', 'folds'] as const).map((what) =>
      subscribe(
        (state) => state[what],
        () => {
          const { shown } = get();
          if (shown !== null) void placeGraphs(shown);
        },
      ),
    ),
  ];
  void analyse();
  void clients.analysis.ask({ kind: 'available' }).then((outcome) => {
    if (outcome.kind === 'answer') set({ available: outcome.answer });
  });
  // Who goes on from answers that came with the page finds the engine loaded.
  void turnOf(store, () => false).then(() => {
    if (stopped) return;
    clients.analysis.load();
    clients.execution.load();
  });

  return {
    clients,
    run: () => void run(GENEROUS),
    cancelRun: () => clients.execution.cancel(),
    tidy() {
      const { shown } = get();
      if (shown !== null) void placeGraphs(shown, true);
    },
    stop() {
      stopped = true;
      clearTimeout(pause);
      for (const each of unsubscribe) each();
      for (const each of Object.values(clients)) each.cancel();
    },
  };
}

const runInputs = ({ playground }: State) => [playground.inputs, playground.seeds, playground.directions];

type Trouble = Exclude<Outcome<never>, { kind: 'answer' | 'superseded' }>;

/** Words for an analysis or a run that gave no answer. */
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

function withTrouble(shown: Differentiation | null, trouble: Trouble): Differentiation | null {
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
function failedRun(trouble: Trouble): Execution {
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
