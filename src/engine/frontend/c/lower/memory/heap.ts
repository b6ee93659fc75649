/** Memory by the byte: `sizeof`, arrays from the heap, and what fills or copies runs of elements. */

import { ofEach } from '../../../../base/lookup';
import type { Span } from '../../../../base/span';
import type { RawStatement } from '../../../../control/rawTree';
import { constant, element, isConstant, memoryBytes, multiply, negate, sameExpr } from '../../../../ir/build';
import { evaluate } from '../../../../ir/evaluate';
import type { Expr, For, ScalarType, Shape, VariableId } from '../../../../ir/types';
import { integer, node } from '../../parse/build';
import type * as S from '../../parse/syntax';
import { fence } from '../../resolve/fence';
import { comparison, convertTo, integerSum } from '../arithmetic';
import { extentOf, shapeOf } from '../declarations/shapes';
import { pointerNamed } from '../names';
import { address, value } from '../operands';
import {
  base,
  collect,
  emit,
  type Located,
  lookUp,
  newVariable,
  type PointerCell,
  type RoutineState,
  reference,
  temporary,
  uniqueName,
  type VariableDraft,
} from '../state';
import { isOfLong } from '../unsigned';
import { loopBelow, wholeLoops } from './initializers';
import { flatOffset, isAddress, rank, spread, subscriptDepth } from './located';

const ADDRESS_BYTES = 8;

/** `sizeof e`, `sizeof(type)`: a number of bytes, of C's type `long`. Nothing is evaluated. */
export function sizeofValue(s: RoutineState, e: S.Sizeof): Expr | null {
  const size = sizeOf(s, e);
  if (!size) return null;
  const bytes = constant(size.bytes, 'i64', e.span);
  if (!size.elements) return bytes;
  return folded(multiply(convertTo(size.elements, 'i64'), bytes, e.span));
}

function folded(e: Expr): Expr {
  const known = evaluate(e);
  return known === null ? e : constant(known, e.type, e.span);
}

interface Size {
  /** Of an element. */
  readonly bytes: number;
  /** Of an array; null for a single value. */
  readonly elements: Expr | null;
}

function sizeOf(s: RoutineState, e: S.Sizeof): Size | null {
  const { specifier, operand } = e;
  if (specifier) return sizeOfType(s, specifier, e.derivations);
  return operand && sizeOfOperand(s, operand);
}

function sizeOfType(
  s: RoutineState,
  specifier: S.TypeSpecifier,
  derivations: readonly S.Derivation[],
): Size | null {
  let bytes = typeBytes(specifier);
  let elements: Expr | null = null;
  // From the inside out: an array of pointers is as large as its pointers.
  for (const each of [...derivations].reverse()) {
    const extent = each.kind === 'array' && each.size ? extentOf(s, each.size) : null;
    if (each.kind === 'function' || (each.kind === 'array' && !extent)) return null;
    if (extent) elements = elements ? folded(multiply(elements, extent, specifier.span)) : extent;
    else [bytes, elements] = [ADDRESS_BYTES, null];
  }
  return bytes === null ? null : { bytes, elements };
}

/** Null where no value has the type. */
function typeBytes({ base, bytes }: S.TypeSpecifier): number | null {
  return base === 'void' || base === 'unsupported' ? null : (bytes ?? cBytes(base));
}

function sizeOfOperand(s: RoutineState, operand: S.Expr): Size | null {
  const meaning = operand.kind === 'name' ? lookUp(s, operand.name) : undefined;
  if (meaning?.kind === 'pointer') return { bytes: ADDRESS_BYTES, elements: null };
  if (meaning?.kind === 'variable' && rank(meaning.variable) > 0)
    return wholeSize(s, meaning.variable, operand.span);
  if (operand.kind === 'cast' && operand.type !== 'pointer') return sizeOfType(s, operand.specifier, []);
  if (operand.kind === 'update') return sizeOfOperand(s, operand.operand);
  if (operand.kind === 'assign') return sizeOfOperand(s, operand.target);
  const pointed =
    operand.kind === 'unary' && operand.op === '*'
      ? operand.operand
      : operand.kind === 'subscript'
        ? operand.base
        : null;
  const cell = pointed && pointerNamed(s, pointed);
  if (cell?.rows === 0) return { bytes: elementBytes(cell), elements: null };
  const row = cell && !cell.target && shapeOf(s, cell.rowSizes, false, operand.span);
  if (row) return { bytes: elementBytes(cell), elements: elementCountOf(row, operand.span) };
  if (isAddress(s, operand)) return addressSize(s, operand, pointed !== null);
  let found: Expr | null = null;
  collect(s, () => {
    found = value(s, operand);
  });
  const known = found as Expr | null;
  return known && { bytes: valueBytes(s, operand, known), elements: null };
}

