/** Nodes of syntax that are not in any text. Each has the place of what it replaces. */
import type { Span } from '../../../base/span';
import type * as S from './syntax';

type Unmeasured<E> = E extends S.Expr ? Omit<E, 'height'> : never;

export function node(e: Unmeasured<S.Expr>, ...parts: readonly S.Expr[]): S.Expr {
  return { ...e, height: 1 + parts.reduce((most, { height }) => Math.max(most, height), 0) } as S.Expr;
}
export function named(name: string, span: Span): S.Name {
  return { kind: 'name', name, span, height: 1 };
}
export function integer(value: number, span: Span): S.NumberLiteral {
  return { kind: 'number', text: String(value), real: false, span, height: 1 };
}
/** `target = value`, or `target += value`. */
export function assign(
  target: S.Expr,
  value: S.Expr,
  span: Span,
  op: S.Assignment['op'] = null,
): S.Assignment {
  const height = 1 + Math.max(target.height, value.height);
  return { kind: 'assign', op, opSpan: span, target, value, span, height };
}
export function subscript(base: S.Expr, index: S.Expr, span: Span): S.Expr {
  return node({ kind: 'subscript', base, index, span }, base, index);
}
export function binary(op: S.BinaryOperation['op'], left: S.Expr, right: S.Expr, span = left.span): S.Expr {
  return node({ kind: 'binary', op, opSpan: span, left, right, span }, left, right);
}
/** One where there are no factors. */
export function product([first, ...rest]: readonly S.Expr[], span: Span): S.Expr {
  return rest.reduce((left, right) => binary('*', left, right, span), first ?? integer(1, span));
}
export function conditional(
  condition: S.Expr,
  whenTrue: S.Expr,
  whenFalse: S.Expr,
  span = condition.span,
): S.Expr {
  return node({ kind: 'conditional', condition, whenTrue, whenFalse, span }, condition, whenTrue, whenFalse);
}
/** `*&x` is `x`, and `&*x` too. */
export function unary(op: '*' | '&', operand: S.Expr, span: Span): S.Expr {
  if (operand.kind === 'unary' && operand.op === (op === '*' ? '&' : '*')) return operand.operand;
  return node({ kind: 'unary', op, operand, span }, operand);
}
export function call(name: string, args: readonly S.Expr[], span: Span): S.Expr {
  const callee = named(name, span);
  return node({ kind: 'call', callee, args, argsSpan: span, span }, callee, ...args);
}
/** One after the other; the last gives the value. */
export function sequence(list: readonly S.Expr[], span: Span): S.Expr {
  const [only] = list;
  if (!only) return { kind: 'broken', span, height: 0 };
  if (list.length === 1) return only;
  const half = list.length >> 1;
  const left = sequence(list.slice(0, half), span);
  const right = sequence(list.slice(half), span);
  return node({ kind: 'comma', left, right, span }, left, right);
}
/** A type without further qualifications. */
export function plainType(base: S.BaseType, span: Span): S.TypeSpecifier {
  return { base, isConst: false, storage: null, enumerators: [], span };
}
export function declarator(
  name: string,
  span: Span,
  derivations: readonly S.Derivation[] = [],
): S.Declarator {
  return { name, nameSpan: span, derivations, span };
}
export function parameter(type: S.TypeSpecifier, declarator: S.Declarator): S.Parameter {
  return { type, declarator, span: declarator.span };
}
export function declaration(
  type: S.TypeSpecifier,
  declarator: S.Declarator,
  initializer: S.Initializer | null = null,
): S.Declaration {
  const { span } = declarator;
  return { kind: 'declaration', type, declared: [{ declarator, initializer, span }], span };
}
export function statement(expr: S.Expr): S.Statement {
  return { kind: 'expression', expr, span: expr.span };
}
export function given(value: S.Expr): S.Initializer {
  return { kind: 'expression', value, at: null, span: value.span };
}
export function block(body: readonly S.Statement[], span: Span): S.BlockStatement {
  return { kind: 'block', body, span };
}

/** `for (int k = 0; k < count; k++)` */
export function countedLoop(k: S.Name, count: S.Expr, body: S.Statement): S.Statement {
  const { span } = k;
  return {
    kind: 'for',
    init: declaration(plainType('i32', span), declarator(k.name, span), given(integer(0, span))),
    condition: binary('<', k, count),
    increment: node({ kind: 'update', op: '++', prefix: false, operand: k, span }, k),
    body,
    span,
    whole: span,
  };
}
/** A function with other parameters. */
export function withParameters(
  declarator: S.Declarator,
  change: (parameters: readonly S.Parameter[]) => readonly S.Parameter[],
): S.Declarator {
  const [first, ...rest] = declarator.derivations;
  if (first?.kind !== 'function') return declarator;
  return { ...declarator, derivations: [{ ...first, parameters: change(first.parameters) }, ...rest] };
}
/** Statements where one may stand. */
export function asOne(made: readonly S.Statement[], span: Span): S.Statement {
  const [only] = made;
  return made.length === 1 && only ? only : block(made, span);
}

/** `unsigned mode : 3`: an integer that is stored in this many bits. */
export function ofWidth(type: S.TypeSpecifier, width: S.Expr | null): S.TypeSpecifier {
  const bits = width?.kind === 'number' ? Number.parseInt(width.text, 10) : 32;
  if (!(bits < 32) || (type.base !== 'i32' && type.base !== 'i64')) return type;
  const { wraps: _, isWide: __, ...plain } = type;
  return { ...plain, base: 'i32', bytes: bits / 8, isUnsigned: type.isUnsigned === true };
}
