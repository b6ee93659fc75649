import type { Differentiation } from '../../../engine/pipeline/results';
import { foldOf } from '../../layout/measure';
import { reuse } from '../../layout/place';
import type { Client } from '../../worker/client';
import { drawnOf } from '../results/drawn';
import type { Store } from '../state';
import { layoutOf } from './questions';
import { isLong, nextTask, turnOf } from './turn';

/** Marks the time at which a layout is requested, from which the view that draws it measures. */
export const GRAPHS_ASKED = 'graphs asked';

const LAYOUT_MS = 10_000;

export interface Placing {
  /** Finds places for the graphs of a result: their earlier ones, as far as they fit, unless `afresh` is asked for. */
  place(result: Differentiation, afresh?: boolean): Promise<void>;
  stop(): void;
}

/** Keeps the graphs in their places, and places them again when other parts of them are to be shown. */
export function startPlacing(store: Store, layout: Client): Placing {
  const { getState: get, setState: set, subscribe } = store;
  let placings = 0;
  /** Placing waits until a view shows graphs, or the first answers stand. */
  const loading = turnOf(store, ({ graphsWanted }) => graphsWanted);

  async function place(result: Differentiation, afresh = false): Promise<void> {
    const turn = ++placings;
    const long = isLong(result);
    if (long) await nextTask();
    if (turn !== placings) return;
    const { placed, fullText, folds } = get();
    const drawn = drawnOf(result, folds);
    const { graphs } = drawn;
    // With many vertices, the layout worker finds out whether they can stay where they are.
    const known = long || afresh ? null : placed;
    const kept = known === null ? null : reuse(graphs, known.layout, foldOf(graphs, fullText));
    if (kept !== null) {
      set({ placed: { result, drawn, layout: kept }, unplaced: null });
      return;
    }
    const earlier = afresh ? null : (placed?.layout ?? null);
    performance.mark(GRAPHS_ASKED);
    set({ unplaced: null });
    await loading;
    if (turn !== placings) return;
    const outcome = await layout.ask(layoutOf(graphs, fullText, earlier), LAYOUT_MS);
    if (turn !== placings) return;
    if (outcome.kind === 'answer') set({ placed: { result, drawn, layout: outcome.answer } });
    else set({ unplaced: result });
  }

  const unsubscribe = (['fullText', 'folds'] as const).map((what) =>
    subscribe(
      (state) => state[what],
      () => {
        const { shown } = get();
        if (shown !== null) void place(shown);
      },
    ),
  );
  return {
    place,
    stop() {
      for (const each of unsubscribe) each();
    },
  };
}
