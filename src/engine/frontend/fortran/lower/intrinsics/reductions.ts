/** Intrinsics over whole arrays, written as the loops that they are: sums, products, extremes, counts, matrix products. */

import { present } from '../../../../base/lookup';
import type { Span } from '../../../../base/span';
import * as b from '../../../../ir/build';
import type { Expr, ScalarType } from '../../../../ir/types';
import type { ApplySyntax, ArgumentSyntax } from '../../parse/syntax';
import { constantWalks } from '../../resolve/constants/constantArrays';
import { fold, foldValue } from '../../resolve/constants/fold';
import { bad, type Context, into, report, statementBase, temporary } from '../context';
import { conform, lift } from '../elementwise';
import { assignTo, emit, loopNest } from '../emit';
import { type ArrayValue, isArray, type Natural, ONE, type Operand, type Walk } from '../operands';
import { joined, typeName } from '../operators';
import { constantInteger, value } from '../values';

export const ARRAY_INTRINSICS: ReadonlySet<string> = new Set([
  'sum',
  'product',
  'maxval',
  'minval',
  'dot_product',
  'norm2',
  'matmul',
  'transpose',
  'any',
  'all',
  'count',
  'size',
  'lbound',
  'ubound',
]);

export function arrayIntrinsic(ctx: Context, e: ApplySyntax): Operand {
  const args = ordered(ctx, e);
  if (!args) return bad(ctx, e.span);
  const first = args.array;
  if (e.name === 'size' || e.name === 'lbound' || e.name === 'ubound')
    return extentInquiry(ctx, e, first, args.dim);
  switch (e.name) {
    case 'transpose':
      return transpose(ctx, first, e.span);
    case 'matmul':
      return matmul(ctx, first, args.second as ArrayValue, e.span);
    case 'dot_product': {
      const product = multiplied(ctx, first, args.second as ArrayValue, e.span);
      return isArray(product) ? reduce(ctx, SUM, product, null, null, e.span) : product;
    }
    case 'norm2': {
      if (!b.isReal(first.type) || args.mask) {
        const given = args.mask ? 'a mask' : typeName(first.type);
        report(ctx, 'argument-type', `NORM2 takes REAL numbers and a dimension, not ${given}.`, e.span);
        return bad(ctx, e.span);
      }
      const squares = lift(ctx, [first, first], e.span, ([l, r]) =>
        b.binary('multiply', l as Expr, r as Expr, e.span),
      );
      const sum = reduce(ctx, SUM, squares as ArrayValue, null, args.dim, e.span);
      return lift(ctx, [sum], e.span, ([x]) => b.intrinsic('sqrt', [x as Expr], (x as Expr).type, e.span));
    }
    default:
      return reduce(ctx, present(REDUCTIONS[e.name], 'the reduction'), first, args.mask, args.dim, e.span);
  }
}

// ------------------------------------------------------------------------------------------------------- arguments

interface Arguments {
  readonly array: ArrayValue;
  readonly second: ArrayValue | null;
  readonly mask: Operand | null;
  readonly dim: number | null;
}

/** How the first argument is named: `x` is that of NORM2. */
const FIRST_KEYWORDS = ['array', 'vector_a', 'matrix_a', 'matrix', 'x', 'mask'];
const TWO_ARRAYS = new Set(['matmul', 'dot_product']);

function ordered(ctx: Context, e: ApplySyntax): Arguments | null {
  const named = (keyword: string) => e.args.find((arg) => arg.keyword === keyword);
  const plain = e.args.filter((arg) => arg.keyword === null);
  const first = plain[0] ?? FIRST_KEYWORDS.map(named).find((arg) => arg !== undefined);
  if (!first) {
    report(ctx, 'argument-count', `${e.name.toUpperCase()} needs an array.`, e.span);
    return null;
  }
  const array = arrayArgument(ctx, e, first);
  if (!array) return null;
  if (TWO_ARRAYS.has(e.name)) {
    const other = plain[1] ?? named('vector_b') ?? named('matrix_b');
    const second = other ? arrayArgument(ctx, e, other) : null;
    if (!second) {
      if (!ctx.failed) report(ctx, 'argument-count', `${e.name.toUpperCase()} needs two arrays.`, e.span);
      return null;
    }
    return { array, second, mask: null, dim: null };
  }
  let dim = named('dim');
  let mask = first === named('mask') ? undefined : named('mask');
  for (const arg of plain.slice(1)) {
    const found = arg.value.kind === 'range' ? null : value(ctx, arg.value);
    if (found?.type === 'bool') mask ??= arg;
    else dim ??= arg;
  }
  const d = dim && dim.value.kind !== 'range' ? constantInteger(ctx, dim.value, 'The dimension') : null;
  if (d !== null && (d < 1 || d > array.extents.length)) {
    report(ctx, 'shape', `There is no dimension ${d}.`, e.span);
    return null;
  }
  const masked = mask && mask.value.kind !== 'range' ? value(ctx, mask.value) : null;
  if (masked && masked.type !== 'bool' && mask) {
    if (!ctx.failed)
      report(ctx, 'argument-type', `A mask must be LOGICAL, not ${typeName(masked.type)}.`, mask.span);
    return null;
  }
  if (masked && isArray(masked)) conform(ctx, array, masked, e.span);
  return ctx.failed ? null : { array, second: null, mask: masked, dim: d === null ? null : d - 1 };
}

