/** C's conversions: promotions, the common type of two operands, and what each operator makes of them. */
import type { DiagnosticSink } from '../../../base/diagnostics';
import type { Span } from '../../../base/span';
import { add, binary, compare, constant, convert, isConstant, negate, subtract } from '../../../ir/build';
import type { Binary, Compare, Expr, ScalarType } from '../../../ir/types';
import type { ArithmeticOperator, CompareOperator } from '../parse/syntax';

const RANK: Record<ScalarType, number> = { bool: 0, i32: 1, i64: 2, f32: 3, f64: 4 };

/** `bool` counts as `int` in arithmetic. */
export function promoted(type: ScalarType): ScalarType {
  return type === 'bool' ? 'i32' : type;
}

/** The usual arithmetic conversions: the wider of two types. */
export function commonType(a: ScalarType, b: ScalarType): ScalarType {
  const wider = RANK[a] >= RANK[b] ? a : b;
  return promoted(wider);
}

export const ARITHMETIC: Record<ArithmeticOperator, Binary['op']> = {
  '+': 'add',
  '-': 'subtract',
  '*': 'multiply',
  '/': 'divide',
  '%': 'remainder',
  '&': 'bitand',
  '|': 'bitor',
  '^': 'bitxor',
  '<<': 'shiftleft',
  '>>': 'shiftright',
};
export const COMPARE: Record<CompareOperator, Compare['op']> = {
  '<': 'lt',
  '<=': 'le',
  '>': 'gt',
  '>=': 'ge',
  '==': 'eq',
  '!=': 'ne',
};
export function isCompare(op: string): op is CompareOperator {
  return op in COMPARE;
}

/** Operators that take integers only. */
export function takesIntegers(op: ArithmeticOperator): boolean {
  return op !== '+' && op !== '-' && op !== '*' && op !== '/';
}

/** `left op right` in the common type; a shift has the type of its left operand. */
export function arithmetic(op: ArithmeticOperator, left: Expr, right: Expr, span: Span): Expr {
  const type = op === '<<' || op === '>>' ? promoted(left.type) : commonType(left.type, right.type);
  return binary(ARITHMETIC[op], convert(left, type), convert(right, type), span);
}

export function comparison(op: CompareOperator, left: Expr, right: Expr, span: Span): Expr {
  const bools = left.type === 'bool' && right.type === 'bool' && (op === '==' || op === '!=');
  const type = bools ? 'bool' : commonType(left.type, right.type);
  return compare(COMPARE[op], convert(left, type), convert(right, type), span);
}

/** `e != 0`, as tests read it. */
export function asTest(e: Expr): Expr {
  if (e.type === 'bool') return e;
  if (e.kind === 'constant') return constant(e.value !== 0 ? 1 : 0, 'bool', e.span);
  return compare('ne', e, constant(0, e.type, e.span), e.span);
}

/** A sum of subscripts, with what is certain folded. */
export function integerSum(op: '+' | '-', left: Expr, right: Expr, span: Span): Expr {
  const type = commonType(left.type, right.type);
  const a = convert(left, type);
  const b = convert(right, type);
  if (op === '-') return subtract(a, b, span);
  if (b.kind === 'constant' && b.value < 0) return subtract(a, negate(b), span);
  if (isConstant(a, 0)) return b;
  return add(a, b, span);
}

export function reportRealOperand(
  sink: DiagnosticSink,
  { opSpan }: { readonly opSpan: Span },
  op: ArithmeticOperator,
): null {
  const note = op === '%' ? ['For real numbers write `fmod(a, b)`.'] : [];
  return sink.error(
    'type-mismatch',
    `\`${op}\` takes integers, and an operand is a real number.`,
    opSpan,
    ...note,
  );
}

/** A conversion as an assignment makes it. */
export function convertTo(operand: Expr, type: ScalarType): Expr {
  return type === 'bool' ? asTest(operand) : convert(operand, type);
}
