/**
 * Expressions as closures over a frame. A real leaves its element in the domain's `acc` and returns its double; integers of
 * 64 bits are numbers as long as a double holds them, else bigints.
 */

import { slowestFirst } from '../ir/bounds';
import { constant, isReal, walkPlaces } from '../ir/build';
import { holds } from '../ir/evaluate';
import { variableOf } from '../ir/names';
import type { Binary, Compare, Convert, ElementRef, Expr, Place, Unary } from '../ir/types';
import { load, tripleAt } from './domain';
import { compileFunction } from './functions';
import { combined, wholeFunction, wide } from './integers';
import { fail, loadWhole, type Machine, wordsOf } from './machine';
import { type Frame, type Num, type Scope, slotOf, undotted, type Whole } from './scope';

/** Any type but i64, by number. */
export function compileNumber(c: Scope, e: Expr): Num {
  if (isReal(e.type)) return compileReal(c, e);
  if (e.type === 'bool') return compileBool(c, e);
  const whole = compileWhole(c, e);
  return (f) => Number(whole(f));
}

// ---------------------------------------------------------------------------------------------------------- reals

export function compileReal(c: Scope, e: Expr): Num {
  const { m } = c;
  const { domain } = m;
  const { acc } = domain;
  switch (e.kind) {
    case 'constant': {
      const value = e.type === 'f32' ? Math.fround(e.value) : e.value;
      if (value - value !== 0) return () => fail(m, 'not-finite');
      domain.number(value);
      const element = acc.slice();
      return () => {
        load(domain, element);
        return value;
      };
    }
    case 'variable':
    case 'element':
      return compileRead(c, e);
    case 'unary': {
      const operand = compileReal(c, e.operand);
      return (f) => {
        const x = operand(f);
        domain.negate();
        return -x;
      };
    }
    case 'binary':
      return compileBinary(c, e);
    case 'intrinsic':
      return compileFunction(
        c,
        e,
        e.args.map((arg) => compileNumber(c, arg)),
      );
    case 'convert':
      return compileToReal(c, e);
    case 'select':
      return compileSelect(c, e, compileReal);
    default:
      throw new Error(`${e.kind} is never real`);
  }
}

function compileRead(c: Scope, e: Place): Num {
  const { m } = c;
  const dotted = undotted(e);
  const address = compileAddress(c, dotted ?? e);
  if (dotted)
    return (f) => {
      load(m.domain, m.dot, address(f));
      return 0;
    };
  return (f) => {
    const at = address(f);
    if (m.isSet[at] !== 1) {
      if (m.strict) fail(m, 'unset', e.variable);
      m.domain.point('unset', [at]);
      return 0;
    }
    load(m.domain, m.element, at);
    return m.value[at] as number;
  };
}

/** Does an expression read tangents, on which it then depends linearly? */
function isTangent(c: Scope, e: Expr): boolean {
  let found = false;
  if (c.isTangent)
    walkPlaces(e, (place) => {
      found ||= undotted(place) !== null;
    });
  return found;
}

/** Tangent times factor. Where the tangent is zero the factor need not be finite, as nothing that varies passes there. */
function product({ domain }: Machine, tangent: Num, factor: Num): Num {
  return (f) => {
    tangent(f);
    if (domain.isZero()) return 0;
    const [a0, a1, a2] = tripleAt(domain.acc);
    factor(f);
    domain.multiply(a0, a1, a2);
    return 0;
  };
}

function compileBinary(c: Scope, e: Binary): Num {
  const { m } = c;
  const { domain } = m;
  const { acc } = domain;
  const left = compileReal(c, e.left);
  const right = compileReal(c, e.right);
  const single = e.type === 'f32';
  const { op } = e;
  if (op !== 'add' && op !== 'subtract' && op !== 'multiply' && op !== 'divide')
    throw new Error(`${op} of reals`);
  if (op === 'multiply' && isTangent(c, e.right)) return product(m, right, left);
  if (op === 'multiply' && isTangent(c, e.left)) return product(m, left, right);
  const isSlope = op === 'divide' && isTangent(c, e.left);
  return (f) => {
    const x = left(f);
    // As in `product`.
    if (isSlope && domain.isZero()) return 0;
    const a0 = acc[0] as number;
    const a1 = acc[1] as number;
    const a2 = acc[2] as number;
    const y = right(f);
    let result: number;
    if (op === 'add') {
      domain.add(a0, a1, a2);
      result = x + y;
    } else if (op === 'subtract') {
      domain.subtract(a0, a1, a2);
      result = x - y;
    } else if (op === 'multiply') {
      domain.multiply(a0, a1, a2);
      result = x * y;
    } else {
      if (y - y !== 0) fail(m, 'not-finite');
      if (y === 0) fail(m, 'not-finite');
      if (!domain.divide(a0, a1, a2)) fail(m, 'division-by-zero');
      result = x / y;
    }
    return single ? Math.fround(result) : result;
  };
}

