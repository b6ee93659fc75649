/** Walks along the dimensions of arrays: the subscripts and the places in memory that they lead to. */
import * as b from '../../../ir/build';
import type { Expr } from '../../../ir/types';
import { difference, total } from '../resolve/affine';
import { fold } from '../resolve/constants/fold';
import { type Natural, ONE, sameInteger, type Walk } from './operands';

/** The subscript that a run from `first` with `stride` has reached at this point of the walk. */
export function subscriptAt(walk: Walk, first: Expr, stride: Expr): Expr {
  const [index, from, start] = sameInteger(walk.index, walk.first, first);
  if (b.sameExpr(walk.step, stride)) return total(index, difference(start, from));
  const position = steps(index, from, b.convert(walk.step, index.type));
  return total(start, b.multiply(b.convert(stride, index.type), position));
}

/** How many steps lead from one integer to another of its type. */
export function steps(to: Expr, from: Expr, step: Expr): Expr {
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
