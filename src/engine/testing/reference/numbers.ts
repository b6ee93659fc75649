import type { Elementary } from '../../ir/elementary';

/**
 * The real numbers that the reference interpreter computes with: doubles with all their derivatives, or decimals of
 * fifty digits. Integers and truth values are plain numbers everywhere.
 */
export interface Numbers<T> {
  constant(value: number): T;
  toNumber(x: T): number;
  /** To single precision, where the numbers at hand have one. */
  single(x: T): T;
  add(a: T, b: T): T;
  subtract(a: T, b: T): T;
  multiply(a: T, b: T): T;
  divide(a: T, b: T): T;
  negate(a: T): T;
  less(a: T, b: T): boolean;
  equal(a: T, b: T): boolean;
  /** The exponent of `powerInteger` comes as a real. */
  elementary(fn: Elementary, args: readonly T[]): T;
}
