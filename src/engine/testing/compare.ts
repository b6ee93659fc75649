/**
 * The rule by which numbers compare (design 7): 1e-12 in double and 1e-5 in single, relative to
 * max(|gᵢ|, 10⁻³·max|g|) over all components.
 */
import { walk } from '../ir/build';
import { walkStatements } from '../ir/statements';
import type { Expr, Program } from '../ir/types';
import { statementExpressions } from '../ir/uses';
import type { Values } from './reference';

export const DOUBLE = 1e-12;
export const SINGLE = 1e-5;
/** Below its smallest normal number, single precision loses digits for lack of exponents, and the reference does not. */
export const SMALLEST_SINGLE = 2 ** -126;

/** Whether anything is computed in single precision, be it between two constants. */
export function computesInSingle(program: Program): boolean {
  let single = program.variables.some((v) => v.type === 'f32');
  const look = (e: Expr) => {
    if (e.type === 'f32') single = true;
  };
  for (const { body } of program.routines)
    walkStatements(body, (s) => {
      for (const e of statementExpressions(s)) walk(e, look);
    });
  return single;
}

/** The tolerance that a program asks for: single precision anywhere makes it single. */
export const toleranceOf = (program: Program) => (computesInSingle(program) ? SINGLE : DOUBLE);

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
