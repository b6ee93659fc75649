/** Parameters declared as input: `const` in C, `intent(in)` in Fortran. */

import { routineNamed, variableOf } from '../ir/names';
import { callsIn } from '../ir/statements';
import type { Program, Routine, VariableId } from '../ir/types';
import type { LocalFacts } from './locals';

/**
 * Parameters that are declared as input, never written, and never passed on where they might be written. Found by removing
 * candidates until nothing changes.
 */
export function readOnlyParameters(
  program: Program,
  facts: ReadonlyMap<Routine, LocalFacts>,
): Set<VariableId> {
  const found = new Set<VariableId>();
  for (const routine of program.routines)
    for (const id of routine.parameters)
      if (variableOf(program, id).intent === 'in' && !facts.get(routine)?.written.has(id)) found.add(id);
  for (let changed = true; changed; ) {
    changed = false;
    for (const routine of program.routines)
      for (const s of callsIn(routine.body)) {
        const callee = routineNamed(program, s.callee);
        s.args.forEach((arg, i) => {
          const id =
            arg.kind === 'array' ? arg.variable : arg.kind === 'reference' ? arg.place.variable : null;
          const formal = callee?.parameters[i];
          const keeps = formal !== undefined && found.has(formal);
          if (id !== null && !keeps && found.delete(id)) changed = true;
        });
      }
  }
  return found;
}
