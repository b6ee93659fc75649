/**
 * Expressions as closures over a frame. i64 is a bigint, every other type a number; reals leave their tangent in
 * `m.dot` when the interpreter runs in dual mode.
 */

import { exactInteger } from '../../backend/numbers';
import { assertNever } from '../../base/assert';
import { slowestFirst } from '../../ir/bounds';
import { isReal, memoryBytes } from '../../ir/build';
import { holds } from '../../ir/evaluate';
import { combine } from '../../ir/integers';
import { variableOf } from '../../ir/names';
import type { Binary, Compare, ElementRef, Expr, Place } from '../../ir/types';
import { compileBigFunction, compileFunction } from './functions';
import type { Historian } from './history';
import { isDefined, readBig, readNumber } from './memory';
import { dualBinary, held, integerBinary, realBinary, truncated, withoutTangent } from './operators';
import type { Big, Num, Scope } from './scope';
import {
  type ArrayView,
  countPart,
  type Frame,
  fail,
  type Interpreter,
  newPart,
  noteKink,
  noteOverflow,
  noteUninitialised,
  type Pointer,
  TIED_TEST,
} from './state';

export const EXPRESSIONS: Scope['compile'] = { number: compileNumber, index: compileIndex, big: compileBig };

export function compileNumber(c: Scope, e: Expr): Num {
  const value = compilePlain(c, e);
  return c.m.history ? remembered(c.m, c.m.history, e, value) : value;
}

/** Also makes a node of the operands that wait. */
function remembered<T extends number | bigint>(
  m: Interpreter,
  history: Historian,
  e: Expr,
  evaluate: (f: Frame) => T,
): (f: Frame) => T {
  const isLeaf = e.kind === 'constant' || e.kind === 'variable';
  return (f) => {
    const base = history.height;
    if (e.kind === 'constant') m.dot = 0;
    const value = evaluate(f);
    if (isLeaf) history.leaf(Number(value), m.dot);
    else m.dot = history.operation(e, base, Number(value), e.kind === 'element' ? m.dot : null);
    return value;
  };
}

function compilePlain(c: Scope, e: Expr): Num {
  const { m } = c;
  switch (e.kind) {
    case 'constant': {
      const value = e.type === 'f32' ? Math.fround(e.value) : e.value;
      if (!m.dual) return () => value;
      return () => {
        m.dot = 0;
        return value;
      };
    }
    case 'variable':
    case 'element':
      return compileRead(c, e, readNumber);
    case 'unary': {
      const operand = compileNumber(c, e.operand);
      if (e.op === 'not') return (f) => (operand(f) === 0 ? 1 : 0);
      if (e.op === 'complement') return (f) => ~operand(f);
      if (e.type === 'i32') return (f) => held(m, e, -operand(f));
      return (f) => {
        const value = operand(f);
        m.dot = -m.dot;
        return -value;
      };
    }
    case 'binary':
      return compileBinary(c, e);
    case 'compare':
      return compileCompare(c, e);
    case 'logical': {
      const left = compileNumber(c, e.left);
      const right = compileArm(c, e.right);
      return e.op === 'and' ? (f) => (left(f) === 0 ? 0 : right(f)) : (f) => (left(f) === 0 ? right(f) : 1);
    }
    case 'intrinsic':
      return compileFunction(c, e);
    case 'convert':
      return compileConvert(c, e.operand, e.type);
    case 'select': {
      const condition = compileNumber(c, e.condition);
      const whenTrue = compileArm(c, e.whenTrue);
      const whenFalse = compileArm(c, e.whenFalse);
      return (f) => (condition(f) === 0 ? whenFalse(f) : whenTrue(f));
    }
    default:
      return assertNever(e);
  }
}

/** Compiles an expression of type i64. */
export function compileBig(c: Scope, e: Expr): Big {
  const value = compilePlainBig(c, e);
  return c.m.history ? remembered(c.m, c.m.history, e, value) : value;
}

