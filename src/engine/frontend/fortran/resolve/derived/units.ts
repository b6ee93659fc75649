/** Units, their declarations and statements, with a variable for each component. */

import type { DiagnosticSink } from '../../../../base/diagnostics';
import type { Span } from '../../../../base/span';
import { mapped } from '../../../mapped';
import { argument, assigned, declared, entityOf, nameAt, statement } from '../../parse/made';
import { respelled } from '../../parse/spelling';
import type {
  ApplySyntax,
  ArgumentSyntax,
  Attribute,
  DimensionSyntax,
  Entity,
  ExprSyntax,
  Name,
  NameSyntax,
  Node,
  StatementOf,
  StatementSyntax,
  Unit,
} from '../../parse/syntax';
import { visitNodes, visitOwnExpressions } from '../../parse/visit';
import { freshName } from '../specialise';
import { type Located, leafAt, type Root, resolve, type Scope } from './references';
import { resultName, type Signature } from './signatures';
import {
  type Component,
  descendsFrom,
  dimensionsAlong,
  type Leaf,
  leafName,
  leavesOf,
  type Type,
} from './types';

export interface Text {
  readonly types: ReadonlyMap<string, Type>;
  readonly signatures: ReadonlyMap<string, Signature>;
  readonly names: Set<string>;
  readonly sink: DiagnosticSink;
}

/** A unit at work. */
interface State extends Text {
  /** Its variables start with the values that their types say. */
  readonly isModule: boolean;
  readonly scope: Map<string, Root | null>;
  /** Structures of modules, which USE may name. */
  readonly modules: ReadonlyMap<string, Scope>;
  /** Declarations of structures of the rewriting's own. */
  readonly temporaries: StatementSyntax[];
  /** What has to be done before the statement at hand. */
  before: StatementSyntax[];
}

export function rewriteUnits(units: readonly Unit[], text: Text): readonly Unit[] {
  const modules = new Map<string, Scope>();
  return units.map((unit) => rewriteUnit(unit, text, new Map(), modules));
}

function rewriteUnit(unit: Unit, text: Text, around: Scope, modules: Map<string, Scope>): Unit {
  const scope = new Map(around);
  const s: State = { ...text, scope, modules, temporaries: [], before: [], isModule: unit.kind === 'module' };
  for (const each of unit.header?.parameters ?? []) scope.set(each.name, null);
  const returned = unit.kind === 'function' ? (text.signatures.get(unit.name.name)?.result ?? null) : null;
  if (returned) scope.set(resultName(unit), { name: resultName(unit), type: returned, dimensions: [] });
  const own = new Set((unit.header?.parameters ?? []).map(({ name }) => name));
  if (returned) own.add(resultName(unit));
  const specifications = unit.specifications.flatMap((each) => specification(s, each, own));
  const firsts = unit.kind === 'module' ? [] : defaults(s, unit, own);
  if (unit.kind === 'module') modules.set(unit.name.name, new Map(scope));
  const body = [...firsts, ...nodes(s, unit.body)];
  const refused = refuseValues(s, body);
  const contains = unit.contains.map((each) => rewriteUnit(each, text, scope, modules));
  const interfaces = unit.interfaces.map((each) => rewriteUnit(each, text, around, modules));
  const head = header(s, unit, returned);
  const all = [...specifications, ...s.temporaries, ...refused];
  const written = returned && unit.header?.type ? [...declareResult(s, unit, returned), ...all] : all;
  return {
    ...unit,
    kind: returned ? 'subroutine' : unit.kind,
    header: head,
    specifications: written,
    body,
    contains,
    interfaces,
    types: [],
  };
}

function header(s: State, { header: given, name, ...rest }: Unit, returned: Type | null): Unit['header'] {
  if (!given) return given;
  const parameters = given.parameters.flatMap((each): Name[] => {
    const root = s.scope.get(each.name);
    return root ? leavesOf(root.type).map((leaf) => ({ ...each, name: leafName(root.name, leaf) })) : [each];
  });
  if (!returned) return { ...given, parameters };
  const result = resultName({ header: given, name, ...rest });
  const leaves = leavesOf(returned).map((leaf) => ({ name: leafName(result, leaf), span: given.span }));
  return { ...given, unit: 'subroutine', type: null, result: null, parameters: [...parameters, ...leaves] };
}

/** `type(v) function f(x)` declares its result in its head. */
function declareResult(s: State, unit: Unit, type: Type): StatementSyntax[] {
  const span = unit.header?.span ?? unit.span;
  const root = { name: resultName(unit), type, dimensions: [] };
  return leavesOf(type).map((leaf) =>
    declareLeaf(s, root, leaf, { attributes: ['out'], isArgument: true, span }, null),
  );
}

