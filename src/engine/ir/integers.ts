/** What integers can hold, and what operations on them come to without a bound. */
import type { Binary, ScalarType } from './types';

/** The least and the greatest value of an integer type, as near as numbers of 53 bits come: open cases end there. */
export function extremes(type: ScalarType): readonly [least: number, greatest: number] {
  return type === 'i64' ? [-(2 ** 63), 2 ** 63] : [-(2 ** 31), 2 ** 31 - 1];
}

/** What operations come to before they wrap around; null for a division by zero. `places` bits say by how many a shift goes. */
const OPERATIONS: Record<Binary['op'], (x: bigint, y: bigint, places: number) => bigint | null> = {
  add: (x, y) => x + y,
  subtract: (x, y) => x - y,
  multiply: (x, y) => x * y,
  divide: (x, y) => (y === 0n ? null : x / y),
  remainder: (x, y) => (y === 0n ? null : x % y),
  bitand: (x, y) => x & y,
  bitor: (x, y) => x | y,
  bitxor: (x, y) => x ^ y,
  shiftleft: (x, y, places) => x << BigInt.asUintN(places, y),
  shiftright: (x, y, places) => x >> BigInt.asUintN(places, y),
};

export function combine(op: Binary['op'], x: bigint, y: bigint, places = 6): bigint | null {
  return OPERATIONS[op](x, y, places);
}

/** Operations on the bits of integers of 32 bits. */
export const ON_BITS: Partial<Record<Binary['op'], (x: number, y: number) => number>> = {
  bitand: (x, y) => x & y,
  bitor: (x, y) => x | y,
  bitxor: (x, y) => x ^ y,
  shiftleft: (x, y) => x << y,
  shiftright: (x, y) => x >> y,
};

/** What a function of integers comes to before it wraps around, powers modulo 2⁶⁴; null for a division by zero. */
export function applied(fn: string, x: bigint, y: bigint): bigint | null {
  const size = x < 0n ? -x : x;
  switch (fn) {
    case 'abs':
      return size;
    case 'min':
      return x < y ? x : y;
    case 'max':
      return x < y ? y : x;
    case 'sign':
      return y < 0n ? -size : size;
    case 'dim':
      return x > y ? x - y : 0n;
    case 'powerInteger':
      return power(x, y);
    default: {
      if (y === 0n) return null;
      const rest = x % y;
      return rest !== 0n && rest < 0n !== y < 0n ? rest + y : rest;
    }
  }
}

/** A negative power is 0 but for bases 1 and −1. */
function power(base: bigint, n: bigint): bigint | null {
  if (n < 0n) {
    if (base === 0n) return null;
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
