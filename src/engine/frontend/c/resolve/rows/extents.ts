/** How long the rows of a parameter `double **a` are, as the loops over them say. */
import { sketch } from '../../../mapped';
import * as b from '../../parse/build';
import type * as S from '../../parse/syntax';
import { formalsOf } from '../../parse/syntax';
import { mentionsSome, operands, writtenPlace } from '../../parse/walk';
import { rebuilt, rebuiltExpr } from '../moved/rebuilt';
import { declarationsIn, type Item, partsIn, variablesIn } from '../survey';
import { isRows, type View, viewBy } from './made';

interface Bounds {
  /** By the loop's variable: what it stays below. */
  readonly loops: ReadonlyMap<string, S.Expr>;
  readonly isFixed: (name: string) => boolean;
}

/** An expression of the other parameters; null where the subscripts tell nothing, or more than one thing. */
export function extentFromLoops(item: S.FunctionDefinition, name: string): S.Expr | null {
  const found: S.Expr[] = [];
  let isOpen = false;
  const formals = new Set(formalsOf(item).map((p) => p.declarator.name));
  const isFixed = (each: string): boolean => formals.has(each);
  const expression = (e: S.Expr, loops: ReadonlyMap<string, S.Expr>): void => {
    const row = e.kind === 'subscript' ? e.base : null;
    if (
      e.kind === 'subscript' &&
      row?.kind === 'subscript' &&
      row.base.kind === 'name' &&
      row.base.name === name
    ) {
      const extent = extentOf({ loops, isFixed }, e.index);
      if (extent) found.push(extent);
      else isOpen = true;
    }
    for (const part of operands(e)) expression(part, loops);
  };
  const statement = (stmt: S.Statement, loops: ReadonlyMap<string, S.Expr>): void => {
    const inner = stmt.kind === 'for' ? withLoop(stmt, loops) : loops;
    rebuilt(stmt, {
      expr: (e) => {
        expression(e, inner);
        return e;
      },
      stmt: (part) => {
        statement(part, inner);
        return part;
      },
    });
  };
  statement(item.body, new Map());
  const [numbers, others] = [
    found.filter((e) => e.kind === 'number'),
    found.filter((e) => e.kind !== 'number'),
  ];
  // Of `n` and `n + 1` the larger holds all.
  const [largest] = others.sort((a, b) => apart(b).more - apart(a).more);
  if (largest) {
    const of = sketch(apart(largest).of);
    return others.every((e) => sketch(apart(e).of) === of) ? largest : null;
  }
  const most = Math.max(0, ...numbers.map((e) => Number((e as S.NumberLiteral).text)));
  return most > 0 && !isOpen ? b.integer(most, item.declarator.nameSpan) : null;
}

/** A decimal number without a suffix. */
function isPlain(e: S.Expr): e is S.NumberLiteral {
  return e.kind === 'number' && /^(0|[1-9]\d*)$/.test(e.text);
}

/** `n + 1` is `n`, and 1 more. */
function apart(e: S.Expr): { readonly of: S.Expr; readonly more: number } {
  if (e.kind !== 'binary' || (e.op !== '+' && e.op !== '-') || !isPlain(e.right)) return { of: e, more: 0 };
  return { of: e.left, more: Number(e.right.text) * (e.op === '+' ? 1 : -1) };
}

function withLoop(stmt: S.ForStatement, loops: ReadonlyMap<string, S.Expr>): ReadonlyMap<string, S.Expr> {
  const { condition } = stmt;
  const head = setInHead(stmt);
  if (!head) return loops;
  const { index, first } = head;
  const made = new Map(loops);
  made.delete(index);
  if (condition?.kind === 'binary' && condition.left.kind === 'name' && condition.left.name === index) {
    if (condition.op === '<') made.set(index, condition.right);
    if (condition.op === '<=') made.set(index, shifted(condition.right, 1));
    // Counted down: it begins with the largest.
    if ((condition.op === '>=' || condition.op === '>') && first && first.kind !== 'compound')
      made.set(index, shifted(first, 1));
  }
  return made;
}

/** The variable that the head of a loop sets, and to what: `i = 0;`, `int i = 0;`. */
export function setInHead({ init }: S.ForStatement): { index: string; first: S.Expr | null } | null {
  if (init?.kind === 'assign')
    return init.target.kind === 'name' ? { index: init.target.name, first: init.value } : null;
  const [given] = init?.kind === 'declaration' ? declarationsIn(init) : [];
  return given ? { index: given.name, first: given.value } : null;
}

export function shifted(e: S.Expr, by: number): S.Expr {
  const { span } = e;
  if (by === 0) return e;
  if (isPlain(e)) return b.integer(Number(e.text) + by, span);
  const { of, more } = apart(e);
  if (of !== e) return more + by === 0 ? of : shifted(of, more + by);
  return b.binary(by > 0 ? '+' : '-', e, b.integer(Math.abs(by), span));
}

/** One more than the largest value of a subscript. */
function extentOf(bounds: Bounds, e: S.Expr, depth = 0): S.Expr | null {
  if (depth > 8) return null;
  if (isPlain(e)) return b.integer(Number(e.text) + 1, e.span);
  const { of, more } = apart(e);
  if (of !== e) {
    const inner = extentOf(bounds, of, depth + 1);
    return inner && shifted(inner, more);
  }
  if (e.kind !== 'name') return null;
  const bound = bounds.loops.get(e.name);
  if (!bound) return null;
  return fixed(bounds, bound, depth + 1);
}

function fixed(bounds: Bounds, e: S.Expr, depth: number): S.Expr | null {
  if (depth > 8) return null;
  if (e.kind === 'number') return e;
  if (e.kind === 'name') {
    if (bounds.isFixed(e.name)) return e;
    // Below another loop's variable: at most one less than that may be.
    const outer = bounds.loops.get(e.name);
    const most = outer && fixed(bounds, outer, depth + 1);
    return most ? shifted(most, -1) : null;
  }
  const { of, more } = apart(e);
  const inner = of === e ? null : fixed(bounds, of, depth + 1);
  return inner && shifted(inner, more);
}

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
  if (view.kind === 'offsets') return b.binary('+', b.named(view.base, span), index, span);
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
    const view = views.get(name);
    if (!view?.table) return [];
    const { table } = view;
    const of = b.declarator(table.name, span, [{ kind: 'array', size: table.count, span }]);
    const numbers = view.kind !== 'offsets' &&
      initializer?.kind === 'list' && {
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
  const isHidden = (e: S.Expr): boolean => mentionsSome(e, (each) => own.has(each));
  if (view.kind === 'list' && view.items.some(isHidden)) return false;
  return !partsIn(item.body).some((part) => {
    const place = writtenPlace(part);
    const base = place?.kind === 'subscript' ? place.base : place;
    return base?.kind === 'name' && base.name === name;
  });
}
