/** Executable statements to statements of the IR; labels and jumps stay for `structureJumps`. */
import { lastOf } from '../../../base/lookup';
import type { Span } from '../../../base/span';
import type { RawStatement } from '../../../control/structure';
import * as b from '../../../ir/build';
import { extremes } from '../../../ir/integers';
import type { Expr, ScalarType } from '../../../ir/types';
import type {
  CaseRange,
  ExprSyntax,
  IfNode,
  ItemSyntax,
  Node,
  SelectNode,
  StatementOf,
  StatementSyntax,
} from '../parse/syntax';
import type { Label } from '../read/source';
import { keepValue } from '../resolve/associations';
import { foldValue } from '../resolve/fold';
import { lookUp, resolve, variableFor } from '../resolve/symbols';
import { allocation, guardsAllocation, isGivenByAssignment, takeShape } from './allocations';
import { assignArray, assignHeld } from './arrayAssignment';
import { callStatement } from './calls';
import { type Construct, type Context, into, newLabel, report, statementBase } from './context';
import { assignTo, emit } from './emit';
import { doBlock } from './loops';
import { whereBlock } from './masked';
import { isArray } from './operands';
import { condition, converted, integer, kept, scalar, typeName, value } from './values';

export function lowerBody(ctx: Context, nodes: readonly Node[]): void {
  for (const node of nodes) lowerNode(ctx, node);
}

function lowerNode(ctx: Context, node: Node): void {
  const piece = ctx.shared.pieces.before(node.span.start);
  if (!piece) {
    lowerUnmarked(ctx, node);
    return;
  }
  const body = into(ctx, () => lowerUnmarked(ctx, node));
  emit(ctx, { kind: 'block', label: newLabel(ctx), body, piece, ...statementBase(ctx, node.span) });
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
    case 'if':
      logicalIf(ctx, node);
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

export function placeLabel(ctx: Context, label: Label): void {
  if (ctx.targets.has(label.name))
    emit(ctx, { kind: 'labelled', label: label.name, ...idAndSpan(ctx, label.span) });
}

function idAndSpan(ctx: Context, span: Span) {
  const { id } = statementBase(ctx, span);
  return { id, span };
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

// ----------------------------------------------------------------------------------------------------- assignment

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
    );
    return;
  }
  if (symbol?.kind === 'variable' && target.kind === 'name' && isGivenByAssignment(symbol)) {
    if (!takeShape(ctx, symbol, s)) return;
  }
  if (symbol?.kind === 'variable' && symbol.dimensions) {
    if (s.held) assignHeld(ctx, symbol, s, s.held);
    else assignArray(ctx, symbol, target, s.value);
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
    );
    return;
  }
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

// ------------------------------------------------------------------------------------------------------------ jumps

function jump(ctx: Context, target: Label, span: Span): void {
  emit(ctx, { kind: 'goto', label: target.name, ...idAndSpan(ctx, span) });
}

function gotoList(ctx: Context, target: Label): RawStatement[] {
  return [{ kind: 'goto', label: target.name, ...idAndSpan(ctx, target.span) }];
}

function computedGoto(ctx: Context, s: StatementOf<'computedGoto'>): void {
  const selector = integer(ctx, s.selector, 'The selector of a computed GO TO');
  if (ctx.failed) return;
  emit(ctx, {
    kind: 'switch',
    label: newLabel(ctx),
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
function arithmeticIf(ctx: Context, s: StatementOf<'arithmeticIf'>): void {
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
    emit(ctx, {
      kind: 'if',
      condition: against(op),
      then: gotoList(ctx, below),
      else: below.name === above.name ? gotoList(ctx, below) : gotoList(ctx, above),
      ...statementBase(ctx),
    });
    return;
  }
  const rest = into(ctx, () =>
    emit(ctx, {
      kind: 'if',
      condition: against('eq'),
      then: gotoList(ctx, at),
      else: gotoList(ctx, above),
      ...statementBase(ctx),
    }),
  );
  emit(ctx, {
    kind: 'if',
    condition: against('lt'),
    then: gotoList(ctx, below),
    else: rest,
    ...statementBase(ctx),
  });
}

function leave(ctx: Context, s: StatementOf<'exit'> | StatementOf<'cycle'>): void {
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

// --------------------------------------------------------------------------------------------------------- branches

function logicalIf(ctx: Context, s: StatementOf<'if'>): void {
  if (guardsAllocation(s.condition, [s.then])) {
    lowerNode(ctx, s.then);
    return;
  }
  const test = condition(ctx, s.condition);
  const failed = ctx.failed;
  const base = statementBase(ctx);
  const then = into(ctx, () => lowerNode(ctx, s.then));
  if (!failed) emit(ctx, { kind: 'if', condition: test, then, else: [], ...base });
}

function ifBlock(ctx: Context, node: IfNode): void {
  const [only, ...others] = node.arms;
  if (only?.condition && others.length === 0 && guardsAllocation(only.condition, only.body)) {
    lowerBody(ctx, only.body);
    return;
  }
  withBlock(ctx, node.construct?.name ?? null, () => arm(ctx, node, 0));
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

/** A named construct that some EXIT leaves becomes a block. */
function withBlock(ctx: Context, name: string | null, run: () => void): void {
  if (name === null) {
    run();
    return;
  }
  const construct: Construct = { name, loop: false, label: newLabel(ctx), used: false };
  ctx.constructs.push(construct);
  const { span } = ctx;
  const body = into(ctx, run);
  ctx.constructs.pop();
  if (construct.used) emit(ctx, { kind: 'block', label: construct.label, body, ...statementBase(ctx, span) });
  else for (const s of body) emit(ctx, s);
}

function selectBlock(ctx: Context, node: SelectNode): void {
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
  const label = newLabel(ctx);
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

// ----------------------------------------------------------------------------------------------------------- output

/** PRINT and WRITE keep their spelling; a FORMAT is put where its label stood, since labels are gone afterwards. */
function output(ctx: Context, s: StatementOf<'io'>): void {
  const items: Expr[] = [];
  for (const item of s.items) outputItem(ctx, item, items);
  if (ctx.failed) return;
  emit(ctx, { kind: 'io', text: withFormat(ctx, s), items, ...statementBase(ctx) });
}

function outputItem(ctx: Context, item: ItemSyntax, items: Expr[]): void {
  if (item.kind === 'implied') {
    // The index has a meaning only in the list; nothing else of it is looked at.
    return;
  }
  if (item.kind === 'string' || item.kind === 'bad') return;
  const found = value(ctx, item);
  if (!isArray(found)) items.push(found);
  else if (!ctx.failed) {
    const walks = found.natural.map(({ first, step }) => ({ index: first, first, step }));
    items.push(found.at(walks));
  }
}

function withFormat(ctx: Context, s: StatementOf<'io'>): string {
  if (!s.format) return s.text;
  const format = ctx.scope.formats.get(s.format.name);
  if (format === undefined) {
    report(ctx, 'undefined-label', `No FORMAT has the label ${s.format.name}.`, s.format.span);
    return s.text;
  }
  const quoted = `'${format.replaceAll("'", "''")}'`;
  const digits = new RegExp(
    `^(print\\s*|write\\s*\\([^,]*,\\s*(?:fmt\\s*=\\s*)?)0*${s.format.name}(?=\\D|$)`,
  );
  return s.text.replace(digits, (_, head: string) => head + quoted);
}
