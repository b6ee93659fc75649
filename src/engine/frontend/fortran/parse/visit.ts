/** Walks over the syntax of statements, for questions that need no meaning. */
import type * as S from './syntax';

type Visit = (e: S.ExprSyntax | S.RangeSyntax) => void;
/** What stands in an expression or a statement; null where something could. */
type Parts = readonly (S.ItemSyntax | S.RangeSyntax | null)[];

export function visitExpression(e: S.ExprSyntax | S.RangeSyntax, visit: Visit): void {
  let at = e;
  // Chains of operators are deep on their left.
  while (at.kind === 'binary') {
    visit(at);
    visitExpression(at.right, visit);
    at = at.left;
  }
  visit(at);
  visitAll(partsOf(at), visit);
}

function visitAll(parts: Parts, visit: Visit): void {
  for (const part of parts)
    if (part?.kind === 'implied') visitAll([...part.items, part.first, part.last, part.step], visit);
    else if (part) visitExpression(part, visit);
}

function partsOf(e: S.ExprSyntax | S.RangeSyntax): Parts {
  switch (e.kind) {
    case 'apply':
      return e.args.map(({ value }) => value);
    case 'unary':
      return [e.operand];
    case 'paren':
      return [e.inner];
    case 'constructor':
      return e.items;
    case 'range':
      return [e.lower, e.upper, e.stride];
    default:
      return [];
  }
}

/** Intrinsics that ask about an array's properties, not its values. */
const INQUIRIES = new Set([
  'size',
  'shape',
  'lbound',
  'ubound',
  'kind',
  'allocated',
  'epsilon',
  'huge',
  'tiny',
]);

/** Whether something of that is such. */
export function readsSome(
  e: S.ExprSyntax | S.RangeSyntax,
  such: (part: S.NameSyntax | S.ApplySyntax) => boolean,
): boolean {
  let found = false;
  visitRead(e, (part) => {
    if (part.kind === 'name' || part.kind === 'apply') found ||= such(part);
  });
  return found;
}

/** All that the value depends on: names whose size or bounds alone are asked for are not visited. */
export function visitRead(e: S.ExprSyntax | S.RangeSyntax, visit: Visit): void {
  const asked = new Set<S.ExprSyntax | S.RangeSyntax>();
  visitExpression(e, (part) => {
    if (asked.has(part)) return;
    if (part.kind === 'apply' && INQUIRIES.has(part.name))
      for (const { value } of part.args) if (value.kind === 'name') asked.add(value);
    visit(part);
  });
}

export function ofKind<T extends { readonly kind: string }, K extends T['kind']>(
  nodes: readonly T[],
  kind: K,
) {
  return nodes.filter((node): node is Extract<T, { kind: K }> => node.kind === kind);
}

/** Every statement of a list, those in constructs and after logical IFs too. */
export function visitNodes(nodes: readonly S.Node[], visit: (node: S.Node) => void): void {
  for (const node of nodes) {
    visit(node);
    for (const body of bodiesOf(node)) visitNodes(body, visit);
  }
}

/** Those of one kind, or such, of a list and of what it holds. */
export function allOfKind<K extends S.Node['kind']>(nodes: readonly S.Node[], kind: K) {
  const found: Extract<S.Node, { kind: K }>[] = [];
  visitNodes(nodes, (node) => {
    if (node.kind === kind) found.push(node as Extract<S.Node, { kind: K }>);
  });
  return found;
}
/** Every name that the expressions of a list hold, with or without parentheses behind it. */
export function mentionsIn(nodes: readonly S.Node[]): (S.NameSyntax | S.ApplySyntax)[] {
  const found: (S.NameSyntax | S.ApplySyntax)[] = [];
  visitNodes(nodes, (node) =>
    visitOwnExpressions(node, (e) => {
      if (e.kind === 'name' || e.kind === 'apply') found.push(e);
    }),
  );
  return found;
}
/** Whether an expression holds a name that is such. */
export function mentionsSome(e: S.ExprSyntax | S.RangeSyntax, such: (name: string) => boolean): boolean {
  let found = false;
  visitExpression(e, (part) => {
    found ||= (part.kind === 'name' || part.kind === 'apply') && such(part.name);
  });
  return found;
}
/** The statements right inside a node. */
function bodiesOf(node: S.Node): readonly (readonly S.Node[])[] {
  switch (node.kind) {
    case 'ifBlock':
    case 'whereBlock':
      return node.arms.map(({ body }) => body);
    case 'selectBlock':
      return node.cases.map(({ body }) => body);
    case 'doBlock':
    case 'scopeBlock':
    case 'associateBlock':
      return [node.body];
    case 'if':
      return [[node.then]];
    default:
      return [];
  }
}

