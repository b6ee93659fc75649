/** Integers of a run: numbers as far as doubles are exact, bigints beyond; they wrap around. */
import { assertNever } from '../base/assert';
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
    const z = slowly(m, op, BigInt(x), BigInt(y));
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
      return narrow ? (x, y) => narrowBits(op, x, y) : () => Number.NaN;
  }
}

function narrowBits(op: Binary['op'], x: number, y: number): number {
  switch (op) {
    case 'bitand':
      return x & y;
    case 'bitor':
      return x | y;
    case 'bitxor':
      return x ^ y;
    case 'shiftleft':
      return x << y;
    default:
      return x >> y;
  }
}

function slowly(m: Machine, op: Binary['op'], x: bigint, y: bigint): bigint {
  switch (op) {
    case 'add':
      return x + y;
    case 'subtract':
      return x - y;
    case 'multiply':
      return x * y;
    case 'divide':
    case 'remainder':
      if (y === 0n) fail(m, 'division-by-zero');
      return op === 'divide' ? x / y : x % y;
    case 'bitand':
      return x & y;
    case 'bitor':
      return x | y;
    case 'bitxor':
      return x ^ y;
    case 'shiftleft':
      return x << BigInt.asUintN(6, y);
    case 'shiftright':
      return x >> BigInt.asUintN(6, y);
    default:
      return assertNever(op);
  }
}

export function wholeFunction(
  m: Machine,
  fn: string,
  type: Expr['type'],
  args: readonly bigint[],
): number | bigint {
  const [x, y = 0n] = args as [bigint, bigint?];
  const size = x < 0n ? -x : x;
  const narrow = (z: bigint) => (type === 'i32' ? Number(BigInt.asIntN(32, z)) : wide(z));
  switch (fn) {
    case 'abs':
      return narrow(size);
    case 'min':
      return narrow(least(x, y));
    case 'max':
      return narrow(-least(-x, -y));
    case 'sign':
      return narrow(y < 0n ? -size : size);
    case 'dim':
      return narrow(x > y ? x - y : 0n);
    case 'powerInteger':
      return narrow(wholePower(m, x, y));
    default: {
      if (y === 0n) fail(m, 'division-by-zero');
      const rest = x % y;
      return narrow(rest !== 0n && rest < 0n !== y < 0n ? rest + y : rest);
    }
  }
}

function least(x: bigint, y: bigint): bigint {
  return x <= y ? x : y;
}

/** Modulo 2⁶⁴; a negative power is 0 but for bases 1 and −1. */
function wholePower(m: Machine, base: bigint, n: bigint): bigint {
  if (n < 0n) {
    if (base === 0n) fail(m, 'division-by-zero');
    if (base === 1n) return 1n;
    return base === -1n ? (n % 2n === 0n ? 1n : -1n) : 0n;
  }
  let result = 1n;
  let square = base;
  for (let left = n; left > 0n; left >>= 1n) {
    if (left & 1n) result = BigInt.asIntN(64, result * square);
    square = BigInt.asIntN(64, square * square);
  }
  return result;
}