// --------------------------------------------------------------------------------------------------------- declarations

function specification(s: State, each: StatementSyntax, own: ReadonlySet<string>): StatementSyntax[] {
  switch (each.kind) {
    case 'declare':
      return declaration(s, each, own);
    case 'use':
      return [used(s, each)];
    case 'common':
      return [
        {
          ...each,
          blocks: each.blocks.map((block) => ({
            ...block,
            entities: block.entities.flatMap((entity) =>
              leafNames(s, entity).map((name) => ({ ...entity, ...name })),
            ),
          })),
        },
      ];
    case 'save':
      return [{ ...each, names: each.names.flatMap((name) => leafNames(s, name)) }];
    default:
      return [expression(s, each)];
  }
}

function leafNames(s: State, name: Name): Name[] {
  const root = s.scope.get(name.name);
  return root
    ? leavesOf(root.type).map((leaf) => ({ name: leafName(root.name, leaf), span: name.span }))
    : [{ name: name.name, span: name.span }];
}

function declaration(
  s: State,
  each: StatementOf<'declare'> & StatementSyntax,
  own: ReadonlySet<string>,
): StatementSyntax[] {
  const named = each.type?.derived;
  if (named === undefined) {
    if (each.type)
      for (const { name } of each.entities) if (s.scope.get(name) !== undefined) s.scope.set(name, null);
    // `dimension a(3)`, `save b`: of structures that are declared elsewhere.
    const entities = each.type
      ? each.entities
      : each.entities.flatMap((entity) => leafNames(s, entity).map((name) => ({ ...entity, ...name })));
    return [expression(s, { ...each, entities })];
  }
  const type = s.types.get(named);
  if (!type) {
    s.sink.error(
      'unknown-type',
      `The definition of the type ${named} is not here.`,
      each.type?.span ?? each.span,
      'Paste the module that defines it.',
    );
    const attributes: Attribute[] = [...each.attributes, 'poison'];
    return [{ ...each, attributes }];
  }
  return each.entities.flatMap((entity): StatementSyntax[] => {
    const dimensions = entity.dimensions ?? each.dimensions ?? [];
    const root: Root = { name: entity.name, type, dimensions };
    s.scope.set(entity.name, root);
    const values = entity.initial ? constructorValues(s, entity.initial, type) : null;
    const isArgument = own.has(entity.name);
    return leavesOf(type).map((leaf) =>
      declareLeaf(s, root, leaf, { attributes: each.attributes, isArgument, span: entity.span }, values),
    );
  });
}

interface Declaring {
  readonly attributes: readonly Attribute[];
  readonly isArgument: boolean;
  readonly span: Span;
}

function declareLeaf(
  s: State,
  root: Root,
  leaf: Leaf,
  { attributes, isArgument, span }: Declaring,
  values: ReadonlyMap<string, ExprSyntax> | null,
): StatementSyntax {
  const component = leaf.path[leaf.path.length - 1] as Component;
  const { declaration: of } = component;
  const isDeferred = component.declaration.attributes.includes('allocatable');
  const around = root.dimensions.length + leaf.path.slice(0, -1).reduce((n, c) => n + c.dimensions.length, 0);
  const isRefused = isDeferred && around > 0;
  if (isRefused)
    s.sink.error(
      'unsupported',
      'ALLOCATABLE components of arrays of structures are not supported.',
      span,
      'Give the component its bounds, or write one array for all of them.',
    );
  const own = isRefused
    ? (['poison'] as const)
    : of.attributes.filter((each) => each !== 'allocatable' || !isArgument);
  const dimensions = mapped(dimensionsAlong(leaf, root.dimensions), (node) => rewritten(s, node));
  const name = leafName(root.name, leaf);
  const initial =
    values?.get(name.slice(root.name.length + 1)) ??
    (attributes.includes('save') || s.isModule ? component.entity.initial : null);
  const entity = { ...entityOf(name, span, dimensions.length > 0 ? dimensions : null), initial };
  const outer = attributes.filter((each) => each !== 'allocatable' || !isArgument);
  return declared(of.type, entity, [...outer, ...own]);
}

