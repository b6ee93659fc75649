import { type ReactNode, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { store } from './app';
import { isLong } from './store/session/turn';

/**
 * A pane. Where a long program is in view, panes that come together are drawn one after another, each in a task of its own: all at
 * once they would keep a key waiting.
 */
export function InTurn({ place, children }: { place: number; children: ReactNode }) {
  const [isHere, come] = useState(() => {
    const { shown } = store.getState();
    return shown === null || !isLong(shown);
  });
  useEffect(() => {
    if (isHere) return;
    // React would draw all whose time has come together.
    const timer = setTimeout(() => flushSync(() => come(true)), place * FRAME_MS);
    return () => clearTimeout(timer);
  }, [isHere, place]);
  return isHere ? children : null;
}
const FRAME_MS = 16;

/** The place of what stands in the main place; then comes the side. */
export const AFTER_TEXTS = 2;
