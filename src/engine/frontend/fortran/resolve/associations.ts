/**
 * ASSOCIATE: a name for a variable, an array or a part of one is a view, and what it stands for is put in its place; a name
 * for a value is a variable that takes it when the construct is entered. Subscripts of a part keep the values that they had
 * then, so those that something inside could change are taken aside.
 */

import { variable } from '../../../ir/build';
import { addVariable } from '../../../ir/emit';
import { copyIn } from '../lower/calls/copies';
import { type Context, freshName, report, unsupported } from '../lower/context';
import { assignTo } from '../lower/emit';
import { isArray } from '../lower/operands';
import { value } from '../lower/values';
import { callsIn } from '../parse/calls';
import { apply, binary, inParens, integer, nameAt, statement } from '../parse/made';
import { respelled } from '../parse/spelling';
import type * as S from '../parse/syntax';
import { allOfKind, mentionsSome } from '../parse/visit';
import { changesInside } from './pointers/changes';
import { lookUp, newVariable, routineNamed } from './symbols';
import { writtenNames } from './unwritten';

/** What names mean inside of the constructs around. */
type Views = ReadonlyMap<string, S.NameSyntax | S.ApplySyntax>;

export function withoutAssociates(ctx: Context, body: readonly S.Node[]): readonly S.Node[] {
  if (allOfKind(body, 'associateBlock').length === 0) return body;
  return inPlace({ ctx, uses: usesOf(body), kept: new Set() }, body, new Map()) as readonly S.Node[];
}

interface State {
  readonly ctx: Context;
  /** How often each name stands in the routine. */
  readonly uses: ReadonlyMap<string, number>;
  /** Names under which values are kept. */
  readonly kept: Set<string>;
}

/** A tree of syntax with every name in it that is a view replaced, and the constructs that give those opened. */
function inPlace(state: State, tree: unknown, views: Views): unknown {
  if (typeof tree !== 'object' || tree === null) return tree;
  if (Array.isArray(tree))
    return tree.flatMap((item: unknown) =>
      isAssociate(item) ? opened(state, item, views) : [inPlace(state, item, views)],
    );
  const node = tree as Readonly<Record<string, unknown>>;
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(node)) copy[key] = inPlace(state, node[key], views);
  if (copy.kind === 'name') return seenAsName(copy as unknown as S.NameSyntax, views);
  if (copy.kind === 'apply') return seenAsArray(state, copy as unknown as S.ApplySyntax, views);
  if (copy.kind === 'io' && views.size > 0 && [...usesOf(node.items).keys()].some((name) => views.has(name)))
    copy.text = respelled(copy as unknown as S.StatementOf<'io'>);
  return copy;
}

function isAssociate(item: unknown): item is S.AssociateNode {
  return typeof item === 'object' && item !== null && 'kind' in item && item.kind === 'associateBlock';
}

// ------------------------------------------------------------------------------------------------------------ entering

function opened(state: State, node: S.AssociateNode, outer: Views): S.Node[] {
  const keeps: S.Node[] = [];
  const inside = new Map(outer);
  const changing = changedInside(state, node, outer);
  for (const { name, selector } of node.pairs) {
    const meant = inPlace(state, selector, outer) as S.ExprSyntax;
    const keep = (given: S.ExprSyntax, wanted: string): S.NameSyntax => {
      const { span } = given;
      const kept = { name: freshFor(state, wanted, node), span: wanted === name.name ? name.span : span };
      state.kept.add(kept.name);
      keeps.push(statement({ kind: 'keep', name: kept, value: given }, span));
      return nameAt(kept.name, kept.span);
    };
    if (!isDesignator(state, meant)) inside.set(name.name, keep(meant, name.name));
    else if (meant.kind === 'name') inside.set(name.name, meant);
    else if (meant.args.some((arg) => isList(state, arg)))
      unsupported(
        state.ctx,
        'ASSOCIATE with a list of subscripts is',
        selector.span,
        'Assign the elements to an array of their own.',
      );
    else inside.set(name.name, { ...meant, args: meant.args.map((arg) => steady(arg, changing, keep)) });
  }
  const body = inPlace(state, node.body, inside) as readonly S.Node[];
  const block: S.Node = {
    kind: 'scopeBlock',
    specifications: [],
    body,
    span: node.span,
    label: null,
    construct: node.construct,
  };
  const [first = block, ...rest] = [...keeps, block];
  return [{ ...first, label: node.label } as S.Node, ...rest];
}

