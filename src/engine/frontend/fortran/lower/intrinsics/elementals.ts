/** Intrinsics that work element by element, by generic and specific name, and how their arguments become one expression. */
import type { Span } from '../../../../base/span';
import * as b from '../../../../ir/build';
import { ELEMENTARY, ELEMENTARY_NAMES, type Elementary } from '../../../../ir/elementary';
import { libraryFunction } from '../../../../ir/runtime';
import type { Expr, ScalarType } from '../../../../ir/types';
import { foldValue } from '../../resolve/fold';
import { type Context, report } from '../context';
import { joined, numericOperand, typeName } from '../values';

/** How an elementwise intrinsic is lowered, once its arguments are scalars. */
export interface Elemental {
  readonly names: readonly string[];
  readonly least: number;
  readonly most: number;
  readonly build: (call: Call, args: readonly Expr[]) => Expr;
}
export interface Call {
  readonly ctx: Context;
  readonly name: string;
  readonly span: Span;
  /** KIND=, where the function has one. */
  readonly kind: ScalarType | null;
}

function wrongType(call: Call, e: Expr, wanted: string): Expr {
  if (!call.ctx.failed)
    report(
      call.ctx,
      'argument-type',
      `${call.name.toUpperCase()} takes ${wanted}, not ${typeName(e.type)}.`,
      e.span,
    );
  return b.constant(1, 'f64', e.span);
}

/** A real argument as it is: its type is the result's. */
function real(call: Call, e: Expr): Expr {
  return b.isReal(e.type) ? e : wrongType(call, e, 'a real argument');
}
function ofType(call: Call, e: Expr, type: ScalarType): Expr {
  return e.type === type ? e : { ...wrongType(call, e, typeName(type)), type };
}
function one(args: readonly Expr[], i = 0): Expr {
  return args[i] as Expr;
}

/** Two numbers of one type; constants and integers don't mix silently, as the language has it. */
function pair(call: Call, args: readonly Expr[]): [Expr, Expr, ScalarType] {
  const [x, y] = args.map((arg) => numericOperand(call.ctx, arg)) as [Expr, Expr];
  if (x.type !== y.type && !call.ctx.failed)
    report(
      call.ctx,
      'argument-type',
      `The arguments of ${call.name.toUpperCase()} must have one type, not ${typeName(x.type)} and ${typeName(y.type)}.`,
      call.span,
    );
  const type = joined(x.type, y.type);
  return [b.convert(x, type), b.convert(y, type), type];
}

/** A function of the table by one of its names; a name that belongs to a type takes arguments of that type only. */
function elementary(fn: Elementary, name: string, type: ScalarType | null): Elemental {
  const { arity, types } = ELEMENTARY[fn];
  return {
    names: [name],
    least: arity,
    most: arity,
    build: (call, args) => {
      const typed = type ? args.map((arg) => ofType(call, arg, type)) : args;
      if (arity === 1) {
        const x = types === 'any' ? numericOperand(call.ctx, one(typed)) : real(call, one(typed));
        return b.intrinsic(fn, [x], x.type, call.span);
      }
      if (arity === 3) return b.intrinsic(fn, typed, one(typed).type, call.span);
      const [x, y, joint] = pair(call, typed);
      if (types === 'real' && !b.isReal(joint)) return wrongType(call, x, 'real arguments');
      return b.intrinsic(fn, [x, y], joint, call.span);
    },
  };
}

/** What the language makes of these is more than a function of the table, below. */
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
  return {
    names,
    least: 2,
    most: 100,
    build: (call, args) => {
      const typed = from ? args.map((arg) => ofType(call, arg, from)) : args;
      let result = numericOperand(call.ctx, one(typed));
      for (const next of typed.slice(1)) {
        const [x, y, type] = pair(call, [result, next]);
        result = b.intrinsic(fn, [x, y], type, call.span);
      }
      return to ? b.convert(result, to, call.span) : result;
    },
  };
}

