/** Executable statements to statements of the IR; labels and jumps stay for `structureJumps`. */

import { newLabel } from '../../../../ir/emit';
import type { Node } from '../../parse/syntax';
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
  const mark = ctx.out.length;
  const lower = LOWERING[node.kind] as ((ctx: Context, node: Node) => void) | undefined;
  lower?.(ctx, node);
  // A statement that fails leaves nothing behind; one that holds others leaves these.
  if (ctx.failed && !HOLDING.has(node.kind)) ctx.out.length = mark;
}

const HOLDING = new Set<Node['kind']>(['ifBlock', 'doBlock', 'selectBlock', 'whereBlock', 'scopeBlock']);

/** By the kind of statement. The names of an ASSOCIATE, as what is declared, were put in place before anything is lowered. */
const LOWERING: {
  readonly [K in Node['kind']]?: (ctx: Context, node: Extract<Node, { kind: K }>) => void;
} = {
  ifBlock,
  doBlock,
  selectBlock,
  whereBlock,
  scopeBlock: (ctx, node) => withBlock(ctx, node.construct?.name ?? null, () => lowerBody(ctx, node.body)),
  assign: assignment,
  call: callStatement,
  goto: (ctx, { target, span }) => jump(ctx, target, span),
  computedGoto,
  arithmeticIf,
  exit: leave,
  cycle: leave,
  return: (ctx) =>
    emit(ctx, { kind: 'exit', target: ctx.routine.label, form: 'return', ...statementBase(ctx) }),
  stop: (ctx, { text }) => emit(ctx, { kind: 'stop', text, ...statementBase(ctx) }),
  io: output,
  allocate: allocation,
  keep: keepValue,
};
