/**
 * Routines of modules, and routines inside of routines, may share names with routines elsewhere. What is rewritten before names are
 * resolved goes by the names of routines: all but the first of a name get one of their own, wherever it means them.
 */
import { freshName, mapped } from '../../../mapped';
import { type DerivedType, modulesIn, type StatementSyntax, type Unit, unitsIn } from '../../parse/syntax';
import { hiddenIn } from './specifications';

interface State {
  readonly modules: ReadonlyMap<string, Unit>;
  /** Only of those that have another name than in the text. */
  readonly given: ReadonlyMap<Unit, string>;
  readonly exported: Map<Unit, ReadonlyMap<string, Unit>>;
}

/** What routines are called that other names mean here. */
type Meanings = ReadonlyMap<string, string>;

export function withDistinctRoutines(units: readonly Unit[], names: Set<string>): readonly Unit[] {
  const given = newNames(units, names);
  if (given.size === 0) return units;
  const state: State = { modules: modulesIn(units), given, exported: new Map() };
  return units.map((unit) => renamedIn(state, unit, new Map()));
}

function newNames(units: readonly Unit[], names: Set<string>): Map<Unit, string> {
  const all = units.flatMap(unitsIn);
  // A generic name that is a routine's as well means either.
  const generic = new Set(all.flatMap(({ generics }) => generics.map(({ name }) => name)));
  const taken = new Set(units.map((unit) => unit.name.name));
  const given = new Map<Unit, string>();
  for (const outer of all) {
    const own = new Set<string>();
    for (const unit of outer.contains) {
      const { name } = unit.name;
      if (taken.has(name) && !own.has(name) && !generic.has(name)) given.set(unit, freshName(names, name));
      own.add(name);
    }
    for (const name of own) taken.add(name);
  }
  return given;
}

/** The routines that USE of a module brings, by the names that they have in its text. */
function exportsOf(state: State, module: Unit): ReadonlyMap<string, Unit> {
  const known = state.exported.get(module);
  if (known) return known;
  state.exported.set(module, new Map());
  const isHidden = hiddenIn(module);
  const found = new Map([
    ...broughtBy(state, module),
    ...module.contains.map((unit) => [unit.name.name, unit] as const),
  ]);
  const seen = new Map([...found].filter(([name]) => !isHidden(name)));
  state.exported.set(module, seen);
  return seen;
}

function broughtBy(state: State, { specifications }: Unit): [string, Unit][] {
  return specifications.flatMap((s): [string, Unit][] => {
    const module = s.kind === 'use' ? state.modules.get(s.module.name) : undefined;
    if (s.kind !== 'use' || !module) return [];
    const all = exportsOf(state, module);
    const listed = s.names.flatMap(({ local, remote }): [string, Unit][] => {
      const unit = all.get(remote);
      return unit ? [[local.name, unit]] : [];
    });
    return s.only ? listed : [...all, ...listed];
  });
}

function renamedIn(state: State, unit: Unit, around: Meanings): Unit {
  const meant = new Map(around);
  const means = (name: string, routine: Unit): void => {
    const other = state.given.get(routine);
    // What another module's list calls differently keeps that name here.
    if (other === undefined || name !== routine.name.name) meant.delete(name);
    else meant.set(name, other);
  };
  for (const [name, routine] of broughtBy(state, unit)) means(name, routine);
  for (const name of declaredNames(unit)) meant.delete(name);
  for (const inner of unit.contains) means(inner.name.name, inner);
  if (state.given.has(unit)) means(unit.name.name, unit);
  const contains = unit.contains.map((inner) => renamedIn(state, inner, meant));
  const { name, header, specifications, body, generics } = unit;
  const own = renamed({ name, header, specifications, body, generics }, meant);
  const listed = own.specifications.map((s) => withLists(state, s, meant));
  const types = unit.types.map((type) => withTargets(type, meant));
  return { ...unit, ...own, specifications: listed, types, contains };
}

/** Names of variables, arguments and routines from elsewhere that a unit declares. */
function declaredNames({ header, specifications, interfaces }: Unit): string[] {
  return [
    ...(header?.parameters ?? []).map(({ name }) => name),
    ...specifications.flatMap((s) => (s.kind === 'declare' ? s.entities.map(({ name }) => name) : [])),
    ...interfaces.map(({ name }) => name.name),
  ];
}

export function renamed<T>(tree: T, meant: Meanings): T {
  if (meant.size === 0) return tree;
  return mapped(tree, (node) => {
    // What has no place of its own is a component, or belongs to a type.
    const isName = 'name' in node && typeof node.name === 'string' && 'span' in node;
    const name = isName ? meant.get(node.name as string) : undefined;
    return name === undefined ? node : { ...node, name };
  });
}

/** The lists of USE and PRIVATE, which name routines of another unit, or without places. */
function withLists({ modules, ...state }: State, s: StatementSyntax, meant: Meanings): StatementSyntax {
  if (s.kind === 'access') return { ...s, names: s.names.map((name) => meant.get(name) ?? name) };
  const module = s.kind === 'use' ? modules.get(s.module.name) : undefined;
  if (s.kind !== 'use' || !module) return s;
  const all = exportsOf({ modules, ...state }, module);
  const names = s.names.map((each) => {
    const routine = all.get(each.remote);
    return { ...each, remote: (routine && state.given.get(routine)) ?? each.remote };
  });
  return { ...s, names };
}

/** The names that a type binds stay; they are bound to what the routines are called. */
function withTargets(type: DerivedType, meant: Meanings): DerivedType {
  const inside = type.inside.map((s): StatementSyntax => {
    const targetOf = (name: string): string => meant.get(name) ?? name;
    if (s.kind === 'binding')
      return { ...s, names: s.names.map((each) => ({ ...each, target: targetOf(each.target) })) };
    if (s.kind !== 'moduleProcedures' || !s.names.some(({ name }) => meant.has(name))) return s;
    const names = s.names.map(({ name }) => ({ name, target: targetOf(name) }));
    const { span, label, construct, text } = s;
    return { span, label, construct, text, kind: 'binding', names, passes: true, as: null };
  });
  return { ...type, inside };
}
