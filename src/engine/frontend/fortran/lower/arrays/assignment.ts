/** Assignment to arrays and sections, as loops: by way of a copy where a value could be overwritten before it is read. */

import type { Span } from '../../../../base/span';
import * as b from '../../../../ir/build';
import { variableOf } from '../../../../ir/names';
import type { Expr, Place } from '../../../../ir/types';
import { sketch } from '../../../mapped';
import type * as S from '../../parse/syntax';
import { readsSome, visitExpression } from '../../parse/visit';
import { difference, foldValue, total } from '../../resolve/constants/fold';
import { genericNamed, lookUp, routineNamed, shapeOf } from '../../resolve/symbols';
import { inValuesSetOnce } from '../allocations';
import { tellExtents } from '../calls/arrayFunctions';
import { copyIn } from '../calls/copies';
import { type Context, report, temporary, unsupported, type VariableSymbol } from '../context';
import { conform } from '../elementwise';
import { assignTo, loopNest } from '../emit';
import { type ArrayValue, elementAt, isArray, type Operand, type Walk } from '../operands';
import { converted, scalar, value } from '../values';
import { arrayOf } from '../walks';
import { constructorItems, countedLoop, listOf } from './constructors';
import {
  mentions,
  placeAt,
  readsUnnamed,
  readsUnnamedIn,
  type Section,
  type Subscript,
  sectionValue,
  shiftOrder,
  targetSection,
  whileAssigning,
} from './sections';

/** `target = value`, whatever the target's rank: a statement for a scalar, a loop nest for an array. */
export function assignArray(
  ctx: Context,
  symbol: VariableSymbol,
  { target, value: syntax }: S.StatementOf<'assign'>,
  given: Operand | null = null,
): void {
  const section = steadySection(ctx, symbol, target);
  if (!section) return;
  const { type } = variableOf(ctx.shared, section.variable);
  const place = sectionValue(ctx, section, target.span);
  if (!isArray(place)) {
    const source = scalar(ctx, syntax);
    if (!ctx.failed) assignTo(ctx, place as Place, converted(ctx, source, type, syntax.span));
    return;
  }
  const isList =
    !given &&
    syntax.kind === 'constructor' &&
    !countedLoop(ctx, syntax) &&
    !readsUnnamedIn(ctx, symbol, syntax);
  const listed = isList ? assignItems(ctx, section, type, syntax) : null;
  if (listed === 'done') return;
  tellExtents(syntax, symbol.allocatable ? null : place.extents);
  const source = listed ?? given ?? whileAssigning(ctx, section, () => value(ctx, syntax));
  if (!symbol.sized && !given && !symbol.late && target.kind === 'name' && isArray(source))
    keepsSize(ctx, symbol, [place, source], { target, value: syntax });
  if (isArray(source)) conform(ctx, place, source, ctx.span);
  if (ctx.failed) return;
  if (place.extents.some((extent) => extent === null)) {
    report(
      ctx,
      'bounds',
      `The size of ${symbol.name} is not known here.`,
      target.span,
      'Write a loop, or a section with its bounds.',
    );
    return;
  }
  const isCrossed = !listed && !given && overlaps(ctx, symbol, target, syntax);
  const order = isCrossed ? orderOf(ctx, { symbol, section }, target, syntax) : 'either';
  const nest = (body: EachElement) => loopNest(ctx, place.natural, body, order === 'backwards');
  const from = { value: source, span: syntax.span };
  store(ctx, { symbol, section, span: target.span, nest }, from, order ? 'straight' : 'copy');
}

/**
 * An assignment gives an ALLOCATABLE array another size where it has to, which none can have here. One of a module is an argument
 * by now, which is taken to have its size already, but for a list of itself and more.
 */
function keepsSize(
  ctx: Context,
  symbol: VariableSymbol,
  [place, source]: readonly [ArrayValue, ArrayValue],
  { target, value: given }: { readonly target: S.NameSyntax; readonly value: S.ExprSyntax },
): void {
  const isSame = place.extents.every((extent, d) => {
    const other = source.extents[d];
    return (
      extent &&
      other &&
      b.isConstant(
        difference(inValuesSetOnce(ctx, extent), b.convert(inValuesSetOnce(ctx, other), extent.type)),
        0,
      )
    );
  });
  const items = given.kind === 'constructor' ? given.items : [];
  const isPart = items.length > 1 && items.some((e) => e.kind === 'name' && e.name === target.name);
  if (isSame || ctx.failed || !(symbol.allocatable || isPart)) return;
  unsupported(
    ctx,
    `Assigning what may have another size to the ALLOCATABLE ${symbol.name} is`,
    target.span,
    `Write \`${symbol.name}(:) =\` if the sizes are the same.`,
  );
}

type EachElement = (walks: readonly Walk[]) => void;