/** A variable, an element or a section, as opposed to a value. */
function isDesignator({ ctx, kept }: State, e: S.ExprSyntax): e is S.NameSyntax | S.ApplySyntax {
  if (e.kind !== 'name' && e.kind !== 'apply') return false;
  if (kept.has(e.name)) return true;
  const symbol = lookUp(ctx.scope, e.name);
  if (e.kind === 'name') return symbol?.kind !== 'statementFunction';
  return symbol?.kind === 'variable' && symbol.dimensions !== null;
}

/** A subscript that is an array. */
function isList({ ctx, kept }: State, { value: e }: S.ArgumentSyntax): boolean {
  if (e.kind === 'constructor') return true;
  if (e.kind !== 'name' || kept.has(e.name)) return false;
  const symbol = lookUp(ctx.scope, e.name);
  return symbol?.kind === 'variable' && symbol.dimensions !== null;
}

/** Names that something in the construct may give other values; a call may do so to all that is shared. */
function changedInside({ ctx }: State, node: S.AssociateNode, outer: Views): (name: string) => boolean {
  const written = writtenNames(ctx, node.body);
  const pairs = allOfKind([node], 'associateBlock').flatMap((inner) => inner.pairs);
  // A selector is written where its name is; pairs of inner constructs come last, so they are taken first.
  for (const { name, selector } of pairs.reverse())
    if (written.has(name.name) && (selector.kind === 'name' || selector.kind === 'apply'))
      written.add(selector.name);
  for (const name of [...written]) {
    const meant = outer.get(name);
    if (meant) written.add(meant.name);
  }
  const calls = callsIn(node.body).some((call) => call.kind === 'call' || routineNamed(ctx, call.name));
  const inside = new Set(changesInside(ctx.scope.unit, (name) => routineNamed(ctx, name)?.unit));
  return (name) => {
    const symbol = lookUp(ctx.scope, name);
    const isShared = symbol?.kind === 'variable' && (symbol.storage !== null || symbol.home !== ctx.scope);
    return written.has(name) || (calls && (isShared || inside.has(name)));
  };
}

type Keep = (given: S.ExprSyntax, wanted: string) => S.NameSyntax;

function steady(arg: S.ArgumentSyntax, changing: (name: string) => boolean, keep: Keep): S.ArgumentSyntax {
  const one = (e: S.ExprSyntax): S.ExprSyntax => (mentionsSome(e, changing) ? keep(e, 'place') : e);
  if (arg.value.kind !== 'range') return { ...arg, value: one(arg.value) };
  const { lower, upper, stride } = arg.value;
  const range: S.RangeSyntax = {
    ...arg.value,
    lower: lower && one(lower),
    upper: upper && one(upper),
    stride: stride && one(stride),
  };
  return { ...arg, value: range };
}

/** The name itself where it stands for nothing else in the routine. */
function freshFor({ ctx, uses, kept }: State, wanted: string, node: S.AssociateNode): string {
  const isFree = !lookUp(ctx.scope, wanted) && !kept.has(wanted) && uses.get(wanted) !== undefined;
  return isFree && uses.get(wanted) === usesOf([node]).get(wanted) ? wanted : freshName(ctx.shared, wanted);
}

function usesOf(body: unknown): Map<string, number> {
  const uses = new Map<string, number>();
  const count = (tree: unknown): void => {
    if (typeof tree !== 'object' || tree === null) return;
    for (const part of Object.values(tree)) count(part);
    if ('name' in tree && typeof tree.name === 'string') uses.set(tree.name, (uses.get(tree.name) ?? 0) + 1);
  };
  count(body);
  return uses;
}

// --------------------------------------------------------------------------------------------------------------- views

function seenAsName(e: S.NameSyntax, views: Views): S.ExprSyntax {
  const view = views.get(e.name);
  return view ? placed(view, e) : e;
}

/** A copy that stands, with all its parts, where the name stood. */
function placed(view: S.NameSyntax | S.ApplySyntax, { span }: S.NameSyntax): S.NameSyntax | S.ApplySyntax {
  const moved = JSON.parse(JSON.stringify(view), (key, part: unknown) =>
    key === 'span' || key === 'nameSpan' ? span : part,
  );
  return moved as S.NameSyntax | S.ApplySyntax;
}

