/** ALLOCATE: the memory is there already, and only what SOURCE and STAT set is done. */

import type { Span } from '../../../../base/span';
import { integer, nameAt } from '../../parse/made';
import type { Entity, ExprSyntax, StatementOf } from '../../parse/syntax';
import { visitExpression } from '../../parse/visit';
import { lookUp } from '../../resolve/symbols';
import { EXPLICIT, isGivenByAssignment, takeShape } from '../allocations';
import { type Context, unsupported } from '../context';
import { changesBefore } from '../entryBounds';
import { assignment } from './assignments';

/** The memory is there from the start, and there is enough of it. */
export function allocation(ctx: Context, s: StatementOf<'allocate'>): void {
  for (const { name, dimensions, span } of s.entities) {
    for (const d of dimensions ?? [])
      for (const e of [d.lower, d.upper])
        if (e && typeof e !== 'string') checkUnchanged(ctx, e, s.span.start, span);
    const symbol = ctx.failed ? lookUp(ctx.scope, name) : null;
    if (symbol?.kind === 'variable') symbol.poison = true;
  }
  for (const entity of s.entities) if (s.source && !ctx.failed) sourced(ctx, s, entity, s.source);
  if (!s.status) return;
  const { span } = s.status;
  assignment(ctx, { ...s, kind: 'assign', target: s.status, value: integer(0, span) });
}

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
  else if (shaped && isGivenByAssignment(shaped)) takeShape(ctx, shaped, { target, value: source });
}

/** The array is as large as its bounds say at entry: an argument that they name has to have that value still. */
function checkUnchanged(ctx: Context, bound: ExprSyntax, before: number, span: Span): void {
  visitExpression(bound, (part) => {
    const symbol = part.kind === 'name' ? lookUp(ctx.scope, part.name) : null;
    if (symbol?.kind !== 'variable' || !symbol.dummy || symbol.intent === 'in' || ctx.failed) return;
    if (changesBefore(ctx, symbol.name, before))
      unsupported(ctx, `Allocating by ${symbol.name} after it has changed is`, span, EXPLICIT);
  });
}
