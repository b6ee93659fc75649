import { NO_RESULTS, type Results } from '../results/results';
import { isLong } from '../session/turn';
import { focusOf, type State } from '../state';

/** What reads a store. */
export interface Readable<T> {
  getState(): T;
  getInitialState(): T;
  subscribe(listener: (now: T, before: T) => void): () => void;
}

/** What the answers say, and what is lit of them. */
const DRAWN = [
  ...(Object.keys(NO_RESULTS) as (keyof Results)[]),
  'hovered',
  'stepped',
  'pinned',
] as const satisfies readonly (keyof State)[];

function drawnIn(state: State): Partial<State> {
  return Object.fromEntries(DRAWN.map((key) => [key, state[key]]));
}

/** Much has to be drawn anew. */
const isMuch = (now: State, before: State): boolean =>
  now.shown !== null && isLong(now.shown) && (now.shown !== before.shown || focusOf(now) !== focusOf(before));

/**
 * The state for one of many readers: the same, but that a long program's results, and what is lit of them, reach it when its turn comes,
 * as drawing them takes long. Until then it sees those before, beside what the user has done since.
 */
export function follow(
  store: Readable<State>,
  takeTurn: (arrive: () => void) => () => void,
): Readable<State> {
  const listeners = new Set<(now: State, before: State) => void>();
  let seen = store.getState();
  /** What it sees until its turn comes, and how to give that turn up. */
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
      // While nobody listens, nothing keeps it up to date.
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
