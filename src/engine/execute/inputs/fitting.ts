/**
 * Finds the defaults with which a program runs well. They are tried one after the other, each in a run with a bounded number
 * of steps: no clock decides, so that equal requests have equal inputs.
 */
import { entryOf, itemAt } from '../../base/lookup';
import { isInteger, isReal } from '../../ir/build';
import { locationKey, routineOf, variableOf } from '../../ir/names';
import type { Program, VariableId } from '../../ir/types';
import { reachedFrom } from '../../ir/uses';
import { type InterpretOutcome, interpret } from '../interpreter';
import { bindByKey, globalsOf, type Values } from './binding';
import { FLAVOURS, type Flavour, sizesIn } from './defaults';

/** The steps of all tries together. A routine that needs more in one run gets the first defaults. */
const STEPS = 40_000;
const BYTES = 16 * 2 ** 20;

/** The relative change of reals by which it is tested whether results depend on them: more than single precision rounds. */
const NUDGE = 2 ** -10;

/**
 * `resolve` gives the inputs with some defaults; null where it cannot. The best run is one whose results depend on its reals:
 * where none does, as beyond a cutoff, derivatives are zero and there is nothing to see or check.
 */
export function fittingFlavour(
  program: Program,
  entry: string,
  resolve: (flavour: Flavour) => Values | null,
): Flavour {
  const [first] = FLAVOURS as readonly [Flavour];
  let still: Flavour | null = null;
  const tried = new Set<string>();
  let steps = STEPS;
  const run = (values: Values): InterpretOutcome => {
    const limits = { steps, milliseconds: Number.POSITIVE_INFINITY, bytes: BYTES };
    const outcome = interpret(program, bindByKey(program, entry, values), { now: () => 0, limits });
    steps -= outcome.steps;
    return outcome;
  };
  const fitting = (flavours: readonly Flavour[]): Flavour | null => {
    for (const flavour of flavours) {
      const values = resolve(flavour);
      if (!values) break;
      const text = JSON.stringify(values);
      if (tried.has(text)) continue;
      tried.add(text);
      const outcome = run(values);
      if (outcome.trap?.code.startsWith('budget')) break;
      if (outcome.trap !== null || !leavesNumbers(program, entry, outcome)) continue;
      const nudged = nudgedReals(program, entry, values);
      if (!nudged) return flavour;
      const again = run(nudged);
      if (again.trap) return still ?? flavour;
      if (follows(program, entry, [values, nudged], [outcome, again])) return flavour;
      still ??= flavour;
    }
    return null;
  };
  const found = fitting(FLAVOURS);
  if (found) return found;
  const runWith = (flavour: Flavour): InterpretOutcome | null => {
    const values = resolve(flavour);
    const count = Object.values(values ?? {}).reduce((all, list) => all + list.length, 0);
    return values && count <= MOST_ELEMENTS ? run(values) : null;
  };
  const larger = still ? null : withLargerSizes(program, entry, first, runWith);
  return larger ?? fitting(withOneLarger(program, entry, first)) ?? still ?? first;
}

/** Each integer in turn is far larger than the others, as a routine that first requires `lda >= kl + ku + 1` needs it. */
function withOneLarger(program: Program, entry: string, first: Flavour): Flavour[] {
  const { parameters } = routineOf(program, entry);
  const whole = parameters.filter((id) => {
    const { type, shape } = variableOf(program, id);
    return isInteger(type) && shape === null;
  });
  return whole.map((id) => ({ ...first, sizes: new Map([[id, FAR_ABOVE]]) }));
}
const FAR_ABOVE = 20;

/** How many times sizes may grow, and up to how many elements of all inputs; a routine that asks for more does so at any size. */
const MOST_ROUNDS = 12;
const MOST_ELEMENTS = 20_000;

/**
 * Where a run accesses elements beyond the end of an array, the sizes in its extent grow until the extent suffices, or are
 * doubled if they grew before: `x(7)` of `x(n)`, `a(n*(n + 1)/2)` of `a(nv)`. Null where that does not end.
 */
function withLargerSizes(
  program: Program,
  entry: string,
  first: Flavour,
  run: (flavour: Flavour) => InterpretOutcome | null,
): Flavour | null {
  const routines = [...reachedFrom(program, routineOf(program, entry))];
  const sizes = new Map<VariableId, number>();
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const flavour = { ...first, sizes: new Map(sizes) };
    const outcome = run(flavour);
    if (!outcome) return null;
    const { trap } = outcome;
    if (!trap) return leavesNumbers(program, entry, outcome) ? flavour : null;
    const wanted = trap.value - trap.lower + 1;
    const extent =
      trap.variable === null
        ? null
        : variableOf(program, trap.variable).shape?.dimensions[trap.dimension]?.extent;
    if (trap.code !== 'out-of-bounds' || !extent || wanted <= trap.extent) return null;
    for (const id of sizesIn(program, routines, extent))
      sizes.set(id, Math.max(wanted, 2 * (sizes.get(id) ?? 0)));
  }
  return null;
}

type Pair<T> = readonly [before: T, after: T];

function keysOf(program: Program, entry: string): ReadonlyMap<string, VariableId> {
  const routine = routineOf(program, entry);
  const ids = [...routine.parameters, ...globalsOf(program, routine)];
  return new Map(ids.map((id) => [locationKey(program, id), id]));
}

/** The values with every real moved a little; null if there is no real. */
function nudgedReals(program: Program, entry: string, values: Values): Values | null {
  const ids = keysOf(program, entry);
  let any = false;
  const moved = Object.entries(values).map(([key, list]): [string, readonly number[]] => {
    const id = ids.get(key);
    if (id === undefined || !isReal(variableOf(program, id).type)) return [key, list];
    any ||= list.length > 0;
    return [key, list.map((x, i) => x + NUDGE * (i % 2 === 0 ? x : -x))];
  });
  return any ? Object.fromEntries(moved) : null;
}

/** Whether some real has changed by something else at exit than at entry; one that nothing touches has not. */
function follows(
  program: Program,
  entry: string,
  inputs: Pair<Values>,
  [before, after]: Pair<InterpretOutcome>,
): boolean {
  const routine = routineOf(program, entry);
  const moved = (id: VariableId, [left, right]: Pair<readonly number[]>) => {
    const { type } = variableOf(program, id);
    const [from = [], to = []] = inputs.map((each) => each[locationKey(program, id)] ?? []);
    return isReal(type) && left.some((x, i) => x !== right[i] && !(x === from[i] && right[i] === to[i]));
  };
  const result = routine.result !== null && isReal(variableOf(program, routine.result).type);
  return (
    (result && before.result !== after.result) ||
    routine.parameters.some((id, i) =>
      moved(id, [itemAt(before.arguments, i), itemAt(after.arguments, i)]),
    ) ||
    globalsOf(program, routine).some((id) =>
      moved(id, [entryOf(before.globals, id), entryOf(after.globals, id)]),
    )
  );
}

function leavesNumbers(program: Program, entry: string, outcome: InterpretOutcome): boolean {
  const routine = routineOf(program, entry);
  const fine = (id: (typeof routine.parameters)[number], values: readonly number[]) =>
    !isReal(variableOf(program, id).type) || values.every(Number.isFinite);
  return (
    (outcome.result === null || Number.isFinite(outcome.result)) &&
    routine.parameters.every((id, i) => fine(id, itemAt(outcome.arguments, i))) &&
    globalsOf(program, routine).every((id) => fine(id, entryOf(outcome.globals, id)))
  );
}
