/** Functions of pieces: rounding, extremes, signs, remainders. Where pieces meet they have kinks or jumps. */
import * as b from '../build';
import {
  C_DIM,
  C_MAX,
  C_MIN,
  C_MODULO,
  C_SIGN,
  JS_COPYSIGN,
  JS_DIM,
  JS_MODULO,
  JS_REMAINDER,
  JS_ROUND_AWAY,
  JS_ROUND_EVEN,
} from './helpers';
import {
  call,
  type ElementaryRule,
  type FortranSpelling,
  type JavaScriptSpelling,
  num,
  one,
  realNames,
  roundAway,
  roundEven,
  unary,
} from './rule';

const anywhere = [-2.5, 2.5] as const;
const divisor = [0.7, 2.5] as const;

export const PIECEWISE = {
  abs: unary(
    'abs',
    (x) => b.select(b.compare('ge', x, num(0, x)), one(x), num(-1, x)),
    Math.abs,
    { domains: [anywhere], weight: 2, gain: 1 },
    {
      types: 'any',
      c: { names: { ...realNames('fabs'), i32: 'abs', i64: 'labs' } },
      fortran: { generic: 'abs', specific: { f64: ['dabs'], i32: ['iabs'] } },
      kink: 'abs has a kink at 0; +1 is used',
      atKink: (x) => x === 0,
      cost: 'add',
    },
  ),
  floor: flat('floor', Math.floor, Number.isInteger, 'c', 'Math.floor'),
  ceil: flat('ceil', Math.ceil, Number.isInteger, 'c', 'Math.ceil'),
  trunc: flat(
    'trunc',
    Math.trunc,
    (x) => Number.isInteger(x) && x !== 0,
    { generic: 'aint', specific: { f64: ['dint'] } },
    'Math.trunc',
  ),
  round: flat(
    'round',
    roundAway,
    (x) => Number.isInteger(x - 0.5),
    { generic: 'anint', specific: { f64: ['dnint'] } },
    JS_ROUND_AWAY,
  ),
  rint: flat('rint', roundEven, (x) => Number.isInteger(x - 0.5), 'c', JS_ROUND_EVEN),
  min: extremum('min', 'le', (x, y) => (Number.isNaN(x) ? y : Number.isNaN(y) ? x : Math.min(x, y))),
  max: extremum('max', 'ge', (x, y) => (Number.isNaN(x) ? y : Number.isNaN(y) ? x : Math.max(x, y))),
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
    c: { names: realNames('copysign'), helper: C_SIGN },
    fortran: { generic: 'sign', specific: { f64: ['dsign'], i32: ['isign'] } },
    javascript: JS_COPYSIGN,
    evaluate: (a: number, s: number) => (Object.is(s, -0) || s < 0 ? -Math.abs(a) : Math.abs(a)),
    cost: 'add',
    random: { domains: [anywhere, anywhere], gain: 1 },
  },
  mod: {
    arity: 2,
    types: 'real',
    partials: [(a) => one(a), (a, p) => b.negate(call('trunc', b.divide(a, p)))],
    kink: 'mod jumps where a is a multiple of p',
    atKink: (a: number, p: number) => Number.isInteger(a / p) && a !== 0,
    c: { names: realNames('fmod') },
    fortran: { generic: 'mod', specific: { f64: ['dmod'], f32: ['amod'] } },
    javascript: { operator: '%' },
    evaluate: (a: number, p: number) => a % p,
    cost: 'divide',
    random: { domains: [anywhere, divisor], gain: 4, remainder: true },
  },
  modulo: {
    arity: 2,
    types: 'any',
    partials: [(a) => one(a), (a, p) => b.negate(call('floor', b.divide(a, p)))],
    kink: 'modulo jumps where a is a multiple of p',
    atKink: (a: number, p: number) => Number.isInteger(a / p),
    c: { helper: C_MODULO },
    fortran: { generic: 'modulo' },
    javascript: JS_MODULO,
    evaluate: (a: number, p: number) => {
      const r = a % p;
      return r !== 0 && r < 0 !== p < 0 ? r + p : r;
    },
    cost: 'divide',
    random: { domains: [anywhere, divisor], gain: 4, remainder: true, language: 'fortran' },
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
    c: { names: realNames('fdim'), helper: C_DIM },
    fortran: { generic: 'dim', specific: { f64: ['ddim'], i32: ['idim'] } },
    javascript: JS_DIM,
    evaluate: (x: number, y: number) => (x > y ? x - y : Number.isNaN(x + y) ? Number.NaN : 0),
    cost: 'add',
    random: { domains: [anywhere, anywhere], gain: 2 },
  },
  ieeeRemainder: {
    arity: 2,
    types: 'real',
    partials: [(a) => one(a), (a, p) => b.negate(call('rint', b.divide(a, p)))],
    kink: 'remainder jumps where a/p is halfway between integers',
    atKink: (a: number, p: number) => Number.isInteger(a / p - 0.5),
    c: { names: realNames('remainder') },
    fortran: 'c',
    javascript: JS_REMAINDER,
    evaluate: ieeeRemainder,
    cost: 'divide',
    random: { domains: [anywhere, divisor], weight: 0.7, gain: 4, remainder: true, language: 'c' },
  },
} satisfies Record<string, ElementaryRule>;

function flat(
  name: string,
  evaluate: (x: number) => number,
  atKink: (x: number) => boolean,
  fortran: FortranSpelling,
  javascript: JavaScriptSpelling,
): ElementaryRule {
  const random = { domains: [anywhere], weight: 0.6, gain: 0 };
  return unary(name, null, evaluate, fortran === 'c' ? { ...random, language: 'c' } : random, {
    fortran,
    javascript,
    kink: `${name} jumps here; its derivative is taken as 0`,
    atKink,
    cost: 'add',
  });
}

function extremum(
  fn: 'min' | 'max',
  op: 'le' | 'ge',
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
    c: { names: realNames(`f${fn}`), helper: fn === 'min' ? C_MIN : C_MAX },
    fortran: { generic: fn },
    javascript: `Math.${fn}`,
    evaluate: evaluate as (...args: number[]) => number,
    cost: 'add',
    random: { domains: [anywhere, anywhere], weight: 1.5, gain: 1 },
  };
}

function ieeeRemainder(...args: number[]): number {
  const [a, p] = args as [number, number];
  if (!Number.isFinite(a) || p === 0) return Number.NaN;
  const q = Math.abs(p);
  let r = Math.abs(a) % (2 * q);
  if (r > q) r -= 2 * q;
  if (Math.abs(r) * 2 > q) r -= Math.sign(r) * q;
  return a < 0 ? -r : r;
}
