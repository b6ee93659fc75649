/**
 * `p = realloc(p, …)`: an array that grows where it stands is one array, as large as all of its sizes together, of which
 * nothing else is seen than what was asked for so far. A size that only the run tells is refused, once for each pointer.
 */

import type { DiagnosticSink } from '../../../../base/diagnostics';
import { sketch } from '../../../mapped';
import { isNull } from '../../lower/memory/pointerVariables';
import { statement as asStatement, assign, binary, call, named, product } from '../../parse/build';
import type * as S from '../../parse/syntax';
import { assignedPlace, calleeOf, factorsOf, mentionsSome, walkExpr, withoutCasts } from '../../parse/walk';
import { fence } from '../fence';
import { isPointer } from '../moved/facts';
import { rebuilt } from '../moved/rebuilt';
import { declarationsIn, partsIn, settingsIn } from '../survey';

interface Grown {
  /** What every assignment gives it; null for NULL. */
  readonly calls: (S.CallExpression | null)[];
  isOther: boolean;
}

export function withGrownArrays(file: S.SourceFile, sink: DiagnosticSink): S.SourceFile {
  if (!file.hasHeap) return file;
  return {
    ...file,
    items: file.items.map((item) => (item.kind === 'function' ? definition(item, sink) : item)),
  };
}

function definition(item: S.FunctionDefinition, sink: DiagnosticSink): S.FunctionDefinition {
  if (!partsIn(item.body).some((part) => calleeOf(part) === 'realloc')) return item;
  const declared = new Set(declarationsIn(item.body).map(({ name }) => name));
  const changed = changedIn(item.body);
  const visit = (stmt: S.Statement): S.Statement => {
    const sizes = stmt.kind === 'block' ? sizesIn(stmt, declared, changed, sink) : new Map<string, S.Expr>();
    const made = sizes.size === 0 ? stmt : statement(stmt, sizes);
    return rebuilt(made, { expr: (e) => e, stmt: visit });
  };
  return { ...item, body: visit(item.body) as S.BlockStatement };
}

/** Of the pointers that a block declares itself. */
function sizesIn(
  block: S.BlockStatement,
  declared: ReadonlySet<string>,
  changed: ReadonlySet<string>,
  sink: DiagnosticSink,
): Map<string, S.Expr> {
  const own = block.body.flatMap((each) => (each.kind === 'declaration' ? declarationsIn(each) : []));
  const pointers = own.filter((each) => isPointer(each) && each.derivations.length === 1);
  const found = new Map<string, Grown>(pointers.map(({ name }) => [name, { calls: [], isOther: false }]));
  noteValues(block, found);
  const sizes = new Map<string, S.Expr>();
  for (const [name, { calls, isOther }] of found) {
    const asked = calls.filter((each) => each !== null);
    const last = asked.find((each) => calleeOf(each) === 'realloc');
    if (isOther || !last || asked.some((each) => calleeOf(each) === 'calloc')) continue;
    const bytes = asked.map((each) => each.args[each.args.length - 1]).filter((e) => e !== undefined);
    const open = bytes.find((e) => mentionsSome(e, (each) => changed.has(each)));
    // A size may not name what is declared after the pointer.
    const isLate = bytes.some((e) => mentionsSome(e, (each) => declared.has(each)));
    if (!open && isLate) continue;
    if (open) fence(sink, 'growing', last.span);
    sizes.set(name, open ? elementSize(bytes, last) : total(bytes, last));
  }
  return sizes;
}

/** What heap call stands on the right of an assignment to a pointer; null for NULL, undefined for anything else. */
function heapOf(name: string, given: S.Expr): S.CallExpression | null | undefined {
  const value = withoutCasts(given);
  if (isNull(value)) return null;
  if (value.kind !== 'call' || !['malloc', 'calloc', 'realloc'].includes(calleeOf(value))) return undefined;
  const [from] = value.args;
  const own = from && withoutCasts(from);
  const isOwn = own && (isNull(own) || (own.kind === 'name' && own.name === name));
  return isOwn || calleeOf(value) !== 'realloc' ? value : undefined;
}

