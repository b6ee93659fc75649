/** Differences in double-doubles: they decide where those in doubles are too rough to tell a right derivative from a wrong one. */
import { type DoubleDouble, minus } from '../base/doubleDouble';
import { itemAt, present } from '../base/lookup';
import type { FiniteDifferenceCheck } from '../pipeline/results';
import { type Checked, DIFFERENCE_TOLERANCE, EPSILON, INNER_ROUNDINGS, STEPS } from './checked';
import type { Values } from './inputs/binding';

export type Component = FiniteDifferenceCheck['components'][number];

export interface Best extends Pick<Component, 'difference' | 'step' | 'relativeError' | 'passed'> {
  /** The smallest deviation from the derivative that any difference has. */
  readonly least: number;
  /** What deviations are relative to, unless the difference is larger. */
  readonly scale: number;
  /** Roundings could hide a wrong derivative from the difference. */
  readonly isDoubtful: boolean;
  readonly isRounded?: true;
}

export interface Measured extends Best {
  readonly of: Pick<Component, 'name' | 'index' | 'element' | 'adjoint'>;
  readonly line: Line;
}

export interface Difference {
  readonly difference: number;
  readonly step: number;
  readonly error: number;
  /** How far roundings may move it. */
  readonly noise: number;
  /** The size of the differences that it is made of, to which its error is relative. */
  readonly size: number;
}

/** A direction, and the value that is compared along it. */
export interface Line {
  /** What steps are multiples of. */
  readonly unit: number;
  /** The magnitude of the input itself, near which it may be bent. */
  readonly closer?: number;
  readonly along: (h: number) => Values;
  readonly measure: (outputs: Values) => { sum: number; size: number };
  /** The step that is taken for one that is wished. */
  readonly stepFor?: (h: number) => number;
}

export function precisionOf(c: Checked): 'single' | 'double' {
  return c.single ? 'single' : 'double';
}

export function relative({ difference, step, error, size }: Omit<Difference, 'noise'>, scale: number) {
  const relativeError = error === 0 ? 0 : error / Math.max(scale, size);
  return { difference, step, relativeError: Number.isNaN(relativeError) ? 1 : relativeError };
}

/** A deviation of a derivative from a difference, beside what it was measured by. */
function deviation(value: number, { difference, step }: Twice, scale: number) {
  const error = Math.abs(difference - value);
  return {
    ...relative({ difference, step, error, size: Math.abs(difference) }, scale),
    least: error,
    scale,
    isDoubtful: false,
  };
}

interface Twice {
  readonly difference: number;
  readonly step: number;
  readonly noise: number;
}

/** A central difference of double-doubles; null where the runs are too long for that. */
function differenceInTwice(c: Checked, line: Line, wished: number): Twice | null {
  const step = line.stepFor?.(wished) ?? wished;
  const [ahead, behind] = [1, -1].map((side) => c.goOn() && c.evaluateTwice?.(line.along(side * step)));
  if (!ahead || !behind) return null;
  const valuesOf = (of: (key: string, i: number, x: DoubleDouble) => number) =>
    Object.fromEntries(Object.entries(ahead).map(([key, list]) => [key, list.map((x, i) => of(key, i, x))]));
  const change = valuesOf((key, i, x) => minus(x, itemAt(present(behind[key], key), i))[0]);
  const { size } = line.measure(valuesOf((_key, _i, [high]) => high));
  const noise = (INNER_ROUNDINGS * EPSILON[precisionOf(c)] ** 2 * size) / step;
  return { difference: line.measure(change).sum / (2 * step), step, noise };
}

/**
 * A central difference of double-doubles that fits the derivative, or that as it is in double-doubles itself; null where there is
 * none.
 */
export function inTwiceTheDigits(c: Checked, { of, line, scale }: Measured): Best | null {
  const precision = precisionOf(c);
  const fits = ({ relativeError }: { relativeError: number }): boolean =>
    relativeError <= DIFFERENCE_TOLERANCE[precision];
  const steps = STEPS[precision].map((exponent) => line.unit * 10 ** exponent);
  for (const step of [...steps, ...nearSteps(c, line)]) {
    const twice = differenceInTwice(c, line, step);
    if (!twice) return null;
    const found = deviation(of.adjoint, twice, scale);
    if (fits(found)) return { ...found, passed: true };
    const exact = exactOf(c, of);
    if (exact !== undefined && fits(deviation(exact, twice, scale)))
      return { ...found, passed: false, isRounded: true };
  }
  return null;
}

const shortestOf = (c: Checked): number => 10 ** Math.min(...STEPS[precisionOf(c)]);

/** A step that is short beside the input itself, too, where steps of one input alone are exact. */
const nearSteps = (c: Checked, { unit, closer }: Line): readonly number[] =>
  closer ? [Math.min(Math.sqrt(shortestOf(c)) * closer, (shortestOf(c) * unit) / 10)] : [];

const exactOf = (c: Checked, { name, index }: Measured['of']): number | undefined =>
  c.derivativesTwice?.()?.[name]?.[index]?.[0];

/** How far a difference may be from the derivative, given one by a longer step; infinite where they neither agree nor tend to zero. */
function offBy(longer: Twice | null, { difference, noise }: Twice): number {
  if (!longer || Math.abs(difference - longer.difference) <= 1e-3 * Math.abs(difference) + noise)
    return noise;
  const tends = Math.abs(difference) <= 0.5 * Math.abs(longer.difference);
  return tends ? noise + Math.abs(difference) : Number.POSITIVE_INFINITY;
}

/** A derivative that differences in doubles are too rough to tell wrong, where those of double-doubles, steady down to short steps, do. */
export function refuted(c: Checked, each: Measured): Measured | null {
  const { of, line, scale } = each;
  const tolerance = DIFFERENCE_TOLERANCE[precisionOf(c)];
  const shortest = shortestOf(c) * line.unit;
  const near = nearSteps(c, line);
  let last: Twice | null = null;
  for (const step of near.length > 0 ? [10 * shortest, shortest, ...near] : []) {
    const twice = differenceInTwice(c, line, step);
    if (!twice) return null;
    const { least, relativeError } = deviation(of.adjoint, twice, scale);
    if (relativeError <= tolerance || 10 * offBy(last, twice) > least) return null;
    last = twice;
  }
  if (!last) return null;
  const exact = exactOf(c, of);
  const isRounded = exact !== undefined && deviation(exact, last, scale).relativeError <= tolerance;
  return {
    ...each,
    ...deviation(of.adjoint, last, scale),
    passed: false,
    ...(isRounded && { isRounded }),
  };
}
