/**
 * Numbers with all their derivatives: a value, and one tangent per independent scalar. The rules are written
 * here once more and by hand, so that a fault in the engine's table of partials shows.
 */
import { digamma, tgamma, trigamma } from '../../base/special';
import { ELEMENTARY, type Elementary } from '../../ir/elementary';
import type { Numbers } from './numbers';

export interface Dual {
  readonly v: number;
  /** Null where every derivative is zero. */
  readonly d: Float64Array | null;
}

/** What a run came near to that makes its derivatives doubtful: kinks, jumps, and tests that almost went the other way. */
export interface Doubts {
  kinks: number;
  close: number;
}

const TWO_OVER_ROOT_PI = 2 / Math.sqrt(Math.PI);
const positive = (x: number, then: () => number) => (x > 0 ? then() : 0);

/** Derivatives at the arguments; conventions at kinks as in theory 14. */
const SLOPES: Partial<Record<Elementary, (...args: number[]) => number[]>> = {
  sin: (x = 0) => [Math.cos(x)],
  cos: (x = 0) => [-Math.sin(x)],
  tan: (x = 0) => [1 / Math.cos(x) ** 2],
  asin: (x = 0) => [1 / Math.sqrt((1 - x) * (1 + x))],
  acos: (x = 0) => [-1 / Math.sqrt((1 - x) * (1 + x))],
  atan: (x = 0) => [1 / (1 + x * x)],
  sinh: (x = 0) => [Math.cosh(x)],
  cosh: (x = 0) => [Math.sinh(x)],
  tanh: (x = 0) => [1 / Math.cosh(x) ** 2],
  asinh: (x = 0) => [1 / Math.hypot(1, x)],
  acosh: (x = 0) => [1 / Math.sqrt((x - 1) * (x + 1))],
  atanh: (x = 0) => [1 / ((1 - x) * (1 + x))],
  exp: (x = 0) => [Math.exp(x)],
  exp2: (x = 0) => [Math.LN2 * 2 ** x],
  expm1: (x = 0) => [Math.exp(x)],
  log: (x = 0) => [1 / x],
  log2: (x = 0) => [1 / (Math.LN2 * x)],
  log10: (x = 0) => [1 / (Math.LN10 * x)],
  lgamma: (x = 0) => [digamma(x)],
  tgamma: (x = 0) => [tgamma(x) * digamma(x)],
  digamma: (x = 0) => [trigamma(x)],
  log1p: (x = 0) => [1 / (1 + x)],
  sqrt: (x = 0) => [positive(x, () => 0.5 / Math.sqrt(x))],
  cbrt: (x = 0) => [x === 0 ? 0 : Math.cbrt(x) / (3 * x)],
  erf: (x = 0) => [TWO_OVER_ROOT_PI * Math.exp(-x * x)],
  erfc: (x = 0) => [-TWO_OVER_ROOT_PI * Math.exp(-x * x)],
  abs: (x = 0) => [x >= 0 ? 1 : -1],
  floor: () => [0],
  ceil: () => [0],
  trunc: () => [0],
  round: () => [0],
  rint: () => [0],
  power: (x = 0, p = 0) => [
    x > 0 || (p !== 0 && Number.isInteger(p)) ? p * x ** (p - 1) : 0,
    positive(x, () => x ** p * Math.log(x)),
  ],
  powerInteger: (x = 0, n = 0) => [n === 0 ? 0 : n * x ** (n - 1), 0],
  atan2: (y = 0, x = 0) => [x / (x * x + y * y), -y / (x * x + y * y)],
  hypot: (x = 0, y = 0) => (x === 0 && y === 0 ? [0, 0] : [x / Math.hypot(x, y), y / Math.hypot(x, y)]),
  min: (x = 0, y = 0) => (x <= y ? [1, 0] : [0, 1]),
  max: (x = 0, y = 0) => (x >= y ? [1, 0] : [0, 1]),
  sign: (a = 0, s = 0) => [a >= 0 === s >= 0 ? 1 : -1, 0],
  mod: (a = 0, p = 1) => [1, -Math.trunc(a / p)],
  modulo: (a = 0, p = 1) => [1, -Math.floor(a / p)],
  dim: (x = 0, y = 0) => (x > y ? [1, -1] : [0, 0]),
  ieeeRemainder: (a = 0, p = 1) => [1, -Math.round((a - ELEMENTARY.ieeeRemainder.evaluate(a, p)) / p)],
  fma: (x = 0, y = 0) => [y, x, 1],
};

