/**
 * Double-double numbers: a value is the unevaluated sum of two doubles, the second at most half a unit in the last place
 * of the first; about 32 decimal digits. Sums and products by the error-free transformations of Knuth and Dekker
 * (TwoSum, TwoProd), the rest after Hida, Li and Bailey. What is infinite or not a number stays so, with low part 0.
 */
export type DoubleDouble = readonly [high: number, low: number];

/** Dekker's factor: splits 53 bits into two halves whose products are exact. */
const SPLITTER = 2 ** 27 + 1;
/** Beyond this the split would overflow. */
const SPLITTABLE = 2 ** 970;

export function exactly(x: number): DoubleDouble {
  return [x, 0];
}

/** |a| ≥ |b|, or a = 0. */
function quickTwoSum(a: number, b: number): DoubleDouble {
  const sum = a + b;
  return Number.isFinite(sum) ? [sum, b - (sum - a)] : [sum, 0];
}

export function twoSum(a: number, b: number): DoubleDouble {
  const sum = a + b;
  if (!Number.isFinite(sum)) return [sum, 0];
  const part = sum - a;
  return [sum, a - (sum - part) + (b - part)];
}

export function twoProduct(a: number, b: number): DoubleDouble {
  const product = a * b;
  if (!Number.isFinite(product)) return [product, 0];
  if (Math.abs(a) > SPLITTABLE) return scaled(twoProduct(a * 2 ** -60, b), 2 ** 60);
  if (Math.abs(b) > SPLITTABLE) return scaled(twoProduct(a, b * 2 ** -60), 2 ** 60);
  const [aHigh, aLow] = split(a);
  const [bHigh, bLow] = split(b);
  return [product, aHigh * bHigh - product + aHigh * bLow + aLow * bHigh + aLow * bLow];
}

function split(a: number): [number, number] {
  const t = SPLITTER * a;
  const high = t - (t - a);
  return [high, a - high];
}

/** By a power of two: exact. */
export function scaled([high, low]: DoubleDouble, power: number): DoubleDouble {
  return [high * power, low * power];
}

export function negated([high, low]: DoubleDouble): DoubleDouble {
  return [-high, -low];
}

export function plus(a: DoubleDouble, b: DoubleDouble): DoubleDouble {
  const [high, low] = twoSum(a[0], b[0]);
  const [more, rest] = twoSum(a[1], b[1]);
  const [sum, error] = quickTwoSum(high, low + more);
  return quickTwoSum(sum, error + rest);
}

export function minus(a: DoubleDouble, b: DoubleDouble): DoubleDouble {
  return plus(a, negated(b));
}

export function times(a: DoubleDouble, b: DoubleDouble): DoubleDouble {
  const [high, low] = twoProduct(a[0], b[0]);
  return quickTwoSum(high, low + (a[0] * b[1] + a[1] * b[0]));
}

export function over(a: DoubleDouble, b: DoubleDouble): DoubleDouble {
  const first = a[0] / b[0];
  if (!Number.isFinite(first) || first === 0) return [first, 0];
  const rest = minus(a, times(b, exactly(first)));
  const second = rest[0] / b[0];
  const third = minus(rest, times(b, exactly(second)))[0] / b[0];
  const sum = quickTwoSum(first, second);
  return plus(sum, exactly(third));
}

export function squareRoot(a: DoubleDouble): DoubleDouble {
  if (!(a[0] > 0) || a[0] === Number.POSITIVE_INFINITY) return [Math.sqrt(a[0]), 0];
  const root = Math.sqrt(a[0]);
  const rest = minus(a, twoProduct(root, root));
  return quickTwoSum(root, rest[0] / (2 * root));
}

/** Whole powers by repeated squaring. */
export function wholePower(a: DoubleDouble, n: number): DoubleDouble {
  let result: DoubleDouble = [1, 0];
  let square = a;
  for (let rest = Math.abs(n); rest >= 1; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) result = times(result, square);
    square = times(square, square);
  }
  return n < 0 ? over([1, 0], result) : result;
}

/** Of the first relative to the second; 0 where they are the same, infinite where only the second is 0. */
export function relativeError(value: number, exact: DoubleDouble): number {
  const difference = Math.abs(value - exact[0] - exact[1]);
  if (!(difference > 0)) return 0;
  return difference / Math.abs(exact[0]);
}