function noteValues(body: S.Statement, found: ReadonlyMap<string, Grown>): void {
  const note = (name: string, value: S.Expr): void => {
    const grown = found.get(name);
    const heap = grown && heapOf(name, value);
    if (!grown) return;
    if (heap === undefined) grown.isOther = true;
    else grown.calls.push(heap);
  };
  for (const { name, value } of settingsIn(body)) note(name, value);
  for (const part of partsIn(body)) {
    const moves = part.kind === 'update' || (part.kind === 'unary' && part.op === '&') ? part.operand : null;
    const grown = moves?.kind === 'name' ? found.get(moves.name) : undefined;
    if (grown) grown.isOther = true;
  }
}

/** Names that have more than one value: sizes of them are not known where the function begins. */
function changedIn(body: S.Statement): ReadonlySet<string> {
  const times = new Map<string, number>();
  const note = (name: string, by: number): void => {
    times.set(name, (times.get(name) ?? 0) + by);
  };
  const visit = (stmt: S.Statement, isSure: boolean): S.Statement => {
    if (stmt.kind === 'declaration')
      for (const { declarator, initializer } of stmt.declared) if (initializer) note(declarator.name, 1);
    return rebuilt(stmt, {
      expr: (e) => {
        walkExpr(e, (part) => {
          const place = assignedPlace(part);
          const isFirst = isSure && part.kind === 'assign' && part.op === null;
          if (place?.kind === 'name') note(place.name, isFirst ? 1 : 2);
        });
        return e;
      },
      stmt: (part) => visit(part, isSure && stmt.kind === 'block'),
    });
  };
  visit(body, true);
  return new Set([...times].filter(([, n]) => n > 1).map(([name]) => name));
}

function isSizeof(e: S.Expr): boolean {
  return e.kind === 'sizeof';
}

function factors(e: S.Expr): S.Expr[] {
  return factorsOf(e).map((part) => withoutCasts(part));
}

function elementSize(bytes: readonly S.Expr[], { span }: S.Expr): S.Expr {
  return bytes.flatMap(factors).find(isSizeof) ?? named('sizeof', span);
}

/** `(n + 2*n) * sizeof(double)` of `n * sizeof(double)` and `2*n * sizeof(double)`; one of what is asked for twice. */
function total(bytes: readonly S.Expr[], last: S.Expr): S.Expr {
  const each = [...new Map(bytes.map((e) => [sketch(e), e])).values()];
  if (each.length === 1 && each[0]) return each[0];
  const { span } = last;
  const sum = each
    .map((e) =>
      product(
        factors(e).filter((part) => !isSizeof(part)),
        span,
      ),
    )
    .reduce((left, right) => binary('+', left, right, span));
  return binary('*', sum, elementSize(bytes, last), span);
}

/** Memory is had where the pointer is declared. */
function statement(stmt: S.Statement, sizes: ReadonlyMap<string, S.Expr>): S.Statement {
  if (stmt.kind === 'block') {
    const body = stmt.body.flatMap((each): S.Statement[] => {
      const made = statement(each, sizes);
      if (each.kind !== 'declaration') return [made];
      const own = each.declared.flatMap(({ declarator: { name, nameSpan } }) => {
        const size = sizes.get(name);
        return size
          ? [asStatement(assign(named(name, nameSpan), call('malloc', [size], size.span), nameSpan))]
          : [];
      });
      return [made, ...own];
    });
    return { ...stmt, body };
  }
  if (stmt.kind === 'declaration')
    return {
      ...stmt,
      declared: stmt.declared.map((each) =>
        sizes.has(each.declarator.name) ? { ...each, initializer: null } : each,
      ),
    };
  if (stmt.kind === 'expression' && stmt.expr.kind === 'assign') {
    const { target } = stmt.expr;
    if (target.kind === 'name' && sizes.has(target.name)) return { kind: 'empty', span: stmt.span };
  }
  return rebuilt(stmt, { expr: (e) => e, stmt: (part) => statement(part, sizes) });
}
