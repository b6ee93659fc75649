/** GO TO in all its forms, EXIT, CYCLE. */

import type { Span } from '../../../../base/span';
import type { RawStatement } from '../../../../control/structure';
import * as b from '../../../../ir/build';
import { newLabel } from '../../../../ir/emit';
import type { StatementOf } from '../../parse/syntax';
import type { Label } from '../../read/source';
import { type Context, into, report, statementBase } from '../context';
import { branch, emit, idAndSpan } from '../emit';
import { kept } from '../places';
import { integer, scalar } from '../values';

export function jump(ctx: Context, target: Label, span: Span): void {
  emit(ctx, { kind: 'goto', label: target.name, ...idAndSpan(ctx, span) });
}

function gotoList(ctx: Context, target: Label): RawStatement[] {
  return [{ kind: 'goto', label: target.name, ...idAndSpan(ctx, target.span) }];
}

export function computedGoto(ctx: Context, s: StatementOf<'computedGoto'>): void {
  const selector = integer(ctx, s.selector, 'The selector of a computed GO TO');
  if (ctx.failed) return;
  emit(ctx, {
    kind: 'switch',
    label: newLabel(ctx.shared),
    selector,
    cases: s.targets.map((target, i) => ({
      values: [{ from: i + 1, to: i + 1 }],
      body: gotoList(ctx, target),
      span: target.span,
    })),
    default: [],
    ...statementBase(ctx),
  });
}

/** `if (e) 10, 20, 30`: below, at and above zero. */
export function arithmeticIf(ctx: Context, s: StatementOf<'arithmeticIf'>): void {
  const tested = scalar(ctx, s.value);
  if (tested.type === 'bool' && !ctx.failed)
    report(ctx, 'type', 'An arithmetic IF tests a number, not LOGICAL.', s.value.span);
  if (ctx.failed) return;
  const [below, at, above] = s.targets as [Label, Label, Label];
  const simple = tested.kind === 'variable' || tested.kind === 'constant';
  const one = simple ? tested : kept(ctx, tested, 'test');
  const against = (op: 'lt' | 'eq' | 'le') => b.compare(op, one, b.constant(0, one.type), s.value.span);
  if (at.name === above.name || below.name === at.name) {
    const op = below.name === at.name ? 'le' : 'lt';
    branch(ctx, against(op), gotoList(ctx, below), gotoList(ctx, above));
    return;
  }
  const rest = into(ctx, () => branch(ctx, against('eq'), gotoList(ctx, at), gotoList(ctx, above)));
  branch(ctx, against('lt'), gotoList(ctx, below), rest);
}

export function leave(ctx: Context, s: StatementOf<'exit'> | StatementOf<'cycle'>): void {
  const wanted = s.of?.name ?? null;
  const word = s.kind.toUpperCase();
  const found = ctx.constructs.findLast((c) => (wanted === null ? c.loop : c.name === wanted));
  if (!found || (s.kind === 'cycle' && !found.loop)) {
    report(
      ctx,
      'unbalanced',
      wanted === null
        ? `This ${word} stands in no loop.`
        : `No ${s.kind === 'cycle' ? 'loop' : 'construct'} ${wanted} is around this ${word}.`,
      s.of?.span ?? s.span,
    );
    return;
  }
  found.used = true;
  if (s.kind === 'exit')
    emit(ctx, { kind: 'exit', target: found.label, form: 'exit', ...statementBase(ctx) });
  else emit(ctx, { kind: 'next', target: found.label, form: 'cycle', ...statementBase(ctx) });
}
