/**
 * Control in the form that a reader gives it. The text of a program with labels and gotos, read and printed again, is then
 * the same text: generated code has regions that can be said more plainly than they were made.
 */
import { DiagnosticSink } from '../base/diagnostics';
import { restructured } from '../control/structure';
import { addVariable, growingFrom } from '../ir/emit';
import { rewriteStatements, walkStatements } from '../ir/statements';
import type { Program, Routine, Statement, StatementId, VariableId } from '../ir/types';

export function withPlainControl(program: Program): Program {
  const growing = growingFrom(program);
  const routines = program.routines.map((routine, owner) => {
    const states: VariableId[] = [];
    const body = restructured(routine.body, {
      counters: growing,
      newStateVariable: () => {
        const v = { name: 'state', type: 'i32', role: 'control', owner } as const;
        const id = addVariable(growing.variables, v);
        states.push(id);
        return id;
      },
      routineLabel: routine.label,
      diagnostics: new DiagnosticSink(),
    });
    return { ...routine, body: withRoles(body, routine), locals: [...routine.locals, ...states] };
  });
  return { ...program, ...growing, routines };
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
