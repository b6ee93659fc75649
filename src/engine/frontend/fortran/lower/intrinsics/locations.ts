/** MAXLOC, MINLOC, FINDLOC: where an extreme or a value stands, counted from 1, or 0. */

import { itemAt } from '../../../../base/lookup';
import type { Span } from '../../../../base/span';
import * as b from '../../../../ir/build';
import type { Expr, VariableRef } from '../../../../ir/types';
import type { ApplySyntax } from '../../parse/syntax';
import { total } from '../../resolve/constants/fold';
import { bad, type Context, into, report, temporary } from '../context';
import { conform } from '../elementwise';
import { assignTo, branch, loopNest } from '../emit';
import { type ArrayValue, elementAt, isArray, type Natural, ONE, type Operand, type Walk } from '../operands';
import { constantInteger, scalar, typeName, value } from '../values';
import { position } from '../walks';
import { dimensionOf, type Given, oneOf, withoutDimension } from './given';

interface Search {
  readonly name: string;
  readonly array: ArrayValue;
  /** What FINDLOC looks for. */
  readonly wanted: Expr | null;
  readonly mask: Operand | null;
  /** The last of equals, where it is not the first. */
  readonly back: Expr | null;
  readonly span: Span;
}

export function location(ctx: Context, array: ArrayValue, given: Given, e: ApplySyntax): Operand {
  const s = searchOf(ctx, array, given, e);
  const rank = array.extents.length;
  const kind = given.kind ? constantInteger(ctx, given.kind, 'A kind') : 4;
  if (kind !== 4 && kind !== 8 && !ctx.failed)
    report(ctx, 'argument-type', 'The kind of an INTEGER is 4 or 8.', e.span);
  const dim = given.dim ? dimensionOf(ctx, given.dim, rank, e.span) : null;
  if (ctx.failed) return bad(ctx, e.span);
  const type = kind === 8 ? 'i64' : 'i32';
  const counted = (found: Expr): Expr => b.convert(found, type);
  if (dim !== null && rank === 1) return counted(first(search(ctx, s, array.natural, (walks) => walks)));
  if (dim !== null)
    return withoutDimension({ ...array, span: e.span }, dim, type, (along, at) =>
      counted(first(search(ctx, s, [along], ([walk]) => at(walk as Walk)))),
    );
  const found = search(ctx, s, array.natural, (walks) => walks);
  return oneOf(found.map(counted), type, e.span);
}

const first = (found: readonly Expr[]) => itemAt(found, 0);

function searchOf(
  ctx: Context,
  array: ArrayValue,
  given: Given,
  { name: called, span }: ApplySyntax,
): Search {
  const name = called.toUpperCase();
  const wanted = given.value ? scalar(ctx, given.value, 'A single value') : null;
  const fits = called === 'findloc' ? wanted?.type === array.type : array.type !== 'bool';
  if (!fits && !ctx.failed)
    report(
      ctx,
      'argument-type',
      called === 'findloc'
        ? `FINDLOC needs a value that is ${typeName(array.type)}, as the array is.`
        : `${name} takes numbers, not LOGICAL.`,
      span,
    );
  const mask = given.mask ? value(ctx, given.mask) : null;
  if (mask && mask.type !== 'bool' && !ctx.failed)
    report(ctx, 'argument-type', `The mask of ${name} is LOGICAL.`, mask.span);
  if (mask && isArray(mask)) conform(ctx, array, mask, span);
  const back = given.back ? scalar(ctx, given.back, 'BACK') : null;
  if (back && back.type !== 'bool' && !ctx.failed)
    report(ctx, 'argument-type', 'BACK is LOGICAL.', back.span);
  if (array.extents.includes(null) && !ctx.failed) {
    const hint = 'Give a section with its bounds.';
    report(ctx, 'bounds', 'The size of this array is not known here.', span, hint);
  }
  return { name: called, array, wanted, mask, back, span };
}

/** The loops over the ranges; what is found, a variable for each range, or 0. */
function search(
  ctx: Context,
  s: Search,
  ranges: readonly Natural[],
  place: (walks: readonly Walk[]) => readonly Walk[],
): readonly VariableRef[] {
  const { array, span } = s;
  const found = ranges.map(() => b.variable(temporary(ctx, s.name, 'i32'), 'i32', span));
  for (const at of found) assignTo(ctx, at, b.constant(0, 'i32'));
  const extreme = s.wanted ?? b.variable(temporary(ctx, 'extreme', array.type), array.type, span);
  if (extreme.kind === 'variable' && !s.wanted) assignTo(ctx, extreme, b.constant(0, array.type));
  const none = b.compare('eq', itemAt(found, 0), b.constant(0, 'i32'), span);
  const op = s.name === 'maxloc' ? 'gt' : 'lt';
  loopNest(ctx, ranges, (inner) => {
    const walks = place(inner);
    const element = array.at(walks);
    const equal = b.compare('eq', element, extreme, span);
    const again = s.back && b.logical('and', s.back, equal, span);
    const another = s.wanted ? again : b.compare(op, element, extreme, span);
    const better = again && !s.wanted && another ? b.logical('or', another, again, span) : another;
    const isFree = s.wanted ? b.logical('and', none, equal, span) : none;
    const isNew = better ? b.logical('or', isFree, better, span) : isFree;
    const then = into(ctx, () => {
      if (extreme.kind === 'variable' && !s.wanted) assignTo(ctx, extreme, element, span);
      found.forEach((at, d) => {
        assignTo(ctx, at, total(position(inner[d] as Walk), ONE), span);
      });
    });
    branch(ctx, s.mask ? b.logical('and', elementAt(s.mask, walks), isNew, span) : isNew, then);
  });
  return found;
}
