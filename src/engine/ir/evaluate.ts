/**
 * What an expression comes to, as a run computes it: integers wrap, division truncates, f32 is rounded after each
 * operation. Null where that is not known: a place whose value nobody knows, a trap (an integer divided by zero, a real
 * out of an integer's range), an integer that JavaScript's numbers do not hold.
 */

import { isReal } from './build';
import { ELEMENTARY } from './elementary';
import { combine } from './integers';
import type { Binary, Compare, Convert, Expr, Place, ScalarType, Unary } from './types';

export interface Surroundings {
  /** What a place holds. By default nothing is known of any: only constants have values. */
  readonly read?: (place: Place) => number | null;
  /** An integer that leaves its type has no value, as in a constant of Fortran. */
  readonly noWrap?: boolean;
  /** Reals that become integers keep their fractions, which shows in which direction the next integer lies. */
  readonly smooth?: boolean;
}

const NOTHING_KNOWN: Surroundings = {};

export function evaluate(e: Expr, around: Surroundings = NOTHING_KNOWN): number | null {
  switch (e.kind) {
    case 'constant':
      return inType(e.value, e.type, around);
    case 'variable':
    case 'element':
      return around.read?.(e) ?? null;
    case 'unary': {
      const x = evaluate(e.operand, around);
      return x === null ? null : inType(unary(e.op, x), e.type, around);
    }
    case 'binary':
    case 'compare': {
      const left = evaluate(e.left, around);
      const right = left === null ? null : evaluate(e.right, around);
      if (left === null || right === null) return null;
      return e.kind === 'compare' ? Number(holds(e.op, left, right)) : binary(e, left, right, around);
    }
    case 'logical': {
      const left = evaluate(e.left, around);
      if (left === null) return null;
      return (left !== 0) === (e.op === 'or') ? left : evaluate(e.right, around);
    }
    case 'intrinsic':
      return intrinsic(e, around);
    case 'convert': {
      const x = evaluate(e.operand, around);
      return x === null ? null : converted(e, x, around);
    }
    case 'select': {
      const condition = evaluate(e.condition, around);
      return condition === null ? null : evaluate(condition !== 0 ? e.whenTrue : e.whenFalse, around);
    }
  }
}

function intrinsic(e: Extract<Expr, { kind: 'intrinsic' }>, around: Surroundings): number | null {
  const args: number[] = [];
  for (const each of e.args) {
    const arg = evaluate(each, around);
    if (arg === null) return null;
    args.push(arg);
  }
  const value = ELEMENTARY[e.fn].evaluate(...args);
  return inType(isReal(e.type) ? value : Math.trunc(value), e.type, around);
}

/** A value that an operation of this type has come to, as the type holds it. */
function inType(value: number, type: ScalarType, { noWrap = false, smooth = false }: Surroundings) {
  if (type === 'f64') return value;
  if (type === 'f32') return Math.fround(value);
  if (type === 'bool') return Number(value !== 0);
  if (smooth) return Number.isFinite(value) ? value : null;
  if (!Number.isSafeInteger(value)) return null;
  const wrapped = type === 'i32' ? value | 0 : value;
  // No integer is -0.
  return noWrap && wrapped !== value ? null : wrapped + 0;
}

function unary(op: Unary['op'], x: number): number {
  switch (op) {
    case 'negate':
      return -x;
    case 'not':
      return Number(x === 0);
    case 'complement':
      return -1 - x;
  }
}

function converted(e: Convert, x: number, around: Surroundings): number | null {
  const { type } = e;
  if (type === 'bool' || isReal(type) || !isReal(e.operand.type)) return inType(x, type, around);
  const whole = inType(Math.trunc(x), type, { noWrap: true });
  return whole !== null && around.smooth ? x : whole;
}

function binary({ op, type }: Binary, x: number, y: number, around: Surroundings): number | null {
  switch (op) {
    case 'add':
      return inType(x + y, type, around);
    case 'subtract':
      return inType(x - y, type, around);
    case 'multiply': {
      const wraps = type === 'i32' && !around.noWrap && !around.smooth;
      return inType(wraps ? Math.imul(x, y) : x * y, type, around);
    }
    case 'divide':
      if (isReal(type)) return inType(x / y, type, around);
      return y === 0 ? null : inType(Math.trunc(x / y), type, around);
    case 'remainder':
      return y === 0 ? null : inType(x % y, type, around);
    default: {
      const [bits, places] = type === 'i32' ? [32, 5] : [64, 6];
      const whole = combine(op, BigInt(Math.trunc(x)), BigInt(Math.trunc(y)), places) ?? 0n;
      const value = Number(BigInt.asIntN(bits, whole));
      return Number.isSafeInteger(value) ? value : null;
    }
  }
}

/** Whether a comparison holds. */
export function holds<T extends number | bigint>(op: Compare['op'], x: T, y: T): boolean {
  switch (op) {
    case 'lt':
      return x < y;
    case 'le':
      return x <= y;
    case 'gt':
      return x > y;
    case 'ge':
      return x >= y;
    case 'eq':
      return x === y;
    case 'ne':
      return x !== y;
  }
}
