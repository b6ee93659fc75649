/**
 * `double **` as rows. A pointer to pointers whose rows are all made alike is an array of rows: `a[i] = malloc(m * …)` in a
 * loop, or `a[i] = a[0] + i*m`, makes it `double a[n][m]`. As a parameter its rows are as long as the function that passes it
 * says, in an argument of their own; where nothing of the text calls the function, as its loops over a row say. An array
 * of pointers that lead into others, `row[i] = x + i*m`, stands for these.
 */

import type { DiagnosticSink } from '../../../../base/diagnostics';
import { shortened } from '../../../limitedSink';
import { sketch } from '../../../mapped';
import { isNull } from '../../lower/memory/pointerVariables';
import * as b from '../../parse/build';
import type * as S from '../../parse/syntax';
import { formalsOf } from '../../parse/syntax';
import { calleeOf, isHeap, walkExpr, withoutCasts } from '../../parse/walk';
import { fence } from '../fence';
import { rebuilt, rebuiltDeclared, rebuiltExpr } from '../moved/rebuilt';
import { declarationsIn, namesSetIn, partsIn, rootName, variablesIn, withoutDeclared } from '../survey';
import { extentFromLoops, fixedViews, placed, tables, viewed } from './extents';
import { elementOf, heapCount, isName, isRows, localRows, type Rows, type View } from './made';
import { entryOf, offsetOf, offsetsFor } from './offsets';
import {
  placesExchanged,
  pointersAside,
  rowsExchanged,
  type Swap,
  type Swaps,
  swapAt,
  swappedFormals,
  swapsIn,
  withoutCommas,
} from './swaps';

interface State {
  readonly sink: DiagnosticSink;
  /** By function and position: the parameters that become rows. */
  readonly formals: ReadonlyMap<string, ReadonlySet<number>>;
  readonly called: ReadonlySet<string>;
  /** Names that some function sets. */
  readonly set: ReadonlySet<string>;
  /** Variables of the file. */
  readonly globals: readonly S.Declarator[];
  /** Arrays of pointers of the file that keep their first values. */
  readonly fixed: ReadonlyMap<string, View>;
  /** By function: the parameters whose rows change places. */
  readonly swapped: ReadonlyMap<string, ReadonlySet<number>>;
}

export function withoutPointersToPointers(file: S.SourceFile, sink: DiagnosticSink): S.SourceFile {
  const functions = file.items.filter((item) => item.kind === 'function');
  const fixed = fixedViews(file.items);
  if (!functions.some(hasRows) && fixed.size === 0) return file;
  const formals = new Map(
    functions.map((item) => [
      item.declarator.name,
      new Set(formalsOf(item).flatMap((p, i) => (isRows(p.declarator) ? [i] : []))),
    ]),
  );
  const called = new Set(functions.flatMap(({ body }) => partsIn(body).map(calleeOf)));
  const set = new Set(functions.flatMap(({ body }) => [...namesSetIn(body)]));
  const globals = file.items.flatMap((item) =>
    item.kind === 'declaration' ? item.declared.map((each) => each.declarator) : [],
  );
  const s: State = { sink, formals, called, set, globals, fixed, swapped: swappedFormals(functions) };
  return {
    ...file,
    items: withoutDeclared(
      file.items.map((item) => (item.kind === 'function' ? definition(s, item) : item)),
      (name) => fixed.has(name),
    ),
  };
}

function hasRows(item: S.FunctionDefinition): boolean {
  return variablesIn(item).some(isRows);
}

// ----------------------------------------------------------------------------------------------------------- functions