/** What is assigned to, and the loops over its elements. */
interface Target {
  readonly symbol: VariableSymbol;
  readonly section: Section;
  readonly span: Span;
  readonly nest: (body: EachElement) => void;
}

/**
 * Stores values where they belong: straight, by way of a copy, or in one of the two phases of a FORALL. With a copy the whole
 * right side is evaluated before anything is overwritten, as the language says.
 */
export function store(
  ctx: Context,
  { symbol, section, span, nest }: Target,
  from: { readonly value: Operand; readonly span: Span },
  way: 'straight' | 'copy' | S.Held,
): void {
  const { type } = variableOf(ctx.shared, section.variable);
  const put = (to: Section, element: (walks: readonly Walk[]) => Expr) =>
    nest((walks) => assignTo(ctx, placeAt(to, type, walks, span), element(walks)));
  const element = (walks: readonly Walk[]) => converted(ctx, elementAt(from.value, walks), type, from.span);
  if (way === 'straight') {
    put(section, element);
    return;
  }
  const held = copyOf(ctx, symbol, section, span, way === 'copy' ? null : way.copy);
  if (!held) return;
  if (way === 'copy' || way.phase === 'take') put(held, element);
  if (way === 'copy' || way.phase === 'put') put(section, (walks) => placeAt(held, type, walks, span));
}

function orderOf(
  ctx: Context,
  { symbol, section }: { readonly symbol: VariableSymbol; readonly section: Section },
  target: S.NameSyntax | S.ApplySyntax,
  syntax: S.ExprSyntax,
) {
  return hasInSubscripts(symbol, target) ? null : shiftOrder(ctx, symbol, section, syntax);
}

/** `k(k(1):3)` */
function hasInSubscripts(symbol: VariableSymbol, target: S.NameSyntax | S.ApplySyntax): boolean {
  return target.kind === 'apply' && target.args.some((arg) => mentions(symbol, arg.value));
}

/** What is assigned to, with the subscripts from before that: `k(k(1), :) = 2`, `k(k) = 1`. */
export function steadySection(
  ctx: Context,
  symbol: VariableSymbol,
  target: S.NameSyntax | S.ApplySyntax,
): Section | null {
  const section = targetSection(ctx, symbol, target);
  if (!section || !hasInSubscripts(symbol, target)) return section;
  // One element is found before it is set.
  if (section.subscripts.every(({ kind }) => kind === 'at')) return section;
  const { span } = target;
  const subscripts = section.subscripts.map((s): Subscript | null => {
    if (s.kind === 'run' || (s.kind === 'at' && s.at.kind === 'constant')) return s;
    if (s.kind === 'at') {
      const at = b.variable(temporary(ctx, 'at', s.at.type), s.at.type, span);
      assignTo(ctx, at, s.at);
      return { kind: 'at', at };
    }
    const copy = copyIn(ctx, s.list);
    return copy === null ? null : { kind: 'list', list: arrayOf(ctx, copy, span) };
  });
  const known = subscripts.flatMap((s) => s ?? []);
  if (known.length === subscripts.length) return { ...section, subscripts: known };
  return unsupported(
    ctx,
    'A list of subscripts from the array itself, of unknown size, is',
    span,
    'Keep it in another array.',
  );
}

/** One of the two assignments that a FORALL makes of one that reads what it assigns. */
export function assignHeld(
  ctx: Context,
  symbol: VariableSymbol,
  { target, value: syntax }: S.StatementOf<'assign'>,
  held: S.Held,
): void {
  const section = targetSection(ctx, symbol, target);
  const place = section && sectionValue(ctx, section, target.span);
  if (!section || !place || ctx.failed) return;
  const source = held.phase === 'take' ? value(ctx, syntax) : place;
  if (isArray(source) && isArray(place)) conform(ctx, place, source, ctx.span);
  if (isArray(source) && !isArray(place))
    report(ctx, 'shape', 'A scalar is needed here, not an array.', syntax.span);
  if (ctx.failed) return;
  const nest = (body: EachElement) => loopNest(ctx, isArray(place) ? place.natural : [], body);
  store(ctx, { symbol, section, span: target.span, nest }, { value: source, span: syntax.span }, held);
}

