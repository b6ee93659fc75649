/**
 * ALLOCATABLE arrays that their routine allocates once: automatic arrays with the bounds that ALLOCATE gives. A bound may
 * name a local that is set once, before anything else can change it: what it is set to stands in its place.
 */

import { getOrMake } from '../../../base/once';
import type { Span } from '../../../base/span';
import { convert, isConstant, rewrite, sameExpr } from '../../../ir/build';
import { variableOf } from '../../../ir/names';
import type { Expr } from '../../../ir/types';
import { mapped, sketch } from '../../mapped';
import { paren } from '../parse/made';
import type * as S from '../parse/syntax';
import { hasOwnBounds, resultName } from '../parse/syntax';
import { allOfKind, jumpTargets, mentionsIn, visitExpression, visitNodes } from '../parse/visit';
import { changesIn, changesInside, type Routines } from '../resolve/pointers/changes';
import { lookUp, routineNamed, shapeOf } from '../resolve/symbols';
import { mentions } from './arrays/sections';
import { kept } from './calls/copies';
import { type Context, dryRun, report, unsupported, type VariableSymbol } from './context';
import { isKnownAtEntry } from './entryBounds';
import {
  arrayOfSize,
  beginsAtOne,
  giveSize,
  hasSize,
  sizeLate,
  takeFromAssignment,
  withoutLate,
} from './lateSizes';
import { type ArrayValue, isArray, ONE, type Operand } from './operands';
import { integer, value } from './values';

export const EXPLICIT = 'Declare the array with explicit bounds, or pass it as an argument.';

const SEEN_BY_ALL =
  'Allocate it once, by what the routine that calls all the others sees under the same names, or give it explicit bounds.';

export function settleAllocations(ctx: Context, symbols: readonly VariableSymbol[]): void {
  const wanted = symbols.filter((symbol) => symbol.allocatable && !symbol.poison);
  const { unit } = ctx.scope;
  if (unit.kind === 'module')
    for (const each of wanted) hasMemory(each, each.dummy, []) || refuse(ctx, each, undefined);
  else if (wanted.length > 0) settleAll(ctx, wanted, allocatedIn(unit.body), setOnce(ctx));
}

function settleAll(
  ctx: Context,
  wanted: readonly VariableSymbol[],
  given: ReadonlyMap<string, readonly S.Entity[]>,
  values: ReadonlyMap<string, S.ExprSyntax>,
): void {
  const { unit } = ctx.scope;
  const { arrayResult } = ctx.routine;
  const sized: [VariableSymbol, readonly S.Entity[]][] = [];
  for (const symbol of wanted) {
    const isResult = symbol === arrayResult;
    const entities = sameBounds(given.get(isResult ? resultName(unit) : symbol.name) ?? []);
    if (hasMemory(symbol, symbol.dummy && !isResult, entities)) continue;
    symbol.poison = entities.length === 0 && !isNamed(unit, symbol.name);
    if (symbol.poison) continue;
    if (symbol.dummy && !isResult) refuse(ctx, symbol, entities[0]);
    else if (isResult && entities.length === 1)
      symbol.dimensions = inValues(entities, values)[0]?.dimensions ?? null;
    else if (isSized(entities) && !isResult) sized.push([symbol, inValues(entities, values)]);
    else if (entities.length > 0 || isResult || !isGiven(ctx, symbol)) refuse(ctx, symbol, entities[0]);
  }
  const isAssigned = (name: string) => timesGiven(unit.body, name) > 0;
  for (const [symbol, [only]] of withoutLate(ctx, sized, isAssigned))
    symbol.dimensions = only?.dimensions ?? null;
  refuseKept(ctx, wanted);
}

/** Whether an ALLOCATE with a guard may find memory of another size, which the array keeps then. */
function mayKeepMemory(body: readonly S.Node[], name: string): boolean {
  const naming = (nodes: readonly S.Node[]) =>
    allOfKind(nodes, 'allocate').filter(({ entities }) => entities.some((each) => each.name === name));
  const [first] = naming(body);
  const inLoops = allOfKind(body, 'doBlock').flatMap((loop) => naming(loop.body));
  let found = false;
  visitNodes(body, (node) => {
    for (const each of naming(guarded(node) ?? []))
      found ||= each !== first || inLoops.includes(each) || jumpTargets(body).size > 0;
  });
  return found;
}

function refuseKept(ctx: Context, symbols: readonly VariableSymbol[]): void {
  for (const symbol of symbols) {
    if (!symbol.late || !mayKeepMemory(ctx.scope.unit.body, symbol.name)) continue;
    const what = `Keeping the memory that ALLOCATED finds, where ${symbol.name} may get another size, is`;
    unsupported(ctx, what, symbol.span, 'Allocate it once, ahead of loops and without a test.');
    symbol.poison = true;
  }
}

