/** Bessel functions of whole order, of both kinds. */
import { besselJ, besselY } from '../../base/bessel';
import * as b from '../build';
import type { Expr } from '../types';
import { JS_BESSEL } from './besselHelpers';
import { call, type ElementaryRule, intrinsic, num, realNames, unary } from './rule';

const anywhere = [-2.5, 2.5] as const;
const plus = [0.4, 4] as const;

function ofFixedOrder(kind: 'j' | 'y', order: 0 | 1): ElementaryRule {
  const [zero, one] = [`${kind}0`, `${kind}1`] as const;
  const value = kind === 'j' ? besselJ : besselY;
  return unary(
    order === 0 ? zero : one,
    // J0' = -J1, J1' = J0 - J1/x; at 0 too, where J1/x is a half: (J0 - J2)/2.
    order === 0
      ? (x) => b.negate(call(one, x))
      : (x) =>
          b.multiply(num(0.5, x), b.subtract(call(zero, x), ofOrder(`${kind}n`, b.constant(2, 'i32'), x))),
    (x) => value(order, x),
    { domains: [kind === 'j' ? anywhere : plus], weight: 0 },
    {
      ...(kind === 'y' && { domain: 'x > 0' }),
      fortran: intrinsic(`bessel_${kind}${order}`, `dbes${kind}${order}`, `bes${kind}${order}`),
      javascript: JS_BESSEL[order === 0 ? zero : one],
    },
  );
}

function ofAnyOrder(kind: 'j' | 'y'): ElementaryRule {
  const name = `${kind}n` as const;
  return {
    arity: 2,
    types: 'real',
    whole: 0,
    partials: [
      null,
      (n, x) => {
        const [below, above] = [b.subtract(n, b.constant(1, n.type)), b.add(n, b.constant(1, n.type))];
        return b.multiply(num(0.5, x), b.subtract(ofOrder(name, below, x), ofOrder(name, above, x)));
      },
    ],
    ...(kind === 'y' && { domain: 'x > 0' }),
    c: { names: realNames(name) },
    fortran: intrinsic(`bessel_${name}`, `dbes${name}`, `bes${name}`),
    javascript: JS_BESSEL[name],
    evaluate: kind === 'j' ? besselJ : besselY,
    random: { domains: [[0, 4], kind === 'j' ? anywhere : plus], weight: 0 },
  };
}

const ofOrder = (fn: string, n: Expr, x: Expr) =>
  b.intrinsic(fn as Parameters<typeof b.intrinsic>[0], [n, x], x.type);

export const BESSEL = {
  j0: ofFixedOrder('j', 0),
  j1: ofFixedOrder('j', 1),
  jn: ofAnyOrder('j'),
  y0: ofFixedOrder('y', 0),
  y1: ofFixedOrder('y', 1),
  yn: ofAnyOrder('y'),
} satisfies Record<string, ElementaryRule>;
