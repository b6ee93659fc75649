/**
 * ALLOCATABLE arrays that their routine allocates once: automatic arrays with the bounds that ALLOCATE gives. A bound may
 * name a local that is set once, before anything else can change it: what it is set to stands in its place.
 */

import { getOrMake } from '../../../base/once';
import { convert, isConstant, rewrite, sameExpr } from '../../../ir/build';
import { variableOf } from '../../../ir/names';
import type { Expr } from '../../../ir/types';
import { mapped, sketch } from '../../mapped';
import type * as S from '../parse/syntax';
import { hasOwnBounds, resultName } from '../parse/syntax';
import { allOfKind, mentionsIn, visitExpression } from '../parse/visit';
import { changesIn, changesInside, type Routines } from '../resolve/pointers/changes';
import { routineNamed, shapeOf } from '../resolve/symbols';
import { type Context, dryRun, report, temporary, unsupported, type VariableSymbol } from './context';
import { isKnownAtEntry } from './entryBounds';
import { isArray, ONE } from './operands';
import { integer, value } from './values';

export const EXPLICIT = 'Declare the array with explicit bounds, or pass it as an argument.';

const SEEN_BY_ALL =
  'Allocate it once, by what the routine that calls all the others sees under the same names, or give it explicit bounds.';

export function settleAllocations(ctx: Context, symbols: readonly VariableSymbol[]): void {
  const wanted = symbols.filter((symbol) => symbol.allocatable && !symbol.poison);
  if (wanted.length === 0) return;
  const { unit } = ctx.scope;
  const { arrayResult } = ctx.routine;
  const given = allocatedIn(unit.body);
  const values = setOnce(ctx);
  for (const symbol of wanted) {
    const isResult = symbol === arrayResult;
    const isDummy = symbol.dummy && !isResult;
    const entities = sameBounds(given.get(isResult ? resultName(unit) : symbol.name) ?? []);
    const [only] = entities;
    if (hasMemory(symbol, isDummy, entities)) continue;
    if (!only && unit.kind !== 'module' && !isNamed(unit, symbol.name)) {
      symbol.poison = true;
      continue;
    }
    if (entities.length === 1 && only?.dimensions && !isDummy && unit.kind !== 'module')
      symbol.dimensions = inValues(only.dimensions, values);
    else if (!only && !symbol.dummy && unit.kind !== 'module' && isAssignedWhole(unit.body, symbol.name))
      givenByAssignment.add(symbol);
    else {
      const what = refused(symbol, unit.kind === 'module', isDummy, only !== undefined);
      const instead = unit.kind === 'module' ? SEEN_BY_ALL : EXPLICIT;
      unsupported(ctx, what, (entities[1] ?? only)?.span ?? symbol.span, instead);
      symbol.poison = true;
    }
  }
}

/** A dummy that comes with its memory, and a scalar, which has its own from the start. */
function hasMemory(symbol: VariableSymbol, isDummy: boolean, entities: readonly S.Entity[]): boolean {
  const isScalar = !symbol.dimensions && entities.every((each) => !each.dimensions);
  if (isScalar) symbol.allocatable = false;
  return isScalar || (isDummy && entities.length === 0);
}

function refused(
  { name }: VariableSymbol,
  inModule: boolean,
  isDummy: boolean,
  isAllocated: boolean,
): string {
  if (inModule) return 'An ALLOCATABLE variable of a module is';
  if (isDummy) return 'Allocating an argument is';
  return isAllocated
    ? 'An array that is allocated more than once is'
    : `The ALLOCATABLE array ${name.replaceAll('.', '%')}, to which no ALLOCATE gives bounds, is`;
}

/** Allocated again with the bounds that it had, it is the same array. */
function sameBounds(entities: readonly S.Entity[]): readonly S.Entity[] {
  const [first] = entities;
  const isSame = entities.every((each) => sketch(each.dimensions) === sketch(first?.dimensions));
  return first && isSame ? [first] : entities;
}

// ---------------------------------------------------------------------------------------------- allocation by assignment

