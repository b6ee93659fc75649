/** Which routines a text needs, and in what order calls stand to definitions. */

import { globalsTouchedBy } from '../ir/declaredDerivative';
import { routineNamed } from '../ir/names';
import { callsIn } from '../ir/statements';
import type { Program, Routine, VariableId } from '../ir/types';
import { reachedFrom } from '../ir/uses';

/** Names of the routines that a routine calls. */
export function callees({ body }: Routine): ReadonlySet<string> {
  return new Set(callsIn(body).map(({ callee }) => callee));
}

/** The entry and everything that it calls, in the program's order; all routines where there is no such entry. */
export function reachable(program: Program, entry: string | null): readonly Routine[] {
  const first = routineNamed(program, entry);
  if (!first) return program.routines;
  const reached = reachedFrom(program, first);
  return program.routines.filter((r) => reached.has(r));
}

/** Routines that are called above their definition or defined elsewhere. */
export function calledAhead(routines: readonly Routine[]): readonly Routine[] {
  const defined = new Set<string>();
  const ahead = new Set<string>();
  for (const routine of routines) {
    if (!routine.external) defined.add(routine.name);
    for (const name of callees(routine)) if (!defined.has(name)) ahead.add(name);
  }
  return routines.filter((r) => ahead.has(r.name));
}

/** Whether a routine may call itself, directly or not. */
export function recursive(program: Program, routine: Routine): boolean {
  return [...callees(routine)].some((name) => {
    const callee = routineNamed(program, name);
    return callee !== undefined && reachable(program, callee.name).includes(routine);
  });
}

/** Globals, with their derivatives, that routines from elsewhere touch: nothing here may have their names. */
export function sharedWithOthers(program: Program, routines: readonly Routine[]): Set<VariableId> {
  const touched = new Set(routines.flatMap(globalsTouchedBy));
  return new Set(
    program.variables
      .filter(
        ({ id, derivativeOf }) => touched.has(id) || (derivativeOf !== null && touched.has(derivativeOf)),
      )
      .map(({ id }) => id),
  );
}
