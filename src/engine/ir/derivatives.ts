/** What a variable of a generated program holds, and of which variable of the primal. */
import { variableOf } from './names';
import type { Program, Variable, VariableId } from './types';

/** Its value, a derivative, or the tangent of its adjoint. */
export type Holds = 'primal' | 'adjoint' | 'tangent' | 'second';

export function heldBy(program: Program, v: Variable): { holds: Holds; base: VariableId } {
  if ((v.role !== 'adjoint' && v.role !== 'tangent') || v.derivativeOf === null)
    return { holds: 'primal', base: v.id };
  const of = variableOf(program, v.derivativeOf);
  return of.role === 'adjoint' && of.derivativeOf !== null
    ? { holds: 'second', base: of.derivativeOf }
    : { holds: v.role, base: of.id };
}
