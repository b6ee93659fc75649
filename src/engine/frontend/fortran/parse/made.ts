/** Syntax that is in no text, to which constructs are rewritten. Each piece has the place of what it replaces. */
import type { Span } from '../../../base/span';
import type * as S from './syntax';

export function nameAt(name: string, span: Span): S.NameSyntax {
  return { kind: 'name', name, span };
}
export function integer(value: number | string, span: Span): S.NumberSyntax {
  return { kind: 'number', text: String(value), real: false, suffix: null, span };
}
export function binary(
  op: S.BinaryOperator,
  left: S.ExprSyntax,
  right: S.ExprSyntax,
  span = left.span,
): S.ExprSyntax {
  return { kind: 'binary', op, left, right, span };
}
export function negated(operand: S.ExprSyntax): S.ExprSyntax {
  return { kind: 'unary', op: '-', operand, span: operand.span };
}
export function paren(inner: S.ExprSyntax, span = inner.span): S.ExprSyntax {
  return { kind: 'paren', inner, span };
}
/** In parentheses where it could not stand beside another operator. */
export function inParens(e: S.ExprSyntax): S.ExprSyntax {
  return e.kind === 'binary' || e.kind === 'unary' ? paren(e) : e;
}
export function logical(value: boolean, span: Span): S.ExprSyntax {
  return { kind: 'logical', value, span };
}
export function argument(value: S.ExprSyntax | S.RangeSyntax, span = value.span): S.ArgumentSyntax {
  return { keyword: null, value, span };
}
export function apply(
  name: string,
  args: readonly (S.ExprSyntax | S.RangeSyntax)[],
  span: Span,
): S.ApplySyntax {
  return { kind: 'apply', name, nameSpan: span, args: args.map((value) => argument(value)), span };
}
/** `:` */
export function all(span: Span): S.RangeSyntax {
  return { kind: 'range', lower: null, upper: null, stride: null, span };
}

/** The rest of a statement that was removed: a jump may lead to it all the same. */
export function nothing({
  span,
  label,
  construct,
}: Pick<S.StatementSyntax, 'span' | 'label' | 'construct'>): S.StatementSyntax {
  return { kind: 'continue', span, label, construct, text: '' };
}
export function statement<B extends S.StatementBody>(body: B, span: Span) {
  return { ...body, span, label: null, construct: null, text: '' };
}
export function assigned(
  target: S.NameSyntax | S.ApplySyntax,
  value: S.ExprSyntax,
  span: Span,
): S.StatementOf<'assign'> {
  return statement({ kind: 'assign', target, value }, span);
}

export function entityOf(
  name: string,
  span: Span,
  dimensions: readonly S.DimensionSyntax[] | null = null,
): S.Entity {
  return { name, span, dimensions, initial: null, data: null };
}
/** A declaration of its own for one name. */
export function declared(
  type: S.TypeSyntax | null,
  entity: S.Entity,
  attributes: readonly S.Attribute[] = [],
): S.StatementOf<'declare'> {
  return statement({ kind: 'declare', type, attributes, entities: [entity] }, entity.span);
}
export function integerVariable(name: string, span: Span): S.StatementSyntax {
  return declared({ base: 'integer', bytes: null, kindOf: null, span }, entityOf(name, span));
}
