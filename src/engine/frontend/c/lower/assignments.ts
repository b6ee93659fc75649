/** Assignments, `+=` and `++`, as statements and as values. An address is evaluated once. */

import type { Span } from '../../../base/span';
import { constant, convert, isReal, somePart } from '../../../ir/build';
import type { Assign, Expr, Place } from '../../../ir/types';
import type * as S from '../parse/syntax';
import { isHeap, withoutCasts } from '../parse/walk';
import { fence } from '../resolve/fence';
import { arithmetic, convertTo, reportRealOperand, takesIntegers } from './arithmetic';
import { callInto } from './calls';
import { chooseInto } from './choices';
import { placeOf } from './memory/located';
import { assignPointer, stepPointer } from './memory/pointerVariables';
import { isRefused, pointerNamed, value } from './names';
import { emit, type RoutineState, reference, temporary } from './state';
import { isOwnCounter, waits } from './steps';
import { asStored, wrapped } from './unsigned';

/** Emits an assignment; returns its value where that is `wanted`. */
export function assignment(s: RoutineState, e: S.Assignment, wanted: boolean): Expr | null {
  const cell = pointerNamed(s, e.target);
  if (cell) {
    assignPointer(s, cell, e);
    if (wanted) fence(s.file.sink, 'pointerArithmetic', e.span);
    return null;
  }
  const place = placeOf(s, e.target);
  const memory = withoutCasts(e.value);
  if (!place || isHeap(memory)) {
    // A name without elements is reported once.
    if (place) s.told.add(s.file.variables[place.variable]?.name ?? '');
    // The right side is lowered for its own errors.
    if (place || !(isHeap(memory) || isRefused(s, e.target))) value(s, memory);
    return null;
  }
  if (e.op !== null) return compound(s, e, e.op, place, wanted);
  if (wanted && readsItself(place)) return throughTemporary(s, e, place);
  return assignInto(s, place, e.value, e.span) ? place : null;
}

/** The value of `a[a[0]] = 1` can't be read back from where it went. */
function readsItself(place: Place): boolean {
  const isItself = (e: Expr): boolean => e.kind === 'element' && e.variable === place.variable;
  return place.kind === 'element' && place.subscripts.some((subscript) => somePart(subscript, isItself));
}

function throughTemporary(s: RoutineState, e: S.Assignment, place: Place): Expr | null {
  const v = value(s, e.value);
  return v && storeAndKeep(s, place, asStored(s.file, place.variable, v, place.type), e.span);
}

function storeAndKeep(s: RoutineState, place: Place, v: Expr, span: Span): Expr {
  const kept = reference(temporary(s, 'value', place.type, span), span);
  if (s.file.wrapping.has(place.variable)) s.file.wrapping.add(kept.variable);
  emit(s, kept, v, span);
  emit(s, place, kept, span);
  return kept;
}

/**
 * `place = e`. A call puts its result there at once, and a choice that is control assigns in both of its arms.
 * False after a report.
 */
export function assignInto(
  s: RoutineState,
  place: Place,
  e: S.Expr,
  span: Span,
  form?: Assign['form'],
): boolean {
  if (e.kind === 'call') {
    const done = callInto(s, e, place, span);
    if (done !== null) return done;
  }
  if (e.kind === 'conditional') return chooseInto(s, place, e, span, form);
  const v = value(s, e);
  if (!v) return false;
  emit(s, place, asStored(s.file, place.variable, v, place.type), span, form);
  return true;
}

function compound(
  s: RoutineState,
  e: S.Assignment,
  op: S.ArithmeticOperator,
  place: Place,
  wanted: boolean,
): Expr | null {
  const right = value(s, e.value);
  if (!right) return null;
  if (takesIntegers(op) && (isReal(place.type) || isReal(right.type)))
    return reportRealOperand(s.file.sink, e, op);
  const made = wrapped(s, op, place, right, e.span) ?? arithmetic(op, place, right, e.span);
  const isStep = isIncrement(place, made);
  const isFree = isStep && (s.steps || !mayLeaveRange(s, place, made));
  const v = isFree ? convertTo(made, place.type) : asStored(s.file, place.variable, made, place.type);
  return store(s, place, v, e.span, wanted);
}

function store(s: RoutineState, place: Place, v: Expr, span: Span, wanted: boolean): Expr {
  if (wanted && readsItself(place)) return storeAndKeep(s, place, v, span);
  emit(s, place, v, span, isIncrement(place, v) ? 'increment' : undefined);
  return place;
}

/** Whether a step may leave the range of the type that the place is declared with. */
export function mayLeaveRange({ file, counting }: RoutineState, place: Place, made: Expr): boolean {
  if (file.narrow.has(place.variable)) return true;
  const variable = file.variables[place.variable];
  const counts = variable?.role === 'local' && counting().has(variable.name);
  return file.wrapping.has(place.variable) && !(counts && made.kind === 'binary' && made.op === 'add');
}

function isIncrement(place: Place, v: Expr): boolean {
  return v.kind === 'binary' && (v.op === 'add' || v.op === 'subtract') && v.left === place;
}

/** `++x`, `x--`: the value, where `wanted`, is the new one or a copy of the old one. */
export function update(s: RoutineState, e: S.Update, wanted: boolean): Expr | null {
  const cell = pointerNamed(s, e.operand);
  if (cell) {
    if (wanted) fence(s.file.sink, 'pointerArithmetic', e.span);
    else stepPointer(s, cell, e);
    return null;
  }
  const place = placeOf(s, e.operand);
  if (!place) return null;
  const one = convert(constant(1, 'i32', e.span), place.type === 'bool' ? 'i32' : place.type);
  const stepped = arithmetic(e.op === '++' ? '+' : '-', place, one, e.span);
  const isFree = s.steps || !mayLeaveRange(s, place, stepped);
  const v = isFree ? convertTo(stepped, place.type) : asStored(s.file, place.variable, stepped, place.type);
  const later = () => emit(s, place, v, e.span, isFree ? 'increment' : undefined);
  if (wanted && !e.prefix && e.operand.kind === 'name' && isOwnCounter(s, place))
    if (waits(s, e.operand.name, later)) return place;
  let old: Expr | null = null;
  if (wanted && !e.prefix) {
    old = reference(temporary(s, 'before', place.type, e.span), e.span);
    if (s.file.wrapping.has(place.variable)) s.file.wrapping.add(old.variable);
    emit(s, old, place, e.span);
  }
  const stored = store(s, place, v, e.span, wanted && e.prefix);
  return old ?? stored;
}
