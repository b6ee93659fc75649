import type { Differentiation } from '../../../engine/pipeline/results';
import type { State, Store } from '../state';

/** The first answers stand: what the page is opened for is on its way to the screen. */
export const isAnswered = ({ execution, latest }: State): boolean =>
  execution !== null || (latest !== null && !latest.ok);

/** Comes as soon as it `isWanted`; otherwise when the page has painted its first answers and has nothing else to do. */
export async function turnOf(store: Store, isWanted: (state: State) => boolean): Promise<void> {
  await until(store, (state) => isWanted(state) || isAnswered(state));
  if (!isWanted(store.getState())) await Promise.race([until(store, isWanted), idle()]);
}

function until(store: Store, holds: (state: State) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const stop = store.subscribe(
      holds,
      (now) => {
        if (!now) return;
        resolve();
        // Not there yet when it holds at once.
        queueMicrotask(() => stop());
      },
      { fireImmediately: true },
    );
  });
}

/** With more statements than this, what is made of all of them takes longer than a key may wait. */
const MOST_AT_ONCE = 60;
export const isLong = ({ statements }: Differentiation): boolean => statements.length > MOST_AT_ONCE;

/** After what the page has in hand, such as a key: work that takes long begins a task of its own. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

const AT_LATEST_MS = 3_000;

/** Nothing is left to do, as far as the browser tells: Safari does not. */
export function idle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function')
      requestIdleCallback(() => resolve(), { timeout: AT_LATEST_MS });
    else setTimeout(resolve, 200);
  });
}
