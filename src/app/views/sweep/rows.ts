import type { Trace } from '../../../engine/pipeline/results';
import { elementName } from './playback';

/** One variable of the table: the cells of its value and of its derivative; -1 where it has none. */
export interface VariableRow {
  readonly location: number;
  readonly derivative: number;
  readonly length: number;
  readonly routine: string;
  readonly temporary: boolean;
}

/** One line of it: an element, with the cells of its value and of its derivative. */
export interface CellRow {
  readonly key: string;
  /** The line of the table: it stays when the window of an array moves over its elements. */
  readonly slot: string;
  readonly name: string;
  readonly derivativeName: string;
  readonly cell: number;
  readonly derivativeCell: number;
  readonly temporary: boolean;
  /** Of the last line of an array of which not all elements are shown, or need be. */
  readonly rest: Rest | null;
}

export interface Rest {
  readonly location: number;
  readonly shown: number;
  readonly of: number;
  /** All were asked for. */
  readonly whole: boolean;
}

/** What is looked at. */
export interface Looked {
  readonly routines: ReadonlySet<string>;
  /** Variables of which all elements are shown. */
  readonly whole: ReadonlySet<number>;
  /** Where each window begins; it is brought up to date. */
  readonly first: Map<number, number>;
}

/** Variables in the order in which the run meets them, what the transformation made last. */
export function variableRows({ locations }: Trace): VariableRow[] {
  const derivatives = new Map(locations.flatMap((l, i) => (l.of >= 0 ? [[l.of, i] as const] : [])));
  const rows = locations.flatMap((l, i): VariableRow[] => {
    if (l.of >= 0) return [];
    // A derivative whose variable the run does not touch stands for itself.
    const derivative = l.derivative ? i : (derivatives.get(i) ?? -1);
    return [
      {
        location: i,
        derivative,
        length: Math.max(l.length, locations[derivative]?.length ?? 0),
        routine: l.routine,
        temporary: l.temporary,
      },
    ];
  });
  return [...rows.filter((row) => !row.temporary), ...rows.filter((row) => row.temporary)];
}

export const WINDOW = 5;
/** Of windows; and with arrays that are shown whole. */
const MOST_LINES = 120;
const MOST_WHOLE = 400;

/** The lines to show: of a long array a window, that moves only when what changed lies outside of it. */
export function cellRows(
  trace: Trace,
  rows: readonly VariableRow[],
  step: number,
  { routines, whole, first }: Looked,
): CellRow[] {
  const found: CellRow[] = [];
  for (const row of rows) {
    if (row.routine !== '' && !routines.has(row.routine)) continue;
    const value = trace.locations[row.location];
    if (value === undefined) continue;
    const isWhole = whole.has(row.location);
    const count = isWhole ? row.length : Math.min(WINDOW, row.length);
    const from = windowOf(trace, row, count, step, first);
    const shown = Math.min(count, (isWhole ? MOST_WHOLE : MOST_LINES) - found.length);
    const rest = { location: row.location, shown, of: row.length, whole: isWhole };
    for (let k = 0; k < shown; k++)
      found.push({
        ...cellRow(trace, row, value, from + k),
        slot: `${row.location} ${k}`,
        rest: row.length > WINDOW && k === shown - 1 ? rest : null,
      });
  }
  return found;
}

function cellRow(
  { locations }: Trace,
  row: VariableRow,
  value: Trace['locations'][number],
  i: number,
): Omit<CellRow, 'slot' | 'rest'> {
  const derivative = locations[row.derivative];
  return {
    key: `${row.location} ${i}`,
    name: elementName(value, i),
    derivativeName: derivative === undefined ? '' : elementName(derivative, i),
    cell: row.location !== row.derivative && i < value.length ? value.start + i : -1,
    derivativeCell: derivative !== undefined && i < derivative.length ? derivative.start + i : -1,
    temporary: row.temporary,
  };
}

/** Where the window of a row begins, so that it holds what the step changed. */
function windowOf(
  { location, index }: Trace,
  row: VariableRow,
  count: number,
  step: number,
  first: Map<number, number>,
): number {
  const kept = Math.min(first.get(row.location) ?? 0, row.length - count);
  const changed = location[step] ?? -1;
  if (changed < 0 || (changed !== row.location && changed !== row.derivative)) return kept;
  const element = index[step] ?? 0;
  const from = Math.min(element, Math.max(kept, element - count + 1));
  first.set(row.location, from);
  return from;
}
