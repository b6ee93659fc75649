/**
 * ALLOCATABLE arrays of modules. Each belongs to the routine from which all that name it are called, as an allocatable array
 * of its own, and is an argument of the others; an ALLOCATE in one of these goes to the owner's top, with what the calls
 * pass in place of arguments. Where no ALLOCATE is reached, the array is an argument of that routine too.
 *
 *     module m; real, allocatable :: w(:)                        subroutine fill(x, w); real :: w(:)
 *     contains; subroutine setup(k); allocate (w(k)); end   →    …
 *     subroutine f(n, x); use m; call setup(n); call fill(x)     subroutine f(n, x); real, allocatable :: w(:)
 *                                                                allocate (w(n)); call setup(n, w); call fill(x, w)
 */

import { reached } from '../../../../base/components';
import { getOrMake } from '../../../../base/once';
import { mapped, sketch } from '../../../mapped';
import { inValues, valuesSetOnce } from '../../lower/allocations';
import { INTRINSIC_NAMES } from '../../lower/intrinsics/intrinsics';
import { type CallSyntax, calleeOf, passingMore, valuesPassed } from '../../parse/calls';
import { entityOf, nameAt, nothing, statement } from '../../parse/made';
import type * as S from '../../parse/syntax';
import { modulesIn, OF_MODULE, unitsIn } from '../../parse/syntax';
import {
  allOfKind,
  mentionsIn,
  mentionsInBounds,
  namesInBounds,
  ofKind,
  withoutNames,
} from '../../parse/visit';

type Declare = S.StatementOf<'declare'> & S.StatementSyntax;
type Dimensions = readonly S.DimensionSyntax[];

interface Routine {
  readonly unit: S.Unit;
  readonly name: string;
  /** Names of modules that it sees. */
  readonly modules: ReadonlySet<string>;
  /** The outermost unit around it, and what it and all around it use. */
  readonly home: string | null;
  readonly uses: readonly S.StatementOf<'use'>[];
  readonly declared: ReadonlySet<string>;
  readonly named: ReadonlySet<string>;
  /** The arguments of each call. */
  readonly calls: ReadonlyMap<string, readonly (readonly S.ArgumentSyntax[])[]>;
}

interface Shared {
  readonly name: string;
  readonly declared: Declare;
  readonly rank: number;
  readonly users: ReadonlySet<string>;
  readonly owners: ReadonlyMap<string, Dimensions | null>;
  /** Lower bounds in the declaration as a dummy argument. */
  readonly lower: readonly (S.ExprSyntax | null)[];
}

/** Names of arrays that some USE renames; those are not passed on. */
function renamedIn(units: readonly S.Unit[]): Set<string> {
  const found = new Set<string>();
  for (const unit of units.flatMap(unitsIn))
    for (const s of unit.specifications)
      if (s.kind === 'use')
        for (const { local, remote } of s.names) if (local.name !== remote) found.add(remote);
  return found;
}

export function withoutModuleArrays(units: readonly S.Unit[]): readonly S.Unit[] {
  const modules = modulesIn(units);
  const isAny = [...modules.values()].some((unit) => unit.specifications.some(isAllocatable));
  if (!isAny) return units;
  const routines = new Map<string, Routine>();
  for (const unit of units) gather(unit, [], modules, routines);
  const renamed = renamedIn(units);
  const shared = [...modules.values()].flatMap((unit) =>
    unit.specifications
      .filter(isAllocatable)
      .flatMap((s) =>
        s.entities.flatMap((each) =>
          renamed.has(each.name) ? [] : (arrayOf(unit, s, each, routines) ?? []),
        ),
      ),
  );
  return shared.length === 0 ? units : units.map((unit) => rewritten(unit, shared));
}

function isAllocatable(s: S.StatementSyntax): s is Declare {
  return s.kind === 'declare' && s.attributes.includes('allocatable');
}

// ------------------------------------------------------------------------------------------------------------- gathering

