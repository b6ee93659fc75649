/** Values of constant expressions, as a run computes them; null where an operand is no constant, or the type does not hold the result. */
import { constant } from '../../../../ir/build';
import { evaluate } from '../../../../ir/evaluate';
import type { Constant, Expr } from '../../../../ir/types';

export function fold(e: Expr): Constant | null {
  // A literal keeps its spelling, which alone tells an integer of more digits than a number here has.
  if (e.kind === 'constant') return e;
  const value = foldValue(e);
  return value === null ? null : constant(value, e.type, e.span);
}

export function foldValue(e: Expr): number | null {
  return evaluate(e, { noWrap: true });
}
