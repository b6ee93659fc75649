/**
 * Sums of integers with like terms gathered: `(b - 1) + 1` is `b`. For bounds and subscripts in a language that counts from
 * another number. Exact unless something overflows, which bounds and subscripts of arrays that exist don't.
 */
import { itemAt } from '../base/lookup';
import { slowestFirst } from '../ir/bounds';
import * as b from '../ir/build';
import type { Expr, Shape } from '../ir/types';

interface Term {
  readonly expr: Expr;
  readonly factor: 1 | -1;
}

/** `left + right`. */
export function sum(left: Expr, right: Expr): Expr {
  return gathered(left, right, 1);
}
/** `left - right`. */
export function difference(left: Expr, right: Expr): Expr {
  return gathered(left, right, -1);
}

/** A subscript may be an integer of any size: its conversion and its suffix say nothing. */
export function plainSubscript(e: Expr): Expr {
  if (e.kind === 'convert' && b.isInteger(e.operand.type)) return e.operand;
  return e.kind === 'constant' && e.type === 'i64' ? b.constant(e.value, 'i32', e.span) : e;
}

/** Subscripts from 0, the slowest first. */
export function offsetsOf(shape: Shape, subscripts: readonly Expr[]): readonly Expr[] {
  // Arrays of C have such subscripts already.
  if (shape.order === 'row' && shape.dimensions.every(({ lower }) => b.isConstant(lower, 0)))
    return subscripts;
  return slowestFirst(shape).map((d) => {
    const { lower } = itemAt(shape.dimensions, d);
    const subscript = itemAt(subscripts, d);
    return b.isConstant(lower, 0) ? subscript : difference(subscript, lower);
  });
}

/** One flat subscript for the element, from 0 in memory order. */
export function flatSubscript(shape: Shape, subscripts: readonly Expr[]): Expr {
  const order = slowestFirst(shape);
  return offsetsOf(shape, subscripts).reduce((at, next, i) => {
    const { extent } = itemAt(shape.dimensions, itemAt(order, i));
    return extent ? b.add(b.multiply(at, extent), next) : next;
  });
}

function gathered(left: Expr, right: Expr, sign: 1 | -1): Expr {
  const terms: Term[] = [];
  const offset = collect(left, 1, terms) + collect(right, sign, terms);
  // Wrong types are left to `verify`; a mixed sum stays as it is.
  const type = terms[0]?.expr.type ?? left.type;
  if (terms.some((term) => term.expr.type !== type))
    return sign === 1 ? b.binary('add', left, right) : b.binary('subtract', left, right);
  const kept = cancelled(terms).sort((x, y) => y.factor - x.factor);
  const [first, ...rest] = kept;
  if (!first) return b.constant(offset, type);
  let result = first.factor === 1 ? first.expr : b.negate(first.expr);
  for (const term of rest)
    result = term.factor === 1 ? b.add(result, term.expr) : b.subtract(result, term.expr);
  if (offset > 0) return b.add(result, b.constant(offset, type));
  return offset < 0 ? b.subtract(result, b.constant(-offset, type)) : result;
}

/** Adds the terms of `e` to `terms` and returns the sum of its constants. */
function collect(e: Expr, factor: 1 | -1, terms: Term[]): number {
  if (e.kind === 'constant') return factor * e.value;
  if (e.kind === 'unary' && e.op === 'negate') return collect(e.operand, factor === 1 ? -1 : 1, terms);
  if (e.kind === 'binary' && (e.op === 'add' || e.op === 'subtract')) {
    const right = e.op === 'add' ? factor : factor === 1 ? -1 : 1;
    return collect(e.left, factor, terms) + collect(e.right, right, terms);
  }
  terms.push({ expr: e, factor });
  return 0;
}

/** `n` and 3 of `n + 2*n`; a term that has no like stays as it is written. */
function cancelled(terms: readonly Term[]): Term[] {
  const kept: Term[] = [];
  for (const term of terms) {
    const [like, count] = counted(term);
    const twin = kept.findIndex((k) => b.sameExpr(counted(k)[0], like));
    const total = twin < 0 ? count : counted(kept[twin] as Term)[1] + count;
    const size = b.multiply(b.constant(Math.abs(total), like.type), like);
    const made: Term = twin < 0 ? term : { expr: size, factor: total > 0 ? 1 : -1 };
    if (twin < 0) kept.push(made);
    else kept.splice(twin, 1, ...(total === 0 ? [] : [made]));
  }
  return kept;
}

/** What a term is a multiple of, and how often it counts. */
function counted({ expr, factor }: Term): readonly [Expr, number] {
  if (expr.kind !== 'binary' || expr.op !== 'multiply') return [expr, factor];
  if (expr.left.kind === 'constant') return [expr.right, factor * expr.left.value];
  return expr.right.kind === 'constant' ? [expr.left, factor * expr.right.value] : [expr, factor];
}
