/** The shape behind a declarator, and the sizes of arrays: constants, or what is known when a routine is entered. */

import type { Span } from '../../../../base/span';
import { constant, isReal, rewrite, walkPlaces } from '../../../../ir/build';
import { evaluate } from '../../../../ir/evaluate';
import { walkStatements } from '../../../../ir/statements';
import type { Argument, Dimension, Expr, ScalarType, Shape, VariableId } from '../../../../ir/types';
import { shortened } from '../../../limitedSink';
import { constantSize } from '../../parse/constants';
import type * as S from '../../parse/syntax';
import type { Fenced } from '../../resolve/fence';
import { convertTo } from '../arithmetic';
import { value } from '../names';
import { aside, type RoutineState, sourceName, type VariableDraft } from '../state';

/** What stands behind a declared name. `pointer` has an unknown first extent. */
export type Form =
  | { readonly kind: 'scalar' }
  | { readonly kind: 'array'; readonly sizes: readonly (S.Expr | null)[] }
  | { readonly kind: 'pointer'; readonly sizes: readonly (S.Expr | null)[] }
  | { readonly kind: 'function'; readonly type: Extract<S.Derivation, { kind: 'function' }> }
  | { readonly kind: 'refused'; readonly what: Fenced };

export function formOf(declarator: S.Declarator): Form {
  const [first, ...rest] = declarator.derivations;
  if (!first) return { kind: 'scalar' };
  if (first.kind === 'function') {
    if (rest.length > 0) return { kind: 'refused', what: 'pointerResult' };
    return { kind: 'function', type: first };
  }
  const sizes: (S.Expr | null)[] = [];
  for (const derivation of rest) {
    if (derivation.kind === 'function') return { kind: 'refused', what: 'functionPointer' };
    if (derivation.kind === 'pointer')
      return { kind: 'refused', what: first.kind === 'pointer' ? 'pointerToPointer' : 'arrayOfPointers' };
    sizes.push(derivation.size);
  }
  if (first.kind === 'pointer') return { kind: 'pointer', sizes: [null, ...sizes] };
  return { kind: 'array', sizes: [first.size, ...sizes] };
}

/** The memory of a type with these sizes; null after a report. Only the first size of a parameter may be missing. */
export function shapeOf(
  s: RoutineState,
  sizes: readonly (S.Expr | null)[],
  isParameter: boolean,
  span: Span,
): Shape | null {
  const dimensions: Dimension[] = [];
  let complete = true;
  sizes.forEach((size, i) => {
    const extent = size && extentOf(s, size);
    if (size ? !extent : !(isParameter && i === 0)) {
      complete = false;
      if (!size) s.file.sink.error('missing-size', 'The size of this array is missing.', span);
    }
    dimensions.push({ lower: constant(0, 'i32', span), extent });
  });
  return complete ? { dimensions, order: 'row' } : null;
}

/** The size of an array: a positive constant, or a value that is the same at entry of the routine. */
export function extentOf(s: RoutineState, size: S.Expr): Expr | null {
  const { sink } = s.file;
  const { found, before } = aside(s, () => value(s, size));
  if (!found) return null;
  if (isReal(found.type))
    return sink.error(
      'bad-size',
      'The size of an array is an integer, and this is a real number.',
      size.span,
    );
  if (before.length > 0)
    return sink.error(
      'bad-size',
      'The size of an array can’t change anything or call a function.',
      size.span,
    );
  const known = withSizes(s, found);
  const number = evaluate(known);
  if (number === null)
    return isKnownAtEntry(s, known, size.span) ? convertTo(known, promotedSize(known.type)) : null;
  if (number >= 1)
    return constant(number, known.type === 'i64' ? 'i64' : 'i32', size.span, spelling(known, number));
  return sink.error(
    'bad-size',
    `An array needs at least one element, and this size is ${number}.`,
    size.span,
  );
}

/** With the one value of each variable that has no other, in terms of what is known at entry. */
export function withSizes(s: RoutineState, e: Expr): Expr {
  return rewrite(e, (part) => (part.kind === 'variable' ? (s.sizes.get(part.variable) ?? part) : part));
}

/** An integer that keeps its first value, which only parameters and constants tell, may size arrays. */
export function rememberSize(s: RoutineState, variable: VariableDraft, at: number, keeps: boolean): void {
  const only = s.out[at];
  if (!keeps || isReal(variable.type) || only?.kind !== 'assign' || s.out.length !== at + 1) return;
  s.sizes.set(variable.id, withSizes(s, only.value));
}

function promotedSize(type: ScalarType): ScalarType {
  return type === 'bool' ? 'i32' : type;
}

