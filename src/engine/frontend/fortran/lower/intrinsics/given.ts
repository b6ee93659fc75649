/** The arguments of an intrinsic by name, the dimension that one of them gives, and arrays whose size is not known. */
import type { Span } from '../../../../base/span';
import type { Expr } from '../../../../ir/types';
import type { ExprSyntax } from '../../parse/syntax';
import { bad, type Context, report } from '../context';
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

export function unknownSize(ctx: Context, span: Span): Expr {
  if (!ctx.failed)
    report(
      ctx,
      'bounds',
      'The size of this array is not known here.',
      span,
      'Give a section with its bounds.',
    );
  return bad(ctx, span);
}
