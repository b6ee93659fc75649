/**
 * The rule by which numbers compare (design 7): 1e-12 in double and 1e-5 in single, relative to
 * max(|gᵢ|, 10⁻³·max|g|) over all components.
 */
import type { Values } from './reference';

export const DOUBLE = 1e-12;
export const SINGLE = 1e-5;
/** Below its smallest normal number, single precision loses digits for lack of exponents, and the reference does not. */
export const SMALLEST_SINGLE = 2 ** -126;

export interface Disagreement {
  readonly key: string;
  readonly index: number;
  readonly expected: number;
  readonly got: number;
  readonly error: number;
}

/** The worst component that breaks the rule, or null. NaN agrees with nothing but NaN. */
export function disagreement(expected: Values, got: Values, tolerance: number): Disagreement | null {
  let largest = 0;
  for (const values of Object.values(expected)) {
    for (const x of values) if (Number.isFinite(x)) largest = Math.max(largest, Math.abs(x));
  }
  let worst: Disagreement | null = null;
  for (const [key, values] of Object.entries(expected)) {
    values.forEach((x, index) => {
      const y = got[key]?.[index] ?? Number.NaN;
      const error = relativeError(x, y, largest, tolerance === SINGLE ? SMALLEST_SINGLE : 0);
      if (error > tolerance && (!worst || error > worst.error))
        worst = { key, index, expected: x, got: y, error };
    });
  }
  return worst;
}

function relativeError(x: number, y: number, largest: number, smallest: number): number {
  if (Object.is(x, y) || x === y || Math.abs(x - y) < smallest) return 0;
  if (!Number.isFinite(x) || !Number.isFinite(y))
    return Number.isNaN(x) && Number.isNaN(y) ? 0 : Number.POSITIVE_INFINITY;
  return Math.abs(x - y) / Math.max(Math.abs(x), 1e-3 * largest);
}

export function inWords({ key, index, expected, got, error }: Disagreement): string {
  return `${key}[${index}] is ${got}, not ${expected} (off by ${error.toExponential(1)})`;
}
