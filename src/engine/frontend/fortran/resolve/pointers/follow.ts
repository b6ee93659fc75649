/** Where pointers can point, from statement to statement. */

import type { DiagnosticSink } from '../../../../base/diagnostics';
import { once } from '../../../../base/once';
import type { Span } from '../../../../base/span';
import { freshName, mapped, someNode } from '../../../mapped';
import * as m from '../../parse/made';
import type {
  Attribute,
  Entity,
  ExprSyntax,
  NameSyntax,
  Node,
  StatementOf,
  StatementSyntax,
  Unit,
} from '../../parse/syntax';
import { allOfKind, declarationsOf, visitNodes } from '../../parse/visit';
import type { Facts, Point, Target } from './facts';
import { asked, grouped, namedIn } from './references';
import { changed, type Heap, holder, joined, type Stand, type Stands, type State } from './stands';

const MOST_STANDS = 24;

export function followed(
  unit: Unit,
  facts: Facts,
  names: Set<string>,
  sink: DiagnosticSink,
): { body: readonly Node[]; declarations: readonly StatementSyntax[] } {
  const order = [...facts.moving];
  const byId = new Map([...facts.targets.values()].map((target) => [target.id, target]));
  const s: State = {
    facts,
    sink,
    names,
    order,
    byId,
    held: new Map(),
    heaps: new Map(),
    declarations: [],
    left: [],
  };
  for (const name of order) {
    const held = freshName(names, `${name.replaceAll('.', '_')}_to`);
    s.held.set(name, held);
    s.declarations.push(m.integerVariable(held, unit.span));
  }
  if (order.length > 0) allocated(s, unit);
  const start: Stand = order.map(() => 0);
  const firsts = order.map((name): Node => {
    const { span } = unit.header ?? unit;
    return m.assigned(m.nameAt(s.held.get(name) ?? name, span), m.integer(0, span), span);
  });
  const made = list(s, unit.body, new Map([[start.join(), start]])).nodes;
  return { body: order.length > 0 ? [...firsts, ...made] : made, declarations: s.declarations };
}

/** `allocate (p(n))` of a pointer that also moves: an array of its own, to which it points then. */
function allocated(s: State, unit: Unit): void {
  for (const node of allOfKind(unit.body, 'allocate'))
    for (const entity of node.entities) {
      if (!s.facts.moving.has(entity.name)) continue;
      const rank = s.facts.ranks.get(entity.name) ?? 0;
      const declared = declarationsOf(unit, entity.name).find(({ type }) => type);
      if (rank === 0 || !declared) continue;
      const make = (): Target => placeFor(s, entity, declared, rank);
      const heap = { first: make(), spare: once(make) };
      const known = s.heaps.get(node) ?? new Map<string, Heap>();
      s.heaps.set(node, known.set(entity.name, heap));
    }
}

function placeFor(
  s: State,
  { name: of, span }: Entity,
  declared: StatementOf<'declare'> & StatementSyntax,
  rank: number,
): Target {
  const name = freshName(s.names, `${of.replaceAll('.', '_')}_memory`);
  const dimensions = Array.from({ length: rank }, () => ({ lower: null, upper: 'shape' as const, span }));
  const own = m.entityOf(name, span, dimensions);
  const attributes: readonly Attribute[] = s.facts.owned.has(of) ? ['allocatable'] : ['allocatable', 'sized'];
  s.declarations.push({ ...declared, attributes, entities: [own] });
  const target = { id: s.byId.size + 1, selector: m.nameAt(name, span) };
  (s.byId as Map<number, Target>).set(target.id, target);
  return target;
}

// ---------------------------------------------------------------------------------------------------------- statements

/** Pointers that a DEALLOCATE leaves pointing nowhere. */
function frees(s: State, node: Extract<Node, { kind: 'continue' }>): string[] {
  return (node.frees ?? []).flatMap(({ name }) => (s.order.includes(name) ? [name] : []));
}

interface Made {
  readonly nodes: Node[];
  readonly after: Stands;
}

function moves(s: State, node: Node): boolean {
  let found = false;
  visitNodes([node], (inner) => {
    if (inner.kind === 'point' || (inner.kind === 'continue' && frees(s, inner).length > 0)) found = true;
    if (inner.kind === 'allocate' && s.heaps.has(inner)) found = true;
  });
  return found;
}

/** NULLIFY of more than one, one by one. */
function apart(node: Node): Node[] {
  if (node.kind !== 'point' || !node.more) return [node];
  const { more, ...first } = node;
  return [first, ...more.map((target): Node => ({ ...first, target, label: null }))];
}

