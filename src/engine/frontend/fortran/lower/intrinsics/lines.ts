/** Arrays as their elements lie in memory, one after the other, and how many those are. */
import type { Span } from '../../../../base/span';
import * as b from '../../../../ir/build';
import type { Expr } from '../../../../ir/types';
import { total } from '../../resolve/affine';
import { arrayOfConstants, elementsOf } from '../../resolve/constants/constantArrays';
import { fold } from '../../resolve/constants/fold';
import { arrayOf } from '../arrays';
import { type Context, isEntryCopy, temporary, unsupported } from '../context';
import { assignTo, loopNest } from '../emit';
import { type ArrayValue, ONE, type Walk } from '../operands';
import { position } from './runs';

/** The place in memory order, counted from 0. */
export function linear(walks: readonly Walk[], extents: readonly Expr[]): Expr {
  let at: Expr = b.constant(0, 'i32');
  let stride: Expr = ONE;
  walks.forEach((walk, d) => {
    at = total(at, b.isConstant(stride, 1) ? position(walk) : b.multiply(position(walk), stride));
    const extent = b.convert(extents[d] ?? ONE, 'i32');
    stride = b.isConstant(stride, 1) ? extent : b.multiply(stride, extent);
  });
  return fold(at) ?? at;
}

/** The elements of an array, one after the other, in an array of one dimension. */
export function inLine(ctx: Context, source: ArrayValue, span: Span): ArrayValue | null {
  if (source.extents.length === 1) return source;
  if (ctx.pure) {
    const elements = elementsOf(ctx, source);
    return elements && arrayOfConstants(elements, source.type, [{ lower: 1, extent: elements.length }], span);
  }
  const extents = source.extents.filter((extent) => extent !== null);
  const size = sizeAtEntry(ctx, source, 'RESHAPE', span);
  if (!size) return null;
  const extent = b.convert(fold(size) ?? size, 'i32');
  const id = temporary(ctx, 'list', source.type, { dimensions: [{ lower: ONE, extent }], order: 'column' });
  loopNest(ctx, source.natural, (walks) => {
    const at = total(linear(walks, extents), ONE);
    assignTo(ctx, b.element(id, [at], source.type, span), source.at(walks), span);
  });
  return arrayOf(ctx, id, span);
}

/** How many elements an array has; null, reported, where that is not known at entry. */
export function sizeAtEntry(ctx: Context, source: ArrayValue, name: string, span: Span): Expr | null {
  const extents = source.extents.filter((extent) => extent !== null);
  const size = extents.reduce<Expr>(
    (so, extent) => (b.isConstant(so, 1) ? extent : b.multiply(so, extent)),
    ONE,
  );
  if (extents.length === source.extents.length && isKnownAtEntry(ctx, size)) return size;
  unsupported(ctx, `${name} of an array whose size at entry is not known is`, span, 'Write the loop.');
  return null;
}

/** Whether an extent tells the size of a local: it reads parameters only. */
export function isKnownAtEntry(ctx: Context, e: Expr): boolean {
  let known = true;
  b.walk(e, (part) => {
    if (part.kind !== 'variable' && part.kind !== 'element') return;
    if (isEntryCopy(ctx, part.variable)) return;
    const v = ctx.shared.variables[part.variable];
    if (v?.role !== 'parameter' || part.kind === 'element') known = false;
  });
  return known;
}
