/**
 * Assignments that move a part of an array along itself: `x(2:n) = x(1:n - 1)`. Where the text tells by how much, a loop in the
 * right direction reads each element before it is overwritten, and no copy is needed.
 */
import { evaluate } from '../../../../ir/evaluate';
import type { Expr } from '../../../../ir/types';
import { sketch } from '../../../mapped';
import type { ApplySyntax, ExprSyntax, NameSyntax, RangeSyntax } from '../../parse/syntax';
import { mentionsSome, readsSome, visitRead } from '../../parse/visit';
import { difference } from '../../resolve/constants/fold';
import { genericNamed, lookUp, routineNamed } from '../../resolve/symbols';
import { type Context, dryRun, type VariableSymbol } from '../context';
import { sameInteger } from '../operands';
import { type Section, type Subscript, targetSection } from './sections';

/** In which direction a loop may run; `either` where no element that is written is read by another trip. */
type Order = 'forwards' | 'backwards' | 'either';

/** Null where the text does not tell. */
export function shiftOrder(
  ctx: Context,
  symbol: VariableSymbol,
  target: Section,
  syntax: ExprSyntax,
): Order | null {
  const found = new Set<Order | null>();
  const spellings = new Set<string>();
  visitRead(syntax, (e) => {
    if (e.kind !== 'name' && e.kind !== 'apply') return;
    if (e.name === symbol.name) {
      const spelling = sketch(e);
      if (!spellings.has(spelling)) found.add(orderBeside(ctx, symbol, target, e));
      spellings.add(spelling);
    } else if (
      readsUnnamed(ctx, symbol, e) ||
      (e.kind === 'apply' && lookUp(ctx.scope, e.name)?.kind !== 'variable' && mentions(symbol, e))
    )
      found.add(null);
  });
  found.delete('either');
  if (found.size > 1) return null;
  const [only = 'either'] = found;
  return only;
}

function orderBeside(
  ctx: Context,
  symbol: VariableSymbol,
  target: Section,
  e: NameSyntax | ApplySyntax,
): Order | null {
  const source = dryRun(ctx, () => targetSection(ctx, symbol, e));
  if (source?.subscripts.length !== target.subscripts.length) return null;
  // A single element was kept aside before the loop.
  if (source.subscripts.every(({ kind }) => kind === 'at')) return 'either';
  const ways = target.subscripts.map((to, d) => wayTo(to, source.subscripts[d]));
  // Elements that differ in one subscript are apart, whatever the others are.
  if (target.subscripts.some(({ kind }, d) => kind === 'at' && ways[d])) return 'either';
  const moved = ways.filter((way) => way !== 0);
  const [only = 0] = moved;
  if (only === null || moved.length > 1) return null;
  return only === 0 ? 'either' : only > 0 ? 'forwards' : 'backwards';
}

/** How many trips after the one that reads it an element is written, as far as one subscript tells; null where it doesn't. */
function wayTo(to: Subscript, from: Subscript | undefined): number | null {
  if (from?.kind === 'at' && to.kind === 'at') return distance(from.at, to.at);
  if (from?.kind !== 'run' || to.kind !== 'run') return null;
  const step = evaluate(to.natural.step);
  if ((step !== 1 && step !== -1) || evaluate(from.natural.step) !== step) return null;
  const way = distance(from.natural.first, to.natural.first);
  return way === null ? null : way * step;
}

function distance(from: Expr, to: Expr): number | null {
  const [p, q] = sameInteger(from, to);
  return evaluate(difference(p, q));
}

/** Whether a variable may be read here without its name: under another one for its memory, or by an elemental routine. */
export function readsUnnamed(ctx: Context, symbol: VariableSymbol, e: NameSyntax | ApplySyntax): boolean {
  if (lookUp(ctx.scope, e.name)?.kind === 'variable') return sharesMemory(ctx, symbol, e.name);
  if (e.kind === 'name') return false;
  // It has each element as an argument, and may see the array itself: of its module, of its host, or in a structure.
  const isSeen = symbol.home !== ctx.scope || symbol.storage !== null;
  return [genericNamed(ctx, e.name) ?? routineNamed(ctx, e.name) ?? []]
    .flat()
    .some((each) => each.unit?.header?.elemental && (isSeen || each.parameters.some((p) => p.dimensions)));
}

/** The same of all parts of an expression. */
export function readsUnnamedIn(ctx: Context, symbol: VariableSymbol, e: ExprSyntax): boolean {
  return readsSome(e, (part) => readsUnnamed(ctx, symbol, part));
}

/** Whether a name means another variable in the same memory. */
export function sharesMemory(ctx: Context, symbol: VariableSymbol, name: string): boolean {
  const other = lookUp(ctx.scope, name);
  if (other?.kind !== 'variable' || other === symbol) return false;
  const { memory: a } = symbol;
  const { memory: b } = other;
  return a !== null && b !== null && a.root === b.root && a.from < b.to && b.from < a.to;
}

export function mentions(symbol: VariableSymbol, e: ExprSyntax | RangeSyntax): boolean {
  return mentionsSome(e, (name) => name === symbol.name);
}
