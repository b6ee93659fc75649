/** What an expression over parameters and globals comes to at entry of their routine: it is run, as a routine of its own. */

import { NOWHERE } from '../../base/span';
import { boundsOf } from '../../ir/bounds';
import { convert, plainVariable, variable, walk } from '../../ir/build';
import { variableOf } from '../../ir/names';
import type { Expr, LabelId, Program, Routine, StatementId, VariableId } from '../../ir/types';
import { interpret } from '../interpreter';
import { HANGS_AFTER_MS } from '../outcome';

const NAME = 'at entry';

/** As an integer; 0 where it has no value: divided by zero, out of bounds. `valuesOf` gives what a variable holds. */
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
  const read = [...mentionedIn(program, e)];
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

/** Its variables, and those that bounds of its arrays read. */
function mentionedIn(program: Program, e: Expr): Set<VariableId> {
  const found = new Set<VariableId>();
  const open = [e];
  for (let next = open.pop(); next; next = open.pop())
    walk(next, (part) => {
      if ((part.kind !== 'variable' && part.kind !== 'element') || found.has(part.variable)) return;
      found.add(part.variable);
      open.push(...boundsOf(variableOf(program, part.variable)));
    });
  return found;
}