function gather(
  unit: S.Unit,
  around: readonly S.Unit[],
  modules: ReadonlyMap<string, S.Unit>,
  found: Map<string, Routine>,
): void {
  const all = [...around, unit];
  const seen = new Set(all.flatMap((each) => [...usedBy(each, modules)]));
  for (const { kind, name } of all) if (kind === 'module') seen.add(name.name);
  if (unit.kind !== 'module' && unit.kind !== 'blockdata' && !found.has(unit.name.name)) {
    const uses = all.flatMap(({ specifications }) => ofKind(specifications, 'use'));
    const home = around[0]?.name.name ?? null;
    found.set(unit.name.name, { ...routine(unit, seen), home, uses });
  }
  for (const inner of unit.contains) gather(inner, all, modules, found);
}

function usedBy(unit: S.Unit, modules: ReadonlyMap<string, S.Unit>): Set<string> {
  const usesOf = (each: S.Unit | undefined) =>
    ofKind(each?.specifications ?? [], 'use').map(({ module }) => module.name);
  return reached(usesOf(unit), (name) => usesOf(modules.get(name)));
}

function routine(unit: S.Unit, modules: ReadonlySet<string>): Omit<Routine, 'home' | 'uses'> {
  const named = new Set<string>();
  const calls = new Map<string, (readonly S.ArgumentSyntax[])[]>();
  const note = (call: CallSyntax): void => {
    getOrMake(calls, calleeOf(call), () => []).push(call.args);
  };
  const mention = (e: S.NameSyntax | S.ApplySyntax): void => {
    named.add(e.name);
    if (e.kind === 'apply') note(e);
  };
  allOfKind(unit.body, 'call').forEach(note);
  for (const { entities } of allOfKind(unit.body, 'allocate'))
    for (const { name } of entities) named.add(name);
  mentionsIn(unit.body).forEach(mention);
  const declared = new Set(unit.header?.parameters.map(({ name }) => name) ?? []);
  for (const s of ofKind(unit.specifications, 'declare'))
    for (const { name, dimensions } of s.entities) {
      declared.add(name);
      mentionsInBounds(dimensions ?? []).forEach(mention);
    }
  return { unit, name: unit.name.name, modules, declared, named, calls };
}

// ---------------------------------------------------------------------------------------------------------------- arrays

function arrayOf(
  module: S.Unit,
  declared: Declare,
  entity: S.Entity,
  routines: ReadonlyMap<string, Routine>,
): Shared | null {
  const { name } = entity;
  const rank = entity.dimensions?.length ?? 0;
  const all = [...routines.values()];
  const isSeen = (each: Routine) => each.modules.has(module.name.name) && !each.declared.has(name);
  const direct = all.filter((each) => isSeen(each) && each.named.has(name));
  const callersOf = (name: string) => all.filter(({ calls }) => calls.has(name)).map((each) => each.name);
  const users = reached(
    direct.map((each) => each.name),
    callersOf,
  );
  const made = new Map<string, Dimensions>();
  for (const each of direct) {
    const dimensions = allocatedIn(each, name);
    if (dimensions === 'several') return null;
    if (dimensions) made.set(each.name, dimensions);
  }
  if (rank === 0 || users.size === 0) return null;
  const owners = ownersOf(users, made, routines);
  if (!owners) return null;
  const lowers = [...made.values()].map((d) => d.map(({ lower }) => lower));
  const [lower] = lowers;
  if (lowers.some((each) => each.some((e) => e !== null && !isLiteral(e)))) return null;
  return {
    name,
    declared: { ...declared, type: withKindOf(module.name.name, declared.type), entities: [entity] },
    rank,
    users,
    owners,
    lower: lower ?? Array.from({ length: rank }, () => null),
  };
}

/** The kind means a constant of the module, whatever is seen of that where the array comes to be declared. */
function withKindOf(module: string, type: S.TypeSyntax | null): S.TypeSyntax | null {
  const kindOf = mapped(type?.kindOf ?? null, (node: S.ExprSyntax) =>
    node.kind === 'name' ? { ...node, name: `${module}${OF_MODULE}${node.name}` } : node,
  );
  return type && { ...type, kindOf };
}

