/**
 * Puts control into the form that the front end would give it. Generated code has regions that can be said more plainly;
 * after this its text, read and printed again, is the same text.
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

/** Gives jumps and tests that were made anew the role of the statement before them. */
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
