/** SIZE, LBOUND and UBOUND. */
import * as b from '../../../../ir/build';
import type { Expr } from '../../../../ir/types';
import { type ApplySyntax, hasOwnBounds } from '../../parse/syntax';
import { fold } from '../../resolve/constants/fold';
import { bad, type Context, report } from '../context';
import { type ArrayValue, type Natural, ONE, type Operand } from '../operands';

export function extentInquiry(ctx: Context, e: ApplySyntax, array: ArrayValue, dim: number | null): Operand {
  // The bounds of an array with a name are its own; those of a section or an expression are counted from 1.
  const named = e.args[0] !== undefined && hasOwnBounds(e.args[0].value);
  const answer = e.name === 'size' ? size(array, dim, named) : bound(ctx, e, array, dim, named);
  if (answer) return { ...b.convert(answer, 'i32'), span: e.span };
  if (!ctx.failed) report(ctx, 'bounds', 'The extent is not known here.', e.span, 'Pass it as an argument.');
  return bad(ctx, e.span);
}

/** The extent of one dimension, or of all; null where it is not known. */
function size({ extents }: ArrayValue, dim: number | null, named: boolean): Expr | null {
  let product: Expr = ONE;
  for (const extent of dim === null ? extents : [extents[dim] ?? null]) {
    if (!extent) return null;
    const some = named ? extent : notNegative(extent);
    product = b.isConstant(product, 1) ? some : b.multiply(product, some);
  }
  return fold(product) ?? product;
}

/** LBOUND or UBOUND of one dimension; null where it is not known. */
function bound(
  ctx: Context,
  e: ApplySyntax,
  array: ArrayValue,
  dim: number | null,
  named: boolean,
): Expr | null {
  const d = dim ?? (array.extents.length > 1 ? null : 0);
  if (d === null) {
    const what = `${e.name.toUpperCase()} without a dimension is not supported.`;
    return report(ctx, 'unsupported', what, e.span, 'Say which one.');
  }
  const run = array.natural[d] as Natural;
  if (e.name === 'lbound') return named ? run.first : ONE;
  const extent = array.extents[d];
  return extent ? (named ? run.last : notNegative(extent)) : null;
}

/** A section whose bounds cross is empty. */
function notNegative(extent: Expr): Expr {
  if (extent.kind === 'constant') return extent;
  return b.intrinsic('max', [b.constant(0, extent.type), extent], extent.type, extent.span);
}
