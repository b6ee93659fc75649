/**
 * Elementary functions of double-doubles, to about 30 digits: exp and the sine by their series on a reduced argument,
 * inverses by one Newton step from the double, the rest by identities that cancel nothing.
 */
import {
  type DoubleDouble,
  exactly,
  minus,
  negated,
  over,
  plus,
  scaled,
  squareRoot,
  times,
  wholePower,
} from './doubleDouble';

const ONE: DoubleDouble = [1, 0];
const LN2: DoubleDouble = [Math.LN2, 2.3190468138462996e-17];
const LN10: DoubleDouble = [Math.LN10, -2.1707562233822494e-16];
const TWO_OVER_ROOT_PI: DoubleDouble = [1.1283791670955126, 1.533545961316588e-17];
const ROOT_PI: DoubleDouble = [1.772453850905516, -7.666586499825799e-17];
/** π/2 to three doubles, so that some thousand turns leave all digits. */
const HALF_PI = [1.5707963267948966, 6.123233995736766e-17, -1.4973849048591833e-33];
/** Beyond so many quarter turns the argument itself is too coarse to be reduced. */
const MOST_TURNS = 2 ** 26;
/** A series ends where a term is this small beside its sum. */
const NEGLIGIBLE = 1e-34;

/** eˣ - 1 for |x| ≤ ln 2, none of it by cancellation: halved nine times, then doubled by 2s + s². */
function expm1Reduced(x: DoubleDouble): DoubleDouble {
  const r = scaled(x, 2 ** -9);
  let term = r;
  let s = r;
  for (let n = 2; Math.abs(term[0]) > NEGLIGIBLE * Math.abs(s[0]); n++) {
    term = over(times(term, r), exactly(n));
    s = plus(s, term);
  }
  for (let k = 0; k < 9; k++) s = plus(scaled(s, 2), times(s, s));
  return s;
}

export function exp(x: DoubleDouble): DoubleDouble {
  const coarse = Math.exp(x[0]);
  if (!Number.isFinite(coarse) || coarse === 0) return [coarse, 0];
  const k = Math.round(x[0] / LN2[0]);
  const e = plus(ONE, expm1Reduced(minus(x, times(LN2, exactly(k)))));
  // In two steps: 2^k alone may overflow or vanish.
  const half = Math.trunc(k / 2);
  return scaled(scaled(e, 2 ** half), 2 ** (k - half));
}

export function expm1(x: DoubleDouble): DoubleDouble {
  if (x[0] === 0) return x;
  return Math.abs(x[0]) < 0.5 ? expm1Reduced(x) : minus(exp(x), ONE);
}

export function log1p(x: DoubleDouble): DoubleDouble {
  const y = Math.log1p(x[0]);
  if (!Number.isFinite(y) || y === 0) return [y, 0];
  const at = exactly(y);
  return plus(at, times(minus(x, expm1(at)), exp(negated(at))));
}

export function log(x: DoubleDouble): DoubleDouble {
  const y = Math.log(x[0]);
  if (!Number.isFinite(y)) return [y, 0];
  if (Math.abs(y) < 0.5) return log1p(minus(x, ONE));
  const at = exactly(y);
  return plus(at, minus(times(x, exp(negated(at))), ONE));
}

/** Sine and cosine. */
function turned(x: DoubleDouble): { sin: DoubleDouble; cos: DoubleDouble } {
  const turns = Math.round(x[0] / (HALF_PI[0] as number));
  if (!(Math.abs(turns) < MOST_TURNS)) return { sin: [Math.sin(x[0]), 0], cos: [Math.cos(x[0]), 0] };
  let r = x;
  for (const part of HALF_PI) r = minus(r, times(exactly(part), exactly(turns)));
  const square = times(r, r);
  const series = (first: DoubleDouble, from: number): DoubleDouble => {
    let term = first;
    let sum = first;
    for (let n = from; Math.abs(term[0]) > NEGLIGIBLE * Math.abs(sum[0]); n += 2) {
      term = negated(over(times(term, square), exactly(n * (n + 1))));
      sum = plus(sum, term);
    }
    return sum;
  };
  const s = series(r, 2);
  const c = series(ONE, 1);
  switch (((turns % 4) + 4) % 4) {
    case 0:
      return { sin: s, cos: c };
    case 1:
      return { sin: c, cos: negated(s) };
    case 2:
      return { sin: negated(s), cos: negated(c) };
    default:
      return { sin: negated(c), cos: s };
  }
}

export function sin(x: DoubleDouble): DoubleDouble {
  return turned(x).sin;
}

export function cos(x: DoubleDouble): DoubleDouble {
  return turned(x).cos;
}

export function tan(x: DoubleDouble): DoubleDouble {
  const t = turned(x);
  return over(t.sin, t.cos);
}

