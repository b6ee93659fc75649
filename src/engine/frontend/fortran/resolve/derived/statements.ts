/** Statements with structures in them, component by component. */
import { argument, assigned, nothing, paren, statement } from '../../parse/made';
import { respelled } from '../../parse/spelling';
import type * as S from '../../parse/syntax';
import { ASSIGNMENT } from '../../parse/syntax';
import { rewrittenConstruct, withHoisted } from '../hoisted';
import { defaults, firstValues, forEachOf, isList, specification, structureNamed } from './declarations';
import {
  callArguments,
  constructorValues,
  copied,
  expression,
  located,
  meantName,
  pureExpression,
  refuseBound,
  resultCall,
  typeOf,
  whole,
} from './expressions';
import { inScope, type Located, leafAt, resolve, type State } from './references';
import { meantBy } from './signatures';
import {
  dimensionsAlong,
  hasAssignmentInside,
  type Leaf,
  leafName,
  leavesOf,
  pathOf,
  type Type,
} from './types';

export function nodes(s: State, list: readonly S.Node[]): S.Node[] {
  return withHoisted(s, list, (node) => statements(s, node));
}

function statements(s: State, node: S.Node): S.Node[] {
  const construct = rewrittenConstruct(node, {
    value: (tree) => expression(s, tree),
    pure: (tree) => pureExpression(s, tree),
    body: (list) => nodes(s, list),
  });
  if (construct) return [construct];
  switch (node.kind) {
    case 'assign':
      return assignment(s, node);
    case 'call':
      return [callStatement(s, node)];
    case 'point':
      return pointed(s, node) ?? [expression(s, node)];
    case 'whereBlock':
      return [
        {
          ...node,
          arms: node.arms.map((arm) => ({
            mask: arm.mask && expression(s, arm.mask),
            body: nodes(s, arm.body),
          })),
        },
      ];
    case 'scopeBlock':
      return inScope(s, () => {
        const specifications = node.specifications.flatMap((each) => specification(s, each, new Set()));
        const firsts = defaults(s, node.specifications, new Set());
        return [{ ...node, specifications, body: [...firsts, ...nodes(s, node.body)] }];
      });
    case 'associateBlock':
      return [inScope(s, () => associated(s, node))];
    case 'io': {
      const items = node.items.flatMap((item): typeof node.items => {
        const changed = expression(s, item);
        const at = changed.kind === 'implied' ? null : located(s, changed);
        return at ? leavesOf(at.type).map((leaf) => leafAt(at, leaf)) : [changed];
      });
      const isSame = items.length === node.items.length && items.every((item, k) => item === node.items[k]);
      return [isSame ? node : { ...node, items, text: respelled({ ...node, items }) }];
    }
    case 'allocate':
      return [
        allocation(s, node),
        ...(node.source ? [] : node.entities.flatMap((each) => firstValues(s, each))),
      ];
    default:
      return [expression(s, node)];
  }
}

/** Of one statement: more components than a structure has, and half of them for the parts of complex ones. */
const COPIES = 2 ** 16;

function assignment(s: State, node: S.StatementOf<'assign'> & S.StatementSyntax): S.Node[] {
  const target = expression(s, node.target);
  if (target.kind !== 'name' && target.kind !== 'apply') return [nothing(node)];
  const to = located(s, target);
  const given = expression(s, node.value);
  if (!to) return [{ ...node, target, value: given }];
  if (given.kind === 'bad') return [nothing(node)];
  const { span } = node;
  const ownAssignment = assignedBy(s, to, given);
  if (ownAssignment !== null) return [assigning(s, node, { to, target, given, name: ownAssignment })];
  if (hasAssignmentInside(to.type)) {
    s.sink.error(
      'unsupported',
      `This assignment sets components of the type ${to.type.name} by a subroutine of ASSIGNMENT(=), which is not supported.`,
      span,
      'Assign the components one by one.',
    );
    return [nothing(node)];
  }
  if (given.kind === 'constructor') return listed(s, node, to, given.items);
  const built = given.kind === 'apply' ? constructorValues(s, given, to.type) : null;
  const root = to.name.split('.')[0] ?? '';
  const isCall = given.kind === 'apply' && !built && s.signatures.get(given.name)?.result === to.type;
  if (isCall && given.kind === 'apply' && !mentions(given, root))
    return [{ ...resultCall(s, given, to), label: node.label }];
  const from = built && !mentions(given, root) ? null : located(s, whole(s, given, to.type));
  if (!built && !from) {
    s.sink.error(
      'type-mismatch',
      `A structure of the type ${to.type.name} is expected here.`,
      node.value.span,
      ...(given.kind === 'binary' ? ['INTERFACE OPERATOR gives an operator a function.'] : []),
    );
    return [];
  }
  if (from && from.type !== to.type) {
    s.sink.error(
      'type-mismatch',
      `A structure of the type ${to.type.name} is expected here.`,
      node.value.span,
    );
    return [];
  }
  const around = freeDimensions(to).length - (from ? freeDimensions(from).length : 0);
  return leavesOf(to.type).flatMap((leaf, k): S.Node[] => {
    const one = from ? leafAt(from, leaf) : built?.get(pathOf(leaf));
    if (!one) return [];
    // One structure for all of an array: so is each array in it.
    const own = leaf.path.reduce((n, each) => n + each.dimensions.length, 0);
    const isArray = own > 0 && (from !== null || isList(one));
    const value = isArray ? forEachOf(leafAt(to, leaf), one, own, around) : one;
    const label = k === 0 ? node.label : null;
    // What a FORALL keeps waiting waits component by component: each in a copy of its own.
    const held = node.held && { ...node.held, copy: node.held.copy + (k + 1) / COPIES };
    return [{ ...assigned(leafAt(to, leaf), value, span), label, ...(held && { held }) }];
  });
}

