/** Elements of arrays of pointers that stand for other arrays, `row[i] = x + i*m`: what they are read as. */

import * as b from '../../parse/build';
import type * as S from '../../parse/syntax';
import { someExpr, writtenPlace } from '../../parse/walk';
import { rebuiltExpr } from '../moved/rebuilt';
import { type Item, partsIn, variablesIn } from '../survey';
import { isRows, type View, viewBy } from './made';

/** What an element of an array of pointers stands for. */
export function viewed(view: View, at: S.Expr, e: S.Expr, expression: (part: S.Expr) => S.Expr): S.Expr {
  const { span } = e;
  const written = expression(at);
  const index = view.table ? b.subscript(b.named(view.table.name, span), written, span) : written;
  if (view.kind === 'each') {
    const put = (part: S.Expr): S.Expr =>
      part.kind === 'name' && part.name === view.index ? index : rebuiltExpr(part, put);
    return put(view.of);
  }
  const items = view.items.map(expression);
  if (index.kind === 'number') return items[Number(index.text)] ?? e;
  const [last, ...others] = items.map((item, k) => [item, k] as const).reverse();
  return others.reduce<S.Expr>((whenFalse, [whenTrue, k]) => {
    return b.conditional(b.binary('==', index, b.integer(k, span), span), whenTrue, whenFalse);
  }, last?.[0] ?? e);
}

/** What says which of the arrays stands where. */
export function tables(
  views: ReadonlyMap<string, View>,
  { declared: all, type: { storage } }: S.Declaration,
): S.Statement[] {
  return all.flatMap(({ declarator: { name, span }, initializer }): S.Statement[] => {
    const table = views.get(name)?.table;
    if (!table) return [];
    const of = b.declarator(table.name, span, [{ kind: 'array', size: table.count, span }]);
    const numbers = initializer?.kind === 'list' && {
      ...initializer,
      items: initializer.items.map((item, k) => b.given(b.integer(k, item.span))),
    };
    return [b.declaration({ ...b.plainType('i32', span), storage }, of, numbers || null)];
  });
}

/** At first each row stands at its own place. */
export function placed(table: string, index: S.Expr): S.Statement {
  const { span } = index;
  return b.statement(b.assign(b.subscript(b.named(table, span), index, span), index, span));
}

/** `static const double *row[2] = {a, b};` of the file, where no function sets it, or has another `a`. */
export function fixedViews(items: readonly Item[]): Map<string, View> {
  const given = items.flatMap((item) => (item.kind === 'declaration' ? item.declared : []));
  const views = given.flatMap(({ declarator, initializer }): [string, View][] =>
    isRows(declarator) && initializer?.kind === 'list' ? [[declarator.name, viewBy(initializer)]] : [],
  );
  const functions = items.filter((item) => item.kind === 'function');
  return new Map(views.filter(([name, view]) => functions.every((item) => isLeft(item, name, view))));
}

function isLeft(item: S.FunctionDefinition, name: string, view: View): boolean {
  const own = new Set(variablesIn(item).map((each) => each.name));
  const isHidden = (e: S.Expr): boolean => someExpr(e, (part) => part.kind === 'name' && own.has(part.name));
  if (view.kind === 'list' && view.items.some(isHidden)) return false;
  return !partsIn(item.body).some((part) => {
    const place = writtenPlace(part);
    const base = place?.kind === 'subscript' ? place.base : place;
    return base?.kind === 'name' && base.name === name;
  });
}
