/** Assignments to scalars; those to arrays are handed on. */
import * as b from '../../../../ir/build';
import type { StatementOf } from '../../parse/syntax';
import { lookUp, resolve, variableFor } from '../../resolve/symbols';
import { isGivenByAssignment, takeShape } from '../allocations';
import { assignArray, assignHeld } from '../arrays/assignment';
import { type Context, report } from '../context';
import { assignTo } from '../emit';
import { converted, scalar } from '../values';

export function assignment(ctx: Context, s: StatementOf<'assign'>): void {
  const { target } = s;
  const symbol =
    target.kind === 'name' ? resolve(ctx, target.name, target.span) : lookUp(ctx.scope, target.name);
  if (symbol?.kind === 'variable' && symbol.poison) return;
  if (symbol?.kind === 'variable' && symbol.intent === 'in') {
    report(
      ctx,
      'intent',
      symbol.dummy
        ? `${symbol.name} is INTENT(IN), so it can\u2019t be assigned.`
        : `${symbol.name} is a constant, so it can\u2019t be assigned.`,
      target.span,
      ...(symbol.dummy ? ['Declare it INTENT(INOUT), or change a copy of it.'] : []),
    );
    return;
  }
  if (symbol?.kind === 'variable' && target.kind === 'name' && isGivenByAssignment(symbol)) {
    if (!takeShape(ctx, symbol, s)) return;
  }
  if (symbol?.kind === 'variable' && symbol.dimensions) {
    if (s.held) assignHeld(ctx, symbol, s, s.held);
    else assignArray(ctx, symbol, s);
    return;
  }
  if (target.kind === 'apply' || symbol?.kind !== 'variable') {
    notAssignable(ctx, s);
    return;
  }
  const id = variableFor(ctx, symbol, target.span);
  const source = scalar(ctx, s.value);
  if (id === null || ctx.failed) return;
  if (ctx.indices.has(id)) {
    report(
      ctx,
      'loop-index',
      `${symbol.name} counts a loop around this, so it can\u2019t be assigned here.`,
      target.span,
      'Count in another variable, or leave the loop by EXIT.',
    );
    return;
  }
  if (!symbol.typed && symbol.type === 'f32' && source.type === 'f64')
    ctx.shared.sink.warning(
      'undeclared',
      `${symbol.name} is not declared, so it is REAL by its first letter, and holds half of the digits of what it is set to.`,
      target.span,
      `Declare it, \`real(8) :: ${symbol.name}\`; IMPLICIT NONE asks for a declaration of every name.`,
    );
  assignTo(ctx, b.variable(id, symbol.type, target.span), converted(ctx, source, symbol.type, s.value.span));
}

function notAssignable(ctx: Context, s: StatementOf<'assign'>): void {
  const { target } = s;
  const symbol = lookUp(ctx.scope, target.name);
  if (symbol && symbol.kind !== 'variable') {
    const what = symbol.kind === 'constant' ? 'a constant' : 'a statement function';
    report(ctx, 'syntax', `${target.name} is ${what}, so it can\u2019t be assigned.`, target.span);
    return;
  }
  report(
    ctx,
    'undeclared',
    `${target.name} is assigned like an array, but has no bounds.`,
    target.kind === 'apply' ? target.nameSpan : target.span,
    `Declare it, for example as ${target.name}(10).`,
  );
}
