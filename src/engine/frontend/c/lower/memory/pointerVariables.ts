/**
 * Pointer variables, and parameters that move. In the subset a pointer walks over one array, so it is that array and
 * the subscript where it stands: `double *p = a + i; p++; x = *p;` becomes `p = i; p = p + 1; x = a[p];`. Where the
 * subscript never changes no variable is made for it.
 */
import { lastOf } from '../../../../base/lookup';
import type { Span } from '../../../../base/span';
import { constant, isConstant, somePart } from '../../../../ir/build';
import type { Expr, ScalarType } from '../../../../ir/types';
import { count, shortened } from '../../../limitedSink';
import type * as S from '../../parse/syntax';
import { isHeap, truthOf, withoutCasts } from '../../parse/walk';
import { fence } from '../../resolve/fence';
import { namesWrittenIn } from '../../resolve/survey';
import { comparison, convertTo, integerSum } from '../arithmetic';
import type { Form } from '../declarations/shapes';
import { address, index, isRefused, locate } from '../names';
import {
  define,
  emit,
  type Located,
  lookUp,
  newVariable,
  type PointerCell,
  type RoutineState,
  reference,
  temporary,
  truth,
  uniqueName,
  type VariableDraft,
} from '../state';
import { waits } from '../steps';
import { heapArray } from './heap';
import { flatOffset, flattened, isAddress, rank, spread } from './located';

/** `double *p`, with or without a first target. */
export function declarePointer(
  s: RoutineState,
  type: S.TypeSpecifier,
  pointee: ScalarType,
  form: Extract<Form, { kind: 'pointer' }>,
  declared: S.Declared,
): void {
  const { name, nameSpan } = declared.declarator;
  const given = declared.initializer;
  const writes = (s.moved.get(name) ?? 0) + (given ? 1 : 0);
  const cell: PointerCell = {
    name,
    pointee,
    written: type,
    rows: form.sizes.length - 1,
    rowSizes: form.sizes.slice(1),
    isConst: type.isConst,
    isFixed: writes <= 1,
    list: lastOf(s.lists),
    span: nameSpan,
    target: null,
    isBroken: false,
  };
  // In `double *p = p;` the name is its own already, as in C.
  define(s, name, { kind: 'pointer', cell, span: nameSpan });
  if (given?.kind === 'expression') pointAt(s, cell, given.value, declared.span);
  else if (given) {
    s.file.sink.error('bad-initializer', 'A single value is expected here.', given.span);
    cell.isBroken = true;
  }
}

/** A pointer parameter that the function moves: the array stays, and a subscript runs from its first element. */
export function declareMovedParameter(s: RoutineState, variable: VariableDraft, isConst: boolean): void {
  const { name, span } = variable;
  const at = offsetVariable(s, `${name}_at`, span);
  const cell: PointerCell = {
    name,
    pointee: variable.type,
    written: null,
    rows: rank(variable) - 1,
    rowSizes: [],
    isConst,
    isFixed: false,
    list: [],
    span,
    target: { variable, subscripts: [reference(at, span)], isFlat: false, offsets: [at] },
    isBroken: false,
  };
  s.scopes[0]?.set(name, { kind: 'pointer', cell, span });
  emit(s, reference(at, span), constant(0, 'i32', span), span);
}

function offsetVariable(s: RoutineState, name: string, span: Span): VariableDraft {
  const draft = newVariable(s.file, {
    name: uniqueName(s, name),
    type: 'i32',
    role: 'local',
    owner: s.index,
    span,
  });
  s.locals.push(draft.id);
  return draft;
}

/** The object that a pointer points to; null, and reported once, while there is none. */
export function targetOf(s: RoutineState, cell: PointerCell, span: Span): Located | null {
  const { target } = cell;
  if (target)
    return {
      variable: target.variable,
      subscripts: target.subscripts,
      isFlat: target.isFlat,
      isConst: cell.isConst,
      span,
    };
  if (!cell.isBroken)
    s.file.sink.error(
      'pointer-without-target',
      `\`${shortened(cell.name)}\` points to nothing yet.`,
      span,
      `Let it point to an array first: \`${cell.name} = a;\`.`,
    );
  cell.isBroken = true;
  return null;
}

// ----------------------------------------------------------------------------------------------------------- pointing