export function atan2(y: DoubleDouble, x: DoubleDouble): DoubleDouble {
  const angle = Math.atan2(y[0], x[0]);
  const length = hypot(x, y);
  if (!Number.isFinite(angle) || !Number.isFinite(length[0]) || length[0] === 0) return [angle, 0];
  const t = turned(exactly(angle));
  // The sine of what is left of the angle is the angle itself, to twice its digits.
  return plus(exactly(angle), over(minus(times(y, t.cos), times(x, t.sin)), length));
}

export function atan(x: DoubleDouble): DoubleDouble {
  return atan2(x, ONE);
}

function otherLeg(x: DoubleDouble): DoubleDouble {
  return squareRoot(times(minus(ONE, x), plus(ONE, x)));
}

export function asin(x: DoubleDouble): DoubleDouble {
  return atan2(x, otherLeg(x));
}

export function acos(x: DoubleDouble): DoubleDouble {
  return atan2(otherLeg(x), x);
}

export function sinh(x: DoubleDouble): DoubleDouble {
  const e = expm1(x);
  if (!Number.isFinite(e[0])) return [Math.sinh(x[0]), 0];
  return scaled(plus(e, over(e, plus(e, ONE))), 0.5);
}

export function cosh(x: DoubleDouble): DoubleDouble {
  const e = exp(x);
  return scaled(plus(e, over(ONE, e)), 0.5);
}

export function tanh(x: DoubleDouble): DoubleDouble {
  if (Math.abs(x[0]) > 300) return [Math.tanh(x[0]), 0];
  const e = expm1(scaled(x, 2));
  return over(e, plus(e, [2, 0]));
}

export function asinh(x: DoubleDouble): DoubleDouble {
  if (x[0] < 0) return negated(asinh(negated(x)));
  const square = times(x, x);
  return log1p(plus(x, over(square, plus(ONE, squareRoot(plus(ONE, square))))));
}

export function acosh(x: DoubleDouble): DoubleDouble {
  const t = minus(x, ONE);
  return log1p(plus(t, squareRoot(plus(scaled(t, 2), times(t, t)))));
}

export function atanh(x: DoubleDouble): DoubleDouble {
  return scaled(log1p(over(scaled(x, 2), minus(ONE, x))), 0.5);
}

export function exp2(x: DoubleDouble): DoubleDouble {
  return exp(times(x, LN2));
}

export function log2(x: DoubleDouble): DoubleDouble {
  return over(log(x), LN2);
}

export function log10(x: DoubleDouble): DoubleDouble {
  return over(log(x), LN10);
}

export function cbrt(x: DoubleDouble): DoubleDouble {
  const root = exactly(Math.cbrt(x[0]));
  if (root[0] === 0 || !Number.isFinite(root[0])) return root;
  const square = times(root, root);
  return minus(root, over(minus(times(square, root), x), times(square, [3, 0])));
}

export function hypot(x: DoubleDouble, y: DoubleDouble): DoubleDouble {
  const size = Math.max(Math.abs(x[0]), Math.abs(y[0]));
  if (size === 0 || !Number.isFinite(size)) return [Math.hypot(x[0], y[0]), 0];
  const unit = 2 ** Math.floor(Math.log2(size));
  const [a, b] = [scaled(x, 1 / unit), scaled(y, 1 / unit)];
  return scaled(squareRoot(plus(times(a, a), times(b, b))), unit);
}

export function power(x: DoubleDouble, p: DoubleDouble): DoubleDouble {
  const whole = p[1] === 0 && Number.isInteger(p[0]);
  if (whole && Math.abs(p[0]) <= 1024) return wholePower(x, p[0]);
  if (x[0] > 0) return exp(times(p, log(x)));
  return [x[0] ** p[0], 0];
}

/** Maclaurin's series times e^{-x²}, in which all terms have one sign. */
function erfSeries(x: DoubleDouble): DoubleDouble {
  const square = times(x, x);
  let term = x;
  let sum = x;
  for (let n = 1; Math.abs(term[0]) > NEGLIGIBLE * Math.abs(sum[0]); n++) {
    term = over(times(term, scaled(square, 2)), exactly(2 * n + 1));
    sum = plus(sum, term);
  }
  return times(times(TWO_OVER_ROOT_PI, exp(negated(square))), sum);
}

/** Where the series of erf would leave erfc too few digits. */
const FAR = 2.5;

export function erf(x: DoubleDouble): DoubleDouble {
  if (Math.abs(x[0]) < FAR) return erfSeries(x);
  return x[0] < 0 ? minus(erfc(negated(x)), ONE) : minus(ONE, erfc(x));
}

export function erfc(x: DoubleDouble): DoubleDouble {
  if (x[0] < FAR) return x[0] < -FAR ? minus([2, 0], erfc(negated(x))) : minus(ONE, erfSeries(x));
  // Its continued fraction, from the inside out.
  let f = x;
  for (let k = 160; k > 0; k--) f = plus(x, over(exactly(k / 2), f));
  return over(exp(negated(times(x, x))), times(ROOT_PI, f));
}
