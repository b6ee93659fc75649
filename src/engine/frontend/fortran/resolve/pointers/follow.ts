/** Where pointers can point, from statement to statement. */

import type { DiagnosticSink } from '../../../../base/diagnostics';
import { freshName } from '../../../freshName';
import { assigned, entityOf, integer, integerVariable, nameAt } from '../../parse/made';
import type { ExprSyntax, Node, StatementSyntax, Unit } from '../../parse/syntax';
import { visitNodes } from '../../parse/visit';
import type { Facts, Point, Target } from './facts';
import { asked, grouped } from './references';
import { changed, holder, joined, type Stand, type Stands, type State } from './stands';

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
    s.declarations.push(integerVariable(held, unit.span));
  }
  if (order.length > 0) allocated(s, unit);
  const start: Stand = order.map(() => 0);
  const firsts = order.map((name): Node => {
    const { span } = unit.header ?? unit;
    return assigned(nameAt(s.held.get(name) ?? name, span), integer(0, span), span);
  });
  const made = list(s, unit.body, new Map([[start.join(), start]])).nodes;
  return { body: order.length > 0 ? [...firsts, ...made] : made, declarations: s.declarations };
}

/** `allocate (p(n))` of a pointer that also moves: an array of its own, to which it points then. */
function allocated(s: State, unit: Unit): void {
  visitNodes(unit.body, (node) => {
    if (node.kind !== 'allocate') return;
    for (const entity of node.entities) {
      if (!s.facts.moving.has(entity.name)) continue;
      const rank = s.facts.ranks.get(entity.name) ?? 0;
      const declared = declarationOf(unit, entity.name);
      if (rank === 0 || !declared) continue;
      const { span } = entity;
      const name = freshName(s.names, `${entity.name.replaceAll('.', '_')}_memory`);
      const dimensions = Array.from({ length: rank }, () => ({ lower: null, upper: 'shape' as const, span }));
      const own = entityOf(name, span, dimensions);
      s.declarations.push({ ...declared, attributes: ['allocatable'], dimensions: null, entities: [own] });
      const selector = nameAt(name, span);
      const target = { id: s.byId.size + 1, selector };
      (s.byId as Map<number, Target>).set(target.id, target);
      const known = s.heaps.get(node) ?? new Map<string, Target>();
      s.heaps.set(node, known.set(entity.name, target));
    }
  });
}

function declarationOf(unit: Unit, name: string) {
  for (const s of unit.specifications)
    if (s.kind === 'declare' && s.type && s.entities.some((entity) => entity.name === name)) return s;
  return null;
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
        assigned(holder(s, name, node.span), integer(0, node.span), node.span),
      );
      const after = places.reduce((so, name) => changed(so, s.order.indexOf(name), () => 0), stands);
      return { nodes: sets.map((each, k) => (k === 0 ? { ...each, label: node.label } : each)), after };
    }
    case 'allocate':
      return memory(s, node, stands);
    case 'if':
      return arms(s, stands, [node.then], (body) => [
        {
          ...node,
          kind: 'ifBlock',
          arms: [{ condition: asked(s, node.condition, stands), body, span: node.span }],
        } as Node,
      ]);
    case 'ifBlock': {
      const made = node.arms.map((arm) => ({ arm, made: list(s, arm.body, stands) }));
      const isWhole = node.arms.some(({ condition }) => condition === null);
      const changed = made.map(({ arm, made: { nodes } }) => ({
        ...arm,
        condition: arm.condition && asked(s, arm.condition, stands),
        body: nodes,
      }));
      const after = joined(...(isWhole ? [] : [stands]), ...made.map((each) => each.made.after));
      return { nodes: [{ ...node, arms: changed }], after };
    }
    case 'selectBlock': {
      const made = node.cases.map((one) => ({ one, made: list(s, one.body, stands) }));
      const cases = made.map(({ one, made: { nodes } }) => ({ ...one, body: nodes }));
      const after = joined(stands, ...made.map((each) => each.made.after));
      return { nodes: [{ ...node, cases }], after };
    }
    case 'doBlock':
      return loop(s, node, stands);
    case 'scopeBlock':
      return arms(s, stands, node.body, (body) => [{ ...node, body }], false);
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

function arms(
  s: State,
  stands: Stands,
  body: readonly Node[],
  make: (body: Node[]) => Node[],
  may = true,
): Made {
  const inside = list(s, body, stands);
  return { nodes: make(inside.nodes), after: may ? joined(stands, inside.after) : inside.after };
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
  const control =
    node.control.kind === 'while'
      ? { ...node.control, condition: asked(s, node.control.condition, entry) }
      : node.control;
  return { nodes: [{ ...node, control, body: nodes }], after: entry };
}

function pointed(s: State, node: Point, stands: Stands): Made {
  const at = s.order.indexOf(node.target.name);
  if (at < 0) {
    const { span, label, construct } = node;
    return { nodes: [{ kind: 'continue', span, label, construct, text: '' }], after: stands };
  }
  const site = s.facts.sites.get(node);
  const from = node.value?.kind === 'name' ? s.order.indexOf(node.value.name) : -1;
  const place = holder(s, node.target.name, node.span);
  const to = (stand: Stand): number =>
    node.value === null ? 0 : from >= 0 ? (stand[from] ?? -1) : (site?.target.id ?? -1);
  const value: ExprSyntax =
    from >= 0 && node.value?.kind === 'name'
      ? holder(s, node.value.name, node.span)
      : integer(node.value === null ? 0 : (site?.target.id ?? 0), node.span);
  if (from >= 0) refuseTaken(s, node, stands, from);
  const [first, ...rest] = [...(site?.taken ?? []), assigned(place, value, node.span)];
  return {
    nodes: first ? [{ ...first, label: node.label }, ...rest] : [],
    after: changed(stands, at, to),
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

function memory(s: State, node: Extract<Node, { kind: 'allocate' }>, before: Stands): Made {
  const targets = s.heaps.get(node);
  let stands = before;
  const points: Node[] = [];
  const entities = node.entities.map((entity) => {
    const target = targets?.get(entity.name);
    if (!target) return entity;
    stands = changed(stands, s.order.indexOf(entity.name), () => target.id);
    points.push(assigned(holder(s, entity.name, node.span), integer(target.id, node.span), node.span));
    return { ...entity, name: target.selector.name };
  });
  return { nodes: [{ ...node, entities }, ...points], after: stands };
}
