/**
 * Statements inside of others. They are lowered by `lowerNode` of the context, so that each construct can have a body and none
 * needs the file in which constructs are told apart.
 */
import type { Span } from '../../../../base/span';
import { newLabel } from '../../../../ir/emit';
import type { Node } from '../../parse/syntax';
import type { Label } from '../../read/source';
import { type Construct, type Context, into, statementBase } from '../context';
import { emit } from '../emit';

export function lowerBody(ctx: Context, nodes: readonly Node[]): void {
  for (const node of nodes) ctx.lowerNode(ctx, node);
}

export function placeLabel(ctx: Context, label: Label): void {
  if (ctx.targets.has(label.name))
    emit(ctx, { kind: 'labelled', label: label.name, ...idAndSpan(ctx, label.span) });
}

export function idAndSpan(ctx: Context, span: Span) {
  const { id } = statementBase(ctx, span);
  return { id, span };
}

/** A named construct that some EXIT leaves becomes a block. */
export function withBlock(ctx: Context, name: string | null, run: () => void): void {
  if (name === null) {
    run();
    return;
  }
  const construct: Construct = { name, loop: false, label: newLabel(ctx.shared), used: false };
  ctx.constructs.push(construct);
  const { span } = ctx;
  const body = into(ctx, run);
  ctx.constructs.pop();
  if (construct.used) emit(ctx, { kind: 'block', label: construct.label, body, ...statementBase(ctx, span) });
  else for (const s of body) emit(ctx, s);
}
