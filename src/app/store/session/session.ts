import type { Budget, DifferentiateRequest, Differentiation } from '../../../engine/pipeline/results';
import type { Client } from '../../worker/client';
import { analysisKey, isEmpty, type Playground, runKey, runOf } from '../document/playground';
import { isStale, programOf, type State, type Store } from '../state';
import { cursorOf, type Focus, focusByCursor } from '../view/focus';
import type { Clients } from './clients';
import { startPlacing } from './placing';
import { analysisOf, executionOf, explanationOf, QUICK } from './questions';
import { failedRun, withTrouble } from './trouble';
import { turnOf } from './turn';

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

const ANALYSIS_MS = 60_000;
/** When answers take longer than this, the next question waits for a pause in typing: a pause as long as an answer takes, within bounds. */
const SLOW_MS = 250;
const MOST_PAUSE_MS = 600;

/**
 * Keeps results in step with the playground: each change asks the analysis worker; each good answer asks the layout
 * worker, and after a pause the execution worker. An answer that something newer has overtaken is shown all the same, marked as
 * stale, if nothing newer is there yet.
 */
export function startSession(store: Store, clients: Clients): Session {
  const { getState: get, setState: set, subscribe } = store;
  const placing = startPlacing(store, clients.layout);
  const running = startRunning(store, clients.execution);
  let stopped = false;

  /** How long the last answer took. */
  let took = 0;
  let pause: ReturnType<typeof setTimeout> | undefined;
  /** Slow answers are asked for when the user pauses: an answer for each letter would keep the machine busy for nothing. */
  function analyseSoon({ source }: Playground, before: Playground): void {
    clearTimeout(pause);
    const typed = source !== before.source && accepted === programOf(get());
    if (!typed || took < SLOW_MS) void analyse();
    else pause = setTimeout(analyse, Math.min(took, MOST_PAUSE_MS));
  }

  let askedKey = '';
  async function analyse(): Promise<void> {
    const { playground } = get();
    const question = analysisOf(playground);
    const { hash: key, request } = question;
    // Not the text that was answered last: a change that is undone at once is still answered.
    if (key === askedKey) return;
    askedKey = key;
    set({ analysing: true });
    const asked = performance.now();
    const outcome = await clients.analysis.ask(question, ANALYSIS_MS);
    if (outcome.kind === 'answer') took = performance.now() - asked;
    if (outcome.kind === 'superseded' || outcome.kind === 'cancelled') return;
    const overtaken = analysisKey(get().playground) !== key;
    if (outcome.kind === 'answer') accept(outcome.answer, request);
    else set((state) => ({ latest: withTrouble(state.shown, outcome), latestRequest: request }));
    set({ analysing: overtaken });
  }

  /** While half a line is typed, the last good answer of the same program stays in view. */
  function accept(latest: Differentiation, request: DifferentiateRequest): void {
    const state = get();
    const sameProgram = state.shown !== null && accepted === programOf(state);
    // For an empty text there is nothing left to show: the panes say how to begin.
    const empty = isEmpty(request.source);
    const usable = latest.ok || !sameProgram || !state.shown?.ok || empty;
    accepted = programOf(state);
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
      ...(latest.ok && !empty ? {} : { execution: null, executionKey: '' }),
    });
    void placing.place(latest);
    if (latest.ok) running.runSoon(sameProgram ? PAUSE_BEFORE_RUN_MS : 0);
  }
  let accepted = '';

  const unsubscribe = [
    ...startExplaining(store, clients.analysis),
    subscribe(({ playground }) => playground, analyseSoon),
  ];
  void analyse();
  // A visitor who continues from the answers that came with the page finds the engine loaded.
  void turnOf(store, () => false).then(() => {
    if (stopped) return;
    clients.analysis.load();
    clients.execution.load();
  });

  return {
    clients,
    run: running.run,
    cancelRun: () => clients.execution.cancel(),
    tidy() {
      const { shown } = get();
      if (shown !== null) void placing.place(shown, true);
    },
    stop() {
      stopped = true;
      clearTimeout(pause);
      running.stop();
      placing.stop();
      for (const each of unsubscribe) each();
      for (const each of Object.values(clients)) each.cancel();
    },
  };
}

/** Questions about a result that are asked when somebody wants to see the answer: why the pinned thing is there, and what depends on what. */
function startExplaining(
  { getState: get, setState: set, subscribe }: Store,
  analysis: Client,
): (() => void)[] {
  async function explain(focus: Focus | null): Promise<void> {
    if (focus === null) set({ explanation: null });
    if (focus?.subject == null || focus.result !== get().shown) return;
    const { shownRequest: request, playground } = get();
    if (request === null) return;
    const inputs = isStale(get()) ? {} : runOf(playground, {}).inputs;
    const outcome = await analysis.ask(explanationOf(request, focus.subject, inputs));
    if (outcome.kind === 'answer' && focus === get().pinned)
      set({ explanation: { focus, text: outcome.answer } });
  }

  async function depend(shown: Differentiation | null): Promise<void> {
    const { shownRequest: request, dependence } = get();
    if (shown === null || request === null || dependence?.of === shown) return;
    const outcome = await analysis.ask({ kind: 'dependence', request });
    if (outcome.kind === 'answer' && get().shown === shown)
      set({ dependence: { of: shown, answer: outcome.answer } });
  }

  return [
    subscribe(({ shown, dependenceWanted }) => (dependenceWanted > 0 ? shown : null), depend),
    subscribe(({ pinned }) => pinned, explain),
  ];
}

const GENEROUS: Required<Budget> = { steps: 4_000_000_000, milliseconds: 60_000, bytes: 512 * 2 ** 20 };
const PAUSE_BEFORE_RUN_MS = 200;

interface Running {
  /** Now, with a generous budget. */
  run(): void;
  /** After a pause while the user types; a program that was just opened runs at once. */
  runSoon(milliseconds?: number): void;
  stop(): void;
}

/** Runs the adjoint when it or its inputs have changed. */
function startRunning({ getState: get, setState: set, subscribe }: Store, execution: Client): Running {
  let pause: ReturnType<typeof setTimeout> | undefined;
  let runs = 0;

  function runSoon(milliseconds = PAUSE_BEFORE_RUN_MS): void {
    clearTimeout(pause);
    pause = setTimeout(() => {
      // The user typed on meanwhile: half a line would only give an error. The next good text asks again.
      if (get().shown?.ok && !isStale(get())) void run(QUICK);
    }, milliseconds);
  }

  async function run(budget: Required<Budget>): Promise<void> {
    clearTimeout(pause);
    const { playground } = get();
    const key = runKey(playground);
    const turn = ++runs;
    set({ running: true });
    const outcome = await execution.ask(executionOf(playground, budget), 2 * budget.milliseconds);
    if (outcome.kind === 'superseded') return;
    set({ execution: outcome.kind === 'answer' ? outcome.answer : failedRun(outcome), executionKey: key });
    // Another run may be under way by now.
    if (turn === runs) set({ running: false });
  }

  const unsubscribe = subscribe(runInputs, (now, before) => {
    if (now.every((each, i) => each === before[i])) return;
    if (get().shown?.ok) runSoon();
  });
  return {
    run: () => void run(GENEROUS),
    runSoon,
    stop() {
      clearTimeout(pause);
      unsubscribe();
    },
  };
}

const runInputs = ({ playground }: State) => [playground.inputs, playground.seeds, playground.directions];
