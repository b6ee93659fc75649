/** Assignments to scalars; those to arrays are handed on. */

import * as b from '../../../../ir/build';
import { sketch } from '../../../mapped';
import { integer, nameAt } from '../../parse/made';
import type { Entity, ExprSyntax, StatementOf } from '../../parse/syntax';
import { difference } from '../../resolve/constants/fold';
import { lookUp, resolve, variableFor } from '../../resolve/symbols';
import { anotherSize, EXPLICIT, inValuesSetOnce, takeShape } from '../allocations';
import { assignArray, assignHeld } from '../arrays/assignment';
import { type Context, report, type Symbol_, unsupported } from '../context';
import { assignTo } from '../emit';
import { giveSize, isGivenByAssignment } from '../lateSizes';
import { ONE } from '../operands';
import { integer as bound, converted, scalar } from '../values';

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
  const given = shaped(ctx, symbol, s);
  if (!given) return;
  if (symbol?.kind === 'variable' && symbol.dimensions) {
    if (s.held) assignHeld(ctx, symbol, s, s.held);
    else assignArray(ctx, symbol, s, given === 'as written' ? null : given);
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

function shaped(ctx: Context, symbol: Symbol_ | null, s: StatementOf<'assign'>) {
  if (symbol?.kind !== 'variable' || symbol.sized || s.target.kind !== 'name') return 'as written';
  return isGivenByAssignment(symbol) || symbol.late ? takeShape(ctx, symbol, s) : 'as written';
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

/** The memory is there from the start, and there is enough of it. */
export function allocation(ctx: Context, s: StatementOf<'allocate'>): void {
  for (const { name, dimensions } of s.entities) {
    const symbol = lookUp(ctx.scope, name);
    if (symbol?.kind !== 'variable') continue;
    if (ctx.failed) symbol.poison = true;
    if (
      dimensions &&
      !symbol.late &&
      isOfHost(ctx, symbol) &&
      sketch(dimensions) !== sketch(symbol.dimensions)
    )
      unsupported(
        ctx,
        `Allocating ${name} again, which is of the routine around this one, is`,
        s.span,
        EXPLICIT,
      );
    if (!symbol.late || !dimensions) continue;
    const bounds = dimensions.map(({ lower, upper }) => {
      const first = lower ? bound(ctx, lower, 'A bound') : ONE;
      const last = typeof upper === 'string' ? ONE : bound(ctx, upper, 'A bound');
      const extent = difference(last, b.convert(first, last.type), 1);
      return { lower: inValuesSetOnce(ctx, first), extent: inValuesSetOnce(ctx, extent) };
    });
    if (!ctx.failed && !giveSize(ctx, symbol, bounds, false)) anotherSize(ctx, symbol, s.span);
  }
  for (const entity of s.entities) if (s.source && !ctx.failed) sourced(ctx, s, entity, s.source);
  if (!s.status) return;
  const { span } = s.status;
  assignment(ctx, { ...s, kind: 'assign', target: s.status, value: integer(0, span) });
}

const isOfHost = ({ routine, scope }: Context, symbol: Symbol_): boolean =>
  routine.captured.some(({ key }) => scope.symbols.get(key) === symbol);

/** What SOURCE= gives is assigned; without bounds it gives the shape too, which is all that MOLD= does. */
function sourced(ctx: Context, s: StatementOf<'allocate'>, entity: Entity, source: ExprSyntax): void {
  const { name, span, dimensions } = entity;
  const target = nameAt(name, span);
  const symbol = lookUp(ctx.scope, name);
  const shaped = symbol?.kind === 'variable' && symbol.allocatable ? symbol : null;
  const isScalar = symbol?.kind === 'variable' && !symbol.dimensions;
  if (!dimensions && !shaped && !isScalar)
    unsupported(ctx, 'SOURCE= without bounds is', span, 'Give the bounds of the array.');
  else if (!s.isMold) assignment(ctx, { ...s, kind: 'assign', target, value: source });
  else if (shaped && (isGivenByAssignment(shaped) || shaped.late))
    takeShape(ctx, shaped, { target, value: source });
}
