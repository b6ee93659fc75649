/**
 * `switch`. Cases that all end before the next one become a Switch. Where one falls through into the next, each part
 * becomes an `if` on a copy of the selector: it runs for its own values and for those that fall into it. Where a case
 * stands inside another statement, as in Duff's device, the Switch jumps to labels in its body.
 */
import { itemAt } from '../../../base/lookup';
import type { Span } from '../../../base/span';
import type { RawStatement } from '../../../control/rawTree';
import { compare, constant, convert, isConstant, isReal, logical } from '../../../ir/build';
import { newLabel } from '../../../ir/emit';
import { evaluate } from '../../../ir/evaluate';
import type { Expr, LabelId, Switch } from '../../../ir/types';
import type * as S from '../parse/syntax';
import { casesIn } from '../resolve/survey';
import { promoted } from './arithmetic';
import { lowerList, placeLabel } from './bodies';
import { value } from './names';
import {
  aside,
  base,
  collect,
  emit,
  inScope,
  type RoutineState,
  reference,
  type Tail,
  temporary,
  truth,
} from './state';

/** At most this many parts in a row that fall through become tests, whose number grows with each part; more of them become jumps. */
const MOST_FALLING = 50;

interface Part {
  readonly values: readonly number[];
  readonly isDefault: boolean;
  readonly span: Span;
  readonly body: readonly S.Statement[];
  /** Control may go on into the next part. */
  readonly fallsThrough: boolean;
}

export function switchStatement(s: RoutineState, stmt: S.SwitchStatement, tail: Tail): void {
  const selector = selectorOf(s, stmt);
  const isNested = listOf(stmt).some((inner) => inner.kind !== 'case' && casesIn(inner).length > 0);
  const parts = isNested ? [] : partsOf(s, stmt, selector?.type ?? 'i32');
  const common = base(s.file, stmt.span);
  const label = newLabel(s.file);
  s.breaks.push({ label, form: 'break' });
  s.switches++;
  inScope(s, () => {
    const chosen = selector ?? reference(temporary(s, 'unknown', 'i32', stmt.span), stmt.span);
    if (isNested || longestFall(parts) > MOST_FALLING) jumping(s, common, label, chosen, stmt);
    else if (parts.some((part) => part.fallsThrough)) fallThrough(s, common, label, chosen, parts);
    else s.out.push(plainSwitch(s, { ...common, label, selector: chosen }, parts, tail));
  });
  s.switches--;
  s.breaks.pop();
}

function selectorOf(s: RoutineState, stmt: S.SwitchStatement): Expr | null {
  const selector = value(s, stmt.selector);
  if (!selector) return null;
  if (!isReal(selector.type)) return convert(selector, promoted(selector.type));
  return s.file.sink.error(
    'type-mismatch',
    '`switch` takes an integer, and this is a real number.',
    stmt.selector.span,
  );
}

// ---------------------------------------------------------------------------------------------------------------- parts

function listOf(stmt: S.SwitchStatement): readonly S.Statement[] {
  return stmt.body.kind === 'block' ? stmt.body.body : [stmt.body];
}

function partsOf(s: RoutineState, stmt: S.SwitchStatement, type: Expr['type']): Part[] {
  const list = listOf(stmt);
  const parts: Part[] = [];
  const seen = new Map<number, Span>();
  let hasDefault = false;
  let at = unreachableHead(s, list);
  while (at < list.length) {
    const labels: S.CaseLabel[] = [];
    for (let next = list[at]; next?.kind === 'case'; next = list[++at]) labels.push(next);
    const body: S.Statement[] = [];
    for (let next = list[at]; next && next.kind !== 'case'; next = list[++at]) body.push(next);
    const values: number[] = [];
    let isDefault = false;
    for (const label of labels) {
      if (label.value) values.push(...caseValue(s, label, label.value, type, seen));
      else if (hasDefault) secondDefault(s, label.span);
      else isDefault = true;
      hasDefault ||= isDefault;
    }
    const first = itemAt(labels, 0).span;
    parts.push({ values, isDefault, span: first, body, fallsThrough: at < list.length && completes(body) });
  }
  return parts;
}

