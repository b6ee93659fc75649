/** Expressions that are places, and values that get one. */
import * as b from '../../../ir/build';
import type { Expr, Place } from '../../../ir/types';
import type { ExprSyntax } from '../parse/syntax';
import { lookUp, resolve } from '../resolve/symbols';
import { type Context, temporary } from './context';
import { assignTo } from './emit';
import type { Operand } from './operands';
import { value } from './values';

/** What a scalar assignment or an argument by reference names; null for arrays, constants and calls. */
export function placeOf(ctx: Context, e: ExprSyntax): Place | null {
  if (e.kind !== 'name' && e.kind !== 'apply') return null;
  if (ctx.bindings?.has(e.name)) return null;
  const symbol = e.kind === 'name' ? resolve(ctx, e.name, e.span) : lookUp(ctx.scope, e.name);
  if (symbol?.kind !== 'variable' || symbol.poison) return null;
  if (e.kind === 'apply' && !symbol.dimensions) return null;
  const found = value(ctx, e);
  return isPlace(found) ? found : null;
}

export function isPlace(e: Operand): e is Place {
  return e.kind === 'variable' || e.kind === 'element';
}

/** A temporary that gets a value here. */
export function inTemporary(ctx: Context, e: Expr, base: string): Place {
  const place = b.variable(temporary(ctx, base, e.type), e.type, e.span);
  assignTo(ctx, place, e);
  return place;
}

/** Keeps a value in a temporary, so that it is computed once, and before what follows. */
export function kept(ctx: Context, e: Expr, base: string): Expr {
  return e.kind === 'constant' ? e : inTemporary(ctx, e, base);
}
