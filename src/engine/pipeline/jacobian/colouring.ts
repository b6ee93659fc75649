/**
 * Colours for compressed derivatives (theory 10). Columns of one colour share no row, so that one product with the sum of
 * their directions tells all their entries apart: a partial distance-2 colouring of the bipartite graph of the pattern.
 * Greedy, columns with the most neighbours first: at most one colour more than the largest number of neighbours, at least
 * as many as the fullest row has entries.
 *
 * A symmetric matrix takes fewer by a star colouring of its graph: neighbours differ, and so does some vertex on every path
 * of four; each entry can then be read off by itself, at one of its two places.
 */

/** By row, the columns in which there may be an entry, ascending. */
export type Pattern = readonly (readonly number[])[];

export function transposed(pattern: Pattern, columns: number): number[][] {
  const turned: number[][] = Array.from({ length: columns }, () => []);
  pattern.forEach((row, i) => {
    for (const j of row) (turned[j] as number[]).push(i);
  });
  return turned;
}

/** A colour for each column, from 0. */
export function columnColours(pattern: Pattern, columns: number): number[] {
  const rowsOf = transposed(pattern, columns);
  const neighbours = rowsOf.map((rows) => rows.reduce((n, i) => n + (pattern[i]?.length ?? 0) - 1, 0));
  const order = rowsOf
    .map((_, j) => j)
    .sort((a, b) => (neighbours[b] as number) - (neighbours[a] as number) || a - b);
  const colours = new Array<number>(columns).fill(-1);
  const ofRow: number[][] = pattern.map(() => []);
  /** By colour, the last column that may not have it. */
  const taken = new Int32Array(columns + 1).fill(-1);
  for (const j of order) {
    const rows = rowsOf[j] as number[];
    for (const i of rows) for (const colour of ofRow[i] as number[]) taken[colour] = j;
    const free = firstFree((colour) => taken[colour] === j);
    for (const i of rows) (ofRow[i] as number[]).push(free);
    colours[j] = free;
  }
  return colours;
}

/** No colouring of the columns has fewer colours than the fullest row has entries. */
export function leastColours(pattern: Pattern): number {
  return pattern.reduce((most, row) => Math.max(most, row.length), 0);
}

/** A star colouring of a symmetric pattern, a colour for each column. */
export function starColours(pattern: Pattern): number[] {
  const adjacent = pattern.map((row, i) => row.filter((j) => j !== i));
  const order = adjacent.map((_, v) => v).sort((a, b) => size(adjacent, b) - size(adjacent, a) || a - b);
  const colours = new Array<number>(pattern.length).fill(-1);
  for (const v of order) {
    const forbidden = new Set<number>();
    const near = adjacent[v] as number[];
    for (const w of near) {
      const ofW = colours[w] as number;
      if (ofW >= 0) forbidden.add(ofW);
      for (const x of adjacent[w] as number[]) {
        const ofX = colours[x] as number;
        if (x === v || ofX < 0) continue;
        // The path v - w - x must not continue with w's colour at either end, nor may w still be without one.
        const goesOn = (from: number, except: number) =>
          (adjacent[from] as number[]).some((y) => y !== except && y !== v && colours[y] === ofW);
        if (ofW < 0 || goesOn(x, w) || near.some((u) => u !== w && colours[u] === ofW)) forbidden.add(ofX);
      }
    }
    colours[v] = firstFree((colour) => forbidden.has(colour));
  }
  return colours;
}

const size = (lists: readonly (readonly number[])[], k: number) => lists[k]?.length ?? 0;

function firstFree(isTaken: (colour: number) => boolean): number {
  let colour = 0;
  while (isTaken(colour)) colour++;
  return colour;
}

export function countColours(colours: readonly number[]): number {
  return colours.reduce((most, colour) => Math.max(most, colour + 1), 0);
}
