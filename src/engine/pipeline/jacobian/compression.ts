/** Directions that serve several columns or rows at once, and how the entries are read back from the products. */
import { itemAt } from '../../base/lookup';
import type { Values } from '../../execute/inputs/binding';
import type { DerivativeMatrix, MatrixElement } from '../results';
import { columnColours, countColours, type Pattern, transposed } from './colouring';

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

/** The plan with the fewest passes among: columns, rows, and a few full rows with columns for the rest. */
export function planOf(pattern: Pattern, columns: number): Plan {
  const none: Pattern = pattern.map(() => []);
  const left = (n: number) => new Array<number>(n).fill(-1);
  const along: Plan = {
    by: 'tangent',
    byColumns: pattern,
    byRows: none,
    columns: columnColours(pattern, columns),
    rows: left(pattern.length),
  };
  const from: Plan = {
    by: 'adjoint',
    byColumns: none,
    byRows: pattern,
    columns: left(columns),
    rows: columnColours(transposed(pattern, columns), pattern.length),
  };
  const passes = (plan: Plan) => countColours(plan.columns) + countColours(plan.rows);
  let best = passes(from) < passes(along) ? from : along;
  const fullest = pattern
    .map((_, i) => i)
    .sort((a, b) => (pattern[b]?.length ?? 0) - (pattern[a]?.length ?? 0));
  for (let k = 1; k <= Math.min(MOST_DENSE_ROWS, pattern.length - 1, passes(best) - 1); k++) {
    const dense = new Set(fullest.slice(0, k));
    const byColumns = pattern.map((row, i) => (dense.has(i) ? [] : row));
    const byRows = pattern.map((row, i) => (dense.has(i) ? row : []));
    const rows = columnColours(transposed(byRows, columns), pattern.length);
    const both: Plan = {
      by: 'both',
      byColumns,
      byRows,
      columns: withoutEmpty(columnColours(byColumns, columns), transposed(byColumns, columns)),
      rows: rows.map((colour, i) => (dense.has(i) ? colour : -1)),
    };
    if (passes(both) < passes(best)) best = both;
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
  for (let colour = 0; colour < countColours(colours); colour++) {
    const product = multiply(directionOf(columns, (j) => colours[j] === colour));
    if (!product) return null;
    pattern.forEach((row, i) => {
      const j = row.find((k) => colours[k] === colour);
      if (j !== undefined) found.push([i, j, valueAt(product, itemAt(rows, i))]);
    });
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
