/** Elements and sections of arrays. */
import { itemAt } from '../../../../base/lookup';
import type { Span } from '../../../../base/span';
import * as b from '../../../../ir/build';
import { evaluate } from '../../../../ir/evaluate';
import { variableOf } from '../../../../ir/names';
import type { Expr, Place, Shape, VariableId } from '../../../../ir/types';
import { count } from '../../../limitedSink';
import { sketch } from '../../../mapped';
import type { ApplySyntax, ArgumentSyntax, ExprSyntax, NameSyntax, RangeSyntax } from '../../parse/syntax';
import { mentionsSome, readsSome, visitRead } from '../../parse/visit';
import { difference, fold } from '../../resolve/constants/fold';
import { genericNamed, lookUp, routineNamed, shapeOf, variableFor } from '../../resolve/symbols';
import { bad, type Context, dryRun, report, type VariableSymbol } from '../context';
import { inTemporary } from '../emit';
import { dimensionsOf } from '../entryBounds';
import {
  type ArrayValue,
  isArray,
  type Natural,
  ONE,
  type Operand,
  sameInteger,
  type Walk,
} from '../operands';
import { scalar, typeName, value } from '../values';
import { natural, subscriptAt, trips, wholeDimensions } from '../walks';

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
  if (e.args.length !== rank)
    return report(
      ctx,
      'shape',
      `${symbol.name} has ${count(rank, 'dimension')}, not ${e.args.length}.`,
      e.span,
    );
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
  // Bounds that are left out are the declared ones, also where the stride is negative: `x(::-1)` has no element.
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

/** An element, or the array that a section is. */
export function sectionValue(ctx: Context, section: Section, span: Span): Operand {
  const { type } = variableOf(ctx.shared, section.variable);
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
      s.kind === 'run' ? s.natural : s.kind === 'list' ? itemAt(s.list.natural, 0) : natural(ONE, ONE),
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

/**
 * The array that an array assignment of the routine writes, while its right side is lowered: single elements of it have
 * their values from before the assignment, so they are kept aside (`a = a / a(1)`).
 */
const assigned = new WeakMap<object, VariableId>();

function snapshot(ctx: Context, place: Place): Expr {
  return assigned.get(ctx.routine) === place.variable ? inTemporary(ctx, place, 'temp') : place;
}

/** Lowers what is assigned to a section. */
export function whileAssigning<T>(ctx: Context, { variable }: Section, run: () => T): T {
  assigned.set(ctx.routine, variable);
  const found = run();
  assigned.delete(ctx.routine);
  return found;
}

/** In which direction a loop may run; `either` where no element that is written is read by another trip. */
type Order = 'forwards' | 'backwards' | 'either';

/** Null where the text does not tell. */
export function shiftOrder(
  ctx: Context,
  symbol: VariableSymbol,
  target: Section,
  syntax: ExprSyntax,
): Order | null {
  const found = new Set<Order | null>();
  const spellings = new Set<string>();
  visitRead(syntax, (e) => {
    if (e.kind !== 'name' && e.kind !== 'apply') return;
    if (e.name === symbol.name) {
      const spelling = sketch(e);
      if (!spellings.has(spelling)) found.add(orderBeside(ctx, symbol, target, e));
      spellings.add(spelling);
    } else if (
      readsUnnamed(ctx, symbol, e) ||
      (e.kind === 'apply' && lookUp(ctx.scope, e.name)?.kind !== 'variable' && mentions(symbol, e))
    )
      found.add(null);
  });
  found.delete('either');
  if (found.size > 1) return null;
  const [only = 'either'] = found;
  return only;
}

function orderBeside(
  ctx: Context,
  symbol: VariableSymbol,
  target: Section,
  e: NameSyntax | ApplySyntax,
): Order | null {
  const source = dryRun(ctx, () => targetSection(ctx, symbol, e));
  if (source?.subscripts.length !== target.subscripts.length) return null;
  // A single element was kept aside before the loop.
  if (source.subscripts.every(({ kind }) => kind === 'at')) return 'either';
  const ways = target.subscripts.map((to, d) => wayTo(to, source.subscripts[d]));
  // Elements that differ in one subscript are apart, whatever the others are.
  if (target.subscripts.some(({ kind }, d) => kind === 'at' && ways[d])) return 'either';
  const moved = ways.filter((way) => way !== 0);
  const [only = 0] = moved;
  if (only === null || moved.length > 1) return null;
  return only === 0 ? 'either' : only > 0 ? 'forwards' : 'backwards';
}

/** How many trips after the one that reads it an element is written, as far as one subscript tells; null where it doesn't. */
function wayTo(to: Subscript, from: Subscript | undefined): number | null {
  if (from?.kind === 'at' && to.kind === 'at') return distance(from.at, to.at);
  if (from?.kind !== 'run' || to.kind !== 'run') return null;
  const step = evaluate(to.natural.step);
  if ((step !== 1 && step !== -1) || evaluate(from.natural.step) !== step) return null;
  const way = distance(from.natural.first, to.natural.first);
  return way === null ? null : way * step;
}

function distance(from: Expr, to: Expr): number | null {
  const [p, q] = sameInteger(from, to);
  return evaluate(difference(p, q));
}

/** Whether a variable may be read here without its name: under another one for its memory, or by an elemental routine. */
export function readsUnnamed(ctx: Context, symbol: VariableSymbol, e: NameSyntax | ApplySyntax): boolean {
  if (lookUp(ctx.scope, e.name)?.kind === 'variable') return sharesMemory(ctx, symbol, e.name);
  if (e.kind === 'name') return false;
  // It has each element as an argument, and may see the array itself: of its module, of its host, or in a structure.
  const isSeen = symbol.home !== ctx.scope || symbol.storage !== null;
  return [genericNamed(ctx, e.name) ?? routineNamed(ctx, e.name) ?? []]
    .flat()
    .some((each) => each.unit?.header?.elemental && (isSeen || each.parameters.some((p) => p.dimensions)));
}

/** The same of all parts of an expression. */
export function readsUnnamedIn(ctx: Context, symbol: VariableSymbol, e: ExprSyntax): boolean {
  return readsSome(e, (part) => readsUnnamed(ctx, symbol, part));
}

/** Whether a name means another variable in the same memory. */
export function sharesMemory(ctx: Context, symbol: VariableSymbol, name: string): boolean {
  const other = lookUp(ctx.scope, name);
  if (other?.kind !== 'variable' || other === symbol) return false;
  const { memory: a } = symbol;
  const { memory: b } = other;
  return a !== null && b !== null && a.root === b.root && a.from < b.to && b.from < a.to;
}

export function mentions(symbol: VariableSymbol, e: ExprSyntax | RangeSyntax): boolean {
  return mentionsSome(e, (name) => name === symbol.name);
}
