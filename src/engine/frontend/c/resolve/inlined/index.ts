/**
 * Functions that hand out pointers: that return one, set one through `double **out`, or set one in a structure that they
 * are passed; and those that are passed both ends of an array, `sum(a, a + n)`. Their statements stand in place of each call, so that every pointer is set in the function that has it:
 *
 *     double *row(double *a, int i, int n)                     double *p;
 *     { if (i < 0) return a; return a + i*n; }           →     if (i < 0) p = a; else p = a + i*n;
 *     double *p = row(a, i, n);
 *
 * What calls itself, has static variables, or is called where a statement can't stand, stays a call.
 */

import { freshName, namesOf } from '../../../mapped';
import { assign, declaration, declarator, named, statement } from '../../parse/build';
import type * as S from '../../parse/syntax';
import { formalsOf } from '../../parse/syntax';
import { calleeOf, operands, walkExpr } from '../../parse/walk';
import { type Rewriting, rebuiltExpr, rewritten } from '../moved/rebuilt';
import {
  declarationsIn,
  hasStatic,
  namesSetIn,
  partsIn,
  rootName,
  settingsIn,
  withoutDeclared,
} from '../survey';
import { holdsPointers, withoutElementAliases } from './elements';
import { expanded, type Shared } from './expand';
import { withoutCast, withSingleObjects } from './singles';
import { functionsGivenTables } from './tables';
import { withoutWalks } from './walks';

interface State {
  readonly definitions: ReadonlyMap<string, S.FunctionDefinition>;
  /** With their own calls replaced. */
  readonly ready: Map<S.FunctionDefinition, S.FunctionDefinition>;
  readonly busy: Set<string>;
  /** Functions that a call is left of. */
  readonly kept: Set<string>;
  readonly replaced: Set<string>;
  readonly taken: Set<string>;
  readonly shared: Shared;
}

export function withoutHandedPointers(file: S.SourceFile): S.SourceFile {
  const functions = file.items.filter((item) => item.kind === 'function');
  const handing = new Map(functions.filter(handsOut).map((item) => [item.declarator.name, item]));
  // These may stay besides: they can be read by themselves.
  const given = functionsGivenTables(functions);
  for (const item of functions)
    if (given.has(item.declarator.name) && canBeReplaced(item)) {
      if (handing.has(item.declarator.name)) given.delete(item.declarator.name);
      handing.set(item.declarator.name, item);
    }
  const s: State = {
    definitions: handing,
    ready: new Map(),
    busy: new Set(),
    kept: new Set(),
    replaced: new Set(),
    taken: handing.size > 0 ? namesOf(file.items) : new Set(),
    shared: sharedIn(file, handing.size > 0 ? functions : []),
  };
  const arrays = file.items.flatMap((item) =>
    item.kind === 'declaration'
      ? item.declared.flatMap(({ declarator: { name, derivations } }) =>
          derivations[0]?.kind === 'array' ? [name] : [],
        )
      : [],
  );
  const items = file.items.map((item) => {
    if (item.kind !== 'function') return item;
    const made = handing.size > 0 ? definition(s, item) : item;
    return file.hasStructs ? withoutElementAliases(withoutWalks(withSingleObjects(made)), arrays) : made;
  });
  const isGone = (name: string) => s.replaced.has(name) && !s.kept.has(name) && !given.has(name);
  const others = items.filter((item) => item.kind !== 'function' || !isGone(item.declarator.name));
  return { ...file, items: withoutDeclared(others, isGone) };
}

function sharedIn(file: S.SourceFile, functions: readonly S.FunctionDefinition[]): Shared {
  const declared = file.items.flatMap((item) => (item.kind === 'declaration' ? item.declared : []));
  const variables = new Set(declared.map(({ declarator }) => declarator.name));
  const defined = new Set(functions.map(({ declarator }) => declarator.name));
  const acts = ({ body }: S.FunctionDefinition): boolean =>
    [...namesSetIn(body)].some((name) => variables.has(name)) ||
    partsIn(body).some((e) => defined.has(calleeOf(e)));
  const pointedTo = functions.flatMap(({ body }) => {
    const parts = partsIn(body);
    const args = new Set(parts.flatMap((e) => (e.kind === 'call' ? e.args : [])));
    return parts.flatMap((e) => (e.kind === 'unary' && e.op === '&' && !args.has(e) ? rootName(e) : []));
  });
  const acting = new Set(functions.filter(acts).map(({ declarator }) => declarator.name));
  return { variables, pointedTo: new Set(pointedTo), acting };
}

