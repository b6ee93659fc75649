/** Whole arrays, and the subscripts that they run through. */

import type { Span } from '../../../../base/span';
import * as b from '../../../../ir/build';
import { variableOf } from '../../../../ir/names';
import type { Dimension, Expr, Shape, VariableId } from '../../../../ir/types';
import { difference, total } from '../../resolve/affine';
import { fold } from '../../resolve/constants/fold';
import type { Context } from '../context';
import { dimensionsOf } from '../entryBounds';
import { type ArrayValue, type Natural, ONE, sameInteger, type Walk } from '../operands';
import { subscriptAt } from '../walks';

/** A whole array as a value. */
export function arrayOf(ctx: Context, id: VariableId, span: Span): ArrayValue {
  const { type, shape: known } = variableOf(ctx.shared, id);
  const dimensions = wholeDimensions(ctx, id, known as Shape);
  const naturals = dimensions.map(({ lower, extent }) => natural(lower, extent));
  return {
    kind: 'array',
    type,
    extents: dimensions.map(({ extent }) => extent),
    natural: naturals,
    at: (walks) =>
      b.element(
        id,
        dimensions.map(({ lower }, d) => subscriptAt(walks[d] as Walk, lower, ONE)),
        type,
        span,
      ),
    span,
  };
}

/** `X(1)` in whole is one element, whatever subscripts reach. */
export function wholeDimensions(ctx: Context, id: VariableId, shape: Shape): readonly Dimension[] {
  const dimensions = dimensionsOf(ctx, shape);
  if (!ctx.shared.oldSized.has(id)) return dimensions;
  return dimensions.map((d) => (d.extent ? d : { ...d, extent: ONE }));
}

export function natural(lower: Expr, extent: Expr | null): Natural {
  const [first, size] = sameInteger(lower, extent ?? ONE);
  return { first, last: total(first, size, -1), step: ONE };
}

/** Elements from one bound to the other; of bounds that cross there is none, but where a run tells it may come out negative. */
export function trips(first: Expr, last: Expr, step: Expr): Expr {
  const found = crossing(first, last, step);
  return found.kind === 'constant' && found.value < 0 ? b.constant(0, found.type, found.span) : found;
}

function crossing(first: Expr, last: Expr, step: Expr): Expr {
  if (b.isConstant(step, 1)) return difference(last, first, 1);
  if (b.isConstant(step, -1)) return difference(first, last, 1);
  const whole = b.divide(total(difference(last, first), step), step);
  return fold(whole) ?? whole;
}
