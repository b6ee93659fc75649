/** Values of constant expressions, as a run computes them; null where an operand is no constant, or the type does not hold the result. */
import { add, constant, isConstant, multiply, sameExpr, subtract } from '../../../../ir/build';
import { evaluate } from '../../../../ir/evaluate';
import type { Constant, Expr, ScalarType } from '../../../../ir/types';

export function fold(e: Expr): Constant | null {
  // A literal keeps its spelling, which alone tells an integer of more digits than a number here has.
  if (e.kind === 'constant') return e;
  const value = foldValue(e);
  return value === null ? null : constant(value, e.type, e.span);
}

export function foldValue(e: Expr): number | null {
  return evaluate(e, { noWrap: true });
}

/** An integer sum in a normal form, so that bounds like `n - 1 + 1` read as a person would write them. */
interface Sum {
  readonly terms: { factor: number; of: Expr }[];
  constant: number;
}

function collect(e: Expr, factor: number, sum: Sum): void {
  if (e.kind === 'constant') sum.constant += factor * e.value;
  else if (e.kind === 'unary' && e.op === 'negate') collect(e.operand, -factor, sum);
  else if (e.kind === 'binary' && (e.op === 'add' || e.op === 'subtract')) {
    collect(e.left, factor, sum);
    collect(e.right, e.op === 'add' ? factor : -factor, sum);
  } else if (e.kind === 'binary' && e.op === 'multiply' && e.left.kind === 'constant')
    collect(e.right, factor * e.left.value, sum);
  else {
    const same = sum.terms.find((term) => sameExpr(term.of, e));
    if (same) same.factor += factor;
    else sum.terms.push({ factor, of: e });
  }
}

function write(sum: Sum, type: ScalarType): Expr {
  let result: Expr | null = null;
  for (const { factor, of } of [...sum.terms].sort((a, b) => Number(b.factor > 0) - Number(a.factor > 0))) {
    if (factor === 0) continue;
    const term = multiply(constant(Math.abs(factor), type), of);
    if (!result) result = factor > 0 ? term : subtract(constant(0, type), term);
    else result = factor > 0 ? add(result, term) : subtract(result, term);
  }
  if (!result) return constant(sum.constant, type);
  const rest = constant(Math.abs(sum.constant), type);
  if (isConstant(rest, 0)) return result;
  return sum.constant > 0 ? add(result, rest) : subtract(result, rest);
}

/** `a - b + extra` of integers of one type, with what cancels cancelled. */
export function difference(a: Expr, b: Expr, extra = 0): Expr {
  const sum: Sum = { terms: [], constant: extra };
  collect(a, 1, sum);
  collect(b, -1, sum);
  return write(sum, a.type);
}

/** `a + b + extra`. */
export function total(a: Expr, b: Expr, extra = 0): Expr {
  const sum: Sum = { terms: [], constant: extra };
  collect(a, 1, sum);
  collect(b, 1, sum);
  return write(sum, a.type);
}
