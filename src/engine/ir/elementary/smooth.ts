/** Functions that are smooth where they are defined. */
import { digamma, erf, erfc, lgamma, tgamma, trigamma } from '../../base/special';
import * as b from '../build';
import {
  C_DIGAMMA,
  C_TRIGAMMA,
  F_DIGAMMA,
  F_TRIGAMMA,
  JS_DIGAMMA,
  JS_ERF,
  JS_ERFC,
  JS_FMA,
  JS_LGAMMA,
  JS_TGAMMA,
  JS_TRIGAMMA,
} from './helpers';
import { call, type ElementaryRule, intrinsic, num, one, over, realNames, sq, unary } from './rule';

const LN2 = Math.LN2;
const TWO_OVER_ROOT_PI = 1.1283791670955126;
const NO_POLES = 'x not 0 and not a negative whole number';

const anywhere = [-2.5, 2.5] as const;
const unit = [-0.85, 0.85] as const;
const plus = [0.4, 4] as const;

export const SMOOTH = {
  sin: unary('sin', (x) => call('cos', x), Math.sin, { domains: [anywhere], weight: 3 }),
  cos: unary('cos', (x) => b.negate(call('sin', x)), Math.cos, { domains: [anywhere], weight: 3 }),
  tan: unary('tan', (x) => b.add(num(1, x), sq(call('tan', x))), Math.tan, [-1.1, 1.1], {
    partialsByResult: [(y) => b.add(num(1, y), sq(y))],
  }),
  asin: unary('asin', (x) => over(1, call('sqrt', b.subtract(num(1, x), sq(x)))), Math.asin, unit, {
    domain: '-1 <= x <= 1',
  }),
  acos: unary(
    'acos',
    (x) => b.divide(num(-1, x), call('sqrt', b.subtract(num(1, x), sq(x)))),
    Math.acos,
    unit,
    { domain: '-1 <= x <= 1' },
  ),
  atan: unary('atan', (x) => over(1, b.add(num(1, x), sq(x))), Math.atan, anywhere),
  sinh: unary('sinh', (x) => call('cosh', x), Math.sinh, [-1.5, 1.5]),
  cosh: unary('cosh', (x) => call('sinh', x), Math.cosh, [-1.5, 1.5]),
  // 1 - tanh² loses digits where tanh is near ±1.
  tanh: unary(
    'tanh',
    (x) => over(1, sq(call('cosh', x))),
    Math.tanh,
    { domains: [anywhere], weight: 2 },
    { partialsByResult: [(y) => b.subtract(num(1, y), sq(y))] },
  ),
  asinh: unary('asinh', (x) => over(1, call('sqrt', b.add(sq(x), num(1, x)))), Math.asinh, anywhere),
  acosh: unary('acosh', (x) => over(1, call('sqrt', b.subtract(sq(x), num(1, x)))), Math.acosh, [1.3, 4], {
    domain: 'x >= 1',
  }),
  atanh: unary('atanh', (x) => over(1, b.subtract(num(1, x), sq(x))), Math.atanh, unit, {
    domain: '-1 < x < 1',
  }),
  exp: unary(
    'exp',
    (x) => call('exp', x),
    Math.exp,
    { domains: [[-3, 1]], weight: 3 },
    { partialsByResult: [(y) => y] },
  ),
  exp2: unary(
    'exp2',
    (x) => b.multiply(num(LN2, x), call('exp2', x)),
    (x) => 2 ** x,
    { domains: [[-3, 1.5]], language: 'c' },
    {
      fortran: 'c',
      javascript: { operator: '**' },
      partialsByResult: [(y) => b.multiply(num(LN2, y), y)],
    },
  ),
  expm1: unary(
    'expm1',
    (x) => call('exp', x),
    Math.expm1,
    { domains: [[-3, 1]], language: 'c' },
    { fortran: 'c', partialsByResult: [(y) => b.add(y, num(1, y))] },
  ),
  log: unary(
    'log',
    (x) => over(1, x),
    Math.log,
    { domains: [plus], weight: 2 },
    { domain: 'x > 0', fortran: intrinsic('log', 'dlog', 'alog') },
  ),
  log2: unary(
    'log2',
    (x) => over(1, b.multiply(num(LN2, x), x)),
    Math.log2,
    { domains: [plus], language: 'c' },
    { domain: 'x > 0', fortran: 'c' },
  ),
  log10: unary('log10', (x) => over(1, b.multiply(num(Math.LN10, x), x)), Math.log10, plus, {
    domain: 'x > 0',
    fortran: intrinsic('log10', 'dlog10', 'alog10'),
  }),
  log1p: unary(
    'log1p',
    (x) => over(1, b.add(num(1, x), x)),
    Math.log1p,
    { domains: [[-0.6, 3]], language: 'c' },
    { domain: 'x > -1', fortran: 'c' },
  ),
  erf: unary(
    'erf',
    (x) => b.multiply(num(TWO_OVER_ROOT_PI, x), call('exp', b.negate(sq(x)))),
    erf,
    anywhere,
    { javascript: JS_ERF },
  ),
  erfc: unary(
    'erfc',
    (x) => b.multiply(num(-TWO_OVER_ROOT_PI, x), call('exp', b.negate(sq(x)))),
    erfc,
    anywhere,
    { javascript: JS_ERFC },
  ),
  lgamma: unary('lgamma', (x) => call('digamma', x), lgamma, plus, {
    domain: NO_POLES,
    fortran: { generic: 'log_gamma', specific: { f64: ['dlgama'], f32: ['algama'] } },
    javascript: JS_LGAMMA,
  }),
  tgamma: unary('tgamma', (x) => b.multiply(call('tgamma', x), call('digamma', x)), tgamma, plus, {
    domain: NO_POLES,
    fortran: intrinsic('gamma', 'dgamma'),
    javascript: JS_TGAMMA,
    partialsByResult: [(y, x) => b.multiply(y, call('digamma', x))],
  }),
  digamma: unary('digamma', (x) => call('trigamma', x), digamma, plus, {
    domain: NO_POLES,
    c: { helper: C_DIGAMMA },
    fortran: { helper: F_DIGAMMA },
    javascript: JS_DIGAMMA,
  }),
  trigamma: unary(
    'trigamma',
    null,
    trigamma,
    { domains: [plus], weight: 0 },
    {
      domain: NO_POLES,
      c: { helper: C_TRIGAMMA },
      fortran: { helper: F_TRIGAMMA },
      javascript: JS_TRIGAMMA,
      partials: [
        {
          refused:
            'its derivative is the polygamma function of order 2, which is not in the table: write the derivative as an external routine of your own.',
        },
      ],
    },
  ),
  atan2: {
    arity: 2,
    types: 'real',
    partials: [
      (y, x) => b.divide(x, b.add(sq(x), sq(y))),
      (y, x) => b.negate(b.divide(y, b.add(sq(x), sq(y)))),
    ],
    c: { names: realNames('atan2') },
    fortran: intrinsic('atan2'),
    javascript: 'Math.atan2',
    evaluate: Math.atan2,
    kink: 'atan2 is not differentiable at (0, 0)',
    atKink: (y, x) => y === 0 && x === 0,
    random: { domains: [[0.4, 2.5], anywhere] },
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
    c: { names: realNames('hypot') },
    fortran: { generic: 'hypot' },
    javascript: 'Math.hypot',
    evaluate: Math.hypot,
    random: { domains: [anywhere, [0.3, 3]] },
  },
  fma: {
    arity: 3,
    types: 'real',
    partials: [(_x, y) => y, (x) => x, (x) => one(x)],
    c: { names: realNames('fma') },
    fortran: 'c',
    javascript: JS_FMA,
    // Rounded twice: what JavaScript can do. Within the tolerance by which numbers are compared.
    evaluate: (x: number, y: number, z: number) => x * y + z,
    cost: 'multiplyAdd',
    random: { domains: [[-1.5, 1.5], [-1.5, 1.5], anywhere], language: 'c' },
  },
} satisfies Record<string, ElementaryRule>;

function overLength(numerator: Parameters<typeof sq>[0], x: typeof numerator, y: typeof numerator) {
  const length = call('hypot', x, y);
  return b.select(b.compare('eq', length, num(0, x)), num(0, x), b.divide(numerator, length));
}