function compilePlainBig(c: Scope, e: Expr): Big {
  switch (e.kind) {
    case 'constant': {
      const value = exactInteger(e);
      return () => value;
    }
    case 'variable':
    case 'element':
      return compileRead(c, e, (block, _, at) => readBig(block, at));
    case 'unary': {
      const operand = compileBig(c, e.operand);
      return e.op === 'complement' ? (f) => ~operand(f) : (f) => BigInt.asIntN(64, -operand(f));
    }
    case 'binary':
      return compileBigBinary(c, e);
    case 'intrinsic':
      return compileBigFunction(c, e);
    case 'convert':
      return compileConvertBig(c, e.operand);
    case 'select': {
      const condition = compileNumber(c, e.condition);
      const whenTrue = compileBig(c, e.whenTrue);
      const whenFalse = compileBig(c, e.whenFalse);
      return (f) => (condition(f) === 0 ? whenFalse(f) : whenTrue(f));
    }
    default:
      throw new Error(`${e.kind} is never i64`);
  }
}

/** An expression of either integer type as a number: for subscripts and extents, which are far below 2^53 when they are right. */
export function compileIndex(c: Scope, e: Expr): Num {
  if (e.type !== 'i64') return compileNumber(c, e);
  const big = compileBig(c, e);
  return (f) => Number(big(f));
}

/** An expression that is evaluated on one path only is counted by itself. */
function compileArm(c: Scope, e: Expr): Num {
  const value = compileNumber(c, e);
  if (e.kind === 'constant' || e.kind === 'variable') return value;
  const part = newPart(c.m, { kind: 'expr', expr: e });
  return (f) => {
    countPart(c.m, part);
    return value(f);
  };
}

// --------------------------------------------------------------------------------------------------------- places

function compileRead<T>(
  c: Scope,
  e: Place,
  read: (block: Pointer['block'], type: Expr['type'], at: number) => T,
): (f: Frame) => T {
  const { m } = c;
  const { type, variable } = e;
  const isWide = memoryBytes(type) === 8;
  const readAt = (block: Pointer['block'], at: number) => {
    if (!isDefined(block, at)) noteUninitialised(m, variable);
    m.watch?.read(block, at, isWide);
    if (block.dots) m.dot = block.dots[at >> 2] as number;
    return read(block, type, at);
  };
  if (e.kind === 'variable') {
    const k = c.scalars.get(variable) as number;
    return (f) => {
      const pointer = f.pointers[k] as Pointer;
      return readAt(pointer.block, pointer.offset);
    };
  }
  const address = compileAddress(c, e);
  const k = c.arrays.get(variable) as number;
  return (f) => {
    const at = address(f);
    return readAt((f.arrays[k] as ArrayView).pointer.block, at);
  };
}
/** The byte offset of an element in its block; every subscript is checked. */
export function compileAddress(
  c: Scope,
  e: Pick<ElementRef, 'variable' | 'subscripts' | 'type'>,
  isPassed = false,
): Num {
  const k = c.arrays.get(e.variable) as number;
  const subscripts = e.subscripts.map((s) => compileIndex(c, s));
  const order = slowestFirst(variableOf(c.m.program, e.variable).shape);
  const size = memoryBytes(e.type);
  return (f) => {
    const a = f.arrays[k] as ArrayView;
    // An array that is passed may begin where this one ends, if that is known.
    const past = isPassed && !a.pointer.block.stretch ? 1 : 0;
    let linear = 0;
    for (const d of order) {
      const t = (subscripts[d] as Num)(f) - (a.lower[d] as number);
      if (!(t >= 0 && t < (a.extent[d] as number) + (d === order[0] ? past : 0)))
        outside(c.m, e, a, { d, t, isSlowest: d === order[0] });
      linear = linear * (a.extent[d] as number) + t;
    }
    if (linear >= a.pointer.count + past && !a.pointer.block.stretch) beyond(c.m, e, a, order, linear);
    return a.pointer.offset + linear * size;
  };
}

/** Ends the run, unless the array is an argument of unknown extent that may still grow. */
function outside(
  m: Interpreter,
  { variable, subscripts }: Pick<ElementRef, 'variable' | 'subscripts'>,
  a: ArrayView,
  { d, t, isSlowest }: { readonly d: number; readonly t: number; readonly isSlowest: boolean },
): void {
  const { pointer } = a;
  if (isSlowest && t >= 0 && pointer.block.stretch) {
    const first = (pointer.offset - pointer.start) / memoryBytes(variableOf(m.program, variable).type);
    if (pointer.block.stretch(first + (t + 1) * a.inner)) {
      a.extent[d] = t + 1;
      return;
    }
  }
  const lower = a.lower[d] as number;
  fail(m, 'out-of-bounds', {
    variable,
    dimension: d,
    culprit: subscripts[d] ?? null,
    value: t + lower,
    lower,
    extent: a.extent[d] as number,
  });
}

