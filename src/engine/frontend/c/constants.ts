import { ELEMENTARY } from '../../ir/elementary';
import type { Expr, ScalarType } from '../../ir/types';

/**
 * The value of a constant expression in its type, or null when it is none, traps, or is an integer that JavaScript's
 * numbers do not hold.
 */
export function constantValue(e: Expr): number | null {
  const value = evaluate(e);
  if (value === null) return null;
  if (e.type === 'i64' && !Number.isSafeInteger(value)) return null;
  return inType(value, e.type);
}

function inType(value: number, type: ScalarType): number {
  switch (type) {
    case 'f64':
    case 'i64':
      return value;
    case 'f32':
      return Math.fround(value);
    case 'i32':
      return value | 0;
    case 'bool':
      return value !== 0 ? 1 : 0;
  }
}

function evaluate(e: Expr): number | null {
  switch (e.kind) {
    case 'constant':
      return e.value;
    case 'variable':
    case 'element':
      return null;
    case 'convert': {
      const value = constantValue(e.operand);
      if (value === null || e.type === 'bool') return value;
      if (e.type === 'f64' || e.type === 'f32') return value;
      return Number.isFinite(value) && Math.abs(value) < 2 ** 53 ? Math.trunc(value) : null;
    }
    case 'unary': {
      const value = constantValue(e.operand);
      if (value === null) return null;
      return e.op === 'negate' ? -value : e.op === 'not' ? (value === 0 ? 1 : 0) : -1 - value;
    }
    case 'select': {
      const test = constantValue(e.condition);
      return test === null ? null : constantValue(test !== 0 ? e.whenTrue : e.whenFalse);
    }
    case 'intrinsic': {
      const args = e.args.map(constantValue);
      if (args.some((arg) => arg === null)) return null;
      return ELEMENTARY[e.fn].evaluate(...(args as number[]));
    }
    case 'binary':
    case 'compare':
    case 'logical': {
      const left = constantValue(e.left);
      const right = constantValue(e.right);
      return left === null || right === null ? null : combine(e, left, right);
    }
  }
}

function combine(
  e: Extract<Expr, { kind: 'binary' | 'compare' | 'logical' }>,
  left: number,
  right: number,
): number | null {
  const isReal = e.type === 'f64' || e.type === 'f32';
  switch (e.op) {
    case 'add':
      return left + right;
    case 'subtract':
      return left - right;
    case 'multiply':
      return e.type === 'i32' ? Math.imul(left, right) : left * right;
    case 'divide':
      return isReal ? left / right : right === 0 ? null : Math.trunc(left / right);
    case 'remainder':
      return right === 0 ? null : left % right;
    case 'bitand':
    case 'bitor':
    case 'bitxor':
    case 'shiftleft':
    case 'shiftright':
      return e.type === 'i32' ? bits(e.op, left, right) : null;
    case 'lt':
      return left < right ? 1 : 0;
    case 'le':
      return left <= right ? 1 : 0;
    case 'gt':
      return left > right ? 1 : 0;
    case 'ge':
      return left >= right ? 1 : 0;
    case 'eq':
      return left === right ? 1 : 0;
    case 'ne':
      return left !== right ? 1 : 0;
    case 'and':
      return left !== 0 && right !== 0 ? 1 : 0;
    case 'or':
      return left !== 0 || right !== 0 ? 1 : 0;
  }
}

function bits(op: string, left: number, right: number): number {
  switch (op) {
    case 'bitand':
      return left & right;
    case 'bitor':
      return left | right;
    case 'bitxor':
      return left ^ right;
    case 'shiftleft':
      return left << right;
    default:
      return left >> right;
  }
}
