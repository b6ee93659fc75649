/**
 * Degrees of rational functions, as a domain: how likely a random point is to hide a difference (Schwartz and Zippel).
 *
 * A value is N/Q. Beside it stand the degree of N, the number of Q among `monomials`, and a hash of how it was computed, by
 * which equal divisors are known. Q is a product of powers of divisors, so that a sum has the least common multiple of two
 * denominators. Products of too many divisors count as one divisor: then only equal ones are seen to be equal. A zero that
 * no random point changes has the hash 0.
 */
import type { Domain } from './domain';
import { FIELD_SIZE } from './field';

interface Monomial {
  /** In the order of their hashes. */
  readonly powers: readonly Power[];
  readonly degree: number;
}
/** Of a divisor that has this hash and this degree. */
interface Power {
  readonly hash: number;
  readonly degree: number;
  readonly times: number;
}

/** A product of more divisors than these counts as one divisor. */
const MOST_DIVISORS = 24;

export interface Degrees extends Domain {
  /** The largest max(deg N, deg Q) of what is in `acc` and of what random functions were given. */
  readonly degree: () => number;
  /** How often a random function was called. */
  readonly calls: () => number;
  /** Has some degree become larger than the field, so that no bound can come of it? */
  readonly isLost: () => boolean;
}

/** Products of powers of divisors, each by its number; that of none is 0. */
function newDenominators() {
  const monomials: Monomial[] = [{ powers: [], degree: 0 }];
  const numbers = new Map<number, number>();
  const results = new Map<number, number>();
  const numberOf = (powers: readonly Power[]): number => {
    let [degree, sum] = [0, 0];
    for (const power of powers) {
      degree += power.degree * power.times;
      sum = (sum + power.hash * power.times) % 2 ** 52;
    }
    const key = mixed(sum, powers.length, 10);
    const known = numbers.get(key);
    if (known !== undefined) return known;
    const kept = powers.length > MOST_DIVISORS ? [{ hash: key, degree, times: 1 }] : powers;
    numbers.set(key, monomials.push({ powers: kept, degree }) - 1);
    return monomials.length - 1;
  };
  const combined = (a: number, b: number, kind: 0 | 1): number => {
    if (a === b && kind === 0) return a;
    if (a === 0 || b === 0) return a + b;
    const pair = 2 * (a * 2 ** 25 + b) + kind;
    const known = results.get(pair);
    if (known !== undefined) return known;
    const [left, right] = [(monomials[a] as Monomial).powers, (monomials[b] as Monomial).powers];
    const found = numberOf(merged(left, right, kind === 0 ? Math.max : (own, other) => own + other));
    results.set(pair, found);
    return found;
  };
  const degreeOf = (denominator: number) => (monomials[denominator] as Monomial).degree;
  return {
    numberOf,
    /** Their least common multiple (0), or their product (1). */
    combined,
    degreeOf,
  };
}

function merged(
  a: readonly Power[],
  b: readonly Power[],
  times: (own: number, other: number) => number,
): Power[] {
  const powers: Power[] = [];
  let j = 0;
  for (const own of a) {
    for (; j < b.length && (b[j] as Power).hash < own.hash; j++) powers.push(b[j] as Power);
    const other = b[j]?.hash === own.hash ? (b[j++] as Power) : null;
    powers.push(other ? { ...own, times: times(own.times, other.times) } : own);
  }
  return powers.concat(b.slice(j));
}

export function newDegrees(): Degrees {
  const acc = new Float64Array(3);
  const { numberOf, combined, degreeOf } = newDenominators();
  const at = (k: number) => acc[k] as number;
  let calls = 0;
  let most = 0;
  let isLost = false;

  const set = (degree: number, denominator: number, hash: number) => {
    isLost ||= degree > FIELD_SIZE;
    acc[0] = degree;
    acc[1] = denominator;
    acc[2] = hash;
  };
  const isZero = (hash: number) => hash === 0;
  const sum = (a0: number, a1: number, a2: number, sign: number) => {
    if (isZero(a2)) return;
    if (isZero(at(2))) {
      set(a0, a1, a2);
      return;
    }
    const common = combined(a1, at(1), 0);
    const more = degreeOf(common);
    const own = at(0) + more - degreeOf(at(1));
    set(Math.max(a0 + more - degreeOf(a1), own), common, mixed(a2, at(2), sign));
  };
  const constant = (x: number) => set(0, 0, x === 0 ? 0 : mixed(x, 0, 1));
  const product = (a0: number, a1: number, a2: number) => {
    if (isZero(a2) || isZero(at(2))) constant(0);
    else set(a0 + at(0), combined(a1, at(1), 1), mixed(a2, at(2), 4));
  };

  return {
    acc,
    add: (a0, a1, a2) => sum(a0, a1, a2, 2),
    subtract: (a0, a1, a2) => sum(a0, a1, a2, 3),
    multiply: product,
    divide: (a0, a1, a2) => {
      if (isZero(a2)) {
        constant(0);
        return true;
      }
      const hash = mixed(a2, at(2), 5);
      const divisor = at(0) === 0 ? 0 : numberOf([{ hash: at(2), degree: at(0), times: 1 }]);
      set(a0 + degreeOf(at(1)), combined(a1, divisor, 1), hash);
      return true;
    },
    negate: () => {
      if (!isZero(at(2))) set(at(0), at(1), mixed(at(2), 0, 6));
    },
    number: constant,
    big: (x) => constant(Number(x)),
    isZero: () => isZero(at(2)),
    canonical: () => {},
    point: (name, numbers) =>
      set(
        1,
        0,
        numbers.reduce((hash, x) => mixed(hash, x, 9), hashOf(name)),
      ),
    random: (name, given) => {
      calls++;
      for (let k = 0; k + 1 < given.length; k += 3)
        most = Math.max(most, given[k] as number, degreeOf(given[k + 1] as number));
      set(
        1,
        0,
        given.reduce((hash, x) => mixed(hash, x, 7), hashOf(name)),
      );
    },
    degree: () => Math.max(most, at(0), degreeOf(at(1))),
    calls: () => calls,
    isLost: () => isLost,
  };
}

const bits = new DataView(new ArrayBuffer(16));

/** 52 bits of two numbers and a mark. */
function mixed(a: number, b: number, mark: number): number {
  bits.setFloat64(0, a);
  bits.setFloat64(8, b);
  let h = mark;
  let g = 0x9e3779b9;
  for (let k = 0; k < 16; k += 4) {
    h = Math.imul(h ^ bits.getInt32(k), 0x85ebca6b);
    h ^= h >>> 15;
    g = Math.imul(g ^ h, 0xc2b2ae35);
    g ^= g >>> 13;
  }
  return (g >>> 0) * 2 ** 20 + ((h ^ (h >>> 16)) & 0xfffff);
}

function hashOf(text: string): number {
  let hash = text.length;
  for (let i = 0; i < text.length; i++) hash = mixed(hash, text.charCodeAt(i), 8);
  return hash;
}
