import type { Expr } from '../../ir/types';

/** The value of an integer expression of constants; null if it has no constant value. */
export function constantInteger(e: Expr): number | null {
  switch (e.kind) {
    case 'constant':
      return Number.isSafeInteger(e.value) ? e.value : null;
    case 'convert':
      return e.type === 'i32' || e.type === 'i64' ? constantInteger(e.operand) : null;
    case 'unary': {
      const value = e.op === 'negate' ? constantInteger(e.operand) : null;
      return value === null ? null : -value;
    }
    case 'binary': {
      const left = constantInteger(e.left);
      const right = constantInteger(e.right);
      if (left === null || right === null) return null;
      const value =
        e.op === 'add'
          ? left + right
          : e.op === 'subtract'
            ? left - right
            : e.op === 'multiply'
              ? left * right
              : null;
      return value !== null && Math.abs(value) < 2 ** 31 ? value : null;
    }
    default:
      return null;
  }
}
