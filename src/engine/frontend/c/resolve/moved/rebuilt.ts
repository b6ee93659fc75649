/** Replaces parts of statements. */
import { asOne, block } from '../../parse/build';
import type * as S from '../../parse/syntax';
import { operands, withOperands, withSizes, withValues } from '../../parse/walk';
import { isExpression, STATEMENT_PARTS, type StatementPart } from '../survey';

export interface Change {
  /** `isTest`: only whether it is zero counts. */
  readonly expr: (e: S.Expr, isTest: boolean) => S.Expr;
  readonly stmt: (stmt: S.Statement) => S.Statement;
}

/** A statement, with what stands directly in it changed. */
export function rebuilt(stmt: S.Statement, change: Change): S.Statement {
  if (stmt.kind === 'declaration') {
    const value = (e: S.Expr): S.Expr => change.expr(e, false);
    return { ...stmt, declared: stmt.declared.map((each) => rebuiltDeclared(each, value)) };
  }
  const made = { ...stmt } as unknown as Record<string, StatementPart | readonly S.Statement[] | null>;
  for (const key of STATEMENT_PARTS[stmt.kind] ?? []) {
    const part = made[key] ?? null;
    if (part === null) continue;
    if ('kind' in part)
      made[key] = isExpression(part) ? change.expr(part, key === 'condition') : change.stmt(part);
    else made[key] = part.map(change.stmt);
  }
  return made as unknown as S.Statement;
}

/** How statements become others, several of them where it takes that. */
export interface Rewriting {
  readonly effect: (stmt: S.ExpressionStatement) => S.Statement[];
  readonly declared: (stmt: S.Declaration) => S.Statement[];
  readonly loop?: (stmt: S.ForStatement, single: (part: S.Statement) => S.Statement) => S.Statement;
  readonly returned?: (stmt: S.ReturnStatement) => S.Statement[];
  /** What is left of the test of an `if`, or of what is returned; the rest is done before it. */
  readonly hoisted?: (e: S.Expr, before: S.Statement[]) => S.Expr;
  /** An expression before which nothing can be done. */
  readonly kept: (e: S.Expr) => S.Expr;
}

export function rewritten(h: Rewriting, stmt: S.Statement): S.Statement[] {
  const single = (part: S.Statement): S.Statement => asOne(rewritten(h, part), part.span);
  switch (stmt.kind) {
    case 'expression':
      return h.effect(stmt);
    case 'declaration':
      return h.declared(stmt);
    case 'return': {
      if (h.returned) return h.returned(stmt);
      if (!h.hoisted) break;
      const before: S.Statement[] = [];
      const value = stmt.value && h.hoisted(stmt.value, before);
      return [...before, { ...stmt, value }];
    }
    case 'block':
      return [{ ...stmt, body: stmt.body.flatMap((each) => rewritten(h, each)) }];
    case 'for':
      if (h.loop) return [h.loop(stmt, single)];
      break;
    case 'if': {
      if (!h.hoisted) break;
      const before: S.Statement[] = [];
      const condition = h.hoisted(stmt.condition, before);
      const otherwise = stmt.else && single(stmt.else);
      return [...before, { ...stmt, condition, then: single(stmt.then), else: otherwise }];
    }
  }
  return [
    rebuilt(stmt, { expr: h.kept, stmt: (part) => (part.kind === 'declaration' ? part : single(part)) }),
  ];
}

/** A loop; what its head declares stands before it where that comes to more than a declaration. */
export function loopWith(
  stmt: S.ForStatement,
  declared: (stmt: S.Declaration) => S.Statement[],
  change: { readonly effect: (e: S.Expr) => S.Expr; readonly test: (e: S.Expr) => S.Expr },
  single: (part: S.Statement) => S.Statement,
): S.Statement {
  const { condition, increment } = stmt;
  const before = stmt.init?.kind === 'declaration' ? declared(stmt.init) : [];
  const [only] = before;
  const alone = before.length === 1 && only?.kind === 'declaration' ? only : null;
  const made: S.Statement = {
    ...stmt,
    init: stmt.init && stmt.init.kind !== 'declaration' ? change.effect(stmt.init) : alone,
    condition: condition && change.test(condition),
    increment: increment && change.effect(increment),
    body: single(stmt.body),
  };
  return before.length > 0 && !alone ? block([...before, made], stmt.whole) : made;
}

export function rebuiltDeclared(each: S.Declared, value: (e: S.Expr) => S.Expr): S.Declared {
  return {
    ...each,
    declarator: { ...each.declarator, derivations: withSizes(each.declarator.derivations, value) },
    initializer: each.initializer && withValues(each.initializer, value),
  };
}

/** An expression, with its operands changed; the heights are those of what stands there then. */
export function rebuiltExpr(e: S.Expr, change: (e: S.Expr, isTest: boolean) => S.Expr): S.Expr {
  const made = withOperands(e, change);
  if (made === e) return e;
  const height = 1 + operands(made).reduce((most, part) => Math.max(most, part.height), 0);
  return { ...made, height };
}
