/** What an operation comes to in double-doubles, on the path that doubles take: what they decide stays decided. */

import {
  type DoubleDouble,
  exactly,
  minus,
  negated,
  over,
  plus,
  squareRoot,
  times,
} from '../../base/doubleDouble';
import * as f from '../../base/doubleDoubleFunctions';
import * as gamma from '../../base/doubleDoubleGamma';
import { isReal } from '../../ir/build';
import { ELEMENTARY, type Elementary } from '../../ir/elementary';
import type { Binary, Expr } from '../../ir/types';

type Exact = (...args: DoubleDouble[]) => DoubleDouble;

/** Like the one that doubles chose. */
const chosen =
  (fn: Elementary): Exact =>
  (a, b) =>
    ELEMENTARY[fn].evaluate(a[0], b[0]) === a[0] ? a : b;

/** a less a multiple of p; doubles say which. */
const rest =
  (multiple: (quotient: number) => number): Exact =>
  (a, p) =>
    minus(a, times(p, exactly(multiple(a[0] / p[0]))));

const flat =
  (fn: Elementary): Exact =>
  (x) =>
    exactly(ELEMENTARY[fn].evaluate(x[0]));

/**
 * A function that nobody has written for double-doubles: its value in doubles, and how the low words of its arguments move it,
 * to first order. Their size makes a slope by differences as good as an exact one.
 */
const toFirstOrder =
  (fn: Elementary): Exact =>
  (...args) => {
    const { evaluate } = ELEMENTARY[fn];
    const high = args.map(([x]) => x);
    return args.reduce<DoubleDouble>(
      (sum, [x, low], k) => {
        if (low === 0) return sum;
        const h = 2 ** -17 * Math.max(1, Math.abs(x));
        const slope = (evaluate(...high.with(k, x + h)) - evaluate(...high.with(k, x - h))) / (2 * h);
        return plus(sum, exactly(slope * low));
      },
      exactly(evaluate(...high)),
    );
  };

const FUNCTIONS: Partial<Record<Elementary, Exact>> = {
  sin: f.sin,
  cos: f.cos,
  tan: f.tan,
  asin: f.asin,
  acos: f.acos,
  atan: f.atan,
  sinh: f.sinh,
  cosh: f.cosh,
  tanh: f.tanh,
  asinh: f.asinh,
  acosh: f.acosh,
  atanh: f.atanh,
  exp: f.exp,
  exp2: f.exp2,
  expm1: f.expm1,
  log: f.log,
  log2: f.log2,
  log10: f.log10,
  log1p: f.log1p,
  sqrt: squareRoot,
  cbrt: f.cbrt,
  erf: f.erf,
  erfc: f.erfc,
  lgamma: gamma.lgamma,
  tgamma: gamma.tgamma,
  digamma: gamma.digamma,
  trigamma: gamma.trigamma,
  abs: (x) => (x[0] < 0 ? negated(x) : x),
  floor: flat('floor'),
  ceil: flat('ceil'),
  trunc: flat('trunc'),
  round: flat('round'),
  rint: flat('rint'),
  power: f.power,
  powerInteger: f.power,
  atan2: f.atan2,
  hypot: f.hypot,
  min: chosen('min'),
  max: chosen('max'),
  sign: (a, s) => (ELEMENTARY.sign.evaluate(a[0], s[0]) === a[0] ? a : negated(a)),
  mod: rest(Math.trunc),
  modulo: rest(Math.floor),
  dim: (x, y) => (x[0] > y[0] ? minus(x, y) : [0, 0]),
  ieeeRemainder: rest((q) => ELEMENTARY.rint.evaluate(q)),
  fma: (x, y, z) => plus(times(x, y), z),
};

const BINARY: Partial<Record<Binary['op'], Exact>> = {
  add: plus,
  subtract: minus,
  multiply: times,
  divide: over,
};

/** The elementary function itself; for the tests beside its table. */
export function exactFunction(fn: Elementary, args: readonly DoubleDouble[]): DoubleDouble {
  return (FUNCTIONS[fn] ?? toFirstOrder(fn))(...args);
}

/** `value` is what doubles came to: integers, and what is not finite, are that. */
export function exactValue(e: Expr, args: readonly DoubleDouble[], value: number): DoubleDouble {
  if (!isReal(e.type) || !Number.isFinite(value)) return [value, 0];
  const found = operation(e, args);
  return found && Number.isFinite(found[0]) ? found : [value, 0];
}

function operation(e: Expr, args: readonly DoubleDouble[]): DoubleDouble | null {
  const first = args[0];
  if (!first) return null;
  switch (e.kind) {
    case 'unary':
      return negated(first);
    case 'binary':
      return args[1] ? (BINARY[e.op]?.(first, args[1]) ?? null) : null;
    case 'intrinsic':
      return exactFunction(e.fn, args);
    // To single precision loses digits only in the run: here they stay.
    case 'convert':
      return first;
    case 'select':
      return args.at(-1) ?? null;
    default:
      return null;
  }
}
