/**
 * What the variables of a routine hold at a step of a traced run, as far as the trace tells, and what expressions over
 * them come to: null where something in them is not known.
 */

import { isInteger } from '../ir/build';
import { ELEMENTARY } from '../ir/elementary';
import type { Locations } from '../ir/locations';
import { locationKey, variableOf } from '../ir/names';
import type { Binary, Compare, Convert, Expr, Place, Program, VariableId } from '../ir/types';
import type { Replay } from './replay';

type Cells = Map<VariableId, Map<number, number>>;

export interface RunValues {
  readonly program: Program;
  readonly locations: Locations;
  /** By variable, by element in memory order. */
  readonly now: Cells;
  /** Extents are fixed at entry. */
  readonly entry: Cells;
  /** Reals that become integers keep their fractions: so it shows in which direction the next integer lies. */
  readonly smooth?: boolean;
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
  let cells = now.get(id);
  if (!cells) {
    cells = new Map();
    now.set(id, cells);
  }
  cells.set(index, value);
}

/** The element that a place names, in memory order; -1 where that is not known, or the storage has other names. */
export function elementAt(state: RunValues, place: Place): number {
  const location = state.locations.all[state.locations.of(place)];
  if (!location || location.variables.length > 1) return -1;
  if (place.kind === 'variable') return 0;
  const subscripts = place.subscripts.map((e) => evaluate(state, e));
  if (subscripts.some((x) => x === null)) return -1;
  return positionOf(state, place.variable, subscripts as number[]);
}

/** Position of an element in memory order; -1 where a bound is not known. */
export function positionOf(state: RunValues, id: VariableId, subscripts: readonly number[]): number {
  const shape = variableOf(state.program, id).shape;
  if (!shape) return -1;
  const atEntry = { ...state, now: state.entry };
  const { dimensions, order } = shape;
  const ranks = dimensions.map((_, k) => k);
  if (order === 'row') ranks.reverse();
  let position = 0;
  let stride = 1;
  for (const [n, k] of ranks.entries()) {
    const d = dimensions[k];
    const lower = d ? evaluate(atEntry, d.lower) : null;
    const extent = d?.extent ? evaluate(atEntry, d.extent) : null;
    if (lower === null || (extent === null && n < ranks.length - 1)) return -1;
    position += ((subscripts[k] ?? 0) - lower) * stride;
    stride *= extent ?? 1;
  }
  return position;
}

export function evaluate(state: RunValues, e: Expr): number | null {
  switch (e.kind) {
    case 'constant':
      return e.value;
    case 'variable':
    case 'element': {
      const position = elementAt(state, e);
      return position < 0 ? null : (state.now.get(e.variable)?.get(position) ?? null);
    }
    case 'unary': {
      const x = evaluate(state, e.operand);
      if (x === null) return null;
      return e.op === 'negate' ? -x : e.op === 'not' ? Number(x === 0) : ~x;
    }
    case 'binary':
      return withBoth(state, e, arithmetic);
    case 'compare':
      return withBoth(state, e, compared);
    case 'logical': {
      const left = evaluate(state, e.left);
      if (left === null) return null;
      return (left !== 0) === (e.op === 'or') ? left : evaluate(state, e.right);
    }
    case 'intrinsic': {
      const values = e.args.map((each) => evaluate(state, each));
      if (values.some((x) => x === null)) return null;
      return rounded(e, ELEMENTARY[e.fn].evaluate(...(values as number[])));
    }
    case 'convert':
      return converted(e, evaluate(state, e.operand), state.smooth ?? false);
    case 'select': {
      const condition = evaluate(state, e.condition);
      return condition === null ? null : evaluate(state, condition !== 0 ? e.whenTrue : e.whenFalse);
    }
  }
}

function withBoth<E extends Binary | Compare>(
  state: RunValues,
  e: E,
  combine: (e: E, left: number, right: number) => number | null,
): number | null {
  const left = evaluate(state, e.left);
  const right = left === null ? null : evaluate(state, e.right);
  return left === null || right === null ? null : combine(e, left, right);
}

function rounded({ type }: Expr, x: number): number {
  return type === 'f32' ? Math.fround(x) : x;
}

function converted(e: Convert, x: number | null, smooth: boolean): number | null {
  if (x === null) return null;
  if (e.type === 'bool') return Number(x !== 0);
  return isInteger(e.type) ? (smooth ? x : Math.trunc(x)) : rounded(e, x);
}

function compared({ op }: Compare, x: number, y: number): number {
  switch (op) {
    case 'lt':
      return Number(x < y);
    case 'le':
      return Number(x <= y);
    case 'gt':
      return Number(x > y);
    case 'ge':
      return Number(x >= y);
    case 'eq':
      return Number(x === y);
    case 'ne':
      return Number(x !== y);
  }
}

function arithmetic(e: Binary, x: number, y: number): number | null {
  switch (e.op) {
    case 'add':
      return rounded(e, x + y);
    case 'subtract':
      return rounded(e, x - y);
    case 'multiply':
      return rounded(e, x * y);
    case 'divide':
      if (!isInteger(e.type)) return rounded(e, x / y);
      return y === 0 ? null : Math.trunc(x / y);
    case 'remainder':
      return y === 0 ? null : x % y;
    case 'bitand':
      return x & y;
    case 'bitor':
      return x | y;
    case 'bitxor':
      return x ^ y;
    case 'shiftleft':
      return x << y;
    case 'shiftright':
      return x >> y;
  }
}

/**
 * How far a condition is from going the other way, in the units of what it compares; 0 where it does not hold, null where
 * that is not known.
 */
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
      const holds = evaluate(state, e);
      if (holds === null) return null;
      if ((holds !== 0) === wanted) return 0;
      const gradual = { ...state, smooth: true };
      return apart(evaluate(gradual, e.left) ?? 0, evaluate(gradual, e.right) ?? 0);
    }
    default: {
      const value = evaluate(state, e);
      return value === null ? null : Number((value !== 0) !== wanted);
    }
  }
}

/** How far an integer is from a range. */
export function distanceToRange(state: RunValues, e: Expr, from: number, to: number): number | null {
  const x = evaluate(state, e);
  if (x === null || (x >= from && x <= to)) return x === null ? null : 0;
  return apart(evaluate({ ...state, smooth: true }, e) ?? x, x < from ? from : to);
}

/** Of two sides that are not as they should be: never zero. */
function apart(x: number, y: number): number {
  return Math.max(1e-9, Math.abs(x - y));
}