/** What types say of the first values of their components, where a variable is the routine's own. */
function defaults(s: State, unit: Unit, own: ReadonlySet<string>): StatementSyntax[] {
  return unit.specifications.flatMap((each): StatementSyntax[] => {
    if (each.kind !== 'declare' || each.type?.derived === undefined) return [];
    const isSet = each.attributes.includes('save') || each.attributes.includes('parameter');
    return each.entities.flatMap((entity): StatementSyntax[] => {
      const root = s.scope.get(entity.name);
      const isDummy = own.has(entity.name) && !each.attributes.includes('out');
      if (!root || isSet || isDummy || entity.initial) return [];
      return leavesOf(root.type).flatMap((leaf): StatementSyntax[] => {
        const initial = leaf.path[leaf.path.length - 1]?.entity.initial;
        const target = nameAt(leafName(root.name, leaf), entity.span);
        return initial ? [assigned(target, initial, entity.span)] : [];
      });
    });
  });
}

function used(s: State, each: StatementOf<'use'> & StatementSyntax): StatementSyntax {
  const module = s.modules.get(each.module.name);
  const wanted = each.only ? new Map(each.names.map(({ local, remote }) => [remote, local.name])) : null;
  for (const [name, root] of module ?? []) {
    const local = wanted ? wanted.get(name) : name;
    if (root && local !== undefined) s.scope.set(local, local === name ? root : { ...root, name: local });
  }
  const names = each.names.flatMap(({ local, remote }) => {
    if (s.types.has(remote) || /^(operator|assignment)$/.test(remote)) return [];
    const root = module?.get(remote);
    if (!root) return [{ local, remote }];
    return leavesOf(root.type).map((leaf) => ({
      local: { ...local, name: leafName(local.name, leaf) },
      remote: leafName(remote, leaf),
    }));
  });
  return { ...each, names };
}

// ----------------------------------------------------------------------------------------------------------- statements

function nodes(s: State, list: readonly Node[]): Node[] {
  return list.flatMap((node) => {
    const outer = s.before;
    s.before = [];
    const made = statements(s, node);
    const all = [...s.before, ...made];
    s.before = outer;
    // A jump to the statement goes to what stands before it.
    const [first] = all;
    if (node.label && first && first !== made[0])
      return [{ ...first, label: node.label }, ...all.slice(1).map((each) => ({ ...each, label: null }))];
    return all;
  });
}

function statements(s: State, node: Node): Node[] {
  switch (node.kind) {
    case 'assign':
      return assignment(s, node);
    case 'call':
      return [callStatement(s, node)];
    case 'if': {
      const condition = expression(s, node.condition);
      const body = nodes(s, [node.then]);
      const [only] = body;
      if (body.length === 1 && only && isPlain(only)) return [{ ...node, condition, then: only }];
      const { span, label, construct } = node;
      return [{ kind: 'ifBlock', arms: [{ condition, body, span }], span, label, construct }];
    }
    case 'ifBlock': {
      const arms = node.arms.map((arm, k) => ({
        ...arm,
        condition:
          arm.condition && (k === 0 ? expression(s, arm.condition) : pureExpression(s, arm.condition)),
        body: nodes(s, arm.body),
      }));
      return [{ ...node, arms }];
    }
    case 'doBlock': {
      const isWhile = node.control.kind === 'while';
      const control = isWhile ? pureExpression(s, node.control) : expression(s, node.control);
      return [{ ...node, control, body: nodes(s, node.body) }];
    }
    case 'selectBlock':
      return [
        {
          ...node,
          selector: expression(s, node.selector),
          cases: node.cases.map((arm) => ({ ...arm, body: nodes(s, arm.body) })),
        },
      ];
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
    case 'scopeBlock': {
      const kept = new Map(s.scope);
      const specifications = node.specifications.flatMap((each) => specification(s, each, new Set()));
      const body = nodes(s, node.body);
      s.scope.clear();
      for (const [name, root] of kept) s.scope.set(name, root);
      return [{ ...node, specifications, body }];
    }
    case 'associateBlock':
      return [associated(s, node)];
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
      return [allocation(s, node)];
    default:
      return [expression(s, node)];
  }
}

function isPlain(node: Node): node is StatementSyntax {
  return !('arms' in node || 'body' in node || 'cases' in node);
}

function assignment(s: State, node: StatementOf<'assign'> & StatementSyntax): Node[] {
  const target = expression(s, node.target);
  if (target.kind !== 'name' && target.kind !== 'apply') return [ignored(node)];
  const to = located(s, target);
  const given = expression(s, node.value);
  if (!to) return [{ ...node, target, value: given }];
  const { span } = node;
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
      ...(given.kind === 'binary' ? ['Call the function that the operator stands for by its name.'] : []),
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
    const value = from ? leafAt(from, leaf) : built?.get(leaf.path.map(({ name }) => name).join('.'));
    return value ? [{ ...assigned(leafAt(to, leaf), value, span), label: k === 0 ? node.label : null }] : [];
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
  const { callee, args } = boundCall(s, found);
  const { bound: _, ...rest } = node;
  return { ...rest, callee: { name: callee, span: node.callee.span }, args };
}

