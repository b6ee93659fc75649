import type { RawStatement } from '../../../control/rawTree';
import { walkStatements } from '../../../ir/statements';
import type { VariableId } from '../../../ir/types';
import type { RoutineState, VariableDraft } from '../lower/state';

/** The names that a list of statements may write. */
export interface Writes {
  has(id: VariableId): boolean;
  /** Also through another name: two pointer parameters, or one and a global, may be the same memory. */
  touches(variable: VariableDraft): boolean;
}

export function writesOf({ file, isSnippet }: RoutineState, list: readonly RawStatement[]): Writes {
  const written = new Set<VariableId>();
  /** Types of memory that was written and that other names may reach. */
  const shared = new Set<string>();
  let calls = false;
  // The variables of a snippet are told apart by their names.
  const isShared = (variable: VariableDraft): boolean =>
    variable.role === 'global' ||
    (!isSnippet && variable.role === 'parameter' && variable.passing === 'reference');
  const write = (id: VariableId): void => {
    written.add(id);
    const variable = file.variables[id];
    if (variable && isShared(variable)) shared.add(variable.type);
  };
  walkStatements(list, (statement) => {
    if (statement.kind === 'assign') write(statement.target.variable);
    else if (statement.kind === 'for') write(statement.index);
    else if (statement.kind === 'call') {
      calls = true;
      if (statement.result) write(statement.result.variable);
      const callee = file.functions.get(statement.callee);
      statement.args.forEach((arg, i) => {
        if (arg.kind === 'value' || callee?.parameters[i]?.intent === 'in') return;
        write(arg.kind === 'array' ? arg.variable : arg.place.variable);
      });
    }
  });
  return {
    has: (id) => written.has(id),
    touches: (variable) =>
      written.has(variable.id) ||
      (calls && variable.role === 'global') ||
      (isShared(variable) && shared.has(variable.type)),
  };
}