/** A list of scalars to an array of one dimension: a statement each. With arrays in it, the list as an array. */
function assignItems(
  ctx: Context,
  section: Section,
  type: Expr['type'],
  syntax: S.ConstructorSyntax,
): 'done' | Operand | null {
  const free = section.subscripts.filter((s) => s.kind !== 'at');
  const only = free[0];
  if (free.length !== 1 || only?.kind !== 'run') return null;
  const found = whileAssigning(ctx, section, () => constructorItems(ctx, syntax.items));
  if (ctx.failed) return 'done';
  const items = found.filter((item) => !isArray(item));
  if (items.length < found.length) return listOf(ctx, found, syntax.span);
  if (only.extent?.kind === 'constant' && only.extent.value !== items.length) {
    report(ctx, 'shape', `There are ${items.length} values for ${only.extent.value} elements.`, syntax.span);
    return 'done';
  }
  items.forEach((item, i) => {
    const index = total(
      only.natural.first,
      b.multiply(b.constant(i, only.natural.first.type), only.natural.step),
    );
    const walk: Walk = { index, first: only.natural.first, step: only.natural.step };
    assignTo(ctx, placeAt(section, type, [walk], item.span), converted(ctx, item, type, item.span));
  });
  return 'done';
}

/** The same section of an array of the same shape, for values to wait in; that of the other phase, if there is one. */
function copyOf(
  ctx: Context,
  symbol: VariableSymbol,
  section: Section,
  span: Span,
  copy: S.HeldCopy | null,
): Section | null {
  const known = copy === null ? undefined : ctx.held.get(copy);
  if (known !== undefined) return { ...section, variable: known };
  const shape = shapeOf(ctx, section.variable);
  const { type } = variableOf(ctx.shared, section.variable);
  if (!shape || shape.dimensions.some(({ extent }) => extent === null))
    return unsupported(
      ctx,
      `Assigning to a part of ${symbol.name} from another part of it, without knowing its size, is`,
      span,
      'Write a loop.',
    );
  const variable = temporary(ctx, `${symbol.name}_copy`, type, shape);
  if (copy !== null) ctx.held.set(copy, variable);
  return { ...section, variable };
}

/** Could an element be read after the loop has overwritten it? Not where the array stands with the same subscripts throughout. */
export function overlaps(
  ctx: Context,
  symbol: VariableSymbol,
  target: S.NameSyntax | S.ApplySyntax,
  syntax: S.ExprSyntax,
): boolean {
  const wanted = sketch(target);
  const crosses = (e: S.NameSyntax | S.ApplySyntax): boolean =>
    (e.kind === 'apply' && MOVING.has(e.name) && mentions(symbol, e)) ||
    readsUnnamed(ctx, symbol, e) ||
    (e.name === symbol.name && sketch(e) !== wanted && !isElement(ctx, e) && !apart(ctx, target, e));
  return readsSome(syntax, crosses) || hasInSubscripts(symbol, target);
}

/** `a(:, 0)` and `a(:, 1)` share nothing, nor do `a(1:3)` and `a(4:6)`. */
function apart(ctx: Context, x: S.NameSyntax | S.ApplySyntax, y: S.NameSyntax | S.ApplySyntax): boolean {
  if (x.kind !== 'apply' || y.kind !== 'apply') return false;
  return x.args.some((arg, d) => {
    const other = y.args[d];
    if (!other) return false;
    const [p, q] = [runOf(ctx, arg.value), runOf(ctx, other.value)];
    return p !== null && q !== null && (p.last < q.first || q.last < p.first);
  });
}

/** The least and the largest subscript, where those are constants. */
function runOf(ctx: Context, e: S.ExprSyntax | S.RangeSyntax): { first: number; last: number } | null {
  const [from, to] = e.kind === 'range' ? [e.lower, e.upper] : [e, e];
  const first = from && constantAt(ctx, from);
  const last = to && constantAt(ctx, to);
  if (first === null || last === null) return null;
  return { first: Math.min(first, last), last: Math.max(first, last) };
}

function constantAt(ctx: Context, e: S.ExprSyntax): number | null {
  const probe: Context = { ...ctx, out: [], pure: true };
  if (e.kind !== 'number' && e.kind !== 'unary' && e.kind !== 'name') return null;
  const found = value(probe, e);
  return isArray(found) ? null : foldValue(found);
}

/** Intrinsics that read other elements than the one at hand. */
const MOVING = new Set(['matmul', 'transpose', 'reshape', 'spread', 'cshift', 'eoshift']);

function mayGiveArray(ctx: Context, name: string): boolean {
  return genericNamed(ctx, name) !== null || (routineNamed(ctx, name)?.arrayResult ?? null) !== null;
}

/** A single element, which was kept aside; subscripts that are arrays make it more. */
function isElement(ctx: Context, e: S.NameSyntax | S.ApplySyntax): boolean {
  if (e.kind !== 'apply') return false;
  let single = true;
  for (const arg of e.args)
    visitExpression(arg.value, (part) => {
      if (part.kind === 'range' || part.kind === 'constructor') single = false;
      if (part.kind !== 'name' && part.kind !== 'apply') return;
      const symbol = lookUp(ctx.scope, part.name);
      const isArray = symbol?.kind === 'variable' && symbol.dimensions;
      if (part.kind === 'name' ? isArray : !isArray && mayGiveArray(ctx, part.name)) single = false;
    });
  return single;
}