/** How many parts control may enter one after the other. */
function longestFall(parts: readonly Part[]): number {
  let longest = 0;
  let here = 0;
  for (const part of parts) {
    here = part.fallsThrough ? here + 1 : 0;
    longest = Math.max(longest, here);
  }
  return longest;
}

function secondDefault(s: RoutineState, span: Span): void {
  s.file.sink.error('duplicate-case', 'A `switch` has one `default` at most.', span);
}

function unreachableHead(s: RoutineState, list: readonly S.Statement[]): number {
  let at = 0;
  while (at < list.length && list[at]?.kind !== 'case') {
    const stmt = list[at];
    if (stmt && stmt.kind !== 'empty')
      s.file.sink.warning('unreachable', 'No case leads here: this is never reached.', stmt.span);
    at++;
  }
  return at;
}

function caseValue(
  s: RoutineState,
  label: S.CaseLabel,
  e: S.Expr,
  type: Expr['type'],
  seen: Map<number, Span>,
): number[] {
  const { found: v } = aside(s, () => value(s, e));
  if (!v) return [];
  const number = isReal(v.type) ? null : evaluate(convert(v, type));
  if (number === null) {
    s.file.sink.error('constant-expected', 'The value of a case must be an integer constant.', e.span);
    return [];
  }
  const before = seen.get(number);
  if (before) {
    s.file.sink.error('duplicate-case', `There is a case for ${number} already.`, label.span, {
      message: 'It is here.',
      span: before,
    });
    return [];
  }
  seen.set(number, label.span);
  return [number];
}

/** Whether control can come to the end of a list; yes where in doubt. */
function completes(list: readonly S.Statement[]): boolean {
  let here = true;
  for (const stmt of list) {
    if (stmt.kind === 'label') here = true;
    else if (here) here = passes(stmt);
  }
  return here;
}

function passes(stmt: S.Statement): boolean {
  switch (stmt.kind) {
    case 'break':
    case 'continue':
    case 'return':
    case 'goto':
      return false;
    case 'block':
      return completes(stmt.body);
    case 'if':
      return stmt.else === null || passes(stmt.then) || passes(stmt.else);
    case 'expression': {
      const { expr } = stmt;
      return !(
        expr.kind === 'call' &&
        expr.callee.kind === 'name' &&
        /^(exit|abort)$/.test(expr.callee.name)
      );
    }
    default:
      return true;
  }
}

// ---------------------------------------------------------------------------------------------------------------- forms

function plainSwitch(
  s: RoutineState,
  head: ReturnType<typeof base> & { readonly label: LabelId; readonly selector: Expr },
  parts: readonly Part[],
  tail: Tail,
): RawStatement {
  const ends = new Set([...tail, head.label]);
  const bodies = parts.map((part) => collect(s, () => lowerList(s, part.body, ends)));
  const cases: { values: Switch['cases'][number]['values']; body: RawStatement[]; span: Span }[] = [];
  let otherwise: RawStatement[] = [];
  parts.forEach((part, i) => {
    const body = itemAt(bodies, i);
    if (part.isDefault) otherwise = body;
    else if (part.values.length > 0)
      cases.push({ values: part.values.map((v) => ({ from: v, to: v })), body, span: part.span });
  });
  return { kind: 'switch', ...head, cases, default: otherwise };
}

function fallThrough(
  s: RoutineState,
  common: ReturnType<typeof base>,
  label: LabelId,
  selector: Expr,
  parts: readonly Part[],
): void {
  const chosen = reference(temporary(s, 'selector', selector.type, selector.span), selector.span);
  emit(s, chosen, selector, selector.span);
  const all = parts.flatMap((part) => (part.isDefault ? [] : part.values));
  const body = collect(s, () => {
    let entering: Part[] = [];
    parts.forEach((part, i) => {
      entering.push(part);
      const last = i === parts.length - 1;
      const ifCommon = base(s.file, part.span);
      // No later test holds where this part ends by a `break`: the jump is not needed.
      const ends: Tail = last || !part.fallsThrough ? new Set([label]) : new Set();
      const then = collect(s, () => lowerList(s, part.body, ends));
      const test = entryTest(chosen, entering, all);
      if (isConstant(test, 1)) s.out.push(...then);
      else if (then.length > 0) s.out.push({ kind: 'if', ...ifCommon, condition: test, then, else: [] });
      if (!part.fallsThrough) entering = [];
    });
  });
  s.out.push({ kind: 'block', ...common, label, body });
}

