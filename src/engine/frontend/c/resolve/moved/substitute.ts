/** Expressions as they are while it is known where each pointer points. */

import type { Span } from '../../../../base/span';
import { isNull } from '../../lower/memory/pointerVariables';
import { assign, binary, integer, named, node, statement, subscript, unary } from '../../parse/build';
import type * as S from '../../parse/syntax';
import type { Declared } from '../survey';
import { isPointer, sourceOf } from './facts';
import { choice, distributed } from './normal';
import { rebuilt, rebuiltExpr } from './rebuilt';

/** Where a pointer points: to no memory, to an array from its rows on, or, unknown, to what it has no right to. */
export type Target = { readonly name: string; readonly rows: number } | 'null' | 'nothing';

export interface Meaning {
  readonly names: ReadonlyMap<string, Declared>;
  readonly moved: ReadonlySet<string>;
  readonly target: (pointer: string) => Target;
  /** The variables that say how far in: of a row each, and of the elements; null where it is always the first one. */
  readonly row: (pointer: string, k: number) => string;
  readonly at: (pointer: string) => string | null;
  /** Something is read through a pointer that points to nothing: no run that means anything comes here. */
  dead: boolean;
  /** Told of what has no counterpart. */
  readonly refuse: (span: Span) => void;
}

/** The statement, without what a test of a pointer leaves out; null where all of it is left out. */
export function substitutedStatement(m: Meaning, stmt: S.Statement): S.Statement | null {
  if (stmt.kind === 'expression') return substitutedEffect(m, stmt);
  const made = rebuilt(stmt, {
    expr: (e, isTest) =>
      stmt.kind === 'for' && (e === stmt.increment || e === stmt.init)
        ? effect(m, e)
        : substituted(m, e, isTest),
    stmt: (part) => {
      const before = m.dead;
      m.dead = false;
      const inner = substitutedStatement(m, part);
      const isDead = m.dead;
      // Only what is sure to be done makes the whole of it meaningless.
      m.dead = before || (isDead && stmt.kind === 'block');
      return inner && !isDead ? inner : { kind: 'empty', span: part.span };
    },
  });
  if (made.kind !== 'if') return made;
  const known = made.condition === (stmt as S.IfStatement).condition ? null : constantOf(made.condition);
  if (known === null) return made;
  const taken = known ? made.then : made.else;
  return taken ?? null;
}

function substitutedEffect(m: Meaning, stmt: S.ExpressionStatement): S.Statement {
  const { expr } = stmt;
  const made = effect(m, expr);
  // A choice that an argument made: what is called may return nothing.
  const [only] = expr.kind === 'call' && made.kind === 'conditional' ? asBranches(made) : [];
  return only ?? { ...stmt, expr: made };
}

/** An expression whose value nobody takes: of a pointer that steps only its variable does. */
export function effect(m: Meaning, e: S.Expr): S.Expr {
  if (e.kind === 'comma') {
    const [left, right] = [effect(m, e.left), effect(m, e.right)];
    return node({ ...e, left, right }, left, right);
  }
  const made = substituted(m, e);
  const isStep = (e.kind === 'update' || e.kind === 'assign') && m.moved.has(nameOf(e));
  return isStep && made.kind === 'binary' ? made.right : made;
}

function asBranches(e: S.Expr): S.Statement[] {
  return e.kind === 'conditional'
    ? choice(e, asBranches(e.whenTrue), asBranches(e.whenFalse))
    : [statement(e)];
}

export function constantOf(e: S.Expr): boolean | null {
  return e.kind === 'number' && !e.real && e.text.length === 1 ? e.text !== '0' : null;
}

