/**
 * Statements without a function. Names that nothing declares are parameters by reference, in order of first
 * appearance: `int` where they index or count, else `double`; an array where they have a subscript.
 */

import { reached } from '../../../base/components';
import { getOrMake } from '../../../base/once';
import { constant } from '../../../ir/build';
import type { ScalarType, Shape } from '../../../ir/types';
import { shortened } from '../../limitedSink';
import { newVariable, type RoutineState, uniqueName, type VariableDraft } from '../lower/state';
import { integer } from '../parse/build';
import type * as S from '../parse/syntax';
import { operands } from '../parse/walk';
import { CONSTANTS } from './library';
import { expressionsOf, rootName, statementsIn } from './survey';

interface Guess {
  readonly name: S.Name;
  rank: number;
  /** Where it has that many subscripts. */
  deepest: S.Expr;
}

/** Integer or real? Names that an integer fact reaches are integers. */
interface Facts {
  readonly integers: Set<string>;
  /** If the first is an integer, so is the second. */
  readonly implied: Map<string, string[]>;
}

export function declareUndeclared(s: RoutineState, body: readonly S.Statement[]): VariableDraft[] {
  const guesses = new Map<string, Guess>();
  const facts: Facts = { integers: new Set(), implied: new Map() };
  const scopes: Set<string>[] = [new Set()];
  const isDeclared = (name: string): boolean =>
    scopes.some((scope) => scope.has(name)) ||
    s.file.globals.has(name) ||
    s.file.functions.has(name) ||
    CONSTANTS.has(name) ||
    name === 'NULL';

  const mention = (name: S.Name, subscripts: number, whole: S.Expr): void => {
    if (isDeclared(name.name)) return;
    const guess = guesses.get(name.name);
    if (!guess) guesses.set(name.name, { name, rank: subscripts, deepest: whole });
    else if (subscripts > guess.rank) {
      guess.rank = subscripts;
      guess.deepest = whole;
    }
  };
  const expression = (e: S.Expr): void => {
    const chain = subscriptChain(e);
    if (chain) {
      mention(chain.name, chain.indices.length, e);
      for (const index of chain.indices) {
        wantInteger(facts, index);
        expression(index);
      }
      return;
    }
    noteTypes(facts, e);
    if (e.kind === 'call') {
      const callee = e.callee.kind === 'name' ? s.file.functions.get(e.callee.name) : undefined;
      if (e.callee.kind !== 'name') expression(e.callee);
      e.args.forEach((arg, i) => {
        const formal = callee?.parameters[i];
        if (formal && (formal.type === 'i32' || formal.type === 'i64')) wantInteger(facts, arg);
        if (formal?.passing === 'reference' && arg.kind === 'name')
          mention(arg, formal.shape?.dimensions.length ?? 1, arg);
        expression(arg);
      });
      return;
    }
    for (const part of operands(e)) expression(part);
  };
  const initializer = (given: S.Initializer): void => {
    if (given.kind === 'expression') expression(given.value);
    else given.items.forEach(initializer);
  };
  const declaration = (stmt: S.Declaration): void => {
    const scope = scopes.at(-1);
    for (const { name } of stmt.type.enumerators) scope?.add(name);
    for (const each of stmt.declared) {
      for (const e of expressionsOf({ ...stmt, declared: [each] })) {
        wantInteger(facts, e);
        expression(e);
      }
      if (each.initializer) initializer(each.initializer);
      scope?.add(each.declarator.name);
    }
  };
  const statement = (stmt: S.Statement): void => {
    const isScope = stmt.kind === 'block' || stmt.kind === 'for';
    if (isScope) scopes.push(new Set());
    if (stmt.kind === 'for') noteCounting(facts, stmt);
    if (stmt.kind === 'for' && stmt.init?.kind === 'declaration') declaration(stmt.init);
    if (stmt.kind === 'switch') wantInteger(facts, stmt.selector);
    if (stmt.kind === 'declaration') declaration(stmt);
    else expressionsOf(stmt).forEach(expression);
    const inner = statementsIn(stmt);
    (stmt.kind === 'for' ? inner.filter(({ kind }) => kind !== 'declaration') : inner).forEach(statement);
    if (isScope) scopes.pop();
  };
  for (const stmt of body) statement(stmt);
  const integers = reached(facts.integers, (name) => facts.implied.get(name) ?? []);
  return [...guesses.values()].flatMap((guess) => declare(s, guess, integers));
}

function declare(s: RoutineState, guess: Guess, integers: ReadonlySet<string>): VariableDraft[] {
  const { name, span } = guess.name;
  if (guess.rank > 1) {
    s.file.sink.error(
      'declaration-needed',
      `\`${shortened(name)}\` has ${guess.rank} subscripts, and nothing tells how long its rows are.`,
      guess.deepest.span,
      `Declare it: \`double ${name}[n][m];\`, or write a function with that parameter.`,
    );
    s.scopes[0]?.set(name, { kind: 'refused', span });
    return [];
  }
  const type: ScalarType = integers.has(name) ? 'i32' : 'f64';
  const shape: Shape | null =
    guess.rank === 0
      ? null
      : { dimensions: [{ lower: constant(0, 'i32', span), extent: null }], order: 'row' };
  const variable = newVariable(s.file, {
    name: uniqueName(s, name),
    type,
    shape,
    role: 'parameter',
    passing: 'reference',
    owner: s.index,
    span,
  });
  s.scopes[0]?.set(name, { kind: 'variable', variable, isConst: false, span });
  return [variable];
}

/** Parts of chains that end in no name: each is part of longer ones, which are then not followed again. */
const endingNowhere = new WeakSet<S.Expr>();

