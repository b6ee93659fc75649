/**
 * The one table of elementary functions: names in each language, partial derivatives, flatness, evaluation.
 * Tangent, adjoint, the use sets of TBR (theory 4.1) and the linearised graph all read the partials from here.
 *
 * A partial is an expression over the arguments. Conventions at kinks (theory 14): ties of min and max go to the
 * first argument; abs'(0) = +1; sqrt'(0) = 0; x**p at x <= 0 has dx = 0 for p zero or not an integer, and dp = 0.
 * `null` marks an argument in which the function is flat almost everywhere.
 */
import { erf, erfc } from '../base/special';
import * as b from './build';
import type { Expr, ScalarType } from './types';

export type Elementary =
  | 'sin'
  | 'cos'
  | 'tan'
  | 'asin'
  | 'acos'
  | 'atan'
  | 'sinh'
  | 'cosh'
  | 'tanh'
  | 'asinh'
  | 'acosh'
  | 'atanh'
  | 'exp'
  | 'exp2'
  | 'expm1'
  | 'log'
  | 'log2'
  | 'log10'
  | 'log1p'
  | 'sqrt'
  | 'cbrt'
  | 'erf'
  | 'erfc'
  | 'abs'
  | 'floor'
  | 'ceil'
  | 'trunc'
  | 'round'
  | 'rint'
  | 'power'
  | 'powerInteger'
  | 'atan2'
  | 'hypot'
  | 'min'
  | 'max'
  | 'sign'
  | 'mod'
  | 'modulo'
  | 'dim'
  | 'ieeeRemainder'
  | 'fma';

export interface ElementaryRule {
  readonly arity: 1 | 2 | 3;
  /**
   * `real`: every argument and the result have one real type. `any`: one type, real or integer. `powerInteger`: the base
   * and the result have one type, real or integer, the exponent is an integer.
   */
  readonly types: 'real' | 'any' | 'powerInteger';
  /** One per argument; `null` where it is flat almost everywhere. */
  readonly partials: readonly (Partial | null)[];
  /**
   * The same partials written with the result of the function, where that is cheaper or needs less (theory 4.6); only
   * read with the option `useResults`. `null`: as in `partials`.
   */
  readonly partialsByResult?: readonly (PartialByResult | null)[];
  /** Where the function is not differentiable, in words; reported when a run hits it. */
  readonly kink?: string;
  /** True at arguments where a run stands on a kink. */
  readonly atKink?: (...args: number[]) => boolean;
  /** Where it is defined, in words; for messages. */
  readonly domain?: string;
  /** Names: C (double), C (float), Fortran generic, JavaScript; `null`: the back end writes it out in other terms. */
  readonly names: {
    readonly c: string;
    readonly cf: string;
    readonly fortran: string | null;
    readonly javascript: string | null;
  };
  /** In double precision. */
  readonly evaluate: (...args: number[]) => number;
}
type Partial = (...args: Expr[]) => Expr;
type PartialByResult = (result: Expr, ...args: Expr[]) => Expr;

const call = (fn: Elementary, ...args: Expr[]): Expr => b.intrinsic(fn, args, (args[0] as Expr).type);
const num = (value: number, like: Expr): Expr => b.constant(value, like.type);
const sq = (x: Expr): Expr => b.multiply(x, x);
const over = (n: number, d: Expr): Expr => b.divide(num(n, d), d);
const one = (x: Expr): Expr => num(1, x);
const positive = (x: Expr): Expr => b.compare('gt', x, num(0, x));

function unary(
  name: string,
  partial: Partial | null,
  evaluate: (x: number) => number,
  more: globalThis.Partial<ElementaryRule> & { fortran?: string | null; javascript?: string | null } = {},
): ElementaryRule {
  const { fortran = name, javascript = `Math.${name}`, ...rest } = more;
  return {
    arity: 1,
    types: 'real',
    partials: [partial],
    names: { c: name, cf: `${name}f`, fortran, javascript },
    evaluate,
    ...rest,
  };
}

const LN2 = Math.LN2;
const TWO_OVER_ROOT_PI = 1.1283791670955126;

