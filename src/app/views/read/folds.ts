import type { AlignedRow } from './align';

/** A statement that becomes more lines than these in one sweep shows those next to the kernel's flow, and says how many more. */
export const MOST_LINES = 8;
/** How many lines it shows then, with the one that says so: what is folded away is worth a click. */
const FOLDED_LINES = 6;

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
  const kept = FOLDED_LINES - 1;
  const after = sweep === 'forward' ? 2 : 0;
  const end = lines.length - after;
  return {
    first: lines.slice(0, kept - after),
    folded: lines.slice(kept - after, end),
    last: lines.slice(end),
  };
}

/** What a cell shows, as text alone. */
export function cellText(
  lines: readonly number[],
  sweep: 'forward' | 'backward',
  open: boolean,
  text: (line: number) => string,
): string {
  const { first, folded, last } = foldedCell(lines, sweep, open);
  return [...first.map(text), ...(folded.length > 0 ? ['⋯'] : []), ...last.map(text)].join('\n');
}

/** How many lines of the page a line of code takes. */
export type Tall = (line: number) => number;
const ONE_EACH: Tall = () => 1;

/** In which line of the row each of what it stores is drawn: beside its push, or below the one before it. */
export function tapePlaces(row: AlignedRow, open: boolean, tall = ONE_EACH): number[] {
  const top = topsOf(row, 'forward', open, tall);
  let free = 0;
  return row.stored.map(({ push }) => {
    const at = Math.max(free, top(push));
    free = at + 1;
    return at;
  });
}

/** In which line of the row each of what it stores is popped; where the pop is elsewhere, where the push is drawn. */
export function popPlaces(row: AlignedRow, open: boolean, tall = ONE_EACH): number[] {
  const top = topsOf(row, 'backward', open, tall);
  const pushes = tapePlaces(row, open, tall);
  return row.stored.map(({ pop }, k) => (pop === undefined ? (pushes[k] ?? 0) : top(pop)));
}

/** By line of code: the line of the row in which it begins, or that stands for it. */
function topsOf(row: AlignedRow, sweep: 'forward' | 'backward', open: boolean, tall: Tall): Tall {
  const { first, folded, last } = foldedCell(row[sweep], sweep, open);
  const tops = new Map<number, number>();
  let top = 0;
  for (const line of [...first, ...(folded.length > 0 ? [FOLDED] : []), ...last]) {
    tops.set(line, top);
    top += line === FOLDED ? 1 : tall(line);
  }
  return (line) => tops.get(folded.includes(line) ? FOLDED : line) ?? 0;
}
/** Stands for the lines that are folded. */
const FOLDED = -1;

/** In lines of the page. What is on the tape is never folded. */
export function heightOf(row: AlignedRow, open: boolean, tall = ONE_EACH): number {
  const heights = (['forward', 'backward'] as const).map((sweep) => {
    const { first, folded, last } = foldedCell(row[sweep], sweep, open);
    return [...first, ...last].reduce((sum, line) => sum + tall(line), Math.min(1, folded.length));
  });
  return Math.max(1, ...heights, (tapePlaces(row, open, tall).at(-1) ?? -1) + 1);
}
