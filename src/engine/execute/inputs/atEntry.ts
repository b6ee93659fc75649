/** The value of an expression over parameters and globals at entry of their routine, found by running it as a routine of its own. */

import { NOWHERE } from '../../base/span';
import { withReadByBounds } from '../../ir/bounds';
import { convert, plainVariable, variable } from '../../ir/build';
import { variableOf } from '../../ir/names';
import { placesRead } from '../../ir/partials';
import type { Expr, LabelId, Program, Routine, StatementId, VariableId } from '../../ir/types';
import { interpret } from '../interpreter';
import { HANGS_AFTER_MS } from '../outcome';

const NAME = 'at entry';

/** The value as an integer; 0 where there is none, as it divides by zero or is out of bounds. `valuesOf` gives the values of a variable. */
export function integerAtEntry(
  program: Program,
  e: Expr,
  valuesOf: (id: VariableId) => readonly number[],
  now: () => number,
): number {
  if (e.kind === 'constant') return e.value;
  const result = plainVariable(program.variables.length as VariableId, {
    name: NAME,
    type: 'i64',
    role: 'result',
    owner: program.routines.length,
  });
  const read = [
    ...withReadByBounds(
      program,
      placesRead(e).map((place) => place.variable),
    ),
  ];
  const isParameter = (id: VariableId) => variableOf(program, id).role === 'parameter';
  const parameters = read.filter(isParameter);
  const routine: Routine = {
    name: NAME,
    kind: 'function',
    parameters,
    result: result.id,
    locals: [],
    label: program.nextLabel as LabelId,
    body: [
      {
        kind: 'assign',
        id: program.nextStatement as StatementId,
        span: NOWHERE,
        role: 'primal',
        origin: null,
        target: variable(result.id, 'i64'),
        value: convert(e, 'i64'),
      },
    ],
    span: NOWHERE,
    nameSpan: NOWHERE,
    external: null,
  };
  const { trap, result: value } = interpret(
    { ...program, variables: [...program.variables, result], routines: [...program.routines, routine] },
    {
      entry: NAME,
      arguments: parameters.map(valuesOf),
      globals: new Map(read.filter((id) => !isParameter(id)).map((id) => [id, valuesOf(id)])),
    },
    { now, limits: { steps: 1, milliseconds: HANGS_AFTER_MS, bytes: 2 ** 20 } },
  );
  return trap ? 0 : (value as number);
}
