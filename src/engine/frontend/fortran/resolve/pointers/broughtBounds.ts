/**
 * An ALLOCATABLE argument has the lower bounds that it was allocated with. Where some ALLOCATE gives others than 1, those are
 * arguments of their own, as extents are.
 *
 *     allocate (w(0:n)); call fill(w)                      allocate (w(0:n)); call fill(w, lbound(w, 1))
 *     subroutine fill(a); real, allocatable :: a(:)   →    subroutine fill(a, a.lower1); real :: a(a.lower1:)
 */

import { calleeOf, callsIn, passingMore, valuesPassed } from '../../parse/calls';
import { apply, declared, entityOf, integer, nameAt } from '../../parse/made';
import type * as S from '../../parse/syntax';
import { unitsIn } from '../../parse/syntax';
import { allOfKind, declarationsOf, redeclared } from '../../parse/visit';

/** Arrays that may begin elsewhere than at 1, by routine; those of modules and hosts stand under no routine. */
type Shifted = Map<string, Set<string>>;
const ANYWHERE = '';

export function withBroughtBounds(units: readonly S.Unit[]): readonly S.Unit[] {
  const all = units.flatMap(unitsIn);
  const shifted: Shifted = new Map();
  for (const unit of all) addAllocated(unit, shifted);
  const known = new Map(all.map((unit) => [unit.name.name, unit]));
  if (shifted.size > 0)
    for (let size = -1; size !== sizeOf(shifted); ) {
      size = sizeOf(shifted);
      for (const unit of all) addPassed(unit, known, shifted);
    }
  return units.map((unit) => rewritten(unit, shifted, known));
}

function sizeOf(shifted: Shifted): number {
  return [...shifted.values()].reduce((n, names) => n + names.size, 0);
}

function add(shifted: Shifted, routine: string, name: string): void {
  shifted.set(routine, (shifted.get(routine) ?? new Set()).add(name));
}

function addAllocated(unit: S.Unit, shifted: Shifted): void {
  for (const { name, dimensions } of allOfKind(unit.body, 'allocate').flatMap(({ entities }) => entities))
    if (dimensions?.some(({ lower }) => lower && !(lower.kind === 'number' && lower.text === '1')))
      add(shifted, declarationOf(unit, name) ? unit.name.name : ANYWHERE, name);
}

function addPassed(unit: S.Unit, known: ReadonlyMap<string, S.Unit>, shifted: Shifted): void {
  for (const call of callsIn(unit.body)) {
    const callee = calleeOf(call);
    const routine = known.get(callee);
    if (!routine) continue;
    for (const [formal, value] of valuesPassed(routine.header?.parameters ?? [], call.args)) {
      if (value.kind !== 'name') continue;
      const home = declarationOf(unit, value.name) ? unit.name.name : ANYWHERE;
      if (shifted.get(home)?.has(value.name) && isBrought(routine, formal)) add(shifted, callee, formal);
    }
  }
}
function declarationOf(unit: S.Unit, name: string): S.StatementOf<'declare'> | undefined {
  return declarationsOf(unit, name)[0];
}

function isBrought(unit: S.Unit, name: string): boolean {
  return declarationOf(unit, name)?.attributes.includes('allocatable') === true;
}

/** The dummies of a routine whose bounds come with them, and how many dimensions each has. */
function broughtTo(unit: S.Unit, shifted: Shifted): { name: string; rank: number }[] {
  return (unit.header?.parameters ?? []).flatMap(({ name }) => {
    if (!shifted.get(unit.name.name)?.has(name) || !isBrought(unit, name)) return [];
    const entity = declarationOf(unit, name)?.entities.find((each) => each.name === name);
    return [{ name, rank: entity?.dimensions?.length ?? 0 }];
  });
}

const lowerName = (name: string, d: number): string => `${name}.lower${d + 1}`;

function rewritten(unit: S.Unit, shifted: Shifted, known: ReadonlyMap<string, S.Unit>): S.Unit {
  const contains = unit.contains.map((inner) => rewritten(inner, shifted, known));
  const interfaces = unit.interfaces.map((inner) => rewritten(inner, new Map(), known));
  const brought = broughtTo(unit, shifted);
  const lowers = brought.flatMap(({ name, rank }) =>
    Array.from({ length: rank }, (_, d) => ({ name: lowerName(name, d), span: unit.name.span })),
  );
  const header = unit.header && { ...unit.header, parameters: [...unit.header.parameters, ...lowers] };
  const type = { base: 'integer' as const, bytes: null, kindOf: null, span: unit.name.span };
  const parameters = new Set(unit.header?.parameters.map(({ name }) => name));
  const ranks = new Map(brought.map(({ name, rank }) => [name, rank]));
  const specifications = [
    ...lowers.map(({ name, span }) => declared(type, entityOf(name, span), ['in'])),
    ...declarations(unit, parameters, ranks),
  ];
  const body = shifted.size === 0 ? unit.body : withLowers(unit.body, shifted, known);
  return { ...unit, header, specifications, body, contains, interfaces };
}

/** Components of structures are ALLOCATABLE no more: their memory comes with them. */
function declarations(
  { specifications }: S.Unit,
  parameters: ReadonlySet<string>,
  ranks: ReadonlyMap<string, number>,
) {
  return redeclared(specifications, (entity, s) => {
    const { name, span } = entity;
    const rank = ranks.get(name);
    const attributes = s.attributes.filter((each) => each !== 'allocatable');
    if (attributes.length === s.attributes.length) return null;
    if (rank === undefined) return parameters.has(name) && name.includes('.') ? { attributes } : null;
    const dimensions = Array.from({ length: rank }, (_, d) => ({
      lower: nameAt(lowerName(name, d), span),
      upper: 'shape' as const,
      span,
    }));
    return { attributes, entities: [{ ...entity, dimensions }] };
  });
}

function withLowers(
  body: readonly S.Node[],
  shifted: Shifted,
  known: ReadonlyMap<string, S.Unit>,
): readonly S.Node[] {
  return passingMore(body, (call): S.ArgumentSyntax[] => {
    const routine = known.get(calleeOf(call));
    if (!routine) return [];
    const values = valuesPassed(routine.header?.parameters ?? [], call.args);
    return broughtTo(routine, shifted).flatMap(({ name, rank }) => {
      const actual = values.get(name);
      return actual?.kind !== 'name'
        ? []
        : Array.from({ length: rank }, (_, d) => {
            const { span } = actual;
            const value = apply('lbound', [actual, integer(d + 1, span)], span);
            return { keyword: lowerName(name, d), value, span };
          });
    });
  });
}