function definition(s: State, item: S.FunctionDefinition): S.FunctionDefinition {
  const { name } = item.declarator;
  const rows = new Map<string, Rows>();
  const lengths: S.Parameter[] = [];
  const sizes = new Set<string>();
  const parameters = formalsOf(item).map((p, i): S.Parameter => {
    if (!s.formals.get(name)?.has(i)) return p;
    const own = p.declarator.name;
    const { nameSpan, span } = p.declarator;
    const known = s.called.has(name) ? null : extentFromLoops(item, own);
    const length = known ?? b.named(`${own}_cols`, nameSpan);
    if (!known) lengths.push(lengthParameter(`${own}_cols`, nameSpan));
    else walkExpr(known, (e) => e.kind === 'name' && sizes.add(e.name));
    if (name !== 'main') tellRows(s.sink, p.declarator);
    rows.set(own, { name: own, count: null, length });
    const derivations: S.Derivation[] = [
      { kind: 'pointer', span },
      { kind: 'array', size: length, span },
    ];
    return { ...p, declarator: { ...p.declarator, derivations } };
  });
  const declared = variablesIn(item);
  const types = new Map(declared.map((each) => [each.name, each.type]));
  const views = new Map([...s.fixed].filter(([each]) => !types.has(each)));
  const swaps = swapsIn(item);
  const moves = new Map(
    [...swaps.values()].flatMap(({ middle, ends, first }) =>
      [middle, ends].map((each) => [each, first.base.name] as const),
    ),
  );
  localRows(item.body, rows, views, {
    moves,
    mayChange: (each) => !types.has(each) && s.set.has(each),
    dimensions: (each) => {
      const named = [declared, s.globals]
        .map((list) => list.filter((d) => d.name === each))
        .find((d) => d.length);
      return Math.min(...(named ?? []).map(dimensionsOf), named ? Number.POSITIVE_INFINITY : 0);
    },
    offsets: (each, count, sets) =>
      offsetsFor(each, count, sets, (e) => moves.has(e), {
        body: item.body,
        declared: (of) => declared.find((d) => d.name === of),
      }),
  });
  const ofRows = new Map([...swaps].filter(([, { first }]) => rows.has(first.base.name)));
  for (const e of pointersAside(item.body, ofRows, s.swapped)) fence(s.sink, 'rowsAside', e.span);
  const body = statements({ ...s, rows, views, swaps, types }, item.body.body);
  return {
    ...item,
    declarator: b.withParameters(item.declarator, () => [...lengths, ...withSizesFirst(parameters, sizes)]),
    body: { ...item.body, body },
  };
}

function dimensionsOf({ derivations }: Pick<S.Declarator, 'derivations'>): number {
  return derivations.slice(1).every(({ kind }) => kind === 'array') ? derivations.length : 0;
}

/** `double **a, int n`: what says how long rows are is declared before them. Nothing of the text calls the function. */
function withSizesFirst(
  parameters: readonly S.Parameter[],
  sizes: ReadonlySet<string>,
): readonly S.Parameter[] {
  const isSize = ({ declarator }: S.Parameter): boolean => sizes.has(declarator.name);
  return [...parameters.filter(isSize), ...parameters.filter((p) => !isSize(p))];
}

function tellRows(sink: DiagnosticSink, { name, span }: S.Declarator): void {
  sink.info(
    'rows-in-one',
    `\`${shortened(name)}\` is read as one array, whose rows lie one after the other.`,
    span,
    'Hand the generated code such an array in place of pointers to rows.',
  );
}

function lengthParameter(name: string, span: S.Name['span']): S.Parameter {
  return b.parameter(b.plainType('i32', span), b.declarator(name, span));
}

// ---------------------------------------------------------------------------------------------------------- statements

interface Inside extends State {
  readonly rows: ReadonlyMap<string, Rows>;
  readonly views: ReadonlyMap<string, View>;
  readonly swaps: Swaps;
  /** Of what is declared. */
  readonly types: ReadonlyMap<string, S.TypeSpecifier>;
}

function statements(s: Inside, list: readonly S.Statement[]): S.Statement[] {
  const all = madeWhereUsed(s, withoutCommas(list));
  const made: S.Statement[] = [];
  for (let k = 0; k < all.length; k++) {
    const swap = swapAt(s.swaps, all, k);
    const exchange = swap && exchanged(s, swap);
    if (exchange) {
      made.push(...statement(s, exchange));
      k += 2;
    } else made.push(...statement(s, all[k] as S.Statement));
  }
  return made;
}

