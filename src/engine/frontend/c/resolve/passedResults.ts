/**
 * Functions that return memory of their own, as far as no call of them is left: their callers pass the array, as large as
 * what was asked for.
 *
 *     double *scaled(int n, double *a)                         void scaled(int n, double *a, double b[n])
 *     { double *b = malloc(n * sizeof(double));         →      { …
 *       … return b; }                                            … return; }
 *
 * And those that return a parameter return nothing.
 */
import type { DiagnosticSink } from '../../../base/diagnostics';
import { shortened } from '../../limitedSink';
import { isNull } from '../lower/memory/pointerVariables';
import * as b from '../parse/build';
import type * as S from '../parse/syntax';
import { formalsOf } from '../parse/syntax';
import { factorsOf, isHeap, withoutCasts, writtenPlace } from '../parse/walk';
import { returnedName } from './inlined/expand';
import { rebuilt, rebuiltExpr } from './moved/rebuilt';
import { heapCount, isName } from './rows/made';
import { declarationsIn, partsIn, statementsIn, valueIn } from './survey';

export function withPassedResults(file: S.SourceFile, sink: DiagnosticSink): S.SourceFile {
  if (!file.items.some((item) => item.kind === 'function' && returnsPointer(item.declarator))) return file;
  const called = new Set<string>();
  for (const item of file.items)
    for (const part of item.kind === 'function' ? partsIn(item.body) : partsIn(item))
      if (part.kind === 'call' && part.callee.kind === 'name') called.add(part.callee.name);
  const done = new Set<string>();
  const items = file.items.map((item) => {
    if (item.kind !== 'function' || called.has(item.declarator.name)) return item;
    const made = returnsPointer(item.declarator) && !item.type.struct ? passed(item, sink) : null;
    if (made) done.add(item.declarator.name);
    return made ?? item;
  });
  const declared = items.map((item) =>
    item.kind === 'declaration'
      ? { ...item, declared: item.declared.filter((each) => !done.has(each.declarator.name)) }
      : item,
  );
  return { ...file, items: declared };
}

function returnsPointer({ derivations }: S.Declarator): boolean {
  const [first, second] = derivations;
  return derivations.length === 2 && first?.kind === 'function' && second?.kind === 'pointer';
}

/** Null where what it returns is no memory of its own. */
function passed(item: S.FunctionDefinition, sink: DiagnosticSink): S.FunctionDefinition | null {
  const formals = formalsOf(item);
  const name = sourceOf(item, returnedName(item.body.body));
  if (name === null) return null;
  const [own] = declarationsOf(item.body, name);
  if (!own && formals.some((each) => each.declarator.name === name))
    return withFormals(item, formals, item.body);
  const isOwn = own?.each.declarator.derivations.every(({ kind }) => kind === 'pointer');
  if (!own || !isOwn || own.type.base !== item.type.base || own.type.storage !== null) return null;
  const { derivations, nameSpan } = own.each.declarator;
  const given = derivations.length === 1 ? memoryOf(item.body, name) : null;
  const body = withoutMemory(item.body, name);
  if (!given || partsIn(body).some((part) => isAssigned(part, name))) return null;
  const [size, other] = given.map((heap) => countOf(item, heap, name));
  const derivation: S.Derivation =
    size && other === undefined
      ? { kind: 'array', size, span: nameSpan }
      : { kind: 'pointer', span: nameSpan };
  sink.info(
    'array-result',
    `The result of \`${shortened(item.declarator.name)}\` is an array: it is returned in an argument of its own, \`${shortened(name)}\`.`,
    item.declarator.nameSpan,
  );
  const added = b.parameter({ ...own.type, isConst: false }, b.declarator(name, nameSpan, [derivation]));
  return withFormals(item, [...formals, added], body);
}

function withFormals(
  item: S.FunctionDefinition,
  parameters: readonly S.Parameter[],
  body: S.Statement,
): S.FunctionDefinition {
  const [first] = item.declarator.derivations;
  const derivations = first?.kind === 'function' ? [{ ...first, parameters }] : [];
  const plain = (stmt: S.Statement): S.Statement =>
    stmt.kind === 'return' ? { ...stmt, value: null } : rebuilt(stmt, { expr: (e) => e, stmt: plain });
  return {
    ...item,
    type: { ...b.plainType('void', item.type.span), storage: item.type.storage },
    declarator: { ...item.declarator, derivations },
    body: plain(body) as S.BlockStatement,
  };
}

/** The name that a pointer is only ever given. */
function sourceOf(item: S.FunctionDefinition, name: string | null, depth = 0): string | null {
  if (name === null || depth > 8) return null;
  const { body } = item;
  const [value, other] = declarationsOf(body, name).length === 1 ? (valuesOf(body, name) ?? []) : [];
  return value?.kind === 'name' && !other && !isNull(value) ? sourceOf(item, value.name, depth + 1) : name;
}

