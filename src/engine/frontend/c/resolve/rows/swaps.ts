/**
 * Rows that change places: `t = a[i]; a[i] = a[j]; a[j] = t;`. Rows that lie in one array have no pointers to exchange: their
 * elements change places, which is the same to all who come to them by `a`. No other pointer may lead to a row meanwhile.
 * Where the elements of `a` stand for other arrays, a table of their numbers says which of them stands where.
 */

import { getOrMake } from '../../../../base/once';
import { sketch } from '../../../mapped';
import * as b from '../../parse/build';
import type * as S from '../../parse/syntax';
import { formalsOf } from '../../parse/syntax';
import { calleeOf, hasEffects, withoutCasts } from '../../parse/walk';
import { declarationsIn, partsIn, statementsIn, variablesIn } from '../survey';
import { isName, isRows } from './made';

type RowOf = S.Expr & { readonly kind: 'subscript'; readonly base: S.Name };

export interface Swap {
  readonly first: RowOf;
  readonly second: RowOf;
  /** The pointer that holds one row meanwhile, and where it is set. */
  readonly by: string;
  readonly keeps: S.Expr;
  readonly middle: S.Expr;
  readonly ends: S.Expr;
}

/** By the assignment in its middle. */
export type Swaps = ReadonlyMap<S.Expr, Swap>;

const STATEMENTS = 3;

/** A list whose statements `t = a[i], a[i] = a[j], a[j] = t;` stand on their own. */
export function withoutCommas(list: readonly S.Statement[]): readonly S.Statement[] {
  const parts = (e: S.Expr): S.Expr[] => (e.kind === 'comma' ? [...parts(e.left), ...parts(e.right)] : [e]);
  return list.flatMap((stmt) => (stmt.kind === 'expression' ? parts(stmt.expr).map(b.statement) : [stmt]));
}

/** The exchange that begins at a place of a list. */
export function swapAt(swaps: Swaps, list: readonly S.Statement[], k: number): Swap | null {
  const middle = list[k + 1];
  return (middle?.kind === 'expression' && swaps.get(middle.expr)) || null;
}

/** Of arrays of pointers. */
export function swapsIn(item: S.FunctionDefinition): Swaps {
  const { body } = item;
  const tables = new Set(variablesIn(item).flatMap((each) => (isRows(each) ? [each.name] : [])));
  const found = new Map<S.Expr, Swap>();
  /** By the pointer that holds one row meanwhile, where it is declared elsewhere. */
  const passing = new Map<string, S.Expr[]>();
  const visit = (given: readonly S.Statement[]): void => {
    const list = withoutCommas(given);
    list.forEach((stmt, k) => {
      const swap = swapOf(list.slice(k, k + STATEMENTS));
      if (!swap || !tables.has(swap.first.base.name)) return;
      const isOwn = stmt.kind === 'declaration';
      if (!isOwn) getOrMake(passing, swap.by, () => []).push(swap.middle);
      const after = list.slice(k + STATEMENTS).flatMap(partsIn);
      if (!isOwn || !after.some((part) => isName(part, swap.by))) found.set(swap.middle, swap);
    });
    for (const stmt of given)
      if (stmt.kind === 'block') visit(stmt.body);
      else for (const part of statementsIn(stmt)) visit(part.kind === 'block' ? part.body : [part]);
  };
  visit(body.body);
  for (const [name, of] of passing)
    if (partsIn(body).filter((part) => isName(part, name)).length > 2 * of.length)
      for (const middle of of) found.delete(middle);
  return found;
}

function swapOf(list: readonly S.Statement[]): Swap | null {
  const [one, two, three] = list.map(setting);
  if (!one || !two || !three || typeof one.target !== 'string' || typeof two.target === 'string') return null;
  const [first, second] = [two.target, withoutCasts(two.value)];
  if (!isRow(first) || !isRow(second) || typeof three.target === 'string') return null;
  if (hasEffects(first.index) || hasEffects(second.index) || !isName(second.base, first.base.name))
    return null;
  const is = (e: S.Expr, row: S.Expr): boolean => sketch(withoutCasts(e)) === sketch(row);
  const isSwap =
    is(one.value, first) && is(three.target, second) && isName(withoutCasts(three.value), one.target);
  return isSwap ? { first, second, by: one.target, keeps: one.e, middle: two.e, ends: three.e } : null;
}

/** What a statement sets: a variable by its name. */
function setting(stmt: S.Statement): { target: string | S.Expr; value: S.Expr; e: S.Expr } | null {
  if (stmt.kind === 'declaration') {
    const [only, another] = declarationsIn(stmt);
    return only?.value && !another ? { target: only.name, value: only.value, e: only.value } : null;
  }
  if (stmt.kind !== 'expression' || stmt.expr.kind !== 'assign' || stmt.expr.op !== null) return null;
  const { target, value } = stmt.expr;
  return { target: target.kind === 'name' ? target.name : target, value, e: stmt.expr };
}

export function isRow(e: S.Expr): e is RowOf {
  return e.kind === 'subscript' && e.base.kind === 'name';
}