function list(s: State, nodes: readonly Node[], before: Stands): Made {
  const made: Node[] = [];
  let stands = before;
  let group: Node[] = [];
  const close = (): void => {
    made.push(...grouped(s, group, stands));
    group = [];
  };
  for (const node of nodes.flatMap(apart)) {
    if (!moves(s, node)) {
      group.push(node);
      // EXIT and CYCLE may go to the end of any loop around, with the pointers as they are here.
      visitNodes([node], (inner) => {
        if (inner.kind === 'exit' || inner.kind === 'cycle')
          for (const each of s.left) for (const [key, stand] of stands) each.set(key, stand);
      });
      continue;
    }
    close();
    const next = moving(s, node, stands);
    made.push(...next.nodes);
    stands = next.after;
  }
  close();
  return { nodes: made, after: stands };
}

function moving(s: State, node: Node, stands: Stands): Made {
  switch (node.kind) {
    case 'point':
      return pointed(s, node, stands);
    case 'continue': {
      const places = frees(s, node);
      const sets = places.map((name) =>
        m.assigned(holder(s, name, node.span), m.integer(0, node.span), node.span),
      );
      const after = places.reduce((so, name) => changed(so, s.order.indexOf(name), () => 0), stands);
      return { nodes: sets.map((each, k) => (k === 0 ? { ...each, label: node.label } : each)), after };
    }
    case 'allocate':
      return memory(s, node, stands);
    case 'ifBlock': {
      const made = node.arms.map((arm) => ({ arm, made: list(s, arm.body, stands) }));
      const isWhole = node.arms.some(({ condition }) => condition === null);
      const [first, ...rest] = node.arms.map(({ condition }) => condition);
      const { before, condition } = tested(s, first as ExprSyntax, stands);
      const conditions = [condition, ...rest.map((each) => each && steady(s, each, stands))];
      const changed = made.map(({ arm, made: { nodes } }, k) => ({
        ...arm,
        condition: conditions[k] ?? null,
        body: nodes,
      }));
      const after = joined(...(isWhole ? [] : [stands]), ...made.map((each) => each.made.after));
      return { nodes: [...before, { ...node, arms: changed }], after };
    }
    case 'selectBlock': {
      const made = node.cases.map((one) => ({ one, made: list(s, one.body, stands) }));
      const cases = made.map(({ one, made: { nodes } }) => ({ ...one, body: nodes }));
      const after = joined(stands, ...made.map((each) => each.made.after));
      return { nodes: [{ ...node, selector: steady(s, node.selector, stands), cases }], after };
    }
    case 'doBlock':
      return loop(s, node, stands);
    case 'scopeBlock': {
      const { nodes, after } = list(s, node.body, stands);
      return { nodes: [{ ...node, body: nodes }], after };
    }
    default:
      s.sink.error(
        'unsupported',
        'Pointing to another place inside of this construct is not supported.',
        node.span,
        'Move the pointer before or after it.',
      );
      return { nodes: [], after: stands };
  }
}

function loop(s: State, node: Extract<Node, { kind: 'doBlock' }>, before: Stands): Made {
  const silent: State = { ...s, sink: { error: () => undefined } as unknown as DiagnosticSink };
  let entry = before;
  const left = new Map<string, Stand>();
  s.left.push(left);
  for (;;) {
    const { after } = list(silent, node.body, entry);
    const all = joined(entry, after, left);
    if (all.size === entry.size) break;
    entry = all;
    if (entry.size > MOST_STANDS) {
      s.sink.error(
        'unsupported',
        `The pointers in this loop can point to their targets in more than ${MOST_STANDS} ways.`,
        node.span,
        'Write subscripts in place of pointers.',
      );
      break;
    }
  }
  const { nodes } = list(s, node.body, entry);
  s.left.pop();
  return { nodes: [{ ...node, control: steady(s, node.control, entry), body: nodes }], after: entry };
}

const tests = new WeakMap<ExprSyntax, string>();

/** A test that reads through pointers is taken before, as a statement of which there is one for each way to point. */
function tested(s: State, given: ExprSyntax, stands: Stands): { before: Node[]; condition: ExprSyntax } {
  const test = asked(s, given, stands);
  if (namedIn(s, test).length === 0) return { before: [], condition: test };
  const { span } = given;
  const name = tests.get(given) ?? freshName(s.names, 'test');
  if (!tests.has(given)) s.declarations.push(m.integerVariable(name, span));
  tests.set(given, name);
  const value = m.apply('merge', [m.integer(1, span), m.integer(0, span), test], span);
  return {
    before: grouped(s, [m.assigned(m.nameAt(name, span), value, span)], stands),
    condition: m.binary('.ne.', m.nameAt(name, span), m.integer(0, span), span),
  };
}

/** What a construct in which pointers move asks again, or may not ask at all, can't read through them. */
function steady<T extends object | null>(s: State, given: T, stands: Stands): T {
  if (!given) return given;
  const whole = asked(s, given, stands);
  const [first] = namedIn(s, whole);
  if (first !== undefined)
    someNode(given, (part) => {
      if (!('name' in part && part.name === first && 'span' in part)) return false;
      s.sink.error(
        'unsupported',
        `Reading ${first} where a construct in which pointers move begins is not supported.`,
        part.span as Span,
        'Assign the value to a variable before.',
      );
      return true;
    });
  return whole;
}

