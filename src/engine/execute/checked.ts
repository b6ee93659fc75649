/** What a check works on, and how exact inner products are. */
import { itemAt, present } from '../base/lookup';
import type { Values } from './inputs/binding';

/** What is checked: the linear map that the runs gave, and the function that it is said to be the derivative of. */
export interface Checked {
  readonly independents: readonly string[];
  readonly dependents: readonly string[];
  readonly inputs: Values;
  readonly seeds: Values;
  /** An element as the program writes it. */
  readonly elementText: (key: string, index: number) => string;
  /** Single precision anywhere: tolerances are those of single. */
  readonly single: boolean;
  /** Outputs at other inputs; null when the run did not come to its end. */
  readonly evaluate: (inputs: Values) => Values | null;
  /** How large numbers are whose roundings stand in outputs, where they may be far larger than those. */
  readonly inner?: () => Values;
  /** The run meets a kink, where differences from either side are the derivative of something. */
  readonly kink: boolean;
  /** False when time is up. */
  readonly goOn: () => boolean;
}

export const DIFFERENCE_TOLERANCE = { double: 1e-6, single: 2e-2 };

/** Decimal exponents of steps, likely ones first. */
export const STEPS = { double: [-5, -4, -6, -3, -7, -2, -8], single: [-2, -1, -3] };

export const EPSILON = { double: 2 ** -52, single: 2 ** -23 };

/** More components than these are sampled. */
export const MOST_COMPONENTS = 48;

export function innerProduct(a: Values, b: Values): { sum: number; size: number } {
  let sum = 0;
  let size = 0;
  for (const [key, values] of Object.entries(a)) {
    values.forEach((x, i) => {
      const term = x * itemAt(present(b[key], key), i);
      sum += term;
      size += Math.abs(term);
    });
  }
  return { sum, size };
}

/** How many units in the last place of an output the roundings inside a kernel may come to. */
export const INNER_ROUNDINGS = 16;
