/** The arguments and the result of a routine. */
import { type Context, freshName, report, unsupported, type VariableSymbol } from '../../lower/context';
import type { Name } from '../../parse/syntax';
import { NOT_PASSED } from '../specialise';
import { newVariable } from '../symbols';
import { setType, typeOf, variableSymbol } from './variables';

/** Marks the dummies and the result. */
export function interfaceOf(ctx: Context): void {
  const { scope, routine } = ctx;
  const { header } = scope.unit;
  if (!header || scope.unit.kind === 'module') return;
  ctx.span = header.span;
  for (const name of header.parameters) {
    const symbol = variableSymbol(ctx, name);
    if (!symbol) continue;
    if (symbol.dummy) {
      report(ctx, 'duplicate', `Two arguments are named ${name.name}.`, name.span);
      continue;
    }
    symbol.dummy = true;
    if (symbol.external) {
      unsupported(ctx, 'Routines as arguments are', symbol.span, NOT_PASSED);
      symbol.poison = true;
      symbol.external = false;
    }
    routine.parameters.push(symbol);
  }
  if (header.unit !== 'function') return;
  const name = header.result ?? { name: scope.unit.name.name, span: scope.unit.name.span };
  const result = resultSymbol(ctx, name);
  result.result = true;
  result.external = false;
  if (header.type) setType(ctx, result, typeOf(ctx, header.type), name.span);
  if (!result.dimensions) {
    routine.result = result;
    return;
  }
  if (result.poison) return;
  giveArrayResult(ctx, result);
}

/** A dummy, which can't be named as its routine is. */
function giveArrayResult({ shared, scope, routine }: Context, result: VariableSymbol): void {
  const { name, span } = scope.unit.name;
  const dummy: VariableSymbol = {
    ...result,
    name: result.name === name ? freshName(shared, `${name}_value`) : result.name,
    result: false,
    dummy: true,
  };
  scope.symbols.set(result.name, dummy);
  routine.parameters.push(dummy);
  routine.arrayResult = dummy;
  shared.sink.info(
    'array-result',
    `The result of ${name} is an array: it is returned in an argument of its own, ${dummy.name}.`,
    span,
  );
}

/** The result's symbol; one of its own, reported, where the name means something else already. */
function resultSymbol(ctx: Context, name: Name): VariableSymbol {
  const found = variableSymbol(ctx, name);
  if (found && !found.dummy) return found;
  if (found)
    report(ctx, 'duplicate', `${name.name} is an argument, so it can\u2019t be the result.`, name.span);
  const symbol = newVariable(ctx.scope, freshName(ctx.shared, name.name), 'f64', name.span);
  symbol.poison = true;
  return symbol;
}
