/** IF, SELECT CASE, and jumps. */
import { lastOf } from '../../../../base/lookup';
import type { Span } from '../../../../base/span';
import type { RawStatement } from '../../../../control/structure';
import * as b from '../../../../ir/build';
import { newLabel } from '../../../../ir/emit';
import { extremes } from '../../../../ir/integers';
import type { Expr, ScalarType } from '../../../../ir/types';
import type { CaseRange, ExprSyntax, IfNode, SelectNode, StatementOf } from '../../parse/syntax';
import type { Label } from '../../read/source';
import { foldValue } from '../../resolve/constants/fold';
import { guarded } from '../allocations';
import { type Context, into, report, statementBase } from '../context';
import { branch, emit, idAndSpan, kept, lowerBody, withBlock } from '../emit';
import { condition, integer, scalar, typeName } from '../values';

export function ifBlock(ctx: Context, node: IfNode): void {
  const inside = guarded(node);
  if (inside) lowerBody(ctx, inside);
  else withBlock(ctx, node.construct?.name ?? null, () => arm(ctx, node, 0));
}

function arm(ctx: Context, node: IfNode, index: number): void {
  const branch = node.arms[index];
  if (!branch) return;
  if (branch.condition === null) {
    lowerBody(ctx, branch.body);
    return;
  }
  const rest = lastOf(node.arms);
  ctx.span =
    index === 0 ? node.span : { start: branch.span.start, end: Math.max(branch.span.end, rest.span.end) };
  ctx.failed = false;
  const { span } = ctx;
  const test = condition(ctx, branch.condition);
  const base = statementBase(ctx, span);
  const then = into(ctx, () => lowerBody(ctx, branch.body));
  const other = into(ctx, () => arm(ctx, node, index + 1));
  emit(ctx, { kind: 'if', condition: test, then, else: other, ...base });
}

export function selectBlock(ctx: Context, node: SelectNode): void {
  withBlock(ctx, node.construct?.name ?? null, () => {
    const selector = scalar(ctx, node.selector);
    if (selector.type === 'bool' && !ctx.failed) logicalSelect(ctx, node, selector);
    else switchOf(ctx, node, selector);
  });
}

function switchOf(ctx: Context, node: SelectNode, selector: Expr): void {
  if (!b.isInteger(selector.type) && !ctx.failed)
    report(ctx, 'type', `SELECT CASE takes an integer, not ${typeName(selector.type)}.`, node.selector.span);
  const failed = ctx.failed;
  const base = statementBase(ctx, node.span);
  const label = newLabel(ctx.shared);
  const seen: { from: number; to: number }[] = [];
  const cases: { values: { from: number; to: number }[]; body: RawStatement[]; span: Span }[] = [];
  let rest: RawStatement[] = [];
  for (const one of node.cases) {
    ctx.span = one.span;
    ctx.failed = false;
    const values =
      one.ranges?.flatMap((range) => caseRange(ctx, range, selector.type, one.span, seen)) ?? null;
    const body = into(ctx, () => lowerBody(ctx, one.body));
    if (values === null) rest = body;
    else if (values.length > 0) cases.push({ values, body, span: one.span });
  }
  if (!failed) emit(ctx, { kind: 'switch', label, selector, cases, default: rest, ...base });
}

function caseRange(
  ctx: Context,
  range: CaseRange,
  type: ScalarType,
  span: Span,
  seen: { from: number; to: number }[],
): { from: number; to: number }[] {
  const constant = (e: ExprSyntax): number | null => {
    const found = foldValue(integer(ctx, e, 'A case'));
    if (found === null && !ctx.failed) report(ctx, 'constant', 'A case must be a constant.', e.span);
    return found;
  };
  if (range.kind === 'type') {
    report(ctx, 'syntax', 'TYPE IS and CLASS IS belong to a SELECT TYPE.', span);
    return [];
  }
  const [least, greatest] = extremes(type);
  const from = range.kind === 'value' ? constant(range.value) : range.from ? constant(range.from) : least;
  const to = range.kind === 'value' ? from : range.to ? constant(range.to) : greatest;
  if (from === null || to === null || to < from) return [];
  const clash = seen.some((other) => from <= other.to && other.from <= to);
  if (clash) {
    report(ctx, 'syntax', 'This case is in another one already.', span);
    return [];
  }
  seen.push({ from, to });
  return [{ from, to }];
}

function logicalSelect(ctx: Context, node: SelectNode, selector: Expr): void {
  const pick = (wanted: boolean) =>
    node.cases.find((one) =>
      one.ranges?.some((range) => {
        if (range.kind !== 'value') return false;
        const found = foldValue(scalar(ctx, range.value));
        return found !== null && (found !== 0) === wanted;
      }),
    ) ?? node.cases.find((one) => one.ranges === null);
  const base = statementBase(ctx, node.span);
  const then = into(ctx, () => lowerBody(ctx, pick(true)?.body ?? []));
  const other = into(ctx, () => lowerBody(ctx, pick(false)?.body ?? []));
  emit(ctx, { kind: 'if', condition: selector, then, else: other, ...base });
}

/** GO TO in all its forms, EXIT, CYCLE. */
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
