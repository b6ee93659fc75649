/** Statements that name pointers, once for each way in which those can point. */
import { mapped, namesOf } from '../../../mapped';
import { binary, integer, logical, paren } from '../../parse/made';
import type { ApplySyntax, ExprSyntax, NameSyntax, Node } from '../../parse/syntax';
import { allOfKind } from '../../parse/visit';
import { holder, type Stand, type Stands, type State } from './stands';

/** ASSOCIATED as a test of what is held; of what only ALLOCATE gives memory it is ALLOCATED. */
export function asked<T>(s: State, tree: T, stands: Stands): T {
  return mapped(tree, (node) => {
    if (!('kind' in node) || node.kind !== 'apply') return node;
    const e = node as ApplySyntax;
    const [first, second] = e.args;
    if (e.name !== 'associated' || first?.value.kind !== 'name') return e;
    const { name } = first.value;
    const { span } = e;
    if (s.facts.heap.has(name)) return { ...e, name: 'allocated' };
    if (!s.order.includes(name)) return logical(true, span);
    const compared = (op: '.eq.' | '.ne.', right: ExprSyntax): ExprSyntax =>
      paren(binary(op, holder(s, name, span), right, span));
    const points = compared('.ne.', integer(0, span));
    if (!second) return points;
    const { value } = second;
    const other = value.kind === 'name' || value.kind === 'apply' ? value.name : '';
    if (value.kind === 'name' && s.order.includes(other))
      return binary('.and.', points, compared('.eq.', holder(s, other, span)), span);
    const may = new Set([...stands.values()].map((stand) => stand[s.order.indexOf(name)]));
    const alike = [...s.byId.values()].filter(({ id, selector }) => may.has(id) && selector.name === other);
    const [target] = alike;
    if (!target) return logical(false, span);
    if (value.kind === 'name' && alike.every(({ selector }) => selector.kind === 'name'))
      return compared('.eq.', integer(target.id, span));
    s.sink.error(
      'unsupported',
      'ASSOCIATED with a part of an array is not supported.',
      span,
      'Keep where the pointer points in a variable of your own.',
    );
    return logical(false, span);
  });
}

export function namedIn(s: State, nodes: object): string[] {
  const found = namesOf(nodes);
  return s.order.filter((name) => found.has(name));
}

function isDeclaration(node: Node): boolean {
  return node.kind === 'continue' || node.kind === 'ignored';
}

/** Statements between which no pointer moves. */
export function grouped(s: State, given: readonly Node[], stands: Stands): Node[] {
  if (s.order.length === 0 && s.facts.heap.size === 0) return [...given];
  const nodes = given.map((node) => asked(s, node, stands));
  const used = nodes.map((node) => namedIn(s, [node]).length > 0);
  const first = used.indexOf(true);
  if (first < 0) return nodes;
  const last = used.lastIndexOf(true);
  const inner = nodes.slice(first, last + 1);
  return [...nodes.slice(0, first), ...chosen(s, inner, stands), ...nodes.slice(last + 1)];
}

function chosen(s: State, nodes: readonly Node[], stands: Stands): Node[] {
  const pointers = namedIn(s, nodes);
  const [first] = nodes;
  if (!first) return [];
  const span = { start: first.span.start, end: nodes[nodes.length - 1]?.span.end ?? first.span.end };
  const cases = new Map<string, Stand>();
  let isGiven = false;
  for (const stand of stands.values()) {
    const own = pointers.map((name) => stand[s.order.indexOf(name)] ?? -1);
    if (own.every((id) => id > 0)) cases.set(own.join(), own);
    else
      isGiven ||= refuseGiven(
        s,
        nodes,
        (name) => s.facts.owned.has(name) && own[pointers.indexOf(name)] === 0,
      );
  }
  if (cases.size === 0) {
    const isKnown = nodes.every(isDeclaration);
    if (!isKnown && !isGiven)
      s.sink.error(
        'pointer-without-target',
        `${pointers.join(', ')} points nowhere here.`,
        first.span,
        'Point it to an array before.',
      );
    return [];
  }
  const bodies = [...cases.values()].map((ids): { ids: Stand; body: Node[] } => ({
    ids,
    body: [
      {
        kind: 'associateBlock',
        pairs: pointers.map((name, k) => {
          const selector = s.byId.get(ids[k] ?? 0)?.selector as NameSyntax | ApplySyntax;
          return { name: { name, span }, selector };
        }),
        body: nodes,
        span,
        label: null,
        construct: null,
      },
    ],
  }));
  const [only] = bodies;
  if (bodies.length === 1 && only) return only.body;
  const test = (ids: Stand): ExprSyntax =>
    pointers
      .map((name, k) => binary('.eq.', holder(s, name, span), integer(ids[k] ?? 0, span), span))
      .reduce((left, right) => binary('.and.', left, right, span));
  const arms_ = bodies.map(({ ids, body }, k) => ({
    condition: k === bodies.length - 1 ? null : test(ids),
    body,
    span,
  }));
  return [{ kind: 'ifBlock', arms: arms_, span, label: null, construct: null }];
}

/** An assignment to a whole ALLOCATABLE array that may have no memory gives it some. */
function refuseGiven(s: State, nodes: readonly Node[], isFree: (name: string) => boolean): boolean {
  const targets = allOfKind(nodes, 'assign').map(({ target }) => target);
  const free = targets.find(({ kind, name }) => kind === 'name' && isFree(name));
  if (free)
    s.sink.error(
      'unsupported',
      `Assigning to ${free.name} where it may not be allocated is not supported.`,
      free.span,
      'Allocate it before.',
    );
  return free !== undefined;
}