/** A construct with the lists of nodes in it changed, those of a WHERE aside. */
export function withBodies(node: S.Node, change: (body: readonly S.Node[]) => S.Node[]): S.Node {
  switch (node.kind) {
    case 'ifBlock':
      return { ...node, arms: node.arms.map((arm) => ({ ...arm, body: change(arm.body) })) };
    case 'selectBlock':
      return { ...node, cases: node.cases.map((each) => ({ ...each, body: change(each.body) })) };
    case 'doBlock':
    case 'scopeBlock':
    case 'associateBlock':
      return { ...node, body: change(node.body) };
    default:
      return node;
  }
}

/** The variable in which a loop counts. */
export function counterOf(node: S.Node): S.NameSyntax | null {
  const index = node.kind === 'doBlock' && node.control.kind === 'count' ? node.control.index : null;
  return index?.kind === 'name' ? index : null;
}

/** Names that statements assign, count with, or hand to a subroutine. */
export function assignedNames(body: readonly S.Node[]): Set<string> {
  const names = new Set<string>();
  visitNodes(body, (node) => {
    if (node.kind === 'assign') names.add(node.target.name);
    if (node.kind === 'call')
      for (const { value } of node.args)
        if (value.kind === 'name' || value.kind === 'apply') names.add(value.name);
    const counter = counterOf(node);
    if (counter) names.add(counter.name);
  });
  return names;
}

/** What a unit declares a name in. */
export function declarationsOf({ specifications }: S.Unit, name: string) {
  return ofKind(specifications, 'declare').filter((s) => s.entities.some((each) => each.name === name));
}
/** Names that statements declare with bounds. */
export function arraysIn(statements: readonly S.StatementSyntax[]): Set<string> {
  const entities = ofKind(statements, 'declare').flatMap((s) => s.entities);
  return new Set(entities.flatMap(({ name, dimensions }) => (dimensions ? [name] : [])));
}
/** Declarations without those of some names. */
export function withoutNames(
  specifications: readonly S.StatementSyntax[],
  isGone: (name: string) => boolean,
): S.StatementSyntax[] {
  return specifications.flatMap((s): S.StatementSyntax[] => {
    if (s.kind !== 'declare') return [s];
    const entities = s.entities.filter(({ name }) => !isGone(name));
    return entities.length > 0 || s.entities.length === 0 ? [{ ...s, entities }] : [];
  });
}
/** Whether a unit declares a name to be that. */
export function hasAttribute(unit: S.Unit, name: string, attribute: S.Attribute): boolean {
  return declarationsOf(unit, name).some((s) => s.attributes.includes(attribute));
}
/** Names that a unit declares to be that. */
export function namesWith({ specifications }: S.Unit, attribute: S.Attribute): string[] {
  const found = ofKind(specifications, 'declare').filter((s) => s.attributes.includes(attribute));
  return found.flatMap(({ entities }) => entities.map(({ name }) => name));
}
/** Whether a unit declares that a name means a routine. */
export function isOfRoutine(unit: S.Unit, name: string): boolean {
  return hasAttribute(unit, name, 'external') || unit.interfaces.some((each) => each.name.name === name);
}
/** Declarations in which some names are declared otherwise: null for what stays as it is. */
export function redeclared(
  specifications: readonly S.StatementSyntax[],
  otherwise: (entity: S.Entity, s: S.StatementOf<'declare'>) => Partial<S.StatementOf<'declare'>> | null,
): S.StatementSyntax[] {
  return specifications.flatMap((s): S.StatementSyntax[] => {
    if (s.kind !== 'declare') return [s];
    const changes = s.entities.map((entity) => otherwise(entity, s));
    if (changes.every((each) => each === null)) return [s];
    return s.entities.map((entity, k) => ({ ...s, entities: [entity], ...changes[k] }));
  });
}

/** The expressions directly in a node. */
export function visitOwnExpressions(node: S.Node, visit: Visit): void {
  visitAll(ownParts(node), visit);
}

