/**
 * Numbers of bytes that a variable holds stand where memory is asked for, by which one sees of what elements it is:
 *
 *     size_t bytes = n * sizeof(double);                 →     double *a = malloc(n * sizeof(double));
 *     double *a = malloc(bytes);
 */

import type * as S from '../../parse/syntax';
import { calleeOf, factorsOf, isHeap, someExpr, withoutCasts, writtenPlace } from '../../parse/walk';
import { rebuilt, rebuiltDeclared, rebuiltExpr } from '../moved/rebuilt';
import { MEMORY } from '../structs/memory';
import { hasLabel, partsIn, rootName, valueIn, variablesIn } from '../survey';

interface State {
  /** By the place that holds it. */
  readonly known: Map<string, { readonly place: S.Expr; readonly value: S.Expr }>;
  readonly locals: ReadonlySet<string>;
  readonly functions: ReadonlySet<string>;
}

export function withByteCounts(file: S.SourceFile): S.SourceFile {
  if (!file.hasHeap) return file;
  const functions = new Set(
    file.items.flatMap((item) => (item.kind === 'function' ? item.declarator.name : [])),
  );
  const items = file.items.map((item) => {
    if (item.kind !== 'function' || hasLabel(item.body)) return item;
    if (!partsIn(item.body).some((e) => e.kind === 'sizeof')) return item;
    const own = variablesIn(item).filter(({ type }) => type.storage === null);
    const s: State = { known: new Map(), locals: new Set(own.map(({ name }) => name)), functions };
    return { ...item, body: statement(s, item.body) as S.BlockStatement };
  });
  return { ...file, items };
}

function statement(s: State, stmt: S.Statement): S.Statement {
  const change = { expr: (e: S.Expr) => asked(s, e), stmt: (part: S.Statement) => statement(s, part) };
  if (stmt.kind === 'block') return rebuilt(stmt, change);
  if (stmt.kind === 'declaration') {
    const declared = stmt.declared.map((each) => {
      const made = rebuiltDeclared(each, change.expr);
      const { name, nameSpan: span } = each.declarator;
      const value = valueIn(each.initializer);
      if (value && stmt.type.storage === null) note(s, { kind: 'name', name, span, height: 1 }, value);
      return made;
    });
    return { ...stmt, declared };
  }
  forget(s, stmt);
  const made = rebuilt(stmt, change);
  forget(s, stmt);
  if (stmt.kind === 'expression' && stmt.expr.kind === 'assign' && stmt.expr.op === null)
    note(s, stmt.expr.target, stmt.expr.value);
  return made;
}

function note(s: State, place: S.Expr, value: S.Expr): void {
  const isCount =
    factorsOf(withoutCasts(value)).some((e) => withoutCasts(e).kind === 'sizeof') &&
    !someExpr(value, (e) => !STEADY.has(e.kind)) &&
    !sumsAndProducts(value).some((e) => pathOf(e) === pathOf(place));
  if (isPlain(place) && isCount && s.locals.has(rootName(place)))
    s.known.set(pathOf(place), { place, value });
}

/** A variable, or a member of one. */
function isPlain(e: S.Expr): boolean {
  return e.kind === 'name' || (e.kind === 'member' && !e.arrow && isPlain(e.base));
}

const STEADY: ReadonlySet<S.Expr['kind']> = new Set(['name', 'number', 'binary', 'member', 'cast', 'sizeof']);

/** What a statement may change tells nothing any more. */
function forget({ known, locals, functions }: State, stmt: S.Statement): void {
  const parts = partsIn(stmt);
  const written = parts.map(writtenPlace).filter((place) => place !== null);
  const paths = written.map(pathOf);
  // Which object a pointer leads to is not looked at.
  const members = new Set(written.map((place) => (place.kind === 'member' && place.arrow ? place.name : '')));
  const calls = parts.some((e) => functions.has(calleeOf(e)));
  const isChanged = (e: S.Expr): boolean => {
    if (e.kind !== 'name' && e.kind !== 'member') return false;
    if (calls && (e.kind === 'name' ? !locals.has(e.name) : e.arrow)) return true;
    const path = `${pathOf(e)}.`;
    return (
      paths.some((each) => path.startsWith(`${each}.`) || `${each}.`.startsWith(path)) ||
      (e.kind === 'member' && members.has(e.name))
    );
  };
  for (const [key, { place, value }] of known)
    if (isChanged(place) || sumsAndProducts(value).some(isChanged)) known.delete(key);
}

/** `v.size` of `v.size`; what is behind subscripts goes by the name alone. */
function pathOf(e: S.Expr): string {
  return e.kind === 'member' ? `${pathOf(e.base)}.${e.name}` : rootName(e);
}

/** What a number of bytes is computed from. */
function sumsAndProducts(e: S.Expr): S.Expr[] {
  if (e.kind === 'binary') return [...sumsAndProducts(e.left), ...sumsAndProducts(e.right)];
  return e.kind === 'cast' ? sumsAndProducts(e.operand) : [e];
}

/** An expression in which what is asked for, copied and filled is told in elements. */
function asked(s: State, e: S.Expr): S.Expr {
  if (s.known.size === 0) return e;
  const isMemory = isHeap(e) || MEMORY.has(calleeOf(e)) || s.functions.has(calleeOf(e));
  const told = (part: S.Expr): S.Expr =>
    (isPlain(part) && s.known.get(pathOf(part))?.value) || rebuiltExpr(part, told);
  if (isMemory && e.kind === 'call') return { ...e, args: e.args.map((arg) => told(asked(s, arg))) };
  return rebuiltExpr(e, (part) => asked(s, part));
}
