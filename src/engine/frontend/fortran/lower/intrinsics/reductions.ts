/** Reductions over arrays, written as the loops that they are: sums, products, extremes, tests, counts. */

import type { Span } from '../../../../base/span';
import * as b from '../../../../ir/build';
import type { Expr, ScalarType } from '../../../../ir/types';
import { constantWalks } from '../../resolve/constants/constantArrays';
import { fold, foldValue } from '../../resolve/constants/fold';
import { bad, type Context, into, report, temporary } from '../context';
import { assignTo, branch, loopNest } from '../emit';
import { type ArrayValue, elementAt, type Natural, ONE, type Operand, type Walk } from '../operands';
import { refused, typeName } from '../values';
import { unknownSize, withoutDimension } from './given';

interface Reduction {
  readonly name: string;
  readonly wants: 'number' | 'bool';
  readonly result: (element: ScalarType) => ScalarType;
  readonly start: (type: ScalarType) => Expr;
  readonly join: (so: Expr, element: Expr, span: Span) => Expr;
}

function reduction(
  name: string,
  wants: Reduction['wants'],
  start: Reduction['start'],
  join: Reduction['join'],
): Reduction {
  return { name, wants, result: (element) => element, start, join };
}

export const SUM = reduction(
  'sum',
  'number',
  (type) => b.constant(0, type),
  (so, x, span) => b.binary('add', so, x, span),
);
const PRODUCT = reduction(
  'product',
  'number',
  (type) => b.constant(1, type),
  (so, x, span) => b.binary('multiply', so, x, span),
);
const MAXVAL = reduction('maxval', 'number', lowest, (so, x, span) =>
  b.intrinsic('max', [so, x], so.type, span),
);
const MINVAL = reduction('minval', 'number', highest, (so, x, span) =>
  b.intrinsic('min', [so, x], so.type, span),
);
const truth = (value: 0 | 1) => () => b.constant(value, 'bool');
const ANY = reduction('any', 'bool', truth(0), (so, x, span) => b.logical('or', so, x, span));
const ALL = reduction('all', 'bool', truth(1), (so, x, span) => b.logical('and', so, x, span));
const ZERO = b.constant(0, 'i32');
const COUNT: Reduction = {
  name: 'count',
  wants: 'bool',
  result: () => 'i32',
  start: () => ZERO,
  join: (so, x, span) => b.binary('add', so, b.select(x, ONE, ZERO, span), span),
};
export const REDUCTIONS: Readonly<Record<string, Reduction>> = Object.fromEntries(
  [SUM, PRODUCT, MAXVAL, MINVAL, ANY, ALL, COUNT].map((each) => [each.name, each]),
);

function highest(type: ScalarType): Expr {
  const value = type === 'f64' ? Number.MAX_VALUE : type === 'f32' ? 3.4028234663852886e38 : 2 ** 31 - 1;
  return b.constant(value, type);
}
function lowest(type: ScalarType): Expr {
  const top = highest(type) as { value: number };
  return b.constant(b.isReal(type) ? -top.value : -(2 ** 31), type);
}

/** What is reduced: where a mask holds, along one dimension, counted from 0, or over all. */
export interface Reduced {
  readonly array: ArrayValue;
  readonly mask: Operand | null;
  readonly dim: number | null;
}

export function reduce(ctx: Context, how: Reduction, reduced: Reduced, span: Span): Operand {
  const { array, mask, dim } = reduced;
  if ((how.wants === 'bool') !== (array.type === 'bool')) {
    if (!ctx.failed) {
      const given = typeName(array.type);
      report(ctx, 'argument-type', `${how.name.toUpperCase()} can\u2019t take ${given}.`, span);
    }
    return bad(ctx, span);
  }
  if (dim === null || array.extents.length === 1) {
    if (array.extents.some((extent) => extent === null)) return unknownSize(ctx, span);
    return accumulate(ctx, { how, array, mask, ranges: array.natural, place: (walks) => walks, span });
  }
  if (!array.extents[dim]) return unknownSize(ctx, span);
  return withoutDimension({ ...array, span }, dim, how.result(array.type), (along, at) =>
    accumulate(ctx, { how, array, mask, ranges: [along], place: ([walk]) => at(walk as Walk), span }),
  );
}

/** One value of many: the loops that go over them, and which place of the array each of their rounds is at. */
interface Accumulation {
  readonly how: Reduction;
  readonly array: ArrayValue;
  readonly mask: Operand | null;
  readonly ranges: readonly Natural[];
  readonly place: (walks: readonly Walk[]) => readonly Walk[];
  readonly span: Span;
}

/** `temp = start; do …; temp = temp ∘ element; end do` */
export function accumulate(ctx: Context, of: Accumulation): Expr {
  if (ctx.pure) return accumulated(ctx, of);
  const { how, array, mask, ranges, place, span } = of;
  const type = how.result(array.type);
  const so = b.variable(temporary(ctx, how.name, type), type, span);
  assignTo(ctx, so, how.start(type));
  loopNest(ctx, ranges, (inner) => {
    const walks = place(inner);
    const step = () => assignTo(ctx, so, how.join(so, array.at(walks), span));
    if (mask) branch(ctx, elementAt(mask, walks), into(ctx, step));
    else step();
  });
  return so;
}

/** The same of constants, where no loop can stand. */
function accumulated(ctx: Context, { how, array, mask, ranges, place, span }: Accumulation): Expr {
  let so: Expr | null = fold(how.start(how.result(array.type)));
  for (const inner of constantWalks(ranges) ?? [null]) {
    const walks = inner && place(inner);
    if (so && walks && mask && foldValue(elementAt(mask, walks)) === 0) continue;
    so = so && walks && fold(how.join(so, array.at(walks), span));
  }
  if (so) return { ...so, span };
  return refused(
    ctx,
    'constant',
    `What this ${how.name.toUpperCase()} gives is known only at run time.`,
    span,
    'Constants and sizes of arrays are needed before: declare the array as large as it can become.',
  );
}
