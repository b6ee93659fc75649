/** Statements with structures in them, component by component. */
import { assigned, statement } from '../../parse/made';
import { respelled } from '../../parse/spelling';
import type {
  ApplySyntax,
  DimensionSyntax,
  Entity,
  Node,
  StatementOf,
  StatementSyntax,
} from '../../parse/syntax';
import { rewrittenConstruct, withHoisted } from '../hoisted';
import { defaults, firstValues, specification } from './declarations';
import {
  boundCall,
  callArguments,
  constructorValues,
  expression,
  located,
  pureExpression,
  resultCall,
  whole,
} from './expressions';
import { type Located, leafAt, resolve } from './references';
import { inScope, type State } from './state';
import { dimensionsAlong, leafName, leavesOf, pathOf } from './types';

export function nodes(s: State, list: readonly Node[]): Node[] {
  return withHoisted(s, list, (node) => statements(s, node));
}

function statements(s: State, node: Node): Node[] {
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

function assignment(s: State, node: StatementOf<'assign'> & StatementSyntax): Node[] {
  const target = expression(s, node.target);
  if (target.kind !== 'name' && target.kind !== 'apply') return [ignored(node)];
  const to = located(s, target);
  const given = expression(s, node.value);
  if (!to) return [{ ...node, target, value: given }];
  if (given.kind === 'bad') return [ignored(node)];
  const { span } = node;
  if (s.setByRoutines.has(to.type)) {
    s.sink.error(
      'unsupported',
      `A subroutine of ASSIGNMENT(=) may be meant here, which sets structures of the type ${to.type.name} and is not supported.`,
      span,
      'Call it by its own name, or assign the components one by one.',
    );
    return [ignored(node)];
  }
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
  return leavesOf(to.type).flatMap((leaf, k): Node[] => {
    const value = from ? leafAt(from, leaf) : built?.get(pathOf(leaf));
    if (!value) return [];
    const label = k === 0 ? node.label : null;
    // What a FORALL keeps waiting waits component by component: each in a copy of its own.
    const held = node.held && { ...node.held, copy: node.held.copy + (k + 1) / COPIES };
    return [{ ...assigned(leafAt(to, leaf), value, span), label, ...(held && { held }) }];
  });
}

/** A statement that was reported; a jump may go to it all the same. */
function ignored({ span, label }: StatementSyntax): StatementSyntax {
  return { ...statement({ kind: 'continue' }, span), label };
}

function mentions(tree: object, root: string): boolean {
  return JSON.stringify(tree).includes(`"name":"${root}`);
}

function callStatement(s: State, node: StatementOf<'call'> & StatementSyntax): Node {
  if (!node.bound) return { ...node, args: callArguments(s, node.callee.name, expression(s, node.args)) };
  const bound: ApplySyntax = {
    ...node.bound,
    args: expression(s, node.bound.args),
    parts: expression(s, node.bound.parts ?? []),
  };
  const found = resolve(s.scope, bound, s.sink);
  if (found?.kind !== 'call') {
    if (found) s.sink.error('unknown-component', 'No routine of this name is bound to the type.', node.span);
    return ignored(node);
  }
  const reached = boundCall(s, found);
  if (!reached) return ignored(node);
  const { callee, args } = reached;
  const { bound: _, ...rest } = node;
  return { ...rest, callee: { name: callee, span: node.callee.span }, args };
}

function allocation(s: State, node: StatementOf<'allocate'> & StatementSyntax): Node {
  const entities = node.entities.flatMap((entity): Entity[] => {
    const root = s.scope.get(entity.name);
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
function freeDimensions({ levels, span }: Located): DimensionSyntax[] {
  const rank = levels.reduce(
    (n, level) => n + (level.args?.filter(({ value }) => value.kind === 'range').length ?? level.rank),
    0,
  );
  return Array.from({ length: rank }, () => ({ lower: null, upper: 'shape' as const, span }));
}

function associated(s: State, node: Extract<Node, { kind: 'associateBlock' }>): Node {
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