/** The routines that own the array, each with the bounds that its callees give it; null where those differ. */
function ownersOf(
  users: Set<string>,
  made: ReadonlyMap<string, Dimensions>,
  routines: ReadonlyMap<string, Routine>,
): Map<string, Dimensions | null> | null {
  const owners = new Map<string, Dimensions | null>();
  for (const root of ownersAmong(users, routines)) {
    const setters = [...made].filter(([setter]) => reaches(routines, root, setter));
    if (setters.length === 0) continue;
    if (made.has(root)) {
      if (setters.length > 1) return null;
      owners.set(root, null);
      continue;
    }
    const [first, ...others] = setters.map(([setter, d]) => passedUp(routines, root, setter, d));
    if (!first || others.some((other) => !other || sketch(other) !== sketch(first))) return null;
    owners.set(root, first);
  }
  return owners;
}

function isLiteral(e: S.ExprSyntax): boolean {
  return e.kind === 'number' || (e.kind === 'unary' && e.operand.kind === 'number');
}

/** Routines that no other user calls; a main program that only calls one leaves the array to that. */
function ownersAmong(users: Set<string>, routines: ReadonlyMap<string, Routine>): string[] {
  const callers = (name: string) =>
    [...users].filter((other) => other !== name && routines.get(other)?.calls.has(name));
  return [...users]
    .filter((name) => callers(name).length === 0)
    .flatMap((root) => {
      const main = routines.get(root);
      const called = [...(main?.calls.keys() ?? [])].filter((name) => users.has(name));
      const [only] = called;
      if (main?.unit.kind !== 'program' || called.length !== 1 || !only || callers(only).length > 1)
        return [root];
      users.delete(root);
      return [only];
    });
}

function reaches(routines: ReadonlyMap<string, Routine>, from: string, to: string): boolean {
  return reached([from], (name) => routines.get(name)?.calls.keys() ?? []).has(to);
}

/** The bounds that a routine gives an array, in terms of its arguments. */
function allocatedIn({ unit }: Routine, name: string): Dimensions | 'several' | null {
  const found = allOfKind(unit.body, 'allocate')
    .flatMap(({ entities }) => entities.filter((each) => each.name === name))
    .map(({ dimensions }): Dimensions => dimensions ?? []);
  const [first] = found;
  if (!first) return null;
  if (found.some((each) => sketch(each) !== sketch(first)) || first.length === 0) return 'several';
  return first;
}

/** Bounds in terms of the owner's names: along the calls, arguments stand in place of dummies. */
function passedUp(
  routines: ReadonlyMap<string, Routine>,
  owner: string,
  setter: string,
  given: Dimensions,
): Dimensions | null {
  const own = routines.get(setter);
  if (!own) return null;
  const dimensions = inValues(
    given,
    valuesSetOnce(own.unit, (name) => routines.get(name)?.unit),
  );
  if (setter === owner) return dimensions;
  const ways = [...routines.values()].flatMap((caller) =>
    reaches(routines, owner, caller.name)
      ? (caller.calls.get(setter) ?? []).map((args) => ({ caller, args }))
      : [],
  );
  const passed = ways.map(({ caller, args }) => {
    const values = valuesPassed(own.unit.header?.parameters ?? [], args);
    const others = namesInBounds(dimensions).filter((name) => !values.has(name));
    if (!others.every((name) => seeSame(name, own, caller))) return null;
    return passedUp(routines, owner, caller.name, inValues(dimensions, values));
  });
  const [first] = passed;
  return first && passed.every((each) => each && sketch(each) === sketch(first)) ? first : null;
}

