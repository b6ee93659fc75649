/** How functions and texts get from one object to another, and which objects do more than to hand them on. */

import { isNull } from '../../lower/memory/pointerVariables';
import type * as S from '../../parse/syntax';
import { formalsOf } from '../../parse/syntax';
import { calleeOf, operands } from '../../parse/walk';
import { OUTPUT } from '../library';
import { expressionsOf, statementsIn } from '../survey';
import { type Coded, type Found, keyOf, type Objects, objectAt, type Place, withoutStar } from './objects';

/** Objects between which functions or texts go, and what they start as. */
export class Groups {
  private readonly parents = new Map<string, string>();
  private readonly values = new Map<string, Set<string>>();
  private readonly spoilt = new Set<string>();

  root(key: string): string {
    let at = key;
    for (let up = this.parents.get(at); up !== undefined; up = this.parents.get(at)) at = up;
    return at;
  }
  join(a: string, b: string): void {
    const [from, to] = [this.root(a), this.root(b)];
    if (from === to) return;
    this.parents.set(from, to);
    for (const each of this.values.get(from) ?? []) this.give(to, each);
    if (this.spoilt.has(from)) this.spoilt.add(to);
  }
  give(key: string, value: string): void {
    const root = this.root(key);
    const known = this.values.get(root) ?? new Set();
    this.values.set(root, known.add(value));
  }
  spoil(key: string): void {
    this.spoilt.add(this.root(key));
  }
  isSpoilt(key: string): boolean {
    return this.spoilt.has(this.root(key));
  }
  valuesOf(key: string): readonly string[] {
    return [...(this.values.get(this.root(key)) ?? [])];
  }
}

export interface Uses {
  readonly groups: Groups;
  /** Function names and texts, where they are values, and the object that they are for. */
  readonly literals: ReadonlyMap<S.Expr, string>;
}

/** What compares texts, what prints into one, what copies one. */
export const COMPARING = new Set(['strcmp']);
export const PRINTING_INTO = new Set(['sprintf', 'snprintf']);
export const COPYING = new Set(['strcpy', 'strncpy']);

/** What a text is for that is passed to a function whose body is not here. */
export const ELSEWHERE = '';

interface Walk extends Uses {
  readonly objects: Objects;
  readonly declared: ReadonlySet<string>;
  readonly isFunction: (name: string) => boolean;
  /** By function: what its parameters may hold. */
  readonly formals: ReadonlyMap<string, readonly (Coded | null)[]>;
  readonly place: Place;
  readonly literals: Map<S.Expr, string>;
}

export function usesOf(
  file: S.SourceFile,
  { objects, places, declared }: Found,
  isFunction: (name: string) => boolean,
): Uses {
  const formals = new Map<string, readonly (Coded | null)[]>();
  for (const [item, { fn }] of places) {
    const parameters = formalsOf(item as S.FunctionDefinition);
    const held = parameters.map((p) => objects.get(`${fn}/${p.declarator.name}`) ?? null);
    formals.set(fn, held);
  }
  const outside: Place = { fn: '', locals: new Set() };
  const w: Walk = {
    groups: new Groups(),
    literals: new Map(),
    objects,
    declared,
    isFunction,
    formals,
    place: outside,
  };
  for (const item of file.items)
    if (item.kind === 'function') statement({ ...w, place: places.get(item) ?? outside }, item.body);
    else statement(w, item);
  return w;
}

function statement(w: Walk, stmt: S.Statement): void {
  const isTest = stmt.kind === 'if' || stmt.kind === 'while' || stmt.kind === 'doWhile';
  for (const e of expressionsOf(stmt))
    if (isTest) test(w, e);
    else visit(w, e);
  if (stmt.kind === 'declaration' && stmt.type.storage !== 'typedef')
    for (const { declarator, initializer } of stmt.declared) {
      const key = w.place.fn === '' ? `/${declarator.name}` : `${w.place.fn}/${declarator.name}`;
      const { type } = stmt;
      const { derivations } = declarator;
      if (initializer) given(w, initializer, w.objects.get(key) ?? null, { type, derivations });
    }
  for (const inner of statementsIn(stmt)) statement(w, inner);
}

/** What a list gives to members and to elements, braces around structures in arrays left out or not. */
function given(
  w: Walk,
  initializer: S.Initializer,
  to: Coded | null,
  { type, derivations }: Pick<S.StructMember, 'type' | 'derivations'>,
): void {
  if (initializer.kind === 'expression') {
    value(w, initializer.value, to);
    return;
  }
  const members = type.struct?.members() ?? [];
  const isArray = derivations[0]?.kind === 'array';
  let at = 0;
  for (const item of initializer.items) {
    if (isArray && (item.kind === 'list' || members.length === 0)) {
      given(w, item, to, { type, derivations: derivations.slice(1) });
      continue;
    }
    if (item.member) at = members.findIndex(({ name }) => name === item.member);
    const member = members[at++ % members.length];
    given(
      w,
      item,
      member ? (w.objects.get(`.${member.name}`) ?? null) : to,
      member ?? { type, derivations: [] },
    );
  }
}

/** An expression whose value goes to `to`, or is only looked at. */
function value(w: Walk, e: S.Expr, to: Coded | null): void {
  const bare = to?.kind === 'text' ? e : withoutStar(e);
  if (bare.kind === 'cast') {
    value(w, bare.operand, to);
    return;
  }
  if (bare.kind === 'conditional') {
    test(w, bare.condition);
    value(w, bare.whenTrue, to);
    value(w, bare.whenFalse, to);
    return;
  }
  const from = objectAt(w.objects, w.place, bare);
  if (from) {
    inside(w, bare);
    if (to && to.kind === from.kind) w.groups.join(from.key, to.key);
    else if (to) for (const { key } of [from, to]) w.groups.spoil(key);
    // The first letter of a text is no code.
    if (bare !== e && from.kind === 'text') w.groups.spoil(from.key);
    return;
  }
  if (isNull(bare)) {
    if (to) w.literals.set(bare, to.key);
    return;
  }
  const name = literalOf(w, bare);
  if (name !== null && to && to.kind === kindOfLiteral(bare)) {
    w.groups.give(to.key, name);
    w.literals.set(bare, to.key);
    return;
  }
  if (to) w.groups.spoil(to.key);
  visit(w, e);
}

