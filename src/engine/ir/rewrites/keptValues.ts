/**
 * Variables of a routine that keep their values between calls (`static` in C, SAVE in Fortran) as variables of the whole
 * program. What generated code saves and puts back, and what two routines share that were made of one, has to be one thing
 * that all of them name: a static local of the primal would be another one than that of its adjoint.
 *
 *     double part(double v) { static double s = 1; … }     double part_s = 1;  double part(double v) { … }
 *
 * Constants stay where they are: nobody writes them, so that copies of them do no harm.
 */

import { freeName } from '../names';
import type { Program, StorageRoot, Variable, VariableId } from '../types';

/** Whether a routine keeps it between calls, out of sight of whoever calls that. */
export function isHidden(program: Program, v: Variable): boolean {
  return v.storage !== null && keptRoot(program, v) !== undefined;
}

function keptRoot(program: Program, v: Variable): StorageRoot | undefined {
  return program.roots.find(({ kind, name }) => kind === 'save' && name === v.storage?.root);
}

export function withKeptValuesShared(program: Program): Program {
  const moved = program.variables.filter((v) => v.intent !== 'in' && isHidden(program, v));
  if (moved.length === 0) return program;
  const ids = new Set<VariableId>(moved.map(({ id }) => id));
  const used = new Map<string, number>();
  const use = (name: string) => used.set(name.toLowerCase(), (used.get(name.toLowerCase()) ?? 0) + 1);
  for (const { name } of [...program.variables, ...program.routines]) use(name);
  const nameOf = (v: Variable): string => {
    if (used.get(v.name.toLowerCase()) === 1) return v.name;
    const name = freeName(
      used,
      `${v.owner === null ? v.storage?.root : program.routines[v.owner]?.name}_${v.name}`,
    );
    use(name);
    return name;
  };
  // Fortran declares them in a module that is called as their storage is.
  const roots = new Map<string, string>();
  for (const { name } of program.roots)
    roots.set(name, program.language === 'fortran' ? freeName(used, name) : name);
  const rootOf = (name: string) => roots.get(name) ?? name;
  const isKept = ({ kind }: StorageRoot) => kind === 'save';
  return {
    ...program,
    roots: program.roots.map((r) => (isKept(r) ? { ...r, name: rootOf(r.name) } : r)),
    variables: program.variables.map((v): Variable => {
      if (!v.storage || !isHidden(program, v)) return v;
      const storage = { ...v.storage, root: rootOf(v.storage.root) };
      return ids.has(v.id) ? { ...v, owner: null, name: nameOf(v), storage } : { ...v, storage };
    }),
    routines: program.routines.map((r) =>
      r.locals.some((id) => ids.has(id)) ? { ...r, locals: r.locals.filter((id) => !ids.has(id)) } : r,
    ),
  };
}