function arrayArgument(ctx: Context, e: ApplySyntax, arg: ArgumentSyntax): ArrayValue | null {
  const found = arg.value.kind === 'range' ? null : value(ctx, arg.value);
  if (found && isArray(found)) return found;
  if (!ctx.failed)
    report(ctx, 'argument-type', `${e.name.toUpperCase()} takes an array, and this is a scalar.`, arg.span);
  return null;
}

// -------------------------------------------------------------------------------------------------------- inquiries

function extentInquiry(ctx: Context, e: ApplySyntax, array: ArrayValue, dim: number | null): Operand {
  // The bounds of an array with a name are its own; those of a section or an expression are counted from 1.
  const named = e.args[0]?.value.kind === 'name';
  const d = dim ?? (e.name === 'size' || array.extents.length > 1 ? null : 0);
  const unknown = () => {
    report(ctx, 'bounds', 'The extent is not known here.', e.span, 'Pass it as an argument.');
    return bad(ctx, e.span);
  };
  if (e.name === 'size') {
    const wanted = d === null ? array.extents : [array.extents[d] ?? null];
    let size: Expr = ONE;
    for (const extent of wanted) {
      if (!extent) return unknown();
      const some = named ? extent : notNegative(extent);
      size = b.isConstant(size, 1) ? some : b.multiply(size, some);
    }
    return { ...b.convert(fold(size) ?? size, 'i32'), span: e.span };
  }
  if (d === null) {
    report(
      ctx,
      'unsupported',
      `${e.name.toUpperCase()} without a dimension is not supported.`,
      e.span,
      'Say which one.',
    );
    return bad(ctx, e.span);
  }
  const run = array.natural[d] as Natural;
  if (e.name === 'lbound') return { ...b.convert(named ? run.first : ONE, 'i32'), span: e.span };
  const extent = array.extents[d];
  if (!extent) return unknown();
  return { ...b.convert(named ? run.last : notNegative(extent), 'i32'), span: e.span };
}

/** A section whose bounds cross is empty. */
function notNegative(extent: Expr): Expr {
  if (extent.kind === 'constant') return extent;
  return b.intrinsic('max', [b.constant(0, extent.type), extent], extent.type, extent.span);
}

// -------------------------------------------------------------------------------------------------------- reductions

interface Reduction {
  readonly name: string;
  readonly wants: 'number' | 'bool';
  readonly result: (element: ScalarType) => ScalarType;
  readonly start: (type: ScalarType) => Expr;
  readonly join: (so: Expr, element: Expr, span: Span) => Expr;
}

