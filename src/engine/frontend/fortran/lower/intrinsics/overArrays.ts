/** Intrinsics over whole arrays: their arguments told apart, then what each comes to. */
import { present } from '../../../../base/lookup';
import type { ApplySyntax, ArgumentSyntax } from '../../parse/syntax';
import { bad, type Context, report } from '../context';
import { conform } from '../elementwise';
import { type ArrayValue, isArray, type Operand } from '../operands';
import { typeName } from '../operators';
import { constantInteger, value } from '../values';
import { extentInquiry } from './extents';
import { dotProduct, matmul, norm, transpose } from './products';
import { REDUCTIONS, type Reduced, reduce } from './reductions';

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
  const { array, second, mask, dim } = args;
  switch (e.name) {
    case 'size':
    case 'lbound':
    case 'ubound':
      return extentInquiry(ctx, e, array, dim);
    case 'transpose':
      return transpose(ctx, array, e.span);
    case 'matmul':
      return matmul(ctx, array, second as ArrayValue, e.span);
    case 'dot_product':
      return dotProduct(ctx, array, second as ArrayValue, e.span);
    case 'norm2':
      return norm(ctx, { array, mask, dim }, e.span);
    default:
      return reduce(ctx, present(REDUCTIONS[e.name], 'the reduction'), { array, mask, dim }, e.span);
  }
}

interface Arguments extends Reduced {
  readonly second: ArrayValue | null;
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
  if (!TWO_ARRAYS.has(e.name)) {
    const mask = first === named('mask') ? undefined : named('mask');
    return dimAndMask(ctx, e, array, { dim: named('dim'), mask, plain: plain.slice(1) });
  }
  const other = plain[1] ?? named('vector_b') ?? named('matrix_b');
  const second = other ? arrayArgument(ctx, e, other) : null;
  if (second) return { array, second, mask: null, dim: null };
  if (!ctx.failed) report(ctx, 'argument-count', `${e.name.toUpperCase()} needs two arrays.`, e.span);
  return null;
}

interface BesideArray {
  readonly dim: ArgumentSyntax | undefined;
  readonly mask: ArgumentSyntax | undefined;
  /** Those without a name: one that is LOGICAL is the mask. */
  readonly plain: readonly ArgumentSyntax[];
}

function dimAndMask(
  ctx: Context,
  e: ApplySyntax,
  array: ArrayValue,
  { dim: namedDim, mask: namedMask, plain }: BesideArray,
): Arguments | null {
  let dim = namedDim;
  let mask = namedMask;
  for (const arg of plain) {
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
