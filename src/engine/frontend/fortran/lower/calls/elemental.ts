/**
 * Elemental references: an argument is an array where the dummy is a scalar. The routine is called once an element, in the
 * loop nest that goes over the arrays.
 */

import type { Span } from '../../../../base/span';
import type { Argument, Expr } from '../../../../ir/types';
import type { ArgumentSyntax, ExprSyntax, RangeSyntax, StatementOf } from '../../parse/syntax';
import { genericNamed, lookUp, routineNamed } from '../../resolve/symbols';
import { type Context, type RoutineInfo, report, statementBase } from '../context';
import { conform } from '../elementwise';
import { emit, loopNest } from '../emit';
import { ARRAY_INTRINSICS } from '../intrinsics/overArrays';
import { elementAt, isArray, ONE, type Operand } from '../operands';
import { argumentValue } from '../values';
import { capturedArguments, matchKeywords, throughTemporary, withExtents } from './arguments';
import { arrayArgument } from './arrayArguments';
import { checkType, formalCount, formalOf, type Lowered } from './formals';

/** The arguments of an elemental call, in the order of the dummies. */
interface Elementwise {
  readonly args: readonly ArgumentSyntax[];
  /** What they are, but for those that are arrays to the routine too, which stand for themselves. */
  readonly operands: readonly Operand[];
}

/** Null unless some of the arguments are arrays for scalar dummies. Components of a structure may be arrays to the routine. */
export function elementalOperands(
  ctx: Context,
  callee: RoutineInfo,
  given: readonly ArgumentSyntax[],
): Elementwise | null {
  if (!callee.unit?.header?.elemental) return null;
  const formals = callee.parameters.slice(0, formalCount(callee));
  if (formals.length !== given.length || given.some((arg) => arg.value.kind === 'range')) return null;
  if (formals.some((p) => p.dimensions && p.intent !== 'in')) return null;
  const args = matchKeywords(ctx, callee, given);
  if (!args.some((arg, i) => !formals[i]?.dimensions && isArrayValued(ctx, arg.value))) return null;
  return {
    args,
    operands: args.map((arg, i) => (formals[i]?.dimensions ? ONE : argumentValue(ctx, arg))),
  };
}

/** `call s(a, b)` of an elemental s, as calls in a loop; false where no argument is an array for a scalar. */
export function elementalStatement(ctx: Context, callee: RoutineInfo, s: StatementOf<'call'>): boolean {
  const found = elementalOperands(ctx, callee, s.args);
  const first = found?.operands.find(isArray);
  if (!found || !first) return false;
  const { args: given, operands } = found;
  for (const each of operands) if (isArray(each)) conform(ctx, first, each, s.span);
  operands.forEach((each, i) => {
    const { name, intent, byValue } = formalOf(ctx, callee, i);
    if (isArray(each) || intent === 'in' || byValue) return;
    const what = `${callee.name} is called for each element here, and sets ${name}, which gets a scalar.`;
    report(ctx, 'argument-type', what, s.span, 'Let it set an array of the same shape.');
  });
  if (ctx.failed) return true;
  // A value is the one before the first element changes.
  const fixed = operands.map((o, i): Operand => {
    if (isArray(o) || o.kind === 'constant') return o;
    const isPlace = given[i]?.value.kind !== 'paren' && (o.kind === 'variable' || o.kind === 'element');
    return isPlace && !formalOf(ctx, callee, i).byValue ? o : throughTemporary(ctx, o);
  });
  loopNest(ctx, first.natural, (walks) => {
    const parts = fixed.map((o) => elementAt(o, walks));
    const args = elementArguments(ctx, callee, parts, given, s.span);
    emit(ctx, { kind: 'call', callee: callee.name, args, result: null, ...statementBase(ctx) });
  });
  return true;
}

/** The arguments of the call for one element. */
export function elementArguments(
  ctx: Context,
  callee: RoutineInfo,
  parts: readonly Expr[],
  given: readonly ArgumentSyntax[],
  span: Span,
): Argument[] {
  const args = parts.map((part, i): Lowered => {
    const formal = formalOf(ctx, callee, i);
    const whole = formal.array ? given[i] : undefined;
    if (whole) return arrayArgument(ctx, formal, whole, []);
    checkType(ctx, formal, part.type, part.span);
    if (formal.byValue) return { kind: 'value', value: part };
    if (part.kind === 'element' && !ctx.failed) return { kind: 'reference', place: part };
    return { kind: 'reference', place: throughTemporary(ctx, part) };
  });
  args.push(...capturedArguments(ctx, callee, span, args.length, []));
  return withExtents(ctx, callee, args, span);
}

/** Whether an expression may be an array, as far as its text and the names in it tell: nothing is evaluated. */
function isArrayValued(ctx: Context, e: ExprSyntax | RangeSyntax): boolean {
  switch (e.kind) {
    case 'name': {
      const symbol = lookUp(ctx.scope, e.name);
      return symbol?.kind === 'variable' && symbol.dimensions !== null;
    }
    case 'binary':
      return isArrayValued(ctx, e.left) || isArrayValued(ctx, e.right);
    case 'unary':
      return isArrayValued(ctx, e.operand);
    case 'paren':
      return isArrayValued(ctx, e.inner);
    case 'range':
    case 'constructor':
      return true;
    case 'apply': {
      const symbol = lookUp(ctx.scope, e.name);
      const callee = symbol ? undefined : (genericNamed(ctx, e.name)?.[0] ?? routineNamed(ctx, e.name));
      if (callee?.arrayResult || ALWAYS_ARRAYS.has(e.name)) return true;
      if (!callee && ARRAY_INTRINSICS.has(e.name)) return e.args.some((arg) => arg.keyword === 'dim');
      if (callee?.parameters.some((p) => p.dimensions)) return false;
      return e.args.some((arg) => isArrayValued(ctx, arg.value));
    }
    default:
      return false;
  }
}

const ALWAYS_ARRAYS: ReadonlySet<string> = new Set([
  'matmul',
  'transpose',
  'spread',
  'reshape',
  'cshift',
  'eoshift',
]);
