import { itemAt } from '../base/lookup';
import type { Program, StatementId, Variable, VariableId } from './types';

/** Results say the names of the first statements many times over. */
const NAMES = Array.from({ length: 4096 }, (_, id) => `s${id}`);

/** `s12` */
export function statementName(id: StatementId): string {
  return NAMES[id] ?? `s${id}`;
}

export function variableOf(program: Program, id: VariableId): Variable {
  return itemAt(program.variables, id);
}

/** `xb` for `x`; a structure's derivatives are a structure, so that a member's is `pb.x` for `p.x`. */
export function derivativeName(name: string, suffix: string): string {
  const dot = name.indexOf('.');
  return dot < 0 ? `${name}${suffix}` : `${name.slice(0, dot)}${suffix}${name.slice(dot)}`;
}

/** What a member is called where a name can hold no dot. */
export function flatName(name: string): string {
  return name.replaceAll('.', '_');
}

/** A scalar that is passed by its address: `*x` in C. */
export function isPointer(v: Variable): boolean {
  return v.passing === 'reference' && v.shape === null;
}

/**
 * How inputs, outputs and sets name a variable: its storage key, the routine's name for a result, else its name. In C a
 * parameter may be called as its function is; the result goes by `result` then.
 */
export function locationKey(program: Program, id: VariableId): string {
  const v = variableOf(program, id);
  if (v.storage) return v.storage.key;
  if (v.role !== 'result' || v.owner === null) return v.name;
  const { name, parameters } = itemAt(program.routines, v.owner);
  return parameters.some((each) => variableOf(program, each).name === name) ? 'result' : name;
}

/** The storage root of Fortran's blank COMMON; no block that has a name is called so. */
export const BLANK_COMMON = 'common';

/** How Fortran writes the name of a COMMON block: `/blk/`, or `//`. */
export function commonName(root: string): string {
  return root === BLANK_COMMON ? '//' : `/${root}/`;
}

/** The name, or the first with a number behind it, that is not taken in any case of letters; from now on it is. */
export function freshName(hint: string, taken: Set<string>): string {
  let name = hint;
  for (let k = 0; taken.has(name.toLowerCase()); k++) name = `${hint}${k}`;
  taken.add(name.toLowerCase());
  return name;
}
