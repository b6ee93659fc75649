import type { AlignedRow } from './align';

/** A statement that becomes more lines than these in one sweep shows those next to the kernel's flow, and says how many more. */
export const MOST_LINES = 6;

export const isLong = (row: AlignedRow | undefined): boolean =>
  row !== undefined && Math.max(row.forward.length, row.backward.length) > MOST_LINES;

/**
 * What a cell shows. A forward cell folds its middle, so that pushes before and the statement itself stay in sight;
 * a backward cell its end, as its first lines are the pop and what reads it.
 */
export function foldedCell(
  lines: readonly number[],
  sweep: 'forward' | 'backward',
  open: boolean,
): { first: readonly number[]; folded: readonly number[]; last: readonly number[] } {
  if (open || lines.length <= MOST_LINES) return { first: lines, folded: [], last: [] };
  const kept = MOST_LINES - 1;
  const after = sweep === 'forward' ? 2 : 0;
  const end = lines.length - after;
  return {
    first: lines.slice(0, kept - after),
    folded: lines.slice(kept - after, end),
    last: lines.slice(end),
  };
}

/** In which line of the row each of what it stores is drawn: beside its push, or below the one before it. */
export function tapePlaces({ forward, stored }: AlignedRow, open: boolean): number[] {
  const { first, folded, last } = foldedCell(forward, 'forward', open);
  const seen = [...first, ...(folded.length > 0 ? [-1] : []), ...last];
  let free = 0;
  return stored.map(({ push }) => {
    const at = Math.max(free, seen.indexOf(folded.includes(push) ? -1 : push));
    free = at + 1;
    return at;
  });
}

/** In lines. What is on the tape is never folded. */
export function heightOf(row: AlignedRow, open: boolean): number {
  const most = open ? Number.MAX_SAFE_INTEGER : MOST_LINES;
  const lines = Math.max(row.forward.length, row.backward.length);
  return Math.max(1, Math.min(most, lines), (tapePlaces(row, open).at(-1) ?? -1) + 1);
}
