/**
 * Expressions in C. What always holds: the printed text has the expression's type under C's conversions (a bool may
 * be an int), and the least parentheses that both grammar and `gcc -Wall -Wextra` ask for.
 */

import { assertNever } from '../../base/assert';
import { itemAt } from '../../base/lookup';
import * as b from '../../ir/build';
import { inC } from '../../ir/elementary';
import { shapeOf } from '../../ir/names';
import { BINDS, infixOf } from '../../ir/text/infix';
import type {
  Constant,
  Convert,
  ElementRef,
  Expr,
  Intrinsic,
  Place,
  ScalarType,
  VariableId,
} from '../../ir/types';
import { readsReal } from '../../ir/uses';
import { difference, flatSubscript, offsetsOf, plainSubscript } from '../affine';
import { exactInteger, isLeast, shortest, withPoint } from '../numbers';
import { choiceParts, type Expressions, joined, type Part, printParts, type Sink, textOf } from '../sink';
import type { CContext } from './context';

const LANGUAGE: Expressions<CContext> = { shown: (_, e) => folded(e), binds, parts };

export function print(c: CContext, to: Sink, ...what: Part[]): void {
  printParts(LANGUAGE, c, to, what);
}

/** What is printed where C converts it to `type` by itself: in assignments, arguments, results. */
export function as(given: Expr, type: ScalarType): Expr {
  const e = folded(given);
  return e.kind === 'convert' && convertsItself(e, type) ? e.operand : e;
}

export function exprText(c: CContext, e: Expr): string {
  return textOf((sink) => print(c, sink, e));
}

/** What is passed to point at a place: `&x`, `&a[i]`, or the pointer itself. */
export function addressOf(c: CContext, place: Place): Part {
  const isName = place.kind === 'variable' ? c.isPointer(place.variable) : isFirst(c, place);
  const parts: Part[] = isName ? [c.names.variable(place.variable)] : ['&', [place, BINDS.unary]];
  return { span: place.span, parts };
}

/** Whether it is the first element of an array of rank 1: then the array's name alone is its address. */
function isFirst(c: CContext, place: ElementRef): boolean {
  const [dimension, ...more] = shapeOf(c.variable(place.variable)).dimensions;
  const [subscript] = place.subscripts;
  if (!dimension || !subscript || more.length > 0) return false;
  return b.isConstant(difference(subscript, dimension.lower), 0);
}

function convertsItself(e: Convert, type: ScalarType): boolean {
  return e.type === type && type !== 'bool' && !(b.isReal(e.operand.type) && b.isInteger(type));
}

const RANK: Record<ScalarType, number> = { bool: 0, i32: 1, i64: 2, f32: 3, f64: 4 };
/** A conversion that C's usual arithmetic conversions make, if the other operand has the type. */
export function isWidening(e: Expr): e is Convert {
  return e.kind === 'convert' && e.type !== 'bool' && RANK[e.operand.type] <= RANK[e.type];
}

/** A constant that is converted or negated is a constant, as C's front end reads it too. */
function folded(e: Expr): Expr {
  if (e.kind === 'convert' && e.type !== 'bool') {
    const operand = folded(e.operand);
    return operand.kind === 'constant' ? b.convert(operand, e.type, e.span) : e;
  }
  if (e.kind === 'unary' && e.op === 'negate') {
    const operand = folded(e.operand);
    return operand.kind === 'constant' ? b.negate(operand, e.span) : e;
  }
  return e;
}

function binds(c: CContext, e: Expr): number {
  switch (e.kind) {
    case 'constant':
      if (isLeast(e)) return BINDS.sum;
      return e.value < 0 || Object.is(e.value, -0) ? BINDS.unary : BINDS.primary;
    case 'variable':
      return c.isPointer(e.variable) ? BINDS.unary : BINDS.primary;
    case 'element':
      return BINDS.primary;
    case 'unary':
      return BINDS.unary;
    case 'binary':
    case 'compare':
    case 'logical':
      return infixOf(e.op, null).binds;
    case 'intrinsic':
      return productOf(e) > 1 ? BINDS.product : BINDS.primary;
    case 'convert':
      if (e.type === 'bool') return BINDS.equality;
      return e.operand.type === 'bool' && e.type === 'i32' ? binds(c, e.operand) : BINDS.unary;
    case 'select':
      return BINDS.select;
    default:
      return assertNever(e);
  }
}

function parts(c: CContext, e: Expr): readonly Part[] {
  switch (e.kind) {
    case 'constant':
      return [constantText(c, e)];
    case 'variable':
      return [scalarName(c, e.variable)];
    case 'element':
      return [
        c.names.variable(e.variable),
        ...inBrackets(cSubscripts(c, e.variable, e.subscripts).map(plainSubscript)),
      ];
    case 'unary':
      return [e.op === 'negate' ? '-' : e.op === 'not' ? '!' : '~', behindSign(e.operand)];
    case 'binary':
    case 'compare':
    case 'logical':
      return infixParts(e);
    case 'intrinsic':
      return intrinsicParts(c, e);
    case 'convert':
      if (e.type === 'bool') return [[e.operand, BINDS.sum], ' != 0'];
      if (e.operand.type === 'bool' && e.type === 'i32') return parts(c, e.operand);
      return [`(${c.type(e.type)})`, behindSign(e.operand)];
    case 'select':
      if (b.isReal(e.type) && readsReal(e)) c.printedOnly.add('choice');
      return choiceParts(e);
    default:
      return assertNever(e);
  }
}