function kindOfLiteral(e: S.Expr): Coded['kind'] {
  return e.kind === 'string' ? 'text' : isOpened(e) ? 'file' : 'function';
}

/** What gives a file, or is one from the start. */
export function isOpened(e: S.Expr): boolean {
  return OPENING.has(e.kind === 'name' ? e.name : calleeOf(e));
}
const OPENING = new Set(['fopen', 'tmpfile', 'popen', 'stdin', 'stdout', 'stderr']);

/** A text, a file, or a function by its name. */
function literalOf({ place, isFunction }: Walk, e: S.Expr): string | null {
  if (e.kind === 'string') return e.text;
  if (isOpened(e)) return 'open';
  return e.kind === 'name' && !place.locals.has(e.name) && isFunction(e.name) ? e.name : null;
}

/** What leads to an object: its subscripts, and what it is a member of. */
function inside(w: Walk, e: S.Expr): void {
  if (e.kind === 'subscript') {
    inside(w, e.base);
    visit(w, e.index);
  } else if (e.kind === 'cast') inside(w, e.operand);
  else if (e.kind === 'member' && e.base.kind !== 'name') visit(w, e.base);
}

function test(w: Walk, e: S.Expr): void {
  if (e.kind === 'unary' && e.op === '!') test(w, e.operand);
  else if (e.kind === 'binary' && (e.op === '&&' || e.op === '||')) {
    test(w, e.left);
    test(w, e.right);
  } else if (objectAt(w.objects, w.place, e)) inside(w, e);
  else if (e.kind === 'call') called(w, e, true);
  else visit(w, e);
}

/** `isTest`: only whether its value is zero counts. */
function called(w: Walk, e: S.CallExpression, isTest: boolean): void {
  const callee = withoutStar(e.callee);
  if (objectAt(w.objects, w.place, callee)) {
    inside(w, callee);
    for (const arg of e.args) visit(w, arg);
    return;
  }
  const name = callee.kind === 'name' ? callee.name : '';
  const [first] = e.args;
  if (COMPARING.has(name)) compared(w, e.args, isTest);
  const copied = COPYING.has(name) && first ? objectAt(w.objects, w.place, first) : null;
  if (copied || COMPARING.has(name) || OUTPUT.has(name) || PRINTING_INTO.has(name)) {
    e.args.forEach((arg, k) => {
      if (copied && k === 1) value(w, arg, copied);
      else looked(w, arg);
    });
    return;
  }
  const to = w.formals.get(name);
  e.args.forEach((arg, k) => {
    const formal = to?.[k] ?? null;
    const from = objectAt(w.objects, w.place, arg);
    if (from && !formal) w.groups.spoil(from.key);
    if (!to && arg.kind === 'string' && w.declared.has(name)) w.literals.set(arg, ELSEWHERE);
    if (formal) value(w, arg, formal);
    else visit(w, arg);
  });
}

/** Both are codes, or both have letters, as where the order of texts counts. */
function compared(w: Walk, args: readonly S.Expr[], isTest: boolean): void {
  const given = args.filter(({ kind }) => kind !== 'string').map((arg) => objectAt(w.objects, w.place, arg));
  const found = given.filter((each) => each !== null);
  for (const { key } of found) {
    w.groups.join(key, (found[0] as Coded).key);
    if (found.length < given.length || !isTest) w.groups.spoil(key);
  }
}

function looked(w: Walk, e: S.Expr): void {
  if (objectAt(w.objects, w.place, e)) inside(w, e);
  else if (e.kind !== 'string') visit(w, e);
}

function visit(w: Walk, e: S.Expr): void {
  const object = objectAt(w.objects, w.place, e);
  if (object) w.groups.spoil(object.key);
  else if (e.kind === 'call') called(w, e, false);
  else if (e.kind === 'assign' && e.op === null) {
    const to = objectAt(w.objects, w.place, e.target);
    if (to) inside(w, e.target);
    else visit(w, e.target);
    value(w, e.value, to);
  } else if (e.kind === 'binary' && (e.op === '==' || e.op === '!=') && isNull(e.right)) test(w, e.left);
  else if (e.kind === 'binary' && (e.op === '==' || e.op === '!=')) {
    const to = objectAt(w.objects, w.place, e.left) ?? objectAt(w.objects, w.place, e.right);
    value(w, e.left, to);
    value(w, e.right, to);
  } else if (e.kind === 'unary' && e.op === '!') test(w, e.operand);
  else if (e.kind === 'conditional') value(w, e, null);
  else if (e.kind === 'name' || e.kind === 'subscript' || e.kind === 'member') partial(w, e);
  else for (const part of operands(e)) visit(w, part);
}

/** A table as a whole, or more subscripts than it has. */
function partial(w: Walk, e: S.Expr): void {
  let at = e;
  for (;;) {
    const key = at.kind === 'member' ? `.${at.name}` : at.kind === 'name' ? keyOf(w.place, at.name) : null;
    if (key !== null && w.objects.has(key)) w.groups.spoil(key);
    if (at.kind === 'subscript') visit(w, at.index);
    if (at.kind !== 'subscript' && at.kind !== 'member') break;
    at = at.base;
  }
  if (at.kind !== 'name') visit(w, at);
}
