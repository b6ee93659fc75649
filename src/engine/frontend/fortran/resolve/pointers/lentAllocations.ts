/**
 * ALLOCATE of an argument, as routines that set up a structure have it. The array belongs to the routine at the head of the
 * calls: each caller allocates what it passes, with what it passes in place of the arguments in the bounds, and to the
 * routine that it calls, the array is one that comes with its memory.
 *
 *     subroutine init(g, k)                                      subroutine init(g, k)
 *     real, allocatable :: g(:); allocate (g(k))            →    real :: g(:)
 *     …                                                          …
 *     real, allocatable :: w(:); call init(w, n)                 allocate (w(n)); call init(w, n)
 */
import { getOrMake } from '../../../../base/once';
import type { Span } from '../../../../base/span';
import { mapped, namesOf, sketch, someNode } from '../../../mapped';
import { guarded, inValues, valuesSetOnce } from '../../lower/allocations';
import { INTRINSIC_NAMES } from '../../lower/intrinsics/intrinsics';
import { valuesPassed } from '../../parse/calls';
import { entityOf, statement } from '../../parse/made';
import type * as S from '../../parse/syntax';
import { originOf, resultName, unitsIn } from '../../parse/syntax';
import { allOfKind, declarationsOf, namesInBounds, redeclared } from '../../parse/visit';
import { type Hoisting, rewrittenConstruct, withHoisted } from '../hoisted';
import { mayChange, type Routines } from './changes';
import { isScalar, shapeOf } from './shapes';

type Dimensions = readonly S.DimensionSyntax[];
type Sites = ReadonlyMap<string, ReadonlySet<string>>;
type Values = ReadonlyMap<string, S.ExprSyntax>;

/** A routine, and what stands around it, the outermost first. */
interface Placed {
  readonly unit: S.Unit;
  readonly around: readonly S.Unit[];
}

/** What a routine allocates of its arguments. */
interface Lending {
  readonly parameters: readonly S.Name[];
  readonly allocated: ReadonlyMap<string, Dimensions>;
}

export function withoutLentAllocations(units: readonly S.Unit[]): readonly S.Unit[] {
  const sites = sitesOf(units.flatMap(unitsIn), units);
  let at = units.map((unit) => allocatingByValue(unit, sites, units));
  const settled = new Set<string>();
  // What a routine allocates for those that it calls, its own callers may have to allocate.
  for (;;) {
    const all = at.flatMap((unit) => placesOf(unit, []));
    const lending = new Map<string, Lending>();
    for (const each of all) {
      const { name } = each.unit.name;
      const found = lendingOf(each, all, settled);
      if (found) lending.set(name, found);
    }
    if (lending.size === 0) return at;
    for (const [name, { allocated }] of lending)
      for (const array of allocated.keys()) settled.add(keyOf(name, array));
    at = at.map((unit) => rewritten(unit, lending));
  }
}

/** The shapes that each component is given, in whatever structure it is: what is assigned in terms of itself had one before. */
function sitesOf(own: readonly S.Unit[], units: readonly S.Unit[]): Sites {
  const sites = new Map<string, Set<string>>();
  for (const unit of own) {
    const text = { unit, units };
    const note = (name: string, shape: Dimensions | null, { start }: Span): void => {
      // Names mean the same in one routine, and its copies, only.
      const told = shape ? `${originOf(unit)} ${sketch(shape)}` : `${start}`;
      getOrMake(sites, leafOf(name), () => new Set()).add(told);
    };
    for (const { entities, source, span } of allOfKind(unit.body, 'allocate'))
      for (const { name, dimensions } of entities)
        note(name, dimensions ?? (source && shapeOf(text, source)), span);
    for (const { target, value, span } of allOfKind(unit.body, 'assign'))
      if (target.kind === 'name' && !isScalar(text, value) && !names(value, target.name))
        note(target.name, shapeOf(text, value), span);
  }
  return sites;
}

const names = (value: S.ExprSyntax, name: string): boolean =>
  someNode(value, (node) => 'name' in node && node.name === name);

const leafOf = (name: string): string => name.slice(name.indexOf('.') + 1);

/**
 * `self%x = x` allocates as `allocate (self%x(size(x)))` does, where nothing has allocated it before: a result or a dummy that is
 * INTENT(OUT), or a component that nothing else in the text gives a shape.
 */