/** A scalar, perhaps one that is reached through a pointer. */
export function scalarName(c: CContext, id: VariableId): string {
  return (c.isPointer(id) ? '*' : '') + c.names.variable(id);
}

function behindSign(e: Expr): Part {
  return [e, leadsWithMinus(e) ? BINDS.primary : BINDS.unary];
}

export function inBrackets(subscripts: readonly Expr[]): Part[] {
  return subscripts.flatMap((e) => ['[', e, ']']);
}

function infixParts(e: Extract<Expr, { op: string; left: Expr }>): readonly Part[] {
  const infix = infixOf(e.op, 'op' in e.left ? e.left.op : null);
  const arithmetic = e.kind !== 'logical' && e.op !== 'shiftleft' && e.op !== 'shiftright';
  // One of two operands keeps its cast; C converts the other to match.
  const x = folded(e.left);
  const y = folded(e.right);
  const dropRight = arithmetic && isWidening(y);
  const dropLeft = arithmetic && !dropRight && isWidening(x);
  const bools = e.kind === 'compare' && e.left.type === 'bool';
  const right = dropRight ? y.operand : y;
  // `a - -1` and `a * -b` are C, but nobody writes them.
  const signed = e.kind === 'binary' && leadsWithMinus(right);
  return [
    [dropLeft ? x.operand : x, bools ? BINDS.primary : infix.left],
    ` ${infix.text} `,
    [right, bools || signed ? BINDS.primary : infix.right],
  ];
}

function leadsWithMinus(e: Expr): boolean {
  return (
    (e.kind === 'unary' && e.op === 'negate') ||
    (e.kind === 'constant' && (e.value < 0 || Object.is(e.value, -0)))
  );
}

/** Subscripts from 0, slowest first; one flat subscript for arrays that C can't declare with their extents. */
export function cSubscripts(c: CContext, id: VariableId, subscripts: readonly Expr[]): readonly Expr[] {
  const v = c.variable(id);
  if (!v.shape) return subscripts;
  return c.isFlat(id) ? [flatSubscript(v.shape, subscripts)] : offsetsOf(v.shape, subscripts);
}

/** `c` is null for a text that has its headers and whose numbers have no spelling of their own. */
export function constantText(c: CContext | null, e: Constant): string {
  const { value, type } = e;
  const uses = (header: string, name: string) => (c ? c.uses(header, name) : name);
  if (type === 'bool') return uses('stdbool.h', value === 0 ? 'false' : 'true');
  if (b.isReal(type)) {
    if (Number.isNaN(value)) return uses('math.h', 'NAN');
    if (!Number.isFinite(value)) return uses('math.h', value < 0 ? '-INFINITY' : 'INFINITY');
    const sign = Object.is(value, -0) ? '-' : '';
    const digits = (c && ownSpelling(c, e)) ?? withPoint(shortest(value, type as 'f64' | 'f32'));
    return sign + digits + (type === 'f32' && !/f$/i.test(digits) ? 'f' : '');
  }
  const suffix = type === 'i64' ? 'L' : '';
  if (isLeast(e)) return `-${type === 'i32' ? '2147483647' : '9223372036854775807L'} - 1`;
  return `${exactInteger(e)}${suffix}`;
}

/** The user's spelling, if it is valid C and means exactly this number. */
function ownSpelling(c: CContext, e: Constant): string | null {
  if (c.program.language !== 'c' || e.text === undefined || e.value < 0) return null;
  const match = /^((?:\d+\.\d*|\.\d+|\d+)(?:[eE][+-]?\d+)?)f?$/.exec(e.text);
  if (!match || !/[.eE]/.test(itemAt(match, 1))) return null;
  const meant = e.type === 'f32' ? Math.fround(Number(match[1])) : Number(match[1]);
  return meant === e.value ? itemAt(match, 1) : null;
}

// ------------------------------------------------------------------------------------------------------ functions

/** The number of factors if x**2, x**3 or x**4 of something short is printed as a product, else 0. */
function productOf(e: Intrinsic): number {
  if (e.fn !== 'powerInteger') return 0;
  const [base, exponent] = e.args as readonly [Expr, Expr];
  const short = base.kind === 'variable' || (base.kind === 'element' && base.subscripts.length === 1);
  if (!short || exponent.kind !== 'constant') return 0;
  return exponent.value >= 2 && exponent.value <= 4 ? exponent.value : 0;
}

function intrinsicParts(c: CContext, e: Intrinsic): readonly Part[] {
  const factors = Array.from({ length: productOf(e) }, (): Part => [itemAt(e.args, 0), BINDS.unary]);
  if (factors.length > 0) return joined(factors, ' * ');
  const args = e.args.map((arg, i) => {
    const exponent = e.fn === 'powerInteger' && i === 1 && b.isReal(e.type) && arg.kind === 'constant';
    // The absolute value of an integer, by the function for reals: compilers ask whether that was meant.
    if (e.fn === 'abs' && b.isReal(e.type) && arg.kind === 'convert') return arg;
    return as(exponent ? b.constant(arg.value, e.type, arg.span) : arg, e.type);
  });
  return [`${functionName(c, e)}(`, ...joined(args), ')'];
}

function functionName(c: CContext, e: Intrinsic): string {
  const found = inC(e.fn, e.type);
  if (typeof found !== 'string') return c.helper(found, e.type);
  return c.uses(b.isInteger(e.type) ? 'stdlib.h' : 'math.h', found);
}
