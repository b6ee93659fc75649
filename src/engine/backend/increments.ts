/** Assignments that a language with `+=` can write in a shorter form. */
import { isInteger, negate, sameExpr } from '../ir/build';
import type { Assign, Binary, Expr } from '../ir/types';

/** `+= e` where the value is `target + e`; `e` must not be narrower in C than the sum was. */
export function incrementOf(s: Assign): { op: '+=' | '-='; by: Expr } | null {
  if (s.form !== 'increment' || s.value.kind !== 'binary') return null;
  const { op, left, right }: Binary = s.value;
  if (op !== 'add' && op !== 'subtract') return null;
  const [by, sign] = sameExpr(left, s.target)
    ? [right, op === 'add']
    : op === 'add' && sameExpr(right, s.target)
      ? [left, true]
      : [null, true];
  if (!by) return null;
  if (by.kind === 'unary' && by.op === 'negate') return { op: sign ? '-=' : '+=', by: by.operand };
  if (by.kind === 'constant' && by.value < 0 && isInteger(by.type))
    return { op: sign ? '-=' : '+=', by: negate(by, by.span) };
  return { op: sign ? '+=' : '-=', by };
}

/** Whether `i++` can say it. */
export function isUnit(e: Expr): boolean {
  return e.kind === 'constant' && e.value === 1 && isInteger(e.type);
}