/** Ends the run where an element lies in the last column of `a(lda, *)` but below the part of it that is there. */
function beyond(
  m: Interpreter,
  { variable, subscripts }: Pick<ElementRef, 'variable' | 'subscripts'>,
  a: ArrayView,
  order: readonly number[],
  linear: number,
): void {
  const [dimension = 0] = order.slice(-1);
  const t = linear % (a.extent[dimension] as number);
  const lower = a.lower[dimension] as number;
  const extent = Math.max(0, t - (linear - a.pointer.count));
  const culprit = subscripts[dimension] ?? null;
  fail(m, 'out-of-bounds', { variable, dimension, culprit, value: t + lower, lower, extent });
}

// ----------------------------------------------------------------------------------------------------- operations

function compileBinary(c: Scope, e: Binary): Num {
  const left = compileNumber(c, e.left);
  const right = compileNumber(c, e.right);
  if (e.type === 'i32' || e.type === 'bool') return integerBinary(c.m, e, left, right);
  const plain = c.m.dual ? dualBinary(c.m, e.op, left, right) : realBinary(e.op, left, right);
  return e.type === 'f32' ? (f) => Math.fround(plain(f)) : plain;
}

function compileBigBinary(c: Scope, e: Binary): Big {
  const left = compileBig(c, e.left);
  const right = compileBig(c, e.right);
  const grows = e.op === 'add' || e.op === 'subtract' || e.op === 'multiply';
  return (f) => {
    const exact = combine(e.op, left(f), right(f)) ?? fail(c.m, 'division-by-zero', { culprit: e.right });
    const value = BigInt.asIntN(64, exact);
    if (grows && value !== exact) noteOverflow(c.m, e, exact);
    return value;
  };
}

function compileCompare(c: Scope, e: Compare): Num {
  if (e.left.type === 'i64') {
    const left = compileBig(c, e.left);
    const right = compileBig(c, e.right);
    return (f) => (holds(e.op, left(f), right(f)) ? 1 : 0);
  }
  const left = compileNumber(c, e.left);
  const right = compileNumber(c, e.right);
  if (!isReal(e.left.type) || e.op === 'eq' || e.op === 'ne')
    return (f) => (holds(e.op, left(f), right(f)) ? 1 : 0);
  const { m } = c;
  return (f) => {
    const a = left(f);
    const b = right(f);
    // Exactly on the boundary between two paths, the derivative is that of one of them.
    if (a === b) noteKink(m, TIED_TEST);
    return holds(e.op, a, b) ? 1 : 0;
  };
}

// ---------------------------------------------------------------------------------------------------- conversions

function compileConvert(c: Scope, operand: Expr, to: Expr['type']): Num {
  const { m } = c;
  const from = operand.type;
  const value = from === 'i64' ? null : compileNumber(c, operand);
  if (value === null) {
    const big = compileBig(c, operand);
    if (to === 'bool') return (f) => (big(f) === 0n ? 0 : 1);
    if (to === 'i32') return (f) => Number(BigInt.asIntN(32, big(f)));
    return withoutTangent(m, (f) => (to === 'f32' ? Math.fround(Number(big(f))) : Number(big(f))));
  }
  if (to === 'bool') return (f) => (value(f) === 0 ? 0 : 1);
  const fromReal = from === 'f64' || from === 'f32';
  if (to === 'i32') return fromReal ? (f) => truncated(m, value(f)) : value;
  const rounded: Num = to === 'f32' ? (f) => Math.fround(value(f)) : value;
  return fromReal ? rounded : withoutTangent(m, rounded);
}

function compileConvertBig(c: Scope, operand: Expr): Big {
  if (operand.type === 'i64') return compileBig(c, operand);
  const value = compileNumber(c, operand);
  if (operand.type === 'i32' || operand.type === 'bool') return (f) => BigInt(value(f));
  return (f) => {
    const x = value(f);
    if (!(x >= -(2 ** 63) && x < 2 ** 63)) fail(c.m, 'conversion-out-of-range', { value: x });
    return BigInt(Math.trunc(x));
  };
}
