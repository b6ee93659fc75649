/** Statements with their parts replaced, and names told apart that are declared twice in a function. */
import { freshName } from '../../../freshName';
import { asOne } from '../../parse/build';
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

/** How values come to be worked out in statements of their own. */
export interface Hoisting {
  readonly effect: (stmt: S.ExpressionStatement) => S.Statement[];
  readonly declared: (stmt: S.Declaration) => S.Statement[];
  readonly loop?: (stmt: S.ForStatement) => S.Statement;
  /** What is left of an expression; the rest is done before it. */
  readonly hoisted: (e: S.Expr, before: S.Statement[]) => S.Expr;
  /** An expression before which nothing can be done. */
  readonly kept: (e: S.Expr) => S.Expr;
}

export function withHoisted(h: Hoisting, stmt: S.Statement): S.Statement[] {
  const single = (part: S.Statement) => asOne(withHoisted(h, part), part.span);
  switch (stmt.kind) {
    case 'expression':
      return h.effect(stmt);
    case 'declaration':
      return h.declared(stmt);
    case 'return': {
      const before: S.Statement[] = [];
      const value = stmt.value && h.hoisted(stmt.value, before);
      return [...before, { ...stmt, value }];
    }
    case 'if': {
      const before: S.Statement[] = [];
      const condition = h.hoisted(stmt.condition, before);
      const otherwise = stmt.else && single(stmt.else);
      return [...before, { ...stmt, condition, then: single(stmt.then), else: otherwise }];
    }
    case 'block':
      return [{ ...stmt, body: stmt.body.flatMap((each) => withHoisted(h, each)) }];
    default:
      if (stmt.kind === 'for' && h.loop) return [h.loop(stmt)];
      return [
        rebuilt(stmt, { expr: h.kept, stmt: (part) => (part.kind === 'declaration' ? part : single(part)) }),
      ];
  }
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

/** A body in which no two declarations share a name that `concerns` us, nor have one of those that are taken. */
export function toldApart(
  body: S.BlockStatement,
  taken: Iterable<string>,
  concerns: (name: string) => boolean = () => true,
): S.BlockStatement {
  const used = new Set(taken);
  const renamed = (e: S.Expr, names: ReadonlyMap<string, string>): S.Expr => {
    if (e.kind !== 'name') return rebuiltExpr(e, (part) => renamed(part, names));
    const name = names.get(e.name);
    return name === undefined || name === e.name ? e : { ...e, name };
  };
  const statement = (stmt: S.Statement, names: Map<string, string>): S.Statement => {
    const inner = stmt.kind === 'block' || stmt.kind === 'for' ? new Map(names) : names;
    if (stmt.kind !== 'declaration')
      return rebuilt(stmt, {
        expr: (e) => renamed(e, inner),
        stmt: (part) => statement(part, part.kind === 'declaration' ? inner : new Map(inner)),
      });
    const declared = stmt.declared.map((each): S.Declared => {
      const { name } = each.declarator;
      const own = concerns(name) ? freshName(used, name, '_') : name;
      names.set(name, own);
      const made = rebuiltDeclared(each, (e) => renamed(e, names));
      return { ...made, declarator: { ...made.declarator, name: own } };
    });
    return { ...stmt, declared };
  };
  return statement(body, new Map()) as S.BlockStatement;
}
