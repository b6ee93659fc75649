import type { Budget } from '../../../engine/pipeline/results';
import type { Client } from '../../worker/client';
import { runKey } from '../document/playground';
import { isStale, type State, type Store } from '../state';
import { executionOf, QUICK } from './questions';
import { failedRun } from './trouble';

const GENEROUS: Required<Budget> = { steps: 4_000_000_000, milliseconds: 60_000, bytes: 512 * 2 ** 20 };
export const PAUSE_BEFORE_RUN_MS = 200;

export interface Running {
  /** Now, with a generous budget. */
  run(): void;
  /** After a pause while the user types; a program that was just opened runs at once. */
  runSoon(milliseconds?: number): void;
  stop(): void;
}

/** Runs the adjoint when it or its inputs have changed. */
export function startRunning({ getState: get, setState: set, subscribe }: Store, execution: Client): Running {
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
