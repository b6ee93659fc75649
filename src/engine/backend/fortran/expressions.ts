/**
 * Expressions in Fortran. What always holds: operands have the same type and kind as in the tree, conversions are
 * written out, two operators never meet, and reals made by us are never compared with `==` (compilers warn of it).
 *
 * `merge` stands for a choice and `.and.` may evaluate both sides: by the IR's rules neither can trap.
 */

import { assertNever } from '../../base/assert';
import { itemAt, present } from '../../base/lookup';
import { isNowhere } from '../../base/span';
import * as b from '../../ir/build';
import { ELEMENTARY, isPower } from '../../ir/elementary';
import { evaluate } from '../../ir/evaluate';
import type { Infix } from '../../ir/text/infix';
import type { Binary, Compare, Constant, Convert, Expr, Intrinsic, Place } from '../../ir/types';
import { plainSubscript } from '../affine';
import { exactInteger, isLeast, shortest, withPoint } from '../numbers';
import { type Expressions, joined, type Part, printParts, type Sink, textOf } from '../sink';
import { type FContext, kindOf } from './context';
import { libraryName } from './library';

const BINDS = {
  equivalence: 1,
  or: 2,
  and: 3,
  not: 4,
  relation: 5,
  sum: 6,
  product: 7,
  power: 8,
  primary: 9,
} as const;

const { sum, product, primary, or, and } = BINDS;

const ARITHMETIC: Partial<Record<Binary['op'], Infix>> = {
  add: { text: '+', binds: sum, left: sum, right: product },
  subtract: { text: '-', binds: sum, left: sum, right: product },
  multiply: { text: '*', binds: product, left: product, right: BINDS.power },
  divide: { text: '/', binds: product, left: product, right: BINDS.power },
};
const FUNCTION: Partial<Record<Binary['op'], string>> = {
  remainder: 'mod',
  bitand: 'iand',
  bitor: 'ior',
  bitxor: 'ieor',
  shiftleft: 'shiftl',
  shiftright: 'shifta',
};
const COMPARE: Record<Compare['op'], string> = { lt: '<', le: '<=', gt: '>', ge: '>=', eq: '==', ne: '/=' };

const LANGUAGE: Expressions<FContext> = {
  shown: (f, e) => computedHere(f, e) ?? e,
  binds: (_, e) => binds(e),
  parts,
};

export function print(f: FContext, to: Sink, ...what: Part[]): void {
  printParts(LANGUAGE, f, to, what);
}
export function exprText(f: FContext, e: Expr): string {
  return textOf((sink) => print(f, sink, e));
}

function binds(e: Expr): number {
  switch (e.kind) {
    case 'constant':
      return e.value < 0 || Object.is(e.value, -0) || isLeast(e) ? BINDS.sum : BINDS.primary;
    case 'variable':
    case 'element':
    case 'select':
      return BINDS.primary;
    case 'unary':
      return e.op === 'negate' ? BINDS.sum : e.op === 'not' ? BINDS.not : BINDS.primary;
    case 'binary':
      return ARITHMETIC[e.op]?.binds ?? BINDS.primary;
    case 'compare':
      return e.left.type === 'bool' ? BINDS.equivalence : BINDS.relation;
    case 'logical':
      return e.op === 'and' ? BINDS.and : BINDS.or;
    case 'intrinsic':
      return isPower(e.fn) ? BINDS.power : BINDS.primary;
    case 'convert':
      return e.type === 'bool' ? BINDS.relation : BINDS.primary;
    default:
      return assertNever(e);
  }
}