/** The elements of two rows change places. */
export function rowsExchanged({ first, second }: Swap, length: S.Expr, type: S.TypeSpecifier): S.Statement {
  const { span, base } = first;
  const k = b.named(`${base.name}.k`, span);
  return b.countedLoop(k, length, exchanged(b.subscript(first, k, span), b.subscript(second, k, span), type));
}

/** Which of them stands where changes. */
export function placesExchanged({ first, second }: Swap, table: string): S.Statement {
  const at = ({ index, span }: RowOf): S.Expr => b.subscript(b.named(table, span), index, span);
  return exchanged(at(first), at(second), b.plainType('i32', first.span));
}

function exchanged(one: S.Expr, other: S.Expr, type: S.TypeSpecifier): S.Statement {
  const { span } = one;
  const kept = b.named('kept.0', span);
  const plain = { ...type, isConst: false, storage: null };
  const body = [
    b.declaration(plain, b.declarator(kept.name, span), b.given(one)),
    b.statement(b.assign(one, other, span)),
    b.statement(b.assign(other, kept, span)),
  ];
  return b.block(body, span);
}

// -------------------------------------------------------------------------------------------------------- other pointers

/** By function: the positions of the parameters whose rows change places in it, or in what it calls. */
export function swappedFormals(
  functions: readonly S.FunctionDefinition[],
): ReadonlyMap<string, ReadonlySet<number>> {
  const found = new Map<string, Set<number>>();
  const names = functions.map((item) => formalsOf(item).map((p) => p.declarator.name));
  for (let isGrowing = true; isGrowing; ) {
    isGrowing = false;
    functions.forEach((item, f) => {
      const own = getOrMake(found, item.declarator.name, () => new Set());
      for (const table of tablesMovedIn(item.body, swapsIn(item), found)) {
        const at = names[f]?.indexOf(table) ?? -1;
        isGrowing ||= at >= 0 && !own.has(at);
        if (at >= 0) own.add(at);
      }
    });
  }
  return found;
}

function tablesMovedIn(
  stmt: S.Statement,
  swaps: Swaps,
  formals: ReadonlyMap<string, ReadonlySet<number>>,
): Set<string> {
  const found = new Set<string>();
  for (const part of partsIn(stmt)) {
    const swap = swaps.get(part);
    if (swap) found.add(swap.first.base.name);
    else if (part.kind === 'call')
      for (const at of formals.get(calleeOf(part)) ?? []) {
        const arg = part.args[at] && withoutCasts(part.args[at]);
        if (arg?.kind === 'name') found.add(arg.name);
      }
  }
  return found;
}

/** Where a pointer that leads to a row is still in use when rows of its table change places: it would see another row. */
export function pointersAside(
  body: S.BlockStatement,
  swaps: Swaps,
  formals: ReadonlyMap<string, ReadonlySet<number>>,
): S.Expr[] {
  const tables = tablesMovedIn(body, swaps, formals);
  const found: S.Expr[] = [];
  if (tables.size === 0) return found;
  const passing = new Set([
    ...swaps.keys(),
    ...[...swaps.values()].flatMap(({ keeps, ends }) => [keeps, ends]),
  ]);
  const visit = (list: readonly S.Statement[]): void => {
    const used = new Set<string>();
    /** By table: names that are used once its rows have changed places. */
    const after = new Map<string, ReadonlySet<string>>();
    for (const stmt of list.toReversed()) {
      for (const { name, value } of stmt.kind === 'declaration' ? declarationsIn(stmt) : [])
        if (value && !passing.has(value) && after.get(tableOf(value, tables) ?? '')?.has(name))
          found.push(value);
      for (const part of partsIn(stmt)) if (part.kind === 'name') used.add(part.name);
      for (const table of tablesMovedIn(stmt, swaps, formals)) after.set(table, new Set(used));
      visit(statementsIn(stmt));
    }
  };
  visit(body.body);
  for (const part of partsIn(body)) {
    if (part.kind === 'assign' && part.target.kind === 'name' && !passing.has(part))
      if (tableOf(part.value, tables) !== null) found.push(part.value);
    if (part.kind === 'call')
      for (const at of formals.get(calleeOf(part)) ?? []) {
        const isBeside = (arg: S.Expr, k: number): boolean => k !== at && tableOf(arg, tables) !== null;
        found.push(...part.args.filter(isBeside));
      }
  }
  return found;
}

/** The table of the row that a pointer's value leads to. */
function tableOf(e: S.Expr, tables: ReadonlySet<string>): string | null {
  if (isRow(e)) return tables.has(e.base.name) ? e.base.name : null;
  if (e.kind === 'cast') return tableOf(e.operand, tables);
  if (e.kind === 'binary') return tableOf(e.left, tables) ?? tableOf(e.right, tables);
  if (e.kind === 'conditional') return tableOf(e.whenTrue, tables) ?? tableOf(e.whenFalse, tables);
  const isElement = e.kind === 'unary' && e.op === '&' && e.operand.kind === 'subscript';
  return isElement ? tableOf(e.operand.base, tables) : null;
}
