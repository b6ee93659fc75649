/**
 * Functions of `math.h` that are other operations under a name: tests of numbers, comparisons, and products with a power
 * of two, which keep their derivative so.
 */
import type { Span } from '../../../../base/span';
import {
  compare,
  constant,
  convert,
  intrinsic,
  logical,
  multiply,
  not,
  subtract,
} from '../../../../ir/build';
import type { Compare, Expr, ScalarType } from '../../../../ir/types';

export interface WrittenOut {
  readonly arguments: 1 | 2;
  /** Of its real arguments; null where it takes what it is given (the macros). */
  readonly type: ScalarType | null;
  /** The second argument is a whole number. */
  readonly count: boolean;
  /** `y` is `x` where there is one argument. */
  readonly write: (x: Expr, y: Expr, span: Span) => Expr;
}

/** A NaN is no number that equals itself. */
const isNumber = (x: Expr, span: Span) => compare('eq', x, x, span);
/** `x - x` is zero, and NaN for infinities and NaNs. */
const isFiniteNumber = (x: Expr, span: Span) =>
  compare('eq', subtract(x, x, span), constant(0, x.type, span), span);
const isOrdered = (x: Expr, y: Expr, span: Span) =>
  logical('and', isNumber(x, span), isNumber(y, span), span);

const test = (write: WrittenOut['write'], count: 1 | 2 = 1): WrittenOut => ({
  arguments: count,
  type: null,
  count: false,
  write,
});
const comparison = (op: Compare['op']) => test((x, y, span) => compare(op, x, y, span), 2);
const scaling = (type: ScalarType): WrittenOut => ({
  arguments: 2,
  type,
  count: true,
  write: (x, n, span) => multiply(x, intrinsic('exp2', [convert(n, x.type)], x.type, span), span),
});

export const WRITTEN_OUT: ReadonlyMap<string, WrittenOut> = new Map([
  ['isnan', test((x, _, span) => compare('ne', x, x, span))],
  ['isfinite', test((x, _, span) => isFiniteNumber(x, span))],
  [
    'isinf',
    test((x, _, span) => logical('and', isNumber(x, span), not(isFiniteNumber(x, span), span), span)),
  ],
  [
    'signbit',
    test((x, _, span) => {
      const sign = intrinsic('sign', [constant(1, x.type, span), x], x.type, span);
      return compare('lt', sign, constant(0, x.type, span), span);
    }),
  ],
  ['isgreater', comparison('gt')],
  ['isgreaterequal', comparison('ge')],
  ['isless', comparison('lt')],
  ['islessequal', comparison('le')],
  [
    'islessgreater',
    test((x, y, span) => logical('and', isOrdered(x, y, span), compare('ne', x, y, span), span), 2),
  ],
  ['isunordered', test((x, y, span) => not(isOrdered(x, y, span), span), 2)],
  ...['ldexp', 'scalbn', 'scalbln'].flatMap((name): [string, WrittenOut][] => [
    [name, scaling('f64')],
    [`${name}f`, scaling('f32')],
    [`${name}l`, scaling('f64')],
  ]),
]);
