/** Signatures of adjoint routines: which arguments are followed by their adjoint, and what the routines are called. */
import type { RoutineAnalysis } from '../analyses/routineAnalysis';
import { isReal } from '../ir/build';
import type { CalledDerivative } from '../ir/declaredDerivative';
import { TakenNames, variableOf } from '../ir/names';
import { callsIn } from '../ir/statements';
import type { Program, Routine, VariableId } from '../ir/types';
import { visitPlaces } from '../ir/uses';
import type { GenerationState } from './builder';

/** What the generator has decided about an adjoint routine before any body is written. */
export interface AdjointSignature extends CalledDerivative {
  /** In split mode: the routine that runs the forward sweep; `name` is then the one that runs the backward sweep. */
  readonly forward: string | null;
}

function freshRoutine(name: string, state: GenerationState): string {
  return state.routineNames.fresh(`${name}_${state.suffix}`);
}

/** A parameter is followed by its adjoint when any derivative instruction touches it, or the user asked for it. */
export function signatureOf(
  primal: Program,
  name: string,
  analysis: RoutineAnalysis,
  wanted: ReadonlySet<VariableId>,
  state: GenerationState,
): AdjointSignature {
  const { routine } = analysis.model;
  const touched = new Set<VariableId>(wanted);
  for (const d of analysis.derivatives.values()) {
    touched.add(d.target.variable);
    for (const c of d.contributions) touched.add(c.place.variable);
  }
  for (const call of callsIn(routine.body))
    if (analysis.calls.get(call.id)?.adjoint) visitPlaces([call], (id) => touched.add(id));
  const isActive = (id: VariableId) => isReal(variableOf(primal, id).type) && touched.has(id);
  return {
    name: freshRoutine(name, state),
    forward: null,
    active: routine.parameters.map(isActive),
    resultActive: routine.result !== null && isActive(routine.result),
  };
}

/** A user-supplied adjoint is called as the convention says, every real argument being active. */
export function externalSignature(
  primal: Program,
  routine: Routine,
  state: GenerationState,
): AdjointSignature {
  const real = (id: VariableId) => isReal(variableOf(primal, id).type);
  return {
    forward: null,
    name: routine.external?.adjoint ?? `${routine.name}_${state.suffix}`,
    active: routine.parameters.map(real),
    resultActive: routine.result !== null && real(routine.result),
  };
}

/** In split mode: names of the two halves; adjoints of arguments as in joint mode. */
export function splitSignature(
  primal: Program,
  name: string,
  analysis: RoutineAnalysis,
  state: GenerationState,
): AdjointSignature {
  const joint = signatureOf(primal, name, analysis, new Set(), {
    ...state,
    routineNames: new TakenNames([], [state.routineNames]),
  });
  const fresh = (suffix: string) => freshRoutine(name, { ...state, suffix });
  return { ...joint, forward: fresh('fwd'), name: fresh('bwd') };
}

export type SignatureFor = (callee: string, mode: 'joint' | 'split') => AdjointSignature;
