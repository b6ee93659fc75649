/** Decimals of sixty digits, for central differences that lose half of them and still have thirty. */
import { Decimal } from 'decimal.js';
import { ELEMENTARY, type Elementary } from '../../ir/elementary';
import type { Numbers } from './numbers';

const D = Decimal.clone({ precision: 60, toExpPos: 100, toExpNeg: -100 });
const ONE = new D(1);
const TWO = new D(2);

const FUNCTIONS: Partial<Record<Elementary, (...args: Decimal[]) => Decimal>> = {
  sin: (x) => at(x).sin(),
  cos: (x) => at(x).cos(),
  tan: (x) => at(x).tan(),
  asin: (x) => at(x).asin(),
  acos: (x) => at(x).acos(),
  atan: (x) => at(x).atan(),
  sinh: (x) => at(x).sinh(),
  cosh: (x) => at(x).cosh(),
  tanh: (x) => at(x).tanh(),
  asinh: (x) => at(x).asinh(),
  acosh: (x) => at(x).acosh(),
  atanh: (x) => at(x).atanh(),
  exp: (x) => at(x).exp(),
  exp2: (x) => TWO.pow(at(x)),
  expm1: (x) => at(x).exp().sub(1),
  log: (x) => at(x).ln(),
  log2: (x) => at(x).log(2),
  log10: (x) => at(x).log(10),
  log1p: (x) => at(x).add(1).ln(),
  sqrt: (x) => at(x).sqrt(),
  cbrt: (x) => at(x).cbrt(),
  erf: (x) => erf(at(x)),
  erfc: (x) => ONE.sub(erf(at(x))),
  lgamma: (x) => gammas(at(x)).log,
  tgamma: (x) => gammas(at(x)).log.exp(),
  digamma: (x) => gammas(at(x)).digamma,
  trigamma: (x) => gammas(at(x)).trigamma,
  abs: (x) => at(x).abs(),
  floor: (x) => at(x).floor(),
  ceil: (x) => at(x).ceil(),
  trunc: (x) => at(x).trunc(),
  round: (x) => at(x).toDecimalPlaces(0, Decimal.ROUND_HALF_UP),
  rint: (x) => at(x).toDecimalPlaces(0, Decimal.ROUND_HALF_EVEN),
  power: (x, p) => at(x).pow(at(p)),
  powerInteger: (x, n) => at(x).pow(at(n)),
  atan2: (y, x) => D.atan2(at(y), at(x)),
  hypot: (x, y) => D.hypot(at(x), at(y)),
  min: (x, y) => D.min(at(x), at(y)),
  max: (x, y) => D.max(at(x), at(y)),
  sign: (a, s) => (at(s).isNegative() ? at(a).abs().neg() : at(a).abs()),
  mod: (a, p) => at(a).sub(at(p).mul(at(a).div(at(p)).trunc())),
  modulo: (a, p) => at(a).sub(at(p).mul(at(a).div(at(p)).floor())),
  dim: (x, y) => (at(x).gt(at(y)) ? at(x).sub(at(y)) : new D(0)),
  ieeeRemainder: (a, p) => at(a).sub(at(p).mul(at(a).div(at(p)).toDecimalPlaces(0, Decimal.ROUND_HALF_EVEN))),
  fma: (x, y, z) => at(x).mul(at(y)).add(at(z)),
};

function at(x: Decimal | undefined): Decimal {
  if (x === undefined) throw new Error('an argument is missing');
  return x;
}

/** Is its value known to sixty digits, or that of a double? */
export const hasDecimals = (fn: Elementary): boolean => FUNCTIONS[fn] !== undefined;

/** Single precision does not exist here: only programs in double are run. */
export const decimals: Numbers<Decimal> = {
  constant: (value) => new D(value),
  toNumber: (x) => x.toNumber(),
  single: (x) => x,
  add: (a, b) => a.add(b),
  subtract: (a, b) => a.sub(b),
  multiply: (a, b) => a.mul(b),
  divide: (a, b) => a.div(b),
  negate: (a) => a.neg(),
  less: (a, b) => a.lt(b),
  equal: (a, b) => a.eq(b),
  // A function without decimals here has the digits of a double.
  elementary: (fn, args) =>
    FUNCTIONS[fn]?.(...args) ?? new D(ELEMENTARY[fn].evaluate(...args.map((x) => x.toNumber()))),
};

export function decimal(value: number | string): Decimal {
  return new D(value);
}

const TWO_OVER_ROOT_PI = TWO.div(D.acos(-1).sqrt());

/** e^{-x²}·Σ 2ⁿx^{2n+1}/(2n+1)!!: all terms of one sign, so that nothing cancels. */
function erf(x: Decimal): Decimal {
  const xx = x.mul(x).mul(2);
  let term = x;
  let sum = x;
  for (let n = 1; n < 400; n++) {
    term = term.mul(xx).div(2 * n + 1);
    sum = sum.add(term);
    if (term.abs().lt(sum.abs().mul('1e-62'))) break;
  }
  return TWO_OVER_ROOT_PI.mul(x.mul(x).neg().exp()).mul(sum);
}

/** B₂, B₄, …, by their recurrence, with digits to spare for what it cancels. */
const BERNOULLI = bernoulli(40);

function bernoulli(count: number): Decimal[] {
  const Wide = Decimal.clone({ precision: 150 });
  const all: Decimal[] = [];
  for (let m = 0; m <= 2 * count; m++) {
    let sum = new Wide(0);
    let binomial = new Wide(1);
    for (let k = 0; k < m; k++) {
      sum = sum.add(binomial.mul(all[k] as Decimal));
      binomial = binomial.mul(m + 1 - k).div(k + 1);
    }
    all.push(m === 0 ? new Wide(1) : sum.div(-(m + 1)));
  }
  return all.filter((_, m) => m > 0 && m % 2 === 0).map((b) => new D(b));
}

/** ln Γ and its derivatives at x > 0: Stirling's series at x + n, and back by the recurrence. */
function gammas(x: Decimal): { log: Decimal; digamma: Decimal; trigamma: Decimal } {
  let y = x;
  let product = ONE;
  let digamma = new D(0);
  let trigamma = new D(0);
  for (; y.lt(60); y = y.add(1)) {
    product = product.mul(y);
    digamma = digamma.sub(ONE.div(y));
    trigamma = trigamma.add(ONE.div(y.mul(y)));
  }
  let log = y.sub('0.5').mul(y.ln()).sub(y).add(D.acos(-1).mul(2).ln().div(2)).sub(product.ln());
  digamma = digamma.add(y.ln()).sub(ONE.div(y.mul(2)));
  trigamma = trigamma.add(ONE.div(y)).add(ONE.div(y.mul(y).mul(2)));
  let power = y;
  BERNOULLI.forEach((b, i) => {
    const n = 2 * (i + 1);
    log = log.add(b.div(power.mul(n * (n - 1))));
    power = power.mul(y);
    digamma = digamma.sub(b.div(power.mul(n)));
    power = power.mul(y);
    trigamma = trigamma.add(b.div(power));
  });
  return { log, digamma, trigamma };
}
