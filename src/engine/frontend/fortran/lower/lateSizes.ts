/**
 * ALLOCATABLE arrays whose size is found on the way, or changes: what says how large one is goes into variables of its own where
 * it gets its memory, and its bounds are these (outlining/lateSizes.ts). Where all say the same of what is known at entry, the
 * array is automatic after all.
 */
import { getOrMake } from '../../../base/once';
import * as b from '../../../ir/build';
import type { Dimension, Expr, ScalarType, VariableId, VariableRef } from '../../../ir/types';
import type { ApplySyntax, Entity, ExprSyntax, NameSyntax } from '../parse/syntax';
import { mentionsSome, readsSome } from '../parse/visit';
import { difference } from '../resolve/constants/fold';
import { implicitType, lookUp, routineNamed } from '../resolve/symbols';
import { type Context, type Symbol_, temporary, type VariableSymbol } from './context';
import { assignTo, inTemporary } from './emit';
import { changesBefore, isKnownAtEntry } from './entryBounds';

/** ALLOCATABLE arrays without bounds in an ALLOCATE: what is assigned to them, or SOURCE= and MOLD=, says how large they are. */
const givenByAssignment = new WeakSet<VariableSymbol>();

export function isGivenByAssignment(symbol: VariableSymbol): boolean {
  return givenByAssignment.has(symbol);
}

export const takeFromAssignment = (symbol: VariableSymbol): void => {
  givenByAssignment.add(symbol);
};

/** Variables that hold how many elements an array has. */
const sizesIn = new WeakMap<Context['shared'], Set<VariableId>>();
const sizesOf = ({ shared }: Context): Set<VariableId> => getOrMake(sizesIn, shared, () => new Set());

function newSize(ctx: Context, name: string): VariableRef {
  const id = temporary(ctx, name, 'i32');
  sizesOf(ctx).add(id);
  return b.variable(id, 'i32', ctx.span);
}

type Sized = readonly [VariableSymbol, readonly Entity[]];

/** Gives bounds of their own to arrays that need them; the others. */
export function withoutLate(
  ctx: Context,
  arrays: readonly Sized[],
  isAssigned: (name: string) => boolean,
): readonly Sized[] {
  const others = arrays.filter(([symbol, entities]) => {
    const isNew = (each: Entity) => boundsOf(each).some((e) => isFound(ctx, e, each.span.start));
    if (entities.length === 1 && !entities.some(isNew) && (symbol.sized || !isAssigned(symbol.name)))
      return true;
    symbol.dimensions ??= entities[0]?.dimensions ?? null;
    sizeLate(ctx, symbol);
    return false;
  });
  return others.length === arrays.length ? others : withoutLate(ctx, others, isAssigned);
}

function boundsOf({ dimensions }: Entity): ExprSyntax[] {
  return (dimensions ?? []).flatMap(({ lower, upper }) =>
    [lower, upper].filter((e) => e !== null && typeof e !== 'string'),
  );
}

const FOUND = new Set(['count', 'sum', 'product', 'maxval', 'minval', 'maxloc', 'minloc', 'findloc']);

function isFound(ctx: Context, e: ExprSyntax, before: number): boolean {
  const isNew = ({ name, kind }: NameSyntax | ApplySyntax): boolean => {
    const symbol = lookUp(ctx.scope, name);
    if (!symbol && kind === 'apply') return FOUND.has(name) || routineNamed(ctx, name) !== undefined;
    if (!symbol) return implicitType(ctx.scope, name) !== null;
    if (symbol.kind !== 'variable' || symbol.home !== ctx.scope) return false;
    return !symbol.dummy || (symbol.intent !== 'in' && changesBefore(ctx, name, before));
  };
  // `size(h)` where h itself is such an array.
  return readsSome(e, isNew) || mentionsSome(e, (name) => isOfLate(ctx, name));
}

function isOfLate(ctx: Context, name: string): boolean {
  const symbol = lookUp(ctx.scope, name);
  return symbol?.kind === 'variable' && (symbol.late !== null || isGivenByAssignment(symbol));
}

export function sizeLate(ctx: Context, symbol: VariableSymbol): void {
  const rank = symbol.dimensions?.length ?? 0;
  const made = (hint: string) => ({
    ...newSize(ctx, `${symbol.name.replaceAll('.', '_')}_${hint}`),
    span: symbol.span,
  });
  const dimensions = Array.from({ length: rank }, (_, d) => {
    const number = rank > 1 ? `${d + 1}` : '';
    return { lower: made(`first${number}`), extent: made(`n${number}`) };
  });
  symbol.late = { shape: { dimensions, order: 'column' }, given: [], isReshaped: false };
}

