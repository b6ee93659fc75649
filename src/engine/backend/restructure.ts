/**
 * Puts control into the form that the front end would give it. Generated code has regions that can be said more plainly;
 * after this its text, read and printed again, is the same text.
 */
import { DiagnosticSink } from '../base/diagnostics';
import { restructured } from '../control/structure';
import { rewriteRoutines } from '../ir/emit';
import { rewriteStatements, walkStatements } from '../ir/statements';
import type { Program, Routine, Statement, StatementId } from '../ir/types';

export function withPlainControl(program: Program): Program {
  return rewriteRoutines(program, (routine, add, counters) => {
    const body = restructured(routine.body, {
      counters,
      newStateVariable: () => add({ name: 'state', type: 'i32', role: 'control' }),
      routineLabel: routine.label,
      diagnostics: new DiagnosticSink(),
    });
    return withRoles(body, routine);
  });
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
