/** A call, as the statements of the function that it calls. */

import type { Span } from '../../../../base/span';
import { freshName, namesOf, sketch } from '../../../mapped';
import { isNull } from '../../lower/memory/pointerVariables';
import * as b from '../../parse/build';
import type * as S from '../../parse/syntax';
import { formalsOf } from '../../parse/syntax';
import { calleeOf, hasEffects, operands, someExpr, writtenPlace } from '../../parse/walk';
import { loopWith, rebuilt, rebuiltExpr } from '../moved/rebuilt';
import { toldApart } from '../ownNames';
import {
  declarationsIn,
  namesSetIn,
  namesWrittenIn,
  partsIn,
  rootName,
  settingsIn,
  statementsIn,
} from '../survey';

/** What is set without being named, and by whom: variables of the file by functions, and those that pointers lead to. */
export interface Shared {
  readonly variables: ReadonlySet<string>;
  readonly pointedTo: ReadonlySet<string>;
  /** Functions that set some of them, or call others of the text. */
  readonly acting: ReadonlySet<string>;
}

export function expanded(
  item: S.FunctionDefinition,
  call: S.CallExpression,
  target: S.Expr | null,
  { taken, shared }: { readonly taken: Set<string>; readonly shared: Shared },
): S.BlockStatement {
  const formals = formalsOf(item);
  const { span } = call;
  const used = new Set(taken);
  const own = toldApart(withParameters(item, formals), (name) => freshName(used, name, '_'));
  const heads = own.body.slice(0, formals.length);
  const names = heads.flatMap((stmt) => declarationsIn(stmt).map(({ name }) => name));
  const parts = partsIn(own);
  const calls = parts.some((e) => shared.acting.has(calleeOf(e)));
  const leads = calls || parts.some((e) => (writtenPlace(e)?.kind ?? 'name') !== 'name');
  const set = new Set([
    ...namesSetIn(own),
    ...(calls ? shared.variables : []),
    ...(leads ? shared.pointedTo : []),
  ]);
  const written = namesWrittenIn(own.body);
  const lent = new Set(call.args.flatMap((arg) => (isAddressOf(arg) ? rootName(arg) : [])));
  const pointers = names.filter((_, i) => formals[i]?.declarator.derivations[0]?.kind === 'pointer');
  const isSetThere = membersSet(own, new Set(pointers));
  const meant = new Map<string, S.Expr>();
  const made: S.Statement[] = [];
  formals.forEach(({ type, declarator: formal }, i) => {
    const name = names[i] ?? '';
    const passed = call.args[i] as S.Expr;
    const settled = settledPlace(passed, formal, name, made) ?? sumAs(passed, type, formal);
    const arg = settled ?? passed;
    const isObject = formal.derivations.length === 0;
    const isSet = (isObject ? written : set).has(name);
    // What the caller has may change while the function is at work: a variable of the file, or one that is lent to it.
    const mayChange =
      isObject &&
      (someExpr(arg, isSetThere) || [...namesOf(arg)].some((each) => set.has(each) || lent.has(each)));
    if (!isSet && !mayChange && (settled || isSteady(arg))) meant.set(name, arg);
    else
      made.push(
        b.declaration(
          { ...type, isConst: type.isConst && !isObject },
          b.declarator(name, span, formal.derivations),
          b.given(arg),
        ),
      );
  });
  const body = own.body.slice(formals.length);
  const returned = returnedName(body);
  const isOwn = body.some((stmt) => declarationsIn(stmt).some(({ name }) => name === returned));
  const stays = (e: S.Expr): boolean =>
    e.kind === 'number' || !(set.has(rootName(e)) || lent.has(rootName(e)));
  const isElement =
    target?.kind === 'subscript' && isSteady(target.base) && isSteady(target.index) && stays(target.index);
  const isDirect =
    target !== null &&
    (isElement || isSteady(target)) &&
    !call.args.some((arg, i) => meets(arg, formals[i], target));
  if (returned && isOwn && isDirect) meant.set(returned, target);
  const substituted = body.flatMap((stmt) => withMeanings(stmt, meant, target));
  return b.block([...made, ...withoutReturns(substituted, target, taken, span)], span);
}

/** What is set through pointers that a function is passed: members of that name, or of any where it hands one on. */
function membersSet(own: S.Statement, pointers: Set<string>): (e: S.Expr) => boolean {
  for (const { name, value } of settingsIn(own)) if (pointers.has(rootName(value))) pointers.add(name);
  const parts = partsIn(own);
  const handsOn = parts.some(
    (e) =>
      e.kind === 'call' &&
      e.args.some((arg) => (arg.kind === 'name' || isAddressOf(arg)) && pointers.has(rootName(arg))),
  );
  const places = parts.map(writtenPlace).filter((place) => place !== null && pointers.has(rootName(place)));
  const set = new Set(places.map((place) => (place?.kind === 'member' ? place.name : '')));
  return (e) => e.kind === 'member' && (handsOn || set.has(e.name));
}

