/** Trigonometric functions of degrees, which many compilers have, and the cotangent. */
import { itemAt } from '../../../../base/lookup';
import * as b from '../../../../ir/build';
import type { Elementary } from '../../../../ir/elementary';
import type { Expr } from '../../../../ir/types';
import { type Elemental, elemental, real } from './elemental';

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

export const DEGREES: readonly Elemental[] = [
  ofReal(['sind', 'dsind'], sine),
  ofReal(['cosd', 'dcosd'], cosine),
  ofReal(['tand', 'dtand'], (x) => b.binary('divide', sine(x), cosine(x))),
  ofReal(['cotand', 'dcotand'], (x) => b.binary('divide', cosine(x), sine(x))),
  ofReal(['cotan', 'dcotan'], (x) => b.binary('divide', call('cos', x), call('sin', x))),
  ...(['asin', 'acos', 'atan'] as const).map((fn) =>
    ofReal([`${fn}d`, `d${fn}d`], (x) => b.binary('divide', call(fn, x), b.constant(DEGREE, x.type))),
  ),
];
