/**
 * DATA and SAVE variables that keep their initial value, since nothing writes them. A scalar is taken as a constant, an array
 * is marked as only read; so neither is an input of the kernel.
 */
import { groupedBy, once } from '../../../base/once';
import { constant } from '../../../ir/build';
import type { Context, VariableSymbol } from '../lower/context';
import { INTRINSIC_NAMES } from '../lower/intrinsics/intrinsics';
import { type Node, originOf } from '../parse/syntax';
import { assignedNames, mentionsIn, ofKind } from '../parse/visit';

interface Declared {
  readonly context: Context;
  readonly body: readonly Node[];
}

/** Copies of a routine share such variables: what one of them writes is written. */
export function settleUnwritten(routines: readonly Declared[]): void {
  const copies = groupedBy(routines, ({ context }) => originOf(context.scope.unit));
  for (const each of copies.values()) {
    // Routines inside could write it.
    if (each.some(({ context }) => context.scope.unit.contains.length > 0)) continue;
    const written = once(
      () => new Set(each.flatMap(({ context, body }) => [...writtenNames(context, body)])),
    );
    for (const { context } of each) settle(context, written);
  }
}

function settle(ctx: Context, written: () => ReadonlySet<string>): void {
  const { symbols } = ctx.scope;
  const held = [...symbols.values()].filter(
    (symbol): symbol is VariableSymbol =>
      symbol.kind === 'variable' &&
      symbol.initial !== null &&
      symbol.home === ctx.scope &&
      symbol.id === null,
  );
  for (const symbol of held) {
    if (symbol.poison || written().has(symbol.name)) continue;
    if (symbol.dimensions) symbol.intent = 'in';
    else
      symbols.set(symbol.name, {
        kind: 'constant',
        name: symbol.name,
        value: constant(symbol.initial?.[0] ?? 0, symbol.type, symbol.span),
      });
  }
}

/** Names that statements assign, count with, or hand to a routine. */
export function writtenNames(ctx: Context, body: readonly Node[]): Set<string> {
  const names = assignedNames(body);
  for (const e of ofKind(mentionsIn(body), 'apply')) {
    const symbol = ctx.scope.symbols.get(e.name);
    const isFunction = !INTRINSIC_NAMES.has(e.name) || (symbol?.kind === 'variable' && symbol.external);
    if (!isFunction || (symbol?.kind === 'variable' && symbol.dimensions)) continue;
    for (const { value } of e.args)
      if (value.kind === 'name' || value.kind === 'apply') names.add(value.name);
  }
  return names;
}
