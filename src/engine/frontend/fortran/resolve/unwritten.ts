/**
 * DATA and SAVE variables that keep their initial value, since nothing writes them. A scalar is taken as a constant, an array
 * is marked as only read; so neither is an input of the kernel.
 */
import { constant } from '../../../ir/build';
import type { Context, VariableSymbol } from '../lower/context';
import { INTRINSIC_NAMES } from '../lower/intrinsics/intrinsics';
import type { Node } from '../parse/syntax';
import { assignedNames, mentionsIn, ofKind } from '../parse/visit';

export function settleUnwritten(ctx: Context, body: readonly Node[]): void {
  const { unit, symbols } = ctx.scope;
  // Routines inside could write it.
  if (unit.kind === 'module' || unit.contains.length > 0) return;
  const held = [...symbols.values()].filter(
    (symbol): symbol is VariableSymbol =>
      symbol.kind === 'variable' &&
      symbol.initial !== null &&
      symbol.home === ctx.scope &&
      symbol.id === null,
  );
  if (held.length === 0) return;
  const written = writtenNames(ctx, body);
  for (const symbol of held) {
    if (symbol.poison || written.has(symbol.name)) continue;
    if (symbol.dimensions) symbol.intent = 'in';
    else
      symbols.set(symbol.name, {
        kind: 'constant',
        name: symbol.name,
        span: symbol.span,
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
