/** Roots and powers. */
import * as b from '../build';
import type { Expr, ScalarType } from '../types';
import { C_POWER } from './helpers';
import { call, type ElementaryRule, num, over, positive, realNames, sq, unary, unlessZero } from './rule';

const plus = [0.4, 4] as const;

export const POWERS = {
  sqrt: unary(
    'sqrt',
    (x) => unlessZero(x, over(0.5, call('sqrt', x))),
    Math.sqrt,
    { domains: [plus], weight: 2 },
    {
      domain: 'x >= 0',
      kink: 'sqrt has no finite derivative at 0; 0 is used',
      atKink: (x) => x === 0,
      partialsByResult: [(y) => unlessZero(y, over(0.5, y))],
      cost: 'divide',
    },
  ),
  cbrt: unary(
    'cbrt',
    (x) => unlessZero(x, over(1, b.multiply(num(3, x), sq(call('cbrt', x))))),
    Math.cbrt,
    { domains: [plus], language: 'c' },
    {
      fortran: 'c',
      kink: 'cbrt has no finite derivative at 0; 0 is used',
      atKink: (x) => x === 0,
      partialsByResult: [(y) => unlessZero(y, over(1, b.multiply(num(3, y), sq(y))))],
    },
  ),
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
    // Between 1 and 2 the derivative at 0 is 0, which differences on one side come near to as slowly as a root.
    atKink: (x: number, p: number) => x === 0 && p !== 1 && !(p >= 2),
    c: { names: realNames('pow') },
    fortran: { generic: '**' },
    javascript: { operator: '**' },
    evaluate: (x: number, p: number) => (x === 1 ? 1 : x === -1 && !Number.isFinite(p) ? 1 : x ** p),
    random: {
      domains: [
        [0.5, 2.5],
        [-1.5, 2.2],
      ],
      weight: 2,
    },
  },
  powerInteger: {
    arity: 2,
    types: 'any',
    whole: 1,
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
    c: { names: realNames('pow'), helper: C_POWER },
    fortran: { generic: '**' },
    javascript: { operator: '**' },
    evaluate: (x: number, n: number) => x ** n,
    random: {
      domains: [
        [0.5, 1.8],
        [-2, 4],
      ],
      weight: 1.5,
      language: 'fortran',
    },
  },
} satisfies Record<string, ElementaryRule>;

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
function powerInteger(x: Expr, n: number, type: ScalarType): Expr {
  if (n === 0) return num(1, x);
  if (n === 1) return x;
  return b.intrinsic('powerInteger', [x, b.constant(n, type)], x.type);
}
