/**
 * The logarithm of the gamma function and its derivatives as double-doubles: Stirling's series where its argument is
 * large, to which the recurrences lead; below 1/2 by reflection.
 */
import { type DoubleDouble, exactly, minus, negated, over, plus, scaled, times } from './doubleDouble';
import { cos, exp, log, sin } from './doubleDoubleFunctions';

/** From here on the series has 32 digits. */
const LARGE = 32;
/** Bernoulli numbers of even index from 2 on, as fractions. */
const BERNOULLI: readonly (readonly [number, number])[] = [
  [1, 6],
  [-1, 30],
  [1, 42],
  [-1, 30],
  [5, 66],
  [-691, 2730],
  [7, 6],
  [-3617, 510],
  [43867, 798],
  [-174611, 330],
  [854513, 138],
  [-236364091, 2730],
  [8553103, 6],
];
const ONE: DoubleDouble = [1, 0];
const PI: DoubleDouble = [Math.PI, 1.2246467991473532e-16];

/** Σ B₂ₙ · weight(2n) · x^(shift - 2n) */
function series(x: DoubleDouble, shift: number, weight: (n: number) => number): DoubleDouble {
  const inverse = over(ONE, x);
  const square = times(inverse, inverse);
  let power = shift === 1 ? times(inverse, square) : shift === 0 ? square : inverse;
  let sum: DoubleDouble = [0, 0];
  BERNOULLI.forEach(([above, below], k) => {
    const n = 2 * (k + 1);
    sum = plus(sum, over(scaled(power, above), exactly(below * weight(n))));
    power = times(power, square);
  });
  return sum;
}

/** Sums `step` over x, x + 1, … below `LARGE`, and says where that ends. */
function upwards(
  x: DoubleDouble,
  step: (y: DoubleDouble) => DoubleDouble,
  from: DoubleDouble,
  join: typeof plus,
) {
  let y = x;
  let sum = from;
  for (; y[0] < LARGE; y = plus(y, ONE)) sum = join(sum, step(y));
  return { y, sum };
}

/** π·(x - ⌊x⌋) */
function turn(x: DoubleDouble): DoubleDouble {
  return times(PI, minus(x, exactly(Math.floor(x[0]))));
}

function size(x: DoubleDouble): DoubleDouble {
  return x[0] < 0 ? negated(x) : x;
}

/** ln |Γ(x)| */
export function lgamma(x: DoubleDouble): DoubleDouble {
  if (x[0] < 0.5) return minus(log(size(over(PI, sin(turn(x))))), lgamma(minus(ONE, x)));
  const { y, sum: product } = upwards(x, (each) => each, ONE, times);
  const half = scaled(log(scaled(PI, 2)), 0.5);
  const stirling = plus(minus(times(minus(y, [0.5, 0]), log(y)), y), half);
  return minus(
    plus(
      stirling,
      series(y, -1, (n) => n * (n - 1)),
    ),
    log(product),
  );
}

export function tgamma(x: DoubleDouble): DoubleDouble {
  if (x[0] >= 0.5) return exp(lgamma(x));
  const sine = sin(turn(x));
  const signed = Math.floor(x[0]) % 2 === 0 ? sine : negated(sine);
  return over(PI, times(signed, tgamma(minus(ONE, x))));
}

export function digamma(x: DoubleDouble): DoubleDouble {
  if (x[0] < 0.5) {
    const t = turn(x);
    return minus(digamma(minus(ONE, x)), times(PI, over(cos(t), sin(t))));
  }
  const { y, sum } = upwards(x, (each) => over(ONE, each), [0, 0], plus);
  const tail = plus(
    over([0.5, 0], y),
    series(y, 0, (n) => n),
  );
  return minus(minus(log(y), tail), sum);
}

export function trigamma(x: DoubleDouble): DoubleDouble {
  if (x[0] < 0.5) {
    const ratio = over(PI, sin(turn(x)));
    return minus(times(ratio, ratio), trigamma(minus(ONE, x)));
  }
  const { y, sum } = upwards(x, (each) => over(ONE, times(each, each)), [0, 0], plus);
  const tail = plus(
    over([0.5, 0], times(y, y)),
    series(y, 1, () => 1),
  );
  return plus(plus(over(ONE, y), tail), sum);
}
