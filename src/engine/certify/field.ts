/**
 * Arithmetic modulo the Mersenne prime p = 2⁶¹ − 1, in ordinary numbers.
 *
 * An element is three limbs, l₀ + 2²¹·l₁ + 2⁴²·l₂ with l₂ < 2¹⁹: products of limbs and sums of a few of them stay below 2⁵³,
 * and 2⁶¹ = 1 brings the columns from 2⁶³ on back by a factor 4. Limbs may exceed their widths by a few units; `canonical`
 * makes the one form that is compared.
 */
import type { Domain } from './domain';

const W = 2 ** 21;
const TOP = 2 ** 19;
const PER_W = 2 ** -21;
const PER_TOP = 2 ** -19;

/** How many elements there are: what an error bound is divided by. */
export const FIELD_SIZE = 2 ** 61;

/** The field as a domain; `seed` chooses its random functions. */
export function newField(seed: number): Domain {
  const acc = new Float64Array(3);
  const at = (k: number) => acc[k] as number;

  const set = (l0: number, l1: number, l2: number) => {
    const k0 = Math.floor(l0 * PER_W);
    const m1 = l1 + k0;
    const k1 = Math.floor(m1 * PER_W);
    const m2 = l2 + k1;
    const k2 = Math.floor(m2 * PER_TOP);
    const m0 = l0 - k0 * W + k2;
    const k3 = Math.floor(m0 * PER_W);
    acc[0] = m0 - k3 * W;
    acc[1] = m1 - k1 * W + k3;
    acc[2] = m2 - k2 * TOP;
  };
  const multiply = (a0: number, a1: number, a2: number) => {
    const [b0, b1, b2] = [at(0), at(1), at(2)];
    set(a0 * b0 + 4 * (a1 * b2 + a2 * b1), a0 * b1 + a1 * b0 + 4 * (a2 * b2), a0 * b2 + a1 * b1 + a2 * b0);
  };
  const canonical = () => {
    for (let k = 0; k < 2; k++) set(at(0), at(1), at(2));
    if (acc[0] === W - 1 && acc[1] === W - 1 && acc[2] === TOP - 1) acc.fill(0);
  };
  const isZero = () => {
    canonical();
    return acc[0] === 0 && acc[1] === 0 && acc[2] === 0;
  };
  const square = (times: number) => {
    for (let k = 0; k < times; k++) multiply(at(0), at(1), at(2));
  };
  /** acc := 1/acc = acc^(p − 2). */
  const invert = () => {
    // x^(p − 2) with p − 2 = 2⁶¹ − 3 = 4·(2⁵⁹ − 1) + 1; 59 = 2·29 + 1, 29 = 2·14 + 1, 14 = 2·7, 7 = 2·3 + 1, 3 = 2·1 + 1.
    const [x0, x1, x2] = [at(0), at(1), at(2)];
    let length = 1;
    for (const odd of [true, true, false, true, true]) {
      const [y0, y1, y2] = [at(0), at(1), at(2)];
      // The length of the run of ones doubles …
      square(length);
      multiply(y0, y1, y2);
      length *= 2;
      // … and grows by one.
      if (!odd) continue;
      square(1);
      multiply(x0, x1, x2);
      length++;
    }
    square(2);
    multiply(x0, x1, x2);
  };

  const whole = (x: number) => {
    const size = Math.abs(x);
    set(size % W, Math.floor(size * PER_W) % W, Math.floor(size * PER_W * PER_W));
    if (x < 0) negate();
  };
  const negate = () => set(2 * (W - 1) - at(0), 2 * (W - 1) - at(1), 2 * (TOP - 1) - at(2));

  const random = (name: string, given: readonly number[]) => {
    const draw = drawing(seed, name, given);
    set((draw() >>> 11) % W, (draw() >>> 11) % W, (draw() >>> 13) % TOP);
  };

  return {
    acc,
    add: (a0, a1, a2) => set(a0 + at(0), a1 + at(1), a2 + at(2)),
    subtract: (a0, a1, a2) =>
      set(a0 + 2 * (W - 1) - at(0), a1 + 2 * (W - 1) - at(1), a2 + 2 * (TOP - 1) - at(2)),
    multiply,
    divide: (a0, a1, a2) => {
      if (isZero()) return false;
      invert();
      multiply(a0, a1, a2);
      return true;
    },
    negate,
    number: (x) => {
      if (Number.isSafeInteger(x)) {
        whole(x);
        return;
      }
      // A double is m·2ᵉ with an odd m below 2⁵³, and 2⁶¹ = 1: the power is one bit of a limb.
      const e = exponentOf(x);
      whole(scaled(x, -e));
      const bit = ((e % 61) + 61) % 61;
      const power = 2 ** (bit % 21);
      if (bit < 21) multiply(power, 0, 0);
      else if (bit < 42) multiply(0, power, 0);
      else multiply(0, 0, power);
    },
    big: (x) => {
      const size = (x < 0n ? -x : x) % (2n ** 61n - 1n);
      set(Number(size & 0x1fffffn), Number((size >> 21n) & 0x1fffffn), Number(size >> 42n));
      if (x < 0n) negate();
    },
    isZero,
    canonical,
    point: random,
    random,
  };
}

/** Words that the name and what is given decide. */
function drawing(seed: number, name: string, given: readonly number[]): () => number {
  let [h, g] = [seed ^ 0x9e3779b9, seed ^ 0x7f4a7c15];
  const mix = (word: number) => {
    h = Math.imul(h ^ word, 0x85ebca6b);
    h ^= h >>> 13;
    g = Math.imul(g ^ h ^ (word >>> 7), 0xc2b2ae35);
    g ^= g >>> 16;
    h = (h + Math.imul(g, 5)) | 0;
  };
  for (let i = 0; i < name.length; i++) mix(name.charCodeAt(i));
  for (const x of given) mix(x);
  return () => {
    mix(0x2545f491);
    return finished(h) ^ finished(g + 0x61c88647);
  };
}

function finished(x: number): number {
  let h = x ^ (x >>> 16);
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return h ^ (h >>> 16);
}

const bits = new DataView(new ArrayBuffer(8));

/** The e of x = m·2ᵉ with an odd integer m; x is finite and not 0. */
function exponentOf(x: number): number {
  bits.setFloat64(0, x);
  const biased = (bits.getUint32(0) >>> 20) & 0x7ff;
  return (biased === 0 ? -1074 : biased - 1075) + trailingZeros();
}

/** Of the 52 stored digits, or 52 where all are zero. */
function trailingZeros(): number {
  const low = bits.getUint32(4);
  if (low !== 0) return 31 - Math.clz32(low & -low);
  const high = bits.getUint32(0) & 0xfffff;
  return high === 0 ? 52 : 63 - Math.clz32(high & -high);
}

/** x·2ᵉ, in steps that neither overflow nor underflow. */
function scaled(x: number, e: number): number {
  const half = Math.trunc(e / 2);
  return x * 2 ** half * 2 ** (e - half);
}
