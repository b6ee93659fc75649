/** Executable statements to statements of the IR; labels and jumps stay for `structureJumps`. */

import { newLabel } from '../../../../ir/emit';
import type { Node, StatementSyntax } from '../../parse/syntax';
import { keepValue } from '../../resolve/associations';
import { whereBlock } from '../arrays/where';
import { callStatement } from '../calls/calls';
import { type Context, into, statementBase } from '../context';
import { emit, lowerBody, placeLabel, withBlock } from '../emit';
import { allocation, assignment } from './assignments';
import { arithmeticIf, computedGoto, ifBlock, jump, leave, selectBlock } from './branches';
import { doBlock } from './loops';
import { output } from './output';
export function lowerNode(ctx: Context, node: Node): void {
  const piece = ctx.shared.pieces.before(node.span.start);
  if (!piece) {
    lowerUnmarked(ctx, node);
    return;
  }
  const body = into(ctx, () => lowerUnmarked(ctx, node));
  emit(ctx, { kind: 'block', label: newLabel(ctx.shared), body, piece, ...statementBase(ctx, node.span) });
}

function lowerUnmarked(ctx: Context, node: Node): void {
  ctx.span = node.span;
  ctx.failed = false;
  if (node.label) placeLabel(ctx, node.label);
  switch (node.kind) {
    case 'ifBlock':
      ifBlock(ctx, node);
      return;
    case 'doBlock':
      doBlock(ctx, node);
      return;
    case 'selectBlock':
      selectBlock(ctx, node);
      return;
    case 'whereBlock':
      whereBlock(ctx, node);
      return;
    case 'scopeBlock':
      withBlock(ctx, node.construct?.name ?? null, () => lowerBody(ctx, node.body));
      return;
    case 'associateBlock':
      // Its names were put in place before anything was lowered.
      return;
    default: {
      // A statement that fails leaves nothing behind.
      const mark = ctx.out.length;
      action(ctx, node);
      if (ctx.failed) ctx.out.length = mark;
    }
  }
}

function action(ctx: Context, s: StatementSyntax): void {
  switch (s.kind) {
    case 'assign':
      assignment(ctx, s);
      return;
    case 'call':
      callStatement(ctx, s);
      return;
    case 'goto':
      jump(ctx, s.target, s.span);
      return;
    case 'computedGoto':
      computedGoto(ctx, s);
      return;
    case 'arithmeticIf':
      arithmeticIf(ctx, s);
      return;
    case 'exit':
    case 'cycle':
      leave(ctx, s);
      return;
    case 'return':
      emit(ctx, {
        kind: 'exit',
        target: ctx.routine.label,
        form: 'return',
        ...statementBase(ctx),
      });
      return;
    case 'stop':
      emit(ctx, { kind: 'stop', text: s.text, ...statementBase(ctx) });
      return;
    case 'io':
      output(ctx, s);
      return;
    case 'allocate':
      allocation(ctx, s);
      return;
    case 'keep':
      keepValue(ctx, s);
      return;
    default:
      return;
  }
}