/** Elements and sections of a view are those of the array that it shows. */
function seenAsArray({ ctx }: State, e: S.ApplySyntax, views: Views): S.ExprSyntax {
  const view = views.get(e.name);
  if (!view) return e;
  if (view.kind === 'name') return { ...e, name: view.name };
  const runs = view.args.filter(({ value: each }) => each.kind === 'range').length;
  if (runs !== e.args.length) {
    const dimensions = `${runs} dimension${runs === 1 ? '' : 's'}`;
    const what =
      runs === 0 ? 'is a scalar here, so it has no elements' : `has ${dimensions} here, not ${e.args.length}`;
    report(ctx, 'shape', `${e.name} ${what}.`, e.span);
    return { kind: 'bad', span: e.span };
  }
  const own = placed(view, nameAt(e.name, e.nameSpan)) as S.ApplySyntax;
  let next = 0;
  const args = own.args.map((arg, d): S.ArgumentSyntax => {
    if (arg.value.kind !== 'range') return arg;
    const asked = e.args[next++] as S.ArgumentSyntax;
    if (arg.value.own) return asked;
    const symbol = lookUp(ctx.scope, own.name);
    const declared = symbol?.kind === 'variable' ? symbol.dimensions?.[d] : undefined;
    const first = arg.value.lower ?? (declared?.lower ? lowerBound(own, d) : integer(1, own.span));
    return { ...asked, value: within(first, arg.value, asked.value) };
  });
  return { ...own, args, span: e.span };
}

/** The subscripts of `x(asked)`, where x is a section with `run`, that starts at `first`, as its subscript. */
function within(
  first: S.ExprSyntax,
  run: S.RangeSyntax,
  asked: S.ExprSyntax | S.RangeSyntax,
): S.ExprSyntax | S.RangeSyntax {
  const { span } = asked;
  const at = (e: S.ExprSyntax): S.ExprSyntax =>
    sum(first, run.stride ? product(minusOne(e), run.stride) : minusOne(e));
  if (asked.kind !== 'range') return at(asked);
  const stride =
    run.stride && asked.stride ? product(asked.stride, run.stride) : (asked.stride ?? run.stride);
  return {
    kind: 'range',
    lower: asked.lower ? at(asked.lower) : run.lower,
    upper: asked.upper ? at(asked.upper) : run.upper,
    stride,
    span,
  };
}

function lowerBound({ name, span }: S.ApplySyntax, d: number): S.ExprSyntax {
  return apply('lbound', [nameAt(name, span), integer(d + 1, span)], span);
}

function plain(e: S.ExprSyntax): number | null {
  return e.kind === 'number' && !e.real && e.suffix === null ? Number(e.text) : null;
}

function minusOne(e: S.ExprSyntax): S.ExprSyntax {
  const n = plain(e);
  if (n !== null && n > 0) return integer(n - 1, e.span);
  return binary('-', e, integer(1, e.span));
}

/** `a + (b - 1)` reads as `a + b - 1`, and `1 + (b - 1)` as b. */
function sum(a: S.ExprSyntax, e: S.ExprSyntax): S.ExprSyntax {
  const [p, q] = [plain(a), plain(e)];
  if (p !== null && q !== null) return integer(p + q, e.span);
  if (q === 0) return a;
  const less = e.kind === 'binary' && e.op === '-' ? plain(e.right) : null;
  if (p !== null && less !== null && e.kind === 'binary') {
    const rest = p - less;
    if (rest === 0) return e.left;
    return { ...e, op: rest > 0 ? '+' : '-', right: integer(Math.abs(rest), e.span) };
  }
  if (less !== null && e.kind === 'binary') {
    return { ...e, left: binary('+', a, inParens(e.left), e.span) };
  }
  return binary('+', a, inParens(e), e.span);
}

function product(e: S.ExprSyntax, factor: S.ExprSyntax): S.ExprSyntax {
  const [p, q] = [plain(e), plain(factor)];
  if (p !== null && q !== null) return integer(p * q, e.span);
  return binary('*', inParens(e), inParens(factor), e.span);
}

// -------------------------------------------------------------------------------------------------------------- values

/** The variable that an ASSOCIATE takes a value into: of the value's type and shape. */
export function keepValue(ctx: Context, s: S.StatementOf<'keep'>): void {
  const { name, span } = s.name;
  const found = value(ctx, s.value);
  const symbol = newVariable(ctx.scope, name, found.type, span);
  symbol.typed = true;
  symbol.intent = 'in';
  const owner = ctx.routine.index;
  if (ctx.failed) symbol.poison = true;
  else if (!isArray(found)) {
    symbol.id = addVariable(ctx.shared.variables, { name, type: found.type, role: 'local', owner, span });
    assignTo(ctx, variable(symbol.id, found.type, span), found);
  } else {
    const copy = copyIn(ctx, found);
    const made = copy === null ? undefined : ctx.shared.variables[copy];
    if (!made) {
      unsupported(
        ctx,
        'ASSOCIATE with an array expression whose size at entry is not known is',
        s.span,
        'Assign it to an array with explicit bounds.',
      );
      symbol.poison = true;
      return;
    }
    ctx.shared.variables[made.id] = { ...made, name, role: 'local', span };
    symbol.id = made.id;
    symbol.dimensions = found.extents.map(() => ({ lower: null, upper: 'shape', span }));
  }
}
