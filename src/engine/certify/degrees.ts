/**
 * Degrees of rational functions, as a domain: how likely a random point is to hide a difference (Schwartz and Zippel).
 *
 * A value is N/Q. Beside it stand the degree of N, the number of Q among `monomials`, and a hash of how it was computed, by
 * which equal divisors are known. Q is a product of powers of divisors, so that a sum has the least common multiple of two
 * denominators. Products of too many divisors count as one divisor: then only equal ones are seen to be equal. A zero that
 * no random point changes has the hash 0.
 */
import type { Domain } from './domain';

/** Powers of divisors, by their hashes. */
interface Monomial {
  readonly powers: ReadonlyMap<number, Power>;
  readonly degree: number;
}
interface Power {
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
}

/** Products of powers of divisors, each by its number; that of none is 0. */
function newDenominators() {
  const monomials: Monomial[] = [{ powers: new Map(), degree: 0 }];
  const numbers = new Map<string, number>();
  const results = new Map<number, number>();
  const numberOf = (powers: ReadonlyMap<number, Power>): number => {
    const sorted = [...powers].sort(([a], [b]) => a - b);
    let degree = 0;
    for (const [, power] of sorted) degree += power.degree * power.times;
    const key = sorted.map(([hash, { times }]) => `${hash}^${times}`).join(' ');
    const known = numbers.get(key);
    if (known !== undefined) return known;
    const kept =
      powers.size > MOST_DIVISORS ? new Map([[hashOf(key), { degree, times: 1 }]]) : new Map(powers);
    numbers.set(key, monomials.push({ powers: kept, degree }) - 1);
    return monomials.length - 1;
  };
  const combined = (a: number, b: number, kind: 0 | 1): number => {
    if (a === b && kind === 0) return a;
    if (a === 0 || b === 0) return a + b;
    const pair = 2 * (a * 2 ** 25 + b) + kind;
    const known = results.get(pair);
    if (known !== undefined) return known;
    const powers = new Map((monomials[a] as Monomial).powers);
    for (const [hash, { degree, times }] of (monomials[b] as Monomial).powers) {
      const own = powers.get(hash)?.times ?? 0;
      powers.set(hash, { degree, times: kind === 0 ? Math.max(own, times) : own + times });
    }
    const found = numberOf(powers);
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

export function newDegrees(): Degrees {
  const acc = new Float64Array(3);
  const { numberOf, combined, degreeOf } = newDenominators();
  const at = (k: number) => acc[k] as number;
  let calls = 0;
  let most = 0;

  const set = (degree: number, denominator: number, hash: number) => {
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
      const divisor = at(0) === 0 ? 0 : numberOf(new Map([[at(2), { degree: at(0), times: 1 }]]));
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
