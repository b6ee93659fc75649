/** Intrinsics over whole arrays: sorting out their arguments, and the value of each. */

import { present } from '../../../../base/lookup';
import type { ApplySyntax, ExprSyntax } from '../../parse/syntax';
import { tellExtents } from '../calls/arrayFunctions';
import { bad, type Context, report } from '../context';
import { conform } from '../elementwise';
import { type ArrayValue, isArray, type Operand } from '../operands';
import { typeName, value } from '../values';
import { dimensionOf, extentInquiry, type Given, givenTo, type Signatures } from './given';
import { dotProduct, matmul, norm, REDUCTIONS, type Reduced, reduce, transpose } from './reductions';

const SIGNATURES: Signatures = {
  sum: ['array', 'dim', 'mask'],
  product: ['array', 'dim', 'mask'],
  maxval: ['array', 'dim', 'mask'],
  minval: ['array', 'dim', 'mask'],
  norm2: ['x', 'dim', 'mask'],
  any: ['mask', 'dim'],
  all: ['mask', 'dim'],
  count: ['mask', 'dim', 'kind'],
  size: ['array', 'dim', 'kind'],
  lbound: ['array', 'dim', 'kind'],
  ubound: ['array', 'dim', 'kind'],
  transpose: ['matrix'],
  matmul: ['matrix_a', 'matrix_b'],
  dot_product: ['vector_a', 'vector_b'],
};
export const ARRAY_INTRINSICS: ReadonlySet<string> = new Set(Object.keys(SIGNATURES));

export function arrayIntrinsic(ctx: Context, e: ApplySyntax): Operand {
  const [first = '', second = ''] = SIGNATURES[e.name] ?? [];
  const given = givenTo(ctx, e, SIGNATURES[e.name] ?? []);
  const array = given && arrayGiven(ctx, e, given[first], 'an array');
  if (!given || !array) return bad(ctx, e.span);
  if (e.name === 'matmul' || e.name === 'dot_product') {
    if (e.name === 'dot_product' && given[second]) tellExtents(given[second], array.extents);
    const other = arrayGiven(ctx, e, given[second], 'two arrays');
    if (!other) return bad(ctx, e.span);
    return (e.name === 'matmul' ? matmul : dotProduct)(ctx, array, other, e.span);
  }
  if (e.name === 'transpose') return transpose(ctx, array, e.span);
  const reduced = reducedBy(ctx, e, array, first === 'mask' ? { ...given, mask: undefined } : given);
  if (ctx.failed) return bad(ctx, e.span);
  switch (e.name) {
    case 'size':
    case 'lbound':
    case 'ubound':
      return extentInquiry(ctx, e, array, reduced.dim);
    case 'norm2':
      return norm(ctx, reduced, e.span);
    default:
      return reduce(ctx, present(REDUCTIONS[e.name], 'the reduction'), reduced, e.span);
  }
}

function arrayGiven(
  ctx: Context,
  e: ApplySyntax,
  given: ExprSyntax | undefined,
  needed: string,
): ArrayValue | null {
  const found = given && value(ctx, given);
  if (found && isArray(found)) return found;
  const name = e.name.toUpperCase();
  if (!given) report(ctx, 'argument-count', `${name} needs ${needed}.`, e.span);
  else if (!ctx.failed)
    report(ctx, 'argument-type', `${name} takes an array, and this is a scalar.`, given.span);
  return null;
}

function reducedBy(ctx: Context, e: ApplySyntax, array: ArrayValue, given: Given): Reduced {
  const dim = given.dim ? dimensionOf(ctx, given.dim, array.extents.length, e.span) : null;
  const mask = given.mask && !ctx.failed ? value(ctx, given.mask) : null;
  if (mask && mask.type !== 'bool' && !ctx.failed)
    report(ctx, 'argument-type', `A mask must be LOGICAL, not ${typeName(mask.type)}.`, mask.span);
  if (mask && isArray(mask)) conform(ctx, array, mask, e.span);
  return { array, mask, dim };
}
