/** Arrays as their elements lie in memory, one after the other, and how many those are. */

import type { Span } from '../../../../base/span';
import * as b from '../../../../ir/build';
import type { Expr } from '../../../../ir/types';
import { total } from '../../resolve/affine';
import { arrayOfConstants, elementsOf } from '../../resolve/constants/constantArrays';
import { fold } from '../../resolve/constants/fold';
import { arrayOf } from '../arrays/wholes';
import { type Context, temporary, unsupported } from '../context';
import { assignTo, loopNest } from '../emit';
import { isKnownAtEntry } from '../entryBounds';
import { type ArrayValue, ONE } from '../operands';
import { linear } from '../walks';

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
  return unsupported(ctx, `${name} of an array whose size at entry is not known is`, span, 'Write the loop.');
}
