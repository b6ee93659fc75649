import { useCallback, useDeferredValue, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { Differentiation } from '../engine/pipeline/results';
import { actions, store } from './app';
import { useSeen } from './InTurn';
import { memo } from './store/memo';
import type { Placed } from './store/results/results';
import { isLong } from './store/session/turn';
import { focusOf, isPlacing, type State } from './store/state';
import { type Focus, litBy } from './store/view/focus';

/** The state, as the pane around the component sees it. */
export function useApp<T>(select: (state: State) => T): T {
  return useStore(useSeen(), select);
}

export function useLit() {
  const focus = useApp(focusOf);
  const shown = useApp((state) => state.shown);
  return litBy(focus, shown);
}

/**
 * A value for a short program at once. For a long program it is computed in slices, between which the page responds, and the
 * previous value stays until then; a view that draws it says so.
 */
function useInSlices<T>(now: T | null, of: (now: T) => Differentiation): T | null {
  const isShort = now === null || !isLong(of(now));
  const later = useDeferredValue(now, isShort ? now : null);
  return isShort ? now : later;
}

/** The result in view, or the previous one while that is being drawn: a view that gets another one than `state.shown` says so. */
export function useShownInSlices(): Differentiation | null {
  return useInSlices(
    useApp((state) => state.shown),
    (shown) => shown,
  );
}

/** The graphs with their places, for a view that shows them; and whether those of the result in view are still to come. */
export function usePlaced(): readonly [placed: Placed | null, placing: boolean] {
  useEffect(() => actions.wantGraphs(), []);
  const now = useApp((state) => state.placed);
  const placed = useInSlices(now, ({ result }) => result);
  // A pane that waits for its turn does not know of another result yet; the page does.
  const isFormer = useStore(store, ({ shown }) => placed !== null && placed.result !== shown);
  return [placed, useApp(isPlacing) || placed !== now || isFormer];
}

const NO_WAY: ReadonlySet<string> = new Set();
const ways = new WeakMap<object, ReadonlySet<string>>();

/** The path through the flow graph that the card in view rests on: its edges, as `from to`. */
export function useWitness(): ReadonlySet<string> {
  const explanation = useApp((state) =>
    state.explanation !== null && state.explanation.focus === state.pinned ? state.explanation : null,
  );
  const path = explanation?.text.witness;
  if (explanation === null || path === undefined) return NO_WAY;
  return memo(ways, explanation, () => new Set(path.slice(1).map((to, i) => `${path[i]} ${to}`)));
}

/**
 * The position of a view's stepper, and how to move it and what it lights. `of` names what is stepped through: for anything
 * else the stepper is at its beginning.
 */
export function useStand(
  view: string,
  of: string,
): readonly [at: number, move: (at: number, stepped?: Focus | null) => void] {
  const at = useApp(({ stands: { [view]: stand } }) => (stand?.of === of ? stand.at : 0));
  const move = useCallback(
    (next: number, stepped?: Focus | null) => actions.stand(view, { of, at: next }, stepped),
    [view, of],
  );
  return [at, move];
}

/** Locations in the notation of the kernel's language: the element `y[1]` of a set is `y(1)` in Fortran. */
export function useWritten(): (text: string) => string {
  const isFortran = useApp(({ shownRequest }) => shownRequest?.language === 'fortran');
  return useCallback(
    (text) => (isFortran ? text.replaceAll('[', '(').replaceAll(']', ')') : text),
    [isFortran],
  );
}

export function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const update = () => setMatches(list.matches);
    list.addEventListener('change', update);
    return () => list.removeEventListener('change', update);
  }, [query]);
  return matches;
}

export const PHONE = '(max-width: 1000px)';
