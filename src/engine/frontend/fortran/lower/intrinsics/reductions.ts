/** Reductions over arrays, written as the loops that they are: sums, products, extremes and where they stand, tests, counts. */
import { itemAt } from '../../../../base/lookup';
import type { Span } from '../../../../base/span';
import * as b from '../../../../ir/build';
import type { Expr, ScalarType, VariableRef } from '../../../../ir/types';
import type { ApplySyntax } from '../../parse/syntax';
import { constantWalks } from '../../resolve/constants/constantArrays';
import { fold, foldValue, total } from '../../resolve/constants/fold';
import { bad, type Context, into, report, temporary } from '../context';
import { conform, lift } from '../elementwise';
import { assignTo, branch, loopNest } from '../emit';
import { type ArrayValue, elementAt, isArray, type Natural, ONE, type Operand, type Walk } from '../operands';
import { constantInteger, joined, lost, refused, scalar, typeName, value } from '../values';
import { position } from '../walks';
import { dimensionOf, type Given, oneOf, unknownSize, withoutDimension } from './given';

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

const SUM = reduction(
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
    const given = typeName(array.type);
    return lost(ctx, 'argument-type', `${how.name.toUpperCase()} can\u2019t take ${given}.`, span);
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
function accumulate(ctx: Context, of: Accumulation): Expr {
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

/** MAXLOC, MINLOC, FINDLOC: where an extreme or a value stands, counted from 1, or 0. */
interface Search {
  readonly name: string;
  readonly array: ArrayValue;
  /** What FINDLOC looks for. */
  readonly wanted: Expr | null;
  readonly mask: Operand | null;
  /** The last of equals, where it is not the first. */
  readonly back: Expr | null;
  readonly span: Span;
}

export function location(ctx: Context, array: ArrayValue, given: Given, e: ApplySyntax): Operand {
  const s = searchOf(ctx, array, given, e);
  const rank = array.extents.length;
  const kind = given.kind ? constantInteger(ctx, given.kind, 'A kind') : 4;
  if (kind !== 4 && kind !== 8 && !ctx.failed)
    report(ctx, 'argument-type', 'The kind of an INTEGER is 4 or 8.', e.span);
  const dim = given.dim ? dimensionOf(ctx, given.dim, rank, e.span) : null;
  if (ctx.failed) return bad(ctx, e.span);
  const type = kind === 8 ? 'i64' : 'i32';
  const counted = (found: Expr): Expr => b.convert(found, type);
  if (dim !== null && rank === 1) return counted(first(search(ctx, s, array.natural, (walks) => walks)));
  if (dim !== null)
    return withoutDimension({ ...array, span: e.span }, dim, type, (along, at) =>
      counted(first(search(ctx, s, [along], ([walk]) => at(walk as Walk)))),
    );
  const found = search(ctx, s, array.natural, (walks) => walks);
  return oneOf(found.map(counted), type, e.span);
}

const first = (found: readonly Expr[]) => itemAt(found, 0);

function searchOf(
  ctx: Context,
  array: ArrayValue,
  given: Given,
  { name: called, span }: ApplySyntax,
): Search {
  const name = called.toUpperCase();
  const wanted = given.value ? scalar(ctx, given.value, 'A single value') : null;
  const fits = called === 'findloc' ? wanted?.type === array.type : array.type !== 'bool';
  if (!fits && !ctx.failed)
    report(
      ctx,
      'argument-type',
      called === 'findloc'
        ? `FINDLOC needs a value that is ${typeName(array.type)}, as the array is.`
        : `${name} takes numbers, not LOGICAL.`,
      span,
    );
  const mask = given.mask ? value(ctx, given.mask) : null;
  if (mask && mask.type !== 'bool' && !ctx.failed)
    report(ctx, 'argument-type', `The mask of ${name} is LOGICAL.`, mask.span);
  if (mask && isArray(mask)) conform(ctx, array, mask, span);
  const back = given.back ? scalar(ctx, given.back, 'BACK') : null;
  if (back && back.type !== 'bool' && !ctx.failed)
    report(ctx, 'argument-type', 'BACK is LOGICAL.', back.span);
  if (array.extents.includes(null) && !ctx.failed) {
    const hint = 'Give a section with its bounds.';
    report(ctx, 'bounds', 'The size of this array is not known here.', span, hint);
  }
  return { name: called, array, wanted, mask, back, span };
}

/** The loops over the ranges; what is found, a variable for each range, or 0. */
function search(
  ctx: Context,
  s: Search,
  ranges: readonly Natural[],
  place: (walks: readonly Walk[]) => readonly Walk[],
): readonly VariableRef[] {
  const { array, span } = s;
  const found = ranges.map(() => b.variable(temporary(ctx, s.name, 'i32'), 'i32', span));
  for (const at of found) assignTo(ctx, at, b.constant(0, 'i32'));
  const extreme = s.wanted ?? b.variable(temporary(ctx, 'extreme', array.type), array.type, span);
  if (extreme.kind === 'variable' && !s.wanted) assignTo(ctx, extreme, b.constant(0, array.type));
  const none = b.compare('eq', itemAt(found, 0), b.constant(0, 'i32'), span);
  const op = s.name === 'maxloc' ? 'gt' : 'lt';
  loopNest(ctx, ranges, (inner) => {
    const walks = place(inner);
    const element = array.at(walks);
    const equal = b.compare('eq', element, extreme, span);
    const again = s.back && b.logical('and', s.back, equal, span);
    const another = s.wanted ? again : b.compare(op, element, extreme, span);
    const better = again && !s.wanted && another ? b.logical('or', another, again, span) : another;
    const isFree = s.wanted ? b.logical('and', none, equal, span) : none;
    const isNew = better ? b.logical('or', isFree, better, span) : isFree;
    const then = into(ctx, () => {
      if (extreme.kind === 'variable' && !s.wanted) assignTo(ctx, extreme, element, span);
      found.forEach((at, d) => {
        assignTo(ctx, at, total(position(inner[d] as Walk), ONE), span);
      });
    });
    branch(ctx, s.mask ? b.logical('and', elementAt(s.mask, walks), isNew, span) : isNew, then);
  });
  return found;
}

/** Products of vectors and matrices: DOT_PRODUCT, NORM2, MATMUL, and TRANSPOSE. */
function elementwiseProduct(ctx: Context, x: ArrayValue, y: ArrayValue, span: Span): Operand {
  if (x.extents.length !== 1 || y.extents.length !== 1)
    return refused(ctx, 'shape', 'Both arrays must have one dimension.', span);
  if (x.type === 'bool' || y.type === 'bool')
    return refused(ctx, 'argument-type', 'Numbers are needed here, not LOGICAL.', span);
  const type = joined(x.type, y.type);
  return lift(ctx, [x, y], span, ([l, r]) =>
    b.binary('multiply', b.convert(l as Expr, type), b.convert(r as Expr, type), span),
  );
}

export function dotProduct(ctx: Context, x: ArrayValue, y: ArrayValue, span: Span): Operand {
  const product = elementwiseProduct(ctx, x, y, span);
  return isArray(product) ? reduce(ctx, SUM, { array: product, mask: null, dim: null }, span) : product;
}

/** NORM2: the square root of the sum of squares. */
export function norm(ctx: Context, { array, mask, dim }: Reduced, span: Span): Operand {
  if (!b.isReal(array.type) || mask) {
    const given = mask ? 'a mask' : typeName(array.type);
    return refused(ctx, 'argument-type', `NORM2 takes REAL numbers and a dimension, not ${given}.`, span);
  }
  const squares = lift(ctx, [array, array], span, ([l, r]) =>
    b.binary('multiply', l as Expr, r as Expr, span),
  );
  const sum = reduce(ctx, SUM, { array: squares as ArrayValue, mask: null, dim }, span);
  return lift(ctx, [sum], span, ([x]) => b.intrinsic('sqrt', [x as Expr], (x as Expr).type, span));
}

export function transpose(ctx: Context, x: ArrayValue, span: Span): Operand {
  if (x.extents.length !== 2)
    return refused(ctx, 'shape', 'TRANSPOSE takes an array of two dimensions.', span);
  const turned = <T>(list: readonly T[]) => [itemAt(list, 1), itemAt(list, 0)];
  return {
    kind: 'array',
    type: x.type,
    extents: turned(x.extents),
    natural: turned(x.natural),
    at: (walks) => x.at(turned(walks)),
    span,
  };
}

export function matmul(ctx: Context, x: ArrayValue, y: ArrayValue, span: Span): Operand {
  const rows = x.extents.length;
  const columns = y.extents.length;
  if (rows > 2 || columns > 2 || rows + columns < 3)
    return refused(ctx, 'shape', 'MATMUL takes two matrices, or a matrix and a vector.', span);
  const inner = rows - 1;
  const p = x.extents[inner];
  const q = y.extents[0];
  if (p?.kind === 'constant' && q?.kind === 'constant' && p.value !== q.value)
    report(ctx, 'shape', `MATMUL meets ${p.value} columns and ${q.value} rows.`, span);
  if (!p || x.type === 'bool' || y.type === 'bool') return p ? bad(ctx, span) : unknownSize(ctx, span);
  const type = joined(x.type, y.type);
  const along = x.natural[inner] as Natural;
  return {
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
      return accumulate(ctx, {
        how: SUM,
        array: term,
        mask: null,
        ranges: [along],
        place: (walks) => walks,
        span,
      });
    },
    span,
  };
}
