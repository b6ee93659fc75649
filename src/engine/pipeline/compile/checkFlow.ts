/** Loops that control never leaves, and statements that it never reaches. */
import type { ProgramModel } from '../../analyses/instructions/programModel';
import type { RoutineAnalysis } from '../../analyses/routineAnalysis';
import type { Diagnostic } from '../../base/diagnostics';
import { findEndlessLoops } from '../../ir/graph/endless';

/** Diagnostics of what the graph itself forbids or makes doubtful. */
export function checkFlow(model: ProgramModel, routines: ReadonlyMap<string, RoutineAnalysis>): Diagnostic[] {
  const found: Diagnostic[] = [];
  for (const name of routines.keys()) {
    const m = model.models.get(name);
    if (!m) continue;
    for (const loop of findEndlessLoops(m.graph)) {
      found.push({
        severity: 'error',
        code: 'endless-loop',
        message: `Control never leaves this loop, so ${name} has no end to reverse from.`,
        span: loop.span,
        notes: [{ message: 'Give the loop a test that can fail, or a jump out.' }],
      });
    }
    for (const s of m.graph.unreachable) {
      if (s.kind === 'exit' || s.kind === 'next') continue;
      found.push({
        severity: 'info',
        code: 'unreachable',
        message: 'Control never gets here.',
        span: s.span,
        notes: [],
      });
    }
  }
  return found;
}
