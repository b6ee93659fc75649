/** Operations in double-doubles along the path that the run in doubles takes: no decision is taken anew. */

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

/** The argument that the function chose in doubles. */
const chosen =
  (fn: Elementary): Exact =>
  (a, b) =>
    ELEMENTARY[fn].evaluate(a[0], b[0]) === a[0] ? a : b;

/** The remainder a - k·p, with the k that doubles give. */
const rest =
  (multiple: (quotient: number) => number): Exact =>
  (a, p) =>
    minus(a, times(p, exactly(multiple(a[0] / p[0]))));

const flat =
  (fn: Elementary): Exact =>
  (x) =>
    exactly(ELEMENTARY[fn].evaluate(x[0]));

/**
 * For functions not written in double-doubles: the value in doubles, plus the low words of the arguments times the slopes, to
 * first order. The low words are so small that slopes by differences are as good as exact ones.
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

/** The elementary function itself; for tests that compare it with its table. */
export function exactFunction(fn: Elementary, args: readonly DoubleDouble[]): DoubleDouble {
  return (FUNCTIONS[fn] ?? toFirstOrder(fn))(...args);
}

/** `value` is the result in doubles; integers, and values that are not finite, are taken from it. */
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
    // Conversion to single precision loses digits only in the run: here they stay.
    case 'convert':
      return first;
    case 'select':
      return args.at(-1) ?? null;
    default:
      return null;
  }
}
