/** Intrinsics that work element by element, by generic and specific name, and how their arguments become one expression. */

import { itemAt } from '../../../../base/lookup';
import * as b from '../../../../ir/build';
import { ELEMENTARY, ELEMENTARY_NAMES, type Elementary } from '../../../../ir/elementary';
import { libraryFunction } from '../../../../ir/runtime';
import type { Expr, ScalarType } from '../../../../ir/types';
import { numericOperand, typeName } from '../values';
import { bitFields, bits, ISHFT, ISHFTC, SHIFTR, shift } from './bits';
import {
  type Call,
  type Elemental,
  elemental,
  NUMBER_PARTS,
  ofType,
  one,
  pair,
  real,
  wrongType,
} from './elemental';

/** Trigonometric functions of degrees, which many compilers have, and the cotangent. */
const DEGREE = Math.PI / 180;

function ofReal(names: readonly string[], build: (x: Expr) => Expr): Elemental {
  return elemental(names, 1, (call, args) => ({ ...build(real(call, itemAt(args, 0))), span: call.span }));
}
const call = (fn: Elementary, x: Expr) => b.intrinsic(fn, [x], x.type);
const times = (x: Expr, factor: number) => b.binary('multiply', x, b.constant(factor, x.type));

/** Half turns are taken off before, so that multiples of 180 give 0: sin(x) = (-1)^k sin(x - 180 k). */
function sine(x: Expr): Expr {
  const turns = call('round', b.binary('divide', x, b.constant(180, x.type)));
  const rest = b.binary('subtract', x, times(turns, 180));
  const isEven = b.compare('eq', b.intrinsic('mod', [turns, b.constant(2, x.type)], x.type), zero(x));
  const value = call('sin', times(rest, DEGREE));
  return b.select(isEven, value, b.negate(value));
}
const zero = (x: Expr) => b.constant(0, x.type);
const cosine = (x: Expr) => sine(b.binary('add', x, b.constant(90, x.type)));

const DEGREES: readonly Elemental[] = [
  ofReal(['sind', 'dsind'], sine),
  ofReal(['cosd', 'dcosd'], cosine),
  ofReal(['tand', 'dtand'], (x) => b.binary('divide', sine(x), cosine(x))),
  ofReal(['cotand', 'dcotand'], (x) => b.binary('divide', cosine(x), sine(x))),
  ofReal(['cotan', 'dcotan'], (x) => b.binary('divide', call('cos', x), call('sin', x))),
  ...(['asin', 'acos', 'atan'] as const).map((fn) =>
    ofReal([`${fn}d`, `d${fn}d`], (x) => b.binary('divide', call(fn, x), b.constant(DEGREE, x.type))),
  ),
];

/** A function of the table by one of its names; a name that belongs to a type takes arguments of that type only. */
function elementary(fn: Elementary, name: string, type: ScalarType | null): Elemental {
  const { arity, types, whole } = ELEMENTARY[fn];
  return elemental(name, arity, (call, args) => {
    const typed = type ? args.map((arg, i) => (i === whole ? arg : ofType(call, arg, type))) : args;
    if (whole === 0) return ofWhole(call, fn, typed);
    if (arity === 1) {
      const x = types === 'any' ? numericOperand(call.ctx, one(typed)) : real(call, one(typed));
      return b.intrinsic(fn, [x], x.type, call.span);
    }
    if (arity === 3) return b.intrinsic(fn, typed, one(typed).type, call.span);
    const [x, y, joint] = pair(call, typed);
    if (types === 'real' && !b.isReal(joint)) return wrongType(call, x, 'real arguments');
    return b.intrinsic(fn, [x, y], joint, call.span);
  });
}

/** A whole number, then a real one. */
function ofWhole(call: Call, fn: Elementary, args: readonly Expr[]): Expr {
  const [n, x] = [itemAt(args, 0), real(call, itemAt(args, 1))];
  if (!b.isInteger(n.type)) return wrongType(call, n, 'a whole number as its first argument');
  return b.intrinsic(fn, [n, x], x.type, call.span);
}

/** Functions of the table whose names mean more in Fortran than the function alone; they are lowered below. */
const OWN_WAY: ReadonlySet<Elementary> = new Set<Elementary>(['min', 'max', 'mod', 'trunc', 'round']);

/**
 * All functions of the table by their generic names and by those of one type; what Fortran lacks by its name in the table
 * and by those that printed code gives it.
 */
function elementaries(): Elemental[] {
  return ELEMENTARY_NAMES.flatMap((fn) => {
    const { fortran, c } = ELEMENTARY[fn];
    const realTypes = ['f64', 'f32'] as const;
    if (fortran === 'c')
      return realTypes.map((type) => elementary(fn, libraryFunction(c.names?.[type] ?? fn), type));
    if (fortran.helper)
      return [
        elementary(fn, fn, null),
        ...realTypes.map((type) => elementary(fn, fortran.helper.name(type), type)),
      ];
    if (fortran.generic === '**' || OWN_WAY.has(fn)) return [];
    const specific = Object.entries(fortran.specific ?? {}) as [ScalarType, readonly string[]][];
    return [
      ...(fn === 'atan' ? [ATAN] : [elementary(fn, fortran.generic, null)]),
      ...specific.flatMap(([type, names]) => names.map((name) => elementary(fn, name, type))),
    ];
  });
}

