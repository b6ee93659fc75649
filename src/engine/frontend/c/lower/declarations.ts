/** What declarations declare: the shape behind a declarator, local variables, and their first values. */
import type { DiagnosticSink } from '../../../base/diagnostics';
import type { Span } from '../../../base/span';
import { walkRaw } from '../../../control/rawTree';
import { constant, isReal, memoryBytes, rewrite, walk } from '../../../ir/build';
import { evaluate } from '../../../ir/evaluate';
import type { Argument, Dimension, Expr, ScalarType, Shape, VariableId } from '../../../ir/types';
import { shortened } from '../../limitedSink';
import type * as S from '../parse/syntax';
import { declareEnumerators } from '../resolve/enumerators';
import { type Fenced, fence } from '../resolve/fence';
import { MATH } from '../resolve/library';
import { assignInto } from './assignments';
import { convertTo, value } from './expressions';
import { fillArray } from './memory/initializers';
import { declarePointer } from './memory/pointerVariables';
import {
  collect,
  type Meaning,
  newVariable,
  type RoutineState,
  reference,
  sourceName,
  uniqueName,
  type VariableDraft,
} from './state';
import { withSteps } from './steps';

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
  let v: Expr | null = null;
  const effects = collect(s, () => {
    v = value(s, size);
  });
  const found = v as Expr | null;
  if (!found) return null;
  if (isReal(found.type)) {
    sink.error('bad-size', 'The size of an array is an integer, and this is a real number.', size.span);
    return null;
  }
  if (effects.length > 0) {
    sink.error('bad-size', 'The size of an array can’t change anything or call a function.', size.span);
    return null;
  }
  const known = rewrite(found, (part) =>
    part.kind === 'variable' ? (s.sizes.get(part.variable) ?? part) : part,
  );
  const number = evaluate(known);
  if (number === null)
    return isKnownAtEntry(s, known, size.span) ? convertTo(known, promotedSize(known.type)) : null;
  if (number >= 1)
    return constant(number, known.type === 'i64' ? 'i64' : 'i32', size.span, spelling(known, number));
  sink.error('bad-size', `An array needs at least one element, and this size is ${number}.`, size.span);
  return null;
}

function promotedSize(type: ScalarType): ScalarType {
  return type === 'bool' ? 'i32' : type;
}

function spelling(e: Expr, number: number): string | undefined {
  return e.kind === 'constant' && e.value === number ? e.text : undefined;
}

