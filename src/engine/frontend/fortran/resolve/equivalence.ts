/**
 * EQUIVALENCE: names for the same memory. Every set of names that meet gets a place, where one of them is in COMMON there,
 * else in a root of their own; `lower/sharedStorage.ts` makes one variable of what overlaps.
 */
import { memoryBytes } from '../../../ir/build';
import type { Shape } from '../../../ir/types';
import { type Context, report, type VariableSymbol } from '../lower/context';
import { integer } from '../lower/values';
import { type ExprSyntax, originOf, type StatementSyntax } from '../parse/syntax';
import { foldValue } from './constants/fold';
import { constantShape, rootOf } from './storage';
import { declaredShape } from './symbols';

type Sets = Extract<StatementSyntax, { kind: 'equivalence' }>['sets'];

interface Member {
  readonly symbol: VariableSymbol;
  readonly shape: Shape | null;
  readonly bytes: number;
}
/** Names that meet, each with the byte at which it begins, relative to one of them. */
type Group = Map<Member, number>;

export function placeEquivalences(ctx: Context, sets: Sets): void {
  const members = new Map<string, Member>();
  const groups = new Map<Member, Group>();
  for (const set of sets) {
    let first: { member: Member; at: number } | null = null;
    for (const { name, subscripts } of set) {
      ctx.span = name.span;
      const member = members.get(name.name) ?? memberOf(ctx, name.name);
      const element = member && elementOf(ctx, member, subscripts);
      if (!member || element === null) continue;
      members.set(name.name, member);
      const at = element * memoryBytes(member.symbol.type);
      if (first) join(groups, first, { member, at });
      else first = { member, at };
    }
  }
  for (const group of new Set(groups.values())) place(ctx, group);
}

function memberOf(ctx: Context, name: string): Member | null {
  const symbol = ctx.scope.symbols.get(name);
  if (symbol?.kind !== 'variable' || symbol.poison) return null;
  if (symbol.dummy || symbol.result || symbol.allocatable || symbol.home !== ctx.scope)
    return report(
      ctx,
      'equivalence',
      `${name} can\u2019t be in EQUIVALENCE: it is no variable of this routine’s own.`,
      ctx.span,
    );
  ctx.failed = false;
  const shape = symbol.dimensions ? declaredShape(ctx, symbol, symbol.dimensions) : null;
  const length = constantShape(shape);
  if (ctx.failed || symbol.poison) return null;
  if (length === null) {
    report(ctx, 'bounds', `The bounds of ${name} must be constants in EQUIVALENCE.`, ctx.span);
    symbol.poison = true;
    return null;
  }
  return { symbol, shape, bytes: length * memoryBytes(symbol.type) };
}

/** How many elements stand before the one that is named. One subscript counts through all dimensions. */
function elementOf(ctx: Context, { shape }: Member, subscripts: readonly ExprSyntax[]): number | null {
  let at = 0;
  let stride = 1;
  for (const [k, e] of subscripts.entries()) {
    const value = foldValue(integer(ctx, e, 'A subscript'));
    const dimension = shape?.dimensions[k];
    if (value === null || dimension?.lower.kind !== 'constant' || dimension.extent?.kind !== 'constant')
      return report(ctx, 'equivalence', 'A subscript in EQUIVALENCE is a constant, of an array.', e.span);
    at += (value - dimension.lower.value) * stride;
    stride *= dimension.extent.value;
  }
  return at;
}

interface Point {
  readonly member: Member;
  readonly at: number;
}

function join(groups: Map<Member, Group>, a: Point, b: Point): void {
  const one = groups.get(a.member) ?? new Map([[a.member, 0]]);
  const other = groups.get(b.member) ?? new Map([[b.member, 0]]);
  const shift = (one.get(a.member) ?? 0) + a.at - (other.get(b.member) ?? 0) - b.at;
  for (const [member, start] of other) if (one !== other) one.set(member, start + shift);
  for (const member of one.keys()) groups.set(member, one);
}

function place(ctx: Context, group: Group): void {
  const { shared, scope } = ctx;
  const given = [...group].find(([{ symbol }]) => symbol.storage !== null);
  const least = Math.min(...group.values());
  const isModule = scope.unit.kind === 'module';
  const keeps = isModule || [...group.keys()].some(({ symbol }) => symbol.saved || symbol.initial !== null);
  const unit = originOf(scope.unit);
  // Where copies of a routine share it, it has a root of its own, in which it begins at the same place for each of them.
  const isShared = keeps && scope.unit.copyOf !== undefined;
  const [first] = group.keys();
  const kept = isShared ? `of_${first?.symbol.name}` : 'save';
  const own = isModule ? unit : `${unit}_${keeps ? kept : 'equivalence'}`;
  const name = given?.[0].symbol.storage?.root ?? own;
  const entry = rootOf(shared, name, given ? 'common' : isModule ? 'module' : 'save');
  const base = given
    ? (given[0].symbol.storage?.offset ?? 0) - given[1]
    : Math.ceil(isShared ? 0 : entry.bytes / 8) * 8 - least;
  if (!given && !keeps) shared.passingRoots.add(entry.root.name);
  for (const [{ symbol, bytes }, start] of group) {
    const offset = base + start;
    if (offset < 0 || offset % memoryBytes(symbol.type) !== 0)
      report(
        ctx,
        'equivalence',
        `${symbol.name} would begin before its COMMON block, or between two numbers.`,
        symbol.span,
      );
    entry.bytes = Math.max(entry.bytes, offset + bytes);
    symbol.memory = { root: entry.root.name, from: offset, to: offset + bytes };
    if (symbol.storage || offset < 0) continue;
    symbol.storage = {
      root: entry.root.name,
      offset,
      key: given ? `${name}.${symbol.name}` : `${unit}.${symbol.name}`,
    };
  }
}