/** Parameters as the first declarations, so that their names are told apart with the rest. */
function withParameters(item: S.FunctionDefinition, formals: readonly S.Parameter[]): S.BlockStatement {
  const heads = formals.map(({ type, declarator: head, span }) => b.declaration(type, { ...head, span }));
  return { ...item.body, body: [...heads, ...item.body.body] };
}

/** What means the same wherever it stands. */
function isSteady(e: S.Expr): boolean {
  if (e.kind === 'cast') return e.type === 'pointer' && isSteady(e.operand);
  if (e.kind === 'unary' && e.op === '&') return isSteady(e.operand);
  if (e.kind === 'member') return isSteady(e.base);
  return e.kind === 'name' || e.kind === 'number';
}

/** `n + 1` and `2*n`, given to an integer: it means the same as long as its names do. */
function sumAs(e: S.Expr, specifier: S.TypeSpecifier, { derivations }: S.Declarator): S.Expr | null {
  const { base: type, bytes } = specifier;
  const isSum = (part: S.Expr): boolean =>
    part.kind === 'binary' ? '+-*'.includes(part.op) && operands(part).every(isSum) : isSteady(part);
  if (e.kind !== 'binary' || !isSum(e) || derivations.length > 0 || bytes) return null;
  return type === 'i32' || type === 'i64'
    ? b.node({ kind: 'cast', type, specifier, wraps: false, pointee: null, operand: e, span: e.span }, e)
    : null;
}

/** `&rows[i + 1]`, given to a pointer to a pointer: which of them is settled before the call. */
function settledPlace(
  e: S.Expr,
  { derivations }: S.Declarator,
  name: string,
  before: S.Statement[],
): S.Expr | null {
  const element = e.kind === 'unary' && e.op === '&' ? e.operand : null;
  if (derivations.length < 2 || element?.kind !== 'subscript' || !isSteady(element.base)) return null;
  const { base, index, span } = element;
  const at = b.declarator(`${name}.at`, span);
  before.push(b.declaration(b.plainType('i32', span), at, b.given(index)));
  return b.unary('&', b.subscript(base, b.named(at.name, span), span), span);
}

/** Whether what an argument is, or leads to, may be part of a place. */
function meets(arg: S.Expr, formal: S.Parameter | undefined, place: S.Expr): boolean {
  const isPlain = formal && formal.declarator.derivations.length === 0 && !formal.type.struct;
  const written = sketch(place);
  return (!isPlain && rootName(arg) === rootName(place)) || someExpr(arg, (part) => sketch(part) === written);
}

/** The one name that is returned, but for null pointers. */
export function returnedName(body: readonly S.Statement[]): string | null {
  const found = new Set<string | null>();
  const visit = (stmt: S.Statement): void => {
    if (stmt.kind === 'return' && stmt.value && !isNull(stmt.value))
      found.add(stmt.value.kind === 'name' ? stmt.value.name : null);
    statementsIn(stmt).forEach(visit);
  };
  body.forEach(visit);
  const [only] = found;
  return found.size === 1 && only ? only : null;
}

/** `set`: what stands for a name that is set where it is declared, and is set there, too. */
export function withMeanings(
  stmt: S.Statement,
  meant: ReadonlyMap<string, S.Expr>,
  set: S.Expr | null = null,
): S.Statement[] {
  const expr = (e: S.Expr, isTest: boolean): S.Expr => {
    const made = e.kind === 'name' ? (meant.get(e.name) ?? e) : simplified(rebuiltExpr(e, expr));
    return isTest && isAddressOf(made) ? b.integer(1, e.span) : made;
  };
  const apart = (given: S.Declaration): S.Statement[] =>
    given.declared.flatMap((each): S.Statement[] => {
      const target = meant.get(each.declarator.name);
      const made = rebuilt({ ...given, declared: [each] }, { expr, stmt: (part) => part }) as S.Declaration;
      if (!target) return [made];
      const initializer = target === set ? made.declared[0]?.initializer : null;
      return initializer
        ? [b.statement(b.assign(target, firstValueOf(made.type, initializer), each.span))]
        : [];
    });
  if (stmt.kind === 'declaration') return apart(stmt);
  const one = (part: S.Statement): S.Statement => b.asOne(withMeanings(part, meant, set), part.span);
  if (stmt.kind === 'block')
    return [{ ...stmt, body: stmt.body.flatMap((each) => withMeanings(each, meant, set)) }];
  if (stmt.kind === 'for') {
    const change = { effect: (e: S.Expr) => expr(e, false), test: (e: S.Expr) => expr(e, true) };
    return [loopWith(stmt, apart, change, one)];
  }
  return [rebuilt(stmt, { expr, stmt: one })];
}