export const ELEMENTARY: Record<Elementary, ElementaryRule> = {
  sin: unary('sin', (x) => call('cos', x), Math.sin),
  cos: unary('cos', (x) => b.negate(call('sin', x)), Math.cos),
  tan: unary('tan', (x) => b.add(num(1, x), sq(call('tan', x))), Math.tan, {
    partialsByResult: [(y) => b.add(num(1, y), sq(y))],
  }),
  asin: unary('asin', (x) => over(1, call('sqrt', b.subtract(num(1, x), sq(x)))), Math.asin, {
    domain: '-1 <= x <= 1',
  }),
  acos: unary('acos', (x) => b.divide(num(-1, x), call('sqrt', b.subtract(num(1, x), sq(x)))), Math.acos, {
    domain: '-1 <= x <= 1',
  }),
  atan: unary('atan', (x) => over(1, b.add(num(1, x), sq(x))), Math.atan),
  sinh: unary('sinh', (x) => call('cosh', x), Math.sinh),
  cosh: unary('cosh', (x) => call('sinh', x), Math.cosh),
  // 1 - tanh² loses digits where tanh is near ±1.
  tanh: unary('tanh', (x) => over(1, sq(call('cosh', x))), Math.tanh, {
    partialsByResult: [(y) => b.subtract(num(1, y), sq(y))],
  }),
  asinh: unary('asinh', (x) => over(1, call('sqrt', b.add(sq(x), num(1, x)))), Math.asinh),
  acosh: unary('acosh', (x) => over(1, call('sqrt', b.subtract(sq(x), num(1, x)))), Math.acosh, {
    domain: 'x >= 1',
  }),
  atanh: unary('atanh', (x) => over(1, b.subtract(num(1, x), sq(x))), Math.atanh, { domain: '-1 < x < 1' }),
  exp: unary('exp', (x) => call('exp', x), Math.exp, { partialsByResult: [(y) => y] }),
  exp2: unary(
    'exp2',
    (x) => b.multiply(num(LN2, x), call('exp2', x)),
    (x) => 2 ** x,
    {
      fortran: null,
      javascript: null,
      partialsByResult: [(y) => b.multiply(num(LN2, y), y)],
    },
  ),
  expm1: unary('expm1', (x) => call('exp', x), Math.expm1, {
    fortran: null,
    partialsByResult: [(y) => b.add(y, num(1, y))],
  }),
  log: unary('log', (x) => over(1, x), Math.log, { domain: 'x > 0' }),
  log2: unary('log2', (x) => over(1, b.multiply(num(LN2, x), x)), Math.log2, {
    domain: 'x > 0',
    fortran: null,
  }),
  log10: unary('log10', (x) => over(1, b.multiply(num(Math.LN10, x), x)), Math.log10, { domain: 'x > 0' }),
  log1p: unary('log1p', (x) => over(1, b.add(num(1, x), x)), Math.log1p, { domain: 'x > -1', fortran: null }),
  sqrt: unary(
    'sqrt',
    (x) => b.select(b.compare('eq', x, num(0, x)), num(0, x), over(0.5, call('sqrt', x))),
    Math.sqrt,
    {
      domain: 'x >= 0',
      kink: 'sqrt has no finite derivative at 0; 0 is used',
      atKink: (x) => x === 0,
      partialsByResult: [(y) => b.select(b.compare('eq', y, num(0, y)), num(0, y), over(0.5, y))],
    },
  ),
  cbrt: unary(
    'cbrt',
    (x) =>
      b.select(b.compare('eq', x, num(0, x)), num(0, x), over(1, b.multiply(num(3, x), sq(call('cbrt', x))))),
    Math.cbrt,
    {
      fortran: null,
      kink: 'cbrt has no finite derivative at 0; 0 is used',
      atKink: (x) => x === 0,
      partialsByResult: [
        (y) => b.select(b.compare('eq', y, num(0, y)), num(0, y), over(1, b.multiply(num(3, y), sq(y)))),
      ],
    },
  ),
  erf: unary('erf', (x) => b.multiply(num(TWO_OVER_ROOT_PI, x), call('exp', b.negate(sq(x)))), erf, {
    javascript: null,
  }),
  erfc: unary('erfc', (x) => b.multiply(num(-TWO_OVER_ROOT_PI, x), call('exp', b.negate(sq(x)))), erfc, {
    javascript: null,
  }),
  abs: unary('fabs', (x) => b.select(b.compare('ge', x, num(0, x)), one(x), num(-1, x)), Math.abs, {
    types: 'any',
    fortran: 'abs',
    javascript: 'Math.abs',
    kink: 'abs has a kink at 0; +1 is used',
    atKink: (x) => x === 0,
  }),
  floor: flat('floor', Math.floor, Number.isInteger),
  ceil: flat('ceil', Math.ceil, Number.isInteger),
  trunc: flat('trunc', Math.trunc, (x) => Number.isInteger(x) && x !== 0, 'aint'),
  round: flat('round', roundAway, (x) => Number.isInteger(x - 0.5), 'anint'),
  rint: flat('rint', roundEven, (x) => Number.isInteger(x - 0.5)),

  power: {
    arity: 2,
    types: 'real',
    partials: [
      powerByBase,
      (x, p) => b.select(positive(x), b.multiply(call('power', x, p), call('log', x)), num(0, x)),
    ],
    partialsByResult: [null, (y, x) => b.select(positive(x), b.multiply(y, call('log', x)), num(0, x))],
    domain: 'x > 0, or x <= 0 and p an integer',
    kink: 'x**p at x = 0 is not differentiable for every p; 0 is used',
    atKink: (x, p) => x === 0 && !((p ?? 0) >= 1),
    names: { c: 'pow', cf: 'powf', fortran: '**', javascript: 'Math.pow' },
    evaluate: (x, p) =>
      x === 1 ? 1 : x === -1 && !Number.isFinite(p as number) ? 1 : (x as number) ** (p as number),
  },
  powerInteger: {
    arity: 2,
    types: 'powerInteger',
    partials: [
      (x, n) => {
        if (n.kind === 'constant') {
          if (n.value === 0) return num(0, x);
          return b.multiply(num(n.value, x), powerInteger(x, n.value - 1, n.type));
        }
        const general = b.multiply(
          b.convert(n, x.type),
          b.intrinsic('powerInteger', [x, b.subtract(n, b.constant(1, n.type))], x.type),
        );
        return b.select(b.compare('eq', n, b.constant(0, n.type)), num(0, x), general);
      },
      null,
    ],
    names: { c: 'pow', cf: 'powf', fortran: '**', javascript: 'Math.pow' },
    evaluate: (x, n) => (x as number) ** (n as number),
  },
  atan2: {
    arity: 2,
    types: 'real',
    partials: [
      (y, x) => b.divide(x, b.add(sq(x), sq(y))),
      (y, x) => b.negate(b.divide(y, b.add(sq(x), sq(y)))),
    ],
    names: { c: 'atan2', cf: 'atan2f', fortran: 'atan2', javascript: 'Math.atan2' },
    evaluate: Math.atan2,
    kink: 'atan2 is not differentiable at (0, 0)',
    atKink: (y, x) => y === 0 && x === 0,
  },
  hypot: {
    arity: 2,
    types: 'real',
    partials: [(x, y) => overLength(x, x, y), (x, y) => overLength(y, x, y)],
    partialsByResult: [
      (r, x) => b.select(b.compare('eq', r, num(0, r)), num(0, r), b.divide(x, r)),
      (r, _x, y) => b.select(b.compare('eq', r, num(0, r)), num(0, r), b.divide(y, r)),
    ],
    kink: 'hypot has a kink at (0, 0); 0 is used',
    atKink: (x, y) => x === 0 && y === 0,
    names: { c: 'hypot', cf: 'hypotf', fortran: 'hypot', javascript: 'Math.hypot' },
    evaluate: Math.hypot,
  },
  min: extremum('min', 'le', 'fmin', (x, y) => (Number.isNaN(x) ? y : Number.isNaN(y) ? x : Math.min(x, y))),
  max: extremum('max', 'ge', 'fmax', (x, y) => (Number.isNaN(x) ? y : Number.isNaN(y) ? x : Math.max(x, y))),
  sign: {
    arity: 2,
    types: 'any',
    // d/da |a|*sign(b): +1 where a and b have one sign, else -1.
    partials: [
      (a, s) =>
        b.select(
          b.compare('eq', b.compare('ge', a, num(0, a)), b.compare('ge', s, num(0, s))),
          one(a),
          num(-1, a),
        ),
      null,
    ],
    kink: 'sign(a, b) has a kink where a or b is 0',
    atKink: (a, s) => a === 0 || s === 0,
    names: { c: 'copysign', cf: 'copysignf', fortran: 'sign', javascript: null },
    evaluate: (a, s) =>
      Object.is(s, -0) || (s as number) < 0 ? -Math.abs(a as number) : Math.abs(a as number),
  },
  mod: {
    arity: 2,
    types: 'real',
    partials: [(a) => one(a), (a, p) => b.negate(call('trunc', b.divide(a, p)))],
    kink: 'mod jumps where a is a multiple of p',
    atKink: (a, p) => Number.isInteger((a as number) / (p as number)) && a !== 0,
    names: { c: 'fmod', cf: 'fmodf', fortran: 'mod', javascript: null },
    evaluate: (a, p) => (a as number) % (p as number),
  },
  modulo: {
    arity: 2,
    types: 'any',
    partials: [(a) => one(a), (a, p) => b.negate(call('floor', b.divide(a, p)))],
    kink: 'modulo jumps where a is a multiple of p',
    atKink: (a, p) => Number.isInteger((a as number) / (p as number)),
    names: { c: 'modulo', cf: 'modulo', fortran: 'modulo', javascript: null },
    evaluate: (a, p) => {
      const r = (a as number) % (p as number);
      return r !== 0 && r < 0 !== (p as number) < 0 ? r + (p as number) : r;
    },
  },
  dim: {
    arity: 2,
    types: 'any',
    partials: [
      (x, y) => b.select(b.compare('gt', x, y), one(x), num(0, x)),
      (x, y) => b.select(b.compare('gt', x, y), num(-1, x), num(0, x)),
    ],
    kink: 'dim has a kink where its arguments are equal; 0 is used',
    atKink: (x, y) => x === y,
    names: { c: 'fdim', cf: 'fdimf', fortran: 'dim', javascript: null },
    evaluate: (x, y) =>
      (x as number) > (y as number)
        ? (x as number) - (y as number)
        : Number.isNaN((x as number) + (y as number))
          ? Number.NaN
          : 0,
  },
  ieeeRemainder: {
    arity: 2,
    types: 'real',
    partials: [(a) => one(a), (a, p) => b.negate(call('rint', b.divide(a, p)))],
    kink: 'remainder jumps where a/p is halfway between integers',
    atKink: (a, p) => Number.isInteger((a as number) / (p as number) - 0.5),
    names: { c: 'remainder', cf: 'remainderf', fortran: null, javascript: null },
    evaluate: ieeeRemainder,
  },
  fma: {
    arity: 3,
    types: 'real',
    partials: [(_x, y) => y, (x) => x, (x) => one(x)],
    names: { c: 'fma', cf: 'fmaf', fortran: null, javascript: null },
    // Rounded twice: what JavaScript can do. Within the tolerance by which numbers are compared.
    evaluate: (x, y, z) => (x as number) * (y as number) + (z as number),
  },
};

