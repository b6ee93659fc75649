/**
 * Arrays in constant expressions: values of PARAMETERs, initial values, kinds and bounds. No statement runs there, so
 * an array is the list of its elements, each of them a constant; what is made of it is worked out element by element.
 */

import { ofEach } from '../../../../base/lookup';
import type { Span } from '../../../../base/span';
import * as b from '../../../../ir/build';
import type { Constant, Expr, ScalarType } from '../../../../ir/types';
import { bad, type Context, report, type VariableSymbol } from '../../lower/context';
import { type ArrayValue, isArray, type Natural, ONE, type Operand, type Walk } from '../../lower/operands';
import { constantInteger, refused, value } from '../../lower/values';
import type { ApplySyntax, ArgumentSyntax } from '../../parse/syntax';
import { declaredShape } from '../symbols';
import { fold, foldValue } from './fold';

/** A named array of known values; null for any other variable. */
export function constantArray(ctx: Context, symbol: VariableSymbol, span: Span): ArrayValue | null {
  const { initial, dimensions, intent, dummy, type } = symbol;
  if (!initial || !dimensions || intent !== 'in' || dummy) return null;
  const shape = declaredShape(ctx, symbol, dimensions);
  const bounds = (shape?.dimensions ?? []).map(({ lower, extent }) => [
    foldValue(lower) ?? 1,
    (extent && foldValue(extent)) ?? 0,
  ]);
  const elements = initial.map((x) => b.constant(x, type, span));
  return arrayOfConstants(
    elements,
    type,
    bounds.map(([lower = 1, extent = 0]) => ({ lower, extent })),
    span,
  );
}

interface Bound {
  readonly lower: number;
  readonly extent: number;
}

/** Elements in memory order, as an array value. */
export function arrayOfConstants(
  elements: readonly Constant[],
  type: ScalarType,
  bounds: readonly Bound[],
  span: Span,
): ArrayValue {
  const whole = (n: number) => b.constant(n, 'i32', span);
  return {
    kind: 'array',
    type,
    extents: bounds.map(({ extent }) => whole(extent)),
    natural: bounds.map(({ lower, extent }) => ({
      first: whole(lower),
      last: whole(lower + extent - 1),
      step: ONE,
    })),
    at: (walks) => {
      let at = 0;
      let stride = 1;
      bounds.forEach(({ extent }, d) => {
        at += stride * stepsOf(walks[d] as Walk);
        stride *= extent;
      });
      return elements[at] ?? b.constant(0, type, span);
    },
    span,
  };
}

/** How many steps a walk over constants has made. */
function stepsOf({ index, first, step }: Walk): number {
  const [at, from, by] = ofEach([index, first, step], (e) => foldValue(e) ?? 0);
  return (at - from) / (by || 1);
}

/** Every place of a nest whose bounds are constants, the first dimension fastest; null where one is not. */
export function constantWalks(ranges: readonly Natural[]): Walk[][] | null {
  let places: Walk[][] = [[]];
  for (const { first, last, step } of [...ranges].reverse()) {
    const [from, to, by] = [first, last, step].map(foldValue);
    if (from == null || to == null || !by) return null;
    const run: Walk[] = [];
    for (let i = from; by > 0 ? i <= to : i >= to; i += by)
      run.push({ index: b.constant(i, 'i32'), first: b.constant(from, 'i32'), step: b.constant(by, 'i32') });
    places = places.flatMap((outer) => run.map((walk) => [walk, ...outer]));
  }
  return places;
}

/** The elements of an array of constants in memory order; null, reported, where one is no constant. */
export function elementsOf(ctx: Context, array: ArrayValue): Constant[] | null {
  const places = constantWalks(array.natural);
  const found = places?.map((walks) => fold(array.at(walks))) ?? [null];
  if (found.every((each) => each !== null)) return found;
  if (!ctx.failed) report(ctx, 'constant', 'The elements of this array are no constants.', array.span);
  return null;
}

/** `[…]` of constants and arrays of them. */
export function constantList(ctx: Context, items: readonly Operand[], type: ScalarType, span: Span): Operand {
  const elements: Constant[] = [];
  for (const item of items) {
    const parts = isArray(item) ? elementsOf(ctx, item) : [fold(item)];
    for (const part of parts ?? []) {
      const one = part && fold(b.convert(part, type));
      if (one) elements.push(one);
      else if (!ctx.failed) report(ctx, 'constant', 'This element is no constant.', item.span);
    }
  }
  if (ctx.failed) return bad(ctx, span);
  return arrayOfConstants(elements, type, [{ lower: 1, extent: elements.length }], span);
}

/** An element or a section of an array of constants. */
export function constantSection(ctx: Context, array: ArrayValue, e: ApplySyntax): Operand {
  const rank = array.extents.length;
  if (e.args.length !== rank)
    return refused(
      ctx,
      'shape',
      `${e.name} has ${rank} dimension${rank === 1 ? '' : 's'}, not ${e.args.length}.`,
      e.span,
    );
  const subscripts = e.args.map((arg, d) => subscriptsOf(ctx, arg, array.natural[d] as Natural));
  if (ctx.failed) return bad(ctx, e.span);
  const place = (at: readonly number[]): Expr =>
    array.at(at.map((index, d) => ({ ...(array.natural[d] as Natural), index: b.constant(index, 'i32') })));
  const free = subscripts.flatMap((s, d) => (typeof s === 'number' ? [] : [d]));
  if (free.length === 0) return { ...place(subscripts as number[]), span: e.span };
  const lists = subscripts.map((s) => (typeof s === 'number' ? [s] : s));
  const places = lists.reduceRight<number[][]>(
    (so, list) => so.flatMap((rest) => list.map((index) => [index, ...rest])),
    [[]],
  );
  const bounds = free.map((d) => ({ lower: 1, extent: lists[d]?.length ?? 0 }));
  return arrayOfConstants(
    places.map((at) => place(at) as Constant),
    array.type,
    bounds,
    e.span,
  );
}

/** One subscript, or all of a section; a report where one is out of bounds. */
function subscriptsOf(ctx: Context, arg: ArgumentSyntax, natural: Natural): number | number[] {
  const [least, most] = [foldValue(natural.first) ?? 1, foldValue(natural.last) ?? 0];
  const checked = (index: number): number => {
    if ((index < least || index > most) && !ctx.failed)
      report(ctx, 'bounds', `The subscript ${index} is outside of ${least}:${most}.`, arg.span);
    return index;
  };
  if (arg.value.kind === 'range') {
    const { lower, upper, stride } = arg.value;
    const from = lower ? constantInteger(ctx, lower, 'A bound') : least;
    const to = upper ? constantInteger(ctx, upper, 'A bound') : most;
    const by = stride ? constantInteger(ctx, stride, 'A stride') : 1;
    if (from === null || to === null || !by) return [];
    const trips = Math.max(0, Math.floor((to - from + by) / by));
    if (trips > 0) checked(from);
    if (trips > 0) checked(from + (trips - 1) * by);
    return ctx.failed ? [] : Array.from({ length: trips }, (_, k) => from + k * by);
  }
  const found = value(ctx, arg.value);
  if (isArray(found)) return (elementsOf(ctx, found) ?? []).map((one) => checked(one.value));
  const index = foldValue(found);
  if (index === null && !ctx.failed)
    report(ctx, 'constant', 'A subscript must be a constant here.', arg.span);
  return index === null ? least : checked(index);
}