/** `a[i][j]`, `*a`, `*(a + i)`: a name and its subscripts. A bare name has none. */
function subscriptChain(e: S.Expr): { name: S.Name; indices: S.Expr[] } | null {
  const indices: S.Expr[] = [];
  const links: S.Expr[] = [];
  let at = e;
  for (;;) {
    if (at.kind === 'name') return { name: at, indices: indices.reverse() };
    const next = linkOf(at);
    if (!next || endingNowhere.has(at)) break;
    links.push(at);
    indices.push(next.index);
    at = next.base;
  }
  for (const link of links) endingNowhere.add(link);
  return null;
}

function linkOf(e: S.Expr): { base: S.Expr; index: S.Expr } | null {
  if (e.kind === 'subscript') return e;
  if (e.kind !== 'unary' || e.op !== '*') return null;
  const inner = e.operand;
  return inner.kind === 'binary' && (inner.op === '+' || inner.op === '-') && rootName(inner.left) !== ''
    ? { base: inner.left, index: inner.right }
    : { base: inner, index: integer(0, e.span) };
}

// ---------------------------------------------------------------------------------------------------------------- facts

/** Every name that an expression is a sum, difference or product of must be an integer. */
function wantInteger(facts: Facts, e: S.Expr): void {
  for (const name of terms(e)) facts.integers.add(name);
}

/** Names whose type decides whether an expression is an integer: operands of arithmetic, arrays of elements. */
function terms(e: S.Expr): string[] {
  const names: string[] = [];
  collectTerms(e, names);
  return names;
}

function collectTerms(e: S.Expr, names: string[]): void {
  switch (e.kind) {
    case 'name':
      names.push(e.name);
      return;
    case 'subscript': {
      const chain = subscriptChain(e);
      if (chain) names.push(chain.name.name);
      return;
    }
    case 'unary':
      if (e.op === '-' || e.op === '+' || e.op === '~' || e.op === '*') collectTerms(e.operand, names);
      return;
    case 'update':
      collectTerms(e.operand, names);
      return;
    case 'binary':
      if (!INTEGER_CLOSED.has(e.op)) return;
      collectTerms(e.left, names);
      collectTerms(e.right, names);
      return;
    case 'assign':
      collectTerms(e.target, names);
      collectTerms(e.value, names);
      return;
    case 'comma':
      collectTerms(e.right, names);
      return;
    case 'conditional':
      collectTerms(e.whenTrue, names);
      collectTerms(e.whenFalse, names);
      return;
    default:
      return;
  }
}
const INTEGER_CLOSED = new Set(['+', '-', '*', '/', '%', '&', '|', '^', '<<', '>>']);
const INTEGER_ONLY = new Set(['%', '&', '|', '^', '<<', '>>']);

function noteTypes(facts: Facts, e: S.Expr): void {
  if (e.kind === 'update') wantInteger(facts, e.operand);
  if (e.kind === 'binary' && INTEGER_ONLY.has(e.op)) {
    wantInteger(facts, e.left);
    wantInteger(facts, e.right);
  }
  if (e.kind === 'unary' && e.op === '~') wantInteger(facts, e.operand);
  if (e.kind !== 'assign') return;
  if (e.op !== null && INTEGER_ONLY.has(e.op)) wantInteger(facts, e);
  // What an integer is set to is an integer. An assignment in an assignment says itself what its own target implies.
  const target = rootName(e.target);
  const between = e.value.kind === 'assign' ? rootName(e.value.target) : '';
  if (target !== '') imply(facts, target, between === '' ? terms(e.value) : [between]);
}

function imply(facts: Facts, from: string, to: readonly string[]): void {
  getOrMake(facts.implied, from, () => []).push(...to);
}

/** `for (i = a; i < b; i++)` counts: i, and what it starts from and runs up to. */
function noteCounting(facts: Facts, stmt: S.ForStatement): void {
  const { init, condition, increment } = stmt;
  const stepped = increment ? steppedName(increment) : null;
  if (!stepped || (init && init.kind !== 'declaration' && mentionsReal(init))) return;
  const declaredReal = init?.kind === 'declaration' && (init.type.base === 'f64' || init.type.base === 'f32');
  if (declaredReal) return;
  if (init?.kind === 'assign' && rootName(init.target) === stepped) wantInteger(facts, init);
  if (init?.kind === 'declaration')
    for (const each of init.declared)
      if (each.initializer?.kind === 'expression') wantInteger(facts, each.initializer.value);
  if (condition?.kind === 'binary' && COMPARISONS.has(condition.op)) {
    const sides = [...terms(condition.left), ...terms(condition.right)];
    if (sides.includes(stepped)) for (const name of sides) facts.integers.add(name);
  }
  facts.integers.add(stepped);
}
const COMPARISONS = new Set(['<', '<=', '>', '>=', '!=', '==']);

/** The name that is stepped by an integer. */
function steppedName(e: S.Expr): string | null {
  if (e.kind === 'update' && e.operand.kind === 'name') return e.operand.name;
  if (e.kind !== 'assign' || e.target.kind !== 'name' || mentionsReal(e.value)) return null;
  if (e.op === '+' || e.op === '-') return e.target.name;
  const isStep = e.op === null && e.value.kind === 'binary' && (e.value.op === '+' || e.value.op === '-');
  return isStep && terms(e.value).includes(e.target.name) ? e.target.name : null;
}

function mentionsReal(e: S.Expr): boolean {
  if (e.kind === 'number') return e.real;
  if (e.kind === 'call') return true;
  return operands(e).some(mentionsReal);
}
