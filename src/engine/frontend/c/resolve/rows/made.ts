/**
 * How rows are made: how many a function's pointer to pointers has and how long they are, or which elements it stands for.
 */

import { getOrMake } from '../../../../base/once';
import { sketch } from '../../../mapped';
import { integer, product } from '../../parse/build';
import { constantSize } from '../../parse/constants';
import type * as S from '../../parse/syntax';
import {
  calleeOf,
  factorsOf,
  hasEffects,
  isHeap,
  isNull,
  mentionsSome,
  operands,
  walkExpr,
  withoutCasts,
} from '../../parse/walk';
import {
  type Declared,
  declarationsIn,
  hasLabel,
  namesSetIn,
  namesWrittenIn,
  partsIn,
  settingsIn,
  statementsIn,
} from '../survey';

export interface Rows {
  readonly name: string;
  /** How many there are; null for a parameter. */
  readonly count: S.Expr | null;
  readonly length: S.Expr;
}

/**
 * Elements of an array of pointers: `of` with the subscript in place of `index`, one of a list, or `base` and a number of elements
 * on, which the table holds; `leads`: what leads into it. `table`: where they change places, the array that says which stands where.
 */
export type View = (
  | { readonly kind: 'each'; readonly index: string; readonly of: S.Expr }
  | { readonly kind: 'list'; readonly items: readonly S.Expr[] }
  | { readonly kind: 'offsets'; readonly base: string; readonly leads: (e: S.Expr) => boolean }
) & { readonly table?: { readonly name: string; readonly count: S.Expr } };

export function isRows({ derivations }: Pick<S.Declarator, 'derivations'>): boolean {
  const [first, second] = derivations;
  return derivations.length === 2 && first?.kind !== 'function' && second?.kind === 'pointer';
}

interface Known {
  /** What only changes the places of rows, and by that of which array. */
  readonly moves: ReadonlyMap<S.Expr, string>;
  /** A name that calls may set. */
  readonly mayChange: (name: string) => boolean;
  /** How many subscripts an element of an array takes; 0 of what is no array, or may be a pointer. */
  readonly dimensions: (name: string) => number;
  /** Of an array of pointers into one array. */
  readonly offsets: (name: string, count: S.Expr, sets: readonly S.Assignment[]) => View | null;
}

/** Rows that the function makes itself, by how their elements are set. */
export function localRows(
  body: S.BlockStatement,
  rows: Map<string, Rows>,
  views: Map<string, View>,
  known: Known,
): void {
  const { sets, counts } = rowsSetIn(body, known.moves);
  const aliases: [string, string][] = [];
  for (const each of declarationsIn(body).filter(isRows)) {
    const { name, derivations, value } = each;
    const [first] = derivations;
    const own = sets.get(name) ?? [];
    const count = counts.get(name) ?? (first?.kind === 'array' ? first.size : null);
    const made = count && rowLength(name, own);
    const length = made && isSeen(made, name, body) ? made : null;
    const view = length ? null : viewFor(each, own, count, known, body);
    if (count && length) rows.set(name, { name, count, length });
    else if (value?.kind === 'name') aliases.push([name, value.name]);
    else if (view) views.set(name, view);
  }
  for (const [name, of] of aliases) {
    const known = rows.get(of);
    if (known) rows.set(name, { name, count: null, length: known.length });
  }
}

function viewFor(
  { name, type, initializer }: Declared,
  sets: readonly S.Assignment[],
  given: S.Expr | null,
  known: Known,
  body: S.BlockStatement,
): View | null {
  // An array that nothing names needs no elements.
  if (!initializer && !partsIn(body).some((e) => isName(e, name))) return { kind: 'list', items: [] };
  if (!isFollowed(name, body)) return null;
  const view = initializer?.kind !== 'list' ? viewOf(sets) : sets.length === 0 ? viewBy(initializer) : null;
  if (!view || !staysTrue(view, name, body, known) || !isReadOnce(view, name, body))
    return isEmpty(initializer) && given && constantSize(given) !== null
      ? known.offsets(name, given, sets)
      : null;
  if (![...known.moves.values()].includes(name)) return view;
  const count = given ?? (view.kind === 'list' ? integer(view.items.length, type.span) : null);
  return count && { ...view, table: { name: `${name}.at`, count } };
}

/** `malloc(…)`, `{NULL, NULL}`: it says of no element what it leads to. */
function isEmpty(given: S.Initializer | null): boolean {
  if (given?.kind === 'list')
    return given.items.every((each) => each.kind === 'expression' && isNull(each.value));
  return given === null || isHeap(withoutCasts(given.value));
}

