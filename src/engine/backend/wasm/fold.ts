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

/** An i64 constant, exact: beyond 2^53 its digits are in the spelling only. */
export function exactInteger(e: { readonly value: number; readonly text?: string }): bigint {
  const digits = /^(-?)(0[xX][0-9a-fA-F]+|\d+)(?:[uUlL]*|_\w+)$/.exec(e.text?.trim() ?? '');
  if (digits && !Number.isSafeInteger(e.value)) {
    const body = digits[2] as string;
    const octal = /^0[0-7]+$/.test(body) ? BigInt(`0o${body.slice(1)}`) : BigInt(body);
    return BigInt.asIntN(64, digits[1] === '-' ? -octal : octal);
  }
  return Number.isFinite(e.value) ? BigInt.asIntN(64, BigInt(Math.trunc(e.value))) : 0n;
}