// ------------------------------------------------------------------------------------------------------ what is handed

function handsOut(item: S.FunctionDefinition): boolean {
  const formals = new Map(formalsOf(item).map((p) => [p.declarator.name, p]));
  const isHanding =
    item.declarator.derivations.length > 1 ||
    holdsPointers(item.type.struct) ||
    ([...formals.values()].some(leadsToPointers) &&
      partsIn(item.body).some((part) => part.kind === 'assign' && setsPointer(part.target, formals))) ||
    comparesFormals(item);
  return isHanding && canBeReplaced(item);
}

function canBeReplaced(item: S.FunctionDefinition): boolean {
  return item.declarator.name !== 'main' && !hasStatic(item.body);
}

/** `b < e`, `e - p` where p walks from b: one array is behind both. */
function comparesFormals(item: S.FunctionDefinition): boolean {
  const isPointer = ({ derivations }: Pick<S.Declarator, 'derivations'>) =>
    derivations.length === 1 && derivations[0]?.kind === 'pointer';
  const formals = formalsOf(item).flatMap(({ declarator }) => (isPointer(declarator) ? declarator.name : []));
  if (formals.length < 2) return false;
  const from = new Map(formals.map((name) => [name, name]));
  const others = new Set(declarationsIn(item.body).flatMap((each) => (isPointer(each) ? [] : [each.name])));
  for (const { name, value } of settingsIn(item.body)) {
    if (others.has(name)) continue;
    const formal = from.get(pointerIn(value));
    if (formal && !from.has(name)) from.set(name, formal);
  }
  return partsIn(item.body).some((part) => {
    if (part.kind !== 'binary' || !COMPARING.has(part.op)) return false;
    const [left, right] = [part.left, part.right].map((e) => from.get(pointerIn(e)));
    return left !== undefined && right !== undefined && left !== right;
  });
}

const COMPARING: ReadonlySet<string> = new Set(['<', '>', '<=', '>=', '==', '!=', '-']);

/** The pointer whose value an expression is, as far as steps go. */
function pointerIn(e: S.Expr): string {
  if (e.kind === 'name') return e.name;
  if (e.kind === 'update' || e.kind === 'cast') return pointerIn(e.operand);
  return e.kind === 'binary' && (e.op === '+' || e.op === '-') ? pointerIn(e.left) : '';
}

/** A pointer to pointers, or a structure. */
function leadsToPointers({ type, declarator }: S.Parameter): boolean {
  return !!type.struct || declarator.derivations.filter(({ kind }) => kind === 'pointer').length > 1;
}

/** `*out = …` of a pointer to a pointer, and `g->u = …` where `u` is a pointer. */
function setsPointer(target: S.Expr, formals: ReadonlyMap<string, S.Parameter>): boolean {
  if (target.kind === 'unary' && target.op === '*' && target.operand.kind === 'name') {
    const formal = formals.get(target.operand.name);
    return (formal?.declarator.derivations.filter(({ kind }) => kind === 'pointer').length ?? 0) > 1;
  }
  const struct = target.kind === 'member' ? structOf(target.base, formals) : undefined;
  const members = (target.kind === 'member' && struct?.members()) || [];
  const member = members.find(({ name }) => target.kind === 'member' && name === target.name);
  return member?.derivations[0]?.kind === 'pointer';
}

function structOf(e: S.Expr, formals: ReadonlyMap<string, S.Parameter>): S.StructType | undefined {
  if (e.kind === 'name') return formals.get(e.name)?.type.struct;
  if (e.kind === 'unary') return structOf(e.operand, formals);
  if (e.kind !== 'member') return undefined;
  const around = structOf(e.base, formals);
  return around?.members()?.find(({ name }) => name === e.name)?.type.struct;
}

// --------------------------------------------------------------------------------------------------------------- calls

