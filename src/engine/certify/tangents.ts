/** Dual numbers: tangents of expressions by the chain rule. */
import { tangentOf } from '../ir/partials';
import type { Expr, Place } from '../ir/types';
import { compileReal } from './expressions';
import type { Num, Scope } from './scope';

/** Leaves the element of an expression's tangent in `acc`. */
export function compileTangent(c: Scope, e: Expr): Num {
  const { m } = c;
  const tangents = new Set<Expr>();
  const dot = (place: Place): Expr => {
    const tangent = { ...place };
    tangents.add(tangent);
    return tangent;
  };
  const tangent = tangentOf(e, () => true, dot);
  if (tangent) return compileReal({ ...c, tangents, path: null }, tangent);
  return () => {
    m.domain.number(0);
    return 0;
  };
}