function parts(f: FContext, e: Expr): readonly Part[] {
  switch (e.kind) {
    case 'constant':
      return [constantText(f, e)];
    case 'variable':
      return [f.names.variable(e.variable)];
    case 'element': {
      const subscripts =
        f.variable(e.variable).shape?.order === 'row' ? [...e.subscripts].reverse() : e.subscripts;
      return call(f.names.variable(e.variable), subscripts.map(plainSubscript));
    }
    case 'unary':
      if (e.op === 'negate') return ['-', [e.operand, product]];
      return e.op === 'not' ? ['.not. ', [e.operand, primary]] : call('not', [e.operand]);
    case 'binary':
      return binaryParts(f, e);
    case 'compare':
      if (e.left.type !== 'bool') return [[e.left, sum], ` ${COMPARE[e.op]} `, [e.right, sum]];
      return [[e.left, or], e.op === 'eq' ? ' .eqv. ' : ' .neqv. ', [e.right, or]];
    case 'logical': {
      const level = e.op === 'and' ? and : or;
      return [[e.left, level], e.op === 'and' ? ' .and. ' : ' .or. ', [e.right, level + 1]];
    }
    case 'intrinsic':
      return intrinsicParts(f, e);
    case 'convert':
      return convertParts(f, e);
    case 'select':
      return call('merge', [e.whenTrue, e.whenFalse, e.condition]);
    default:
      return assertNever(e);
  }
}

/**
 * The value of a constant expression that compilers refuse to compute, as it is not finite or overflows its type:
 * `(-2d0)**3d0`, though not `(-2d0)**3`. They also warn of an integer `1 / 2`, so its value is printed unless a user of
 * Fortran wrote it.
 */
function computedHere(f: FContext, e: Expr): Constant | null {
  if (e.kind !== 'unary' && e.kind !== 'binary' && e.kind !== 'intrinsic' && e.kind !== 'convert')
    return null;
  const value = evaluate(e);
  if (value === null) return null;
  const parts = b.children(e).map((part) => evaluate(part) ?? 0);
  const isReal = e.kind === 'intrinsic' && isPower(e.fn) && b.isReal(itemAt(e.args, 1).type);
  const isNegativeBase = isReal && itemAt(parts, 0) < 0;
  const isTold = b.isReal(e.type)
    ? isNegativeBase || ![value, ...parts].every(Number.isFinite)
    : evaluate(e, { noWrap: true }) === null ||
      (e.kind === 'binary' && e.op === 'divide' && (f.program.language !== 'fortran' || isNowhere(e.span)));
  return isTold ? b.constant(value, e.type) : null;
}

function call(name: string, args: readonly Expr[], more = ''): readonly Part[] {
  return [`${name}(`, ...joined(args), `${more})`];
}

function binaryParts(f: FContext, e: Binary): readonly Part[] {
  const operator = ARITHMETIC[e.op];
  if (!operator) return call(present(FUNCTION[e.op], `a function for ${e.op}`), [e.left, e.right]);
  const { left, right, text } = operator;
  return [operand(f, e, e.left, e.right, left), ` ${text} `, operand(f, e, e.right, e.left, right)];
}

/** Beside a double, an integer or a constant of single precision is converted implicitly. */
function operand(f: FContext, { type }: Binary, own: Expr, other: Expr, least: number): Part {
  if (type !== 'f64' || !isDouble(other)) return [own, least];
  return single(f, own) ?? [withoutConversion(f, own), least];
}

/** The value that a variable is given: a constant of single precision becomes a double implicitly. */
export function given(f: FContext, target: Place, e: Expr): Part {
  return (target.type === 'f64' ? single(f, e) : null) ?? e;
}

function single(f: FContext, e: Expr): Part | null {
  const spelling = e.kind === 'constant' ? singleSpelling(f, e) : null;
  return spelling === null ? null : { span: e.span, parts: [spelling] };
}

function withoutConversion(f: FContext, e: Expr): Expr {
  if (e.kind !== 'convert' || e.operand.type !== 'i32') return e;
  const { operand } = e;
  const value = computedHere(f, operand);
  return value ? b.constant(value.value, e.type) : operand;
}

/** Whether it is printed with the type of a double, whatever its operands are. */
function isDouble(e: Expr): boolean {
  if (e.kind === 'constant' || e.kind === 'convert') return false;
  if (e.kind === 'unary') return isDouble(e.operand);
  return e.kind !== 'binary' || isDouble(e.left) || isDouble(e.right);
}

/** `1.2` as the user has it, which means the nearest number of single precision. */
function singleSpelling(f: FContext, e: Constant): string | null {
  if (f.program.language !== 'fortran' || e.text === undefined || e.value < 0) return null;
  if (!/^(\d+\.\d*|\.\d+)([eE][+-]?\d+)?$/.test(e.text)) return null;
  return Math.fround(Number(e.text)) === e.value ? e.text.toLowerCase() : null;
}

