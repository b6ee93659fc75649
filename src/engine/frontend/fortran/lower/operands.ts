/**
 * Lowered expressions: a scalar of the IR, or an array value that gives its element at any place of a loop nest. So an
 * array expression becomes one loop over scalar expressions, without arrays in between.
 */

import type { Span } from '../../../base/span';
import * as b from '../../../ir/build';
import type { Expr, ScalarType } from '../../../ir/types';
import { difference, total } from '../resolve/affine';
import { type Context, report } from './context';

/** One loop of a nest, seen from its body: the index runs from `first` in steps of `step`. */
export interface Walk {
  readonly index: Expr;
  readonly first: Expr;
  readonly step: Expr;
}
/** The subscripts an array itself would run through. */
export interface Natural {
  readonly first: Expr;
  readonly last: Expr;
  readonly step: Expr;
}
export interface ArrayValue {
  readonly kind: 'array';
  readonly type: ScalarType;
  /** One a dimension; null where nobody knows (the last of `a(*)`). */
  readonly extents: readonly (Expr | null)[];
  readonly natural: readonly Natural[];
  /** The element at a place; may emit statements, so it is called once a loop body. */
  readonly at: (walks: readonly Walk[]) => Expr;
  readonly span: Span;
}
export type Operand = Expr | ArrayValue;

export function isArray(operand: Operand): operand is ArrayValue {
  return operand.kind === 'array';
}

export const ONE = b.constant(1, 'i32');

export function bad(ctx: Context, span: Span): Expr {
  ctx.failed = true;
  return b.constant(0, 'f64', span);
}

/** What subscript, starting at `first` with `stride`, stands beside the walk's index. */
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

/** Integers in one type: the wider of theirs. */
export function sameInteger(...list: Expr[]): [Expr, Expr, Expr] {
  const type = list.some((e) => e.type === 'i64') ? 'i64' : 'i32';
  return list.map((e) => b.convert(e, type)) as [Expr, Expr, Expr];
}

/** Applies an elementwise operation to operands of which some may be arrays. */
export function lift(
  ctx: Context,
  operands: readonly Operand[],
  span: Span,
  apply: (parts: readonly Expr[]) => Expr,
): Operand {
  const arrays = operands.filter(isArray);
  const first = arrays[0];
  if (!first) return apply(operands as readonly Expr[]);
  for (const other of arrays) conform(ctx, first, other, span);
  // The type of an element shows on any; a dry run with the first subscripts tells it.
  const type = typeOfElements(ctx, operands, apply);
  return {
    kind: 'array',
    type,
    extents: first.extents.map((extent, d) => extent ?? arrays.find((a) => a.extents[d])?.extents[d] ?? null),
    natural: first.natural,
    at: (walks) => apply(operands.map((o) => (isArray(o) ? o.at(walks) : o))),
    span,
  };
}

function typeOfElements(
  ctx: Context,
  operands: readonly Operand[],
  apply: (parts: readonly Expr[]) => Expr,
): ScalarType {
  const outer = ctx.out;
  ctx.out = [];
  const type = apply(operands.map((o) => (isArray(o) ? b.constant(1, o.type, o.span) : o))).type;
  ctx.out = outer;
  return type;
}

/** Reports arrays that can't stand in one operation. */
export function conform(ctx: Context, a: ArrayValue, c: ArrayValue, span: Span): void {
  if (a === c || ctx.failed) return;
  if (a.extents.length !== c.extents.length) {
    report(
      ctx,
      'shape',
      `Arrays of ${a.extents.length} and ${c.extents.length} dimensions can\u2019t stand in one operation.`,
      span,
    );
    return;
  }
  a.extents.forEach((x, d) => {
    const y = c.extents[d];
    if (x?.kind === 'constant' && y?.kind === 'constant' && x.value !== y.value)
      report(ctx, 'shape', `Dimension ${d + 1} has ${x.value} elements here and ${y.value} there.`, span);
  });
}