/** Whether nothing but its elements is asked for: `row[i]`, `*row`, `*(row + i)`; and memory for it. */
function isFollowed(name: string, body: S.BlockStatement): boolean {
  const parts = partsIn(body);
  const followed = parts.filter(
    (e) =>
      elementOf(e, name) !== null ||
      (e.kind === 'assign' && isName(e.target, name)) ||
      (calleeOf(e) === 'free' && e.kind === 'call' && e.args.some((arg) => isName(withoutCasts(arg), name))),
  );
  return parts.filter((e) => isName(e, name)).length === followed.length;
}

/** The subscript of an element of an array of pointers, however it is written. */
export function elementOf(
  e: S.Expr,
  name?: string,
): { readonly name: string; readonly index: S.Expr } | null {
  const of = (base: S.Expr, index: S.Expr) =>
    base.kind === 'name' && (name ?? base.name) === base.name ? { name: base.name, index } : null;
  if (e.kind === 'subscript') return of(e.base, e.index);
  if (e.kind !== 'unary' || e.op !== '*') return null;
  const { operand } = e;
  const isSum = operand.kind === 'binary' && operand.op === '+';
  return isSum ? of(operand.left, operand.right) : of(operand, integer(0, e.span));
}

/** By name: how its elements are set, and how many the heap was asked for. */
function rowsSetIn(
  body: S.BlockStatement,
  moves: ReadonlyMap<S.Expr, string>,
): {
  sets: ReadonlyMap<string, S.Assignment[]>;
  counts: ReadonlyMap<string, S.Expr>;
} {
  const sets = new Map<string, S.Assignment[]>();
  const counts = new Map<string, S.Expr>();
  for (const { name, value, by } of settingsIn(body)) {
    const count = by && moves.has(by) ? null : heapCount(value);
    if (count) counts.set(name, count);
  }
  for (const e of partsIn(body))
    if (
      e.kind === 'assign' &&
      !moves.has(e) &&
      e.target.kind === 'subscript' &&
      e.target.base.kind === 'name'
    )
      getOrMake(sets, e.target.base.name, () => []).push(e);
  return { sets, counts };
}

/** `n` of `malloc(n * sizeof(…))` and of `calloc(n, sizeof(…))`. */
export function heapCount(given: S.Expr): S.Expr | null {
  const e = withoutCasts(given);
  if (!isHeap(e)) return null;
  const factors = e.args.flatMap(factorsOf).map((part) => withoutCasts(part));
  return product(
    factors.filter(({ kind }) => kind !== 'sizeof'),
    e.span,
  );
}

/** How long every row is: as each is made, or as they lie one after the other. */
function rowLength(name: string, sets: readonly S.Assignment[]): S.Expr | null {
  const made: S.Expr[] = [];
  const strides: S.Expr[] = [];
  for (const { target, value } of sets) {
    const own = withoutCasts(value);
    const length =
      target.kind !== 'subscript' ? null : isHeap(own) ? heapCount(own) : strideOf(name, own, target.index);
    if (!length) return null;
    (isHeap(own) ? made : strides).push(length);
  }
  // The first may hold all that follow.
  return longest(strides.length > 0 ? strides : made);
}

/** Whether what a length is worked out from is declared where the rows are, not in a loop that makes them. */
function isSeen(length: S.Expr, name: string, body: S.BlockStatement): boolean {
  const inside = (list: readonly S.Statement[]): string[] =>
    list.flatMap((stmt) => {
      if (stmt.kind === 'block') return inside(stmt.body);
      return stmt.kind === 'declaration' ? [] : declarationsIn(stmt).map((each) => each.name);
    });
  const hidden = inside(listOf(body, name) ?? body.body);
  return !mentionsSome(length, (each) => hidden.includes(each));
}

/** Lengths that differ have to be numbers. */
function longest(lengths: readonly S.Expr[]): S.Expr | null {
  const [first, ...others] = lengths;
  if (!first || others.every((e) => sketch(e) === sketch(first))) return first ?? null;
  const numbers = lengths.map(constantSize);
  return numbers.includes(null) ? null : integer(Math.max(...numbers.map(Number)), first.span);
}

/** `m` of `a[i-1] + m`, `a[0] + i*m` and `&a[0][i*m]`. */
function strideOf(name: string, e: S.Expr, index: S.Expr): S.Expr | null {
  const isOwnRow = (part: S.Expr): boolean =>
    part.kind === 'subscript' && part.base.kind === 'name' && part.base.name === name;
  let from: S.Expr | null = null;
  let by: S.Expr | null = null;
  if (e.kind === 'binary' && e.op === '+' && isOwnRow(e.left)) [from, by] = [e.left, e.right];
  else if (e.kind === 'unary' && e.op === '&' && e.operand.kind === 'subscript' && isOwnRow(e.operand.base))
    [from, by] = [e.operand.base, e.operand.index];
  else if (e.kind === 'binary' && e.op === '+' && e.left.kind === 'unary' && e.left.op === '*')
    [from, by] = isName(e.left.operand, name) ? [e.left, e.right] : [null, null];
  if (!from || !by) return null;
  const isBefore = from.kind === 'subscript' && from.index.kind === 'binary';
  if (isBefore) return by;
  const factors = factorsOf(by).map((part) => withoutCasts(part));
  const at = factors.findIndex((factor) => index.kind === 'name' && isName(factor, index.name));
  return at < 0 ? null : product(factors.toSpliced(at, 1), e.span);
}