/** Whether assignments give it its shape: one, or several, which may give it different ones. */
function isGiven(ctx: Context, symbol: VariableSymbol): boolean {
  const times = timesGiven(ctx.scope.unit.body, symbol.name);
  if (times === 1) takeFromAssignment(symbol);
  else if (times > 1) sizeLate(ctx, symbol);
  return times > 0;
}

/** Whether each ALLOCATE gives it bounds, as many. */
function isSized(entities: readonly S.Entity[]): boolean {
  const ranks = new Set(entities.map(({ dimensions }) => dimensions?.length));
  return ranks.size === 1 && !ranks.has(undefined);
}

function refuse(ctx: Context, symbol: VariableSymbol, only: S.Entity | undefined): void {
  const inModule = ctx.scope.unit.kind === 'module';
  const isDummy = symbol.dummy && symbol !== ctx.routine.arrayResult;
  const what = inModule
    ? 'An ALLOCATABLE variable of a module is'
    : isDummy
      ? 'Allocating an argument is'
      : only
        ? 'An array that is allocated more than once is'
        : `The ALLOCATABLE array ${symbol.name.replaceAll('.', '%')}, to which no ALLOCATE gives bounds, is`;
  unsupported(ctx, what, only?.span ?? symbol.span, inModule ? SEEN_BY_ALL : EXPLICIT);
  symbol.poison = true;
}

/** A dummy that comes with its memory, and a scalar, which has its own from the start. */
function hasMemory(symbol: VariableSymbol, isDummy: boolean, entities: readonly S.Entity[]): boolean {
  const isScalar = !symbol.dimensions && entities.every((each) => !each.dimensions);
  if (isScalar) symbol.allocatable = false;
  return isScalar || (isDummy && entities.length === 0);
}

/** Allocated again with the bounds that it had, it is the same array. */
function sameBounds(entities: readonly S.Entity[]): readonly S.Entity[] {
  const [first] = entities;
  const isSame = entities.every((each) => sketch(each.dimensions) === sketch(first?.dimensions));
  return first && isSame ? [first] : entities;
}

// ---------------------------------------------------------------------------------------------- allocation by assignment

function isNamed({ body, contains }: S.Unit, name: string): boolean {
  return mentionsIn(body).some((e) => e.name === name) || contains.some((inner) => isNamed(inner, name));
}

/** How many statements assign it as a whole, or allocate it by SOURCE= or MOLD=. */
function timesGiven(body: readonly S.Node[], name: string): number {
  const assigned = allOfKind(body, 'assign').filter(
    ({ target }) => target.kind === 'name' && target.name === name,
  );
  const sourced = allOfKind(body, 'allocate').filter(
    ({ source, entities }) => source && entities.some((each) => each.name === name),
  );
  return assigned.length + sourced.length;
}

/**
 * The shape of what is assigned is that of the array, which gets other memory for another one.
 * @returns what is assigned, where that has been evaluated already; null if the assignment can't go on
 */
export function takeShape(
  ctx: Context,
  symbol: VariableSymbol,
  { target, value: given }: Pick<S.StatementOf<'assign'>, 'target' | 'value'>,
): Operand | 'as written' | null {
  if (symbol.poison) return null;
  const { late } = symbol;
  const source = dryRun(ctx, () => value(ctx, given));
  if (ctx.failed) return null;
  const known = symbol.id === null ? late?.shape : shapeOf(ctx, symbol.id);
  if (!isArray(source)) {
    if (known) return 'as written';
    const what = `${symbol.name} has no size yet, and a scalar gives it none.`;
    return report(ctx, 'shape', what, target.span, EXPLICIT);
  }
  const bounds = boundsOf(ctx, source, given);
  const isSame = known?.dimensions.every(({ extent }, d) => {
    const other = bounds[d]?.extent;
    return extent && other && sameExpr(extent, other);
  });
  const isRank = bounds.length === symbol.dimensions?.length;
  if (isRank && (isSame || hasSize(symbol, bounds))) return 'as written';
  if ((known && !late) || !isRank) return anotherSize(ctx, symbol, target.span);
  let now: Operand = source;
  if (
    late ||
    !bounds.every(({ lower, extent }) => isKnownAtEntry(ctx, lower) && isKnownAtEntry(ctx, extent))
  ) {
    now = value(ctx, given);
    if (isArray(now) && mentions(symbol, given)) now = kept(ctx, now, 'copy') ?? now;
  }
  const own = isArray(now) ? boundsOf(ctx, now, given) : bounds;
  if (late) {
    if (!giveSize(ctx, symbol, own, true)) return anotherSize(ctx, symbol, target.span);
  } else {
    const id = arrayOfSize(ctx, symbol.name, symbol.type, own);
    const made = variableOf(ctx.shared, id);
    symbol.id = id;
    ctx.shared.variables[id] = { ...made, name: symbol.name, role: 'local', span: symbol.span };
  }
  return now === source ? 'as written' : now;
}

