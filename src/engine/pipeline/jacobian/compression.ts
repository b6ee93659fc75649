/** Directions that serve several columns or rows at once, and how the entries are read back from the products. */
import { itemAt } from '../../base/lookup';
import type { Values } from '../../execute/inputs/binding';
import type { DerivativeMatrix, MatrixElement } from '../results';
import { columnColours, countColours, leastColours, type Pattern, transposed } from './colouring';

interface Plan {
  readonly by: DerivativeMatrix['by'];
  /** Entries found along directions, and entries found from seeds. */
  readonly byColumns: Pattern;
  readonly byRows: Pattern;
  /** Colours; -1 for columns, or rows, that are left to the other method. */
  readonly columns: number[];
  readonly rows: number[];
}

/** So many of the fullest rows are tried from seeds, with the rest along directions. */
const MOST_DENSE_ROWS = 16;

/**
 * The plan with the fewest passes among: columns, rows, and a few full rows with columns for the rest. One that cannot have
 * fewer than the best so far is not made.
 */
export function planOf(pattern: Pattern, columns: number): Plan {
  const none: Pattern = pattern.map(() => []);
  const left = (n: number) => new Array<number>(n).fill(-1);
  const turned = transposed(pattern, columns);
  const along = (): Plan => ({
    by: 'tangent',
    byColumns: pattern,
    byRows: none,
    columns: columnColours(pattern, columns),
    rows: left(pattern.length),
  });
  const from = (): Plan => ({
    by: 'adjoint',
    byColumns: none,
    byRows: pattern,
    columns: left(columns),
    rows: columnColours(turned, pattern.length),
  });
  const fullest = pattern
    .map((_, i) => i)
    .sort((a, b) => (pattern[b]?.length ?? 0) - (pattern[a]?.length ?? 0));
  const split = (k: number) => (): Plan => {
    const dense = new Set(fullest.slice(0, k));
    const byColumns = pattern.map((row, i) => (dense.has(i) ? [] : row));
    const byRows = pattern.map((row, i) => (dense.has(i) ? row : []));
    const rows = columnColours(transposed(byRows, columns), pattern.length);
    return {
      by: 'both',
      byColumns,
      byRows,
      columns: withoutEmpty(columnColours(byColumns, columns), transposed(byColumns, columns)),
      rows: rows.map((colour, i) => (dense.has(i) ? colour : -1)),
    };
  };
  const passes = (plan: Plan) => countColours(plan.columns) + countColours(plan.rows);
  const fewer = (best: Plan, least: number, make: () => Plan): Plan => {
    if (least >= passes(best)) return best;
    const plan = make();
    return passes(plan) < passes(best) ? plan : best;
  };
  const [leastAlong, leastFrom] = [leastColours(pattern), leastColours(turned)];
  const isTurned = leastFrom < leastAlong;
  let best = isTurned ? from() : along();
  best = fewer(best, isTurned ? leastAlong : leastFrom, isTurned ? along : from);
  for (let k = 1; k <= Math.min(MOST_DENSE_ROWS, pattern.length - 1); k++) {
    const rest = pattern[itemAt(fullest, k)]?.length ?? 0;
    best = fewer(best, 1 + rest, split(k));
  }
  return best;
}

function withoutEmpty(colours: readonly number[], lists: readonly (readonly number[])[]): number[] {
  return colours.map((colour, j) => ((lists[j]?.length ?? 0) > 0 ? colour : -1));
}

export interface Compression {
  readonly pattern: Pattern;
  readonly colours: readonly number[];
  readonly rows: readonly MatrixElement[];
  readonly columns: readonly MatrixElement[];
}

/** Entries `[row, column, value]` from one product for each colour; null if a run does not come to its end. */
export function compressed(
  { pattern, colours, rows, columns }: Compression,
  multiply: (direction: Values) => Values | null,
): [number, number, number][] | null {
  const found: [number, number, number][] = [];
  const count = countColours(colours);
  const ofColour: [row: number, column: number][][] = Array.from({ length: count }, () => []);
  pattern.forEach((row, i) => {
    for (const j of row) ofColour[itemAt(colours, j)]?.push([i, j]);
  });
  for (const [colour, places] of ofColour.entries()) {
    const product = multiply(directionOf(columns, (j) => colours[j] === colour));
    if (!product) return null;
    for (const [i, j] of places) found.push([i, j, valueAt(product, itemAt(rows, i))]);
  }
  return found;
}

/** 1 for the chosen elements, 0 for the others. */
export function directionOf(elements: readonly MatrixElement[], isChosen: (j: number) => boolean): Values {
  const direction: Record<string, number[]> = {};
  elements.forEach(({ name }, j) => {
    let list = direction[name];
    if (!list) {
      list = [];
      direction[name] = list;
    }
    list.push(isChosen(j) ? 1 : 0);
  });
  return direction;
}

export const valueAt = (values: Values, { name, index }: MatrixElement) => values[name]?.[index] ?? 0;

export function symmetric(pattern: Pattern): Pattern {
  const both = pattern.map((row) => new Set(row));
  pattern.forEach((row, i) => {
    for (const j of row) both[j]?.add(i);
  });
  return both.map((row) => [...row].sort((a, b) => a - b));
}
