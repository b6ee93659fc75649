/** What routines without a body do to memory, and which part of an argument a call touches. */

import { itemAt } from '../../base/lookup';
import { add, constant, convert, INERT, isReal, subtract } from '../../ir/build';
import type { Location, Locations } from '../../ir/locations';
import { routineNamed, variableOf } from '../../ir/names';
import type { Call, Expr, Place, Program, Routine } from '../../ir/types';
import { globalPort, type Port, type Summary } from './summary';

/** What is declared of a routine without a body, or the worst. */
export function externalSummary(program: Program, routine: Routine): Summary {
  const shape = routine.external ?? INERT;
  const { length } = routine.parameters;
  const portAt = (i: number): Port =>
    i < 0 ? 'result' : i < length ? i : globalPort(itemAt(shape.globals, i - length));
  const use = new Set(shape.read.map(portAt));
  const out = shape.written.map(portAt);
  const rows = new Map<Port, ReadonlySet<Port>>();
  if (shape.dependence === 'all') for (const p of out) rows.set(p, use);
  else
    for (const [after, before] of shape.dependence)
      rows.set(portAt(after), new Set([...(rows.get(portAt(after)) ?? []), portAt(before)]));
  // A real scalar that does not depend on its old value is overwritten for certain. A pointer in C is a scalar where the call
  // passes one.
  const isOverwritten = (i: number) => {
    const p = portAt(i);
    const v = i < 0 ? undefined : program.variables[routine.parameters[i] ?? shape.globals[i - length] ?? -1];
    const isValue = v?.shape?.dimensions.every((d) => d.extent === null) ?? true;
    return p === 'result' || (v && isReal(v.type) && isValue && !rows.get(p)?.has(p));
  };
  return {
    use,
    entry: new Set(),
    out: new Set(out),
    kill: new Set(shape.written.filter(isOverwritten).map(portAt)),
    // What is declared is what carries a derivative; all that is read may decide what is written.
    dep: new Map(
      out.map((p) => {
        const row = rows.get(p) ?? use;
        return [p, row === use ? use : new Set([...use, ...row])];
      }),
    ),
    diffDep: rows,
  };
}

/**
 * The elements of a location that a call may overwrite, where it is passed single elements only; null where it may overwrite
 * all, as of a global. Saving elements leaves the rest of an array where it was, and needs no extent.
 */
export function elementsPassed(
  { program, locations }: { readonly program: Program; readonly locations: Locations },
  s: Call,
  { index: l, variables }: Location,
): readonly Place[] | null {
  if (variables.some((id) => variableOf(program, id).role === 'global')) return null;
  const places: Place[] = [];
  for (const a of s.args) {
    if (a.kind === 'array' && locations.ofVariable(a.variable).includes(l)) return null;
    if (a.kind === 'reference' && locations.of(a.place) === l) places.push(a.place);
  }
  if (s.result && locations.of(s.result) === l) places.push(s.result);
  return places.some((p) => p.kind === 'element') ? places : null;
}

/**
 * How many elements, counted from the first of the array, cover all that a call of an external routine touches, as its directive
 * says; null where that may be any.
 */
export function partTouched(program: Program, s: Call, location: Location): Expr | null {
  const callee = routineNamed(program, s.callee);
  const { globals, extents, read, written } = callee?.external ?? INERT;
  const known = new Map(extents);
  const counts: (Expr | null)[] = [];
  s.args.forEach((a, i) => {
    if (a.kind !== 'array' || !location.variables.includes(a.variable)) return;
    const elements = known.get(i);
    const lower = program.variables[a.variable]?.shape?.dimensions[0]?.lower;
    const [start, another] = a.start ?? [];
    const count = elements === undefined || another || !lower ? null : constant(elements, 'i32');
    counts.push(count && start && lower ? add(count, subtract(start, convert(lower, start.type))) : count);
  });
  globals.forEach((id, k) => {
    const i = s.args.length + k;
    if (!location.variables.includes(id) || !(read.includes(i) || written.includes(i))) return;
    const elements = known.get(i);
    counts.push(elements === undefined ? null : constant(elements, 'i32'));
  });
  const [first = null, ...others] = counts;
  return others.length === 0 ? first : null;
}
