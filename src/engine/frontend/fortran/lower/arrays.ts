/** Arrays in expressions: elements, sections, whole arrays, constructors. */
import { itemAt } from '../../../base/lookup';
import type { Span } from '../../../base/span';
import * as b from '../../../ir/build';
import type { Dimension, Expr, Place, Shape, VariableId } from '../../../ir/types';
import type {
  ApplySyntax,
  ArgumentSyntax,
  ConstructorSyntax,
  ExprSyntax,
  ImpliedSyntax,
  ItemSyntax,
  NameSyntax,
  RangeSyntax,
} from '../parse/syntax';
import { difference, total } from '../resolve/affine';
import { constantList } from '../resolve/constants/constantArrays';
import { fold, foldValue } from '../resolve/constants/fold';
import { unroll } from '../resolve/initial';
import { shapeOf, variableFor } from '../resolve/symbols';
import { type Context, report, temporary, unsupported, type VariableSymbol } from './context';
import { assignTo, loopNest } from './emit';
import { dimensionsOf } from './entryBounds';
import { isKnownAtEntry, linear } from './intrinsics/lines';
import {
  type ArrayValue,
  bad,
  isArray,
  type Natural,
  ONE,
  type Operand,
  sameInteger,
  subscriptAt,
  type Walk,
} from './operands';
import { joined, typeName } from './operators';
import { integer, scalar, value } from './values';

/** A whole array as a value. */
export function arrayOf(ctx: Context, id: VariableId, span: Span): ArrayValue {
  const { type, shape: known } = itemAt(ctx.shared.variables, id);
  const dimensions = wholeDimensions(ctx, id, known as Shape);
  const naturals = dimensions.map(({ lower, extent }) => natural(lower, extent));
  return {
    kind: 'array',
    type,
    extents: dimensions.map(({ extent }) => extent),
    natural: naturals,
    at: (walks) =>
      b.element(
        id,
        dimensions.map(({ lower }, d) => subscriptAt(walks[d] as Walk, lower, ONE)),
        type,
        span,
      ),
    span,
  };
}

/** `X(1)` in whole is one element, whatever subscripts reach. */
function wholeDimensions(ctx: Context, id: VariableId, shape: Shape): readonly Dimension[] {
  const dimensions = dimensionsOf(ctx, shape);
  if (!ctx.shared.oldSized.has(id)) return dimensions;
  return dimensions.map((d) => (d.extent ? d : { ...d, extent: ONE }));
}

function natural(lower: Expr, extent: Expr | null): Natural {
  const [first, size] = sameInteger(lower, extent ?? ONE);
  return { first, last: total(first, size, -1), step: ONE };
}

// ------------------------------------------------------------------------------------------------- elements, sections

/** One subscript of a section: a fixed place, a run, or places listed in an integer array. */
export type Subscript =
  | { readonly kind: 'at'; readonly at: Expr }
  | {
      readonly kind: 'run';
      readonly natural: Natural;
      readonly extent: Expr | null;
      /** `:` alone. */
      readonly whole: boolean;
    }
  | { readonly kind: 'list'; readonly list: ArrayValue };

export interface Section {
  readonly variable: VariableId;
  readonly subscripts: readonly Subscript[];
}

export function elementOrSection(ctx: Context, symbol: VariableSymbol, e: ApplySyntax): Operand {
  const section = sectionOf(ctx, symbol, e);
  return section ? sectionValue(ctx, section, e.span) : bad(ctx, e.span);
}

export function sectionOf(ctx: Context, symbol: VariableSymbol, e: ApplySyntax): Section | null {
  const id = variableFor(ctx, symbol, e.nameSpan);
  const shape = id === null ? null : shapeOf(ctx, id);
  if (id === null || !shape) {
    ctx.failed = true;
    return null;
  }
  const rank = shape.dimensions.length;
  if (e.args.length !== rank) {
    report(
      ctx,
      'shape',
      `${symbol.name} has ${rank} dimension${rank === 1 ? '' : 's'}, not ${e.args.length}.`,
      e.span,
    );
    return null;
  }
  const subscripts = e.args.map((arg, d) => subscript(ctx, arg, shape, d));
  return ctx.failed ? null : { variable: id, subscripts };
}

function subscript(ctx: Context, arg: ArgumentSyntax, shape: Shape, d: number): Subscript {
  if (arg.keyword) report(ctx, 'syntax', 'Subscripts have no names.', arg.span);
  if (arg.value.kind === 'range') return run(ctx, arg.value, shape, d);
  const found = value(ctx, arg.value);
  if (!b.isInteger(found.type) && !ctx.failed)
    report(ctx, 'type', `A subscript must be an integer, not ${typeName(found.type)}.`, arg.span);
  if (!isArray(found)) return { kind: 'at', at: found };
  if (found.extents.length !== 1 && !ctx.failed)
    report(ctx, 'shape', 'An array of subscripts has one dimension.', arg.span);
  return { kind: 'list', list: found };
}

