/** Elements of arrays in the notation of the program, from their place in memory: `a[1][0]`, `a(3, -1)`. */
import { itemAt } from '../base/lookup';
import { locationKey, routineOf, variableOf } from '../ir/names';
import type { Expr, Program, Variable } from '../ir/types';
import type { Trace } from '../pipeline/results';
import type { Grid } from './grid';
import { integerAtEntry } from './inputs/atEntry';
import { globalsOf, type Values } from './inputs/binding';

type Subscripts = NonNullable<Trace['locations'][number]['subscripts']>;

/** Null where an extent is not known, other than the slowest, which no position in memory depends on. */
export function subscriptsOf(
  v: Variable | undefined,
  language: Program['language'],
  { lower, extents }: Grid,
): Subscripts | null {
  const ranks = extents.map((_, d) => d);
  if (v?.shape?.order === 'row') ranks.reverse();
  if (ranks.slice(0, -1).some((d) => !(itemAt(extents, d) > 0 && Number.isFinite(extents[d])))) return null;
  let stride = 1;
  const strides = extents.map(() => 1);
  for (const d of ranks) {
    strides[d] = stride;
    stride *= itemAt(extents, d);
  }
  return { lower: [...lower], strides, order: ranks.reverse(), style: language };
}

/** `element`: counted from 0 in memory. A variable with one element goes by its name alone. */
export function elementText(
  program: Program,
  v: Variable,
  element: number,
  count: number,
  grid: Grid | null,
): string {
  const name = v.storage?.key ?? v.name;
  if (count <= 1) return name;
  const subscripts = grid && subscriptsOf(v, program.language, grid);
  if (!subscripts) return program.language === 'fortran' ? `${name}(${element + 1})` : `${name}[${element}]`;
  let rest = element;
  const at = [...subscripts.lower];
  for (const d of subscripts.order) {
    const stride = itemAt(subscripts.strides, d);
    const steps = Math.floor(rest / stride);
    at[d] = itemAt(subscripts.lower, d) + steps;
    rest -= steps * stride;
  }
  return program.language === 'fortran' ? `${name}(${at.join(', ')})` : `${name}[${at.join('][')}]`;
}

/** The elements of arguments, result and globals of a run, by location key and place in memory. */
export function elementsOf(
  program: Program,
  entry: string,
  values: Values,
): (key: string, element: number) => string {
  const routine = routineOf(program, entry);
  const ids = [...routine.parameters, ...globalsOf(program, routine)];
  if (routine.result !== null) ids.push(routine.result);
  const known = new Map(ids.map((id) => [locationKey(program, id), variableOf(program, id)]));
  const integer = (e: Expr) =>
    integerAtEntry(
      program,
      e,
      (id) => values[locationKey(program, id)] ?? [0],
      () => 0,
    );
  const grids = new Map<string, Grid>();
  const gridOf = (key: string, { shape }: Variable): Grid => {
    const dimensions = shape?.dimensions ?? [];
    const grid = grids.get(key) ?? {
      lower: dimensions.map((d) => integer(d.lower)),
      extents: dimensions.map((d) => (d.extent ? integer(d.extent) : Number.POSITIVE_INFINITY)),
    };
    grids.set(key, grid);
    return grid;
  };
  return (key, element) => {
    const v = known.get(key);
    // A result goes by the name of its routine.
    if (!v || v.role === 'result') return key;
    const grid = gridOf(key, v);
    return elementText(program, v, element, v.shape ? (values[key]?.length ?? 2) : 1, grid);
  };
}