function elementCountOf({ dimensions }: Shape, span: Span): Expr | null {
  return dimensions.reduce<Expr | null>(
    (n, { extent }) => (n && extent ? folded(multiply(n, extent, span)) : (extent ?? n)),
    null,
  );
}

/** A row of an array is as large as its elements; any other address is one. */
function addressSize(s: RoutineState, operand: S.Expr, isPlace: boolean): Size | null {
  if (!isPlace) return { bytes: ADDRESS_BYTES, elements: null };
  const depth = subscriptDepth(operand);
  const meaning = depth ? lookUp(s, depth.name) : undefined;
  if (depth && meaning?.kind === 'variable')
    return wholeSize(s, meaning.variable, operand.span, depth.subscripts);
  const target = meaning?.kind === 'pointer' ? meaning.cell.target?.variable : undefined;
  if (!depth || !target || meaning?.kind !== 'pointer') return null;
  const above = rank(target) - meaning.cell.rows - 1;
  return wholeSize(s, target, operand.span, above + depth.subscripts);
}

const PLACES: ReadonlySet<S.Expr['kind']> = new Set(['name', 'subscript', 'call']);

/** A computed value has at least the size of an `int`; a stored one may be smaller. */
function valueBytes(s: RoutineState, operand: S.Expr, known: Expr): number {
  const isPlace = PLACES.has(operand.kind) || (operand.kind === 'unary' && operand.op === '*');
  const isKept = known.kind === 'variable' || known.kind === 'element';
  if (isPlace && isKept) return variableBytes(s, known.variable, known.type);
  return isOfLong(s.file, known) ? memoryBytes('i64') : known.type === 'i64' ? 4 : memoryBytes(known.type);
}

function variableBytes({ file }: RoutineState, id: VariableId, type: ScalarType): number {
  return file.bytes.get(id) ?? cBytes(type);
}

function elementBytes({ written, pointee }: Pick<PointerCell, 'written' | 'pointee'>): number {
  return written?.bytes ?? cBytes(pointee);
}

/** A parameter is an address, however it is declared. `from`: the first dimension that counts, of a row. */
function wholeSize(s: RoutineState, variable: VariableDraft, span: Span, from = 0): Size {
  if (variable.role === 'parameter' && from === 0) return { bytes: ADDRESS_BYTES, elements: null };
  let elements: Expr | null = null;
  for (const { extent } of variable.shape?.dimensions.slice(from) ?? [])
    if (extent) elements = elements ? folded(multiply(elements, extent, span)) : extent;
  return { bytes: variableBytes(s, variable.id, variable.type), elements };
}

function cBytes(type: ScalarType): number {
  return type === 'bool' ? 1 : memoryBytes(type);
}

/** `n * sizeof(double)` as a number of elements of a type, or of rows of them; null where it is something else. */
function elementsOf(
  s: RoutineState,
  parts: readonly S.Expr[],
  bytes: number,
  span: Span,
  rows: Shape | null = null,
): S.Expr | Expr | null {
  const factors = parts.flatMap(factorsOf);
  const at = factors.findIndex((e) => e.kind === 'sizeof');
  const unit = factors[at];
  if (unit?.kind !== 'sizeof') return null;
  const size = sizeOf(s, unit);
  if (size?.bytes !== bytes) return null;
  const rest = factors.filter((_, i) => i !== at);
  if (rows) return countOfRows(s, unit, size, rest, rows);
  if (size.elements) return rest.length === 0 ? size.elements : null;
  return product(rest, span);
}