function isKnownAtEntry(s: RoutineState, e: Expr, span: Span): boolean {
  let unknown: VariableDraft | null = null;
  walk(e, (part) => {
    if (part.kind !== 'variable' && part.kind !== 'element') return;
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

/** Whether a variable still has the value that it came with: what changes it stands further down, and nothing jumps back. */
function isUntouched(s: RoutineState, { id, name, owner }: VariableDraft): boolean {
  if (s.scopes.length > 1 || s.hasJumps)
    return owner === null ? !mayChange(s, s.name, name) : !s.written.has(name);
  let untouched = true;
  walkRaw(s.out, (each) => {
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

// --------------------------------------------------------------------------------------------------------------- locals

export function declareLocals(s: RoutineState, declaration: S.Declaration, inFor = false): void {
  const { type } = declaration;
  declareEnumerators(s, type, (name, meaning) => define(s, name, meaning));
  if (type.storage === 'typedef') return;
  for (const declared of declaration.declared) declareLocal(s, type, declared, inFor);
}

function declareLocal(s: RoutineState, type: S.TypeSpecifier, declared: S.Declared, inFor: boolean): void {
  const { name } = declared.declarator;
  const form = formOf(declared.declarator);
  if (form.kind === 'function') {
    // Functions of the library are known without being declared.
    if (!s.file.functions.has(name) && !MATH.has(name))
      fence(s.file.sink, 'localFunction', declared.declarator.span);
  } else if (type.storage === 'extern') {
    if (!s.file.globals.has(name)) refuse(s, declared);
  } else if (type.base === 'unsupported') refuse(s, declared);
  else if (form.kind === 'refused') refuse(s, declared, form.what);
  else if (type.base === 'void') {
    reportVoidVariable(s, declared);
    refuse(s, declared);
  } else if (form.kind === 'pointer') {
    if (type.storage === 'static') refuse(s, declared, 'pointerVariable');
    else declarePointer(s, type, type.base, form, declared);
  } else if (type.storage === 'static') declareStatic(s, type, type.base, form, declared);
  else if (form.kind === 'array') declareArray(s, type, type.base, form.sizes, declared);
  else declareScalar(s, type, type.base, declared, inFor);
}

export function reportVoidVariable(s: RoutineState, { declarator }: S.Declared): void {
  const message = `\`${shortened(declarator.name)}\` is declared \`void\`, which no variable can be.`;
  s.file.sink.error('void-variable', message, declarator.nameSpan);
}

/** The name is known from here on, and nothing more is said about it. What a call gives it is looked at all the same. */
function refuse(s: RoutineState, declared: S.Declared, what?: Fenced): void {
  const { name, nameSpan, span } = declared.declarator;
  if (what) fence(s.file.sink, what, span);
  define(s, name, { kind: 'refused', span: nameSpan });
  const given = declared.initializer;
  if (given?.kind !== 'expression') return;
  if (given.value.kind === 'call' || given.value.kind === 'cast') collect(s, () => value(s, given.value));
}

/** Enters a name in the innermost scope; a second declaration there is reported and wins. */
export function define(s: RoutineState, name: string, meaning: Meaning): void {
  const scope = s.scopes[s.scopes.length - 1];
  const before = scope?.get(name);
  if (before && before.kind !== 'refused' && meaning.kind !== 'refused')
    s.file.sink.error('redeclared', `\`${shortened(name)}\` is declared twice here.`, meaning.span, {
      message: 'The first declaration is here.',
      span: before.span,
    });
  scope?.set(name, meaning);
}

function declareScalar(
  s: RoutineState,
  type: S.TypeSpecifier,
  base: ScalarType,
  declared: S.Declared,
  inFor: boolean,
): void {
  const { name, nameSpan } = declared.declarator;
  const initializer = scalarInitializer(s.file.sink, declared.initializer);
  const variable = newScalar(s, type, base, declared.declarator, inFor && !type.isConst);
  define(s, name, { kind: 'variable', variable, isConst: type.isConst, span: nameSpan });
  if (!initializer) return;
  const at = s.out.length;
  withSteps(s, initializer, () =>
    assignInto(s, reference(variable, nameSpan), initializer, declared.span, 'declaration'),
  );
  rememberSize(s, variable, at, type.isConst || !s.written.has(name));
}

/** An integer that keeps its first value, which only parameters and constants tell, may size arrays. */
export function rememberSize(s: RoutineState, variable: VariableDraft, at: number, keeps: boolean): void {
  const only = s.out[at];
  if (!keeps || isReal(variable.type) || only?.kind !== 'assign' || s.out.length !== at + 1) return;
  s.sizes.set(
    variable.id,
    rewrite(only.value, (part) => (part.kind === 'variable' ? (s.sizes.get(part.variable) ?? part) : part)),
  );
}

function newScalar(
  s: RoutineState,
  written: S.TypeSpecifier,
  type: ScalarType,
  { name, nameSpan: span }: Pick<S.Declarator, 'name' | 'nameSpan'>,
  inFor: boolean,
): VariableDraft {
  const retired = inFor ? s.retired.get(`${name} ${type}`) : undefined;
  if (retired) {
    s.retired.delete(`${name} ${type}`);
    return retired;
  }
  const isResult =
    !s.result &&
    !written.isConst &&
    name === s.returned &&
    s.scopes.length === 1 &&
    type === s.resultType &&
    !inFor;
  const variable = newVariable(s.file, {
    name: uniqueName(s, name),
    type,
    role: isResult ? 'result' : 'local',
    owner: s.index,
    span,
    written,
  });
  if (isResult) s.result = variable;
  else s.locals.push(variable.id);
  return variable;
}

export function scalarInitializer(sink: DiagnosticSink, initializer: S.Initializer | null): S.Expr | null {
  if (!initializer) return null;
  if (initializer.kind === 'expression') return initializer.value;
  const [only] = initializer.items;
  if (initializer.items.length === 1 && only?.kind === 'expression') return only.value;
  sink.error('bad-initializer', 'A single value is expected here.', initializer.span);
  return null;
}

function declareArray(
  s: RoutineState,
  type: S.TypeSpecifier,
  base: ScalarType,
  sizes: readonly (S.Expr | null)[],
  declared: S.Declared,
): void {
  const { name, nameSpan, span } = declared.declarator;
  const { initializer } = declared;
  const shape = shapeOf(s, withCountedSize(sizes, initializer), false, span);
  if (!shape) {
    define(s, name, { kind: 'refused', span: nameSpan });
    return;
  }
  const variable = newVariable(s.file, {
    name: uniqueName(s, name),
    type: base,
    shape,
    role: 'local',
    owner: s.index,
    span: nameSpan,
    written: type,
  });
  s.locals.push(variable.id);
  define(s, name, { kind: 'variable', variable, isConst: type.isConst, span: nameSpan });
  if (!initializer) return;
  if (s.file.hasRuntime && isZeros(initializer)) s.zeroed.add(variable.id);
  else fillArray(s, variable, initializer);
}

/** Generated code writes `= {0}` where a push might read what nothing has set; no value depends on it. */
function isZeros(initializer: S.Initializer): boolean {
  if (initializer.kind === 'list') return initializer.items.every(isZeros);
  return initializer.value.kind === 'number' && Number(initializer.value.text) === 0;
}

/** `double a[] = {1, 2, 3}` counts its values. */
export function withCountedSize(
  sizes: readonly (S.Expr | null)[],
  initializer: S.Initializer | null,
): readonly (S.Expr | null)[] {
  if (sizes[0] !== null || initializer?.kind !== 'list') return sizes;
  const text = String(countedItems(initializer.items));
  return [{ kind: 'number', text, real: false, span: initializer.span, height: 1 }, ...sizes.slice(1)];
}

/** A subscript that is no plain number makes no size: it is looked at where the values are. */
function countedItems(items: readonly S.Initializer[]): number {
  let at = 0;
  let most = 0;
  for (const item of items) {
    if (item.at?.kind === 'number') at = Number(item.at.text);
    at++;
    most = Math.max(most, at);
  }
  return most;
}

// -------------------------------------------------------------------------------------------------------------- statics

/** A static local keeps its value from call to call: memory of its own, named `f.x`. */
function declareStatic(
  s: RoutineState,
  type: S.TypeSpecifier,
  base: ScalarType,
  form: Extract<Form, { kind: 'scalar' | 'array' }>,
  declared: S.Declared,
): void {
  const { name, nameSpan, span } = declared.declarator;
  const sizes = form.kind === 'array' ? withCountedSize(form.sizes, declared.initializer) : null;
  const shape = sizes && shapeOf(s, sizes, false, span);
  const elements = shape ? elementCount(shape) : 1;
  if ((sizes && !shape) || elements === null) {
    if (shape) s.file.sink.error('bad-size', 'The size of a static array must be a constant.', span);
    define(s, name, { kind: 'refused', span: nameSpan });
    return;
  }
  const variable = newVariable(s.file, {
    name: uniqueName(s, name),
    type: base,
    shape,
    role: 'global',
    intent: type.isConst ? 'in' : null,
    owner: s.index,
    span: nameSpan,
    written: type,
  });
  s.locals.push(variable.id);
  variable.storage = allocate(
    s,
    { name: `${s.name}_save`, kind: 'save' },
    variable,
    elements,
    `${s.name}.${variable.name}`,
  );
  variable.initial = staticValues(s, base, shape, declared.initializer);
  define(s, name, { kind: 'variable', variable, isConst: type.isConst, span: nameSpan });
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

/** Gives a variable its place in a storage root, aligned to eight bytes. */
export function allocate(
  s: Pick<RoutineState, 'file'>,
  root: { readonly name: string; readonly kind: 'file' | 'save' },
  variable: VariableDraft,
  elements: number,
  key: string,
): VariableDraft['storage'] {
  const before = s.file.roots.get(root.name);
  const offset = before?.bytes ?? 0;
  const bytes = offset + Math.ceil((elements * memoryBytes(variable.type)) / 8) * 8;
  s.file.roots.set(root.name, { ...root, bytes });
  return { root: root.name, offset, key };
}

/** What static memory holds at first. Large arrays of zeros are not written out: null. */
const WRITTEN_OUT = 65_536;
export function staticValues(
  s: RoutineState,
  type: ScalarType,
  shape: Shape | null,
  initializer: S.Initializer | null,
): number[] | null {
  const elements = shape ? (elementCount(shape) ?? 1) : 1;
  if (!initializer) return elements <= WRITTEN_OUT ? new Array<number>(elements).fill(0) : null;
  const values: number[] = new Array<number>(Math.min(elements, WRITTEN_OUT)).fill(0);
  const effects = collect(s, () => {
    eachValue(s, shape, initializer, (position, e) => {
      const v = value(s, e);
      const number = v && evaluate(convertTo(v, type));
      if (v && number === null)
        s.file.sink.error(
          'constant-expected',
          'The first value of static memory must be a constant.',
          e.span,
        );
      if (position < values.length) values[position] = number ?? 0;
    });
  });
  // A call is no constant, and was reported as what it gives.
  void effects;
  return values;
}

/** Visits the values of an initialiser with their positions in memory order. */
export function eachValue(
  s: RoutineState,
  shape: Shape | null,
  initializer: S.Initializer,
  visit: (position: number, e: S.Expr) => void,
): void {
  if (!shape) {
    const only = scalarInitializer(s.file.sink, initializer);
    if (only) visit(0, only);
    return;
  }
  if (initializer.kind === 'expression') {
    s.file.sink.error('bad-initializer', 'The values of an array stand in braces.', initializer.span);
    return;
  }
  const extents = shape.dimensions.map(({ extent }) => (extent ? (evaluate(extent) ?? 0) : 0));
  visitList(s, extents, 0, initializer, visit);
}

function subscriptSaid(s: RoutineState, e: S.Expr): number | null {
  const v = value(s, e);
  const number = v && !isReal(v.type) ? evaluate(v) : null;
  return number !== null && number >= 0 ? number : null;
}

function visitList(
  s: RoutineState,
  extents: readonly number[],
  start: number,
  list: Extract<S.Initializer, { kind: 'list' }>,
  visit: (position: number, e: S.Expr) => void,
): void {
  const [, ...inner] = extents;
  const total = extents.reduce((a, b) => a * b, 1);
  const row = inner.reduce((a, b) => a * b, 1);
  let at = 0;
  for (const item of list.items) {
    if (item.member !== undefined) fence(s.file.sink, 'designator', item.span);
    if (item.kind === 'list') at = Math.ceil(at / row) * row;
    if (item.at) {
      const said = subscriptSaid(s, item.at);
      if (said === null || said * row >= total) {
        const most = total / row - 1;
        s.file.sink.error(
          'bad-initializer',
          `The subscript before a value must be a constant from 0 to ${most}.`,
          item.at.span,
        );
        return;
      }
      at = said * row;
    }
    if (at >= total) {
      s.file.sink.error('bad-initializer', 'There are more values here than elements.', item.span);
      return;
    }
    if (item.kind === 'expression') {
      visit(start + at, item.value);
      at++;
    } else if (inner.length > 0) {
      visitList(s, inner, start + at, item, visit);
      at += row;
    } else {
      const only = scalarInitializer(s.file.sink, item);
      if (only) visit(start + at, only);
      at++;
    }
  }
}
