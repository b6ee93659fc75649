/** What an expression is: a complex number, what leads to one by subscripts, or something real. */

import { plainType } from '../../parse/build';
import type * as S from '../../parse/syntax';
import { ELEMENTARY_PAIRS, twice } from './pairs';
import { isComplex, rankOf, realType, type State } from './state';

const UNITS = new Set(['I', '_Complex_I', '_Imaginary_I']);

export const MAKING = new Set(['CMPLX', '__builtin_complex']);

const FUNCTIONS = new Set([...ELEMENTARY_PAIRS.keys(), 'cpow', 'creal', 'cimag', 'cabs', 'carg', 'CMPLX']);

const ARITHMETIC = new Set(['+', '-', '*', '/']);

/** `cexpf` and `cexpl` are `cexp`. */
export function plainName(e: S.Expr): string {
  if (e.kind !== 'name') return '';
  const plain = e.name.slice(0, -1);
  return /[fl]$/i.test(e.name) && FUNCTIONS.has(plain) ? plain : e.name;
}

/** How many more subscripts lead to a complex number; null for what is real. */
export function depth(s: State, e: S.Expr): number | null {
  switch (e.kind) {
    case 'name':
      return rankOf(s, e.name);
    case 'subscript': {
      const rank = depth(s, e.base);
      return rank === null ? null : rank - 1;
    }
    case 'unary': {
      const rank = e.op === '*' || e.op === '&' ? depth(s, e.operand) : null;
      return rank === null ? null : e.op === '*' ? rank - 1 : rank + 1;
    }
    case 'binary':
      return sumDepth(s, e);
    case 'cast':
      return e.type === 'pointer' && isComplex(e.specifier) ? 1 : null;
    case 'update':
      return positive(depth(s, e.operand));
    case 'conditional':
      return positive(depth(s, e.whenTrue));
    case 'assign':
      return e.op === null ? positive(depth(s, e.target)) : null;
    default:
      return null;
  }
}

function sumDepth(s: State, e: S.BinaryOperation): number | null {
  if (e.op !== '+' && e.op !== '-') return null;
  const [left, right] = [positive(depth(s, e.left)), positive(depth(s, e.right))];
  // The distance of two addresses is a number.
  return e.op === '+' ? (left ?? right) : right === null ? left : null;
}

export function positive(rank: number | null): number | null {
  return rank !== null && rank > 0 ? rank : null;
}

export function isPair(s: State, e: S.Expr): boolean {
  if (depth(s, e) === 0) return true;
  switch (e.kind) {
    case 'name':
      return UNITS.has(e.name) && !s.names.has(e.name) && !s.globals.has(e.name);
    case 'number':
      return /[ij]f?$/i.test(e.text) && !/^0x/i.test(e.text);
    case 'unary':
      return (e.op === '-' || e.op === '+' || e.op === '~') && isPair(s, e.operand);
    case 'binary':
      return ARITHMETIC.has(e.op) && (isPair(s, e.left) || isPair(s, e.right));
    case 'conditional':
      return isPair(s, e.whenTrue) || isPair(s, e.whenFalse);
    case 'comma':
      return isPair(s, e.right);
    case 'cast':
      return e.type !== 'pointer' && isComplex(e.specifier);
    case 'assign':
      return isPair(s, e.target);
    case 'call': {
      const name = plainName(e.callee);
      return (
        ELEMENTARY_PAIRS.has(name) || name === 'cpow' || MAKING.has(name) || !!s.functions.get(name)?.result
      );
    }
    default:
      return false;
  }
}

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
