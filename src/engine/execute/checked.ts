/** What a check works on, and how exact inner products are. */
import type { DoubleDouble } from '../base/doubleDouble';
import { itemAt, present } from '../base/lookup';
import type { Values } from './inputs/binding';

/** The subject of a check: the linear map that the runs gave, and the function whose derivative it should be. */
export interface Checked {
  readonly independents: readonly string[];
  readonly dependents: readonly string[];
  readonly inputs: Values;
  readonly seeds: Values;
  /** An element in the notation of the program. */
  readonly elementText: (key: string, index: number) => string;
  /** Whether anything is in single precision: tolerances are then those of single. */
  readonly single: boolean;
  /** Outputs for other inputs; null if the run did not come to its end. */
  readonly evaluate: (inputs: Values) => Values | null;
  /** Outputs in double-doubles, along the path that the run in doubles takes; null where that run is too long. */
  readonly evaluateTwice?: (inputs: Values) => Readonly<Record<string, readonly DoubleDouble[]>> | null;
  /** The derivatives in double-doubles; null likewise. */
  readonly derivativesTwice?: () => Readonly<Record<string, readonly DoubleDouble[]>> | null;
  /** For each output, the magnitude of intermediate values whose roundings show up in it, if it may be far larger than the output. */
  readonly inner?: () => Values;
  /** Whether the run meets a kink, where a difference from either side is the derivative of one branch. */
  readonly kink: boolean;
  /** False once time is up. */
  readonly goOn: () => boolean;
}

export const DIFFERENCE_TOLERANCE = { double: 1e-6, single: 2e-2 };

/** Decimal exponents of steps, the likeliest first. */
export const STEPS = { double: [-5, -4, -6, -3, -7, -2, -8], single: [-2, -1, -3] };

export const EPSILON = { double: 2 ** -52, single: 2 ** -23 };

/** More components than these are sampled. */
export const MOST_COMPONENTS = 48;

/** The elements of inputs in all runs of a check together: of very many inputs fewer components are checked, but some. */
const MOST_ELEMENTS = 1_000_000;
const LEAST_COMPONENTS = 8;

/** How many components of a derivative are checked, of a run with so many elements of inputs. */
export function componentsOf(elements: number): number {
  const affordable = Math.max(LEAST_COMPONENTS, Math.floor(MOST_ELEMENTS / elements));
  return Math.min(elements, MOST_COMPONENTS, affordable);
}

export function innerProduct(a: Values, b: Values): { sum: number; size: number } {
  let sum = 0;
  let size = 0;
  for (const [key, values] of Object.entries(a)) {
    const others = present(b[key], key);
    for (let i = 0; i < values.length; i++) {
      const term = (values[i] as number) * itemAt(others, i);
      sum += term;
      size += Math.abs(term);
    }
  }
  return { sum, size };
}

/** The largest magnitude of all finite elements of some values; 0 where there are none. */
export function largestMagnitude(values: Values, keys: readonly string[] = Object.keys(values)): number {
  let largest = 0;
  for (const key of keys)
    for (const x of present(values[key], key))
      if (Number.isFinite(x)) largest = Math.max(largest, Math.abs(x));
  return largest;
}

/** The roundings inside a kernel are taken to come to at most so many units in the last place of an output. */
export const INNER_ROUNDINGS = 16;