export function substituted(m: Meaning, given: S.Expr, isTest = false): S.Expr {
  const e = distributed(m.names, given);
  if (isTest) {
    const known = isThere(m, e);
    if (known !== null) return integer(known ? 1 : 0, e.span);
  }
  switch (e.kind) {
    case 'name':
      return m.moved.has(e.name) ? address(m, e.name, null, e.span) : e;
    case 'unary':
      return unaryOperation(m, e);
    case 'subscript': {
      const base = substituted(m, e.base);
      if (base.kind === 'name' && base.name === 'NULL') m.dead = true;
      return elementOf(base, substituted(m, e.index), e);
    }
    case 'binary':
      return binaryOperation(m, e, isTest);
    case 'conditional':
      return conditional(m, e);
    case 'assign':
      return assignment(m, e);
    case 'update':
      return update(m, e);
    case 'sizeof':
      return size(m, e);
    default:
      return rebuiltExpr(e, (part, test) => substituted(m, part, test));
  }
}

/** `a + k` of the pointer, with `by` for its own variable where that changes while it is read. */
function address(m: Meaning, pointer: string, by: S.Expr | null, span: Span): S.Expr {
  const target = m.target(pointer);
  if (target === 'nothing') m.dead = true;
  if (typeof target === 'string') return named('NULL', span);
  const known = m.names.get(target.name);
  let base: S.Expr = named(target.name, span);
  if (known && known.derivations.length === 0) return unary('&', base, span);
  for (let k = 0; k < target.rows; k++) base = subscript(base, named(m.row(pointer, k), span), span);
  const at = m.at(pointer);
  const right = by ?? (at === null ? null : named(at, span));
  return right ? binary('+', base, right, span) : base;
}

function elementOf(base: S.Expr, index: S.Expr, e: S.Subscript): S.Expr {
  const { span } = e;
  if (base.kind === 'unary' && base.op === '&' && constantOf(index) === false) return base.operand;
  const isShifted = base.kind === 'binary' && base.op === '+' && base !== e.base && e.base.kind === 'name';
  if (!isShifted) return node({ ...e, base, index }, base, index);
  if (constantOf(index) === false) return subscript(base.left, base.right, span);
  return subscript(base.left, binary('+', base.right, index, span), span);
}

function unaryOperation(m: Meaning, e: S.UnaryOperation): S.Expr {
  if (e.op === '!') {
    const operand = substituted(m, e.operand, true);
    const known = constantOf(operand);
    return known === null ? node({ ...e, operand }, operand) : integer(known ? 0 : 1, e.span);
  }
  const operand = substituted(m, e.operand);
  if (e.op === '*' && operand.kind === 'name' && operand.name === 'NULL') m.dead = true;
  if (e.op === '*' && operand !== e.operand) {
    if (operand.kind === 'unary' && operand.op === '&') return operand.operand;
    if (operand.kind === 'binary' && operand.op === '+' && isMoved(m, e.operand))
      return subscript(operand.left, operand.right, e.span);
  }
  return operand === e.operand ? e : node({ ...e, operand }, operand);
}

function isMoved(m: Meaning, e: S.Expr): boolean {
  return (e.kind === 'name' || e.kind === 'update') && m.moved.has(nameOf(e));
}

function nameOf(e: S.Expr): string {
  if (e.kind === 'update') return nameOf(e.operand);
  return e.kind === 'assign' ? nameOf(e.target) : e.kind === 'name' ? e.name : '';
}

/** Whether an address is none of the null pointer; null of what is no address. */
function isThere(m: Meaning, e: S.Expr): boolean | null {
  const source = sourceOf(m.names, e);
  if (source.kind === 'null') return e.kind === 'number' ? null : false;
  if (source.kind !== 'place') return null;
  if (!m.moved.has(source.name)) return true;
  const target = m.target(source.name);
  if (target === 'nothing') m.dead = true;
  return target !== 'null';
}

function binaryOperation(m: Meaning, e: S.BinaryOperation, isTest: boolean): S.Expr {
  if (e.op === '&&' || e.op === '||') return connective(m, e, isTest);
  if (e.op === '==' || e.op === '!=') {
    const same = isSame(m, e);
    if (same !== null) return integer(same === (e.op === '==') ? 1 : 0, e.span);
  }
  return rebuiltExpr(e, (part) => substituted(m, part));
}