function allocatingByValue(unit: S.Unit, sites: Sites, units: readonly S.Unit[]): S.Unit {
  const contains = unit.contains.map((inner) => allocatingByValue(inner, sites, units));
  const ownSites = sitesOf([unit], units);
  const isGiven = (name: string): boolean => {
    const attributes = declarationsOf(unit, name).flatMap((s) => s.attributes);
    const isDummy = unit.header?.parameters.some((each) => each.name === name) ?? false;
    const isResult = unit.kind === 'function' && resultName(unit) === name;
    const isFirst =
      isDummy && name.includes('.')
        ? sites.get(leafOf(name))?.size === 1
        : (isResult || (isDummy && attributes.includes('out'))) && ownSites.get(name)?.size === 1;
    return isFirst && attributes.includes('allocatable');
  };
  const changed = (node: S.Node, unit: S.Unit): S.Node => {
    if (node.kind === 'assign' && node.target.kind === 'name' && isGiven(node.target.name)) {
      const { span, label, value } = node;
      const shape = names(value, node.target.name) ? null : shapeOf({ unit, units }, value);
      const entities = [entityOf(node.target.name, span, shape)];
      const made = statement({ kind: 'allocate', entities, status: null, source: value }, span);
      return shape ? { ...made, label } : node;
    }
    if (node.kind !== 'allocate' || !node.source) return node;
    const shape = shapeOf({ unit, units }, node.source);
    const isOpen = (each: S.Entity) => shape !== null && !each.dimensions && isGiven(each.name);
    if (!node.entities.some(isOpen)) return node;
    const entities = node.entities.map((each) => (isOpen(each) ? { ...each, dimensions: shape } : each));
    return { ...node, entities };
  };
  // What MOLD= names may have got its own shape like this.
  let at: S.Unit = { ...unit, contains };
  for (;;) {
    const body = mapped(at.body, (node: S.Node) => changed(node, at));
    if (body === at.body) return at;
    at = { ...at, body };
  }
}

function placesOf(unit: S.Unit, around: readonly S.Unit[]): Placed[] {
  return [{ unit, around }, ...unit.contains.flatMap((inner) => placesOf(inner, [...around, unit]))];
}

const keyOf = (routine: string, array: string): string => `${routine} ${array}`;

function lendingOf(own: Placed, all: readonly Placed[], settled: ReadonlySet<string>): Lending | null {
  const { unit } = own;
  if (unit.kind !== 'subroutine') return null;
  const parameters = unit.header?.parameters ?? [];
  const given = new Map<string, (Dimensions | null)[]>();
  for (const { name, dimensions } of allOfKind(unit.body, 'allocate').flatMap(({ entities }) => entities))
    if (parameters.some((each) => each.name === name)) getOrMake(given, name, () => []).push(dimensions);
  // Routines inside of different units may share a name.
  if (given.size === 0 || all.filter((each) => each.unit.name.name === unit.name.name).length > 1)
    return null;
  const calls = all.flatMap((caller) =>
    callsOf(caller.unit.body, unit.name.name).map(({ args }) => ({
      caller,
      values: valuesPassed(parameters, args),
    })),
  );
  const routine: Routines = (name) => all.find((each) => each.unit.name.name === name)?.unit;
  const values = valuesSetOnce(unit, routine);
  const allocated = new Map<string, Dimensions>();
  for (const [name, [first, ...others]] of given) {
    if (settled.has(keyOf(unit.name.name, name))) continue;
    if (!first || others.some((other) => sketch(other) !== sketch(first))) continue;
    const dimensions = inValues(first, values);
    const isTold = (call: Site) =>
      call.caller.unit !== unit &&
      call.values.get(name)?.kind === 'name' &&
      !namesInBounds(dimensions).includes(name) &&
      (isFresh(unit, name) || isOnlySize(name, dimensions, call, calls)) &&
      // Of what is allocated here too, a bound can only ask how large it is.
      namesInBounds(dimensions).every((named) => given.has(named) || means(named, own, call, routine));
    if (calls.length > 0 && calls.every(isTold)) allocated.set(name, dimensions);
  }
  return allocated.size > 0 ? { parameters, allocated } : null;
}

/** Whether an argument has no memory when the routine allocates it: it is INTENT(OUT), or all that is done before is to give it back. */
function isFresh(unit: S.Unit, name: string): boolean {
  if (declarationsOf(unit, name).some(({ attributes }) => attributes.includes('out'))) return true;
  const first = unit.body.find((node) => !isFreeing(node) && namesOf(node).has(name));
  return first?.kind === 'allocate';
}

/** `if (allocated(b)) deallocate (b)` */
const isFreeing = (node: S.Node): boolean =>
  guarded(node) !== null && allOfKind([node], 'allocate').length === 0;

interface Site {
  readonly caller: Placed;
  readonly values: Values;
}

