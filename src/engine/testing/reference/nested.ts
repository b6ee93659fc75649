/**
 * A tangent over any numbers: over dual numbers, derivatives of derivatives. The rules are those of `dual.ts`, in the
 * operations of the numbers below, so that these differentiate them in turn.
 */
import type { Elementary } from '../../ir/elementary';
import type { Numbers } from './numbers';

export interface Nested<T> {
  readonly v: T;
  /** Null where it is zero. */
  readonly d: T | null;
}

/** A function whose slopes have no rule here. */
export class NoRule extends Error {}

type Slopes<T> = (...args: T[]) => readonly (T | null)[];

export function nested<T>(n: Numbers<T>): Numbers<Nested<T>> {
  const slopes = slopesOver(n);
  const plus = (a: T | null, b: T | null) => (a === null ? b : b === null ? a : n.add(a, b));
  const times = (a: T | null, b: T | null) => (a === null || b === null ? null : n.multiply(a, b));
  const minus = (a: T | null) => (a === null ? null : n.negate(a));
  return {
    constant: (value) => ({ v: n.constant(value), d: null }),
    toNumber: (x) => n.toNumber(x.v),
    single: (x) => ({ v: n.single(x.v), d: x.d }),
    add: (a, b) => ({ v: n.add(a.v, b.v), d: plus(a.d, b.d) }),
    subtract: (a, b) => ({ v: n.subtract(a.v, b.v), d: plus(a.d, minus(b.d)) }),
    multiply: (a, b) => ({ v: n.multiply(a.v, b.v), d: plus(times(a.d, b.v), times(b.d, a.v)) }),
    divide: (a, b) => {
      const v = n.divide(a.v, b.v);
      const above = plus(a.d, minus(times(b.d, v)));
      return { v, d: above === null ? null : n.divide(above, b.v) };
    },
    negate: (a) => ({ v: n.negate(a.v), d: minus(a.d) }),
    less: (a, b) => n.less(a.v, b.v),
    equal: (a, b) => n.equal(a.v, b.v),
    elementary: (fn, args) => {
      const values = args.map((x) => x.v);
      const v = n.elementary(fn, values);
      if (args.every((x) => x.d === null)) return { v, d: null };
      const rule = slopes[fn];
      if (!rule) throw new NoRule(fn);
      const by = rule(...values);
      return { v, d: args.reduce<T | null>((sum, x, i) => plus(sum, times(x.d, by[i] ?? null)), null) };
    },
  };
}

/** Slopes at the arguments; null for zero. */
function slopesOver<T>(n: Numbers<T>): Partial<Record<Elementary, Slopes<T>>> {
  const one = n.constant(1);
  const of = (fn: Elementary, ...args: T[]) => n.elementary(fn, args);
  const square = (x: T) => n.multiply(x, x);
  const over = (a: number, x: T) => n.divide(n.constant(a), x);
  const scaled = (a: number, x: T) => n.multiply(n.constant(a), x);
  const value = n.toNumber;
  const flat: Slopes<T> = () => [];
  const sign = (isPlus: boolean) => n.constant(isPlus ? 1 : -1);
  const gauss = (x: T) => scaled(2 / Math.sqrt(Math.PI), of('exp', n.negate(square(x))));
  return {
    sin: (x) => [of('cos', x as T)],
    cos: (x) => [n.negate(of('sin', x as T))],
    tan: (x) => [n.add(one, square(of('tan', x as T)))],
    asin: (x) => [over(1, of('sqrt', n.subtract(one, square(x as T))))],
    acos: (x) => [over(-1, of('sqrt', n.subtract(one, square(x as T))))],
    atan: (x) => [over(1, n.add(one, square(x as T)))],
    sinh: (x) => [of('cosh', x as T)],
    cosh: (x) => [of('sinh', x as T)],
    tanh: (x) => [n.subtract(one, square(of('tanh', x as T)))],
    asinh: (x) => [over(1, of('sqrt', n.add(one, square(x as T))))],
    acosh: (x) => [over(1, of('sqrt', n.subtract(square(x as T), one)))],
    atanh: (x) => [over(1, n.subtract(one, square(x as T)))],
    exp: (x) => [of('exp', x as T)],
    exp2: (x) => [scaled(Math.LN2, of('exp2', x as T))],
    expm1: (x) => [of('exp', x as T)],
    log: (x) => [over(1, x as T)],
    log2: (x) => [over(1 / Math.LN2, x as T)],
    log10: (x) => [over(1 / Math.LN10, x as T)],
    log1p: (x) => [over(1, n.add(one, x as T))],
    lgamma: (x) => [of('digamma', x as T)],
    sqrt: (x) => [value(x as T) > 0 ? over(0.5, of('sqrt', x as T)) : null],
    cbrt: (x) => [value(x as T) === 0 ? null : over(1 / 3, square(of('cbrt', x as T)))],
    erf: (x) => [gauss(x as T)],
    erfc: (x) => [n.negate(gauss(x as T))],
    abs: (x) => [sign(value(x as T) >= 0)],
    floor: flat,
    ceil: flat,
    trunc: flat,
    round: flat,
    rint: flat,
    power: (x, p) => {
      const [base, exponent] = [x as T, p as T];
      const isWhole = value(exponent) !== 0 && Number.isInteger(value(exponent));
      const below = () => n.multiply(exponent, of('power', base, n.subtract(exponent, one)));
      return [
        value(base) > 0 || isWhole ? below() : null,
        value(base) > 0 ? n.multiply(of('power', base, exponent), of('log', base)) : null,
      ];
    },
    powerInteger: (x, k) => {
      const exponent = value(k as T);
      if (exponent === 0) return [];
      return [scaled(exponent, of('powerInteger', x as T, n.constant(exponent - 1)))];
    },
    atan2: (y, x) => {
      const size = n.add(square(x as T), square(y as T));
      return [n.divide(x as T, size), n.negate(n.divide(y as T, size))];
    },
    hypot: (x, y) => {
      const size = of('hypot', x as T, y as T);
      return value(size) === 0 ? [] : [n.divide(x as T, size), n.divide(y as T, size)];
    },
    min: (x, y) => (value(x as T) <= value(y as T) ? [one, null] : [null, one]),
    max: (x, y) => (value(x as T) >= value(y as T) ? [one, null] : [null, one]),
    sign: (a, s) => [sign(value(a as T) >= 0 === value(s as T) >= 0), null],
    mod: (a, p) => [one, n.constant(-Math.trunc(value(a as T) / value(p as T)))],
    modulo: (a, p) => [one, n.constant(-Math.floor(value(a as T) / value(p as T)))],
    dim: (x, y) => (value(x as T) > value(y as T) ? [one, n.constant(-1)] : []),
    fma: (x, y) => [y as T, x as T, one],
  };
}
