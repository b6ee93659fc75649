/** Values of constant expressions, as a run computes them; null where an operand is no constant, or the type does not hold the result. */
import { constant } from '../../../../ir/build';
import { evaluate } from '../../../../ir/evaluate';
import type { Constant, Expr } from '../../../../ir/types';

export function fold(e: Expr): Constant | null {
  const value = foldValue(e);
  if (value === null) return null;
  // A literal keeps its spelling.
  return e.kind === 'constant' ? e : constant(value, e.type, e.span);
}

export function foldValue(e: Expr): number | null {
  return evaluate(e, { noWrap: true });
}
