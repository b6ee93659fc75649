import { type RefObject, useEffect, useRef } from 'react';
import type { Differentiation } from '../../../engine/pipeline/results';
import { store } from '../../app';
import { isStale, programOf } from '../../store/state';
import { takeTurn } from '../../ui/turns';
import { useApp } from '../../use';
import { sourceRows } from '../source/rows';
import { type Aligned, type AlignedRow, linesIn } from './align';

/** With more rows than this, those far out of sight are drawn in little, and laid out when they come into sight. */
export const LONG = 80;

/** Keeps the kernel's lines level with the rows, and both at one height. */
export function useSpread(
  scroller: RefObject<HTMLDivElement | null>,
  heights: readonly number[],
  wanted: boolean,
): void {
  useEffect(() => {
    if (!wanted) return;
    const spread = () => {
      const { taken } = sourceRows.getState();
      sourceRows.setState({ room: heights.map((lines, i) => lines - (taken[i] ?? 1)) });
    };
    // To lay out many rows is enough for one frame.
    if (heights.length > LONG) return takeTurn(spread);
    return spread();
  }, [heights, wanted]);
  useEffect(() => (wanted ? () => sourceRows.setState({ room: null }) : undefined), [wanted]);
  useEffect(() => {
    const element = scroller.current;
    if (element === null || !wanted) return;
    const follow = ({ top }: { top: number }) => {
      if (Math.abs(element.scrollTop - top) >= 1) element.scrollTop = top;
    };
    const lead = () => sourceRows.setState({ top: element.scrollTop });
    const unsubscribe = sourceRows.subscribe(follow);
    follow(sourceRows.getState());
    element.addEventListener('scroll', lead, { passive: true });
    return () => {
      unsubscribe();
      element.removeEventListener('scroll', lead);
    };
  }, [scroller, wanted]);
}