/** `p = e` */
export function pointAt(s: RoutineState, cell: PointerCell, e: S.Expr, span: Span): void {
  const given = withoutCast(e);
  if (isNull(given)) return;
  if (isHeap(given)) {
    const variable = heapArray(s, cell, given);
    if (variable)
      settle(s, cell, { variable, subscripts: [constant(0, 'i32', span)], isConst: false, span }, span);
    else cell.isBroken = true;
    return;
  }
  const errors = s.file.sink.list.length;
  const whole = given.kind === 'unary' && given.op === '&' && cell.rows > 0;
  const pointed = whole ? locate(s, given.operand) : address(s, given);
  const located = pointed && given !== e && cell.rows === 0 ? flattened(pointed) : pointed;
  if (!located || !fits(s, cell, located)) {
    if (s.file.sink.list.length === errors && !isRefused(s, given))
      fence(s.file.sink, 'pointerValue', e.span);
    cell.isBroken = true;
    return;
  }
  settle(s, cell, located, span);
}

/** `(double *)e`: the type of the elements is compared below. What the heap gives may be cast to anything. */
function withoutCast(e: S.Expr): S.Expr {
  const whole = withoutCasts(e);
  if (isHeap(whole)) return whole;
  return e.kind === 'cast' && e.type === 'pointer' && e.pointee !== null ? e.operand : e;
}

export function isNull(e: S.Expr): boolean {
  if (e.kind === 'cast' && e.type === 'pointer') return isNull(e.operand);
  return (e.kind === 'name' && e.name === 'NULL') || (e.kind === 'number' && e.text === '0');
}

function fits(s: RoutineState, cell: PointerCell, { variable, subscripts, isConst, span }: Located): boolean {
  const left = rank(variable) - subscripts.length;
  if (variable.type !== cell.pointee || left !== cell.rows) {
    const wanted = cell.rows > 0 ? `rows of ${count(cell.rows, 'dimension')}` : 'single values';
    s.file.sink.error(
      'type-mismatch',
      variable.type === cell.pointee
        ? `\`${shortened(cell.name)}\` points to ${wanted}, and this is not their address.`
        : `\`${shortened(cell.name)}\` points to elements of another type than \`${shortened(variable.name)}\` has.`,
      span,
      { message: 'The pointer is declared here.', span: cell.span },
    );
    return false;
  }
  if (!isConst || cell.isConst) return true;
  s.file.sink.error(
    'const-discarded',
    `\`${shortened(variable.name)}\` is \`const\`, and through \`${shortened(cell.name)}\` it may be written.`,
    span,
    `Declare the pointer \`const\`, or \`${shortened(variable.name)}\` without it.`,
  );
  return false;
}

