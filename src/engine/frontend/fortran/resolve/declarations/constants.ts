/** Constants that have names. */

import type { ScalarType } from '../../../../ir/types';
import { type ConstantSymbol, type Context, report, type VariableSymbol } from '../../lower/context';
import { isArray } from '../../lower/operands';
import { constantInteger, converted, scalar, value } from '../../lower/values';
import { integer } from '../../parse/made';
import type { DimensionSyntax, Entity, ExprSyntax, StatementOf } from '../../parse/syntax';
import { fold } from '../constants/fold';
import { assignInitial } from '../initial';
import { implicitType } from '../symbols';
import { reportUntyped, setType, variableSymbol } from './variables';

/** PARAMETER: a scalar is folded where it is used; an array is a variable that nothing writes. */
export function declareConstant(
  ctx: Context,
  s: StatementOf<'declare'>,
  entity: Entity,
  type: ScalarType | null,
): void {
  const { name, initial: given } = entity;
  if (!given) {
    report(ctx, 'constant', `The constant ${name} has no value.`, entity.span, 'Give it one with =.');
    return;
  }
  const symbol = variableSymbol(ctx, entity);
  if (!symbol) return;
  if (s.type) setType(ctx, symbol, type, entity.span);
  if (entity.dimensions) symbol.dimensions = entity.dimensions;
  if (!symbol.typed && !symbol.poison && implicitType(ctx.scope, name) === null) {
    reportUntyped(ctx, entity);
    symbol.poison = true;
  }
  if (symbol.dimensions) {
    symbol.saved = true;
    symbol.intent = 'in';
    ctx.failed = false;
    if (symbol.dimensions.some((d) => d.upper === 'size')) giveExtent(ctx, symbol, symbol.dimensions, given);
    // Its values are needed at once: later constants may be made of them.
    if (!ctx.failed && !symbol.poison) assignInitial(ctx, symbol, given, symbol.span);
    if (ctx.failed) symbol.poison = true;
    return;
  }
  ctx.failed = false;
  const found = scalar(ctx, given);
  const folded = ctx.failed ? null : fold(converted(ctx, found, symbol.type, given.span));
  if (!folded && !ctx.failed) report(ctx, 'constant', `The value of ${name} is no constant.`, given.span);
  const constant: ConstantSymbol = { kind: 'constant', name, value: symbol.poison ? null : folded };
  ctx.scope.symbols.set(name, constant);
}

/** `x(*) = […]`: as long as its values are many. */
function giveExtent(
  ctx: Context,
  symbol: VariableSymbol,
  dimensions: readonly DimensionSyntax[],
  given: ExprSyntax,
): void {
  const found = value(ctx, given);
  if (ctx.failed || !isArray(found)) return;
  symbol.dimensions = dimensions.map((d, k): DimensionSyntax => {
    const extent = found.extents[k];
    const lower = d.lower ? constantInteger(ctx, d.lower, 'A bound') : 1;
    if (d.upper !== 'size' || extent?.kind !== 'constant' || lower === null) return d;
    return { ...d, upper: integer(lower + extent.value - 1, d.span) };
  });
}
