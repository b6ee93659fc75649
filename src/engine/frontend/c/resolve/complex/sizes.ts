/** How much memory complex numbers take. */
import { plainType } from '../../parse/build';
import type * as S from '../../parse/syntax';
import { isPair } from './kinds';
import { twice } from './pairs';
import { isComplex, realType, type State } from './state';

/** Of an array of pairs, or of one that has a name, it is that of the reals that stand for it. */
export function sizeOf(s: State, e: S.Sizeof): S.Expr {
  const { specifier, operand } = e;
  if (operand === null) return specifier && isComplex(specifier) && e.type !== 'pointer' ? twice(e) : e;
  if (operand.kind === 'name' || !isPair(s, operand)) return e;
  return twice(sizeOfReal(s, e));
}

/** What a complex number is stored in twice. */
export function sizeOfReal(s: State, e: S.Sizeof): S.Expr {
  const { specifier, operand, span } = e;
  // An element of an array of pairs is a real.
  if (operand?.kind === 'subscript' || (operand?.kind === 'unary' && operand.op === '*')) return e;
  const type = specifier ? realType(specifier) : plainType(s.base, span);
  return { ...e, type: type.base, specifier: type, operand: null };
}
