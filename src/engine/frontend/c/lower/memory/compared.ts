/**
 * Pointer parameters that a function compares, `p == q`, are taken to lead into two arrays. Where a call of it was not
 * written out (inlined) and passes one array for both, that would be wrong, and is refused.
 */
import { walkStatements } from '../../../../ir/statements';
import type { Argument, Call, Routine, VariableId } from '../../../../ir/types';
import { fence } from '../../resolve/fence';
import type { FileState } from '../state';

export function refuseOneForBoth(file: FileState, routines: readonly Routine[]): void {
  const apart = [...file.apart];
  const told = new Set<Call>();
  const passed = (stmt: Call, id: VariableId): VariableId | undefined => {
    const callee = routines.find(({ name }) => name === stmt.callee);
    return rootOf(stmt.args[callee?.parameters.indexOf(id) ?? -1]);
  };
  for (const pair of apart)
    for (const { body, parameters } of routines)
      walkStatements(body, (stmt) => {
        const [a, b] = stmt.kind === 'call' ? pair.map((id) => passed(stmt, id)) : [];
        if (stmt.kind !== 'call' || a === undefined || b === undefined) return;
        if (a === b) told.add(stmt);
        // What is passed on may be one array in a call of this routine.
        const isNew = !apart.some((each) => each.includes(a) && each.includes(b));
        if (isNew && parameters.includes(a) && parameters.includes(b)) apart.push([a, b]);
      });
  for (const { span } of told) fence(file.sink, 'comparedParameters', span);
}

function rootOf(arg: Argument | undefined): VariableId | undefined {
  return arg?.kind === 'array' ? arg.variable : arg?.kind === 'reference' ? arg.place.variable : undefined;
}