export function isName(e: S.Expr | null, name: string): boolean {
  return e?.kind === 'name' && e.name === name;
}

export function viewBy(list: Extract<S.Initializer, { kind: 'list' }>): View {
  return { kind: 'list', items: list.items.flatMap((i) => (i.kind === 'expression' ? [i.value] : [])) };
}

/**
 * What an element stands for is evaluated where the element is used: once it is set, nothing that it is made of may change, and no
 * name in it be declared anew.
 */
function staysTrue(
  view: View,
  name: string,
  body: S.BlockStatement,
  { mayChange, dimensions }: Known,
): boolean {
  const items = view.kind === 'each' ? [view.of] : view.kind === 'list' ? view.items : [];
  const used = new Set<string>();
  const read = new Set<string>();
  for (const item of items) {
    walkExpr(item, (part) => {
      if (part.kind === 'name' && !(view.kind === 'each' && part.name === view.index)) used.add(part.name);
    });
    noteRead(item, dimensions, read);
  }
  const list = listOf(body, name) ?? body.body;
  const isSet = (stmt: S.Statement): boolean =>
    (stmt.kind === 'declaration' &&
      stmt.declared.some((d) => d.declarator.name === name && d.initializer?.kind === 'list')) ||
    partsIn(stmt).some(
      (e) => e.kind === 'assign' && e.target.kind === 'subscript' && isName(e.target.base, name),
    );
  const after = list.slice(list.some(hasLabel) ? 0 : list.findIndex(isSet));
  const changed = new Set(
    after.flatMap((stmt, k) => {
      // What it is given where it is declared was declared before it.
      const isFirst = k === 0 && stmt.kind === 'declaration' && isSet(stmt);
      return [...namesSetIn(stmt), ...(isFirst ? [] : declarationsIn(stmt).map((d) => d.name))];
    }),
  );
  const written = namesWrittenIn(after);
  return (
    !used.has(name) &&
    ![...used].some((each) => changed.has(each) || mayChange(each)) &&
    ![...read].some((each) => written.has(each))
  );
}

/** What a subscript does besides, as in `row[i++]`, would be done as often as it is needed. */
function isReadOnce(view: View, name: string, body: S.BlockStatement): boolean {
  let times = 0;
  if (view.kind === 'each') walkExpr(view.of, (part) => isName(part, view.index) && times++);
  if (times === 1) return true;
  return !partsIn(body).some((e) => {
    const element = elementOf(e, name);
    return element !== null && hasEffects(element.index);
  });
}

/** What an address is read from: of `&x[k[i]]`, and of the row `m[k[i]]`, it is `k` alone. */
function noteRead(e: S.Expr, dimensions: (name: string) => number, read: Set<string>): void {
  const note = (part: S.Expr): void => noteRead(part, dimensions, read);
  if (e.kind === 'unary' && e.op === '&' && e.operand.kind === 'subscript')
    [e.operand.base, e.operand.index].forEach(note);
  else if (e.kind === 'subscript' && e.base.kind === 'name' && dimensions(e.base.name) > 1) note(e.index);
  else if (e.kind === 'subscript' || e.kind === 'call' || (e.kind === 'unary' && e.op === '*'))
    walkExpr(e, (inner) => inner.kind === 'name' && read.add(inner.name));
  else operands(e).forEach(note);
}

/** The list of statements that declares a name. */
function listOf(stmt: S.Statement, name: string): readonly S.Statement[] | null {
  const inner = statementsIn(stmt);
  const isHere = (each: S.Statement): boolean =>
    each.kind === 'declaration' && each.declared.some(({ declarator }) => declarator.name === name);
  if (inner.some(isHere)) return inner;
  for (const each of inner) {
    const found = listOf(each, name);
    if (found) return found;
  }
  return null;
}

/** `row[i] = x + i*m;`, set in one place. A value without `i`, as of `malloc(n)`, may be other memory each time. */
function viewOf(sets: readonly S.Assignment[]): View | null {
  const items: S.Expr[] = [];
  for (const { target, value } of sets) {
    if (target.kind !== 'subscript') return null;
    const { index } = target;
    if (index.kind === 'name' && sets.length === 1)
      return mentionsSome(value, (name) => name === index.name)
        ? { kind: 'each', index: index.name, of: withoutCasts(value) }
        : null;
    if (index.kind !== 'number') return null;
    items[Number(index.text)] = withoutCasts(value);
  }
  const isWhole = items.length > 0 && items.length === sets.length && !items.includes(undefined as never);
  return isWhole ? { kind: 'list', items } : null;
}