export function anotherSize(ctx: Context, symbol: VariableSymbol, span: Span): null {
  symbol.poison = true;
  return unsupported(ctx, `Assigning another size to the ALLOCATABLE ${symbol.name} is`, span, EXPLICIT);
}

/** LBOUND of a section or an expression is 1. */
function boundsOf(ctx: Context, { extents, natural }: ArrayValue, given: S.ExprSyntax) {
  const isOne = given.kind === 'name' && beginsAtOne(lookUp(ctx.scope, given.name));
  const hasOwn = hasOwnBounds(given) && !isOne;
  return extents.flatMap((extent, d) => {
    const first = hasOwn ? natural[d]?.first : undefined;
    const lower = first ? inValuesSetOnce(ctx, first) : ONE;
    return extent ? [{ lower, extent: convert(inValuesSetOnce(ctx, extent), 'i32') }] : [];
  });
}

/** An extent in which locals that are set once are what they are set to. */
export function inValuesSetOnce(ctx: Context, extent: Expr): Expr {
  if (isConstant(extent)) return extent;
  const values = setOnce(ctx);
  return rewrite(extent, (part) => {
    const v = part.kind === 'variable' ? ctx.shared.variables[part.variable] : undefined;
    const known = v?.role === 'local' ? values.get(v.name) : undefined;
    return known ? integer(ctx, known, 'A bound') : part;
  });
}

function allocatedIn(body: readonly S.Node[]): Map<string, S.Entity[]> {
  const found = new Map<string, S.Entity[]>();
  for (const { entities, source } of allOfKind(body, 'allocate'))
    for (const entity of entities)
      if (entity.dimensions || !source) getOrMake(found, entity.name, () => []).push(entity);
  return found;
}

function setOnce(ctx: Context): Map<string, S.ExprSyntax> {
  return valuesSetOnce(ctx.scope.unit, (name) => routineNamed(ctx, name)?.unit);
}

/** Scalars that one statement sets, at the top of the body, and nothing else can. */
export function valuesSetOnce(unit: S.Unit, routine: Routines): Map<string, S.ExprSyntax> {
  const { body } = unit;
  const times = new Map<string, number>();
  for (const name of changesIn(body, routine)) times.set(name, (times.get(name) ?? 0) + 1);
  for (const name of changesInside(unit, routine)) times.set(name, 2);
  // An array, whose size is no scalar's.
  for (const { entities } of allOfKind(body, 'allocate')) for (const { name } of entities) times.set(name, 2);
  const values = new Map<string, S.ExprSyntax>();
  for (const node of body)
    if (node.kind === 'assign' && node.target.kind === 'name' && times.get(node.target.name) === 1)
      values.set(node.target.name, inValues(node.value, values));
  // A value that reads variables that are set is not known at entry, nor is what a routine of this text returns.
  for (const [name, e] of values)
    if (namesOfValues(e).some((each) => times.has(each) || routine(each))) values.delete(name);
  return values;
}

/** Names whose values an expression needs: `size(u, 2)` asks for no element of u. */
function namesOfValues(e: S.ExprSyntax): string[] {
  const names: string[] = [];
  const asked = new Set<unknown>();
  visitExpression(e, (part) => {
    if (part.kind === 'apply' && INQUIRIES.has(part.name)) asked.add(part.args[0]?.value);
    if ((part.kind === 'name' || part.kind === 'apply') && !asked.has(part)) names.push(part.name);
  });
  return names;
}
const INQUIRIES: ReadonlySet<string> = new Set(['size', 'lbound', 'ubound']);

export function inValues<T>(tree: T, values: ReadonlyMap<string, S.ExprSyntax>): T {
  return mapped(tree, (e: S.ExprSyntax) => {
    const known = e.kind === 'name' ? values.get(e.name) : undefined;
    if (known?.kind === 'name') return { ...known, span: e.span };
    return known ? paren(known, e.span) : e;
  });
}

/**
 * What stands in `if (.not. allocated(x)) allocate (x(n))`, `if (allocated(x)) deallocate (x)`: memory is had once, and given
 * back at the end. Not with SOURCE=, which gives it values only when it is made. Null of other statements.
 */
export function guarded(node: S.Node): readonly S.Node[] | null {
  const arm = node.kind === 'ifBlock' && node.arms.length === 1 ? node.arms[0] : null;
  let asked = arm?.condition;
  const inside = arm?.body ?? [];
  while (asked?.kind === 'paren') asked = asked.inner;
  const isFree = asked?.kind === 'unary' && asked.op === '.not.';
  if (asked?.kind === 'unary') asked = asked.operand;
  if (asked?.kind !== 'apply' || asked.name !== 'allocated' || asked.args.length !== 1) return null;
  const isMemory = (each: S.Node) =>
    each.kind === 'continue' || (isFree && each.kind === 'allocate' && (!each.source || each.isMold));
  return inside.every(isMemory) ? inside : null;
}