function definition(s: State, item: S.FunctionDefinition): S.FunctionDefinition {
  const { name } = item.declarator;
  const known = s.ready.get(item);
  if (known) return known;
  s.busy.add(name);
  const rewriting: Rewriting = {
    effect: ({ expr, span }) =>
      effect(s, expr).map((each) => (each.kind === 'expression' ? { ...each, span } : each)),
    declared: (stmt) => declared(s, stmt),
    hoisted: (e, before) => hoisted(s, e, before),
    kept: (e) => kept(s, e),
  };
  const made = {
    ...item,
    body: { ...item.body, body: item.body.body.flatMap((stmt) => rewritten(rewriting, stmt)) },
  };
  s.busy.delete(name);
  s.ready.set(item, made);
  return made;
}

/** A call for which statements can stand; null for any other. */
function callee(s: State, e: S.Expr): S.FunctionDefinition | null {
  if (e.kind !== 'call' || s.busy.has(calleeOf(e))) return null;
  const item = s.definitions.get(calleeOf(e));
  return item && formalsOf(item).length === e.args.length ? item : null;
}

/** Calls that stay. */
function kept(s: State, e: S.Expr): S.Expr {
  walkExpr(e, (part) => s.kept.add(calleeOf(part)));
  return e;
}

function effect(s: State, e: S.Expr): S.Statement[] {
  if (e.kind === 'cast' && e.type === 'void' && callee(s, e.operand)) return effect(s, e.operand);
  if (callee(s, e)) return call(s, e as S.CallExpression, null);
  const value = e.kind === 'assign' && e.op === null ? withoutCast(e.value) : null;
  if (e.kind === 'assign' && value && callee(s, value)) return call(s, value as S.CallExpression, e.target);
  if (e.kind === 'comma') return [...effect(s, e.left), ...effect(s, e.right)];
  const before: S.Statement[] = [];
  const rest = hoisted(s, e, before);
  return [...before, statement(rest)];
}

function declared(s: State, stmt: S.Declaration): S.Statement[] {
  const isHanded = ({ initializer }: S.Declared): boolean =>
    initializer?.kind === 'expression' && holdsCall(s, initializer.value);
  if (!stmt.declared.some(isHanded)) return [stmt];
  return stmt.declared.flatMap((each): S.Statement[] => {
    const { initializer } = each;
    if (initializer?.kind !== 'expression' || !isHanded(each)) return [{ ...stmt, declared: [each] }];
    const value = withoutCast(initializer.value);
    if (callee(s, value)) {
      const type = { ...stmt.type, isConst: stmt.type.isConst && each.declarator.derivations.length > 0 };
      return [
        { ...stmt, type, declared: [{ ...each, initializer: null }] },
        ...call(s, value as S.CallExpression, named(each.declarator.name, each.declarator.nameSpan)),
      ];
    }
    const before: S.Statement[] = [];
    const rest = hoisted(s, initializer.value, before);
    return [...before, { ...stmt, declared: [{ ...each, initializer: { ...initializer, value: rest } }] }];
  });
}

function holdsCall(s: State, e: S.Expr): boolean {
  return callee(s, e) !== null || operands(e).some((part) => holdsCall(s, part));
}

/** An expression whose calls are done before it, where they are sure to be done. */
function hoisted(s: State, e: S.Expr, before: S.Statement[]): S.Expr {
  if (!holdsCall(s, e)) return kept(s, e);
  const item = callee(s, e);
  if (item && e.kind === 'call') {
    const name = freshName(s.taken, `${item.declarator.name}_value`);
    const around = item.declarator.derivations.slice(1);
    before.push(
      declaration(
        { ...item.type, isConst: item.type.isConst && around.length > 0, storage: null },
        declarator(name, e.span, around),
      ),
    );
    before.push(...call(s, e, named(name, e.span)));
    return named(name, e.span);
  }
  const isMaybe = (e.kind === 'binary' && (e.op === '&&' || e.op === '||')) || e.kind === 'conditional';
  let first = true;
  return rebuiltExpr(e, (part) => {
    const isSure = !isMaybe || first;
    first = false;
    return isSure ? hoisted(s, part, before) : kept(s, part);
  });
}

function call(s: State, e: S.CallExpression, target: S.Expr | null): S.Statement[] {
  const item = callee(s, e);
  if (!item) return [statement(target ? assign(target, e, e.span) : e)];
  const before: S.Statement[] = [];
  const args = e.args.map((arg) => hoisted(s, arg, before));
  s.replaced.add(item.declarator.name);
  const ready = definition(s, item);
  const made = expanded(ready, { ...e, args }, target, s);
  for (const { name } of declarationsIn(made)) s.taken.add(name);
  return [...before, made];
}
