import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { store } from './app';
import { litBy } from './store/focus';
import { focusOf, type State } from './store/state';

/** React's reading glass on the state. */
export function useApp<T>(select: (state: State) => T): T {
  return useStore(store, select);
}

export function useLit() {
  const focus = useApp(focusOf);
  const shown = useApp((state) => state.shown);
  return litBy(focus, shown);
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

export const PHONE = '(max-width: 760px)';
