/**
 * The tape as something that values flow through. Where a program pushes reals, as generated code does, what a POP gives may
 * depend on all that was pushed before, here and in routines called: for analyses the tape is one more global, a
 * weak location that each PUSH adds to and each POP reads. No expression names it.
 */
import { NOWHERE } from '../base/span';
import { isReal, PLAIN_VARIABLE } from './build';
import { variableOf } from './names';
import { someStatement } from './statements';
import type { Program, Routine, ScalarType, TapeValue, Variable, VariableId } from './types';

/** The program with a variable for its tape, if it pushes or pops real values. */
export function withTape(program: Program): Program {
  if (program.tape !== undefined || !program.routines.some((r) => usesTape(program, r))) return program;
  const tape: Variable = {
    ...PLAIN_VARIABLE,
    id: program.variables.length as VariableId,
    name: 'tape',
    type: 'f64',
    role: 'global',
    owner: null,
    span: NOWHERE,
  };
  return { ...program, variables: [...program.variables, tape], tape: tape.id };
}

export function usesTape(program: Program, routine: Routine): boolean {
  return someStatement(
    routine.body,
    (s) => (s.kind === 'push' || s.kind === 'pop') && isReal(tapeType(program, s.what)),
  );
}

export function tapeType(program: Program, what: TapeValue): ScalarType {
  return what.kind === 'scalar' ? what.place.type : variableOf(program, what.variable).type;
}
