/** Dimensions, and walks along them. */
import type { Span } from '../../../../base/span';
import * as b from '../../../../ir/build';
import type { Expr } from '../../../../ir/types';
import type { ExprSyntax } from '../../parse/syntax';
import { total } from '../../resolve/affine';
import { type Context, report } from '../context';
import { type Natural, steps, type Walk } from '../operands';
import { constantInteger } from '../values';

/** The arguments of an intrinsic by the names that the language gives them. */
export type Given = Readonly<Record<string, ExprSyntax | undefined>>;

/** Which of `rank` dimensions, counted from 0; null after a report. */
export function dimensionOf(
  ctx: Context,
  e: ExprSyntax | undefined,
  rank: number,
  span: Span,
): number | null {
  if (!e) return 0;
  const dim = constantInteger(ctx, e, 'The dimension');
  if (dim !== null && dim >= 1 && dim <= rank) return dim - 1;
  if (dim !== null) report(ctx, 'shape', `There is no dimension ${dim}.`, span);
  return null;
}

/** How many steps a walk has made. */
export function position({ index, first, step }: Walk): Expr {
  return steps(b.convert(index, 'i32'), b.convert(first, 'i32'), b.convert(step, 'i32'));
}

/** The walk over a run that has made so many steps. */
export function walkTo({ first, step }: Natural, made: Expr): Walk {
  const from = b.convert(first, 'i32');
  const by = b.convert(step, 'i32');
  const index = total(from, b.isConstant(by, 1) ? made : b.multiply(made, by));
  return { index, first: from, step: by };
}