function conversion(names: readonly string[], to: ScalarType, how: Elementary | null = null): Elemental {
  return {
    names,
    least: 1,
    most: 1,
    build: (call, args) => {
      const x = numericOperand(call.ctx, one(args));
      const rounded = how && b.isReal(x.type) ? b.intrinsic(how, [x], x.type, call.span) : x;
      const type = call.kind ?? to;
      // A conversion that the user wrote stays, of a constant too.
      if (rounded.type === type) return rounded;
      return { kind: 'convert', operand: rounded, type, span: call.span };
    },
  };
}

function rounding(fn: Elementary, names: readonly string[]): Elemental {
  return {
    names,
    least: 1,
    most: 1,
    build: (call, args) => {
      const x = real(call, one(args));
      return b.convert(b.intrinsic(fn, [x], x.type, call.span), call.kind ?? x.type, call.span);
    },
  };
}

function remainder(names: readonly string[], type: ScalarType | null): Elemental {
  return {
    names,
    least: 2,
    most: 2,
    build: (call, args) => {
      const [x, y, joint] = pair(call, type ? args.map((arg) => ofType(call, arg, type)) : args);
      return b.isInteger(joint)
        ? b.binary('remainder', x, y, call.span)
        : b.intrinsic('mod', [x, y], joint, call.span);
    },
  };
}

function bits(name: string, op: 'bitand' | 'bitor' | 'bitxor'): Elemental {
  return {
    names: [name],
    least: 2,
    most: 2,
    build: (call, args) => {
      const [x, y, type] = pair(call, args);
      return b.isInteger(type) ? b.binary(op, x, y, call.span) : wrongType(call, x, 'integers');
    },
  };
}

/** The result is of the first argument's kind. */
function shift(name: string, op: 'shiftleft' | 'shiftright'): Elemental {
  return {
    names: [name],
    least: 2,
    most: 2,
    build: (call, args) => {
      const [x, by] = args as [Expr, Expr];
      const wrong = [x, by].find(({ type }) => !b.isInteger(type));
      if (wrong) return wrongType(call, wrong, 'integers');
      return b.binary(op, x, b.convert(by, x.type), call.span);
    },
  };
}

/** Bits by their places, counted from 0 at the lowest: shifts and masks. */
function bitFields(): Elemental[] {
  const entry = (
    name: string,
    places: number,
    build: (x: Expr, at: Expr, width: Expr) => Expr,
  ): Elemental => ({
    names: [name],
    least: 1 + places,
    most: 1 + places,
    build: (call, args) => {
      const wrong = args.find(({ type }) => !b.isInteger(type));
      if (wrong) return wrongType(call, wrong, 'integers');
      const [x, at, width = at] = args as [Expr, Expr, Expr?];
      const found = build(x, b.convert(at, x.type), b.convert(width, x.type));
      return { ...found, span: call.span };
    },
  });
  const unit = (x: Expr) => b.constant(1, x.type);
  const single = (x: Expr, at: Expr) => b.binary('shiftleft', unit(x), at);
  const complement = (x: Expr): Expr => ({
    kind: 'unary',
    op: 'complement',
    operand: x,
    type: x.type,
    span: x.span,
  });
  const from = (x: Expr, at: Expr) => b.binary('shiftright', x, at);
  /** A negative number shifted to the left means nothing in C: so, where the width is a constant, the ones are. */
  const low = (x: Expr, width: Expr) => {
    const known = foldValue(width);
    if (known === bitsOf(x)) return x;
    if (known !== null && known >= 0 && known < bitsOf(x)) return b.binary('bitand', x, ones(known, x.type));
    return b.binary('subtract', x, b.binary('shiftleft', b.binary('shiftright', x, width), width));
  };
  return [
    entry('ibset', 1, (x, at) => b.binary('bitor', x, single(x, at))),
    entry('ibclr', 1, (x, at) => b.binary('bitand', x, complement(single(x, at)))),
    entry('btest', 1, (x, at) =>
      b.compare('ne', b.binary('bitand', from(x, at), unit(x)), b.constant(0, x.type)),
    ),
    entry('ibits', 2, (x, at, width) => low(from(x, at), width)),
  ];
}

