/** Integers of a run: numbers as far as doubles are exact, bigints beyond; they wrap around. */
import { applied, combine, ON_BITS } from '../ir/integers';
import type { Binary, Expr } from '../ir/types';
import { fail, type Machine } from './machine';

/** A 64-bit integer that wraps around, as a number where a double holds it. */
export function wide(x: bigint): number | bigint {
  const wrapped = BigInt.asIntN(64, x);
  const number = Number(wrapped);
  return Number.isSafeInteger(number) ? number : wrapped;
}

export function combined(m: Machine, e: Binary): (x: number | bigint, y: number | bigint) => number | bigint {
  const { op } = e;
  // Numbers as far as doubles are exact; the rest as bigints.
  const quick = quickly(m, op, e.type === 'i32');
  return (x, y) => {
    if (typeof x === 'number' && typeof y === 'number') {
      const found = quick(x, y);
      if (Number.isSafeInteger(found)) return found;
    }
    const z = combine(op, BigInt(x), BigInt(y)) ?? fail(m, 'division-by-zero');
    return e.type === 'i32' ? Number(BigInt.asIntN(32, z)) : wide(z);
  };
}

/** Not a safe integer where a double does not hold the result. */
function quickly(m: Machine, op: Binary['op'], narrow: boolean): (x: number, y: number) => number {
  const wrap = narrow ? (x: number) => x | 0 : (x: number) => x;
  switch (op) {
    case 'add':
      return (x, y) => wrap(x + y);
    case 'subtract':
      return (x, y) => wrap(x - y);
    case 'multiply':
      return narrow ? Math.imul : (x, y) => x * y + 0;
    case 'divide':
    case 'remainder':
      return (x, y) => {
        if (y === 0) fail(m, 'division-by-zero');
        return wrap((op === 'divide' ? Math.trunc(x / y) : x % y) + 0);
      };
    default:
      return (narrow && ON_BITS[op]) || (() => Number.NaN);
  }
}

export function wholeFunction(
  m: Machine,
  fn: string,
  type: Expr['type'],
  [x = 0n, y = 0n]: readonly bigint[],
): number | bigint {
  const found = applied(fn, x, y) ?? fail(m, 'division-by-zero');
  return type === 'i32' ? Number(BigInt.asIntN(32, found)) : wide(found);
}
