import { reached } from '../base/components';
import { itemAt } from '../base/lookup';
import { withReadByBounds } from '../ir/bounds';
import type { Counters } from '../ir/emit';
import { variablesOwnedBy } from '../ir/names';
import { copyVariables, renameRoutine, renumber } from '../ir/rewrites/rename';
import { callsIn, rewriteStatements } from '../ir/statements';
import type { Program, Routine, Variable, VariableId } from '../ir/types';
import { mentioned } from '../ir/uses';
import { withoutKept } from './least';

/**
 * The generated program: primal routines that the adjoint code calls, then the adjoint routines. An adjoint routine keeps
 * the variables of its primal under their ids; a primal routine that stands beside its own adjoint gets copies.
 */
export function assemble(
  primal: Program,
  variables: readonly Variable[],
  made: readonly { routine: Routine; of: string | null }[],
  entry: string,
  counters: Counters,
): Pick<Program, 'routines' | 'variables'> {
  const plain = neededRoutines(
    withoutKept(primal),
    made.map((m) => m.routine),
    entry,
  );
  const table: Variable[] = variables.map((v) => ({ ...v }));
  const setOwner = (id: VariableId, owner: number | null) => {
    table[id] = { ...itemAt(table, id), owner };
  };
  const adjointOf = new Map(
    made.flatMap((m, k) => (m.of === null ? [] : [[m.of, plain.length + k] as const])),
  );
  const routines: Routine[] = [];
  variables.forEach((v) => {
    if (v.owner === null) return;
    if (v.owner >= primal.routines.length) setOwner(v.id, plain.length + v.owner - primal.routines.length);
    else {
      const name = itemAt(primal.routines, v.owner).name;
      const plainIndex = plain.findIndex((r) => r.name === name);
      setOwner(v.id, adjointOf.get(name) ?? (plainIndex < 0 ? null : plainIndex));
    }
  });
  plain.forEach((routine, owner) => {
    if (!adjointOf.has(routine.name)) {
      routines.push(routine);
      return;
    }
    const old = primal.routines.indexOf(routine);
    const copies = copyVariables(table, variablesOwnedBy(primal, old), owner);
    // Its statements get other numbers than those of the program, and say which those were.
    const known = {
      ...routine,
      body: rewriteStatements(routine.body, (s) => [{ ...s, origin: s.origin ?? s.id }]),
    };
    routines.push(renumber(renameRoutine(known, copies), counters));
  });
  routines.push(...made.map((m) => m.routine));
  return { routines, variables: table };
}

/** Primal routines that the adjoint code calls, directly or not, in source order. */
function neededRoutines(primal: Program, made: readonly Routine[], entry: string): Routine[] {
  const byName = new Map([...primal.routines, ...made].map((r) => [r.name, r]));
  const needed = reached([entry, ...made.map((r) => r.name)], (name) =>
    callsIn(byName.get(name)?.body ?? []).map(({ callee }) => callee),
  );
  return primal.routines.filter((r) => needed.has(r.name));
}

/** Locals that nothing mentions, in its statements or in the bounds of what they mention, are not declared. */
export function onlyMentioned(program: Program, routine: Routine): Routine {
  const seen = withReadByBounds(program, mentioned(routine));
  return { ...routine, locals: [...new Set(routine.locals)].filter((id) => seen.has(id)) };
}