function run(ctx: Context, range: RangeSyntax, shape: Shape, d: number): Subscript {
  const dimension = dimensionsOf(ctx, shape)[d];
  const integer = (e: ExprSyntax) => {
    const found = scalar(ctx, e, 'A single bound');
    if (!b.isInteger(found.type) && !ctx.failed)
      report(ctx, 'type', `A bound must be an integer, not ${typeName(found.type)}.`, e.span);
    return fold(found) ?? found;
  };
  const lower = dimension?.lower ?? ONE;
  const step = range.stride ? integer(range.stride) : ONE;
  const end = dimension?.extent ? natural(lower, dimension.extent).last : null;
  const given = {
    from: range.lower ? integer(range.lower) : null,
    to: range.upper ? integer(range.upper) : null,
  };
  // What is left out are the declared bounds, whichever way the step goes: `x(::-1)` has no element.
  const first = given.from ?? lower;
  const last = given.to ?? end;
  if (!first || !last) {
    report(
      ctx,
      'bounds',
      'The extent of this dimension is not known here.',
      range.span,
      'Give the section its upper bound.',
    );
    return { kind: 'at', at: ONE };
  }
  if (step.kind === 'constant' && step.value === 0)
    report(ctx, 'bounds', 'A stride can\u2019t be 0.', range.span);
  const [from, to, by] = sameInteger(first, last, step);
  return {
    kind: 'run',
    natural: { first: from, last: to, step: by },
    extent: trips(from, to, by),
    whole: !range.lower && !range.upper && !range.stride,
  };
}

/** Elements from one bound to the other; of bounds that cross there is none, but where a run tells it may come out negative. */
function trips(first: Expr, last: Expr, step: Expr): Expr {
  const found = crossing(first, last, step);
  return found.kind === 'constant' && found.value < 0 ? b.constant(0, found.type, found.span) : found;
}

function crossing(first: Expr, last: Expr, step: Expr): Expr {
  if (b.isConstant(step, 1)) return difference(last, first, 1);
  if (b.isConstant(step, -1)) return difference(first, last, 1);
  const whole = b.divide(total(difference(last, first), step), step);
  return fold(whole) ?? whole;
}

/** An element, or the array that a section is. */
export function sectionValue(ctx: Context, section: Section, span: Span): Operand {
  const { type } = itemAt(ctx.shared.variables, section.variable);
  const free = section.subscripts.filter((s) => s.kind !== 'at');
  if (free.length === 0) {
    const place = b.element(
      section.variable,
      section.subscripts.map((s) => (s.kind === 'at' ? s.at : ONE)),
      type,
      span,
    );
    return snapshot(ctx, place);
  }
  return {
    kind: 'array',
    type,
    extents: free.map((s) =>
      s.kind === 'run' ? s.extent : s.kind === 'list' ? (s.list.extents[0] ?? null) : null,
    ),
    natural: free.map((s) =>
      s.kind === 'run' ? s.natural : s.kind === 'list' ? (s.list.natural[0] as Natural) : natural(ONE, ONE),
    ),
    at: (walks) => placeAt(section, type, walks, span),
    span,
  };
}

export function placeAt(section: Section, type: Expr['type'], walks: readonly Walk[], span: Span): Place {
  let d = 0;
  const subscripts = section.subscripts.map((s) => {
    if (s.kind === 'at') return s.at;
    const walk = walks[d++] as Walk;
    return s.kind === 'run' ? subscriptAt(walk, s.natural.first, s.natural.step) : s.list.at([walk]);
  });
  return b.element(section.variable, subscripts, type, span);
}

/**
 * A single element of the array that is being assigned to has its value from before the assignment, so it is kept aside
 * (`a = a / a(1)`).
 */
function snapshot(ctx: Context, place: Place): Expr {
  if (assigned.get(ctx.routine) !== place.variable) return place;
  const id = temporary(ctx, 'temp', place.type);
  const copy = b.variable(id, place.type, place.span);
  assignTo(ctx, copy, place);
  return copy;
}
/** The array that an array assignment of the routine writes, while its right side is lowered. */
const assigned = new WeakMap<object, VariableId>();

/** What is assigned to a section: single elements of its array have their values from before. */
export function valueToAssign(ctx: Context, { variable }: Section, syntax: ExprSyntax): Operand {
  assigned.set(ctx.routine, variable);
  const source = value(ctx, syntax);
  assigned.delete(ctx.routine);
  return source;
}

/** The same of the items of a list. */
export function itemsToAssign(ctx: Context, { variable }: Section, syntax: ConstructorSyntax): Operand[] {
  assigned.set(ctx.routine, variable);
  const items = constructorItems(ctx, syntax.items);
  assigned.delete(ctx.routine);
  return items;
}

export function targetSection(
  ctx: Context,
  symbol: VariableSymbol,
  target: NameSyntax | ApplySyntax,
): Section | null {
  if (target.kind === 'apply') return sectionOf(ctx, symbol, target);
  const id = variableFor(ctx, symbol, target.span);
  const shape = id === null ? null : shapeOf(ctx, id);
  if (id === null || !shape) return null;
  const subscripts = wholeDimensions(ctx, id, shape).map(
    ({ lower, extent }): Subscript => ({
      kind: 'run',
      natural: natural(lower, extent),
      extent,
      whole: true,
    }),
  );
  return { variable: id, subscripts };
}

// --------------------------------------------------------------------------------------------------- constructors

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
    const bindings = new Map(ctx.bindings ?? []);
    bindings.set(loop.index, b.convert(index, 'i32'));
    const inner: Context = { ...ctx, bindings };
    const found = scalar(inner, item, 'A scalar in a constructor');
    if (inner.failed) ctx.failed = true;
    return found;
  };
  const outer = ctx.out;
  ctx.out = [];
  const { type } = at(first);
  ctx.out = outer;
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
function constructorItems(ctx: Context, list: readonly ItemSyntax[]): Operand[] {
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
