/**
 * Expressions in JavaScript. What always holds: reals of single precision are rounded after every operation, integer
 * quotients are truncated, arrays have one flat subscript in memory order.
 */

import { assertNever } from '../../base/assert';
import * as b from '../../ir/build';
import { ELEMENTARY } from '../../ir/elementary';
import { shapeOf } from '../../ir/names';
import type { Constant, Convert, ElementRef, Expr, Intrinsic, VariableId } from '../../ir/types';
import { flatSubscript, plainSubscript } from '../affine';
import { shortest } from '../numbers';
import { BINDS, closeExpr, infixOf, openExpr, type Sink, separated, textOf } from '../sink';
import type { JContext } from './context';

export function printExpr(j: JContext, to: Sink, e: Expr): void {
  emit(j, to, e, BINDS.select);
}
/** An operand of a comparison. */
export function printOperand(j: JContext, to: Sink, e: Expr): void {
  emit(j, to, e, BINDS.sum);
}
export function exprText(j: JContext, e: Expr): string {
  return textOf((sink) => printExpr(j, sink, e));
}

function emit(j: JContext, to: Sink, e: Expr, least: number): void {
  const isOpen = binds(j, e) < least;
  const mark = openExpr(to, e, isOpen);
  emitBare(j, to, e);
  closeExpr(to, mark, isOpen);
}

/** The right operand of `**`, and the least that its left operand must bind. */
const POWER = BINDS.unary;

function binds(j: JContext, e: Expr): number {
  switch (e.kind) {
    case 'constant':
      return e.value < 0 || Object.is(e.value, -0) ? BINDS.unary : BINDS.primary;
    case 'variable':
      return e.type === 'bool' && j.isBoxed(e.variable) ? BINDS.equality : BINDS.primary;
    case 'element':
      return e.type === 'bool' ? BINDS.equality : BINDS.primary;
    case 'unary':
      return BINDS.unary;
    case 'binary':
      if (e.type === 'f32' || isLongBits(e)) return BINDS.primary;
      if (e.op === 'divide' && b.isInteger(e.type)) return e.type === 'i32' ? BINDS.bitor : BINDS.primary;
      return infixOf(e.op, null).binds;
    case 'compare':
    case 'logical':
      return infixOf(e.op, null).binds;
    case 'intrinsic':
      return isBarePower(e) ? POWER : e.fn === 'mod' && e.type !== 'f32' ? BINDS.product : BINDS.primary;
    case 'convert':
      return convertBinds(j, e);
    case 'select':
      return BINDS.select;
    default:
      return assertNever(e);
  }
}

function convertBinds(j: JContext, e: Convert): number {
  if (e.type === 'bool') return BINDS.equality;
  if (e.operand.type === 'bool') return BINDS.select;
  if (e.type === 'i32') return BINDS.bitor;
  if (e.type === 'f32' || (e.type === 'i64' && b.isReal(e.operand.type))) return BINDS.primary;
  return binds(j, e.operand);
}

function emitBare(j: JContext, to: Sink, e: Expr): void {
  switch (e.kind) {
    case 'constant':
      to.write(constantText(e));
      break;
    case 'variable':
      to.write(j.names.variable(e.variable) + (j.isBoxed(e.variable) ? '[0]' : ''));
      if (e.type === 'bool' && j.isBoxed(e.variable)) to.write(' !== 0');
      break;
    case 'element':
      emitElement(j, to, e);
      break;
    case 'unary':
      to.write(e.op === 'negate' ? '-' : e.op === 'not' ? '!' : '~');
      emit(
        j,
        to,
        e.operand,
        leadsWithMinus(e.operand) || isBarePower(e.operand) ? BINDS.primary : BINDS.unary,
      );
      break;
    case 'binary':
    case 'compare':
    case 'logical':
      if (isLongBits(e)) emitLongBits(j, to, e);
      else emitInfix(j, to, e);
      break;
    case 'intrinsic':
      emitIntrinsic(j, to, e);
      break;
    case 'convert':
      emitConvert(j, to, e);
      break;
    case 'select':
      emit(j, to, e.condition, BINDS.or);
      to.write(' ? ');
      emit(j, to, e.whenTrue, BINDS.or);
      to.write(' : ');
      emit(j, to, e.whenFalse, BINDS.select);
      break;
    default:
      assertNever(e);
  }
}

/** Whether the text begins with a minus. A conversion may print only its operand. */
function leadsWithMinus(e: Expr): boolean {
  return (
    (e.kind === 'convert' && leadsWithMinus(e.operand)) ||
    (e.kind === 'unary' && e.op === 'negate') ||
    (e.kind === 'constant' && (e.value < 0 || Object.is(e.value, -0)))
  );
}

/** Bit operators on long integers: JavaScript's operators work on 32 bits, except on BigInts. */
function isLongBits({ op, type }: { readonly op: string; readonly type: string }): boolean {
  return type === 'i64' && (op.startsWith('bit') || op.startsWith('shift'));
}

function emitLongBits(j: JContext, to: Sink, e: Extract<Expr, { op: string; left: Expr }>): void {
  to.write('Number(BigInt.asIntN(64, BigInt(');
  printExpr(j, to, e.left);
  to.write(`) ${infixOf(e.op, null).text} BigInt(`);
  printExpr(j, to, e.right);
  to.write(')))');
}

