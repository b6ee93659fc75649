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
import type { Program, Routine, VariableId } from '../../ir/types';
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
  // Of an argument by value the adjoint leaves by a parameter of its own, not by the variable that gathers it.
  const leaving = (id: VariableId) =>
    routine.parameters.find((p) => {
      const { role, derivativeOf } = variableOf(program, p);
      return role === 'adjoint' && (derivativeOf === id || derivativeOf === here.get(id));
    });
  const to = independents.flatMap((id) => leaving(id) ?? adjoint.adjointOf.get(id) ?? []);
  // Routines hand adjoints of globals to each other as they do globals.
  const seen: Program = {
    ...program,
    variables: program.variables.map((v) =>
      v.role === 'adjoint' && (v.owner === null || v.storage !== null) ? { ...v, role: 'global' } : v,
    ),
  };
  const model = modelProgram(seen, routine.name, options.elements);
  const analysis = analyseProgram(model, routine.name, from, to, [], options);
  return generateTangent(program, routine.name, tangentParts(analysis), new Set([...from, ...to]), {
    suffix,
    vector: false,
  });
}