function spelling(e: Expr, number: number): string | undefined {
  return e.kind === 'constant' && e.value === number ? e.text : undefined;
}

function isKnownAtEntry(s: RoutineState, e: Expr, span: Span): boolean {
  let unknown: VariableDraft | null = null;
  walkPlaces(e, (part) => {
    const variable = s.file.variables[part.variable];
    if (!variable) return;
    const atEntry = variable.role === 'parameter' || (variable.role === 'global' && variable.owner === null);
    if (!atEntry || !isUntouched(s, variable)) unknown = variable;
  });
  const culprit = unknown as VariableDraft | null;
  if (!culprit) return true;
  s.file.sink.error(
    'size-not-known',
    `The size of this array depends on \`${shortened(sourceName(s, culprit))}\`, whose value at entry of the function does not tell it.`,
    span,
    'Size it by a constant, or by a parameter that the function does not change.',
  );
  return false;
}

/** Whether a variable still has its value at entry: statements that change it come later, and nothing jumps back. */
function isUntouched(s: RoutineState, { id, name, owner }: VariableDraft): boolean {
  if (s.scopes.length > 1 || s.hasJumps)
    return owner === null ? !mayChange(s, s.name, name) : !s.written.has(name);
  let untouched = true;
  walkStatements(s.out, (each) => {
    if (each.kind === 'assign' && each.target.variable === id) untouched = false;
    if (each.kind === 'for' && each.index === id) untouched = false;
    if (each.kind === 'call' && (each.result?.variable === id || each.args.some((arg) => passes(arg, id))))
      untouched = false;
    if (each.kind === 'call' && owner === null && mayChange(s, each.callee, name)) untouched = false;
  });
  return untouched;
}

/** Whether a call of the function may change a variable of the whole file; the worst is assumed of what is elsewhere. */
function mayChange(s: RoutineState, callee: string, name: string): boolean {
  const seen = new Set([callee]);
  for (const each of seen) {
    const found = s.file.surveys.get(each);
    if (!found || found.written.has(name)) return true;
    for (const called of found.called) if (s.file.functions.has(called)) seen.add(called);
  }
  return false;
}

export function callsMayChange(s: RoutineState, name: string): boolean {
  const called = s.file.surveys.get(s.name)?.called ?? [];
  return [...called].some((callee) => s.file.functions.has(callee) && mayChange(s, callee, name));
}

function passes(arg: Argument, id: VariableId): boolean {
  return arg.kind === 'reference' ? arg.place.variable === id : arg.kind === 'array' && arg.variable === id;
}

/** `double a[] = {1, 2, 3}` counts its values. */
export function withCountedSize(
  sizes: readonly (S.Expr | null)[],
  initializer: S.Initializer | null,
): readonly (S.Expr | null)[] {
  if (sizes[0] !== null || initializer?.kind !== 'list') return sizes;
  const text = String(countedRows(initializer.items, sizes.slice(1).map(constantSize)));
  return [{ kind: 'number', text, real: false, span: initializer.span, height: 1 }, ...sizes.slice(1)];
}

/** Only constants count as designators here; other subscripts are evaluated with the values. */
function countedRows(items: readonly S.Initializer[], given: readonly (number | null)[]): number {
  const known = given.filter((n) => n !== null);
  // Rows of unknown size stand in braces.
  const inner = known.length === given.length ? known : [1];
  const row = product(inner);
  let at = 0;
  let most = 0;
  for (const item of items) {
    const said = constantSize(item.at);
    if (said !== null) at = said * row;
    at += item.kind === 'list' ? product(partAt(inner, at)) : 1;
    most = Math.max(most, at);
  }
  return Math.ceil(most / row);
}

export function product(extents: readonly number[]): number {
  return extents.reduce((a, b) => a * b, 1);
}

/** Of what a row consists of, the largest part that begins so many elements after its start: braces there are its own. */
export function partAt(inner: readonly number[], at: number): readonly number[] {
  const from = inner.findIndex((_, k) => at % product(inner.slice(k)) === 0);
  return from < 0 ? [] : inner.slice(from);
}

/** The number of elements, if it is constant. */
export function elementCount(shape: Shape): number | null {
  let product = 1;
  for (const { extent } of shape.dimensions) {
    const n = extent && evaluate(extent);
    if (n === null) return null;
    product *= n;
  }
  return product;
}

export function reportVoidVariable(s: RoutineState, { declarator }: S.Declared): void {
  const message = `\`${shortened(declarator.name)}\` is declared \`void\`, which no variable can be.`;
  s.file.sink.error('void-variable', message, declarator.nameSpan);
}
