/**
 * ALLOCATABLE arrays that their routine allocates once: automatic arrays with the bounds that ALLOCATE gives. A bound may
 * name a local that is set once, before anything else can change it: what it is set to stands in its place.
 */

import type { Span } from '../../base/span';
import { assignment } from './actions';
import { type Context, unsupported, type VariableSymbol } from './context';
import { changesBefore } from './entryBounds';
import { lookUp } from './symbols';
import type { Entity, ExprSyntax, Node, StatementOf } from './syntax';
import { visitExpression, visitNodes } from './visit';

const EXPLICIT = 'Declare the array with explicit bounds, or pass it as an argument.';

export function settleAllocations(ctx: Context, symbols: readonly VariableSymbol[]): void {
  const wanted = symbols.filter((symbol) => symbol.allocatable && !symbol.poison);
  if (wanted.length === 0) return;
  const { unit } = ctx.scope;
  const given = allocatedIn(unit.body);
  const values = valuesSetOnce(unit.body);
  for (const symbol of wanted) {
    const entities = given.get(symbol.name) ?? [];
    const [only] = entities;
    // A dummy that comes with its memory is like any other.
    if (symbol.dummy && !only) continue;
    if (entities.length === 1 && only?.dimensions && !symbol.dummy && unit.kind !== 'module')
      symbol.dimensions = only.dimensions.map((d) => ({
        ...d,
        lower: d.lower && inValues(d.lower, values),
        upper: typeof d.upper === 'string' ? d.upper : inValues(d.upper, values),
      }));
    else {
      const what =
        unit.kind === 'module'
          ? 'An ALLOCATABLE variable of a module is'
          : symbol.dummy
            ? 'Allocating an argument is'
            : only
              ? 'An array that is allocated more than once is'
              : 'An ALLOCATABLE array that no ALLOCATE gives its bounds is';
      unsupported(ctx, what, (entities[1] ?? only)?.span ?? symbol.span, EXPLICIT);
      symbol.poison = true;
    }
  }
}

function allocatedIn(body: readonly Node[]): Map<string, Entity[]> {
  const found = new Map<string, Entity[]>();
  visitNodes(body, (node) => {
    if (node.kind !== 'allocate') return;
    for (const entity of node.entities) found.set(entity.name, [...(found.get(entity.name) ?? []), entity]);
  });
  return found;
}

/** Scalars that one statement sets, at the top of the body, and nothing else can. */
function valuesSetOnce(body: readonly Node[]): Map<string, ExprSyntax> {
  const times = new Map<string, number>();
  const note = (name: string): void => {
    times.set(name, (times.get(name) ?? 0) + 1);
  };
  visitNodes(body, (node) => {
    if (node.kind === 'assign') note(node.target.name);
    else if (node.kind === 'call')
      for (const { value } of node.args) if (value.kind === 'name') note(value.name);
    // Another name for it may be assigned.
    if (node.kind === 'associateBlock')
      for (const { selector } of node.pairs) if (selector.kind === 'name') note(selector.name);
    if (node.kind === 'doBlock' && node.control.kind === 'count' && node.control.index.kind === 'name')
      note(node.control.index.name);
  });
  const values = new Map<string, ExprSyntax>();
  for (const node of body)
    if (node.kind === 'assign' && node.target.kind === 'name' && times.get(node.target.name) === 1)
      values.set(node.target.name, inValues(node.value, values));
  // What reads a variable that changes has no value of its own at entry.
  for (const [name, e] of values) if (namesOfValues(e).some((each) => times.has(each))) values.delete(name);
  return values;
}

/** Names whose values an expression needs: `size(u, 2)` asks for no element of u. */
function namesOfValues(e: ExprSyntax): string[] {
  const names: string[] = [];
  const asked = new Set<unknown>();
  visitExpression(e, (part) => {
    if (part.kind === 'apply' && INQUIRIES.has(part.name)) asked.add(part.args[0]?.value);
    if ((part.kind === 'name' || part.kind === 'apply') && !asked.has(part)) names.push(part.name);
  });
  return names;
}
const INQUIRIES: ReadonlySet<string> = new Set(['size', 'lbound', 'ubound']);

function inValues(e: ExprSyntax, values: ReadonlyMap<string, ExprSyntax>): ExprSyntax {
  switch (e.kind) {
    case 'name': {
      const known = values.get(e.name);
      return known ? { kind: 'paren', inner: known, span: e.span } : e;
    }
    case 'unary':
      return { ...e, operand: inValues(e.operand, values) };
    case 'binary':
      return { ...e, left: inValues(e.left, values), right: inValues(e.right, values) };
    case 'paren':
      return { ...e, inner: inValues(e.inner, values) };
    case 'apply':
      return {
        ...e,
        args: e.args.map((arg) =>
          arg.value.kind === 'range' ? arg : { ...arg, value: inValues(arg.value, values) },
        ),
      };
    default:
      return e;
  }
}

/** The memory is there from the start, and there is enough of it. */
export function allocation(ctx: Context, s: StatementOf<'allocate'>): void {
  for (const { dimensions, span } of s.entities)
    for (const d of dimensions ?? [])
      for (const e of [d.lower, d.upper])
        if (e && typeof e !== 'string') checkUnchanged(ctx, e, s.span.start, span);
  if (!s.status) return;
  const { span } = s.status;
  const zero: ExprSyntax = { kind: 'number', text: '0', real: false, suffix: null, span };
  assignment(ctx, { ...s, kind: 'assign', target: s.status, value: zero });
}

/** The array is as large as its bounds say at entry: an argument that they name has to have that value still. */
function checkUnchanged(ctx: Context, bound: ExprSyntax, before: number, span: Span): void {
  visitExpression(bound, (part) => {
    const symbol = part.kind === 'name' ? lookUp(ctx.scope, part.name) : null;
    if (symbol?.kind !== 'variable' || !symbol.dummy || symbol.intent === 'in' || ctx.failed) return;
    if (changesBefore(ctx, symbol.name, before))
      unsupported(ctx, `Allocating by ${symbol.name} after it has changed is`, span, EXPLICIT);
  });
}