/** What is left of the factors without those that make a row. */
function countOfRows(
  s: RoutineState,
  unit: S.Sizeof,
  { elements }: Size,
  rest: readonly S.Expr[],
  rows: Shape,
): S.Expr | null {
  const isSame = (a: Expr | null, b: Expr | null): boolean =>
    a !== null && b !== null && (sameExpr(a, b) || (evaluate(a) ?? Number.NaN) === evaluate(b));
  if (isSame(elements, elementCountOf(rows, unit.span))) return product(rest, unit.span);
  const left = [...unit.derivations.flatMap((d) => (d.kind === 'array' && d.size ? [d.size] : [])), ...rest];
  if (elements && left.length === rest.length) return null;
  for (const { extent } of [...rows.dimensions].reverse()) {
    const at = left.map((e) => isSame(extentOf(s, e), extent)).lastIndexOf(true);
    if (at < 0) return null;
    left.splice(at, 1);
  }
  return product(left, unit.span);
}

function product([first, ...more]: readonly S.Expr[], span: Span): S.Expr {
  return more.reduce<S.Expr>(
    (left, right) => node({ kind: 'binary', op: '*', opSpan: span, left, right, span }, left, right),
    first ?? integer(1, span),
  );
}

function factorsOf(e: S.Expr): S.Expr[] {
  if (e.kind === 'binary' && e.op === '*') return [...factorsOf(e.left), ...factorsOf(e.right)];
  return e.kind === 'cast' && e.type !== 'pointer' ? factorsOf(e.operand) : [e];
}

// --------------------------------------------------------------------------------------------------------------- heap

const HEAP = new Set(['malloc', 'calloc']);

export function isHeapCall(e: S.Expr): e is S.CallExpression {
  return e.kind === 'call' && e.callee.kind === 'name' && HEAP.has(e.callee.name);
}

/**
 * `malloc(n * sizeof(double))`: an array of the routine's own. It is as large wherever it is made, or this is reported.
 * Made again, it is the same array.
 */
export function heapArray(s: RoutineState, cell: PointerCell, e: S.CallExpression): VariableDraft | null {
  const rows = cell.rows > 0 ? shapeOf(s, cell.rowSizes, false, e.span) : null;
  if (cell.rows > 0 && !rows) return null;
  const size = elementsOf(s, e.args, elementBytes(cell), e.span, rows);
  if (!size || !('height' in size)) {
    fence(s.file.sink, 'heap', e.span);
    return null;
  }
  const extent = extentOf(s, size);
  if (!extent) return null;
  const isZero = e.callee.kind === 'name' && e.callee.name === 'calloc';
  const before = cell.target?.variable;
  const known = before?.shape?.dimensions[0]?.extent;
  if (before?.role === 'local' && known && sameExpr(known, extent)) {
    if (isZero) wholeLoops(s, before, e.span);
    return before;
  }
  const variable = newVariable(s.file, {
    name: uniqueName(s, cell.name),
    type: cell.pointee,
    shape: {
      dimensions: [{ lower: constant(0, 'i32', e.span), extent }, ...(rows?.dimensions ?? [])],
      order: 'row',
    },
    role: 'local',
    owner: s.index,
    span: e.span,
    ...(cell.written && { written: cell.written }),
  });
  s.locals.push(variable.id);
  if (isZero) wholeLoops(s, variable, e.span);
  return variable;
}

// -------------------------------------------------------------------------------------------------------------- memory

/** `memset(a, 0, …)` and `memcpy(a, b, …)` of whole elements, as loops. False, and nothing is emitted, for anything else. */
export function memoryCall(s: RoutineState, e: S.CallExpression, name: string): boolean {
  const [to, what, bytes] = name === 'bzero' ? [e.args[0], undefined, e.args[1]] : e.args;
  if (!to || !bytes || !isAddress(s, to)) return false;
  const isCopy = name === 'memcpy' || name === 'memmove';
  if (!isCopy && name !== 'memset' && name !== 'bzero') return false;
  if (name === 'memset' && (what?.kind !== 'number' || Number(what.text) !== 0)) return false;
  if (isCopy && (!what || !isAddress(s, what))) return false;
  if (zeroesOwnArray(s, to, name, bytes)) return true;
  const target = address(s, to);
  const source = isCopy && what ? address(s, what) : null;
  if (!target || (isCopy && !source)) return true;
  if (source && source.variable.type !== target.variable.type) return false;
  const size = elementsOf(s, [bytes], variableBytes(s, target.variable.id, target.variable.type), e.span);
  const elements = size && ('height' in size ? value(s, size) : size);
  if (!elements) return false;
  return copyRun(s, target, source, convertTo(elements, 'i32'), e.span);
}

