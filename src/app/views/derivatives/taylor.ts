import type { Samples } from '../../../engine/pipeline/results';

type Values = Readonly<Record<string, readonly number[]>>;

/** Steps of the remainder, from large to small. */
export const STEPS: readonly number[] = Array.from({ length: 21 }, (_, k) => 10 ** (-k / 2));

/** A direction with no component near zero, the same every time. */
export function someDirection(inputs: Values, keys: readonly string[]): Record<string, number[]> {
  return Object.fromEntries(
    keys.map((key, k) => [key, (inputs[key] ?? []).map((_, i) => Math.cos(1.7 * k + 2.3 * i + 0.4) + 0.1)]),
  );
}

/** The points to sample: the current one, then a step along the direction for each step size. */
export function pointsAlong(
  inputs: Values,
  direction: Values,
  steps: readonly number[],
): Record<string, number[]>[] {
  return [0, ...steps].map((step) =>
    Object.fromEntries(
      Object.entries(direction).map(([key, d]) => [
        key,
        (inputs[key] ?? []).map((x, i) => x + step * (d[i] ?? 0)),
      ]),
    ),
  );
}

export interface Remainders {
  /** |f(x + h d) - f(x)|, of the first order, and of the second; NaN where a run did not come to its end. */
  readonly zeroth: readonly number[];
  readonly first: readonly number[];
  /** For the gradient: |g(x + h d)·d - g(x)·d - h dᵀHd|; null without the product with the Hessian. */
  readonly second: readonly number[] | null;
  /** The power of the step with which each falls, where it falls steadily. */
  readonly slopes: { readonly zeroth: number; readonly first: number; readonly second: number };
}

export function remainders(
  { samples }: Samples,
  direction: Values,
  steps: readonly number[],
  curvature: number | null,
): Remainders | null {
  const [here, ...others] = samples;
  if (!here) return null;
  const slope = along(here.gradient, direction);
  const values = others.map((each) => each?.value ?? Number.NaN);
  const zeroth = values.map((value) => Math.abs(value - here.value));
  const first = values.map((value, k) => Math.abs(value - here.value - (steps[k] ?? 0) * slope));
  const second =
    curvature === null
      ? null
      : others.map((each, k) =>
          each ? Math.abs(along(each.gradient, direction) - slope - (steps[k] ?? 0) * curvature) : Number.NaN,
        );
  const slopeOf = (list: readonly number[] | null) => (list === null ? Number.NaN : steadySlope(steps, list));
  return {
    zeroth,
    first,
    second,
    slopes: { zeroth: slopeOf(zeroth), first: steadySlope(steps, first, zeroth), second: slopeOf(second) },
  };
}

const along = (gradient: Values, direction: Values): number =>
  Object.entries(direction).reduce(
    (sum, [key, d]) => sum + d.reduce((s, x, i) => s + x * (gradient[key]?.[i] ?? 0), 0),
    0,
  );

/**
 * The median of the slopes from step to step, away from rounding: NaN if there are fewer than three, or if as often as not they do
 * not fall, as of a linear function, of which rounding is all that remains of the `whole` change.
 */
export function steadySlope(steps: readonly number[], list: readonly number[], whole = list): number {
  const most = Math.max(...whole.filter(Number.isFinite), 0);
  const slopes: number[] = [];
  let rises = 0;
  for (let k = 1; k < list.length; k++) {
    const [a, b] = [list[k - 1] ?? 0, list[k] ?? 0];
    if (!(a > 1e-11 * most && b > 1e-11 * most)) continue;
    if (b >= a) rises++;
    else slopes.push(Math.log(b / a) / Math.log((steps[k] ?? 1) / (steps[k - 1] ?? 1)));
  }
  if (slopes.length < Math.max(3, 2 * rises)) return Number.NaN;
  return slopes.sort((x, y) => x - y)[Math.floor(slopes.length / 2)] as number;
}
