/** Walks over the syntax of statements, for questions that need no meaning. */
import type { ArgumentSyntax, ExprSyntax, ItemSyntax, Node, RangeSyntax, StatementSyntax } from './syntax';

type Visit = (e: ExprSyntax | RangeSyntax) => void;

export function visitExpression(e: ExprSyntax | RangeSyntax, visit: Visit): void {
  let at = e;
  // Chains of operators are deep on their left.
  while (at.kind === 'binary') {
    visit(at);
    visitExpression(at.right, visit);
    at = at.left;
  }
  visit(at);
  switch (at.kind) {
    case 'apply':
      visitArguments(at.args, visit);
      return;
    case 'unary':
      visitExpression(at.operand, visit);
      return;
    case 'paren':
      visitExpression(at.inner, visit);
      return;
    case 'constructor':
      for (const item of at.items) visitItem(item, visit);
      return;
    case 'range':
      for (const part of [at.lower, at.upper, at.stride]) if (part) visitExpression(part, visit);
      return;
    default:
      return;
  }
}

/** Intrinsics that ask what an array is, not what it holds. */
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

/** All that the value depends on: names whose size or bounds alone are asked for are not visited. */
export function visitRead(e: ExprSyntax | RangeSyntax, visit: Visit): void {
  const asked = new Set<ExprSyntax | RangeSyntax>();
  visitExpression(e, (part) => {
    if (asked.has(part)) return;
    if (part.kind === 'apply' && INQUIRIES.has(part.name))
      for (const { value } of part.args) if (value.kind === 'name') asked.add(value);
    visit(part);
  });
}

function visitArguments(args: readonly ArgumentSyntax[], visit: Visit): void {
  for (const arg of args) visitExpression(arg.value, visit);
}

function visitItem(item: ItemSyntax, visit: Visit): void {
  if (item.kind !== 'implied') {
    visitExpression(item, visit);
    return;
  }
  for (const inner of item.items) visitItem(inner, visit);
  for (const part of [item.first, item.last, item.step]) if (part) visitExpression(part, visit);
}

/** Every statement of a list, those in constructs and after logical IFs too. */
export function visitNodes(nodes: readonly Node[], visit: (node: Node) => void): void {
  for (const node of nodes) {
    visit(node);
    for (const body of bodiesOf(node)) visitNodes(body, visit);
  }
}

/** The statements right inside a node. */
function bodiesOf(node: Node): readonly (readonly Node[])[] {
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

/** The expressions directly in a node. */
export function visitOwnExpressions(node: Node, visit: Visit): void {
  switch (node.kind) {
    case 'ifBlock':
      for (const arm of node.arms) if (arm.condition) visitExpression(arm.condition, visit);
      return;
    case 'doBlock':
      if (node.control.kind === 'while') visitExpression(node.control.condition, visit);
      else if (node.control.kind === 'count')
        for (const part of [node.control.index, node.control.first, node.control.last, node.control.step])
          if (part) visitExpression(part, visit);
      return;
    case 'whereBlock':
      for (const arm of node.arms) if (arm.mask) visitExpression(arm.mask, visit);
      return;
    case 'selectBlock':
      visitExpression(node.selector, visit);
      return;
    case 'associateBlock':
      for (const { selector } of node.pairs) visitExpression(selector, visit);
      return;
    case 'point':
      visitExpression(node.target, visit);
      if (node.value) visitExpression(node.value, visit);
      return;
    case 'keep':
      visitExpression(node.value, visit);
      return;
    case 'allocate':
      if (node.source) visitExpression(node.source, visit);
      for (const d of node.entities.flatMap(({ dimensions }) => dimensions ?? []))
        for (const e of [d.lower, d.upper]) if (e && typeof e !== 'string') visitExpression(e, visit);
      return;
    case 'assign':
      visitExpression(node.target, visit);
      visitExpression(node.value, visit);
      return;
    case 'call':
      visitArguments(node.args, visit);
      return;
    case 'if':
      visitExpression(node.condition, visit);
      return;
    case 'arithmeticIf':
      visitExpression(node.value, visit);
      return;
    case 'computedGoto':
      visitExpression(node.selector, visit);
      return;
    case 'io':
    case 'read':
      for (const item of node.items) visitItem(item, visit);
      return;
    default:
      return;
  }
}

/** Names that stand without parentheses, or with sections in them: whoever is an array there needs its extents. */
export function wholeNames(body: readonly Node[], specifications: readonly StatementSyntax[]): Set<string> {
  const names = new Set<string>();
  const visit: Visit = (e) => {
    if (e.kind === 'name') names.add(e.name);
    else if (e.kind === 'apply' && e.args.some((arg) => arg.value.kind === 'range')) names.add(e.name);
  };
  visitNodes(body, (node) => visitOwnExpressions(node, visit));
  for (const s of specifications) {
    if (s.kind !== 'declare') continue;
    const dimensions = [...(s.dimensions ?? []), ...s.entities.flatMap((entity) => entity.dimensions ?? [])];
    for (const d of dimensions) {
      if (d.lower) visitExpression(d.lower, visit);
      if (typeof d.upper !== 'string') visitExpression(d.upper, visit);
    }
  }
  return names;
}

/** Names that stand elsewhere than where a FORALL or DO CONCURRENT makes them an index of its own. */
export function namesBesideOwnIndices(body: readonly Node[]): Set<string> {
  const names = new Set<string>();
  const look = (nodes: readonly Node[], own: ReadonlySet<string>): void => {
    for (const node of nodes) {
      const control = node.kind === 'doBlock' && node.control.kind === 'count' ? node.control : null;
      const index = control?.local && control.index.kind === 'name' ? [control.index.name] : [];
      const inside = new Set([...own, ...index, ...(control?.locals ?? []).map(({ name }) => name)]);
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
export function jumpTargets(body: readonly Node[]): Set<string> {
  const labels = new Set<string>();
  visitNodes(body, (node) => {
    if (node.kind === 'goto') labels.add(node.target.name);
    else if (node.kind === 'computedGoto' || node.kind === 'arithmeticIf')
      for (const target of node.targets) labels.add(target.name);
  });
  return labels;
}
