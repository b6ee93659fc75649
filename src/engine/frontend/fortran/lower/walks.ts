/** Walks along the dimensions of arrays: the subscripts and the places in memory that they lead to. */

import type { Span } from '../../../base/span';
import * as b from '../../../ir/build';
import { variableOf } from '../../../ir/names';
import type { Dimension, Expr, Shape, VariableId } from '../../../ir/types';
import { difference, fold, total } from '../resolve/constants/fold';
import type { Context } from './context';
import { dimensionsOf } from './entryBounds';
import { type ArrayValue, type Natural, ONE, sameInteger, type Walk } from './operands';

/** The subscript that a run from `first` with `stride` has reached at this point of the walk. */
export function subscriptAt(walk: Walk, first: Expr, stride: Expr): Expr {
  const [index, from, start] = sameInteger(walk.index, walk.first, first);
  if (b.sameExpr(walk.step, stride)) return total(index, difference(start, from));
  const position = steps(index, from, b.convert(walk.step, index.type));
  return total(start, b.multiply(b.convert(stride, index.type), position));
}

/** How many steps lead from one integer to another of its type. */
function steps(to: Expr, from: Expr, step: Expr): Expr {
  if (b.isConstant(step, -1)) return difference(from, to);
  const way = difference(to, from);
  return b.isConstant(step, 1) ? way : b.divide(way, step);
}

/** How many steps a walk has made. */
export function position({ index, first, step }: Walk): Expr {
  return steps(b.convert(index, 'i32'), b.convert(first, 'i32'), b.convert(step, 'i32'));
}

/** The walk over a range after this many steps. */
export function walkTo({ first, step }: Natural, made: Expr): Walk {
  const from = b.convert(first, 'i32');
  const by = b.convert(step, 'i32');
  const index = total(from, b.isConstant(by, 1) ? made : b.multiply(made, by));
  return { index, first: from, step: by };
}

/** The place in memory order, counted from 0. */
export function linear(walks: readonly Walk[], extents: readonly Expr[]): Expr {
  let at: Expr = b.constant(0, 'i32');
  let stride: Expr = ONE;
  walks.forEach((walk, d) => {
    at = total(at, b.isConstant(stride, 1) ? position(walk) : b.multiply(position(walk), stride));
    const extent = b.convert(extents[d] ?? ONE, 'i32');
    stride = b.isConstant(stride, 1) ? extent : b.multiply(stride, extent);
  });
  return fold(at) ?? at;
}

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
