/** Memory by the byte: `sizeof`, and arrays from the heap. */

import type { Span } from '../../../../base/span';
import { constant, isReal, memoryBytes, multiply, sameExpr } from '../../../../ir/build';
import { evaluate } from '../../../../ir/evaluate';
import type { Expr, ScalarType, Shape, VariableId } from '../../../../ir/types';
import { integer, product } from '../../parse/build';
import type * as S from '../../parse/syntax';
import { calleeOf } from '../../parse/walk';
import { fence } from '../../resolve/fence';
import { convertTo } from '../arithmetic';
import { extentOf, formOf, shapeOf, withCountedSize } from '../declarations/shapes';
import { asFromZero } from '../fromZero';
import { pointerNamed, value } from '../names';
import {
  aside,
  lookUp,
  newVariable,
  type PointerCell,
  type RoutineState,
  uniqueName,
  type VariableDraft,
} from '../state';
import { isOfLong } from '../unsigned';
import { wholeLoops } from './initializers';
import { folded, isAddress, rank, subscriptDepth } from './located';

const ADDRESS_BYTES = 8;

/** `sizeof e`, `sizeof(type)`: a number of bytes, of C's type `long`. Nothing is evaluated. */
export function sizeofValue(s: RoutineState, e: S.Sizeof): Expr | null {
  const size = sizeOf(s, e);
  if (!size) return null;
  const bytes = constant(size.bytes, 'i64', e.span);
  return asFromZero(size.elements ? folded(multiply(convertTo(size.elements, 'i64'), bytes, e.span)) : bytes);
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
  if (operand.kind === 'compound') {
    const { type, derivations, initializer, span } = operand;
    const form = formOf({ name: '', nameSpan: span, derivations, span });
    const sizes = form.kind === 'array' ? withCountedSize(form.sizes, initializer) : [];
    return sizeOfType(
      s,
      type,
      sizes.map((size) => ({ kind: 'array', size, span })),
    );
  }
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
  const { found: known } = aside(s, () => value(s, operand));
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

export function variableBytes({ file }: RoutineState, id: VariableId, type: ScalarType): number {
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
export function elementsOf(
  s: RoutineState,
  parts: readonly S.Expr[],
  bytes: number,
  span: Span,
  rows: Shape | null = null,
): S.Expr | Expr | null {
  const factors = parts.flatMap((part) => factorsOf(s, part));
  const at = factors.findIndex((e) => e.kind === 'sizeof');
  const unit = factors[at];
  if (unit?.kind !== 'sizeof') return null;
  const size = sizeOf(s, unit);
  if (!size || size.bytes % bytes !== 0) return null;
  // A size that is named otherwise, as for a pointer in place of an `int`, holds so many more.
  const times = size.bytes === bytes ? [] : [integer(size.bytes / bytes, span)];
  const rest = [...factors.filter((_, i) => i !== at), ...times];
  if (rows) return countOfRows(s, unit, size, rest, rows);
  const sizes = sizesIn(unit);
  if (sizes.length > 0) return product([...sizes, ...rest], span);
  if (size.elements) return rest.length === 0 ? size.elements : null;
  return product(rest, span);
}

/** The factors that are left without those that make a row. */
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
  const left = [...sizesIn(unit), ...rest];
  if (elements && left.length === rest.length) return null;
  for (const { extent } of [...rows.dimensions].reverse()) {
    const at = left.map((e) => isSame(extentOf(s, e), extent)).lastIndexOf(true);
    if (at < 0) return null;
    left.splice(at, 1);
  }
  return product(left, unit.span);
}

/** `n` of `sizeof(double[n])` */
function sizesIn(unit: S.Sizeof): readonly S.Expr[] {
  return unit.derivations.flatMap((d) => (d.kind === 'array' && d.size ? [d.size] : []));
}

function factorsOf(s: RoutineState, e: S.Expr): S.Expr[] {
  if (e.kind === 'binary' && e.op === '*') return [...factorsOf(s, e.left), ...factorsOf(s, e.right)];
  if (e.kind !== 'cast' || e.type === 'pointer') return [e];
  const { operand } = e;
  const isSum = operand.kind === 'binary' && operand.op !== '*';
  const cut = isSum ? aside(s, () => value(s, operand)).found : null;
  return cut && isReal(cut.type) ? [e] : factorsOf(s, operand);
}

// --------------------------------------------------------------------------------------------------------------- heap

/**
 * `malloc(n * sizeof(double))`: an array of the routine's own. It is as large wherever it is made, or this is reported.
 * Made again, it is the same array.
 */
export function heapArray(s: RoutineState, cell: PointerCell, e: S.CallExpression): VariableDraft | null {
  const rows = cell.rows > 0 ? shapeOf(s, cell.rowSizes, false, e.span) : null;
  if (cell.rows > 0 && !rows) return null;
  const size = elementsOf(s, e.args, elementBytes(cell), e.span, rows);
  if (!size || !('height' in size)) return fence(s.file.sink, 'heap', e.span);
  const extent = extentOf(s, size);
  if (!extent) return null;
  const isZero = calleeOf(e) === 'calloc';
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
