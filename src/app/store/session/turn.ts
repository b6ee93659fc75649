import type { Differentiation } from '../../../engine/pipeline/results';
import type { State, Store } from '../state';

/** What the page was opened for is on its way to the screen: the first answers, in the views that show them, with places for graphs. */
export const isAnswered = ({ execution, latest, placed, unplaced, ...view }: State): boolean =>
  view.viewsComing === 0 &&
  (execution !== null || (latest !== null && !latest.ok)) &&
  (!view.graphsWanted || placed !== null || unplaced !== null);

/** Comes as soon as it `isWanted`; otherwise when the page has painted its first answers and has nothing else to do. */
export async function turnOf(store: Store, isWanted: (state: State) => boolean): Promise<void> {
  const isNow = (state: State) => isWanted(state) || isAnswered(state);
  do {
    await until(store, isNow);
    if (!isWanted(store.getState())) await Promise.race([until(store, isWanted), idle()]);
    // Meanwhile a view may have begun to come, or to wait for its graphs.
  } while (!isNow(store.getState()));
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