/** Whether a name that is no argument means the same in a routine and in its caller. */
function seeSame(name: string, { declared, home }: Routine, caller: Routine): boolean {
  if (declared.has(name)) return false;
  if (INTRINSIC_NAMES.has(name)) return true;
  if (caller.declared.has(name)) return false;
  const isHidden = caller.uses.some(({ names }) =>
    names.some(({ local, remote }) => remote === name && local.name !== name),
  );
  const isListed = ({ only, names }: S.StatementOf<'use'>): boolean =>
    !only || names.some(({ local }) => local.name === name);
  return !isHidden && (home === caller.home || caller.uses.some(isListed));
}

// ------------------------------------------------------------------------------------------------------------- rewriting

function rewritten(given: S.Unit, shared: readonly Shared[]): S.Unit {
  const unit = withoutUses(given, new Set(shared.map(({ name }) => name)));
  const contains = unit.contains.map((inner) => rewritten(inner, shared));
  const interfaces = unit.interfaces.map((inner) => rewritten(inner, shared));
  if (unit.kind === 'module') {
    const isGone = (name: string) => shared.some((each) => each.name === name);
    const specifications = unit.specifications.flatMap((s) =>
      isAllocatable(s) ? withoutNames([s], isGone) : [s],
    );
    return { ...unit, specifications, contains, interfaces };
  }
  const routine = unit.name.name;
  const own = shared.filter(({ users }) => users.has(routine));
  const body = own.length === 0 ? unit.body : withArguments(unit.body, routine, shared);
  if (own.length === 0) return { ...unit, contains, interfaces };
  const lent = own.filter(({ owners }) => !owners.has(routine));
  const header = unit.header && {
    ...unit.header,
    parameters: [...unit.header.parameters, ...lent.map(({ name, declared: { span } }) => ({ name, span }))],
  };
  const first = own.flatMap((each): S.Node[] => {
    const dimensions = each.owners.get(routine);
    if (!dimensions) return [];
    const { span } = each.declared;
    const entities = [entityOf(each.name, span, dimensions)];
    return [statement({ kind: 'allocate', entities, status: null, source: null }, span)];
  });
  const specifications = [
    ...unit.specifications,
    ...own.map((each) => declaration(each, each.owners.has(routine))),
  ];
  return { ...unit, header, specifications, body: [...first, ...body], contains, interfaces };
}

/** `USE m, ONLY: w` */
function withoutUses(unit: S.Unit, gone: ReadonlySet<string>): S.Unit {
  const specifications = unit.specifications.map((s) =>
    s.kind === 'use' ? { ...s, names: s.names.filter(({ remote }) => !gone.has(remote)) } : s,
  );
  return { ...unit, specifications };
}

function declaration({ declared, rank, lower }: Shared, isOwner: boolean): S.StatementSyntax {
  const { span } = declared;
  const dimensions = Array.from({ length: rank }, (_, k) => ({
    lower: isOwner ? null : (lower[k] ?? null),
    upper: 'shape' as const,
    span,
  }));
  const entities = declared.entities.map((entity) => ({ ...entity, dimensions, initial: null }));
  return { ...declared, attributes: isOwner ? ['allocatable'] : [], entities };
}

/** Calls pass the arrays on; what allocates one that is an argument is done by the owner. */
function withArguments(
  body: readonly S.Node[],
  routine: string,
  shared: readonly Shared[],
): readonly S.Node[] {
  const lentTo = (callee: string, span: S.Unit['span']): S.ArgumentSyntax[] =>
    shared
      .filter(({ users, owners }) => users.has(callee) && !owners.has(callee))
      .map(({ name }) => ({ keyword: name, value: nameAt(name, span), span }));
  const isLent = (name: string): boolean =>
    shared.some((each) => each.name === name && each.users.has(routine) && each.owners.get(routine) !== null);
  const passing = passingMore(body, (call) => lentTo(calleeOf(call), call.span));
  return mapped(passing, (node: S.Node) => {
    if (node.kind !== 'allocate') return node;
    const entities = node.entities.filter(({ name }) => !isLent(name));
    if (entities.length === node.entities.length) return node;
    return entities.length > 0 ? { ...node, entities } : nothing(node);
  });
}
