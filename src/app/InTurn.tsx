import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { store } from './app';
import { isLong } from './store/session/turn';
import type { State } from './store/state';
import { follow, type Readable } from './store/view/follow';
import { takeTurn } from './ui/turns';

/** The state as a pane sees it. */
const Seen = createContext<Readable<State>>(store);
export const useSeen = () => useContext(Seen);

/** Whether it is the turn of the component that asks: parts of a long program's pane are drawn one after another too. */
export function useTurn(): boolean {
  const [isHere, come] = useState(() => {
    const { shown } = store.getState();
    return shown === null || !isLong(shown);
  });
  // React would draw together all components whose time has come.
  useEffect(() => (isHere ? undefined : takeTurn(() => flushSync(() => come(true)))), [isHere]);
  return isHere;
}

/**
 * A pane. While a long program is in view, panes that come together are drawn one after another, each in a task of its own,
 * and so are their answers: all at once they would keep a key waiting.
 */
export function InTurn({ children }: { children: ReactNode }) {
  const isHere = useTurn();
  const [seen] = useState(() => follow(store, takeTurn));
  return isHere ? <Seen value={seen}>{children}</Seen> : null;
}