/** Whether an array has as many elements along each dimension, however often it has got its memory. */
export function hasSize(symbol: VariableSymbol, bounds: readonly Dimension[]): boolean {
  const { late } = symbol;
  const isSame = (d: number, own: Expr | null | undefined) => {
    const wanted = bounds[d]?.extent;
    return own && wanted && b.isConstant(difference(b.convert(own, 'i32'), b.convert(wanted, 'i32')), 0);
  };
  if (late?.shape.dimensions.every(({ extent }, d) => isSame(d, extent))) return true;
  return !!late?.given.length && late.given.every((own) => own.every(({ extent }, d) => isSame(d, extent)));
}

/** Whether an array's lower bounds are all 1; they have to stay so, once that has been asked. */
export function beginsAtOne(symbol: Symbol_ | null): boolean {
  const late = symbol?.kind === 'variable' ? symbol.late : null;
  if (!late || late.given.some(isMoved)) return false;
  late.isReshaped = true;
  return true;
}

const isMoved = (bounds: readonly Dimension[]): boolean =>
  bounds.some(({ lower }) => !b.isConstant(lower, 1));

/**
 * Sets the bounds of such an array, which gets its memory here. False where it may keep its lower bounds instead, since an
 * assignment may find it as large as it wants it.
 */
export function giveSize(
  ctx: Context,
  symbol: VariableSymbol,
  bounds: readonly Dimension[],
  isAssigned: boolean,
): boolean {
  const { late } = symbol;
  if (!late) return true;
  late.isReshaped ||= isAssigned && late.given.length > 0;
  if (late.isReshaped && [...late.given, bounds].some(isMoved)) return false;
  // Said otherwise, it is the same size.
  const said = hasSize(symbol, bounds) ? (late.given[0] ?? bounds) : bounds;
  late.given.push(bounds);
  const own = new Set(late.shape.dimensions.flatMap(({ lower, extent }) => [lower, extent]));
  // In terms of what it was, all are found before the first is set.
  const found = (e: Expr): Expr => {
    let isOwn = false;
    b.walkPlaces(e, ({ variable }) => {
      for (const each of own) if (each?.kind === 'variable' && each.variable === variable) isOwn = true;
    });
    return isOwn ? inTemporary(ctx, e, 'size') : e;
  };
  const values = bounds.map(({ lower }, d) => {
    const { extent } = said[d] ?? {};
    return { lower: found(lower), extent: extent && found(atLeastNone(ctx, extent)) };
  });
  late.shape.dimensions.forEach(({ lower, extent }, d) => {
    const [first, size] = [values[d]?.lower, values[d]?.extent];
    for (const [to, e] of [[lower, first] as const, [extent, size] as const])
      if (to?.kind === 'variable' && e) assignTo(ctx, to, b.convert(e, 'i32'));
  });
  return true;
}

/** Bounds that cross give an array no elements; what is known at entry is taken for a size, and what another array has is one. */
function atLeastNone(ctx: Context, e: Expr): Expr {
  if (e.kind === 'constant') return e.value < 0 ? { ...e, value: 0 } : e;
  if ((e.kind === 'variable' && sizesOf(ctx).has(e.variable)) || isKnownAtEntry(ctx, e)) return e;
  return b.intrinsic('max', [e, b.constant(0, e.type, e.span)], e.type, e.span);
}

/** An array of these bounds, which are kept where they are not known at entry. */
export function arrayOfSize(
  ctx: Context,
  name: string,
  type: ScalarType,
  dimensions: readonly Dimension[],
): VariableId {
  const kept = (e: Expr): Expr => {
    if (isKnownAtEntry(ctx, e)) return e;
    const size = newSize(ctx, `${name.replaceAll('.', '_')}_n`);
    assignTo(ctx, size, b.convert(e, 'i32'));
    return size;
  };
  const bounds = dimensions.map(({ lower, extent }) => ({
    lower: kept(lower),
    extent: extent && kept(atLeastNone(ctx, extent)),
  }));
  return temporary(ctx, name, type, { dimensions: bounds, order: 'column' });
}