function flat(
  name: string,
  evaluate: (x: number) => number,
  atKink: (x: number) => boolean,
  fortran: string | null = null,
): ElementaryRule {
  return unary(name, null, evaluate, {
    fortran,
    javascript: null,
    kink: `${name} jumps here; its derivative is taken as 0`,
    atKink,
  });
}

function extremum(
  fn: 'min' | 'max',
  op: 'le' | 'ge',
  c: string,
  evaluate: (x: number, y: number) => number,
): ElementaryRule {
  return {
    arity: 2,
    types: 'any',
    partials: [
      (x, y) => b.select(b.compare(op, x, y), one(x), num(0, x)),
      (x, y) => b.select(b.compare(op, x, y), num(0, x), one(x)),
    ],
    kink: `${fn} has a kink where its arguments are equal; the first is taken`,
    atKink: (x, y) => x === y,
    names: { c, cf: `${c}f`, fortran: fn, javascript: `Math.${fn}` },
    evaluate: evaluate as (...args: number[]) => number,
  };
}

/** d(x**p)/dx, without a guard where the exponent is a constant that needs none. */
function powerByBase(x: Expr, p: Expr): Expr {
  if (p.kind === 'constant') {
    if (p.value === 0) return num(0, x);
    if (p.value === 1) return num(1, x);
    if (p.value === 2) return b.multiply(num(2, x), x);
    const general = b.multiply(num(p.value, x), call('power', x, num(p.value - 1, x)));
    return Number.isInteger(p.value) ? general : b.select(positive(x), general, num(0, x));
  }
  const general = b.multiply(p, call('power', x, b.subtract(p, num(1, p))));
  // At x <= 0 only a non-zero whole exponent has a derivative.
  const whole = b.logical('and', b.compare('ne', p, num(0, p)), b.compare('eq', p, call('rint', p)));
  return b.select(b.logical('or', positive(x), whole), general, num(0, x));
}

