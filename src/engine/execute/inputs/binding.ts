/** From values by location key to the arguments and globals of a run, and back. */

import { isStatic } from '../../backend/wasm/index';
import { dictionary, itemAt } from '../../base/lookup';
import { getOrMake } from '../../base/once';
import { walk } from '../../ir/build';
import { locationKey, routineNamed, routineOf, variableOf } from '../../ir/names';
import { walkStatements } from '../../ir/statements';
import type { Program, Routine, VariableId } from '../../ir/types';
import { mentioned } from '../../ir/uses';
import type { RunInput, RunOutcome } from '../outcome';

export type Values = Readonly<Record<string, readonly number[]>>;

/** The routine and all that it may call. */
export function reachableRoutines(program: Program, entry: Routine): Routine[] {
  const found = new Set<Routine>();
  const open = [entry];
  for (let routine = open.pop(); routine; routine = open.pop()) {
    if (found.has(routine)) continue;
    found.add(routine);
    for (const name of calleesOf(routine)) {
      const callee = routineNamed(program, name);
      if (callee) open.push(callee);
    }
  }
  return [...found];
}

const globals = new WeakMap<Program, Map<Routine, readonly VariableId[]>>();

/** Globals that the routine, or one that it may call, mentions; in order of declaration. */
export function globalsOf(program: Program, entry: Routine): readonly VariableId[] {
  // Many runs of one program ask again and again; trees don't change.
  const known = getOrMake(globals, program, () => new Map());
  return getOrMake(known, entry, () => findGlobals(program, entry));
}

function findGlobals(program: Program, entry: Routine): VariableId[] {
  const routines = reachableRoutines(program, entry);
  const used = new Set(routines.flatMap((routine) => [...mentioned(routine)]));
  for (const id of [...used, ...routines.flatMap((r) => [...r.parameters, ...r.locals])]) {
    for (const d of variableOf(program, id).shape?.dimensions ?? [])
      for (const bound of d.extent ? [d.lower, d.extent] : [d.lower])
        walk(bound, (e) => {
          if (e.kind === 'variable') used.add(e.variable);
        });
  }
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

/** Every parameter, global that counts, and the result, as the run left them. */
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

function calleesOf(routine: Routine): string[] {
  const names: string[] = [];
  walkStatements(routine.body, (s) => {
    if (s.kind === 'call') names.push(s.callee);
  });
  return names;
}