/** Narrowing is the identity beside the double; of a constant it is another constant, as which it is printed. */
function compileToReal(c: Scope, e: Convert): Num {
  const { m } = c;
  const { domain } = m;
  const single = e.type === 'f32';
  if (isReal(e.operand.type)) {
    const known = literal(e.operand);
    if (single && known !== null) return compileReal(c, constant(Math.fround(known), 'f64'));
    const operand = compileReal(c, e.operand);
    return single ? (f) => Math.fround(operand(f)) : operand;
  }
  const whole = compileWhole(c, e.operand);
  return (f) => {
    const x = whole(f);
    if (typeof x === 'number') domain.number(x);
    else domain.big(x);
    return single ? Math.fround(Number(x)) : Number(x);
  };
}

/** A number as it is written, with its sign. */
function literal(e: Expr): number | null {
  if (e.kind === 'constant') return e.value;
  return e.kind === 'unary' && e.operand.kind === 'constant' ? -e.operand.value : null;
}

function compileSelect<T>(
  c: Scope,
  e: Extract<Expr, { kind: 'select' }>,
  compile: (c: Scope, e: Expr) => (f: Frame) => T,
): (f: Frame) => T {
  const condition = compileBool(c, e.condition);
  const whenTrue = compile(c, e.whenTrue);
  const whenFalse = compile(c, e.whenFalse);
  const { path } = c;
  return (f) => {
    const holds = condition(f) !== 0;
    path?.choice(Number(holds));
    return holds ? whenTrue(f) : whenFalse(f);
  };
}

// ------------------------------------------------------------------------------------------------------- booleans

export function compileBool(c: Scope, e: Expr): Num {
  switch (e.kind) {
    case 'constant':
      return () => e.value;
    case 'variable':
    case 'element':
      return compileStored(c, e);
    case 'unary': {
      const operand = compileBool(c, e.operand);
      return (f) => (operand(f) === 0 ? 1 : 0);
    }
    case 'logical': {
      const left = compileBool(c, e.left);
      const right = compileBool(c, e.right);
      return e.op === 'and' ? (f) => (left(f) === 0 ? 0 : right(f)) : (f) => (left(f) === 0 ? right(f) : 1);
    }
    case 'compare':
      return compileCompare(c, e);
    case 'convert': {
      const operand =
        isReal(e.operand.type) || e.operand.type === 'bool' ? compileNumber(c, e.operand) : null;
      const whole = operand ? null : compileWhole(c, e.operand);
      return (f) => (Number((operand ?? (whole as Whole))(f)) === 0 ? 0 : 1);
    }
    case 'select':
      return compileSelect(c, e, compileBool);
    case 'binary':
      return bitwise(e.op, compileBool(c, e.left), compileBool(c, e.right));
    default:
      throw new Error(`${e.kind} is never a truth value`);
  }
}

function bitwise(op: Binary['op'], left: Num, right: Num): Num {
  if (op === 'bitand') return (f) => left(f) & right(f);
  if (op === 'bitor') return (f) => left(f) | right(f);
  return (f) => left(f) ^ right(f);
}

/** What is kept of a truth value or of an integer that a double holds. */
function compileStored(c: Scope, e: Place): Num {
  const { m } = c;
  const address = compileAddress(c, e);
  return (f) => {
    const at = address(f);
    if (m.isSet[at] !== 1 && m.strict) fail(m, 'unset', e.variable);
    return m.value[at] as number;
  };
}

function compileCompare(c: Scope, e: Compare): Num {
  const { m } = c;
  const { op } = e;
  if (isReal(e.left.type)) {
    const left = compileReal(c, e.left);
    const right = compileReal(c, e.right);
    return (f) => {
      const x = left(f);
      const y = right(f);
      if (x - x !== 0 || y - y !== 0) fail(m, 'not-finite');
      return holds(op, x, y) ? 1 : 0;
    };
  }
  // An integer that a double holds is never a bigint, so that equal ones are of one type.
  const compile = e.left.type === 'bool' ? compileBool : compileWhole;
  const left: Whole = compile(c, e.left);
  const right: Whole = compile(c, e.right);
  return (f) => (holds(op, left(f), right(f)) ? 1 : 0);
}

// ------------------------------------------------------------------------------------------------------- integers