function ownParts(node: S.Node): Parts {
  const parts = OWN_PARTS[node.kind] as ((node: S.Node) => Parts) | undefined;
  return parts?.(node) ?? [];
}

const OWN_PARTS: { readonly [K in S.Node['kind']]?: (node: Extract<S.Node, { kind: K }>) => Parts } = {
  ifBlock: ({ arms }) => arms.map(({ condition }) => condition),
  whereBlock: ({ arms }) => arms.map(({ mask }) => mask),
  doBlock: ({ control }) => {
    if (control.kind === 'count') return [control.index, control.first, control.last, control.step];
    return control.kind === 'while' ? [control.condition] : [];
  },
  selectBlock: ({ selector }) => [selector],
  computedGoto: ({ selector }) => [selector],
  associateBlock: ({ pairs }) => pairs.map(({ selector }) => selector),
  assign: ({ target, value }) => [target, value],
  point: ({ target, value }) => [target, value],
  keep: ({ value }) => [value],
  arithmeticIf: ({ value }) => [value],
  allocate: ({ source, entities }) => [
    source,
    ...entities.flatMap(({ dimensions }) => boundsOf(dimensions ?? [])),
  ],
  call: ({ args }) => args.map(({ value }) => value),
  if: ({ condition }) => [condition],
  io: ({ items }) => items,
  read: ({ items }) => items,
};

function boundsOf(dimensions: readonly S.DimensionSyntax[]): Parts {
  return dimensions.flatMap(({ lower, upper }) => [lower, typeof upper === 'string' ? null : upper]);
}

export function mentionsInBounds(dimensions: readonly S.DimensionSyntax[]): (S.NameSyntax | S.ApplySyntax)[] {
  const found: (S.NameSyntax | S.ApplySyntax)[] = [];
  visitAll(boundsOf(dimensions), (part) => {
    if (part.kind === 'name' || part.kind === 'apply') found.push(part);
  });
  return found;
}
export function namesInBounds(dimensions: readonly S.DimensionSyntax[]): string[] {
  return mentionsInBounds(dimensions).map(({ name }) => name);
}

/** Names without parentheses, or with sections in them: those that are arrays there need their extents. */
export function wholeNames(
  body: readonly S.Node[],
  specifications: readonly S.StatementSyntax[],
): Set<string> {
  const names = new Set<string>();
  const visit: Visit = (e) => {
    if (e.kind === 'name') names.add(e.name);
    else if (e.kind === 'apply' && e.args.some((arg) => arg.value.kind === 'range')) names.add(e.name);
  };
  visitNodes(body, (node) => {
    visitOwnExpressions(node, visit);
    // SOURCE= is assigned to all of it.
    if (node.kind === 'allocate' && node.source) for (const { name } of node.entities) names.add(name);
  });
  for (const s of specifications) {
    if (s.kind !== 'declare') continue;
    visitAll(boundsOf(s.entities.flatMap((entity) => entity.dimensions ?? [])), visit);
  }
  return names;
}

/** Names that stand elsewhere than where a FORALL or DO CONCURRENT makes them an index of its own. */
export function namesBesideOwnIndices(body: readonly S.Node[]): Set<string> {
  const names = new Set<string>();
  const look = (nodes: readonly S.Node[], own: ReadonlySet<string>): void => {
    for (const node of nodes) {
      const control = node.kind === 'doBlock' && node.control.kind === 'count' ? node.control : null;
      const index = control?.local && control.index.kind === 'name' ? [control.index.name] : [];
      const more = [...index, ...(control?.locals ?? []).map(({ name }) => name)];
      const inside = more.length > 0 ? new Set([...own, ...more]) : own;
      visitOwnExpressions(node, (e) => {
        if ((e.kind === 'name' || e.kind === 'apply') && !inside.has(e.name)) names.add(e.name);
      });
      for (const inner of bodiesOf(node)) look(inner, inside);
    }
  };
  look(body, new Set());
  return names;
}

/** Labels that jumps name. */
export function jumpTargets(body: readonly S.Node[]): Set<string> {
  const labels = new Set<string>();
  visitNodes(body, (node) => {
    if (node.kind === 'goto') labels.add(node.target.name);
    else if (node.kind === 'computedGoto' || node.kind === 'arithmeticIf')
      for (const target of node.targets) labels.add(target.name);
  });
  return labels;
}