/** A cell whose lines are wider than it is can be scrolled by keyboard too: Tab reaches it, arrows move it. */
export function useReach(
  scroller: { readonly current: HTMLDivElement | null },
  rows: readonly number[],
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows are other cells
  useEffect(() => {
    const element = scroller.current;
    if (element === null || typeof ResizeObserver === 'undefined') return;
    const look = () => {
      const cells = [...element.querySelectorAll<HTMLElement>('.read-row > .read-cell')].filter((cell) =>
        cell.checkVisibility({ contentVisibilityAuto: true }),
      );
      const wide = cells.map((cell) => cell.scrollWidth > cell.clientWidth);
      cells.forEach((cell, i) => {
        if (wide[i] === (cell.tabIndex === 0)) return;
        if (wide[i]) {
          cell.tabIndex = 0;
          cell.setAttribute('role', 'group');
          cell.setAttribute('aria-label', `Wide line, ${cell.dataset.sweep} sweep`);
        } else {
          cell.removeAttribute('tabindex');
          cell.setAttribute('role', 'presentation');
          cell.removeAttribute('aria-label');
        }
      });
    };
    const observer = new ResizeObserver(look);
    observer.observe(element);
    // Rows that come into sight, where those out of sight are not laid out.
    element.addEventListener('contentvisibilityautostatechange', look, { capture: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('contentvisibilityautostatechange', look, { capture: true });
    };
  }, [scroller, rows]);
}

/** The programs whose rows were scrolled to where their sweeps begin: beside the editor (true), and with the kernel within. */
const begun = new Map<boolean, string>();

type IsLit = (row: AlignedRow) => boolean;

interface Rows {
  readonly alignment: Aligned;
  /** In lines. */
  readonly heights: readonly number[];
  /** Whether rows are as high as that says, and not as they come. */
  readonly fixed: boolean;
}

/**
 * A program that comes is scrolled past other routines, comments and declarations to where its sweeps begin; what is pinned elsewhere, to its row.
 * Neither moves what can be seen already.
 */
export function useReveal(
  scroller: { readonly current: HTMLDivElement | null },
  rows: Rows,
  shown: Differentiation,
  isLit: IsLit,
): void {
  const { alignment, heights } = rows;
  const pinned = useApp((state) => state.pinned);
  const program = useApp(programOf);
  const looks = useRef(isLit);
  looks.current = isLit;
  const aimed = useRef<Aim | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other heights alone are no reason to scroll
  useEffect(() => {
    const element = scroller.current;
    const fresh = begun.get(rows.fixed) !== program;
    const state = store.getState();
    if (element === null || isStale(state) || state.shown !== shown) return;
    if (!fresh && (pinned === null || pinned.from === 'read')) return;
    begun.set(rows.fixed, program);
    if (fresh) element.scrollTop = 0;
    const lit = pinned === null ? -1 : alignment.rows.findIndex(looks.current);
    aimed.current = { routine: shown.routine?.name ?? '', lit, fresh };
    return bringIntoSight(element, rows, aimed);
  }, [scroller, alignment, shown, pinned, program]);
  useEffect(() => {
    const drop = () => {
      aimed.current = null;
    };
    for (const act of ACTS) document.addEventListener(act, drop, { capture: true, passive: true });
    return () => {
      for (const act of ACTS) document.removeEventListener(act, drop, { capture: true });
    };
  }, []);
  // Rows that turn out higher push down what was brought into sight; whoever has done something since is left where they are.
  // biome-ignore lint/correctness/useExhaustiveDependencies: other heights are the reason to look again
  useEffect(() => {
    const element = scroller.current;
    return element === null ? undefined : bringIntoSight(element, rows, aimed);
  }, [scroller, alignment, heights]);
}

const ACTS = ['wheel', 'pointerdown', 'touchstart', 'keydown'] as const;

/** What is to be in sight. */
interface Aim {
  readonly routine: string;
  readonly lit: number;
  readonly fresh: boolean;
}

/** The kernel beside the rows scrolls no further than it is spread: where that waits for its turn, this comes after it. */
function bringIntoSight(
  element: HTMLElement,
  rows: Rows,
  aimed: { readonly current: Aim | null },
): (() => void) | undefined {
  const act = () => {
    const top = aimed.current === null ? null : wantedTop(element, rows, aimed.current);
    if (top !== null) element.scrollTop = top;
  };
  if (rows.heights.length > LONG) return takeTurn(act);
  return void act();
}

/** How far down to scroll; null where what is wanted is in sight. */
function wantedTop(
  element: HTMLElement,
  { alignment: { rows, bands }, heights, fixed }: Rows,
  { routine, lit, fresh }: Aim,
): number | null {
  const tops = fixed ? topsByHeight(element, heights) : topsOf(element);
  const top = (row: number) => tops[row] ?? 0;
  const end = (row: number) => top(row + 1);
  const head = bands.find(({ name }) => name === routine) ?? { first: 0, last: rows.length - 1 };
  const works = rows.findIndex((row, i) => i >= head.first && linesIn(row).length > 0);
  const { scrollTop, clientHeight } = element;
  const seen = (from: number, last: number) =>
    top(from) >= scrollTop && end(last) <= scrollTop + clientHeight;
  if (fresh ? seen(head.first, head.last) : lit < 0 || seen(lit, lit)) return null;
  // From the head of the routine, unless declarations stand between it and what it does.
  const begin = works - head.first > 4 ? works - 1 : head.first;
  const wanted = lit < 0 ? works : lit;
  const fits = top(wanted) >= top(begin) && end(wanted) - top(begin) <= clientHeight;
  return fresh && fits ? top(begin) : top(wanted) - clientHeight / 3;
}

/** Where each row begins below the first, and after them where the last one ends, in pixels. */
function topsByHeight(element: HTMLElement, heights: readonly number[]): number[] {
  const line = Number.parseFloat(getComputedStyle(element).lineHeight);
  let end = 0;
  const tops = heights.map((lines) => {
    const top = end;
    end += lines * line;
    return top;
  });
  return [...tops, end];
}

function topsOf(element: HTMLElement): number[] {
  const rows = [...element.querySelectorAll<HTMLElement>('.read-row')];
  const [first, last] = [rows[0]?.offsetTop ?? 0, rows.at(-1)];
  return [
    ...rows.map((row) => row.offsetTop - first),
    (last?.offsetTop ?? 0) - first + (last?.offsetHeight ?? 0),
  ];
}