function pointed(s: State, node: Point, stands: Stands): Made {
  const at = s.order.indexOf(node.target.name);
  if (at < 0) {
    return { nodes: [m.nothing(node)], after: stands };
  }
  const site = s.facts.sites.get(node);
  const from = node.value?.kind === 'name' ? s.order.indexOf(node.value.name) : -1;
  const place = holder(s, node.target.name, node.span);
  const to = (stand: Stand): number =>
    node.value === null ? 0 : from >= 0 ? (stand[from] ?? -1) : (site?.target.id ?? -1);
  const value: ExprSyntax =
    from >= 0 && node.value?.kind === 'name'
      ? holder(s, node.value.name, node.span)
      : m.integer(node.value === null ? 0 : (site?.target.id ?? 0), node.span);
  if (from >= 0) refuseTaken(s, node, stands, from);
  const [first, ...rest] = [
    ...grouped(s, (site?.taken ?? []) as readonly Node[], stands),
    m.assigned(place, value, node.span),
    ...(node.isMove ? [m.assigned(value as NameSyntax, m.integer(0, node.span), node.span)] : []),
  ];
  const after = changed(stands, at, to);
  return {
    nodes: first ? [{ ...first, label: node.label }, ...rest] : [],
    after: node.isMove ? changed(after, from, () => 0) : after,
  };
}

/** Another pointer to a place whose subscripts are taken when the first one gets there again. */
function refuseTaken(s: State, node: Point, stands: Stands, from: number): void {
  const ids = new Set([...stands.values()].map((stand) => stand[from]));
  const isTaken = [...s.facts.sites.values()].some(
    ({ target, taken }) => taken.length > 0 && ids.has(target.id),
  );
  if (isTaken)
    s.sink.error(
      'unsupported',
      'A second pointer to a part whose subscripts change is not supported.',
      node.span,
      'Point to the part by its subscripts again.',
    );
}

/** An ALLOCATE has two memories: it gives the second where another pointer has the first still. */
function memory(s: State, node: Extract<Node, { kind: 'allocate' }>, before: Stands): Made {
  let stands = before;
  const points: Node[] = [];
  const entities = node.entities.flatMap((entity): Entity[] => {
    const heap = s.heaps.get(node)?.get(entity.name);
    if (!heap) return [entity];
    const { span } = node;
    const { id } = heap.first;
    const at = s.order.indexOf(entity.name);
    const isHeld = (stand: Stand, place: number) => stand.some((each, k) => k !== at && each === place);
    const held = [...stands.values()].filter((stand) => isHeld(stand, id));
    const holders = s.order.filter((_, k) => k !== at && held.some((stand) => stand[k] === id));
    const [first, ...rest] = holders.map((name) =>
      m.binary('.eq.', holder(s, name, span), m.integer(id, span)),
    );
    const spare = first && !node.source ? heap.spare() : heap.first;
    if (held.some((stand) => isHeld(stand, spare.id))) refuseHeld(s, entity, holders);
    stands = changed(stands, at, (stand) => (isHeld(stand, id) ? spare.id : id));
    const test = first && rest.reduce((left, right) => m.binary('.or.', left, right), first);
    const [own, other] = [m.integer(id, span), m.integer(spare.id, span)];
    const value = test ? m.apply('merge', [other, own, test], span) : own;
    points.push(m.assigned(holder(s, entity.name, span), value, span));
    const dimensions = steady(s, placed(s, entity.dimensions, before), before);
    const places = spare === heap.first ? [spare] : [heap.first, spare];
    return places.map(({ selector: { name } }) => ({ ...entity, name, dimensions }));
  });
  const source = steady(s, placed(s, node.source, before), before);
  return { nodes: [{ ...node, entities, source }, ...points], after: stands };
}

/** Bounds with the arrays to which the pointers in them point, where that is known. */
function placed<T>(s: State, bounds: T, stands: Stands): T {
  return mapped(bounds, (node) => {
    const at = 'kind' in node && 'name' in node ? s.order.indexOf(node.name as string) : -1;
    const ids = new Set([...stands.values()].map((stand) => stand[at]));
    const [id] = ids;
    const place = ids.size === 1 && at >= 0 ? s.byId.get(id ?? 0)?.selector : undefined;
    return place?.kind === 'name' ? { ...node, name: place.name } : node;
  });
}

function refuseHeld(s: State, { name, span }: Entity, holders: readonly string[]): void {
  s.sink.error(
    'unsupported',
    `Allocating ${name} again while ${holders.join(' and ')} may have what it was is not supported.`,
    span,
    'Allocate an array for each before, and point to them.',
  );
}
