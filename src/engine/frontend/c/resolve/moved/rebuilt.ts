/** Statements with their parts replaced, and names told apart that are declared twice in a function. */
import { freshName } from '../../../freshName';
import { asOne } from '../../parse/build';
import type * as S from '../../parse/syntax';
import { operands } from '../../parse/walk';

export interface Change {
  /** `isTest`: only whether it is zero counts. */
  readonly expr: (e: S.Expr, isTest: boolean) => S.Expr;
  readonly stmt: (stmt: S.Statement) => S.Statement;
}

/** A statement, with what stands directly in it changed. */
export function rebuilt(stmt: S.Statement, change: Change): S.Statement {
  const value = (e: S.Expr): S.Expr => change.expr(e, false);
  const test = (e: S.Expr): S.Expr => change.expr(e, true);
  switch (stmt.kind) {
    case 'block':
      return { ...stmt, body: stmt.body.map(change.stmt) };
    case 'expression':
      return { ...stmt, expr: value(stmt.expr) };
    case 'declaration':
      return { ...stmt, declared: stmt.declared.map((each) => rebuiltDeclared(each, value)) };
    case 'if':
      return {
        ...stmt,
        condition: test(stmt.condition),
        then: change.stmt(stmt.then),
        else: stmt.else && change.stmt(stmt.else),
      };
    case 'for': {
      const { init } = stmt;
      const first = init?.kind === 'declaration' ? change.stmt(init) : init && value(init);
      return {
        ...stmt,
        init: first as S.ForStatement['init'],
        condition: stmt.condition && test(stmt.condition),
        increment: stmt.increment && value(stmt.increment),
        body: change.stmt(stmt.body),
      };
    }
    case 'while':
    case 'doWhile':
      return { ...stmt, condition: test(stmt.condition), body: change.stmt(stmt.body) };
    case 'switch':
      return { ...stmt, selector: value(stmt.selector), body: change.stmt(stmt.body) };
    case 'return':
      return { ...stmt, value: stmt.value && value(stmt.value) };
    default:
      return stmt;
  }
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

function rebuiltDeclared(each: S.Declared, value: (e: S.Expr) => S.Expr): S.Declared {
  const derivations = each.declarator.derivations.map((d) =>
    d.kind === 'array' && d.size ? { ...d, size: value(d.size) } : d,
  );
  return {
    ...each,
    declarator: { ...each.declarator, derivations },
    initializer: each.initializer && rebuiltInitializer(each.initializer, value),
  };
}

function rebuiltInitializer(given: S.Initializer, value: (e: S.Expr) => S.Expr): S.Initializer {
  return given.kind === 'expression'
    ? { ...given, value: value(given.value) }
    : { ...given, items: given.items.map((item) => rebuiltInitializer(item, value)) };
}

/** An expression, with its operands changed; the heights are those of what stands there then. */
export function rebuiltExpr(e: S.Expr, change: (e: S.Expr, isTest: boolean) => S.Expr): S.Expr {
  const made = withOperands(e, change);
  if (made === e) return e;
  const height = 1 + operands(made).reduce((most, part) => Math.max(most, part.height), 0);
  return { ...made, height };
}

/** An expression with its operands changed, and its height as it was. */
export function withOperands(e: S.Expr, change: (e: S.Expr, isTest: boolean) => S.Expr): S.Expr {
  const value = (part: S.Expr): S.Expr => change(part, false);
  switch (e.kind) {
    case 'unary':
      return { ...e, operand: change(e.operand, e.op === '!') };
    case 'update':
    case 'cast':
      return { ...e, operand: value(e.operand) };
    case 'sizeof':
      return e.operand ? { ...e, operand: value(e.operand) } : e;
    case 'compound':
      return { ...e, initializer: rebuiltInitializer(e.initializer, value) };
    case 'binary': {
      const isTest = e.op === '&&' || e.op === '||';
      return { ...e, left: change(e.left, isTest), right: change(e.right, isTest) };
    }
    case 'comma':
      return { ...e, left: value(e.left), right: value(e.right) };
    case 'assign':
      return { ...e, target: value(e.target), value: value(e.value) };
    case 'conditional':
      return {
        ...e,
        condition: change(e.condition, true),
        whenTrue: value(e.whenTrue),
        whenFalse: value(e.whenFalse),
      };
    case 'subscript':
      return { ...e, base: value(e.base), index: value(e.index) };
    case 'call':
      return { ...e, callee: value(e.callee), args: e.args.map(value) };
    case 'member':
      return { ...e, base: value(e.base) };
    default:
      return e;
  }
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
