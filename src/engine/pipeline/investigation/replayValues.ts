/**
 * A traced run of the primal, and the values of a routine's variables at one of its steps, as far as the trace tells, and of
 * expressions over them: null if a part is not known.
 */

import type { RoutineAnalysis } from '../../analyses/routineAnalysis';
import { itemAt } from '../../base/lookup';
import { getOrMake } from '../../base/once';
import type { TraceColumns } from '../../execute/interpreter/trace';
import { distanceInMemory } from '../../ir/bounds';
import { evaluate } from '../../ir/evaluate';
import type { Locations } from '../../ir/locations';
import { locationKey, variableOf } from '../../ir/names';
import type { Expr, Place, Program, VariableId } from '../../ir/types';

/** A run of the primal, step by step. */
export interface Replay {
  readonly program: Program;
  readonly analysis: RoutineAnalysis;
  readonly columns: TraceColumns;
  /** By number of a location in the columns. */
  readonly variables: readonly VariableId[];
  readonly inputs: Readonly<Record<string, readonly number[]>>;
  /** Whether the run came to its end with every step recorded. */
  readonly complete: boolean;
  /** By routine: itself and all that it may call. */
  readonly reach: ReadonlyMap<string, ReadonlySet<string>>;
  /** By statement: its routine. */
  readonly ownerOf: ReadonlyMap<number, string>;
}

type Cells = Map<VariableId, Map<number, number>>;

export interface RunValues {
  readonly program: Program;
  readonly locations: Locations;
  /** By variable and element, in memory order. */
  readonly now: Cells;
  /** Values at entry, by which extents are fixed. */
  readonly entry: Cells;
}

export function valuesAtEntry(run: Replay): RunValues {
  const { program, inputs } = run;
  const { routine, locations } = run.analysis.model;
  const [now, entry]: [Cells, Cells] = [new Map(), new Map()];
  for (const id of new Set([...routine.parameters, ...locations.all.flatMap((l) => l.variables)])) {
    const v = variableOf(program, id);
    const values = inputs[locationKey(program, id)] ?? v.initial;
    if (!values) continue;
    now.set(id, new Map(values.entries()));
    if (!v.shape) entry.set(id, new Map(values.entries()));
  }
  return { program, locations, now, entry };
}

export function setValue({ now }: RunValues, id: VariableId, index: number, value: number): void {
  const cells = getOrMake(now, id, () => new Map());
  cells.set(index, value);
}

/** The element that a place names, in memory order; -1 if that is not known, or the storage has several names. */
export function elementAt(state: RunValues, place: Place): number {
  const location = state.locations.all[state.locations.of(place)];
  if (!location || location.variables.length > 1) return -1;
  if (place.kind === 'variable') return 0;
  const subscripts = place.subscripts.map((e) => valueIn(state, e));
  if (subscripts.some((x) => x === null)) return -1;
  return positionOf(state, place.variable, subscripts as number[]);
}

/** Position of an element in memory order; -1 if a bound is not known. */
export function positionOf(state: RunValues, id: VariableId, subscripts: readonly number[]): number {
  const shape = variableOf(state.program, id).shape;
  if (!shape) return -1;
  const atEntry = { ...state, now: state.entry };
  const atStart = (e: Expr | null) => e && valueIn(atEntry, e);
  const steps = (d: number) => {
    const lower = atStart(itemAt(shape.dimensions, d).lower);
    return lower === null ? null : (subscripts[d] ?? 0) - lower;
  };
  return distanceInMemory(shape, steps, (d) => atStart(itemAt(shape.dimensions, d).extent)) ?? -1;
}

export function valueIn(state: RunValues, e: Expr, smooth = false): number | null {
  return evaluate(e, { read: (place) => read(state, place), smooth });
}

function read(state: RunValues, place: Place): number | null {
  const position = elementAt(state, place);
  return position < 0 ? null : (state.now.get(place.variable)?.get(position) ?? null);
}

/** How far a condition is from the wanted outcome, in the units of what it compares; 0 where it has it, null where that is not known. */
export function distanceTo(state: RunValues, e: Expr, wanted: boolean): number | null {
  switch (e.kind) {
    case 'unary':
      return e.op === 'not' ? distanceTo(state, e.operand, !wanted) : null;
    case 'logical': {
      const [left, right] = [distanceTo(state, e.left, wanted), distanceTo(state, e.right, wanted)];
      if (left === null || right === null) return null;
      return (e.op === 'and') === wanted ? left + right : Math.min(left, right);
    }
    case 'compare': {
      const holds = valueIn(state, e);
      if (holds === null) return null;
      if ((holds !== 0) === wanted) return 0;
      return apart(valueIn(state, e.left, true) ?? 0, valueIn(state, e.right, true) ?? 0);
    }
    default: {
      const value = valueIn(state, e);
      return value === null ? null : Number((value !== 0) !== wanted);
    }
  }
}

/** How far an integer is from a range. */
export function distanceToRange(state: RunValues, e: Expr, from: number, to: number): number | null {
  const x = valueIn(state, e);
  if (x === null || (x >= from && x <= to)) return x === null ? null : 0;
  return apart(valueIn(state, e, true) ?? x, x < from ? from : to);
}

/** The distance of two sides that should compare otherwise: never zero. */
function apart(x: number, y: number): number {
  return Math.max(1e-9, Math.abs(x - y));
}
