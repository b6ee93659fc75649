/**
 * Which elementary functions random programs call, on which arguments, and how far their values then reach.
 * Intervals and slopes are measured on a grid: the arguments are tame, so a few points tell enough.
 */
import { ELEMENTARY, type Elementary } from '../../ir/elementary';
import type { Language } from '../../ir/types';

export interface FunctionUse {
  readonly fn: Elementary;
  /** Where each argument is kept, well inside the domain. */
  readonly domains: readonly (readonly [low: number, high: number])[];
  readonly weight: number;
  /** Only in programs of this language, whose text can say it. */
  readonly language?: Language;
  /** Known where a grid would see the jumps as slopes. */
  readonly gain?: number;
}

const REMAINDERS: ReadonlySet<Elementary> = new Set(['mod', 'modulo', 'ieeeRemainder']);
const R = [-2.5, 2.5] as const;
const unit = [-0.85, 0.85] as const;
const plus = [0.4, 4] as const;

export const FUNCTION_USES: readonly FunctionUse[] = [
  { fn: 'sin', domains: [R], weight: 3 },
  { fn: 'cos', domains: [R], weight: 3 },
  { fn: 'tan', domains: [[-1.1, 1.1]], weight: 1 },
  { fn: 'asin', domains: [unit], weight: 1 },
  { fn: 'acos', domains: [unit], weight: 1 },
  { fn: 'atan', domains: [R], weight: 1 },
  { fn: 'sinh', domains: [[-1.5, 1.5]], weight: 1 },
  { fn: 'cosh', domains: [[-1.5, 1.5]], weight: 1 },
  { fn: 'tanh', domains: [R], weight: 2 },
  { fn: 'asinh', domains: [R], weight: 1 },
  { fn: 'acosh', domains: [[1.3, 4]], weight: 1 },
  { fn: 'atanh', domains: [unit], weight: 1 },
  { fn: 'exp', domains: [[-3, 1]], weight: 3 },
  { fn: 'exp2', domains: [[-3, 1.5]], weight: 1, language: 'c' },
  { fn: 'expm1', domains: [[-3, 1]], weight: 1, language: 'c' },
  { fn: 'log', domains: [plus], weight: 2 },
  { fn: 'log2', domains: [plus], weight: 1, language: 'c' },
  { fn: 'log10', domains: [plus], weight: 1 },
  { fn: 'log1p', domains: [[-0.6, 3]], weight: 1, language: 'c' },
  { fn: 'sqrt', domains: [plus], weight: 2 },
  { fn: 'cbrt', domains: [plus], weight: 1, language: 'c' },
  { fn: 'erf', domains: [R], weight: 1 },
  { fn: 'erfc', domains: [R], weight: 1 },
  { fn: 'abs', domains: [R], weight: 2, gain: 1 },
  { fn: 'floor', domains: [R], weight: 0.6, gain: 0, language: 'c' },
  { fn: 'ceil', domains: [R], weight: 0.6, gain: 0, language: 'c' },
  { fn: 'trunc', domains: [R], weight: 0.6, gain: 0 },
  { fn: 'round', domains: [R], weight: 0.6, gain: 0 },
  { fn: 'rint', domains: [R], weight: 0.6, gain: 0, language: 'c' },
  {
    fn: 'power',
    domains: [
      [0.5, 2.5],
      [-1.5, 2.2],
    ],
    weight: 2,
  },
  {
    fn: 'powerInteger',
    domains: [
      [0.5, 1.8],
      [-2, 4],
    ],
    weight: 1.5,
    language: 'fortran',
  },
  { fn: 'atan2', domains: [[0.4, 2.5], R], weight: 1 },
  { fn: 'hypot', domains: [R, [0.3, 3]], weight: 1 },
  { fn: 'min', domains: [R, R], weight: 1.5, gain: 1 },
  { fn: 'max', domains: [R, R], weight: 1.5, gain: 1 },
  { fn: 'sign', domains: [R, R], weight: 1, gain: 1 },
  { fn: 'mod', domains: [R, [0.7, 2.5]], weight: 1, gain: 4 },
  { fn: 'modulo', domains: [R, [0.7, 2.5]], weight: 1, gain: 4, language: 'fortran' },
  { fn: 'dim', domains: [R, R], weight: 1, gain: 2 },
  { fn: 'ieeeRemainder', domains: [R, [0.7, 2.5]], weight: 0.7, gain: 4, language: 'c' },
  { fn: 'fma', domains: [[-1.5, 1.5], [-1.5, 1.5], R], weight: 1, language: 'c' },
];

export interface Reach {
  readonly low: number;
  readonly high: number;
  /** Bounds the slope in each argument. */
  readonly slopes: readonly number[];
}

/** Interval of `fn` over a box of arguments, widened by a tenth, with bounds for its slopes. */
export function reach(
  { fn, gain }: FunctionUse,
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
  if (divisor && REMAINDERS.has(fn)) {
    const size = Math.max(...divisor.map(Math.abs));
    low = Math.min(low, -size);
    high = Math.max(high, size);
  }
  const margin = 0.1 * (high - low) + 0.01;
  return { low: low - margin, high: high + margin, slopes: slopes.map((s) => (gain ?? 1.1 * s) as number) };
}