function bitsOf({ type }: Expr): number {
  return type === 'i64' ? 64 : 32;
}

/** So many bits, fewer than the type has: 2^n - 1, on a way that does not leave the type nor what a double holds. */
function ones(count: number, type: Expr['type']): Expr {
  if (count <= 53) return b.constant(2 ** count - 1, type);
  const half = b.binary('shiftleft', b.constant(1, type), b.constant(count - 1, type));
  const below = b.binary('subtract', half, b.constant(1, type));
  return b.binary('add', half, below);
}

/** To the left, or with a negative number to the right, where zeros come in. */
const ISHFT: Elemental = {
  names: ['ishft'],
  least: 2,
  most: 2,
  build: (call, args) => {
    const [x, by] = args as [Expr, Expr];
    const wrong = [x, by].find(({ type }) => !b.isInteger(type));
    if (wrong) return wrongType(call, wrong, 'integers');
    const places = foldValue(by);
    const bits = bitsOf(x);
    if (places === null || Math.abs(places) > bits) {
      const what = `The number of places of ISHFT is a constant from -${bits} to ${bits} here.`;
      report(
        call.ctx,
        'unsupported',
        what,
        by.span,
        'Use SHIFTL or SHIFTA with a number that is not negative.',
      );
      return x;
    }
    if (Math.abs(places) === bits) return b.constant(0, x.type, call.span);
    if (places >= 0) return b.binary('shiftleft', x, b.constant(places, x.type), call.span);
    const moved = b.binary('shiftright', x, b.constant(-places, x.type), call.span);
    return b.binary('bitand', moved, ones(bits + places, x.type), call.span);
  },
};

const MERGE: Elemental = {
  names: ['merge'],
  least: 3,
  most: 3,
  build: (call, args) => {
    const [yes, no, mask] = args as [Expr, Expr, Expr];
    if (mask.type !== 'bool') return wrongType(call, mask, 'LOGICAL as its third argument');
    if (yes.type !== no.type)
      return wrongType(call, no, `two values of one type, ${typeName(yes.type)} here`);
    return b.select(mask, yes, no, call.span);
  },
};

const ATAN: Elemental = {
  names: ['atan'],
  least: 1,
  most: 2,
  build: (call, args) => {
    const x = real(call, one(args));
    if (args.length === 1) return b.intrinsic('atan', [x], x.type, call.span);
    const [y, second, type] = pair(call, args);
    return b.intrinsic('atan2', [y, second], type, call.span);
  },
};

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
  {
    names: ['dprod'],
    least: 2,
    most: 2,
    build: (call, args) => {
      const [x, y] = args.map((arg) => b.convert(ofType(call, arg, 'f32'), 'f64')) as [Expr, Expr];
      return b.binary('multiply', x, y, call.span);
    },
  },
  {
    names: ['logical'],
    least: 1,
    most: 1,
    build: (call, args) => ofType(call, one(args), 'bool'),
  },
  MERGE,
  ISHFT,
  bits('iand', 'bitand'),
  bits('ior', 'bitor'),
  bits('ieor', 'bitxor'),
  shift('shiftl', 'shiftleft'),
  shift('shifta', 'shiftright'),
  ...bitFields(),
  {
    names: ['not'],
    least: 1,
    most: 1,
    build: (call, args) => {
      const x = one(args);
      if (!b.isInteger(x.type)) return wrongType(call, x, 'an integer');
      return { kind: 'unary', op: 'complement', operand: x, type: x.type, span: call.span };
    },
  },
];
