/**
 * `USE m, ONLY: g => f`: what a unit calls otherwise than its module does, it calls by its own name, where that is free. For routines,
 * types and ALLOCATABLE arrays of modules, which are rewritten before it is known what names mean.
 */
import { mapped, someNode } from '../../mapped';
import { modulesIn, type StatementOf, type Unit, unitsIn } from '../parse/syntax';
import { namesWith, ofKind } from '../parse/visit';
import { renamed } from './declarations/distinct';

type Meanings = ReadonlyMap<string, string>;

interface State {
  readonly modules: ReadonlyMap<string, Unit>;
  /** Names that mean one thing in all of the text. */
  readonly known: ReadonlySet<string>;
  readonly brought: Map<Unit, Meanings>;
}

export function withOwnNames(units: readonly Unit[]): readonly Unit[] {
  const all = units.flatMap(unitsIn);
  if (!all.some(({ specifications }) => ofKind(specifications, 'use').some(renames))) return units;
  const named = [
    ...all.filter(({ header }) => header).map(({ name }) => name.name),
    ...units.flatMap(ofModule),
  ];
  const known = new Set(named.filter((name) => named.indexOf(name) === named.lastIndexOf(name)));
  const s: State = { modules: modulesIn(units), known, brought: new Map() };
  return units.map((unit) => own(s, unit));
}

const renames = ({ names }: StatementOf<'use'>): boolean =>
  names.some(({ local, remote }) => local.name !== remote);

/** Types, and arrays that are allocated. */
function ofModule(unit: Unit): string[] {
  const arrays = unit.kind === 'module' ? namesWith(unit, 'allocatable') : [];
  return [...unit.types.map(({ name }) => name), ...arrays];
}

function own(s: State, unit: Unit): Unit {
  const contains = unit.contains.map((inner) => own(s, inner));
  const meant = meanings(s, unit);
  const whole = { ...unit, contains };
  if (meant.size === 0) return whole;
  return mapped(renamed(whole, meant), (node) => {
    for (const key of ['derived', 'parent', 'ofType', 'type'] as const) {
      const name = (node as Readonly<Record<string, unknown>>)[key];
      const other = typeof name === 'string' ? meant.get(name) : undefined;
      if (other !== undefined) return { ...node, [key]: other };
    }
    return node;
  });
}

/** What a unit's USE calls otherwise, and what its modules do. */
function meanings(s: State, unit: Unit): Meanings {
  const found = s.brought.get(unit);
  if (found) return found;
  const meant = new Map<string, string>();
  s.brought.set(unit, meant);
  const mentioned = new Set(namesIn(unit));
  for (const each of ofKind(unit.specifications, 'use')) {
    const module = s.modules.get(each.module.name);
    const theirs: Meanings = module ? meanings(s, module) : new Map();
    if (!each.only) for (const [local, remote] of theirs) meant.set(local, remote);
    for (const { local, remote } of each.names) {
      const name = theirs.get(remote) ?? remote;
      if (local.name !== name && s.known.has(name) && !mentioned.has(name)) meant.set(local.name, name);
    }
  }
  return meant;
}

/** Names that a tree mentions, of procedures that are bound too. */
export function namesIn(tree: object): string[] {
  const found: string[] = [];
  someNode(tree, (node) => {
    if ('name' in node && typeof node.name === 'string') found.push(node.name);
    if ('target' in node && typeof node.target === 'string') found.push(node.target);
    return false;
  });
  return found;
}
