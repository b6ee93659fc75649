/** Expressions where something certain is needed: a scalar, an integer, a condition, a constant. */
import type { DiagnosticCode } from '../../../base/diagnosticCodes';
import { present } from '../../../base/lookup';
import type { Span } from '../../../base/span';
import * as b from '../../../ir/build';
import type { Binary, Compare, Expr, ScalarType } from '../../../ir/types';
import type { ArgumentSyntax, BinarySyntax, ExprSyntax } from '../parse/syntax';
import { foldValue } from '../resolve/constants/fold';
import { bad, type Context, report, unsupported } from './context';
import { isArray, type Operand } from './operands';

/** Reports an error in an expression; gives a value that stands for it. */
export function refused(ctx: Context, ...said: Said): Expr {
  const [code, message, span, ...notes] = said;
  report(ctx, code, message, span, ...notes);
  return bad(ctx, span);
}

type Said = [code: DiagnosticCode, message: string, span: Span, ...notes: string[]];

/** The same, unless an error in it has been reported. */
export function lost(ctx: Context, ...said: Said): Expr {
  return ctx.failed ? bad(ctx, said[2]) : refused(ctx, ...said);
}

/** The same for what is outside of the subset. */
export function lacking(ctx: Context, what: string, span: Span, instead: string): Expr {
  unsupported(ctx, what, span, instead);
  return bad(ctx, span);
}

export function value(ctx: Context, e: ExprSyntax): Operand {
  return ctx.shared.lowerExpression(ctx, e);
}

export function scalar(ctx: Context, e: ExprSyntax, what = 'A scalar'): Expr {
  const found = value(ctx, e);
  if (!isArray(found)) return found;
  return lost(ctx, 'shape', `${what} is needed here, not an array.`, e.span);
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
  return lost(ctx, 'syntax', 'A section needs the name of its array before it.', arg.span);
}

/** Operators between scalars whose operands are lowered: types joined, conversions written out. */
export function typeName(type: ScalarType): string {
  return {
    f64: 'DOUBLE PRECISION',
    f32: 'REAL',
    i32: 'INTEGER',
    i64: 'INTEGER(8)',
    bool: 'LOGICAL',
  }[type];
}

/** Converts for an assignment; LOGICAL and numbers don't mix. */
export function converted(ctx: Context, e: Expr, type: ScalarType, span: Span): Expr {
  if ((e.type === 'bool') !== (type === 'bool')) {
    if (!ctx.failed) report(ctx, 'type', `${typeName(e.type)} can\u2019t become ${typeName(type)}.`, span);
    return b.constant(0, type, span);
  }
  return b.convert(e, type, e.span);
}

export function negated(e: Expr, span: Span): Expr {
  if (e.kind === 'constant' && e.value > 0)
    return b.constant(-e.value, e.type, span, e.text === undefined ? undefined : `-${e.text}`);
  return { kind: 'unary', op: 'negate', operand: e, type: e.type, span };
}

export function logicalOperand(ctx: Context, e: Expr): Expr {
  if (e.type === 'bool') return e;
  if (!ctx.failed) report(ctx, 'type', `A LOGICAL is needed here, not ${typeName(e.type)}.`, e.span);
  return b.constant(1, 'bool', e.span);
}

export function numericOperand(ctx: Context, e: Expr): Expr {
  if (e.type !== 'bool') return e;
  if (!ctx.failed) report(ctx, 'type', 'A number is needed here, not LOGICAL.', e.span);
  return b.constant(0, 'f64', e.span);
}

const ARITHMETIC: Record<string, Binary['op']> = {
  '+': 'add',
  '-': 'subtract',
  '*': 'multiply',
  '/': 'divide',
};
const RELATION: Record<string, Compare['op']> = {
  '.lt.': 'lt',
  '.le.': 'le',
  '.gt.': 'gt',
  '.ge.': 'ge',
  '.eq.': 'eq',
  '.ne.': 'ne',
};

/** The type in which two numbers meet: reals over integers, then the wider. */
export function joined(a: ScalarType, c: ScalarType): ScalarType {
  const order: readonly ScalarType[] = ['bool', 'i32', 'i64', 'f32', 'f64'];
  return order.indexOf(a) >= order.indexOf(c) ? a : c;
}

export function operate(ctx: Context, e: BinarySyntax, left: Expr, right: Expr): Expr {
  const { op, span } = e;
  if (op === '//') return lacking(ctx, 'Joining character values is', span, 'Leave text out of the kernel.');
  if (op === '.and.' || op === '.or.')
    return b.logical(
      op === '.and.' ? 'and' : 'or',
      logicalOperand(ctx, left),
      logicalOperand(ctx, right),
      span,
    );
  if (op === '.eqv.' || op === '.neqv.')
    return b.compare(
      op === '.eqv.' ? 'eq' : 'ne',
      logicalOperand(ctx, left),
      logicalOperand(ctx, right),
      span,
    );
  const l = numericOperand(ctx, left);
  const r = numericOperand(ctx, right);
  if (op === '**') return power(l, r, span);
  const type = joined(l.type, r.type);
  const relation = RELATION[op];
  if (relation) return b.compare(relation, b.convert(l, type), b.convert(r, type), span);
  return b.binary(present(ARITHMETIC[op], 'the operation'), b.convert(l, type), b.convert(r, type), span);
}

/** An integer exponent keeps the base's type; a real one joins both. */
function power(base: Expr, exponent: Expr, span: Span): Expr {
  if (b.isInteger(exponent.type)) return b.intrinsic('powerInteger', [base, exponent], base.type, span);
  const type = joined(base.type, exponent.type);
  return b.intrinsic('power', [b.convert(base, type), b.convert(exponent, type)], type, span);
}
