/**
 * The tangent of the adjoint as one program (theory 10): the tape carries values and their tangents, and a run gives the
 * gradient and the Hessian times a direction. Activity is that of the adjoint code itself: independents are those of the
 * primal, dependents their adjoints.
 */
import type { AdjointProgram } from '../../adjoint/generate';
import { modelProgram } from '../../analyses/instructions/summaries';
import type { AnalysisOptions } from '../../analyses/routineFacts';
import { variableOf } from '../../ir/names';
import { withTape } from '../../ir/tape';
import type { Routine, VariableId } from '../../ir/types';
import { generateTangent, type TangentProgram } from '../../tangent/generate';
import { analyseProgram } from './contexts';
import { tangentParts } from './tangentParts';

export function secondOrder(
  primal: Routine,
  adjoint: AdjointProgram,
  independents: readonly VariableId[],
  suffix: string,
  options: AnalysisOptions,
): TangentProgram {
  const program = withTape(adjoint.program);
  const routine = program.routines.find(({ name }) => name === adjoint.entry) as Routine;
  // A copied routine has parameters of its own, in the primal's order.
  const own = routine.parameters.filter((id) => variableOf(program, id).derivativeOf === null);
  const here = new Map(primal.parameters.map((id, k) => [id, own[k] ?? id]));
  const from = independents.map((id) => here.get(id) ?? id);
  const to = independents.flatMap((id) => adjoint.adjointOf.get(id) ?? []);
  const model = modelProgram(program, routine.name, options.elements);
  const analysis = analyseProgram(model, routine.name, from, to, [], options);
  return generateTangent(program, routine.name, tangentParts(analysis), new Set([...from, ...to]), {
    suffix,
    vector: false,
  });
}
