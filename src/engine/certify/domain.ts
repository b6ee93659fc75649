/**
 * What stands beside each real number of a run: three numbers, of which a domain says how they are computed with. The field
 * GF(2⁶¹ − 1) is one domain, degrees of rational functions are the other. The result of an operation, and the right operand
 * before it, is in `acc`; the left operand is passed.
 */
export interface Domain {
  readonly acc: Float64Array;
  readonly add: (a0: number, a1: number, a2: number) => void;
  readonly subtract: (a0: number, a1: number, a2: number) => void;
  readonly multiply: (a0: number, a1: number, a2: number) => void;
  /** False where the divisor is zero. */
  readonly divide: (a0: number, a1: number, a2: number) => boolean;
  readonly negate: () => void;
  /** A finite double; an integer, of any size. */
  readonly number: (x: number) => void;
  readonly big: (x: bigint) => void;
  readonly isZero: () => boolean;
  /** Brings `acc` into the one form that equal elements share. */
  readonly canonical: () => void;
  /** A coordinate of the random point: what the numbers and the name name. */
  readonly point: (name: string, numbers: readonly number[]) => void;
  /** The value of the random function `name` at elements in canonical form. */
  readonly random: (name: string, given: readonly number[]) => void;
}

export type Triple = readonly [number, number, number];

/** The k-th element of a list, which holds three numbers for each. */
export function tripleAt(from: ArrayLike<number>, k = 0): Triple {
  return [from[3 * k] as number, from[3 * k + 1] as number, from[3 * k + 2] as number];
}

/** The first of a list becomes the k-th of another. */
export function store(into: Float64Array, k: number, from: ArrayLike<number>): void {
  for (let i = 0; i < 3; i++) into[3 * k + i] = from[i] as number;
}

/** acc := the k-th element of a list. */
export function load({ acc }: Domain, from: ArrayLike<number>, k = 0): void {
  for (let i = 0; i < 3; i++) acc[i] = from[3 * k + i] as number;
}

/** The operation on the k-th element of a list and `acc`. */
export function operate(operation: Domain['add'] | Domain['divide'], from: ArrayLike<number>, k = 0): void {
  operation(from[3 * k] as number, from[3 * k + 1] as number, from[3 * k + 2] as number);
}
