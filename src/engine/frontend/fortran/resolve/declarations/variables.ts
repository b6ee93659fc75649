/** Variables of a unit as its declarations come upon them: their type, and their bounds. */
import type { Span } from '../../../../base/span';
import type { ScalarType } from '../../../../ir/types';
import { type Context, report, unsupported, type VariableSymbol } from '../../lower/context';
import { constantInteger } from '../../lower/values';
import type { Entity, Name, TypeSyntax } from '../../parse/syntax';
import { implicitType, newVariable } from '../symbols';

/** The unit's own; null, reported, where the name means something else already. */
export function variableSymbol(ctx: Context, name: Name): VariableSymbol | null {
  const found = ctx.scope.symbols.get(name.name);
  if (found?.kind === 'variable') {
    if (found.home !== ctx.scope)
      return report(ctx, 'duplicate', `${name.name} comes from a module already.`, name.span);
    return found;
  }
  if (found) return report(ctx, 'duplicate', `${name.name} is declared already.`, name.span);
  const type = implicitType(ctx.scope, name.name);
  const symbol = newVariable(
    ctx.scope,
    name.name,
    type === null || type === 'poison' ? 'f64' : type,
    name.span,
  );
  if (type === 'poison') symbol.poison = true;
  return symbol;
}

/** The IR's type; null, reported, for kinds outside the subset. */
export function typeOf(ctx: Context, type: TypeSyntax): ScalarType | null {
  if (type.base === 'unsupported') return null;
  if (type.base === 'double') return 'f64';
  const kind = type.bytes ?? (type.kindOf ? constantInteger(ctx, type.kindOf, 'A kind') : 4);
  if (kind === null) return null;
  if (type.base === 'logical') return 'bool';
  if (kind === 4) return type.base === 'real' ? 'f32' : 'i32';
  if (kind === 8) return type.base === 'real' ? 'f64' : 'i64';
  return unsupported(ctx, `${type.base.toUpperCase()} of kind ${kind} is`, type.span, 'Use kind 4 or 8.');
}

export function setType(ctx: Context, symbol: VariableSymbol, type: ScalarType | null, span: Span): void {
  if (symbol.typed) report(ctx, 'duplicate', `${symbol.name} has a type already.`, span);
  symbol.typed = true;
  symbol.span = span;
  // A type that is not supported was reported where it stands.
  if (type) {
    symbol.type = type;
    symbol.poison = false;
  } else symbol.poison = true;
}

export function setDimensions(ctx: Context, symbol: VariableSymbol, entity: Entity): void {
  if (symbol.dimensions) report(ctx, 'duplicate', `${symbol.name} has bounds already.`, entity.span);
  symbol.dimensions = entity.dimensions;
}

export function reportUntyped(ctx: Context, { name, span }: Name): void {
  const instead = 'IMPLICIT NONE asks for a declaration of every name.';
  report(ctx, 'undeclared', `${name} has no type.`, span, instead);
}
