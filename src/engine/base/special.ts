/**
 * erf and erfc in double precision, which no JavaScript engine has.
 * |x| < 2: the Maclaurin series of erf, summed until terms vanish. Larger: the continued fraction of erfc (Lentz).
 */
const TWO_OVER_ROOT_PI = 1.1283791670955126;
const ROOT_PI = 1.772453850905516;

function erfSeries(x: number): number {
  const xx = x * x;
  let term = x;
  let sum = x;
  for (let n = 1; n < 200; n++) {
    // All terms of e^{-x²}·Σ 2ⁿx^{2n+1}/(2n+1)!! are positive: nothing cancels.
    term *= (2 * xx) / (2 * n + 1);
    sum += term;
    if (term < sum * 1e-17 && term > -sum * 1e-17) break;
    if (Math.abs(term) < Math.abs(sum) * 1e-17) break;
  }
  return TWO_OVER_ROOT_PI * Math.exp(-xx) * sum;
}

function erfcFraction(x: number): number {
  // erfc(x) = e^{-x²}/√π · 1/(x + (1/2)/(x + 1/(x + (3/2)/(x + …))))
  let f = x;
  for (let k = 80; k > 0; k--) f = x + k / 2 / f;
  return Math.exp(-x * x) / (ROOT_PI * f);
}

export function erf(x: number): number {
  if (Number.isNaN(x)) return x;
  const a = Math.abs(x);
  if (a > 6) return Math.sign(x);
  return a < 2.5 ? erfSeries(x) : Math.sign(x) * (1 - erfcFraction(a));
}

export function erfc(x: number): number {
  if (Number.isNaN(x)) return x;
  if (x < 0) return 2 - erfc(-x);
  if (x > 27.3) return 0;
  return x < 1.5 ? 1 - erfSeries(x) : erfcFraction(x);
}
