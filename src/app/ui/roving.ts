import { type KeyboardEvent, type RefObject, useEffect } from 'react';

const STOP = '[data-stop]';

/**
 * A table that is one stop of Tab: arrows go from stop to stop in a row, and to the nearest column of the next row. Stops
 * have `data-stop` and `tabIndex={-1}`, rows are rows; the elements themselves store which stop Tab reaches.
 */
export function useRovingTable(table: RefObject<HTMLElement | null>) {
  return useRoving(table, nextInTable);
}

/** Stops in sequence, such as in a drawing: arrows go to the next and the previous one. */
export function useRovingList(list: RefObject<Element | null>) {
  return useRoving(list, nextInList);
}

/** The same for a list whose rows go down the page. */
export function useRovingRows(list: RefObject<Element | null>) {
  return useRoving(list, nextInRows);
}

type Focusable = HTMLElement | SVGElement;
type Next = (root: Element, at: Focusable, key: string, far: boolean) => Focusable | null;
const isFocusable = (target: unknown): target is Focusable =>
  target instanceof HTMLElement || target instanceof SVGElement;

function useRoving(container: RefObject<Element | null>, nextStop: Next) {
  useEffect(() => {
    const root = container.current;
    if (root === null || root.querySelector(`${STOP}[tabindex="0"]`) !== null) return;
    root.querySelector(STOP)?.setAttribute('tabindex', '0');
  });
  const onFocus = ({ target }: { target: EventTarget }) => {
    if (!isFocusable(target) || !target.matches(STOP)) return;
    for (const each of container.current?.querySelectorAll(`${STOP}[tabindex="0"]`) ?? [])
      each.setAttribute('tabindex', '-1');
    target.setAttribute('tabindex', '0');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const root = container.current;
    const at = document.activeElement;
    if (root === null || !isFocusable(at) || event.altKey || event.metaKey) return;
    const next = nextStop(root, at, event.key, event.ctrlKey);
    if (next === null) return;
    event.preventDefault();
    next.focus();
    next.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };
  return { onFocus, onKeyDown };
}

function nextInList(root: Element, at: Focusable, key: string): Focusable | null {
  const stops = stopsIn(root);
  return stops.includes(at) ? nextOf(stops, at, key) : null;
}

function nextOf(stops: readonly Focusable[], at: Focusable, key: string): Focusable | null {
  const place = stops.indexOf(at);
  const next: Readonly<Record<string, number>> = {
    ArrowRight: place + 1,
    ArrowUp: place + 1,
    ArrowLeft: place - 1,
    ArrowDown: place - 1,
    Home: 0,
    End: stops.length - 1,
  };
  return stops[next[key] ?? -1] ?? null;
}

const TURNED: Readonly<Record<string, string>> = { ArrowUp: 'ArrowDown', ArrowDown: 'ArrowUp' };

function nextInRows(root: Element, at: Focusable, key: string): Focusable | null {
  return nextInList(root, at, TURNED[key] ?? key);
}

function nextInTable(root: Element, at: Focusable, key: string, far: boolean): Focusable | null {
  const row = at.closest('tr');
  if (row === null) return null;
  if (key === 'ArrowDown' || key === 'ArrowUp')
    return inNextRow(root, row, columnOf(at), key === 'ArrowDown' ? 1 : -1);
  return nextOf(stopsIn(far && (key === 'Home' || key === 'End') ? root : row), at, key);
}

function inNextRow(root: Element, row: Element, column: number, by: number): Focusable | null {
  const rows = [...root.querySelectorAll('tr')];
  for (let i = rows.indexOf(row as HTMLTableRowElement) + by; rows[i] !== undefined; i += by) {
    const stops = stopsIn(rows[i] as Element);
    const [first] = stops;
    if (first === undefined) continue;
    return stops.reduce(
      (best, each) => (Math.abs(columnOf(each) - column) < Math.abs(columnOf(best) - column) ? each : best),
      first,
    );
  }
  return null;
}

const stopsIn = (root: Element) => [...root.querySelectorAll<Focusable>(STOP)];
const columnOf = (stop: Focusable) => stop.closest<HTMLTableCellElement>('td, th')?.cellIndex ?? 0;