/** What a list of first values gives a structure is a value of its own, `(struct v){ 1, 2 }`. */
function firstValueOf(type: S.TypeSpecifier, initializer: S.Initializer): S.Expr {
  if (initializer.kind === 'expression') return initializer.value;
  const literal = { kind: 'compound', type, derivations: [], initializer, span: initializer.span } as const;
  return b.node(literal, ...operands({ ...literal, height: 0 }));
}

function isAddressOf(e: S.Expr): boolean {
  return e.kind === 'unary' && e.op === '&';
}

/** `*&x`, `&*p`, `(&x)->y` and `&x == NULL`. */
export function simplified(e: S.Expr): S.Expr {
  if (e.kind === 'binary' && (e.op === '==' || e.op === '!=')) {
    const sides = [e.left, e.right];
    if (sides.some(isNull) && sides.some(isAddressOf)) return b.integer(e.op === '!=' ? 1 : 0, e.span);
  }
  if (e.kind === 'unary' && e.operand.kind === 'unary')
    if ((e.op === '*' && e.operand.op === '&') || (e.op === '&' && e.operand.op === '*'))
      return e.operand.operand;
  if (e.kind === 'member' && e.arrow && e.base.kind === 'unary' && e.base.op === '&')
    return { ...e, base: e.base.operand, arrow: false };
  return e;
}

// ------------------------------------------------------------------------------------------------------------- returns

function withoutReturns(
  body: readonly S.Statement[],
  target: S.Expr | null,
  taken: Set<string>,
  span: Span,
): S.Statement[] {
  const set = (stmt: S.ReturnStatement): S.Statement[] => {
    if (!stmt.value) return [];
    if (!target) return hasEffects(stmt.value) ? [b.statement(stmt.value)] : [];
    return stmt.value === target ? [] : [b.statement(b.assign(target, stmt.value, stmt.span))];
  };
  const ended = inTail(body, set);
  if (ended) return ended.stmts;
  const label = freshName(taken, 'done');
  const jump: S.Statement = { kind: 'goto', label, span };
  const jumping = (stmt: S.Statement): S.Statement =>
    stmt.kind === 'return'
      ? b.block([...set(stmt), jump], stmt.span)
      : rebuilt(stmt, { expr: (e) => e, stmt: jumping });
  return [...body.map(jumping), { kind: 'label', name: label, span }, { kind: 'empty', span }];
}

function holdsReturn(stmt: S.Statement): boolean {
  return stmt.kind === 'return' || statementsIn(stmt).some(holdsReturn);
}

/** With every return the last thing that is done on its way; null where a loop holds one. `ends`: it always returns. */
function inTail(
  body: readonly S.Statement[],
  set: (stmt: S.ReturnStatement) => S.Statement[],
): { stmts: S.Statement[]; ends: boolean } | null {
  const stmts: S.Statement[] = [];
  for (const [i, stmt] of body.entries()) {
    const rest = body.slice(i + 1);
    if (stmt.kind === 'return') return { stmts: [...stmts, ...set(stmt)], ends: true };
    if (!holdsReturn(stmt)) {
      stmts.push(stmt);
      continue;
    }
    if (stmt.kind === 'block') {
      const inner = inTail([...stmt.body, ...rest], set);
      return inner && { stmts: [...stmts, ...inner.stmts], ends: inner.ends };
    }
    if (stmt.kind !== 'if') return null;
    const both = ifInTail(stmt, rest, set);
    return both && { stmts: [...stmts, both.stmt], ends: both.ends };
  }
  return { stmts, ends: false };
}

/** With what follows in each arm that does not return. */
function ifInTail(
  stmt: S.IfStatement,
  rest: readonly S.Statement[],
  set: (stmt: S.ReturnStatement) => S.Statement[],
): { stmt: S.Statement; ends: boolean } | null {
  const yes = inTail([stmt.then], set);
  const no = stmt.else ? inTail([stmt.else], set) : { stmts: [], ends: false };
  if (!yes || !no || (!yes.ends && !no.ends && rest.length > 0)) return null;
  const after = inTail(rest, set);
  if (!after) return null;
  const then = yes.ends ? yes.stmts : [...yes.stmts, ...after.stmts];
  const otherwise = no.ends ? no.stmts : [...no.stmts, ...after.stmts];
  const { span } = stmt;
  return {
    stmt: {
      ...stmt,
      then: b.block(then, span),
      else: otherwise.length > 0 ? b.block(otherwise, span) : null,
    },
    ends: (yes.ends || after.ends) && (no.ends || after.ends),
  };
}
