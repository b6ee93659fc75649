/**
 * Which defaults a program is content with. They are tried one after the other, each in a run of a bounded number of
 * steps: no clock decides, so that equal requests have equal inputs.
 */
import { isReal } from '../ir/build';
import type { Program } from '../ir/types';
import { bindByKey, globalsOf, routineOf, type Values, variableOf } from './binding';
import { FLAVOURS, type Flavour } from './defaults';
import { type InterpretOutcome, interpret } from './interpreter';

/** Of all tries together. Who needs more for one run gets the first defaults. */
const STEPS = 40_000;
const BYTES = 16 * 2 ** 20;

/** `resolve` gives the inputs with some defaults; null where they can't be had. */
export function fittingFlavour(
  program: Program,
  entry: string,
  resolve: (flavour: Flavour) => Values | null,
): Flavour {
  const [first] = FLAVOURS as readonly [Flavour];
  const tried = new Set<string>();
  let steps = STEPS;
  for (const flavour of FLAVOURS) {
    const values = resolve(flavour);
    if (!values) return first;
    const text = JSON.stringify(values);
    if (tried.has(text)) continue;
    tried.add(text);
    const limits = { steps, milliseconds: Number.POSITIVE_INFINITY, bytes: BYTES };
    const outcome = interpret(program, bindByKey(program, entry, values), { now: () => 0, limits });
    if (outcome.trap?.code.startsWith('budget')) return first;
    if (outcome.trap === null && leavesNumbers(program, entry, outcome)) return flavour;
    steps -= outcome.steps;
  }
  return first;
}

function leavesNumbers(program: Program, entry: string, outcome: InterpretOutcome): boolean {
  const routine = routineOf(program, entry);
  const fine = (id: (typeof routine.parameters)[number], values: readonly number[]) =>
    !isReal(variableOf(program, id).type) || values.every(Number.isFinite);
  return (
    (outcome.result === null || Number.isFinite(outcome.result)) &&
    routine.parameters.every((id, i) => fine(id, outcome.arguments[i] ?? [])) &&
    globalsOf(program, routine).every((id) => fine(id, outcome.globals.get(id) ?? []))
  );
}