/** ALLOCATABLE arrays without bounds in an ALLOCATE: what is assigned to them first, or SOURCE= and MOLD=, says how large they are. */
const givenByAssignment = new WeakSet<VariableSymbol>();

export function isGivenByAssignment(symbol: VariableSymbol): boolean {
  return givenByAssignment.has(symbol);
}

function isNamed({ body, contains }: S.Unit, name: string): boolean {
  return mentionsIn(body).some((e) => e.name === name) || contains.some((inner) => isNamed(inner, name));
}

function isAssignedWhole(body: readonly S.Node[], name: string): boolean {
  return (
    allOfKind(body, 'assign').some(({ target }) => target.kind === 'name' && target.name === name) ||
    allOfKind(body, 'allocate').some(
      ({ source, entities }) => source && entities.some((each) => each.name === name),
    )
  );
}

/**
 * The shape of what is assigned is that of the array. Another shape later would be another allocation.
 * @returns whether the assignment can go on
 */
export function takeShape(
  ctx: Context,
  symbol: VariableSymbol,
  { target, value: given }: Pick<S.StatementOf<'assign'>, 'target' | 'value'>,
): boolean {
  if (symbol.poison) return false;
  const source = dryRun(ctx, () => value(ctx, given));
  if (ctx.failed) return false;
  if (!isArray(source)) {
    if (symbol.id !== null) return true;
    report(
      ctx,
      'shape',
      `${symbol.name} has no size yet, and a scalar gives it none.`,
      target.span,
      EXPLICIT,
    );
    return false;
  }
  const known = symbol.id === null ? null : shapeOf(ctx, symbol.id);
  const extents = source.extents.flatMap((extent) =>
    extent ? [convert(inValuesSetOnce(ctx, extent), 'i32')] : [],
  );
  const isSame = (known?.dimensions ?? []).every(({ extent }, d) => {
    const other = extents[d];
    return extent && other && sameExpr(extent, other);
  });
  if (known && isSame && known.dimensions.length === extents.length) return true;
  const isRank = extents.length === (symbol.dimensions?.length ?? 0);
  // LBOUND of a section or an expression is 1.
  const lower = extents.map((_, d) => {
    const first = hasOwnBounds(given) ? source.natural[d]?.first : undefined;
    return first ? inValuesSetOnce(ctx, first) : ONE;
  });
  if (known || !isRank || ![...extents, ...lower].every((bound) => isKnownAtEntry(ctx, bound))) {
    const what = known
      ? `Assigning another size to the ALLOCATABLE ${symbol.name} is`
      : 'An ALLOCATABLE array whose size is not known at entry is';
    unsupported(ctx, what, target.span, EXPLICIT);
    symbol.poison = true;
    return false;
  }
  const dimensions = extents.map((extent, d) => ({ lower: lower[d] ?? ONE, extent }));
  const id = temporary(ctx, symbol.name, symbol.type, { dimensions, order: 'column' });
  const made = variableOf(ctx.shared, id);
  symbol.id = id;
  ctx.shared.variables[id] = { ...made, name: symbol.name, role: 'local', span: symbol.span };
  return true;
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
    return known ? { kind: 'paren', inner: known, span: e.span } : e;
  });
}

/**
 * `if (.not. allocated(x)) allocate (x(n))`, `if (allocated(x)) deallocate (x)`: memory is had once, and given back at the end. Not
 * with SOURCE=, which gives it values only when it is made.
 */
export function guardsAllocation(condition: S.ExprSyntax, body: readonly S.Node[]): boolean {
  let asked = condition;
  while (asked.kind === 'paren') asked = asked.inner;
  const isFree = asked.kind === 'unary' && asked.op === '.not.';
  if (asked.kind === 'unary') asked = asked.operand;
  if (asked.kind !== 'apply' || asked.name !== 'allocated' || asked.args.length !== 1) return false;
  return body.every(
    (node) =>
      node.kind === 'continue' || (isFree && node.kind === 'allocate' && (!node.source || node.isMold)),
  );
}
