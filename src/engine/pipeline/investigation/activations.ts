/**
 * The inputs that a routine has when a run of the whole program calls it. From these parameters and globals it can run again
 * by itself, step for step as inside.
 */

import { dictionary } from '../../base/lookup';
import { bindByKey, globalsOf, type Values } from '../../execute/inputs/binding';
import { readValues } from '../../execute/inputs/values';
import { interpret } from '../../execute/interpreter';
import type { OpenRoutine } from '../../execute/interpreter/state';
import type { RunLimits } from '../../execute/outcome';
import { locationKey, routineOf, variableOf } from '../../ir/names';
import type { Program, StatementId, VariableId } from '../../ir/types';

export interface Activation {
  /** The calling statement. */
  readonly call: StatementId;
  readonly values: Values;
}

/** The first `most` calls of a routine in a run of `entry` on `values`. */
export function activationsOf(
  program: Program,
  entry: string,
  values: Values,
  name: string,
  { limits, most }: { readonly limits: RunLimits; readonly most: number },
): Activation[] {
  const found: Activation[] = [];
  /** By depth: the statement that runs there, and whether its routine has run one before. */
  const at: StatementId[] = [];
  const entered: boolean[] = [];
  interpret(program, bindByKey(program, entry, values), {
    now: () => 0,
    limits,
    enter: (id, open) => {
      const depth = open.length - 1;
      const isFirst = entered[depth] !== true;
      entered[depth] = true;
      at[depth] = id;
      const call = at[depth - 1];
      const last = open[depth];
      if (!isFirst || call === undefined || last?.routine !== name || found.length >= most) return;
      const given = valuesOf(program, last);
      if (given) found.push({ call, values: given });
    },
    leave: (open) => {
      entered[open.length - 1] = false;
    },
  });
  return found;
}

/** The values of parameters and globals, by key; null if one of them is not in memory. */
function valuesOf(program: Program, open: OpenRoutine): Values | null {
  const routine = routineOf(program, open.routine);
  const values = dictionary<readonly number[]>();
  for (const id of [...routine.parameters, ...globalsOf(program, routine)]) {
    const held = heldBy(program, open, id);
    if (!held) return null;
    values[locationKey(program, id)] = held;
  }
  return values;
}

function heldBy(program: Program, open: OpenRoutine, id: VariableId): readonly number[] | null {
  const { type, shape } = variableOf(program, id);
  const array = shape ? open.arrayOf(id) : null;
  const pointer = array?.pointer ?? open.pointerOf(id);
  if (!pointer) return null;
  const count = array ? array.extent.reduce((all, each) => all * each, 1) : 1;
  return readValues(pointer.block.view, type, pointer.offset, count);
}
