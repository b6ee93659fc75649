/**
 * What asks whether there was memory. `if (!(p = malloc(n)) || !(q = malloc(n)))` becomes statements of their own,
 * `p = malloc(n); q = malloc(n); if (!p || !q)`; and a call of a function that does no more than that,
 * `void *xmalloc(size_t n) { void *p = malloc(n); if (!p) exit(1); return p; }`, is one of `malloc`.
 */

import { mapped } from '../../../mapped';
import { isNull } from '../../lower/memory/pointerVariables';
import { block, statement } from '../../parse/build';
import type * as S from '../../parse/syntax';
import { formalsOf } from '../../parse/syntax';
import { calleeOf, hasEffects, withoutCasts } from '../../parse/walk';
import { givesMemory } from '../moved/facts';
import { type Item, partsIn, withoutDeclared } from '../survey';

export function withoutHeapTests(file: S.SourceFile): S.SourceFile {
  return file.hasHeap ? withoutAllocators({ ...file, items: mapped(file.items, change) }) : file;
}

// ---------------------------------------------------------------------------------------------- functions of one's own

interface Allocator {
  /** It returns `void *`. */
  readonly isOfAny: boolean;
  readonly formals: readonly string[];
  readonly call: S.CallExpression;
}

function withoutAllocators(file: S.SourceFile): S.SourceFile {
  const found = new Map<string, Allocator>();
  for (const item of file.items) {
    const made = item.kind === 'function' ? allocator(item) : null;
    if (made && item.kind === 'function') found.set(item.declarator.name, made);
  }
  if (found.size === 0) return file;
  const asked = mapped(file.items, (e: S.Expr) => allocation(found, e));
  // Of those that return memory of numbers one may be what is to be read.
  const isGone = (name: string): boolean =>
    found.has(name) && !isCalled(asked, name) && (found.get(name)?.isOfAny || isCalled(file.items, name));
  const others = asked.filter((item) => item.kind !== 'function' || !isGone(item.declarator.name));
  if (others.length === asked.length) return { ...file, items: asked };
  // One may call another.
  return withoutAllocators({ ...file, items: withoutDeclared(others, isGone) });
}

function isCalled(items: readonly Item[], name: string): boolean {
  return items.some(
    (item) => item.kind === 'function' && partsIn(item.body).some((e) => calleeOf(e) === name),
  );
}

function allocation(found: ReadonlyMap<string, Allocator>, e: S.Expr): S.Expr {
  const own = found.get(calleeOf(e));
  if (!own || e.kind !== 'call' || own.formals.length !== e.args.length || e.args.some(hasEffects)) return e;
  const meant = (part: S.Expr): S.Expr =>
    (part.kind === 'name' && e.args[own.formals.indexOf(part.name)]) || part;
  return { ...e, callee: own.call.callee, args: mapped(own.call.args, meant) };
}

/** What it does but for tests; null if that is more than to ask for memory once. */
function allocator(item: S.FunctionDefinition): Allocator | null {
  if (item.declarator.derivations.length !== 2 || item.declarator.derivations[1]?.kind !== 'pointer')
    return null;
  const formals = formalsOf(item).map(({ declarator }) => declarator.name);
  const calls: S.CallExpression[] = [];
  let pointer = '';
  const given = (value: S.Expr, name: string): boolean => {
    const call = withoutCasts(value);
    if (call.kind !== 'call' || !givesMemory(call) || call.args.some(hasEffects)) return false;
    pointer = name;
    return calls.push(call) === 1;
  };
  const isPointer = (e: S.Expr | null): boolean => {
    const plain = e && withoutCasts(e);
    return plain?.kind === 'name' && plain.name === pointer;
  };
  /** Sure to be false where there is memory. */
  const isNullTest = (e: S.Expr): boolean =>
    (e.kind === 'unary' && e.op === '!' && isPointer(e.operand)) ||
    (e.kind === 'binary' &&
      e.op === '==' &&
      [e.left, e.right].some(isNull) &&
      [e.left, e.right].some(isPointer)) ||
    (e.kind === 'binary' && e.op === '&&' && !hasEffects(e) && (isNullTest(e.left) || isNullTest(e.right)));
  const isPlain = (stmt: S.Statement): boolean => {
    if (stmt.kind === 'block') return stmt.body.every(isPlain);
    if (stmt.kind === 'declaration')
      return stmt.declared.every(
        ({ declarator, initializer }) =>
          !initializer || (initializer.kind === 'expression' && given(initializer.value, declarator.name)),
      );
    if (stmt.kind === 'return') return isPointer(stmt.value) || (!!stmt.value && given(stmt.value, ''));
    if (stmt.kind === 'if') return isNullTest(stmt.condition) && !stmt.else;
    if (stmt.kind !== 'expression') return false;
    const { expr } = stmt;
    if (expr.kind === 'assign') return expr.target.kind === 'name' && given(expr.value, expr.target.name);
    return expr.kind === 'call' && calleeOf(expr) === 'assert' && !expr.args.some(hasEffects);
  };
  const [call] = item.body.body.every(isPlain) ? calls : [];
  return call ? { isOfAny: item.type.base === 'void', formals, call } : null;
}

// --------------------------------------------------------------------------------------------------------------- tests

function change(node: object): object {
  if (!('kind' in node)) return node;
  // Memory on the stack is memory of the call, too.
  if (node.kind === 'name' && (node as S.Name).name === 'alloca') return { ...node, name: 'malloc' };
  if (node.kind !== 'if') return node;
  const test = node as S.IfStatement;
  const given = givenIn(test.condition);
  if (!given) return node;
  const condition = mapped(test.condition, (e: S.Expr) => given.find((each) => each === e)?.target ?? e);
  return block([...given.map(statement), { ...test, condition }], test.span);
}

/** The assignments of a test that asks for nothing but whether there was memory. */
function givenIn(e: S.Expr): readonly S.Assignment[] | null {
  if (e.kind === 'binary' && (e.op === '||' || e.op === '&&')) {
    const [left, right] = [givenIn(e.left), givenIn(e.right)];
    return left && right && [...left, ...right];
  }
  if (e.kind === 'unary' && e.op === '!') return givenIn(e.operand);
  if (e.kind === 'binary' && (e.op === '==' || e.op === '!=') && isNull(e.right)) return givenIn(e.left);
  if (e.kind === 'binary' && (e.op === '==' || e.op === '!=') && isNull(e.left)) return givenIn(e.right);
  return e.kind === 'assign' && e.op === null && givesMemory(e.value) ? [e] : null;
}
