/**
 * The algorithms of control-flow reversal at work on a routine, for the stepper ([CFR] 1 to 5). They are shown on the
 * routine as the style `structured` sees it, whatever style was asked for.
 */
import { demonstrateAlgorithms } from '../../adjoint/graphs/algorithmSteps';
import { allStatements } from '../../ir/statements';
import { compileAgain } from '../compile/again';
import type { AlgorithmDemonstration, DifferentiateRequest } from '../results';
import { vertexTexts } from './graphs';

export function algorithmsOf(request: DifferentiateRequest): AlgorithmDemonstration {
  const options = { ...request.options, reversal: 'structured' as const };
  const c = compileAgain({ ...request, mode: 'adjoint', options }, false);
  const { routine } = c;
  const analysis = routine && c.analysis?.routines.get(routine.name);
  if (!analysis) return noAlgorithms('The program could not be analysed.');
  const jumps = allStatements(routine.body)
    .filter(({ kind }) => kind === 'exit' || kind === 'next' || kind === 'dispatch')
    .map(({ span }) => span);
  return demonstrateAlgorithms(analysis.model.graph, vertexTexts(c, analysis, true), jumps);
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
