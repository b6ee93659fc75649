/** Affine subscripts (theory 4.4): telling two references to one array apart. */
import { sameExpr } from './build';
import type { Expr, Place, VariableId } from './types';

/** Σ coefficient·variable + constant, over integer scalars; null for anything else. */
export interface Affine {
  readonly terms: ReadonlyMap<VariableId, number>;
  readonly constant: number;
}

const NO_TERMS: Affine['terms'] = new Map();

export function affineOf(e: Expr): Affine | null {
  switch (e.kind) {
    case 'constant':
      return Number.isInteger(e.value) ? { terms: NO_TERMS, constant: e.value } : null;
    case 'variable':
      return { terms: new Map([[e.variable, 1]]), constant: 0 };
    case 'convert':
      return e.type === 'i64' && e.operand.type === 'i32' ? affineOf(e.operand) : null;
    case 'unary': {
      const a = e.op === 'negate' ? affineOf(e.operand) : null;
      return a && scale(a, -1);
    }
    case 'binary': {
      const l = affineOf(e.left);
      const r = affineOf(e.right);
      if (!l || !r) return null;
      if (e.op === 'add') return sum(l, r);
      if (e.op === 'subtract') return sum(l, r, -1);
      if (e.op === 'multiply' && l.terms.size === 0) return scale(r, l.constant);
      if (e.op === 'multiply' && r.terms.size === 0) return scale(l, r.constant);
      return null;
    }
    default:
      return null;
  }
}

export function scale(a: Affine, k: number): Affine {
  if (k === 1) return a;
  if (k === 0) return { terms: NO_TERMS, constant: 0 };
  if (a.terms.size === 0) return { terms: NO_TERMS, constant: a.constant * k };
  const terms = new Map<VariableId, number>();
  a.terms.forEach((c, v) => {
    terms.set(v, c * k);
  });
  return { terms, constant: a.constant * k };
}
/** `a + factor·b`. */
export function sum(a: Affine, b: Affine, factor = 1): Affine {
  const constant = a.constant + factor * b.constant;
  if (b.terms.size === 0) return { terms: a.terms, constant };
  if (a.terms.size === 0) return { terms: scale(b, factor).terms, constant };
  const terms = new Map(a.terms);
  for (const [v, c] of b.terms) {
    const total = (terms.get(v) ?? 0) + factor * c;
    if (total === 0) terms.delete(v);
    else terms.set(v, total);
  }
  return { terms, constant };
}

/** Two places evaluated in one state. `same`: one element for certain. `different`: never one element. */
export function compareElements(a: Place, b: Place): 'same' | 'different' | 'unknown' {
  if (a.variable !== b.variable) return 'unknown';
  if (a.kind !== 'element' || b.kind !== 'element') return a.kind === b.kind ? 'same' : 'unknown';
  let same = true;
  for (let k = 0; k < a.subscripts.length; k++) {
    const x = a.subscripts[k] as Expr;
    const y = b.subscripts[k] as Expr;
    if (sameExpr(x, y)) continue;
    const l = affineOf(x);
    const r = affineOf(y);
    if (!l || !r) {
      same = false;
      continue;
    }
    const d = sum(l, r, -1);
    if (d.terms.size === 0) {
      if (d.constant !== 0) return 'different';
    } else same = false;
  }
  return same ? 'same' : 'unknown';
}