/** x**n with a constant n, written as products where that is short. */
export function powerInteger(x: Expr, n: number, type: ScalarType): Expr {
  if (n === 0) return num(1, x);
  if (n === 1) return x;
  return b.intrinsic('powerInteger', [x, b.constant(n, type)], x.type);
}

function overLength(numerator: Expr, x: Expr, y: Expr): Expr {
  const length = call('hypot', x, y);
  return b.select(b.compare('eq', length, num(0, x)), num(0, x), b.divide(numerator, length));
}

/** Half away from zero, as C's round and Fortran's ANINT. */
export function roundAway(x: number): number {
  const t = Math.trunc(x);
  return Math.abs(x - t) >= 0.5 ? t + Math.sign(x) : t;
}
/** Half to even, as C's rint in the default rounding mode. */
export function roundEven(x: number): number {
  const f = Math.floor(x);
  const d = x - f;
  if (d < 0.5) return f;
  if (d > 0.5) return f + 1;
  return f % 2 === 0 ? f : f + 1;
}
function ieeeRemainder(...args: number[]): number {
  const [a, p] = args as [number, number];
  if (!Number.isFinite(a) || p === 0) return Number.NaN;
  const q = Math.abs(p);
  let r = Math.abs(a) % (2 * q);
  if (r > q || (r === q && false)) r -= 2 * q;
  if (Math.abs(r) * 2 > q) r -= Math.sign(r) * q;
  return a < 0 ? -r : r;
}
