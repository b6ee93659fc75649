/** Loops that control never leaves, and statements that it never reaches. */
import type { ProgramModel } from '../../analyses/instructions/programModel';
import type { RoutineAnalysis } from '../../analyses/routineAnalysis';
import { type Diagnostic, diagnostic } from '../../base/diagnostics';
import { findEndlessLoops } from '../../ir/graph/endless';

/** Diagnostics of what the graph itself forbids or makes doubtful. */
export function checkFlow(model: ProgramModel, routines: ReadonlyMap<string, RoutineAnalysis>): Diagnostic[] {
  const found: Diagnostic[] = [];
  for (const name of routines.keys()) {
    const m = model.models.get(name);
    if (!m) continue;
    for (const loop of findEndlessLoops(m.graph)) {
      found.push(
        diagnostic(
          'error',
          'endless-loop',
          `Control never leaves this loop, so ${name} has no end to reverse from.`,
          loop.span,
          'Give the loop a test that can fail, or a jump out.',
        ),
      );
    }
    for (const s of m.graph.unreachable) {
      if (s.kind === 'exit' || s.kind === 'next') continue;
      found.push(diagnostic('info', 'unreachable', 'Control never gets here.', s.span));
    }
  }
  return found;
}