const same = (type: ScalarType) => type;
const SUM: Reduction = {
  name: 'sum',
  wants: 'number',
  result: same,
  start: (type) => b.constant(0, type),
  join: (so, x, span) => b.binary('add', so, x, span),
};
const REDUCTIONS: Record<string, Reduction> = {
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

function reduce(
  ctx: Context,
  how: Reduction,
  array: ArrayValue,
  mask: Operand | null,
  dim: number | null,
  span: Span,
): Operand {
  if ((how.wants === 'bool') !== (array.type === 'bool')) {
    if (!ctx.failed)
      report(
        ctx,
        'argument-type',
        `${how.name.toUpperCase()} can\u2019t take ${typeName(array.type)}.`,
        span,
      );
    return bad(ctx, span);
  }
  if (dim === null || array.extents.length === 1) {
    if (array.extents.some((extent) => extent === null)) return unknownSize(ctx, span);
    return accumulate(ctx, how, array, mask, array.natural, (walks) => walks, span);
  }
  const rest = <T>(list: readonly T[]) => list.filter((_, d) => d !== dim);
  const along = array.natural[dim] as Natural;
  if (!array.extents[dim]) return unknownSize(ctx, span);
  return {
    kind: 'array',
    type: how.result(array.type),
    extents: rest(array.extents),
    natural: rest(array.natural),
    at: (outer) =>
      accumulate(
        ctx,
        how,
        array,
        mask,
        [along],
        ([inner]) => [...outer.slice(0, dim), inner as Walk, ...outer.slice(dim)],
        span,
      ),
    span,
  };
}

function unknownSize(ctx: Context, span: Span): Expr {
  if (!ctx.failed)
    report(
      ctx,
      'bounds',
      'The size of this array is not known here.',
      span,
      'Give a section with its bounds.',
    );
  return bad(ctx, span);
}

/** `temp = start; do …; temp = temp ∘ element; end do` */
function accumulate(
  ctx: Context,
  how: Reduction,
  array: ArrayValue,
  mask: Operand | null,
  ranges: readonly Natural[],
  place: (walks: readonly Walk[]) => readonly Walk[],
  span: Span,
): Expr {
  const type = how.result(array.type);
  if (ctx.pure) return accumulated(ctx, how, array, mask, ranges, place, span);
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
function accumulated(
  ctx: Context,
  how: Reduction,
  array: ArrayValue,
  mask: Operand | null,
  ranges: readonly Natural[],
  place: (walks: readonly Walk[]) => readonly Walk[],
  span: Span,
): Expr {
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

// ---------------------------------------------------------------------------------------------------------- matrices

function multiplied(ctx: Context, x: ArrayValue, y: ArrayValue, span: Span): Operand {
  if (x.extents.length !== 1 || y.extents.length !== 1) {
    report(ctx, 'shape', 'Both arrays must have one dimension.', span);
    return bad(ctx, span);
  }
  if (x.type === 'bool' || y.type === 'bool') {
    report(ctx, 'argument-type', 'Numbers are needed here, not LOGICAL.', span);
    return bad(ctx, span);
  }
  const type = joined(x.type, y.type);
  return lift(ctx, [x, y], span, ([l, r]) =>
    b.binary('multiply', b.convert(l as Expr, type), b.convert(r as Expr, type), span),
  );
}

function transpose(ctx: Context, x: ArrayValue, span: Span): Operand {
  if (x.extents.length !== 2) {
    report(ctx, 'shape', 'TRANSPOSE takes an array of two dimensions.', span);
    return bad(ctx, span);
  }
  const turned = <T>(list: readonly T[]) => [list[1] as T, list[0] as T];
  return {
    kind: 'array',
    type: x.type,
    extents: turned(x.extents),
    natural: turned(x.natural),
    at: (walks) => x.at(turned(walks)),
    span,
  };
}

function matmul(ctx: Context, x: ArrayValue, y: ArrayValue, span: Span): Operand {
  const rows = x.extents.length;
  const columns = y.extents.length;
  if (rows > 2 || columns > 2 || rows + columns < 3) {
    report(ctx, 'shape', 'MATMUL takes two matrices, or a matrix and a vector.', span);
    return bad(ctx, span);
  }
  const inner = rows - 1;
  const p = x.extents[inner];
  const q = y.extents[0];
  if (p?.kind === 'constant' && q?.kind === 'constant' && p.value !== q.value)
    report(ctx, 'shape', `MATMUL meets ${p.value} columns and ${q.value} rows.`, span);
  if (!p || x.type === 'bool' || y.type === 'bool') return p ? bad(ctx, span) : unknownSize(ctx, span);
  const type = joined(x.type, y.type);
  const along = x.natural[inner] as Natural;
  const product: ArrayValue = {
    kind: 'array',
    type,
    extents: [...x.extents.slice(0, inner), ...y.extents.slice(1)],
    natural: [...x.natural.slice(0, inner), ...y.natural.slice(1)],
    at: (outer) => {
      const row = outer.slice(0, inner);
      const column = outer.slice(inner);
      const term: ArrayValue = {
        ...x,
        type,
        at: ([k]) =>
          b.binary(
            'multiply',
            b.convert(x.at([...row, k as Walk]), type),
            b.convert(y.at([k as Walk, ...column]), type),
            span,
          ),
      };
      return accumulate(ctx, SUM, term, null, [along], (walks) => walks, span);
    },
    span,
  };
  return product;
}