/** The subroutine of ASSIGNMENT(=) that an assignment means; null for none. */
function assignedBy(s: State, to: Located, given: S.ExprSyntax): string | null {
  const [item] = given.kind === 'constructor' ? given.items : [given];
  const value = item && item.kind !== 'implied' ? typeOf(s, item) : null;
  const meant = meantBy(s.operators.get(ASSIGNMENT) ?? [], [to.type, value]);
  if (!meant) return null;
  const { parameters: [first] = [], isElemental } = s.signatures.get(meant.target) ?? {};
  const isArray = freeDimensions(to).length > 0;
  return isElemental || isArray === first?.isArray ? meant.target : null;
}

/** `call set(a, (b))` for `a = b`: what is assigned is there before anything is set. */
function assigning(
  s: State,
  { label, span }: S.StatementSyntax,
  { to, target, given, name }: { to: Located; target: S.ExprSyntax; given: S.ExprSyntax; name: string },
): S.Node {
  const root = to.name.split('.')[0] ?? '';
  const type = typeOf(s, given);
  const isSame = mentions(given, root);
  const value: S.ExprSyntax = isSame && type ? copied(s, given, type) : isSame ? paren(given) : given;
  const args = callArguments(s, name, [argument(target), argument(value)]);
  return { ...statement({ kind: 'call', callee: { name, span }, args }, span), label };
}

/** `a => p(i)`, NULLIFY: a pointer for each component; null where what points is no structure. */
function pointed(s: State, node: S.StatementOf<'point'> & S.StatementSyntax): S.Node[] | null {
  const { more, ...first } = node;
  if (more)
    return [node.target, ...more].flatMap(
      (target): S.Node[] => pointed(s, { ...first, target }) ?? [expression(s, { ...first, target })],
    );
  const to = node.target.kind === 'name' ? located(s, node.target) : null;
  if (!to) return null;
  const from = node.value && located(s, expression(s, node.value));
  const leaves = leavesOf(to.type);
  const isMoved = leaves.some(({ path }) => path.some((c) => c.declaration.attributes.includes('pointer')));
  if (isMoved || (node.value && from?.type !== to.type)) {
    const what = isMoved
      ? `Pointing to structures of the type ${to.type.name}, which has pointers in it, is not supported.`
      : `A structure of the type ${to.type.name} is expected here.`;
    s.sink.error(isMoved ? 'unsupported' : 'type-mismatch', what, node.span);
    return [nothing(node)];
  }
  return leaves.map(
    (leaf, k): S.Node => ({
      ...first,
      target: leafAt(to, leaf),
      value: from && leafAt(from, leaf),
      label: k === 0 ? node.label : null,
    }),
  );
}

