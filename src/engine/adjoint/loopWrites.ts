/** Which variables a loop, or any statements, may change, as far as the text tells: before any analysis has run. */
import { walkStatements } from '../ir/statements';
import type { Call, For, Program, Routine, Statement, VariableId } from '../ir/types';

/** Positions of parameters that a routine may write, and whether it may write anything that routines share. */
interface Writes {
  readonly positions: ReadonlySet<number>;
  readonly shared: boolean;
}

/** What the loop may write: its index, what it assigns, and what the routines that it calls may. */
export function writtenByLoop(program: Program, loop: For): Set<VariableId> {
  return writtenBy(program, loop.body).add(loop.index);
}

/** What statements may write: what they assign and count with, and what the routines that they call may. */
export function writtenBy(program: Program, body: readonly Statement[]): Set<VariableId> {
  const known = new Map<string, Writes>();
  const written = new Set<VariableId>();
  const add = (id: VariableId) => {
    written.add(id);
    const root = program.variables[id]?.storage?.root;
    if (root === undefined) return;
    for (const v of program.variables) if (v.storage?.root === root) written.add(v.id);
  };
  const addShared = () => {
    for (const v of program.variables) if (v.role === 'global' || v.storage !== null) written.add(v.id);
  };
  walkStatements(body, (s) => {
    if (s.kind === 'assign') add(s.target.variable);
    else if (s.kind === 'for') add(s.index);
    else if (s.kind === 'call') {
      const writes = writesOf(program, s.callee, known);
      for (const id of writtenArguments(s, writes)) add(id);
      if (writes.shared) addShared();
    }
  });
  return written;
}

function writtenArguments(call: Call, { positions }: Writes): VariableId[] {
  const ids = call.args.flatMap((arg, i) => {
    if (arg.kind === 'value' || !positions.has(i)) return [];
    return [arg.kind === 'reference' ? arg.place.variable : arg.variable];
  });
  return call.result ? [...ids, call.result.variable] : ids;
}

function writesOf(program: Program, name: string, known: Map<string, Writes>): Writes {
  const before = known.get(name);
  if (before) return before;
  const routine = program.routines.find((r) => r.name === name);
  const worst = { positions: new Set(routine?.parameters.map((_, i) => i)), shared: true };
  // Where routines call each other in a circle, the worst is assumed.
  known.set(name, worst);
  if (!routine) return worst;
  const found = routine.external
    ? routine.external.declared
      ? { positions: new Set(routine.external.written), shared: false }
      : worst
    : ownWrites(program, routine, known);
  known.set(name, found);
  return found;
}

function ownWrites(program: Program, routine: Routine, known: Map<string, Writes>): Writes {
  const ids = new Set<VariableId>();
  let shared = false;
  walkStatements(routine.body, (s) => {
    if (s.kind === 'assign') ids.add(s.target.variable);
    else if (s.kind === 'for') ids.add(s.index);
    else if (s.kind === 'call') {
      const writes = writesOf(program, s.callee, known);
      for (const id of writtenArguments(s, writes)) ids.add(id);
      shared ||= writes.shared;
    }
  });
  for (const id of ids) if (program.variables[id]?.storage != null) shared = true;
  return { positions: new Set(routine.parameters.flatMap((id, i) => (ids.has(id) ? [i] : []))), shared };
}
