/** Products of vectors and matrices: DOT_PRODUCT, NORM2, MATMUL, and TRANSPOSE. */

import { itemAt } from '../../../../base/lookup';
import type { Span } from '../../../../base/span';
import * as b from '../../../../ir/build';
import type { Expr } from '../../../../ir/types';
import { bad, type Context, report } from '../context';
import { lift } from '../elementwise';
import { type ArrayValue, isArray, type Natural, type Operand, type Walk } from '../operands';
import { joined, refused, typeName } from '../values';
import { unknownSize } from './given';
import { accumulate, type Reduced, reduce, SUM } from './reductions';

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
