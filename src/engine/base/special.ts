/**
 * Functions in double precision that no JavaScript engine has: erf and erfc, gamma and its logarithm with two derivatives.
 *
 * erf: for |x| < 2 the Maclaurin series of erf, summed until terms vanish. Larger: the continued fraction of erfc (Lentz).
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

/** (ζ(k) - 1)/k from k = 2: ln Γ(2 + z) = (1 - γ)z + Σ (-1)ᵏ (ζ(k) - 1)/k zᵏ, which loses no digits near its zero. */
export const LOG_GAMMA_SERIES = [
  0.3224670334241132, 0.067352301053198102, 0.020580808427784546, 0.0073855510286739857,
  0.0028905103307415234, 0.001192753911703261, 0.00050966952474304245, 0.00022315475845357939,
  9.9457512781808531e-5, 4.4926236738133142e-5, 2.0507212775670691e-5, 9.4394882752683967e-6,
  4.3748667899074882e-6, 2.0392157538013662e-6, 9.5514121304074194e-7, 4.4924691987645662e-7,
  2.1207184805554665e-7, 1.0043224823968099e-7, 4.7698101693639804e-8, 2.2711094608943164e-8,
  1.0838659214896955e-8, 5.1834750419700466e-9, 2.4836745438024785e-9, 1.1921401405860912e-9,
  5.7313672416788623e-10, 2.7595228851242334e-10, 1.3304764374244489e-10,
] as const;
/** 1 - γ, γ the Euler-Mascheroni constant. */
export const ONE_MINUS_GAMMA = 0.42278433509846713;

/** ln Γ(2 + z) for |z| <= 1/2. */
function logGammaNearTwo(z: number): number {
  let sum = 0;
  for (const c of LOG_GAMMA_SERIES.toReversed()) sum = c - z * sum;
  return z * (ONE_MINUS_GAMMA + z * sum);
}

/** Γ(x) = factor · Γ(2 + z), -1/2 <= z < 1/2, for x from 1/2 to 200. */
function toNearTwo(x: number): { factor: number; z: number } {
  let factor = 1;
  let y = x;
  while (y >= 2.5) factor *= --y;
  while (y < 1.5) factor /= y++;
  return { factor, z: y - 2 };
}

/** ln |Γ(x)|, +∞ at 0 and the negative integers. */
export function lgamma(x: number): number {
  if (Number.isNaN(x)) return x;
  if (!Number.isFinite(x)) return Number.POSITIVE_INFINITY;
  if (x < 0.5) {
    const t = x - Math.floor(x);
    if (t === 0 && x <= 0) return Number.POSITIVE_INFINITY;
    if (x > 0) return lgamma(1 + x) - Math.log(x);
    return Math.log(Math.PI / Math.sin(Math.PI * t)) - lgamma(1 - x);
  }
  if (x < 15) {
    const { factor, z } = toNearTwo(x);
    return Math.log(factor) + logGammaNearTwo(z);
  }
  const f = 1 / (x * x);
  const tail = 1 / 12 - f * (1 / 360 - f * (1 / 1260 - f * (1 / 1680 - f * (1 / 1188 - (f * 691) / 360360))));
  return (x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI) + tail / x;
}

/** Γ(x); NaN at the negative integers, ±∞ at ±0. */
export function tgamma(x: number): number {
  if (Number.isNaN(x) || x === Number.POSITIVE_INFINITY) return x;
  if (x === 0) return 1 / x;
  if (x < 0.5) {
    const floor = Math.floor(x);
    if (x === floor) return Number.NaN;
    const sine = Math.sin(Math.PI * (x - floor)) * (floor % 2 === 0 ? 1 : -1);
    return Math.PI / (sine * tgamma(1 - x));
  }
  if (x > 172) return Number.POSITIVE_INFINITY;
  const { factor, z } = toNearTwo(x);
  return factor * Math.exp(logGammaNearTwo(z));
}

/** ψ = (ln Γ)'; NaN at 0 and the negative integers. */
export function digamma(x: number): number {
  let y = x;
  let sum = 0;
  if (x <= 0) {
    const t = x - Math.floor(x);
    if (!(t > 0)) return Number.NaN;
    y = 1 - x;
    sum = -Math.PI / Math.tan(Math.PI * t);
  }
  for (; y < 10; y++) sum -= 1 / y;
  const f = 1 / (y * y);
  const tail =
    1 / 12 - f * (1 / 120 - f * (1 / 252 - f * (1 / 240 - f * (1 / 132 - f * (691 / 32760 - f / 12)))));
  return sum + Math.log(y) - 0.5 / y - f * tail;
}

/** ψ'; +∞ at 0 and the negative integers. */
export function trigamma(x: number): number {
  if (x <= 0) {
    const t = x - Math.floor(x);
    if (!(t > 0)) return t === 0 ? Number.POSITIVE_INFINITY : Number.NaN;
    return (Math.PI / Math.sin(Math.PI * t)) ** 2 - trigamma(1 - x);
  }
  let y = x;
  let sum = 0;
  for (; y < 10; y++) sum += 1 / (y * y);
  const f = 1 / (y * y);
  const tail =
    1 / 6 - f * (1 / 30 - f * (1 / 42 - f * (1 / 30 - f * (5 / 66 - f * (691 / 2730 - (f * 7) / 6)))));
  return sum + 1 / y + f / 2 + (f / y) * tail;
}
