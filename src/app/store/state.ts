import { temporal } from 'zundo';
import { subscribeWithSelector } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';
import type { Diagnostic, Differentiation, Execution } from '../../engine/pipeline/results';
import { type Document, NO_DOCUMENT } from './document/document';
import { analysisKey, isEmpty, type Playground, requestKey, runKey } from './document/playground';
import { drawnOf } from './results/drawn';
import { NO_RESULTS, type Results } from './results/results';
import type { Focus } from './view/focus';
import { FIRST_VIEW, type View } from './view/view';

/** The three parts of the state: the user's document, the engine's answers, and the view of both. */
export interface State extends Document, Results, View {}

const INITIAL: State = { ...NO_DOCUMENT, ...NO_RESULTS, ...FIRST_VIEW };

/** Typing within this time is one step of undo. */
const ONE_STEP_MS = 700;
const MOST_STEPS = 300;

export function createState(initial: Partial<State> = {}) {
  let lastEdit = 0;
  return createStore<State>()(
    subscribeWithSelector(
      temporal((): State => ({ ...INITIAL, ...initial }), {
        partialize: ({ playground }) => ({ playground }),
        equality: (past, current) => past.playground === current.playground,
        limit: MOST_STEPS,
        // Keystrokes are gathered into one step; any other change is a step of its own.
        handleSet: (record) => (past, replace, current, delta) => {
          const before = (past as State).playground;
          const after = current.playground;
          const onlyTyped = before.source !== after.source && sameBut(before, after);
          const now = Date.now();
          const gather = onlyTyped && now - lastEdit < ONE_STEP_MS;
          lastEdit = onlyTyped ? now : 0;
          if (!gather) (record as (...all: unknown[]) => void)(past, replace, current, delta);
        },
      }),
    ),
  );
}
export type Store = ReturnType<typeof createState>;

/** Equal in all but the text. */
function sameBut(before: Playground, after: Playground): boolean {
  return (Object.keys(after) as (keyof Playground)[]).every(
    (key) => key === 'source' || before[key] === after[key],
  );
}

export const focusOf = (state: State): Focus | null => state.hovered ?? state.stepped ?? state.pinned;
/** Changes when a program is opened, or pasted over the whole text. */
export const programOf = ({ generation, draft }: State): string => `${generation} ${draft}`;
/** Whether results on the page lag behind the text or the options. */
export const isStale = ({ shownRequest, playground }: State): boolean =>
  shownRequest === null || requestKey(shownRequest) !== analysisKey(playground);
/** Whether the graphs on the page are not yet those of the result. */
export const isPlacing = ({ placed, shown, folds }: State): boolean =>
  shown !== null && (placed?.result !== shown || placed.drawn !== drawnOf(shown, folds));
export const isRunStale = (state: State): boolean => state.executionKey !== runKey(state.playground);

const NO_DIAGNOSTICS: readonly Diagnostic[] = [];
let merged: { of: readonly [Differentiation | null, Execution | null]; all: readonly Diagnostic[] } | null =
  null;

/** The analysis's messages about the text, and those of its latest run. */
export function diagnosticsOf(state: State): readonly Diagnostic[] {
  const { latest } = state;
  if (isEmpty(state.playground.source)) return NO_DIAGNOSTICS;
  const execution = latest?.ok && !isRunStale(state) ? state.execution : null;
  if (merged === null || merged.of[0] !== latest || merged.of[1] !== execution) {
    const said = latest?.diagnostics ?? NO_DIAGNOSTICS;
    const known = new Set(said.map(({ code, span }) => `${code} ${span.start}`));
    const added =
      execution?.diagnostics.filter(({ code, span }) => !known.has(`${code} ${span.start}`)) ?? [];
    merged = { of: [latest, execution], all: added.length === 0 ? said : [...said, ...added] };
  }
  return merged.all;
}