/** The form that `= {0}` of generated code takes where a local's size is no constant: see `declareArray`. */
function zeroesOwnArray(s: RoutineState, to: S.Expr, name: string, bytes: S.Expr): boolean {
  if (!s.file.hasRuntime || name !== 'memset' || to.kind !== 'name') return false;
  const isWhole = bytes.kind === 'sizeof' && bytes.operand?.kind === 'name' && bytes.operand.name === to.name;
  const meaning = lookUp(s, to.name);
  if (!isWhole || meaning?.kind !== 'variable' || meaning.variable.role !== 'local') return false;
  s.zeroed.add(meaning.variable.id);
  return true;
}

function copyRun(s: RoutineState, target: Located, source: Located | null, n: Expr, span: Span): boolean {
  const { variable } = target;
  const isLine = (place: Located): boolean => place.subscripts.length === rank(place.variable);
  const isWhole = rank(variable) > 1 && isAll(source ?? target, n) && isStart(target);
  if (isWhole && (!source || (isStart(source) && haveEqualRows(target, source)))) {
    wholeLoops(s, variable, span, source?.variable);
    return true;
  }
  if (!isLine(target) || (source && !isLine(source)) || rank(variable) === 0) return false;
  const leavesRow = (place: Located) =>
    rank(place.variable) > 1 && !place.isFlat && !isRow(place.variable, n);
  if (leavesRow(target) || (source && leavesRow(source))) return false;
  const k = temporary(s, 'k', 'i32', span);
  const at = (place: Located): Expr & { kind: 'element' } => {
    const subscripts = place.subscripts.map((e, i) =>
      i === place.subscripts.length - 1 ? integerSum('+', e, reference(k, span), span) : e,
    );
    return element(place.variable.id, spread({ ...place, subscripts }), place.variable.type, span);
  };
  const up = (): For<RawStatement> => {
    const loop = loopBelow(
      s,
      k,
      n,
      () =>
        collect(s, () => emit(s, at(target), source ? at(source) : constant(0, variable.type, span), span)),
      span,
    );
    return { ...loop, last: folded(loop.last) };
  };
  s.out.push(source?.variable === variable ? withoutLoss(s, target, source, up) : up());
  return true;
}

/** Within an array: to later elements from the last one down, so that none is overwritten before it is read. */
function withoutLoss(
  s: RoutineState,
  target: Located,
  source: Located,
  up: () => For<RawStatement>,
): RawStatement {
  const { span } = source;
  const down = (): For<RawStatement> => {
    const { first, last, step, ...rest } = up();
    return { ...rest, first: last, last: first, step: negate(step), test: 'ge' };
  };
  const [to, from] = [flatOffset(target), flatOffset(source)];
  const by = evaluate(integerSum('-', to, from, span));
  if (by !== null) return by > 0 ? down() : up();
  const condition = comparison('>', to, from, span);
  return { kind: 'if', ...base(s.file, span), condition, then: [down()], else: [up()] };
}

function isStart({ subscripts }: Located): boolean {
  return subscripts.every((e) => isConstant(e, 0));
}

/** Whether two arrays have the same constant extents in all dimensions but the first. */
function haveEqualRows(a: Located, b: Located): boolean {
  const [one, other] = ofEach([a, b], ({ variable }) =>
    (variable.shape?.dimensions ?? []).slice(1).map(({ extent }) => extent && evaluate(extent)),
  );
  return one.length === other.length && one.every((n, i) => n !== null && n === other[i]);
}

/** Whether the count is a constant, and that of the whole array. */
function isAll({ variable }: Located, n: Expr): boolean {
  const wanted = evaluate(n);
  let product = 1;
  for (const { extent } of variable.shape?.dimensions ?? []) {
    const known = extent && evaluate(extent);
    if (known === null) return false;
    product *= known;
  }
  return wanted === product;
}

/** Whether the count is a constant of at most one row. */
function isRow(variable: VariableDraft, n: Expr): boolean {
  const last = variable.shape?.dimensions[rank(variable) - 1]?.extent;
  const row = last ? evaluate(last) : null;
  const wanted = evaluate(n);
  return row !== null && wanted !== null && wanted <= row;
}