// ---------------------------------------------------------------------------------------------------- conversions

/** Functions that round a real and give an integer. */
const ROUNDED: Partial<Record<Intrinsic['fn'], string>> = {
  floor: 'floor',
  ceil: 'ceiling',
  round: 'nint',
  trunc: 'int',
};

function convertParts(f: FContext, { operand, type }: Convert): readonly Part[] {
  if (type === 'bool') return [[operand, sum], ` /= ${constantText(f, b.constant(0, operand.type))}`];
  if (operand.type === 'bool') return call('merge', [b.constant(1, type), b.constant(0, type), operand]);
  if (b.isReal(type)) return call('real', [operand], `, ${kindOf(type)}`);
  const kind = type === 'i64' ? ', 8' : '';
  const rounded = operand.kind === 'intrinsic' ? ROUNDED[operand.fn] : undefined;
  return rounded && operand.kind === 'intrinsic'
    ? call(rounded, operand.args, kind)
    : call('int', [operand], kind);
}

/** `f` is null for numbers without a spelling of their own. */
export function constantText(f: FContext | null, e: Constant): string {
  const { value, type } = e;
  if (type === 'bool') return value === 0 ? '.false.' : '.true.';
  if (b.isReal(type)) return realText(f, e, type as 'f64' | 'f32');
  const suffix = type === 'i64' ? '_8' : '';
  if (isLeast(e)) return `-${type === 'i32' ? '2147483647 - 1' : '9223372036854775807_8 - 1_8'}`;
  return `${exactInteger(e)}${suffix}`;
}

function realText(f: FContext | null, e: Constant, type: 'f64' | 'f32'): string {
  const { value } = e;
  if (!Number.isFinite(value)) return bits(value, type);
  const own = f && ownSpelling(f, e);
  if (own !== null) return own;
  const digits = shortest(value, type);
  const sign = Object.is(value, -0) ? '-' : '';
  const [mantissa = '', exponent] = digits.split('e');
  const point = withPoint(mantissa);
  if (type === 'f32') return `${sign}${point}${exponent === undefined ? '' : `e${exponent}`}`;
  return `${sign}${point}d${exponent ?? '0'}`;
}

/** Fortran has no literal for NaN and infinity. */
function bits(value: number, type: 'f64' | 'f32'): string {
  const pattern = Number.isNaN(value)
    ? { f64: '7ff8000000000000', f32: '7fc00000' }
    : value > 0
      ? { f64: '7ff0000000000000', f32: '7f800000' }
      : { f64: 'fff0000000000000', f32: 'ff800000' };
  return `real(z'${pattern[type]}', ${kindOf(type)})`;
}

/** The user's spelling, if it is Fortran of the right kind and means exactly this number. */
function ownSpelling(f: FContext, e: Constant): string | null {
  if (f.program.language !== 'fortran' || e.text === undefined || e.value < 0) return null;
  const match = /^(\d+\.\d*|\.\d+|\d+)(?:([eEdD])([+-]?\d+))?(?:_([48]))?$/.exec(e.text);
  if (!match) return null;
  const [, mantissa = '', letter = '', exponent = '0', kind] = match;
  const double = letter.toLowerCase() === 'd' || kind === '8';
  if (double !== (e.type === 'f64') || !(mantissa.includes('.') || letter !== '')) return null;
  const meant = Number(`${mantissa}e${exponent}`);
  return (e.type === 'f32' ? Math.fround(meant) : meant) === e.value ? e.text.toLowerCase() : null;
}

// ------------------------------------------------------------------------------------------------------ functions

function intrinsicParts(f: FContext, e: Intrinsic): readonly Part[] {
  const [base, exponent] = e.args as readonly [Expr, Expr];
  if (isPower(e.fn)) return [[base, primary], '**', [exponent, primary]];
  const { fortran } = ELEMENTARY[e.fn];
  if (fortran !== 'c' && fortran.generic !== undefined) return call(fortran.generic, e.args);
  const name = libraryName(e.fn, e.type);
  f.library.add(name);
  f.allLibrary.set(name, { fn: e.fn, type: e.type });
  return call(name, e.args);
}
