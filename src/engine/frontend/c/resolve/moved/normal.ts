/**
 * Statements in which a pointer that moves is set by statements of its own: `p = e;`, with no choice in `e`. Choices become
 * `if`, first values assignments, and what a test sets is set before it.
 */
import type { Span } from '../../../../base/span';
import * as b from '../../parse/build';
import type * as S from '../../parse/syntax';
import { operands, withoutCasts } from '../../parse/walk';
import { type Declared, statementsIn } from '../survey';
import { sourceOf } from './facts';
import { rebuiltExpr, rewritten } from './rebuilt';

export interface Normal {
  readonly moved: ReadonlySet<string>;
  /** A name that nothing has. */
  readonly fresh: (wanted: string) => string;
  /** Declarations that go to the top of the function. */
  readonly top: S.Statement[];
}

export function isMove(moved: ReadonlySet<string>, e: S.Expr): e is S.Assignment & { target: S.Name } {
  return e.kind === 'assign' && e.op === null && e.target.kind === 'name' && moved.has(e.target.name);
}

export function holdsMove(moved: ReadonlySet<string>, e: S.Expr): boolean {
  return isMove(moved, e) || operands(e).some((part) => holdsMove(moved, part));
}

export function normalised(n: Normal, stmt: S.Statement): S.Statement[] {
  return rewritten(
    {
      effect: ({ expr, span }) => effects(n, expr).map((each) => ({ ...each, span })),
      declared: (part) => declared(n, part),
      loop: (part) => forStatement(n, part),
      hoisted: (e, before) => hoisted(n, e, before),
      kept: (e) => e,
    },
    stmt,
  );
}

function effects(n: Normal, e: S.Expr): S.Statement[] {
  if (!holdsMove(n.moved, e)) return [b.statement(e)];
  if (e.kind === 'comma') return [...effects(n, e.left), ...effects(n, e.right)];
  if (e.kind === 'cast' && e.type === 'void') return effects(n, e.operand);
  if (isMove(n.moved, e)) return move(n, e.target, e.value, e.span);
  if (e.kind === 'conditional') return choice(e, effects(n, e.whenTrue), effects(n, e.whenFalse));
  const before: S.Statement[] = [];
  const rest = hoisted(n, e, before);
  return [...before, b.statement(rest)];
}

export function choice(
  { condition, span }: S.Conditional,
  yes: S.Statement[],
  no: S.Statement[],
): S.Statement[] {
  return [{ kind: 'if', condition, then: b.block(yes, span), else: b.block(no, span), span }];
}

function move(n: Normal, target: S.Name, value: S.Expr, span: Span): S.Statement[] {
  const given = withoutCast(value);
  if (given.kind === 'conditional')
    return choice(given, move(n, target, given.whenTrue, span), move(n, target, given.whenFalse, span));
  if (isMove(n.moved, given))
    return [...move(n, given.target, given.value, span), ...move(n, target, given.target, span)];
  const before: S.Statement[] = [];
  const rest = hoisted(n, given, before);
  return [...before, b.statement(b.assign(target, rest, span))];
}

function withoutCast(e: S.Expr): S.Expr {
  return withoutCasts(e, ({ type }) => type === 'pointer');
}

function declared(n: Normal, stmt: S.Declaration): S.Statement[] {
  if (!stmt.declared.some(({ declarator: { name } }) => n.moved.has(name))) return [stmt];
  return stmt.declared.flatMap((each): S.Statement[] => {
    const { name, nameSpan } = each.declarator;
    const { initializer, span } = each;
    if (!n.moved.has(name) || initializer?.kind === 'list') return [{ ...stmt, declared: [each] }];
    const plain: S.Declaration = { ...stmt, declared: [{ ...each, initializer: null }] };
    return initializer ? [plain, ...move(n, b.named(name, nameSpan), initializer.value, span)] : [plain];
  });
}

