import { type KeyboardEvent, type RefObject, useEffect } from 'react';

const STOP = '[data-stop]';

/**
 * A table that is one stop of Tab: arrows go from stop to stop in a row, and to the nearest column of the next row. Stops carry
 * `data-stop` and `tabIndex={-1}`, rows are rows; which stop Tab comes to is kept on the elements themselves.
 */
export function useRovingTable(table: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const root = table.current;
    if (root === null || root.querySelector(`${STOP}[tabindex="0"]`) !== null) return;
    root.querySelector(STOP)?.setAttribute('tabindex', '0');
  });
  const onFocus = ({ target }: { target: EventTarget }) => {
    if (!(target instanceof HTMLElement) || !target.matches(STOP)) return;
    for (const each of table.current?.querySelectorAll(`${STOP}[tabindex="0"]`) ?? [])
      each.setAttribute('tabindex', '-1');
    target.setAttribute('tabindex', '0');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const root = table.current;
    const at = document.activeElement;
    if (root === null || !(at instanceof HTMLElement) || event.altKey || event.metaKey) return;
    const next = nextStop(root, at, event.key, event.ctrlKey);
    if (next === null) return;
    event.preventDefault();
    next.focus();
    next.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };
  return { onFocus, onKeyDown };
}

function nextStop(root: HTMLElement, at: HTMLElement, key: string, far: boolean): HTMLElement | null {
  const row = at.closest('tr');
  if (row === null) return null;
  const stops = stopsIn(row);
  const place = stops.indexOf(at);
  switch (key) {
    case 'ArrowRight':
      return stops[place + 1] ?? null;
    case 'ArrowLeft':
      return stops[place - 1] ?? null;
    case 'Home':
      return (far ? stopsIn(root)[0] : stops[0]) ?? null;
    case 'End':
      return (far ? stopsIn(root) : stops).at(-1) ?? null;
    case 'ArrowDown':
    case 'ArrowUp':
      return inNextRow(root, row, columnOf(at), key === 'ArrowDown' ? 1 : -1);
    default:
      return null;
  }
}

function inNextRow(root: HTMLElement, row: HTMLElement, column: number, by: number): HTMLElement | null {
  const rows = [...root.querySelectorAll('tr')];
  for (let i = rows.indexOf(row as HTMLTableRowElement) + by; rows[i] !== undefined; i += by) {
    const stops = stopsIn(rows[i] as HTMLElement);
    const [first] = stops;
    if (first === undefined) continue;
    return stops.reduce(
      (best, each) => (Math.abs(columnOf(each) - column) < Math.abs(columnOf(best) - column) ? each : best),
      first,
    );
  }
  return null;
}

const stopsIn = (root: HTMLElement) => [...root.querySelectorAll<HTMLElement>(STOP)];
const columnOf = (stop: HTMLElement) => stop.closest<HTMLTableCellElement>('td, th')?.cellIndex ?? 0;
