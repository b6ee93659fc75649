/** Dual numbers: tangents of expressions by the chain rule. */
import { tangentOf } from '../ir/partials';
import type { Expr } from '../ir/types';
import { compileReal } from './expressions';
import { dotOf, type Num, type Scope } from './scope';

/** Leaves the element of an expression's tangent in `acc`. */
export function compileTangent(c: Scope, e: Expr): Num {
  const { m } = c;
  const tangent = tangentOf(e, () => true, dotOf);
  if (tangent) return compileReal({ ...c, isTangent: true, path: null }, tangent);
  return () => {
    m.domain.number(0);
    return 0;
  };
}
