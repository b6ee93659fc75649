/**
 * Bessel functions of whole order, of both kinds, in double precision.
 *
 * Where x is large, orders 0 and 1 come from Hankel's asymptotic series, and higher ones below x by the recurrence
 * f(n + 1) = 2n/x f(n) - f(n - 1). Else the recurrence goes down from an order so high that J vanishes (Miller), scaled by
 * J0 + 2 ΣJ(2k) = 1; Y0 and Y1 are Neumann's series of these J, and Y follows upwards.
 */
const EULER_GAMMA = 0.5772156649015329;
const TWO_OVER_PI = 2 / Math.PI;
/** From here Hankel's series reach the last digit. */
const FAR = 25;

/** Orders 0 and 1 of both kinds, and J of the order that was asked for. */
interface Orders {
  readonly j: readonly [number, number];
  readonly y: readonly [number, number];
  readonly wanted: number;
}

function far(x: number): Orders {
  const [sum, difference] = [Math.cos(x) + Math.sin(x), Math.sin(x) - Math.cos(x)];
  const size = Math.sqrt(1 / (Math.PI * x));
  const pair = (mu: number, cosine: number, sine: number): [number, number] => {
    const parts = [1, 0];
    let term = 1;
    for (let k = 1; k < 60 && Math.abs(term) > 1e-18; k++) {
      term *= (mu - (2 * k - 1) ** 2) / (8 * k * x);
      parts[k % 2] = (parts[k % 2] as number) + (k % 4 < 2 ? term : -term);
    }
    const [p, q] = parts as [number, number];
    return [size * (p * cosine - q * sine), size * (p * sine + q * cosine)];
  };
  const [zero, one] = [pair(0, sum, difference), pair(4, difference, -sum)];
  return { j: [zero[0], one[0]], y: [zero[1], one[1]], wanted: Number.NaN };
}

function near(x: number, order: number): Orders {
  const top = Math.max(x, order);
  let [above, here, norm, wanted, even, odd] = [0, 1e-30, 0, 0, 0, 0];
  for (let k = 2 * Math.ceil((top + Math.sqrt(160 * top)) / 2 + 6); ; k--) {
    const half = Math.floor(k / 2);
    const signed = half % 2 === 0 ? here : -here;
    if (k === order) wanted = here;
    if (k === 0) break;
    if (k % 2 === 0) {
      norm += 2 * here;
      even += signed / half;
    } else if (k > 1) odd += (k * signed) / (half * (half + 1));
    [above, here] = [here, ((2 * k) / x) * here - above];
    // Before it leaves the range of numbers.
    const scale = Math.abs(here) > 1e100 ? 1e-100 : 1;
    above *= scale;
    here *= scale;
    norm *= scale;
    wanted *= scale;
    even *= scale;
    odd *= scale;
  }
  norm += here;
  const j = [here / norm, above / norm] as const;
  const log = TWO_OVER_PI * (Math.log(x / 2) + EULER_GAMMA);
  const y0 = log * j[0] - (2 * TWO_OVER_PI * even) / norm;
  const y1 = (log - TWO_OVER_PI) * j[1] - TWO_OVER_PI * (j[0] / x + odd / norm);
  return { j, y: [y0, y1], wanted: wanted / norm };
}

function upwards(order: number, x: number, [first, second]: readonly [number, number]): number {
  let [here, next] = [first, second];
  for (let k = 1; k <= order; k++) {
    if (!Number.isFinite(next)) return next;
    [here, next] = [next, ((2 * k) / x) * next - here];
  }
  return here;
}

const isOdd = (n: number) => n % 2 !== 0;

/** Jₙ(x). */
export function besselJ(n: number, x: number): number {
  const [order, size] = [Math.abs(Math.trunc(n)), Math.abs(x)];
  if (Number.isNaN(size)) return size;
  if (size === Number.POSITIVE_INFINITY) return 0;
  const sign = isOdd(order) && x < 0 !== n < 0 ? -1 : 1;
  if (size >= FAR && size > order) return sign * upwards(order, size, far(size).j);
  // Beyond, it is too small for a double.
  if (order > 2 * size + 1000) return 0;
  if (size > 1e-8) return sign * near(size, order).wanted;
  let value = sign;
  for (let k = 1; k <= order; k++) value *= size / (2 * k);
  return value;
}

/** Yₙ(x); none where x < 0, -∞ at 0. */
export function besselY(n: number, x: number): number {
  const order = Math.abs(Math.trunc(n));
  if (!(x >= 0)) return Number.NaN;
  const sign = isOdd(order) && n < 0 ? -1 : 1;
  if (x === 0) return sign * Number.NEGATIVE_INFINITY;
  if (x === Number.POSITIVE_INFINITY) return 0;
  if (order > 2 * x + 1000) return sign * Number.NEGATIVE_INFINITY;
  const start = x >= FAR ? far(x).y : x > 1e-8 ? near(x, 0).y : nearZero(x);
  return sign * upwards(order, x, start);
}

function nearZero(x: number): readonly [number, number] {
  return [TWO_OVER_PI * (Math.log(x / 2) + EULER_GAMMA), -TWO_OVER_PI / x];
}
