/** A row of two texts side by side: a line of each, by number from 0, or of one alone. */
export interface DiffRow {
  readonly left: number | null;
  readonly right: number | null;
  readonly same: boolean;
}

/** Lines of a longest common subsequence stand beside each other; the lines between them are paired in order. */
export function lineDiff(left: readonly string[], right: readonly string[]): DiffRow[] {
  const rows: DiffRow[] = [];
  let [l, r] = [0, 0];
  for (const [a, b] of [...commonLines(left, right), [left.length, right.length] as const]) {
    for (; l < a || r < b; l += l < a ? 1 : 0, r += r < b ? 1 : 0)
      rows.push({ left: l < a ? l : null, right: r < b ? r : null, same: false });
    if (a < left.length && b < right.length) rows.push({ left: l++, right: r++, same: true });
  }
  return rows;
}

interface Chain {
  readonly pair: readonly [number, number];
  readonly before: Chain | null;
}

/**
 * By Hunt and Szymanski: for every length, the common subsequence of it that ends earliest on the right. A line on the left
 * meets its equals on the right from the last to the first, so that it lengthens no chain twice.
 */
function commonLines(left: readonly string[], right: readonly string[]): [number, number][] {
  const places = new Map<string, number[]>();
  for (let b = right.length - 1; b >= 0; b--) {
    const line = right[b] as string;
    const known = places.get(line);
    if (known) known.push(b);
    else places.set(line, [b]);
  }
  const ends: Chain[] = [];
  left.forEach((line, a) => {
    for (const b of places.get(line) ?? []) {
      const length = firstNotBefore(ends, b);
      if (ends[length]?.pair[1] !== b) ends[length] = { pair: [a, b], before: ends[length - 1] ?? null };
    }
  });
  const pairs: [number, number][] = [];
  for (let at = ends.at(-1) ?? null; at !== null; at = at.before) pairs.push([...at.pair]);
  return pairs.reverse();
}

function firstNotBefore(ends: readonly Chain[], b: number): number {
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends[middle] as Chain).pair[1] < b) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Where two lines begin to differ, and how much of their ends is the same. */
export function changedPart(line: string, other: string): { start: number; end: number } {
  const most = Math.min(line.length, other.length);
  let start = 0;
  while (start < most && line[start] === other[start]) start++;
  let tail = 0;
  while (tail < most - start && line.at(-1 - tail) === other.at(-1 - tail)) tail++;
  return { start, end: line.length - tail };
}

/** For a single column: at each change, first the removed lines, then the new ones. */
export function stacked(rows: readonly DiffRow[]): DiffRow[] {
  const out: DiffRow[] = [];
  for (let at = 0; at < rows.length; ) {
    let end = at;
    while (rows[end]?.same === false) end++;
    const run = rows.slice(at, end);
    out.push(...run.filter(({ left }) => left !== null).map((row) => ({ ...row, right: null })));
    out.push(...run.filter(({ right }) => right !== null).map((row) => ({ ...row, left: null })));
    const next = rows[end];
    if (next !== undefined) out.push(next);
    at = end + 1;
  }
  return out;
}
