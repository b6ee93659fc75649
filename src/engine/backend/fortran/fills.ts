/**
 * Loops that set every element of an array to one constant, with indices that no user wrote: the front end makes such loops
 * of `a = 0.0`. They are printed as `a = 0.0` again.
 */
import { isConstant, sameExpr } from '../../ir/build';
import { shapeOf, variableOf } from '../../ir/names';
import { walkStatements } from '../../ir/statements';
import type { Assign, Constant, For, Program, Routine, Statement, VariableId } from '../../ir/types';
import { countMentions } from '../../ir/uses';
import { difference, sum } from '../affine';

export interface Fill {
  readonly assign: Assign;
  readonly array: VariableId;
  readonly value: Constant;
  readonly indices: readonly VariableId[];
}

/** By outermost loop. */
export function arrayFills(program: Program, routine: Routine): ReadonlyMap<Statement, Fill> {
  const found = new Map<Statement, Fill>();
  walkStatements(routine.body, (s) => {
    const fill = s.kind === 'for' ? fillOf(program, s) : null;
    if (fill) found.set(s, fill);
  });
  if (found.size === 0) return found;
  const all = countMentions(routine.body);
  for (let size = -1; size !== found.size; ) {
    size = found.size;
    // The final value of an index must not be seen elsewhere.
    const inside = countMentions([...found.keys()]);
    for (const [s, { indices }] of found)
      if (indices.some((id) => inside.get(id) !== all.get(id))) found.delete(s);
  }
  return found;
}

function fillOf(program: Program, outer: For): Fill | null {
  const loops: For[] = [];
  let s: Statement | undefined = outer;
  while (s?.kind === 'for') {
    loops.push(s);
    s = s.body.length === 1 ? s.body[0] : undefined;
  }
  if (s?.kind !== 'assign' || s.target.kind !== 'element' || s.value.kind !== 'constant') return null;
  const { variable: array, subscripts } = s.target;
  const dimensions = shapeOf(variableOf(program, array)).dimensions;
  if (dimensions.length !== loops.length) return null;
  const covers = dimensions.every(({ lower, extent }, i) => {
    const subscript = subscripts[i];
    const loop = loops.find((each) => subscript?.kind === 'variable' && subscript.variable === each.index);
    if (!loop || !extent || variableOf(program, loop.index).role !== 'temporary') return false;
    const last = difference(sum(lower, extent), loop.last);
    return isConstant(loop.step, 1) && sameExpr(loop.first, lower) && isConstant(last, 1);
  });
  const indices = new Set(loops.map((loop) => loop.index));
  return covers && indices.size === loops.length
    ? { assign: s, array, value: s.value, indices: [...indices] }
    : null;
}