function boundCall(
  s: State,
  { object, name, args, span }: Extract<NonNullable<ReturnType<typeof resolve>>, { kind: 'call' }>,
): { callee: string; args: readonly ArgumentSyntax[] } {
  const bound = object.type.bound.get(name);
  if (object.type.overridden.has(name))
    s.sink.error(
      'unsupported',
      `What ${name} calls depends on the type at run time, which is not supported.`,
      span,
      'Call the routine of one type by its own name.',
    );
  const callee = bound?.target ?? name;
  const rest = callArguments(s, callee, args, bound?.passes === false ? 0 : 1);
  if (!bound || !bound.passes) return { callee, args: rest };
  const leaves = leavesOf(bound.owner).map((leaf) => argument(leafAt(object, leaf), span));
  return { callee, args: [...leaves, ...rest] };
}

/** Structures among arguments are passed component by component. */
function callArguments(
  s: State,
  callee: string,
  args: readonly ArgumentSyntax[],
  skipped = 0,
): readonly ArgumentSyntax[] {
  const formals = s.signatures.get(callee)?.parameters;
  return args.flatMap((arg, i): ArgumentSyntax[] => {
    if (arg.value.kind === 'range') return [arg];
    const formal =
      arg.keyword === null ? formals?.[i + skipped] : formals?.find(({ name }) => name === arg.keyword);
    const value = formal?.type ? whole(s, arg.value, formal.type) : arg.value;
    const at = located(s, value);
    if (!at) return [arg];
    const type = formal?.type && descendsFrom(at.type, formal.type) ? formal.type : at.type;
    return leavesOf(type).map((leaf) => {
      const keyword = arg.keyword === null ? null : leafName(arg.keyword, leaf);
      return { keyword, value: leafAt(at, leaf), span: arg.span };
    });
  });
}

/** `call f(…, into)` for `into = f(…)` */
function resultCall(s: State, e: ApplySyntax, into: Located): StatementSyntax {
  const { span } = e;
  const results = leavesOf(into.type).map((leaf) => argument(leafAt(into, leaf), span));
  const callee = { name: e.name, span: e.nameSpan };
  return statement({ kind: 'call', callee, args: [...callArguments(s, e.name, e.args), ...results] }, span);
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
  const kept = new Map(s.scope);
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
  const body = nodes(s, node.body);
  s.scope.clear();
  for (const [name, root] of kept) s.scope.set(name, root);
  return { ...node, pairs, body };
}

// ---------------------------------------------------------------------------------------------------------- expressions

/** A tree with components as variables. Where a structure may stand, one is left as it is written. */
function expression<T>(s: State, tree: T): T {
  return mapped(tree, (node) => rewritten(s, node));
}

/** The same where nothing can be done before: a test that is made again and again, or only sometimes. */
function pureExpression<T>(s: State, tree: T): T {
  const length = s.before.length;
  const changed = expression(s, tree);
  if (s.before.length > length) {
    const [first] = s.before.splice(length);
    if (first)
      s.sink.error(
        'unsupported',
        'A function that returns a structure can\u2019t stand in this test.',
        first.span,
        'Assign its value to a variable before.',
      );
  }
  return changed;
}

function rewritten(s: State, node: object): object {
  if (!('kind' in node) || node.kind !== 'apply') return node;
  const e = node as ApplySyntax;
  if (e.parts && e.parts.length > 0) {
    const found = resolve(s.scope, e, s.sink);
    if (!found) return { kind: 'bad', span: e.span };
    if (found.kind === 'value') return found.value;
    if (found.kind === 'structure' || !isFunction(s, found.object.type.bound.get(found.name)?.target))
      return e;
    const { callee, args } = boundCall(s, found);
    const call: ApplySyntax = { kind: 'apply', name: callee, nameSpan: e.nameSpan, args, span: e.span };
    const type = s.signatures.get(callee)?.result;
    return type ? temporaryFor(s, type, call) : call;
  }
  if (INQUIRIES.has(e.name) && s.scope.get(e.name) === undefined) return inquiry(s, e);
  const signature = s.scope.get(e.name) === undefined ? s.signatures.get(e.name) : undefined;
  if (!signature || signature.result) return e;
  return { ...e, args: callArguments(s, e.name, e.args) };
}

/** What asks for the extents of an array only. */
const INQUIRIES = new Set(['size', 'shape', 'lbound', 'ubound', 'allocated']);