function extremum(
  fn: 'min' | 'max',
  names: readonly string[],
  from: ScalarType | null,
  to: ScalarType | null,
): Elemental {
  return elemental(names, [2, 100], (call, args) => {
    const typed = from ? args.map((arg) => ofType(call, arg, from)) : args;
    let result = numericOperand(call.ctx, one(typed));
    for (const next of typed.slice(1)) {
      const [x, y, type] = pair(call, [result, next], true);
      result = b.intrinsic(fn, [x, y], type, call.span);
    }
    return to ? b.convert(result, to, call.span) : result;
  });
}

function conversion(names: readonly string[], to: ScalarType, how: Elementary | null = null): Elemental {
  return elemental(names, 1, (call, args) => {
    const x = numericOperand(call.ctx, one(args));
    const rounded = how && b.isReal(x.type) ? b.intrinsic(how, [x], x.type, call.span) : x;
    const type = call.kind ?? to;
    // A conversion that the user wrote stays, of a constant too.
    if (rounded.type === type) return rounded;
    return { kind: 'convert', operand: rounded, type, span: call.span };
  });
}

function rounding(fn: Elementary, names: readonly string[]): Elemental {
  return elemental(names, 1, (call, args) => {
    const x = real(call, one(args));
    return b.convert(b.intrinsic(fn, [x], x.type, call.span), call.kind ?? x.type, call.span);
  });
}

function remainder(names: readonly string[], type: ScalarType | null): Elemental {
  return elemental(names, 2, (call, args) => {
    const [x, y, joint] = pair(call, type ? args.map((arg) => ofType(call, arg, type)) : args, true);
    return b.isInteger(joint)
      ? b.binary('remainder', x, y, call.span)
      : b.intrinsic('mod', [x, y], joint, call.span);
  });
}

const MERGE = elemental('merge', 3, (call, args) => {
  const [yes, no, mask] = args as [Expr, Expr, Expr];
  if (mask.type !== 'bool') return wrongType(call, mask, 'LOGICAL as its third argument');
  if (yes.type !== no.type) return wrongType(call, no, `two values of one type, ${typeName(yes.type)} here`);
  return b.select(mask, yes, no, call.span);
});
/** Only NaN differs from itself. */
const IS_NAN = elemental(['isnan', 'ieee_is_nan'], 1, (call, args) => {
  const x = real(call, one(args));
  return b.compare('ne', x, x, call.span);
});
const IS_FINITE = elemental('ieee_is_finite', 1, (call, args) => {
  const x = real(call, one(args));
  const largest = b.constant(x.type === 'f32' ? (2 - 2 ** -23) * 2 ** 127 : Number.MAX_VALUE, x.type);
  return b.compare('le', b.intrinsic('abs', [x], x.type, call.span), largest, call.span);
});
const ATAN = elemental('atan', [1, 2], (call, args) => {
  const x = real(call, one(args));
  if (args.length === 1) return b.intrinsic('atan', [x], x.type, call.span);
  const [y, second, type] = pair(call, args);
  return b.intrinsic('atan2', [y, second], type, call.span);
});

export const ELEMENTALS: readonly Elemental[] = [
  ...elementaries(),
  remainder(['mod'], null),
  remainder(['dmod'], 'f64'),
  remainder(['amod'], 'f32'),
  extremum('max', ['max'], null, null),
  extremum('max', ['dmax1'], 'f64', null),
  extremum('max', ['amax1'], 'f32', null),
  extremum('max', ['max0'], 'i32', null),
  extremum('max', ['amax0'], 'i32', 'f32'),
  extremum('max', ['max1'], 'f32', 'i32'),
  extremum('min', ['min'], null, null),
  extremum('min', ['dmin1'], 'f64', null),
  extremum('min', ['amin1'], 'f32', null),
  extremum('min', ['min0'], 'i32', null),
  extremum('min', ['amin0'], 'i32', 'f32'),
  extremum('min', ['min1'], 'f32', 'i32'),
  conversion(['int', 'ifix', 'idint'], 'i32'),
  conversion(['nint', 'idnint'], 'i32', 'round'),
  conversion(['floor'], 'i32', 'floor'),
  conversion(['ceiling'], 'i32', 'ceil'),
  conversion(['real', 'float', 'sngl'], 'f32'),
  conversion(['dble', 'dfloat', 'dreal'], 'f64'),
  rounding('trunc', ['aint', 'dint']),
  rounding('round', ['anint', 'dnint']),
  elemental('dprod', 2, (call, args) => {
    const [x, y] = args.map((arg) => b.convert(ofType(call, arg, 'f32'), 'f64')) as [Expr, Expr];
    return b.binary('multiply', x, y, call.span);
  }),
  elemental('logical', 1, (call, args) => ofType(call, one(args), 'bool')),
  // The functions of complex numbers are written as those of their parts before.
  elemental(['aimag', 'dimag', 'conjg', 'dconjg'], 1, (call, args) =>
    wrongType(call, one(args), 'a COMPLEX argument'),
  ),
  ...DEGREES,
  ...NUMBER_PARTS,
  MERGE,
  IS_NAN,
  IS_FINITE,
  ISHFT,
  ISHFTC,
  SHIFTR,
  bits(['iand', 'and'], 'bitand'),
  bits(['ior', 'or'], 'bitor'),
  bits(['ieor', 'xor'], 'bitxor'),
  shift('shiftl', 'shiftleft'),
  shift('shifta', 'shiftright'),
  ...bitFields(),
  elemental('not', 1, (call, args) => {
    const x = one(args);
    if (!b.isInteger(x.type)) return wrongType(call, x, 'an integer');
    return { kind: 'unary', op: 'complement', operand: x, type: x.type, span: call.span };
  }),
];
