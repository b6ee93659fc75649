/**
 * Expressions in JavaScript. What always holds: reals of single precision are rounded after every operation, integer
 * quotients are truncated, arrays have one flat subscript in memory order.
 */

import { assertNever } from '../../base/assert';
import * as b from '../../ir/build';
import { ELEMENTARY } from '../../ir/elementary';
import { shapeOf } from '../../ir/names';
import { BINDS, infixOf } from '../../ir/text/infix';
import type { Constant, Convert, ElementRef, Expr, Intrinsic, Place, VariableId } from '../../ir/types';
import { flatSubscript, plainSubscript } from '../affine';
import { shortest } from '../numbers';
import { choiceParts, type Expressions, joined, type Part, printParts, type Sink, textOf } from '../sink';
import type { JContext } from './context';

const LANGUAGE: Expressions<JContext> = { shown: (_, e) => e, binds, parts };

export function print(j: JContext, to: Sink, ...what: Part[]): void {
  printParts(LANGUAGE, j, to, what);
}

export function exprText(j: JContext, e: Expr): string {
  return textOf((sink) => print(j, sink, e));
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

function parts(j: JContext, e: Expr): readonly Part[] {
  switch (e.kind) {
    case 'constant':
      return [constantText(e)];
    case 'variable':
      return [placeName(j, e.variable) + (e.type === 'bool' && j.isBoxed(e.variable) ? ' !== 0' : '')];
    case 'element':
      return [...elementParts(j, e), j.variable(e.variable).type === 'bool' ? ' !== 0' : ''];
    case 'unary':
      return [
        e.op === 'negate' ? '-' : e.op === 'not' ? '!' : '~',
        [e.operand, leadsWithMinus(e.operand) || isBarePower(e.operand) ? BINDS.primary : BINDS.unary],
      ];
    case 'binary':
    case 'compare':
    case 'logical':
      return isLongBits(e) ? longBits(e) : infixParts(e);
    case 'intrinsic':
      return intrinsicParts(j, e);
    case 'convert':
      return convertParts(j, e);
    case 'select':
      return choiceParts(e);
    default:
      return assertNever(e);
  }
}

/** A scalar, perhaps one that is the first element of a typed array. */
export function placeName(j: JContext, id: VariableId): string {
  return j.names.variable(id) + (j.isBoxed(id) ? '[0]' : '');
}

function called(name: string, e: Expr): readonly Part[] {
  return [`${name}(`, e, ')'];
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

function longBits({ op, left, right }: Extract<Expr, { op: string; left: Expr }>): readonly Part[] {
  const [x, y] = [called('BigInt', left), called('BigInt', right)];
  return ['Number(BigInt.asIntN(64, ', ...x, ` ${infixOf(op, null).text} `, ...y, '))'];
}

function infixParts(e: Extract<Expr, { op: string; left: Expr }>): readonly Part[] {
  const infix = infixOf(e.op, 'op' in e.left ? e.left.op : null);
  const quotient = e.op === 'divide' && b.isInteger(e.type);
  const single = e.kind === 'binary' && e.type === 'f32';
  const signed = e.kind === 'binary' && leadsWithMinus(e.right);
  const operation: readonly Part[] = [
    [e.left, quotient ? BINDS.product : infix.left],
    ` ${e.op === 'eq' ? '===' : e.op === 'ne' ? '!==' : infix.text} `,
    [e.right, signed ? BINDS.primary : infix.right],
  ];
  if (quotient && e.type === 'i32') return [...operation, ' | 0'];
  return single || quotient ? [single ? 'Math.fround(' : 'Math.trunc(', ...operation, ')'] : operation;
}

function convertParts(j: JContext, { operand, type }: Convert): readonly Part[] {
  if (type === 'bool') return [[operand, BINDS.sum], ' !== 0'];
  if (operand.type === 'bool') return [[operand, BINDS.or], ' ? 1 : 0'];
  if (type === 'i32') return [[operand, BINDS.sum], ' | 0'];
  if (type === 'f32') return called('Math.fround', operand);
  return type === 'i64' && b.isReal(operand.type) ? called('Math.trunc', operand) : parts(j, operand);
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

/** An element, whose value is a number where the type is bool. */
function elementParts(j: JContext, e: ElementRef): readonly Part[] {
  return [`${j.names.variable(e.variable)}[`, subscriptInMemory(j, e.variable, e.subscripts), ']'];
}

/** A place to be written. */
export function target(j: JContext, place: Place): Part {
  const parts = place.kind === 'variable' ? [placeName(j, place.variable)] : elementParts(j, place);
  return { span: place.span, parts };
}

/** The subscript from 0 in memory order. */
function subscriptInMemory(j: JContext, id: VariableId, subscripts: readonly Expr[]): Expr {
  return flatSubscript(shapeOf(j.variable(id)), subscripts.map(plainSubscript));
}

/** What is passed for a place by reference: a box, or the rest of an array from an element on. */
export function referenceTo(j: JContext, place: Place): Part {
  const name = j.names.variable(place.variable);
  const parts =
    place.kind === 'variable'
      ? [name]
      : called(`${name}.subarray`, subscriptInMemory(j, place.variable, place.subscripts));
  return { span: place.span, parts };
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

function intrinsicParts(j: JContext, e: Intrinsic): readonly Part[] {
  const wrapper = wrapperOf(e);
  return wrapper ? [`${wrapper}(`, ...operationParts(j, e), ')'] : operationParts(j, e);
}

function operationParts(j: JContext, e: Intrinsic): readonly Part[] {
  const [left, right = left] = e.args as readonly [Expr, Expr?];
  if (isPower(e)) {
    const base = e.args.length === 1 ? b.constant(2, e.type) : left;
    return [[base, BINDS.primary], ' ** ', [right, BINDS.primary]];
  }
  if (operatorOf(e) === '%') return [[left, BINDS.product], ' % ', [right, BINDS.unary]];
  return [`${functionName(j, e)}(`, ...joined(e.args), ')'];
}

/** Name of a function that is no operator. */
function functionName(j: JContext, e: Intrinsic): string {
  const { javascript } = ELEMENTARY[e.fn];
  if (typeof javascript === 'string') return javascript;
  return 'text' in javascript ? j.helper(javascript) : javascript.operator;
}
