/** Reductions over arrays, written as the loops that they are: sums, products, extremes, tests, counts. */

import type { Span } from '../../../../base/span';
import * as b from '../../../../ir/build';
import type { Expr, ScalarType } from '../../../../ir/types';
import { constantWalks } from '../../resolve/constants/constantArrays';
import { fold, foldValue } from '../../resolve/constants/fold';
import { bad, type Context, into, report, statementBase, temporary } from '../context';
import { assignTo, emit, loopNest } from '../emit';
import { type ArrayValue, isArray, type Natural, ONE, type Operand, type Walk } from '../operands';
import { typeName } from '../operators';
import { unknownSize } from './given';

export interface Reduction {
  readonly name: string;
  readonly wants: 'number' | 'bool';
  readonly result: (element: ScalarType) => ScalarType;
  readonly start: (type: ScalarType) => Expr;
  readonly join: (so: Expr, element: Expr, span: Span) => Expr;
}

const same = (type: ScalarType) => type;
export const SUM: Reduction = {
  name: 'sum',
  wants: 'number',
  result: same,
  start: (type) => b.constant(0, type),
  join: (so, x, span) => b.binary('add', so, x, span),
};
export const REDUCTIONS: Record<string, Reduction> = {
  sum: SUM,
  product: {
    name: 'product',
    wants: 'number',
    result: same,
    start: (type) => b.constant(1, type),
    join: (so, x, span) => b.binary('multiply', so, x, span),
  },
  maxval: {
    name: 'maxval',
    wants: 'number',
    result: same,
    start: (type) => lowest(type),
    join: (so, x, span) => b.intrinsic('max', [so, x], so.type, span),
  },
  minval: {
    name: 'minval',
    wants: 'number',
    result: same,
    start: (type) => highest(type),
    join: (so, x, span) => b.intrinsic('min', [so, x], so.type, span),
  },
  any: {
    name: 'any',
    wants: 'bool',
    result: same,
    start: () => b.constant(0, 'bool'),
    join: (so, x, span) => b.logical('or', so, x, span),
  },
  all: {
    name: 'all',
    wants: 'bool',
    result: same,
    start: () => b.constant(1, 'bool'),
    join: (so, x, span) => b.logical('and', so, x, span),
  },
  count: {
    name: 'count',
    wants: 'bool',
    result: () => 'i32',
    start: () => b.constant(0, 'i32'),
    join: (so, x, span) => b.binary('add', so, b.select(x, ONE, b.constant(0, 'i32'), span), span),
  },
};

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
  const rest = <T>(list: readonly T[]) => list.filter((_, d) => d !== dim);
  const ranges = [array.natural[dim] as Natural];
  if (!array.extents[dim]) return unknownSize(ctx, span);
  return {
    kind: 'array',
    type: how.result(array.type),
    extents: rest(array.extents),
    natural: rest(array.natural),
    at: (outer) => {
      const place = ([inner]: readonly Walk[]) => [
        ...outer.slice(0, dim),
        inner as Walk,
        ...outer.slice(dim),
      ];
      return accumulate(ctx, { how, array, mask, ranges, place, span });
    },
    span,
  };
}

/** One value of many: the loops that go over them, and which place of the array each of their rounds is at. */
export interface Accumulation {
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
    if (!mask) {
      step();
      return;
    }
    const condition = isArray(mask) ? mask.at(walks) : mask;
    const then = into(ctx, step);
    emit(ctx, { kind: 'if', condition, then, else: [], ...statementBase(ctx) });
  });
  return so;
}

/** The same of constants, where no loop can stand. */
function accumulated(ctx: Context, { how, array, mask, ranges, place, span }: Accumulation): Expr {
  let so: Expr | null = fold(how.start(how.result(array.type)));
  for (const inner of constantWalks(ranges) ?? [null]) {
    const walks = inner && place(inner);
    const guard = walks && mask && isArray(mask) ? mask.at(walks) : mask;
    if (so && guard && !isArray(guard) && foldValue(guard) === 0) continue;
    so = so && walks && fold(how.join(so, array.at(walks), span));
  }
  if (so) return { ...so, span };
  report(ctx, 'constant', `This ${how.name.toUpperCase()} is no constant.`, span);
  return bad(ctx, span);
}
