/** Pieces of syntax that pairs are written with. Each stands where what it replaces stood. */
import type { Span } from '../../../../base/span';
import type {
  ApplySyntax,
  ArgumentSyntax,
  BinaryOperator,
  ExprSyntax,
  NumberSyntax,
  RangeSyntax,
  StatementSyntax,
} from '../../parse/syntax';

export function integer(value: number, span: Span): NumberSyntax {
  return { kind: 'number', text: String(value), real: false, suffix: null, span };
}
export function binary(op: BinaryOperator, left: ExprSyntax, right: ExprSyntax): ExprSyntax {
  return { kind: 'binary', op, left, right, span: left.span };
}
export function negated(operand: ExprSyntax): ExprSyntax {
  return { kind: 'unary', op: '-', operand, span: operand.span };
}
export function argument(value: ExprSyntax | RangeSyntax): ArgumentSyntax {
  return { keyword: null, value, span: value.span };
}
export function apply(name: string, args: readonly (ExprSyntax | RangeSyntax)[], span: Span): ApplySyntax {
  return { kind: 'apply', name, nameSpan: span, args: args.map(argument), span };
}
export function all(span: Span): RangeSyntax {
  return { kind: 'range', lower: null, upper: null, stride: null, span };
}
export function assigned(
  target: Extract<StatementSyntax, { kind: 'assign' }>['target'],
  value: ExprSyntax,
  span: Span,
): Extract<StatementSyntax, { kind: 'assign' }> {
  return { kind: 'assign', target, value, span, label: null, construct: null, text: '' };
}

/** Names and numbers, which may stand twice. */
export function isSimple(e: ExprSyntax): boolean {
  if (e.kind === 'paren') return isSimple(e.inner);
  if (e.kind === 'unary') return isSimple(e.operand);
  if (e.kind === 'apply')
    return e.args.every(
      ({ value }) => value.kind === 'number' || value.kind === 'name' || value.kind === 'range',
    );
  return e.kind === 'number' || e.kind === 'name';
}

export function sizeOf(e: object): number {
  let size = 1;
  for (const part of Object.values(e)) if (typeof part === 'object' && part !== null) size += sizeOf(part);
  return size;
}
