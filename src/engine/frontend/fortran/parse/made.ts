/** Syntax that is in no text, to which constructs are rewritten. Each piece has the place of what it replaces. */
import type { Span } from '../../../base/span';
import type {
  ApplySyntax,
  ArgumentSyntax,
  Attribute,
  BinaryOperator,
  DimensionSyntax,
  Entity,
  ExprSyntax,
  NameSyntax,
  NumberSyntax,
  RangeSyntax,
  StatementBody,
  StatementOf,
  StatementSyntax,
  TypeSyntax,
} from './syntax';

export function nameAt(name: string, span: Span): NameSyntax {
  return { kind: 'name', name, span };
}
export function integer(value: number | string, span: Span): NumberSyntax {
  return { kind: 'number', text: String(value), real: false, suffix: null, span };
}
export function binary(
  op: BinaryOperator,
  left: ExprSyntax,
  right: ExprSyntax,
  span = left.span,
): ExprSyntax {
  return { kind: 'binary', op, left, right, span };
}
export function negated(operand: ExprSyntax): ExprSyntax {
  return { kind: 'unary', op: '-', operand, span: operand.span };
}
export function argument(value: ExprSyntax | RangeSyntax, span = value.span): ArgumentSyntax {
  return { keyword: null, value, span };
}
export function apply(name: string, args: readonly (ExprSyntax | RangeSyntax)[], span: Span): ApplySyntax {
  return { kind: 'apply', name, nameSpan: span, args: args.map((value) => argument(value)), span };
}
/** `:` */
export function all(span: Span): RangeSyntax {
  return { kind: 'range', lower: null, upper: null, stride: null, span };
}

/** The rest of a statement that was removed: a jump may lead to it all the same. */
export function nothing({
  span,
  label,
  construct,
}: Pick<StatementSyntax, 'span' | 'label' | 'construct'>): StatementSyntax {
  return { kind: 'continue', span, label, construct, text: '' };
}
export function statement<B extends StatementBody>(body: B, span: Span) {
  return { ...body, span, label: null, construct: null, text: '' };
}
export function assigned(
  target: NameSyntax | ApplySyntax,
  value: ExprSyntax,
  span: Span,
): StatementOf<'assign'> {
  return statement({ kind: 'assign', target, value }, span);
}

export function entityOf(
  name: string,
  span: Span,
  dimensions: readonly DimensionSyntax[] | null = null,
): Entity {
  return { name, span, dimensions, initial: null, data: null };
}
/** A declaration of its own for one name. */
export function declared(
  type: TypeSyntax | null,
  entity: Entity,
  attributes: readonly Attribute[] = [],
): StatementOf<'declare'> {
  return statement({ kind: 'declare', type, attributes, dimensions: null, entities: [entity] }, entity.span);
}
export function integerVariable(name: string, span: Span): StatementSyntax {
  return declared({ base: 'integer', bytes: null, kindOf: null, span }, entityOf(name, span));
}
