/**
 * Control in the form that a reader gives it. The text of a program with labels and gotos, read and printed again, is then
 * the same text: generated code has regions that can be said more plainly than they were made.
 */
import { DiagnosticSink } from '../base/diagnostics';
import { restructured } from '../control/structure';
import { rewriteStatements, walkStatements } from '../ir/statements';
import type { LabelId, Program, Routine, Statement, StatementId, Variable, VariableId } from '../ir/types';
import { controlVariable } from './unwind';

export function withPlainControl(program: Program): Program {
  const variables: Variable[] = [...program.variables];
  let { nextStatement, nextLabel } = program;
  const routines = program.routines.map((routine, owner) => {
    const states: VariableId[] = [];
    const body = restructured(routine.body, {
      newStatement: () => nextStatement++ as StatementId,
      newLabel: () => nextLabel++ as LabelId,
      newStateVariable: () => {
        const id = variables.length as VariableId;
        variables.push(controlVariable(id, 'state', 'i32', owner));
        states.push(id);
        return id;
      },
      routineLabel: routine.label,
      diagnostics: new DiagnosticSink(),
    });
    return { ...routine, body: withRoles(body, routine), locals: [...routine.locals, ...states] };
  });
  return { ...program, variables, routines, nextStatement, nextLabel };
}

/** Jumps and tests that were made anew belong to the sweep of what stands before them. */
function withRoles(body: readonly Statement[], routine: Routine): readonly Statement[] {
  if (body === routine.body) return body;
  const known = new Map<StatementId, Statement>();
  let isGenerated = false;
  walkStatements(routine.body, (s) => {
    known.set(s.id, s);
    isGenerated ||= s.sweep !== undefined;
  });
  if (!isGenerated) return body;
  let sweep: Statement['sweep'];
  return rewriteStatements(body, (s) => {
    const before = known.get(s.id);
    if (before) {
      sweep = before.sweep ?? sweep;
      if (before === s) return [s];
      const { role, origin } = before;
      return [{ ...s, role, origin, sweep: before.sweep }];
    }
    return [{ ...s, role: 'control', sweep }];
  });
}
