import type { Differentiation } from '../../../engine/pipeline/results';
import type { State, Store } from '../state';

/** Resolves when the first answers are on the screen, in the views that show them, with places for graphs. */
export const isAnswered = ({ execution, latest, placed, unplaced, ...view }: State): boolean =>
  view.viewsComing === 0 &&
  (execution !== null || (latest !== null && !latest.ok)) &&
  (!view.graphsWanted || placed !== null || unplaced !== null);

/** Resolves as soon as it `isWanted`; otherwise when the page has painted its first answers and has nothing else to do. */
export async function turnOf(store: Store, isWanted: (state: State) => boolean): Promise<void> {
  const isNow = (state: State) => isWanted(state) || isAnswered(state);
  do {
    await until(store, isNow);
    if (!isWanted(store.getState())) await Promise.race([until(store, isWanted), idle()]);
    // Meanwhile a view may have begun to load, or to wait for its graphs.
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

/** With more statements than this, work over all of them takes longer than a key press may wait. */
const MOST_AT_ONCE = 60;
export const isLong = ({ statements }: Differentiation): boolean => statements.length > MOST_AT_ONCE;

/** Starts long work in a task of its own, after pending events such as key presses. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

const AT_LATEST_MS = 3_000;

/** When nothing is left to do, as far as the browser can tell; Safari cannot. */
export function idle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function')
      requestIdleCallback(() => resolve(), { timeout: AT_LATEST_MS });
    else setTimeout(resolve, 200);
  });
}
