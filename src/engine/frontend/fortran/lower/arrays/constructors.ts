/** Constructors: lists of values as arrays. */

import type { Span } from '../../../../base/span';
import * as b from '../../../../ir/build';
import type { Expr } from '../../../../ir/types';
import type { ConstructorSyntax, ExprSyntax, ImpliedSyntax, ItemSyntax } from '../../parse/syntax';
import { total } from '../../resolve/affine';
import { constantList } from '../../resolve/constants/constantArrays';
import { fold, foldValue } from '../../resolve/constants/fold';
import { unroll } from '../../resolve/initial';
import { bad, type Context, dryRun, temporary, unsupported, withBindings } from '../context';
import { assignTo, loopNest } from '../emit';
import { isKnownAtEntry } from '../entryBounds';
import { type ArrayValue, isArray, ONE, type Operand, sameInteger, type Walk } from '../operands';
import { joined } from '../operators';
import { integer, scalar, value } from '../values';
import { linear, subscriptAt } from '../walks';
import { arrayOf, trips } from './wholes';

export function constructorValue(ctx: Context, e: ConstructorSyntax): Operand {
  if (ctx.pure) return constantConstructor(ctx, e);
  const loop = countedLoop(ctx, e);
  if (loop) return countedConstructor(ctx, loop, e.span);
  const items = constructorItems(ctx, e.items);
  return ctx.failed ? bad(ctx, e.span) : listOf(ctx, items, e.span);
}

/** An array of its own that holds the items one behind the other. */
export function listOf(ctx: Context, items: readonly Operand[], span: Span): Operand {
  const type = items.reduce((joint, item) => joined(joint, item.type), items[0]?.type ?? 'i32');
  const sizes = items.map((item) => (isArray(item) ? sizeOf(item) : ONE));
  const size = sizes.reduce<Expr | null>((so, each) => so && each && total(so, each), b.constant(0, 'i32'));
  if (!size || !isKnownAtEntry(ctx, size)) {
    const what = 'A list with an array in it whose size at entry is not known is';
    unsupported(ctx, what, span, 'Assign its parts to sections, one by one.');
    return bad(ctx, span);
  }
  const id = temporary(ctx, 'list', type, { dimensions: [{ lower: ONE, extent: size }], order: 'column' });
  let before: Expr = b.constant(0, 'i32');
  items.forEach((item, i) => {
    const store = (steps: Expr, from: Expr): void =>
      assignTo(ctx, b.element(id, [total(before, steps, 1)], type, item.span), b.convert(from, type));
    if (isArray(item)) {
      const extents = item.extents.filter((extent) => extent !== null);
      loopNest(ctx, item.natural, (walks) => store(linear(walks, extents), item.at(walks)));
    } else store(b.constant(0, 'i32'), item);
    before = total(before, sizes[i] ?? ONE);
  });
  return arrayOf(ctx, id, span);
}

function sizeOf({ extents }: ArrayValue): Expr | null {
  let size: Expr = ONE;
  for (const extent of extents) {
    if (!extent) return null;
    size = b.isConstant(size, 1) ? b.convert(extent, 'i32') : b.multiply(size, b.convert(extent, 'i32'));
  }
  return fold(size) ?? size;
}

function constantConstructor(ctx: Context, e: ConstructorSyntax): Operand {
  const items = constructorItems(ctx, e.items);
  if (ctx.failed) return bad(ctx, e.span);
  const type = items.reduce((joint, item) => joined(joint, item.type), items[0]?.type ?? 'i32');
  return constantList(ctx, items, type, e.span);
}

/** `[(f(i), i = 1, n)]` with bounds that are no constants. */
type CountedLoop = ImpliedSyntax & { readonly items: readonly [ExprSyntax] };

export function countedLoop(ctx: Context, { items }: ConstructorSyntax): CountedLoop | null {
  const [loop] = items;
  if (loop?.kind !== 'implied' || items.length > 1) return null;
  const [item] = loop.items;
  if (!item || loop.items.length > 1 || item.kind === 'implied') return null;
  const isFree = boundsOf(ctx, loop).some((e) => foldValue(e) === null);
  return isFree && !ctx.failed ? { ...loop, items: [item] } : null;
}

function boundsOf(ctx: Context, { first, last, step }: ImpliedSyntax): [Expr, Expr, Expr] {
  const bound = (e: ExprSyntax | null): Expr => (e ? integer(ctx, e, 'A bound of an implied loop') : ONE);
  return sameInteger(bound(first), bound(last), bound(step));
}

/** The loop that goes over the array that is made counts for it. */
function countedConstructor(ctx: Context, loop: CountedLoop, span: Span): Operand {
  const [item] = loop.items;
  const [first, last, step] = boundsOf(ctx, loop);
  const at = (index: Expr): Expr => {
    const bindings = new Map(ctx.bindings ?? []).set(loop.index, b.convert(index, 'i32'));
    return withBindings(ctx, bindings, (inner) => scalar(inner, item, 'A scalar in a constructor'));
  };
  const { type } = dryRun(ctx, () => at(first));
  if (ctx.failed) return bad(ctx, span);
  return {
    kind: 'array',
    type,
    extents: [trips(first, last, step)],
    natural: [{ first, last, step }],
    at: ([walk]) => at(subscriptAt(walk as Walk, first, step)),
    span,
  };
}

/** Items in order, the loops among them unrolled whose bounds are constants. */
export function constructorItems(ctx: Context, list: readonly ItemSyntax[]): Operand[] {
  const items: Operand[] = [];
  const take = (inner: Context, item: ItemSyntax): void => {
    if (item.kind !== 'implied') {
      items.push(value(inner, item));
      return;
    }
    const loop = countedLoop(inner, { kind: 'constructor', items: [item], span: item.span });
    if (loop) items.push(countedConstructor(inner, loop, item.span));
    else
      unroll(inner, item, (each) => {
        for (const part of item.items) take(each, part);
      });
  };
  for (const item of list) take(ctx, item);
  return items;
}