function exchanged(s: Inside, swap: Swap): S.Statement | null {
  const { name } = swap.first.base;
  const [rows, type, table] = [s.rows.get(name), s.types.get(name), s.views.get(name)?.table];
  if (rows && type) return rowsExchanged(swap, rows.length, type);
  return table ? placesExchanged(swap, table.name) : null;
}

/** Rows are declared where they are first used: how many there are, and how long, may be set before that. */
function madeWhereUsed(s: Inside, list: readonly S.Statement[]): readonly S.Statement[] {
  const made: S.Statement[] = [];
  const waiting: S.Declaration[] = [];
  const open = [...list];
  for (let stmt = open.shift(); stmt; stmt = open.shift()) {
    const rows = waiting.flatMap(({ declared }) => declared.map(({ declarator }) => declarator.name));
    // The statements of a call that makes them: what they set is known where the rows are declared.
    if (stmt.kind === 'block' && rows.some((name) => usesRows(stmt as S.Statement, name)))
      if (hasOwnNames(stmt, list)) {
        open.unshift(...stmt.body);
        continue;
      }
    for (const each of [...waiting])
      if (each.declared.some(({ declarator }) => usesRows(stmt as S.Statement, declarator.name)))
        made.push(...waiting.splice(waiting.indexOf(each), 1));
    if (stmt.kind !== 'declaration') made.push(stmt);
    else {
      const isOpen = ({ declarator, initializer }: S.Declared): boolean =>
        isRows(declarator) && !!s.rows.get(declarator.name)?.count && initializer?.kind !== 'list';
      const kept = stmt.declared.filter((each) => !isOpen(each));
      if (kept.length > 0 || stmt.declared.length === 0) made.push({ ...stmt, declared: kept });
      for (const each of stmt.declared.filter(isOpen)) waiting.push({ ...stmt, declared: [each] });
    }
  }
  return [...made, ...waiting];
}

/** What a block declares is named nowhere else in the list that it stands in. */
function hasOwnNames(block: S.BlockStatement, list: readonly S.Statement[]): boolean {
  const own = new Set(
    block.body
      .flatMap((stmt) => (stmt.kind === 'declaration' ? declarationsIn(stmt) : []))
      .map(({ name }) => name),
  );
  const isOwn = ({ name }: { readonly name: string }): boolean => own.has(name);
  return list.every(
    (stmt) =>
      stmt === block ||
      !(
        declarationsIn(stmt).some(isOwn) || partsIn(stmt).some((part) => part.kind === 'name' && isOwn(part))
      ),
  );
}

/** Something happens to them, but for `a = malloc(…)`. */
function usesRows(stmt: S.Statement, name: string): boolean {
  if (stmt.kind === 'expression' && stmt.expr.kind === 'assign') {
    const { target, value } = stmt.expr;
    if (isName(target, name) && isHeap(withoutCasts(value))) return false;
  }
  return partsIn(stmt).some((part) => isName(part, name));
}

function statement(s: Inside, stmt: S.Statement): S.Statement[] {
  if (stmt.kind === 'block') return [{ ...stmt, body: statements(s, stmt.body) }];
  if (stmt.kind === 'declaration') return [declared(s, stmt), ...tables(s.views, stmt)];
  if (stmt.kind === 'expression') {
    const { expr } = stmt;
    const made = expr.kind === 'assign' ? assigned(s, expr) : freesRow(s, expr) ? [] : null;
    if (made) return made;
  }
  const made = rebuilt(stmt, {
    expr: (e) => expression(s, e),
    stmt: (part) => {
      const inner = statements(s, [part]);
      return inner.length === 0 ? { kind: 'empty', span: part.span } : b.asOne(inner, part.span);
    },
  });
  return made.kind === 'for' &&
    made.body.kind === 'empty' &&
    stmt.kind === 'for' &&
    stmt.body.kind !== 'empty'
    ? []
    : [made];
}

