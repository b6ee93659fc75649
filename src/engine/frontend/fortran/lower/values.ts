/** Expressions where something certain is needed: a scalar, an integer, a condition, a constant. */

import type { DiagnosticCode } from '../../../base/diagnosticCodes';
import type { Span } from '../../../base/span';
import * as b from '../../../ir/build';
import type { Expr } from '../../../ir/types';
import type { ArgumentSyntax, ExprSyntax } from '../parse/syntax';
import { foldValue } from '../resolve/constants/fold';
import { bad, type Context, report } from './context';
import { isArray, type Operand } from './operands';
import { typeName } from './operators';

/** Reports an error in an expression; gives a value that stands for it. */
export function refused(
  ctx: Context,
  code: DiagnosticCode,
  message: string,
  span: Span,
  ...notes: string[]
): Expr {
  report(ctx, code, message, span, ...notes);
  return bad(ctx, span);
}

export function value(ctx: Context, e: ExprSyntax): Operand {
  return ctx.shared.lowerExpression(ctx, e);
}

export function scalar(ctx: Context, e: ExprSyntax, what = 'A scalar'): Expr {
  const found = value(ctx, e);
  if (!isArray(found)) return found;
  if (!ctx.failed) report(ctx, 'shape', `${what} is needed here, not an array.`, e.span);
  return bad(ctx, e.span);
}

/** An integer, as subscripts, bounds and counts are. */
export function integer(ctx: Context, e: ExprSyntax, what: string): Expr {
  const found = scalar(ctx, e, what);
  if (b.isInteger(found.type)) return found;
  if (!ctx.failed) report(ctx, 'type', `${what} must be an integer, not ${typeName(found.type)}.`, e.span);
  return b.constant(1, 'i32', e.span);
}

export function condition(ctx: Context, e: ExprSyntax): Expr {
  const found = scalar(ctx, e, 'A single condition');
  if (found.type === 'bool') return found;
  if (!ctx.failed)
    report(
      ctx,
      'type',
      `A condition must be LOGICAL, not ${typeName(found.type)}.`,
      e.span,
      'Compare it, for example with 0: `x /= 0`.',
    );
  return b.constant(1, 'bool', e.span);
}

export function constantInteger(ctx: Context, e: ExprSyntax, what: string): number | null {
  const found = integer(ctx, e, what);
  const folded = foldValue(found);
  if (folded === null && !ctx.failed) report(ctx, 'constant', `${what} must be a constant.`, e.span);
  return folded;
}

export function argumentValue(ctx: Context, arg: ArgumentSyntax): Operand {
  if (arg.value.kind !== 'range') return value(ctx, arg.value);
  if (!ctx.failed) report(ctx, 'syntax', 'A section needs the name of its array before it.', arg.span);
  return bad(ctx, arg.span);
}
