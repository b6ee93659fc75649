/**
 * Which elementary functions random programs call, on which arguments, and how far their values then reach.
 * Intervals and slopes are measured on a grid: the arguments are tame, so a few points tell enough.
 */
import { ELEMENTARY, ELEMENTARY_NAMES, type Elementary } from '../../ir/elementary';
import type { RandomUse } from '../../ir/elementary/rule';

export interface FunctionUse extends RandomUse {
  readonly fn: Elementary;
  readonly weight: number;
}

export const FUNCTION_USES: readonly FunctionUse[] = ELEMENTARY_NAMES.map((fn) => ({
  fn,
  ...ELEMENTARY[fn].random,
  weight: ELEMENTARY[fn].random.weight ?? 1,
})).filter(({ weight }) => weight > 0);

export interface Reach {
  readonly low: number;
  readonly high: number;
  /** Bounds the slope in each argument. */
  readonly slopes: readonly number[];
}

/** Interval of `fn` over a box of arguments, widened by a tenth, with bounds for its slopes. */
export function reach(
  { fn, gain, remainder }: FunctionUse,
  box: readonly (readonly [low: number, high: number])[],
): Reach {
  const evaluate = ELEMENTARY[fn].evaluate;
  const count = box.length === 1 ? 17 : box.length === 2 ? 7 : 4;
  const point = (i: number, k: number) => {
    const [low, high] = box[i] as readonly [number, number];
    const x = low + ((high - low) * k) / (count - 1);
    return fn === 'powerInteger' && i === 1 ? Math.round(x) : x;
  };
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  const slopes = box.map(() => 0);
  const visit = (args: number[]): void => {
    const i = args.length;
    if (i < box.length) {
      for (let k = 0; k < count; k++) visit([...args, point(i, k)]);
      return;
    }
    const value = evaluate(...args);
    low = Math.min(low, value);
    high = Math.max(high, value);
    if (gain !== undefined) return;
    args.forEach((x, j) => {
      const h = 1e-4;
      const moved = evaluate(...args.map((y, l) => (l === j ? x + h : y)));
      if (Number.isFinite(moved)) {
        slopes[j] = Math.max(slopes[j] as number, Math.abs(moved - value) / h);
      }
    });
  };
  visit([]);
  // A remainder comes as near to its divisor as it likes, between the points of any grid.
  const [, divisor] = box;
  if (divisor && remainder) {
    const size = Math.max(...divisor.map(Math.abs));
    low = Math.min(low, -size);
    high = Math.max(high, size);
  }
  const margin = 0.1 * (high - low) + 0.01;
  return { low: low - margin, high: high + margin, slopes: slopes.map((s) => (gain ?? 1.1 * s) as number) };
}
