import { type RefObject, useCallback, useEffect, useRef } from 'react';
import type { Differentiation } from '../../../engine/pipeline/results';
import { actions, store } from '../../app';
import type { Layout } from '../../layout/types';
import { toggled } from '../../store/results/drawn';
import { useApp } from '../../use';
import type { Cameras } from './cameras';

/**
 * Fits the graphs inside an element when they are new, when it changes size before anyone moved them, and when `asked`
 * changes. Whoever moved them keeps the view while typing.
 */
export function useFit(
  element: RefObject<HTMLElement | null>,
  cameras: Cameras,
  layout: Layout,
  asked: string,
): void {
  const generation = useApp((state) => state.generation);
  const latest = useRef(layout);
  latest.current = layout;
  const before = useRef('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the structure stands for the layout
  useEffect(() => {
    const frame = element.current;
    if (frame === null) return;
    const now = `${asked} ${generation}`;
    if (now !== before.current || !cameras.moved()) cameras.fit(latest.current.graphs);
    before.current = now;
    const observer = new ResizeObserver(() => {
      if (!cameras.moved()) cameras.fit(latest.current.graphs, true);
    });
    for (const pane of [frame, ...frame.querySelectorAll('svg.canvas')]) observer.observe(pane);
    return () => observer.disconnect();
  }, [element, cameras, layout.structure, asked, generation]);
}

/** Folds the loop or branch at a head, or unfolds it. */
export function useFolding(shown: Differentiation): (head: string) => void {
  return useCallback((head) => actions.fold(toggled(shown, store.getState().folds, head)), [shown]);
}
