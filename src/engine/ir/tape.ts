import { isReal } from './build';
import { addVariable } from './emit';
import { variableOf } from './names';
import { someStatement } from './statements';
import type { Program, Routine, ScalarType, TapeValue, VariableId } from './types';

/** The program with a variable for its tape, if it pushes or pops real values. */
export function withTape(program: Program): Program {
  if (program.tape !== undefined || !program.routines.some((r) => usesTape(program, r))) return program;
  const variables = [...program.variables];
  const tape = addVariable(variables, { name: 'tape', type: 'f64', role: 'global', owner: null });
  return { ...program, variables, tape };
}

export function usesTape(program: Program, routine: Routine): boolean {
  return someStatement(
    routine.body,
    (s) => (s.kind === 'push' || s.kind === 'pop') && isReal(tapeType(program, s.what)),
  );
}

/** The variable that is pushed or popped, or one of whose elements is. */
export function tapeVariable(what: TapeValue): VariableId {
  return what.kind === 'scalar' ? what.place.variable : what.variable;
}

export function tapeType(program: Program, what: TapeValue): ScalarType {
  return variableOf(program, tapeVariable(what)).type;
}
