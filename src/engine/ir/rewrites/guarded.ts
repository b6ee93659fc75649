/**
 * What is zero by definition is not computed: `v = c ? 0 : e` becomes a test around the assignment, as people print it
 *
 *     e2b = e2 == 0 ? 0 : 0.5*eb/sqrt(e2);   becomes   if (e2 == 0) e2b = 0; else e2b = 0.5*eb/sqrt(e2);
 */
import { add, isConstant, not, sameExpr } from '../build';
import { rewriteStatements } from '../statements';
import type { Assign, Expr, If, Statement, StatementId } from '../types';

export function withGuards(body: readonly Statement[], newId: () => StatementId): readonly Statement[] {
  return rewriteStatements(body, (s) =>
    s.kind === 'assign' && s.role === 'derivative' ? (guarded(s, newId) ?? s) : s,
  );
}

function guarded(s: Assign, newId: () => StatementId): If | null {
  const { value } = s;
  if (isZeroAt(value)) {
    const { condition, whenTrue, whenFalse } = value;
    const other = { ...s, id: newId(), value: whenFalse };
    return guard(s, condition, [{ ...s, id: newId(), value: whenTrue }], [other]);
  }
  if (s.form !== 'increment' || value.kind !== 'binary' || value.op !== 'add') return null;
  if (!sameExpr(value.left, s.target) || !isZeroAt(value.right)) return null;
  const { condition, whenFalse } = value.right;
  const grown: Assign = { ...s, id: newId(), value: add(s.target, whenFalse) };
  return guard(s, not(condition), [grown], []);
}

function isZeroAt(e: Expr): e is Extract<Expr, { kind: 'select' }> {
  return e.kind === 'select' && isConstant(e.whenTrue, 0);
}

function guard(
  { id, span, role, origin, sweep }: Assign,
  condition: Expr,
  then: Assign[],
  other: Assign[],
): If {
  return { kind: 'if', id, span, role, origin, sweep, condition, then, else: other };
}