/** Integers of both widths, and truth values as 0 and 1. */
export function compileWhole(c: Scope, e: Expr): Whole {
  if (e.type === 'bool') return compileBool(c, e);
  const { m } = c;
  switch (e.kind) {
    case 'constant': {
      const exact = e.type === 'i64' && !Number.isSafeInteger(e.value) && e.text !== undefined;
      const value = exact ? wide(BigInt(e.text.replace(/[^\d-].*$/, ''))) : e.value;
      return () => value;
    }
    case 'variable':
    case 'element': {
      if (e.type === 'i32') return compileStored(c, e);
      const address = compileAddress(c, e);
      return (f) => {
        const at = address(f);
        if (m.isSet[at] !== 1 && m.strict) fail(m, 'unset', e.variable);
        return loadWhole(m, at);
      };
    }
    case 'unary':
      return compileUnary(c, e);
    case 'binary': {
      const left = compileWhole(c, e.left);
      const right = compileWhole(c, e.right);
      const combine = combined(m, e);
      return (f) => combine(left(f), right(f));
    }
    case 'intrinsic': {
      const args = e.args.map((arg) => compileWhole(c, arg));
      const { fn, type } = e;
      return (f) =>
        wholeFunction(
          m,
          fn,
          type,
          args.map((arg) => BigInt(arg(f))),
        );
    }
    case 'convert':
      return compileToWhole(c, e);
    case 'select':
      return compileSelect(c, e, compileWhole);
    default:
      throw new Error(`${e.kind} is never an integer`);
  }
}

/** Subscripts, bounds, counts. */
export function compileIndex(c: Scope, e: Expr): Num {
  const whole = compileWhole(c, e);
  return (f) => Number(whole(f));
}

function compileUnary(c: Scope, e: Unary): Whole {
  const operand = compileWhole(c, e.operand);
  if (e.op === 'complement')
    return e.type === 'i32' ? (f) => ~Number(operand(f)) : (f) => wide(~BigInt(operand(f)));
  if (e.type === 'i32') return (f) => -Number(operand(f)) | 0;
  return (f) => {
    const x = operand(f);
    return typeof x === 'number' ? 0 - x : wide(-x);
  };
}

/** Reals become integers by their doubles. */
function compileToWhole(c: Scope, e: Convert): Whole {
  const { m } = c;
  const { path } = c;
  const narrow = e.type === 'i32';
  if (!isReal(e.operand.type)) {
    const whole = compileWhole(c, e.operand);
    if (!narrow || e.operand.type !== 'i64') return whole;
    return (f) => Number(BigInt.asIntN(32, BigInt(whole(f))));
  }
  const operand = compileReal(c, e.operand);
  const limit = narrow ? 2 ** 31 : 2 ** 63;
  return (f) => {
    const x = Math.trunc(operand(f)) + 0;
    if (!(x >= -limit && x < limit)) fail(m, 'conversion');
    path?.choice(x);
    return Number.isSafeInteger(x) ? x : BigInt(x);
  };
}

// --------------------------------------------------------------------------------------------------------- places

/** The cell of a place; every subscript is checked. */
export function compileAddress(c: Scope, e: Place): Num {
  const slot = slotOf(c, e.variable);
  if (e.kind === 'variable') return (f) => f[slot] as number;
  return compileElementAddress(c, e);
}

export function compileElementAddress(
  c: Scope,
  e: Pick<ElementRef, 'variable' | 'subscripts' | 'type'>,
  isPassed = false,
): Num {
  const { m } = c;
  const slot = slotOf(c, e.variable);
  // An array that is passed may begin where this one ends.
  const past = isPassed ? 1 : 0;
  const words = wordsOf(e.type);
  const subscripts = e.subscripts.map((each) => compileIndex(c, each));
  const order = slowestFirst(variableOf(m.program, e.variable).shape);
  const [only] = subscripts;
  const { path } = c;
  if (subscripts.length === 1 && only)
    return (f) => {
      const t = only(f) - (f[slot + 2] as number);
      if (!(t >= 0 && t < (f[slot + 3] as number) + past)) fail(m, 'bounds', e.variable);
      path?.choice(t);
      return (f[slot] as number) + t * words;
    };
  return (f) => {
    let linear = 0;
    for (const d of order) {
      const t = (subscripts[d] as Num)(f) - (f[slot + 2 + 2 * d] as number);
      const extent = f[slot + 3 + 2 * d] as number;
      if (!(t >= 0 && t < extent + (d === order[0] ? past : 0))) fail(m, 'bounds', e.variable);
      linear = linear * extent + t;
    }
    if (!(linear < (f[slot + 1] as number) + past)) fail(m, 'bounds', e.variable);
    path?.choice(linear);
    return (f[slot] as number) + linear * words;
  };
}