/** Doubles with tangents; `doubts` counts what a run came near to. */
export function duals(doubts: Doubts): Numbers<Dual> {
  const make = (v: number, d: Float64Array | null): Dual => ({ v, d });
  return {
    constant: (v) => make(v, null),
    toNumber: (x) => x.v,
    single: (x) => make(Math.fround(x.v), x.d),
    add: (a, b) => make(a.v + b.v, combine(a.d, 1, b.d, 1)),
    subtract: (a, b) => make(a.v - b.v, combine(a.d, 1, b.d, -1)),
    multiply: (a, b) => make(a.v * b.v, combine(a.d, b.v, b.d, a.v)),
    divide: (a, b) => make(a.v / b.v, combine(a.d, 1 / b.v, b.d, -a.v / b.v / b.v)),
    negate: (a) => make(-a.v, combine(a.d, -1, null, 0)),
    less: (a, b) => {
      if ((a.d || b.d) && Math.abs(a.v - b.v) < 1e-7 && differ(a, b)) doubts.close++;
      return a.v < b.v;
    },
    equal: (a, b) => a.v === b.v,
    elementary: (fn, args) => {
      const values = args.map((x) => x.v);
      const active = args.some((x) => x.d);
      if (active && ELEMENTARY[fn].atKink?.(...values)) doubts.kinks++;
      if (active && nearJump(fn, values)) doubts.close++;
      const slopes = SLOPES[fn]?.(...values) ?? slopesByDifferences(fn, values);
      const d = args.reduce<Float64Array | null>((sum, x, i) => combine(sum, 1, x.d, slopes[i] ?? 0), null);
      return make(ELEMENTARY[fn].evaluate(...values), d);
    },
  };
}

/** Of a function that has no rule here: differences of its values at two steps, which cancels their error of second order. */
function slopesByDifferences(fn: Elementary, values: readonly number[]): number[] {
  const { evaluate } = ELEMENTARY[fn];
  return values.map((x, i) => {
    const at = (h: number) => evaluate(...values.map((v, k) => (k === i ? x + h : v)));
    const central = (h: number) => (at(h) - at(-h)) / (2 * h);
    const h = 1e-3 * Math.max(1, Math.abs(x));
    return (64 * central(h / 4) - 20 * central(h / 2) + central(h)) / 45;
  });
}

function combine(a: Float64Array | null, x: number, b: Float64Array | null, y: number): Float64Array | null {
  const u = x === 0 ? null : a;
  const w = y === 0 ? null : b;
  if (!u && !w) return null;
  const length = (u ?? w)?.length ?? 0;
  const sum = new Float64Array(length);
  for (let i = 0; i < length; i++) sum[i] = (u ? x * (u[i] as number) : 0) + (w ? y * (w[i] as number) : 0);
  return sum;
}

/** Two values that move together never cross. */
function differ(a: Dual, b: Dual): boolean {
  const apart = combine(a.d, 1, b.d, -1);
  return apart?.some((x) => x !== 0) ?? false;
}

/** Whether a rounding error may push the value over a jump. */
function nearJump(fn: Elementary, [a = 0, b = 1]: readonly number[]): boolean {
  const toWhole = (x: number) => Math.abs(x - Math.round(x)) < 1e-7;
  switch (fn) {
    case 'floor':
    case 'ceil':
    case 'trunc':
      return toWhole(a);
    case 'round':
    case 'rint':
      return toWhole(a - 0.5);
    case 'mod':
    case 'modulo':
      return toWhole(a / b);
    case 'ieeeRemainder':
      return toWhole(a / b - 0.5);
    case 'min':
    case 'max':
    case 'dim':
      return Math.abs(a - b) < 1e-7;
    case 'abs':
      return Math.abs(a) < 1e-7;
    case 'sign':
      return Math.abs(a) < 1e-7 || Math.abs(b) < 1e-7;
    default:
      return false;
  }
}