/** Moves in the head stand before the loop, and those between two rounds at the end of the body. */
function forStatement(n: Normal, stmt: S.ForStatement): S.Statement {
  const { init, increment } = stmt;
  const before =
    init?.kind === 'declaration'
      ? init.declared.some(({ declarator: { name } }) => n.moved.has(name))
        ? declared(n, init)
        : []
      : init && holdsMove(n.moved, init)
        ? effects(n, init)
        : [];
  const after =
    increment && holdsMove(n.moved, increment) && !hasContinue(stmt.body) ? effects(n, increment) : [];
  const body = b.asOne(normalised(n, stmt.body), stmt.body.span);
  const made: S.Statement = {
    ...stmt,
    init: before.length > 0 ? null : init,
    increment: after.length > 0 ? null : increment,
    body: after.length > 0 ? b.block([body, ...after], stmt.body.span) : body,
  };
  return before.length > 0 ? b.block([...before, made], stmt.whole) : made;
}

function hasContinue(stmt: S.Statement): boolean {
  if (stmt.kind === 'continue') return true;
  if (stmt.kind === 'for' || stmt.kind === 'while' || stmt.kind === 'doWhile') return false;
  return statementsIn(stmt).some(hasContinue);
}

/** An expression without the moves in it, which are done before. */
function hoisted(n: Normal, e: S.Expr, before: S.Statement[]): S.Expr {
  if (!holdsMove(n.moved, e)) return e;
  if (isMove(n.moved, e)) {
    before.push(...move(n, e.target, e.value, e.span));
    return e.target;
  }
  if (e.kind === 'binary' && (e.op === '&&' || e.op === '||') && holdsMove(n.moved, e.right))
    return inSteps(n, e, before);
  return rebuiltExpr(e, (part) => hoisted(n, part, before));
}

/** `a && (p = f) != 0`: what stands on the right is done only where the left asks for it. */
function inSteps(n: Normal, e: S.BinaryOperation, before: S.Statement[]): S.Expr {
  const { span } = e;
  const name = n.fresh('holds');
  const flag = b.named(name, span);
  n.top.push(b.declaration(b.plainType('i32', span), b.declarator(name, span)));
  const set = (value: number): S.Statement => b.statement(b.assign(flag, b.integer(value, span), span));
  const asked = (test: S.Expr, then: S.Statement[], otherwise: S.Statement[]): S.Statement => ({
    kind: 'if',
    condition: test,
    then: b.block(then, span),
    else: otherwise.length > 0 ? b.block(otherwise, span) : null,
    span,
  });
  const left = hoisted(n, e.left, before);
  const inner: S.Statement[] = [];
  const right = hoisted(n, e.right, inner);
  const further = [...inner, asked(right, [set(1)], [set(0)])];
  before.push(e.op === '&&' ? asked(left, further, [set(0)]) : asked(left, [set(1)], further));
  return flag;
}

/** How many values an expression chooses among. */
function armsOf(e: S.Expr): number {
  const inner = withoutCast(e);
  return inner.kind === 'conditional' ? armsOf(inner.whenTrue) + armsOf(inner.whenFalse) : 1;
}

/** So many calls at most stand in place of one with choices: each argument multiplies them. */
const MOST_ARMS = 256;

/** `f(n, c ? a : b)` is `c ? f(n, a) : f(n, b)`, and `*(c ? a : b)` is `c ? *a : *b`. */
export function distributed(names: ReadonlyMap<string, Declared>, e: S.Expr): S.Expr {
  const over = (part: S.Expr, put: (arm: S.Expr) => S.Expr): S.Expr | null => {
    const inner = withoutCast(part);
    if (inner.kind !== 'conditional') return null;
    const [yes, no] = [inner.whenTrue, inner.whenFalse];
    if (![yes, no].some((arm) => ['place', 'choice'].includes(sourceOf(names, arm).kind))) return null;
    const [whenTrue, whenFalse] = [distributed(names, put(yes)), distributed(names, put(no))];
    return b.node({ ...inner, whenTrue, whenFalse, span: e.span }, inner.condition, whenTrue, whenFalse);
  };
  if (e.kind === 'unary' && e.op === '*')
    return over(e.operand, (operand) => b.node({ ...e, operand }, operand)) ?? e;
  if (e.kind === 'subscript') return over(e.base, (base) => b.node({ ...e, base }, base, e.index)) ?? e;
  if (e.kind !== 'call' || e.args.reduce((all, arg) => all * armsOf(arg), 1) > MOST_ARMS) return e;
  for (const [k, arg] of e.args.entries()) {
    const made = over(arg, (arm) => {
      const args = e.args.with(k, arm);
      return b.node({ ...e, args }, e.callee, ...args);
    });
    if (made) return made;
  }
  return e;
}