/** `p = [t(1.0, 2.0), q, (t(i*h, 0.0), i = 1, n)]`: a list for each component. */
function listed(
  s: State,
  node: S.StatementOf<'assign'> & S.StatementSyntax,
  to: Located,
  items: readonly S.ItemSyntax[],
): S.Node[] {
  const { span, label } = node;
  const refuse = (what: string, instead: string): S.Node[] => {
    s.sink.error('unsupported', what, node.value.span, instead);
    return [nothing(node)];
  };
  if (items.some((item) => mentions(item, to.name.split('.')[0] ?? '')))
    return refuse(
      'A list of structures that names what it sets is not supported.',
      'Assign it to another array before.',
    );
  if (leavesOf(to.type).some(({ path }) => path.some(({ dimensions }) => dimensions.length > 0)))
    return refuse('A list of structures with arrays in them is not supported.', 'Assign them one by one.');
  const parts = items.map((item) => partsOfItem(s, item, to.type));
  if (parts.some((part) => part === null)) {
    const what = `Structures of the type ${to.type.name} are expected in this list.`;
    s.sink.error('type-mismatch', what, node.value.span);
    return [nothing(node)];
  }
  return leavesOf(to.type).map((leaf, k): S.Node => {
    const own = parts.flatMap((part) => part?.(leaf) ?? []);
    const value = { kind: 'constructor' as const, items: own, span: node.value.span };
    return { ...assigned(leafAt(to, leaf), value, span), label: k === 0 ? label : null };
  });
}

/** The item of a list with a component in the place of each structure; null for what is none. */
function partsOfItem(s: State, item: S.ItemSyntax, type: Type): ((leaf: Leaf) => S.ItemSyntax | null) | null {
  if (item.kind === 'string') return null;
  if (item.kind === 'implied') {
    const { length } = s.before;
    const inner = item.items.map((each) => partsOfItem(s, each, type));
    // Statements for each round can't be executed once before the loop.
    if (s.before.length > length || inner.some((part) => part === null)) return null;
    return (leaf) => ({ ...item, items: inner.flatMap((part) => part?.(leaf) ?? []) });
  }
  const built = constructorValues(s, item, type);
  if (built) return (leaf) => built.get(pathOf(leaf)) ?? null;
  const at = located(s, whole(s, item, type));
  return at?.type === type ? (leaf) => leafAt(at, leaf) : null;
}

function mentions(tree: object, root: string): boolean {
  const text = JSON.stringify(tree);
  return text.includes(`"name":"${root}"`) || text.includes(`"name":"${root}.`);
}

function callStatement(s: State, node: S.StatementOf<'call'> & S.StatementSyntax): S.Node {
  if (!node.bound) {
    const given = expression(s, node.args);
    const operands = given.map(({ value }) => value);
    const name = meantName(s, node.callee.name, operands, node.callee.span);
    if (name === null) return nothing(node);
    return { ...node, callee: { ...node.callee, name }, args: callArguments(s, name, given) };
  }
  const bound: S.ApplySyntax = {
    ...node.bound,
    args: expression(s, node.bound.args),
    parts: expression(s, node.bound.parts ?? []),
  };
  const found = resolve(s.scope, bound, s.sink);
  if (found?.kind !== 'call') {
    if (found) s.sink.error('unknown-component', 'No routine of this name is bound to the type.', node.span);
    return nothing(node);
  }
  refuseBound(s, found);
  return nothing(node);
}

function allocation(s: State, node: S.StatementOf<'allocate'> & S.StatementSyntax): S.Node {
  const entities = node.entities.flatMap((entity): S.Entity[] => {
    const root = structureNamed(s, entity.name);
    if (!root) return [expression(s, entity)];
    return leavesOf(root.type).map((leaf) => ({
      ...entity,
      name: leafName(root.name, leaf),
      dimensions: dimensionsAlong(leaf, expression(s, entity.dimensions ?? [])),
    }));
  });
  return { ...expression(s, { ...node, entities: [] }), entities };
}

/** One for each dimension in which more than one structure is meant. */
function freeDimensions({ levels, span }: Located): S.DimensionSyntax[] {
  const rank = levels.reduce(
    (n, level) =>
      n + (level.args?.filter(({ value }) => value.kind === 'range').length ?? level.dimensions.length),
    0,
  );
  return Array.from({ length: rank }, () => ({ lower: null, upper: 'shape' as const, span }));
}

function associated(s: State, node: Extract<S.Node, { kind: 'associateBlock' }>): S.Node {
  const pairs = node.pairs.flatMap(({ name, selector }) => {
    const changed = expression(s, selector);
    const at = located(s, changed);
    if (!at) {
      s.scope.set(name.name, null);
      return [{ name, selector: changed }];
    }
    s.scope.set(name.name, { name: name.name, type: at.type, dimensions: freeDimensions(at) });
    return leavesOf(at.type).map((leaf) => ({
      name: { ...name, name: leafName(name.name, leaf) },
      selector: leafAt(at, leaf),
    }));
  });
  return { ...node, pairs, body: nodes(s, node.body) };
}
