import type { Program, Routine, StatementId, Variable, VariableId } from './types';

/** `s12` */
export function statementName(id: StatementId): string {
  return `s${id}`;
}

export function variableOf(program: Program, id: VariableId): Variable {
  const found = program.variables[id];
  if (!found) throw new Error(`no variable ${id}`);
  return found;
}

/** A scalar that is passed by its address: `*x` in C. */
export function isPointer(v: Variable): boolean {
  return v.passing === 'reference' && v.shape === null;
}

/** How inputs, outputs and sets name a variable: its storage key, the routine's name for a result, else its name. */
export function locationKey(program: Program, id: VariableId): string {
  const v = variableOf(program, id);
  if (v.storage) return v.storage.key;
  if (v.role === 'result' && v.owner !== null) return (program.routines[v.owner] as Routine).name;
  return v.name;
}
