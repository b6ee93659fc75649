/** Constructors: lists of values as arrays. */

import type { Span } from '../../../../base/span';
import * as b from '../../../../ir/build';
import type { Expr } from '../../../../ir/types';
import { someNode } from '../../../mapped';
import type { ConstructorSyntax, ExprSyntax, ImpliedSyntax, ItemSyntax } from '../../parse/syntax';
import { constantList } from '../../resolve/constants/constantArrays';
import { fold, foldValue, total } from '../../resolve/constants/fold';
import { unroll } from '../../resolve/initial';
import { bad, type Context, dryRun, withBindings } from '../context';
import { assignTo, loopNest } from '../emit';
import { oneOf } from '../intrinsics/given';
import { arrayOfSize } from '../lateSizes';
import { type ArrayValue, isArray, ONE, type Operand, sameInteger, type Walk } from '../operands';
import { integer, joined, lacking, scalar, value } from '../values';
import { arrayOf, linear, subscriptAt, trips } from '../walks';

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
  if (!size) {
    const what = 'A list with an array in it whose size is not known is';
    return lacking(ctx, what, span, 'Assign its parts to sections, one by one.');
  }
  const id = arrayOfSize(ctx, 'list', type, [{ lower: ONE, extent: size }]);
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

/** `[((f(i, j), i = 1, n), j = 1, m)]` with bounds that are not constant: the loops, innermost first, and what each round gives. */
interface CountedLoop {
  readonly loops: readonly ImpliedSyntax[];
  readonly items: readonly ExprSyntax[];
}

export function countedLoop(ctx: Context, { items }: ConstructorSyntax): CountedLoop | null {
  const loops: ImpliedSyntax[] = [];
  for (let list = items; ; ) {
    const [item] = list;
    const own = list.flatMap((each) => (each.kind === 'implied' ? [] : [each]));
    if (own.length > 0 && own.length === list.length) {
      const isFree = loops.some((loop) => boundsOf(ctx, loop).some((e) => foldValue(e) === null));
      return isFree && !ctx.failed ? { loops, items: own } : null;
    }
    if (item?.kind !== 'implied' || list.length > 1) return null;
    if (loops.some(({ index }) => mentions(item, index))) return null;
    loops.unshift(item);
    list = item.items;
  }
}

/** Whether the bounds of a loop name the index of one around it. */
function mentions({ first, last, step }: ImpliedSyntax, index: string): boolean {
  return someNode({ first, last, step }, (node) => 'name' in node && node.name === index);
}

function boundsOf(ctx: Context, { first, last, step }: ImpliedSyntax): [Expr, Expr, Expr] {
  const bound = (e: ExprSyntax | null): Expr => (e ? integer(ctx, e, 'A bound of an implied loop') : ONE);
  return sameInteger(bound(first), bound(last), bound(step));
}

/** The loop that goes over the array that is made counts for it; several loops fill a list. */
function countedConstructor(ctx: Context, { loops, items }: CountedLoop, span: Span): Operand {
  const own = items.length > 1 ? [[ONE, b.constant(items.length, 'i32'), ONE] as const] : [];
  const bounds = [...own, ...loops.map((loop) => boundsOf(ctx, loop))];
  const given = (subscripts: readonly Expr[]): Expr[] => {
    const bindings = new Map(ctx.bindings ?? []);
    for (const [k, { index }] of loops.entries())
      bindings.set(index, b.convert(subscripts[k + own.length] ?? ONE, 'i32'));
    const each = (inner: Context) => items.map((item) => scalar(inner, item, 'A scalar in a constructor'));
    return withBindings(ctx, bindings, each);
  };
  const type = dryRun(ctx, () =>
    given(bounds.map(([first]) => first))
      .map((one) => one.type)
      .reduce(joined),
  );
  if (ctx.failed) return bad(ctx, span);
  // Several items of a round are what a first dimension goes over.
  const at = (subscripts: readonly Expr[], [walk]: readonly Walk[]): Expr => {
    const list = given(subscripts).map((one) => b.convert(one, type));
    return list.length > 1 && walk ? oneOf(list, type, span).at([walk]) : (list[0] as Expr);
  };
  const made: ArrayValue = {
    kind: 'array',
    type,
    extents: bounds.map(([first, last, step]) => trips(first, last, step)),
    natural: bounds.map(([first, last, step]) => ({ first, last, step })),
    at: (walks) =>
      at(
        bounds.map(([first, , step], k) => subscriptAt(walks[k] as Walk, first, step)),
        walks,
      ),
    span,
  };
  return bounds.length > 1 ? listOf(ctx, [made], span) : made;
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
