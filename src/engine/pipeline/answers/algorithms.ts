/**
 * The algorithms of control-flow reversal at work on a routine, for the stepper ([CFR] 1 to 5). They are shown on the
 * routine as the style `structured` sees it, whatever style was asked for.
 */

import { demonstrateAlgorithms } from '../../adjoint/graphs/algorithmSteps';
import { notAnalysed } from '../../base/diagnostics';
import { allStatements } from '../../ir/statements';
import type { Statement } from '../../ir/types';
import { compileAgain } from '../compile/again';
import type { AlgorithmDemonstration, DifferentiateRequest } from '../results';
import { vertexTexts } from './graphs';

export function algorithmsOf(request: DifferentiateRequest): AlgorithmDemonstration {
  const options = { ...request.options, reversal: 'structured' as const };
  const c = compileAgain({ ...request, mode: 'adjoint', options }, false);
  const { routine } = c;
  const analysis = routine && c.analysis?.routines.get(routine.name);
  if (!analysis) return noAlgorithms(notAnalysed(c.diagnostics));
  const last = lastReturns(routine.body);
  const jumps = allStatements(routine.body)
    .filter((s) => s.kind === 'exit' || s.kind === 'next' || s.kind === 'dispatch')
    // Those that stand for the end of a loop made of gotos are written nowhere.
    .filter((s) => !last.includes(s) && s.span.end > s.span.start)
    .map(({ span }) => span);
  return demonstrateAlgorithms(analysis.model.graph, vertexTexts(c, analysis, true), jumps);
}

/** Returns that lead where control goes anyway. */
function lastReturns(body: readonly Statement[]): Statement[] {
  const last = body.at(-1);
  if (last?.kind === 'exit' && last.form === 'return') return [last, ...lastReturns(body.slice(0, -1))];
  return last?.kind === 'if' ? [last.then, last.else].flatMap(lastReturns) : [];
}

export function noAlgorithms(refused: string): AlgorithmDemonstration {
  const none = () => ({ vertices: [], edges: [] });
  return {
    graphs: { original: none(), forward: none(), adjoint: none() },
    runs: [],
    notHere: [],
    refused,
    jumps: [],
  };
}
