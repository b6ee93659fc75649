/** What intrinsics over arrays are given: arguments by name, dimensions, arrays whose size is not known. */
import type { Span } from '../../../../base/span';
import * as b from '../../../../ir/build';
import type { Expr, ScalarType } from '../../../../ir/types';
import { type ApplySyntax, type ArgumentSyntax, type ExprSyntax, hasOwnBounds } from '../../parse/syntax';
import { fold } from '../../resolve/constants/fold';
import { type Context, dryRun, report } from '../context';
import { type ArrayValue, type Natural, ONE, type Operand, type Walk } from '../operands';
import { constantInteger, lost, value } from '../values';
import { position } from '../walks';

/** Intrinsics with their arguments in order, by the names that the language gives them. */
export type Signatures = Readonly<Record<string, readonly string[]>>;

/** The arguments of a call by those names. */
export type Given = Readonly<Record<string, ExprSyntax | undefined>>;

/** Null after a report. */
export function givenTo(ctx: Context, e: ApplySyntax, names: readonly string[]): Given | null {
  const given: Record<string, ExprSyntax | undefined> = {};
  let fits = true;
  e.args.forEach((arg, i) => {
    // A LOGICAL in the place of the dimension is the mask.
    const plain = names[i] === 'dim' && isMask(ctx, arg) ? 'mask' : names[i];
    const name = arg.keyword ?? plain;
    if (name && names.includes(name) && !given[name] && arg.value.kind !== 'range') given[name] = arg.value;
    else {
      fits = false;
      report(ctx, 'argument-count', `${e.name.toUpperCase()} takes no such argument.`, arg.span);
    }
  });
  return fits ? given : null;
}

function isMask(ctx: Context, { value: given }: ArgumentSyntax): boolean {
  return given.kind !== 'range' && dryRun(ctx, () => value(ctx, given)).type === 'bool';
}

/** An array of one dimension less, whose elements are made of those along that dimension. */
export function withoutDimension(
  { extents, natural, span }: ArrayValue,
  dim: number,
  type: ScalarType,
  made: (along: Natural, place: (walk: Walk) => readonly Walk[]) => Expr,
): ArrayValue {
  const rest = <T>(list: readonly T[]) => list.filter((_, d) => d !== dim);
  return {
    kind: 'array',
    type,
    extents: rest(extents),
    natural: rest(natural),
    at: (outer) =>
      made(natural[dim] as Natural, (walk) => [...outer.slice(0, dim), walk, ...outer.slice(dim)]),
    span,
  };
}

/** A list as an array: which of its values an element is, its place tells. */
export function oneOf(list: readonly Expr[], type: ScalarType, span: Span): ArrayValue {
  const size = b.constant(list.length, 'i32');
  return {
    kind: 'array',
    type,
    extents: [size],
    natural: [{ first: ONE, last: size, step: ONE }],
    at: ([walk]) => {
      const place = position(walk as Walk);
      const at = fold(place) ?? place;
      const known = at.kind === 'constant' ? list[at.value] : undefined;
      if (known) return known;
      return list.reduceRight((rest, one, d) =>
        b.select(b.compare('eq', at, b.constant(d, 'i32'), span), one, rest, span),
      );
    },
    span,
  };
}

/** Which of `rank` dimensions, counted from 0; null after a report. */
export function dimensionOf(
  ctx: Context,
  e: ExprSyntax | undefined,
  rank: number,
  span: Span,
): number | null {
  if (!e) return 0;
  const dim = constantInteger(ctx, e, 'The dimension');
  if (dim !== null && dim >= 1 && dim <= rank) return dim - 1;
  if (dim !== null) report(ctx, 'shape', `There is no dimension ${dim}.`, span);
  return null;
}

export function unknownSize(ctx: Context, span: Span): Expr {
  return lost(
    ctx,
    'bounds',
    'The size of this array is not known here.',
    span,
    'Give a section with its bounds.',
  );
}

/** SIZE, LBOUND and UBOUND. */
export function extentInquiry(ctx: Context, e: ApplySyntax, array: ArrayValue, dim: number | null): Operand {
  // The bounds of an array with a name are its own; those of a section or an expression are counted from 1.
  const named = e.args[0] !== undefined && hasOwnBounds(e.args[0].value);
  const isSize = e.name === 'size';
  const rank = array.extents.length;
  const bounds = isSize ? [] : Array.from({ length: rank }, (_, d) => bound(e.name, array, d, named));
  const all = bounds.flatMap((each) => (each ? [b.convert(each, 'i32')] : []));
  if (dim === null && rank > 1 && all.length === rank) return oneOf(all, 'i32', e.span);
  const answer = isSize ? size(array, dim, named) : (bounds[dim ?? (rank > 1 ? rank : 0)] ?? null);
  if (answer) return { ...b.convert(answer, 'i32'), span: e.span };
  return lost(ctx, 'bounds', 'The extent is not known here.', e.span, 'Pass it as an argument.');
}

/** The extent of one dimension, or of all; null where it is not known. */
function size({ extents }: ArrayValue, dim: number | null, named: boolean): Expr | null {
  let product: Expr = ONE;
  for (const extent of dim === null ? extents : [extents[dim] ?? null]) {
    if (!extent) return null;
    const some = named ? extent : notNegative(extent);
    product = b.isConstant(product, 1) ? some : b.multiply(product, some);
  }
  return fold(product) ?? product;
}

/** LBOUND or UBOUND of one dimension, 1 and 0 where it is empty; null where it is not known. */
function bound(name: string, array: ArrayValue, d: number, named: boolean): Expr | null {
  const { first, last } = array.natural[d] as Natural;
  const extent = array.extents[d] ?? null;
  const isLower = name === 'lbound';
  if (!named) return isLower ? ONE : extent && notNegative(extent);
  if (!isLower && !extent) return null;
  const [own, empty] = isLower ? [first, ONE] : [last, b.constant(0, 'i32')];
  if (!extent || b.isConstant(first, 1)) return own;
  const has = fold(b.compare('gt', extent, b.constant(0, extent.type)));
  if (has?.kind === 'constant') return has.value ? own : empty;
  // What a declaration works out is taken for a size.
  if (extent.kind !== 'variable') return own;
  return b.select(b.compare('gt', extent, b.constant(0, extent.type)), own, b.convert(empty, own.type));
}

/** A section whose bounds cross is empty. */
function notNegative(extent: Expr): Expr {
  if (extent.kind === 'constant') return extent;
  return b.intrinsic('max', [b.constant(0, extent.type), extent], extent.type, extent.span);
}
