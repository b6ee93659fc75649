import { NO_RESULTS, type Results } from '../results/results';
import { isLong } from '../session/turn';
import { focusOf, type State } from '../state';

/** A store as its readers see it. */
export interface Readable<T> {
  getState(): T;
  getInitialState(): T;
  subscribe(listener: (now: T, before: T) => void): () => void;
}

/** The answers, and what is lit of them. */
const DRAWN = [
  ...(Object.keys(NO_RESULTS) as (keyof Results)[]),
  'hovered',
  'stepped',
  'pinned',
] as const satisfies readonly (keyof State)[];

function drawnIn(state: State): Partial<State> {
  return Object.fromEntries(DRAWN.map((key) => [key, state[key]]));
}

/** Whether much has to be drawn again. */
const isMuch = (now: State, before: State): boolean =>
  now.shown !== null && isLong(now.shown) && (now.shown !== before.shown || focusOf(now) !== focusOf(before));

/**
 * The state for one of many readers. The results of a long program, and what is lit in them, reach it when its turn comes,
 * since drawing them takes long; until then it sees the previous ones, together with what the user has done since.
 */
export function follow(
  store: Readable<State>,
  takeTurn: (arrive: () => void) => () => void,
): Readable<State> {
  const listeners = new Set<(now: State, before: State) => void>();
  let seen = store.getState();
  /** What it sees until its turn comes, and how to give the turn up. */
  let held: { readonly drawn: Partial<State>; readonly giveUp: () => void } | null = null;
  let unsubscribe = () => {};

  function onChange(now: State): void {
    const before = seen;
    if (held === null && isMuch(now, before)) held = { drawn: drawnIn(before), giveUp: takeTurn(arrive) };
    seen = held === null ? now : { ...now, ...held.drawn };
    for (const listener of [...listeners]) listener(seen, before);
  }
  function arrive(): void {
    held = null;
    const before = seen;
    seen = store.getState();
    for (const listener of [...listeners]) listener(seen, before);
  }

  return {
    getInitialState: store.getInitialState,
    getState: () => {
      // Without listeners, nothing keeps it up to date.
      if (listeners.size === 0) seen = store.getState();
      return seen;
    },
    subscribe(listener) {
      if (listeners.size === 0) {
        seen = store.getState();
        unsubscribe = store.subscribe(onChange);
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        unsubscribe();
        held?.giveUp();
        held = null;
      };
    },
  };
}
