import { useEffect, useRef } from 'react';

const KEYS: Readonly<Record<string, 1 | -1>> = { PageDown: 1, ArrowRight: 1, PageUp: -1, ArrowLeft: -1 };

const WRITTEN = 'textarea, select, .monaco-editor';

/** In front of an audience the arrows, and the keys of a clicker, step wherever the focus is. Null if nothing is stepped through. */
export function usePresenterKeys(step: ((by: 1 | -1) => void) | null): void {
  const latest = useRef(step);
  latest.current = step;
  const listens = step !== null;
  useEffect(() => {
    if (!listens) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const by = KEYS[event.key];
      if (
        by === undefined ||
        event.defaultPrevented ||
        !document.documentElement.hasAttribute('data-presenting')
      )
        return;
      // A clicker's keys mean nothing to a box that was just ticked, its arrows would.
      const own = event.key.startsWith('Page') ? WRITTEN : `input, ${WRITTEN}`;
      if (event.target instanceof Element && event.target.closest(own)) return;
      event.preventDefault();
      latest.current?.(by);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [listens]);
}