function isAssigned(e: S.Expr, name: string): boolean {
  const place = writtenPlace(e);
  return place !== null && isName(place, name);
}

function declarationsOf(stmt: S.Statement, name: string): { type: S.TypeSpecifier; each: S.Declared }[] {
  const inner = statementsIn(stmt).flatMap((part) => declarationsOf(part, name));
  if (stmt.kind !== 'declaration') return inner;
  const { type, declared } = stmt;
  return declared.flatMap((each) => (each.declarator.name === name ? { type, each } : []));
}

/** What a name is given; null where it also changes otherwise. */
function valuesOf(body: S.BlockStatement, name: string): S.Expr[] | null {
  const values = declarationsIn(body).flatMap((each) => (each.name === name ? (each.value ?? []) : []));
  for (const part of partsIn(body))
    if (part.kind === 'assign' && part.op === null && isName(part.target, name)) values.push(part.value);
    else if (isAssigned(part, name)) return null;
  return values;
}

/** The calls that give a pointer its memory; null where it may get anything else, or may lose it. */
function memoryOf(body: S.BlockStatement, name: string): S.CallExpression[] | null {
  const values = valuesOf(body, name)?.map((value) => withoutCasts(value));
  const calls = values?.filter((value) => !isNull(value)) ?? [];
  const isLost = partsIn(body).some(
    (part) =>
      part.kind === 'call' &&
      isName(part.callee, 'free') &&
      part.args.some((arg) => isName(withoutCasts(arg), name)),
  );
  return calls.length > 0 && calls.every(isHeap) && !isLost ? calls : null;
}

/** Memory that is all zeros at first is set to them. */
function withoutMemory(body: S.BlockStatement, name: string): S.BlockStatement {
  const filled = (value: S.Expr): S.Statement[] => {
    const heap = withoutCasts(value);
    if (!isHeap(heap) || !isName(heap.callee, 'calloc')) return [];
    const [left, right] = heap.args;
    const { span } = heap;
    if (!left || !right) return [];
    const bytes = b.binary('*', left, right, span);
    return [b.statement(b.call('memset', [b.named(name, span), b.integer(0, span), bytes], span))];
  };
  const made = (stmt: S.Statement): S.Statement[] => {
    if (stmt.kind === 'block') return [{ ...stmt, body: stmt.body.flatMap(made) }];
    if (stmt.kind === 'expression' && stmt.expr.kind === 'assign' && isName(stmt.expr.target, name))
      return filled(stmt.expr.value);
    const own = stmt.kind === 'declaration' && stmt.declared.find((each) => each.declarator.name === name);
    if (stmt.kind !== 'declaration' || !own)
      return [rebuilt(stmt, { expr: (e) => e, stmt: (part) => b.asOne(made(part), part.span) })];
    const value = valueIn(own.initializer);
    const others = { ...stmt, declared: stmt.declared.filter((each) => each !== own) };
    return [others, ...(value ? filled(value) : [])];
  };
  return made(body)[0] as S.BlockStatement;
}

/** How many elements, in terms of what is passed; null where that is not plain. */
function countOf(item: S.FunctionDefinition, heap: S.CallExpression, name: string): S.Expr | null {
  const units = heap.args
    .flatMap(factorsOf)
    .map((part) => withoutCasts(part))
    .filter((part) => part.kind === 'sizeof');
  const [unit, more] = units;
  const { specifier, operand } = unit ?? {};
  const isElement = specifier
    ? specifier.base === item.type.base && specifier.isComplex === item.type.isComplex
    : operand?.kind === 'unary' && isName(operand.operand, name);
  const count = heapCount(heap);
  return isElement && !more && count ? inParameters(item, count) : null;
}

/** Names that stay what they were given stand for what they were given. */
function inParameters(item: S.FunctionDefinition, e: S.Expr, depth = 0): S.Expr | null {
  if (e.kind === 'number') return e;
  if (e.kind === 'binary' || e.kind === 'cast') {
    let isPlain = true;
    const made = rebuiltExpr(e, (part) => {
      const inner = inParameters(item, part, depth);
      if (!inner) isPlain = false;
      return inner ?? part;
    });
    return isPlain ? made : null;
  }
  if (e.kind !== 'name' || depth > 8) return null;
  const values = valuesOf(item.body, e.name);
  if (declarationsOf(item.body, e.name).length === 0) return values?.length === 0 ? e : null;
  const [value, other] = values ?? [];
  return value && !other ? inParameters(item, value, depth + 1) : null;
}