/** What makes the rows is their declaration; rows of zeros are filled. */
function assigned(s: Inside, e: S.Assignment): S.Statement[] | null {
  const { target, value } = e;
  const own = withoutCasts(value);
  if (target.kind === 'name' && s.rows.get(target.name)?.count) return isHeap(own) || isNull(own) ? [] : null;
  if (target.kind === 'name' && s.views.has(target.name)) return [];
  if (target.kind !== 'subscript' || target.base.kind !== 'name') return null;
  const { name } = target.base;
  const view = s.views.get(name);
  if (view?.kind === 'offsets') {
    const change = (part: S.Expr): S.Expr => expression(s, part);
    const entry = entryOf(name, change(target.index), target.span);
    const by = e.op ? change(value) : offsetOf(value, name, view, change);
    return [b.statement(b.node({ ...e, target: entry, value: by }, entry, by))];
  }
  if (view) return view.table ? [placed(view.table.name, expression(s, target.index))] : [];
  const rows = s.rows.get(name);
  if (!rows?.count) return null;
  if (calleeOf(own) !== 'calloc') return [];
  const length = heapCount(own) ?? rows.length;
  const isFirst = target.index.kind === 'number' && target.index.text === '0';
  if (!isFirst || sketch(length) === sketch(rows.length)) return [zeros(length, target, `${name}_k`)];
  // The first row is made with all that follow.
  const row = b.named(`${name}_row`, target.span);
  const each = zeros(rows.length, b.subscript(target.base, row, target.span), `${name}_k`);
  return [b.countedLoop(row, rows.count, each)];
}

function zeros(length: S.Expr, row: S.Expr, name: string): S.Statement {
  const { span } = row;
  const k = b.named(name, span);
  return b.countedLoop(k, length, b.statement(b.assign(b.subscript(row, k, span), b.integer(0, span), span)));
}

function freesRow(s: Inside, e: S.Expr): boolean {
  if (e.kind !== 'call' || calleeOf(e) !== 'free') return false;
  const [arg] = e.args;
  const name = arg ? rootName(withoutCasts(arg)) : '';
  return s.rows.has(name) || s.views.has(name);
}

function declared(s: Inside, stmt: S.Declaration): S.Declaration {
  const made = stmt.declared.flatMap((each): S.Declared[] => {
    const { declarator } = each;
    const { name, span } = declarator;
    if (s.views.has(name)) return [];
    const rows = s.rows.get(name);
    if (!isRows(declarator) || !rows) {
      return [rebuiltDeclared(each, (e) => expression(s, e))];
    }
    const outer: S.Derivation = rows.count
      ? { kind: 'array', size: rows.count, span }
      : { kind: 'pointer', span };
    const derivations: S.Derivation[] = [outer, { kind: 'array', size: rows.length, span }];
    return [
      {
        ...each,
        declarator: { ...declarator, derivations },
        initializer: rows.count ? null : each.initializer,
      },
    ];
  });
  return { ...stmt, declared: made };
}

function expression(s: Inside, e: S.Expr): S.Expr {
  const element = elementOf(e);
  const view = element && s.views.get(element.name);
  if (view) return viewed(view, element.index, e, (part) => expression(s, part));
  const made = rebuiltExpr(e, (part) => expression(s, part));
  return made.kind === 'call' ? withLengths(s, made) : made;
}

/** Rows are passed with their length. */
function withLengths(s: Inside, e: S.CallExpression): S.Expr {
  const positions = s.formals.get(calleeOf(e));
  if (!positions || positions.size === 0) return e;
  const args = [...e.args];
  const lengths = [...positions].map((i): S.Expr => {
    const arg = e.args[i] && withoutCasts(e.args[i]);
    const rows = arg?.kind === 'name' ? s.rows.get(arg.name) : undefined;
    if (rows) return rows.length;
    fence(s.sink, 'pointerToPointer', (arg ?? e).span);
    const broken: S.Expr = { kind: 'broken', span: e.span, height: 0 };
    if (arg) args[i] = broken;
    return broken;
  });
  return b.node({ ...e, args: [...lengths, ...args] }, ...lengths, ...args);
}