/** `size(b)` of structures is that of a component that is a number in each. */
function inquiry(s: State, e: ApplySyntax): ApplySyntax {
  const [first, ...rest] = e.args;
  const at = first && first.value.kind !== 'range' ? located(s, first.value) : null;
  const leaf =
    at && leavesOf(at.type).find(({ path }) => path.every(({ dimensions }) => dimensions.length === 0));
  return first && at && leaf ? { ...e, args: [{ ...first, value: leafAt(at, leaf) }, ...rest] } : e;
}

/** A structure where a number is expected. */
function refuseValues(s: State, body: readonly Node[]): StatementSyntax[] {
  const refused: Entity[] = [];
  visitNodes(body, (node) =>
    visitOwnExpressions(node, (e) => {
      if ((e.kind === 'name' || e.kind === 'apply') && s.scope.get(e.name)) {
        refused.push(entityOf(e.name, e.span));
        s.sink.error(
          'unsupported',
          `A structure can only be assigned, passed, returned or asked for a component, and ${e.name} is one.`,
          e.span,
          'Write its components one by one.',
        );
      }
    }),
  );
  const type = { base: 'unsupported' as const, bytes: null, kindOf: null };
  // Declared as something that nothing more is said about.
  return refused.map((entity) => declared({ ...type, span: entity.span }, entity, ['poison']));
}

function isFunction(s: State, name: string | undefined): boolean {
  return name !== undefined && s.signatures.has(name);
}

function located(s: State, e: ExprSyntax): Located | null {
  if (e.kind === 'paren') return located(s, e.inner);
  if (e.kind !== 'name' && e.kind !== 'apply') return null;
  if (!s.scope.get(e.name)) return null;
  const found = resolve(s.scope, e, s.sink);
  return found?.kind === 'structure' ? found.at : null;
}

/** A structure that stands nowhere yet, a constructor or what a function returns, gets a variable. */
function whole(s: State, e: ExprSyntax, type: Type): ExprSyntax {
  if (e.kind === 'paren') return whole(s, e.inner, type);
  if (e.kind !== 'apply' || located(s, e)) return e;
  const result = s.signatures.get(e.name)?.result;
  if (result) return temporaryFor(s, result, e);
  const values = constructorValues(s, e, type);
  if (!values) return e;
  const root = temporary(s, type, e.span);
  for (const leaf of leavesOf(type)) {
    const value = values.get(leaf.path.map(({ name }) => name).join('.'));
    const target = nameAt(leafName(root.name, leaf), e.span);
    if (value) s.before.push(assigned(target, value, e.span));
  }
  return nameAt(root.name, e.span);
}

function temporaryFor(s: State, type: Type, e: ApplySyntax): NameSyntax {
  const root = temporary(s, type, e.span);
  const at = { name: root.name, type, levels: [{ rank: 0, args: null }], span: e.span };
  s.before.push(resultCall(s, e, at));
  return nameAt(root.name, e.span);
}

function temporary(s: State, type: Type, span: Span): Root {
  const root: Root = { name: freshName(s.names, type.name), type, dimensions: [] };
  s.scope.set(root.name, root);
  for (const leaf of leavesOf(type))
    s.temporaries.push(declareLeaf(s, root, leaf, { attributes: [], isArgument: false, span }, null));
  return root;
}

/** `t(1.0, c=2.0)`: what each component is given, by its path; null for what is no constructor of the type. */
function constructorValues(s: State, e: ExprSyntax, type: Type): Map<string, ExprSyntax> | null {
  if (e.kind !== 'apply' || e.parts || e.name !== type.name || s.scope.get(e.name)) return null;
  const values = new Map<string, ExprSyntax>();
  type.components.forEach((component, k) => {
    const arg =
      e.args.find((each) => each.keyword === component.name) ??
      (e.args[k]?.keyword === null ? e.args[k] : undefined);
    const given = arg && arg.value.kind !== 'range' ? arg.value : component.entity.initial;
    if (!given) {
      if (!component.declaration.attributes.includes('allocatable'))
        s.sink.error('bad-initializer', `The component ${component.name} gets no value here.`, e.span);
      return;
    }
    if (!component.type) {
      values.set(component.name, given);
      return;
    }
    const inner = constructorValues(s, given, component.type);
    const at = inner ? null : located(s, whole(s, given, component.type));
    for (const leaf of leavesOf(component.type)) {
      const path = leaf.path.map(({ name }) => name).join('.');
      const value = inner ? inner.get(path) : at ? leafAt(at, leaf) : undefined;
      if (value) values.set(`${component.name}.${path}`, value);
    }
  });
  return values;
}
