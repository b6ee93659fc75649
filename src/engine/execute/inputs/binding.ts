/** Turns values by location key into the arguments and globals of a run, and back. */

import { isStatic } from '../../backend/wasm/index';
import { dictionary, itemAt } from '../../base/lookup';
import { getOrMake } from '../../base/once';
import { boundsOf } from '../../ir/bounds';
import { walk } from '../../ir/build';
import { globalsTouchedBy } from '../../ir/declaredDerivative';
import { locationKey, routineOf, variableOf } from '../../ir/names';
import type { Program, Routine, VariableId } from '../../ir/types';
import { mentioned, reachedFrom } from '../../ir/uses';
import type { RunInput, RunOutcome } from '../outcome';

export type Values = Readonly<Record<string, readonly number[]>>;

const globals = new WeakMap<Program, Map<Routine, readonly VariableId[]>>();

/** Globals that the routine, or one that it may call, mentions, or that an external one may touch; in order of declaration. */
export function globalsOf(program: Program, entry: Routine): readonly VariableId[] {
  // Many runs of one program ask for them, and trees don't change.
  const known = getOrMake(globals, program, () => new Map());
  return getOrMake(known, entry, () => findGlobals(program, entry));
}

function findGlobals(program: Program, entry: Routine): VariableId[] {
  const routines = [...reachedFrom(program, entry)];
  const used = new Set(routines.flatMap((routine) => [...mentioned(routine), ...globalsTouchedBy(routine)]));
  for (const id of [...used, ...routines.flatMap((r) => [...r.parameters, ...r.locals])])
    for (const bound of boundsOf(variableOf(program, id)))
      walk(bound, (e) => {
        if (e.kind === 'variable') used.add(e.variable);
      });
  return program.variables.filter((v) => isStatic(v) && used.has(v.id)).map((v) => v.id);
}

export function bindByKey(program: Program, entry: string, values: Values): RunInput {
  const routine = routineOf(program, entry);
  const globals = new Map<VariableId, readonly number[]>();
  for (const id of globalsOf(program, routine)) {
    const given = values[locationKey(program, id)];
    if (given) globals.set(id, given);
  }
  return {
    entry,
    arguments: routine.parameters.map((id) => values[locationKey(program, id)] ?? [0]),
    globals,
  };
}

/** The values that the run left in each parameter, each global that the routine names, and the result. */
export function valuesByKey(program: Program, entry: string, outcome: RunOutcome): Record<string, number[]> {
  const routine = routineOf(program, entry);
  const found = dictionary<number[]>();
  routine.parameters.forEach((id, i) => {
    found[locationKey(program, id)] = [...itemAt(outcome.arguments, i)];
  });
  for (const id of globalsOf(program, routine)) {
    const values = outcome.globals.get(id);
    if (values) found[locationKey(program, id)] = [...values];
  }
  if (routine.result !== null && outcome.result !== null)
    found[locationKey(program, routine.result)] = [outcome.result];
  return found;
}
