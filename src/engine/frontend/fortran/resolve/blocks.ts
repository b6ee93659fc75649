/**
 * BLOCK: what it declares goes to the top of its unit, under another name where the unit uses that one outside of the
 * block. An array with bounds of its own time is allocated where the block begins.
 */

import { freshName, mapped } from '../../mapped';
import { renamedText } from '../parse/spelling';
import type { Entity, Node, ScopeNode, StatementSyntax, Unit } from '../parse/syntax';
import { allOfKind, namesInBounds, ofKind, withBodies } from '../parse/visit';

export function withoutBlocks(units: readonly Unit[], names: Set<string>): readonly Unit[] {
  return units.map((unit) => withoutOwn(unit, names));
}

function withoutOwn(unit: Unit, names: Set<string>): Unit {
  const contains = withoutBlocks(unit.contains, names);
  if (allOfKind(unit.body, 'scopeBlock').length === 0) return { ...unit, contains };
  const hoist: Hoist = { uses: usesOf(unit), names, taken: new Set(), specifications: [] };
  const body = inNodes(unit.body, hoist);
  return { ...unit, contains, body, specifications: [...unit.specifications, ...hoist.specifications] };
}

interface Hoist {
  /** How often each name stands in the unit. */
  readonly uses: ReadonlyMap<string, number>;
  readonly names: Set<string>;
  /** Names that blocks before have declared under. */
  readonly taken: Set<string>;
  readonly specifications: StatementSyntax[];
}

function inNodes(nodes: readonly Node[], hoist: Hoist): Node[] {
  return nodes.map((node) =>
    node.kind === 'scopeBlock' ? hoisted(node, hoist) : withBodies(node, (body) => inNodes(body, hoist)),
  );
}

function hoisted(block: ScopeNode, hoist: Hoist): Node {
  const own = usesOf(block);
  const renames = new Map<string, string>();
  for (const { name } of ofKind(block.specifications, 'declare').flatMap((s) => s.entities)) {
    const isOnlyHere = own.get(name) === hoist.uses.get(name) && !hoist.taken.has(name);
    if (!isOnlyHere) renames.set(name, freshName(hoist.names, name));
    hoist.taken.add(renames.get(name) ?? name);
  }
  const { specifications, body, ...rest } = renames.size > 0 ? renamed(block, renames) : block;
  const allocations: Node[] = [];
  for (const s of specifications) hoist.specifications.push(...fixedBounds(s, allocations));
  return { ...rest, specifications: [], body: [...allocations, ...inNodes(body, hoist)] };
}

/** Arrays whose bounds name something are allocated; the others are declared as they are. */
function fixedBounds(s: StatementSyntax, allocations: Node[]): StatementSyntax[] {
  if (s.kind !== 'declare' || s.attributes.length > 0) return [s];
  const isFixed = ({ dimensions, initial, data }: Entity): boolean =>
    namesInBounds(dimensions ?? []).length === 0 || initial !== null || data !== null;
  const entities = s.entities.filter((entity) => !isFixed(entity));
  if (entities.length === 0) return [s];
  const { span, label, construct, text } = s;
  allocations.push({ kind: 'allocate', entities, status: null, source: null, span, label, construct, text });
  const bare = entities.map((entity) => ({ ...entity, dimensions: null }));
  const fixed = s.entities.filter(isFixed);
  const allocatable: StatementSyntax = { ...s, attributes: ['allocatable'], entities: bare };
  return fixed.length > 0 ? [{ ...s, entities: fixed }, allocatable] : [allocatable];
}

/** How often each name stands in a tree. */
function usesOf(tree: object): Map<string, number> {
  const uses = new Map<string, number>();
  mapped(tree, (node) => {
    for (const name of namesIn(node)) uses.set(name, (uses.get(name) ?? 0) + 1);
    return node;
  });
  return uses;
}

/** The fields of a node that hold a name: `suffix` that of a kind, `index` that of an implied loop's index. */
const NAMING = ['name', 'suffix', 'index'] as const;

function namesIn(node: object): string[] {
  return NAMING.flatMap((key) => {
    const held = (node as Readonly<Record<string, unknown>>)[key];
    return typeof held === 'string' ? [held] : [];
  });
}

function renamed(block: ScopeNode, renames: ReadonlyMap<string, string>): ScopeNode {
  return mapped(block, (node) => {
    const changes: Record<string, string> = {};
    for (const key of NAMING) {
      const held = (node as Readonly<Record<string, unknown>>)[key];
      const other = typeof held === 'string' ? renames.get(held) : undefined;
      if (other !== undefined) changes[key] = other;
    }
    if ('kind' in node && node.kind === 'io' && 'text' in node && typeof node.text === 'string')
      changes.text = renamedText(node.text, renames);
    return Object.keys(changes).length > 0 ? { ...node, ...changes } : node;
  });
}