/** Whether what is passed for an array gets no other size in the caller, by its own statements or by other calls. */
function isOnlySize(name: string, given: Dimensions, site: Site, calls: readonly Site[]): boolean {
  const actual = nameOf(site.values.get(name));
  const told = ({ values }: Site) => inner(inValues(given, values));
  const own = allOfKind(site.caller.unit.body, 'allocate').flatMap(({ entities }) =>
    entities.flatMap((each) => (each.name === actual && each.dimensions ? [inner(each.dimensions)] : [])),
  );
  const others = calls.filter(
    ({ caller, values }) => caller.unit === site.caller.unit && nameOf(values.get(name)) === actual,
  );
  return [...own, ...others.map(told)].every((each) => each === told(site));
}

const nameOf = (e: S.ExprSyntax | undefined): string | null => (e?.kind === 'name' ? e.name : null);

/** Bounds, whatever parentheses stand around their parts. */
const inner = (bounds: Dimensions): string =>
  sketch(mapped(bounds, (e: S.ExprSyntax) => (e.kind === 'paren' ? e.inner : e)));

/** Whether a caller can say what a name in the bounds means: an argument that keeps its value, or what both see. */
function means(name: string, { unit, around }: Placed, { caller, values }: Site, routine: Routines): boolean {
  const isDeclared = (of: S.Unit) => declarationsOf(of, name).length > 0;
  const isOwn = isDeclared(unit);
  if (!isOwn && INTRINSIC_NAMES.has(name)) return true;
  if (mayChange(unit, name, routine)) return false;
  if (unit.header?.parameters.some((each) => each.name === name)) return values.has(name);
  if (isOwn || around.includes(caller.unit)) return !isOwn;
  const [module] = around;
  const isSeen = (of: S.Unit) =>
    of === module ||
    of.specifications.some((s) => s.kind === 'use' && !s.only && s.module.name === module?.name.name);
  return !isDeclared(caller.unit) && [...caller.around, caller.unit].some(isSeen);
}

function callsOf(body: readonly S.Node[], name: string): S.StatementOf<'call'>[] {
  return allOfKind(body, 'call').filter(({ callee }) => callee.name === name);
}
function rewritten(unit: S.Unit, lending: ReadonlyMap<string, Lending>): S.Unit {
  const contains = unit.contains.map((inner) => rewritten(inner, lending));
  const own = unit.kind === 'subroutine' ? lending.get(unit.name.name) : undefined;
  const hoisting: Hoisting = { before: null };
  const same = <T>(tree: T) => tree;
  const allocating = (list: readonly S.Node[]): S.Node[] =>
    withHoisted(hoisting, list, (node) => {
      const lent = node.kind === 'call' ? lending.get(node.callee.name) : undefined;
      if (node.kind === 'call' && lent) hoisting.before?.push(...allocationsFor(node, lent));
      return [rewrittenConstruct(node, { value: same, pure: same, body: allocating }) ?? node];
    });
  const given = allocating(unit.body);
  const body = own ? withBounds(given, own.allocated) : given;
  const specifications = own ? declarations(unit, own.allocated) : unit.specifications;
  return { ...unit, specifications, body, contains };
}

/** What a caller allocates for a call. */
function allocationsFor(
  call: S.StatementOf<'call'>,
  { parameters, allocated }: Lending,
): S.StatementSyntax[] {
  const values = valuesPassed(parameters, call.args);
  return [...allocated].flatMap(([array, dimensions]) => {
    const actual = values.get(array);
    if (actual?.kind !== 'name') return [];
    const entities = [entityOf(actual.name, actual.span, inValues(dimensions, values))];
    return [statement({ kind: 'allocate', entities, status: null, source: null }, call.span)];
  });
}

/** ALLOCATE in terms of arguments that keep their values. */
function withBounds(body: readonly S.Node[], allocated: ReadonlyMap<string, Dimensions>): readonly S.Node[] {
  return mapped(body, (node: S.Node) =>
    node.kind === 'allocate'
      ? {
          ...node,
          entities: node.entities.map((each) => ({
            ...each,
            dimensions: allocated.get(each.name) ?? each.dimensions,
          })),
        }
      : node,
  );
}

/** As a dummy with the lower bounds of its ALLOCATE. */
function declarations({ specifications }: S.Unit, allocated: ReadonlyMap<string, Dimensions>) {
  return redeclared(specifications, (entity, s) => {
    const bounds = allocated.get(entity.name);
    const dimensions = bounds?.map(({ lower, span }) => ({ lower, upper: 'shape' as const, span }));
    const attributes = s.attributes.filter((each) => each !== 'allocatable');
    return dimensions ? { attributes, entities: [{ ...entity, dimensions }] } : null;
  });
}