function isSame(m: Meaning, e: S.BinaryOperation): boolean | null {
  if (isNull(e.left) || isNull(e.right)) {
    const there = isNull(e.left) ? isThere(m, e.right) : isThere(m, e.left);
    return there === null ? null : !there;
  }
  const [a, b] = [sourceOf(m.names, e.left), sourceOf(m.names, e.right)];
  if (a.kind !== 'place' || b.kind !== 'place') return null;
  if (!m.moved.has(a.name) && !m.moved.has(b.name)) return null;
  // What a pointer holds that stays is known where it is declared: the comparison of the places tells.
  if ([a, b].some(({ name }) => !m.moved.has(name) && holdsAddress(m.names.get(name)))) return null;
  const [from, to] = [a, b].map(({ name }) => rootOf(m, name));
  if (from === 'nothing' || to === 'nothing') m.dead = true;
  const isFirst = !a.at && !b.at && [a, b].every(({ name }) => !m.moved.has(name) || m.at(name) === null);
  if (from !== to) return false;
  return isFirst || from === 'null' ? true : null;
}

function holdsAddress(known: Declared | undefined): boolean {
  return known !== undefined && isPointer(known) && !known.isParameter;
}

function rootOf(m: Meaning, name: string): string {
  if (!m.moved.has(name)) return `${name}/0`;
  const target = m.target(name);
  return typeof target === 'string' ? target : `${target.name}/${target.rows}`;
}

function connective(m: Meaning, e: S.BinaryOperation, isTest: boolean): S.Expr {
  const decides = e.op === '||';
  const before = m.dead;
  const left = substituted(m, e.left, true);
  const known = left === e.left ? null : constantOf(left);
  if (known === decides) return integer(decides ? 1 : 0, e.span);
  m.dead = before || (m.dead && known === null);
  const deadLeft = m.dead;
  const right = substituted(m, e.right, true);
  if (known === null) m.dead = deadLeft;
  const second = right === e.right ? null : constantOf(right);
  if (known !== null && (isTest || second !== null)) return right;
  if (second === !decides && isTest) return left;
  return node({ ...e, left, right }, left, right);
}

function conditional(m: Meaning, e: S.Conditional): S.Expr {
  const condition = substituted(m, e.condition, true);
  const known = condition === e.condition ? null : constantOf(condition);
  if (known !== null) return substituted(m, known ? e.whenTrue : e.whenFalse);
  const before = m.dead;
  const whenTrue = substituted(m, e.whenTrue);
  const whenFalse = substituted(m, e.whenFalse);
  m.dead = before;
  return node({ ...e, condition, whenTrue, whenFalse }, condition, whenTrue, whenFalse);
}

/** `p += n` moves what says how far in. */
function assignment(m: Meaning, e: S.Assignment): S.Expr {
  const { target } = e;
  if (target.kind !== 'name' || !m.moved.has(target.name))
    return rebuiltExpr(e, (part) => substituted(m, part));
  const at = m.at(target.name);
  if (e.op === null || at === null) {
    m.refuse(e.span);
    return e;
  }
  const step = assign(named(at, e.span), substituted(m, e.value), e.span, e.op);
  return address(m, target.name, step, e.span);
}

function update(m: Meaning, e: S.Update): S.Expr {
  const { operand } = e;
  if (operand.kind !== 'name' || !m.moved.has(operand.name))
    return rebuiltExpr(e, (part) => substituted(m, part));
  const at = m.at(operand.name);
  return address(m, operand.name, at === null ? null : { ...e, operand: named(at, e.span) }, e.span);
}

/** As large as what the pointer is declared to point to: nothing is read. */
function size(m: Meaning, e: S.Sizeof): S.Expr {
  const { operand } = e;
  if (!operand) return e;
  const pointed =
    operand.kind === 'unary' && operand.op === '*'
      ? operand.operand
      : operand.kind === 'subscript'
        ? operand.base
        : operand;
  const known = pointed.kind === 'name' && m.moved.has(pointed.name) ? m.names.get(pointed.name) : undefined;
  if (!known || !isPointer(known)) return e;
  const isWhole = pointed === operand;
  const derivations = isWhole ? known.derivations : known.derivations.slice(1);
  const type = isWhole ? 'pointer' : known.type.base;
  return { ...e, type, specifier: known.type, derivations, operand: null, height: 1 };
}
