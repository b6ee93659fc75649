/**
 * The local that a function returns. Where every `return` of the text would return one and the same local, a reader of it
 * takes that local for the result; then so it is before the text is laid out.
 *
 *     f = …; …; f = t; return          becomes          local = …; …; return        with the result t
 */
import { variableOf } from '../../ir/names';
import { bodies, rewriteStatements } from '../../ir/statements';
import type { Program, Routine, Statement, VariableId } from '../../ir/types';

export function withReturnedLocals(program: Program): Program {
  const variables = [...program.variables];
  const routines = program.routines.map((routine) => {
    const { result } = routine;
    if (result === null) return routine;
    const taken = new Set<Statement>();
    const local = returnedLocal(program, routine, result, taken);
    if (local === null) return routine;
    variables[local] = { ...variableOf(program, local), role: 'result' };
    variables[result] = { ...variableOf(program, result), role: 'local' };
    return {
      ...routine,
      result: local,
      locals: routine.locals.map((id) => (id === local ? result : id)),
      body: rewriteStatements(routine.body, (s) => (taken.has(s) ? [] : [s])),
    };
  });
  return { ...program, variables, routines };
}

/** The local that every return returns; null if they differ or return something else. `taken` receives the statements `f = t` before them. */
function returnedLocal(
  program: Program,
  routine: Routine,
  result: VariableId,
  taken: Set<Statement>,
): VariableId | null {
  const returned = new Set<VariableId | null>();
  const take = (s: Statement | undefined): void => {
    const isTaken =
      s?.kind === 'assign' &&
      s.target.kind === 'variable' &&
      s.target.variable === result &&
      s.value.kind === 'variable';
    if (isTaken) taken.add(s);
    returned.add(isTaken && s.value.kind === 'variable' ? s.value.variable : null);
  };
  const visit = (list: readonly Statement[]): void => {
    list.forEach((s, i) => {
      if (s.kind === 'exit' && s.target === routine.label) take(list[i - 1]);
      for (const inner of bodies(s)) visit(inner);
    });
  };
  visit(routine.body);
  const last = routine.body.at(-1);
  if (last?.kind !== 'exit' || last.target !== routine.label) take(last);
  const [only, ...others] = returned;
  if (only === undefined || only === null || others.length > 0) return null;
  const { role, type, shape, storage, initial } = variableOf(program, only);
  const isPlain = shape === null && storage === null && initial === null;
  return role === 'local' && isPlain && type === variableOf(program, result).type ? only : null;
}