function emitInfix(j: JContext, to: Sink, e: Extract<Expr, { op: string; left: Expr }>): void {
  const infix = infixOf(e.op, 'op' in e.left ? e.left.op : null);
  const quotient = e.op === 'divide' && b.isInteger(e.type);
  const single = e.kind === 'binary' && e.type === 'f32';
  if (single) to.write('Math.fround(');
  if (quotient && e.type === 'i64') to.write('Math.trunc(');
  emit(j, to, e.left, quotient ? BINDS.product : infix.left);
  to.write(` ${e.op === 'eq' ? '===' : e.op === 'ne' ? '!==' : infix.text} `);
  const signed = e.kind === 'binary' && leadsWithMinus(e.right);
  emit(j, to, e.right, signed ? BINDS.primary : infix.right);
  if (quotient) to.write(e.type === 'i64' ? ')' : ' | 0');
  if (single) to.write(')');
}

function emitConvert(j: JContext, to: Sink, e: Convert): void {
  const { operand, type } = e;
  if (type === 'bool') {
    emit(j, to, operand, BINDS.sum);
    to.write(' !== 0');
  } else if (operand.type === 'bool') {
    emit(j, to, operand, BINDS.or);
    to.write(' ? 1 : 0');
  } else if (type === 'i32') {
    emit(j, to, operand, BINDS.sum);
    to.write(' | 0');
  } else if (type === 'f32' || (type === 'i64' && b.isReal(operand.type))) {
    to.write(type === 'f32' ? 'Math.fround(' : 'Math.trunc(');
    printExpr(j, to, operand);
    to.write(')');
  } else emitBare(j, to, operand);
}

function constantText(e: Constant): string {
  if (e.type === 'bool') return e.value === 0 ? 'false' : 'true';
  if (Object.is(e.value, -0)) return '-0';
  if (e.type === 'f32' && Number.isFinite(e.value)) {
    const digits = shortest(e.value, 'f32');
    return Number(digits) === e.value ? digits : String(e.value);
  }
  return Number.isFinite(e.value) ? shortest(e.value, 'f64') : String(e.value);
}

// --------------------------------------------------------------------------------------------------------- arrays

function emitElement(j: JContext, to: Sink, e: ElementRef): void {
  to.write(`${j.names.variable(e.variable)}[`);
  printExpr(j, to, subscriptInMemory(j, e.variable, e.subscripts));
  to.write(j.variable(e.variable).type === 'bool' ? '] !== 0' : ']');
}

/** The subscript from 0 in memory order. */
export function subscriptInMemory(j: JContext, id: VariableId, subscripts: readonly Expr[]): Expr {
  return flatSubscript(shapeOf(j.variable(id)), subscripts.map(plainSubscript));
}

/** What is passed for a place by reference: a box, or the rest of an array from an element on. */
export function printReference(
  j: JContext,
  to: Sink,
  place: Extract<Expr, { kind: 'variable' | 'element' }>,
): void {
  const mark = to.open(place.span);
  if (place.kind === 'variable') to.write(j.names.variable(place.variable));
  else {
    to.write(`${j.names.variable(place.variable)}.subarray(`);
    printExpr(j, to, subscriptInMemory(j, place.variable, place.subscripts));
    to.write(')');
  }
  to.close(mark);
}

// ------------------------------------------------------------------------------------------------------ functions

/** `-x ** 2` is an error in JavaScript. */
function isBarePower(e: Expr): boolean {
  return e.kind === 'intrinsic' && isPower(e) && wrapperOf(e) === null;
}

/** What brings a JavaScript number back to its type: rounding to single precision, or truncation, as of 2**(-1). */
function wrapperOf(e: Intrinsic): string | null {
  if (e.type === 'f32') return 'Math.fround';
  const [, exponent] = e.args;
  const whole = exponent?.kind === 'constant' && exponent.value >= 0;
  return b.isInteger(e.type) && isPower(e) && !whole ? 'Math.trunc' : null;
}

function isPower(e: Intrinsic): boolean {
  return operatorOf(e) === '**';
}

function operatorOf(e: Intrinsic): '**' | '%' | null {
  const { javascript } = ELEMENTARY[e.fn];
  return typeof javascript === 'object' && 'operator' in javascript ? javascript.operator : null;
}

function emitIntrinsic(j: JContext, to: Sink, e: Intrinsic): void {
  const wrapper = wrapperOf(e);
  if (wrapper) to.write(`${wrapper}(`);
  if (isPower(e)) {
    const [base, exponent] = (e.args.length === 1 ? [b.constant(2, e.type), ...e.args] : e.args) as [
      Expr,
      Expr,
    ];
    emit(j, to, base, BINDS.primary);
    to.write(' ** ');
    emit(j, to, exponent, BINDS.primary);
  } else if (operatorOf(e) === '%') {
    const [left, right] = e.args as [Expr, Expr];
    emit(j, to, left, BINDS.product);
    to.write(' % ');
    emit(j, to, right, BINDS.unary);
  } else {
    to.write(`${functionName(j, e)}(`);
    separated(to, e.args, (arg) => printExpr(j, to, arg));
    to.write(')');
  }
  if (wrapper) to.write(')');
}

/** Name of a function that is no operator. */
function functionName(j: JContext, e: Intrinsic): string {
  const { javascript } = ELEMENTARY[e.fn];
  if (typeof javascript === 'string') return javascript;
  return 'text' in javascript ? j.helper(javascript) : javascript.operator;
}