function settle(s: RoutineState, cell: PointerCell, located: Located, span: Span): void {
  const { variable, subscripts, isFlat = false } = located;
  if (!cell.target) {
    const isSteady = cell.isFixed && subscripts.every((e) => keepsItsValue(s, cell, e));
    const moving = isSteady ? [] : isFlat ? subscripts.slice(-1) : subscripts;
    const offsets = moving.map(() => offsetVariable(s, offsetName(s, cell), cell.span));
    cell.target = {
      variable,
      subscripts: [
        ...subscripts.slice(0, subscripts.length - offsets.length),
        ...offsets.map((draft) => reference(draft, cell.span)),
      ],
      isFlat,
      offsets,
    };
  } else if (cell.target.variable !== variable) {
    s.file.sink.error(
      'unsupported',
      `A pointer that goes from one array to another is not supported: \`${shortened(cell.name)}\` ${cell.target.variable.role === 'parameter' && cell.target.variable.name === cell.name ? 'walks over the array that is passed' : `pointed to \`${shortened(cell.target.variable.name)}\` before`}.`,
      span,
      'Write a pointer for each array; to swap two arrays, copy their elements, or write the steps out in pairs.',
    );
    cell.isBroken = true;
    return;
  }
  const places = cell.target.isFlat ? [flatOffset(located)] : spread(located);
  cell.target.offsets.forEach((offset, i) => {
    const to = places[i];
    if (to) emit(s, reference(offset, span), convertTo(to, 'i32'), span);
  });
}

/** An array from the heap goes by the pointer's name. */
function offsetName(s: RoutineState, cell: PointerCell): string {
  return s.names.has(cell.name) ? `${cell.name}_at` : cell.name;
}

/** Whether a subscript has the same value for as long as the pointer is known. */
function keepsItsValue(s: RoutineState, { list }: PointerCell, e: Expr): boolean {
  const written = namesWrittenIn(list);
  return !somePart(e, (part) => {
    if (part.kind !== 'variable') return part.kind === 'element';
    const variable = s.file.variables[part.variable];
    const isOwn =
      variable !== undefined &&
      variable.passing === 'value' &&
      (variable.role === 'parameter' || variable.role === 'local' || variable.role === 'result');
    // A variable that was renamed is reported under its name in the text.
    return !isOwn || written.has(variable.name) || lookUp(s, variable.name)?.kind !== 'variable';
  });
}

// ------------------------------------------------------------------------------------------------------------- moving

/** `p++`, `--p`: where it pointed before, or points now. */
export function movePointer(s: RoutineState, cell: PointerCell, e: S.Update): Located | null {
  const one = constant(1, 'i32', e.span);
  const before = targetOf(s, cell, e.span);
  if (!before) return null;
  const step = () => stepBy(s, cell, one, e.op === '++' ? '+' : '-', e.span);
  if (e.prefix) return step();
  if (waits(s, cell.name, step)) return before;
  const kept = before.subscripts.map((subscript) => {
    const copy = reference(temporary(s, 'before', subscript.type, e.span), e.span);
    emit(s, copy, subscript, e.span);
    return copy;
  });
  step();
  return { ...before, subscripts: kept };
}

/** `p++;` as a statement, whose value is not used. */
export function stepPointer(s: RoutineState, cell: PointerCell, e: S.Update): void {
  stepBy(s, cell, constant(1, 'i32', e.span), e.op === '++' ? '+' : '-', e.span);
}

/** `p = e`, `p += n` */
export function assignPointer(s: RoutineState, cell: PointerCell, e: S.Assignment): Located | null {
  if (e.op === null) pointAt(s, cell, e.value, e.span);
  else {
    const by = index(s, e.value);
    if (e.op !== '+' && e.op !== '-') return fence(s.file.sink, 'pointerArithmetic', e.span);
    return by && stepBy(s, cell, by, e.op, e.span);
  }
  return cell.target && targetOf(s, cell, e.span);
}

function stepBy(s: RoutineState, cell: PointerCell, by: Expr, op: '+' | '-', span: Span): Located | null {
  const located = targetOf(s, cell, span);
  const offset = cell.target?.offsets[cell.target.offsets.length - 1];
  if (!located || !offset) {
    if (located) fence(s.file.sink, 'pointerArithmetic', span);
    return null;
  }
  const place = reference(offset, span);
  emit(s, place, convertTo(integerSum(op, place, by, span), 'i32'), span, 'increment');
  return targetOf(s, cell, span);
}

// ---------------------------------------------------------------------------------------------------------- comparing

/** `p < end`, `p - a`, `p == NULL`; null, reported, where the two can't be compared. Undefined for other operands. */
export function pointerRelation(s: RoutineState, e: S.BinaryOperation): Expr | null | undefined {
  const left = isAddress(s, e.left);
  const right = isAddress(s, e.right);
  if (!left && !right) return undefined;
  const isEquality = e.op === '==' || e.op === '!=';
  if (isEquality && (isNull(e.left) || isNull(e.right))) return truth(e.op === '!=', e.span);
  const isComparison = isEquality || e.op === '<' || e.op === '<=' || e.op === '>' || e.op === '>=';
  if (!left || !right || !(isComparison || e.op === '-')) return undefined;
  const a = address(s, e.left);
  const b = address(s, e.right);
  if (!a || !b) return null;
  if (isEquality && a.variable !== b.variable) {
    s.file.apart.push([a.variable.id, b.variable.id]);
    return truth(e.op === '!=', e.span);
  }
  if (a.variable !== b.variable || a.subscripts.length !== b.subscripts.length)
    return fence(s.file.sink, 'pointerComparison', e.span);
  const inLine = isOneRow(a) && isOneRow(b);
  if (a.subscripts.length === 0 || (!inLine && a.subscripts.length < rank(a.variable)))
    return fence(s.file.sink, 'pointerComparison', e.span);
  const [from, to] = inLine ? [lastOf(a.subscripts), lastOf(b.subscripts)] : [flatOffset(a), flatOffset(b)];
  return e.op === '-'
    ? integerSum('-', from, to, e.span)
    : comparison(e.op as S.CompareOperator, from, to, e.span);
}

/** All subscripts but the last are 0. */
function isOneRow({ subscripts }: Located): boolean {
  return subscripts.slice(0, -1).every((e) => isConstant(e, 0));
}

/** The value of a test of pointers only, as in `if (!p) return;`, given that no pointer is null; null for other tests. */
export function pointerTest(s: RoutineState, e: S.Expr): boolean | null {
  return truthOf(e, (part) => pointerHolds(s, part));
}

function pointerHolds(s: RoutineState, e: S.Expr): boolean | null {
  if (e.kind === 'binary' && (e.op === '==' || e.op === '!=')) {
    const asks = isNull(e.left) ? isAddress(s, e.right) : isNull(e.right) && isAddress(s, e.left);
    return asks ? e.op === '!=' : null;
  }
  return e.kind === 'name' && isAddress(s, e) ? true : null;
}