/** `switch (x) { case 0: goto a; default: goto b; }` before the body, in which `a` and `b` stand. */
function jumping(
  s: RoutineState,
  common: ReturnType<typeof base>,
  label: LabelId,
  selector: Expr,
  stmt: S.SwitchStatement,
): void {
  const seen = new Map<number, Span>();
  const cases: { values: Switch['cases'][number]['values']; body: RawStatement[]; span: Span }[] = [];
  const { end } = stmt.span;
  const past = `past ${s.caseNames.size}`;
  let otherwise: RawStatement[] | null = null;
  for (const each of casesIn(stmt.body)) {
    const { span } = each;
    const name = `case ${s.caseNames.size}`;
    s.caseNames.set(each, name);
    const body = (): RawStatement[] => [{ kind: 'goto', ...base(s.file, span), label: name }];
    if (each.value) {
      const values = caseValue(s, each, each.value, selector.type, seen);
      if (values.length > 0)
        cases.push({ values: values.map((v) => ({ from: v, to: v })), body: body(), span });
    } else if (otherwise) secondDefault(s, span);
    else otherwise = body();
  }
  const head: RawStatement = {
    kind: 'switch',
    ...base(s.file, stmt.span),
    label: newLabel(s.file),
    selector,
    cases,
    default: otherwise ?? [{ kind: 'goto', ...base(s.file, stmt.span), label: past }],
  };
  const body = collect(s, () => {
    lowerList(s, listOf(stmt), new Set([label]));
    placeLabel(s, past, { start: end, end });
  });
  s.out.push({ kind: 'block', ...common, label, body: [head, ...body] });
}

/** Whether the selector enters one of these parts. Neighbouring values are one range. */
function entryTest(selector: Expr, parts: readonly Part[], all: readonly number[]): Expr {
  const { span } = selector;
  const mine = new Set(parts.flatMap((part) => part.values));
  if (parts.some((part) => part.isDefault)) {
    const others = rangesOf(all.filter((v) => !mine.has(v)));
    const tests = others.map((range) => rangeTest(selector, range, true));
    return tests.length === 0 ? truth(true, span) : joined('and', tests, span);
  }
  const tests = rangesOf([...mine]).map((range) => rangeTest(selector, range, false));
  return tests.length === 0 ? truth(false, span) : joined('or', tests, span);
}

type Range = [from: number, to: number];

function rangesOf(values: readonly number[]): Range[] {
  const ranges: Range[] = [];
  for (const v of [...values].sort((a, b) => a - b)) {
    const last = ranges[ranges.length - 1];
    if (last && last[1] + 1 === v) last[1] = v;
    else ranges.push([v, v]);
  }
  return ranges;
}

/** The selector is in the range, or `outside` of it. */
function rangeTest(selector: Expr, [from, to]: Range, outside: boolean): Expr {
  const { span, type } = selector;
  const against = (op: 'eq' | 'ne' | 'lt' | 'le' | 'ge' | 'gt', v: number): Expr =>
    compare(op, selector, constant(v, type, span), span);
  if (from === to) return against(outside ? 'ne' : 'eq', from);
  return outside
    ? logical('or', against('lt', from), against('gt', to), span)
    : logical('and', against('ge', from), against('le', to), span);
}

/** Balanced, so that many cases make no deep tree. */
function joined(op: 'and' | 'or', tests: readonly Expr[], span: Span): Expr {
  const [only] = tests;
  if (tests.length === 1 && only) return only;
  const middle = tests.length >> 1;
  return logical(op, joined(op, tests.slice(0, middle), span), joined(op, tests.slice(middle), span), span);
}
