/**
 * Loops. A `for` that counts becomes a counted loop: an integer of the routine's own runs from `first` in constant
 * steps towards a bound, and the body writes neither it nor anything that the bound reads. Every other loop tests.
 */

import { lastOf } from '../../../base/lookup';
import type { Span } from '../../../base/span';
import { type RawStatement, replaceLeaves } from '../../../control/rawTree';
import { constant, convert, isConstant, isInteger, not, shifted } from '../../../ir/build';
import { newLabel } from '../../../ir/emit';
import { evaluate } from '../../../ir/evaluate';
import type { Compare, Expr, For, LabelId, VariableId } from '../../../ir/types';
import { mentions } from '../../../ir/uses';
import type * as S from '../parse/syntax';
import { casesIn, statementsIn, survey } from '../resolve/survey';
import { type Writes, writesOf } from '../resolve/writes';
import { mayLeaveRange } from './assignments';
import { lowerBody, NO_TAIL, unknownTest, warnOfAssignment } from './bodies';
import { declareLocals } from './declarations/locals';
import { condition, discard } from './names';
import {
  aside,
  base,
  collect,
  inScope,
  lookUp,
  loopName,
  type RoutineState,
  reference,
  truth,
} from './state';
import { fitted } from './unsigned';

interface Test {
  /** The statements that a test needs before its value. */
  readonly before: RawStatement[];
  readonly value: Expr;
}

function lowerTest(s: RoutineState, e: S.Expr | null, span: Span): Test {
  if (!e) return { before: [], value: truth(true, span) };
  s.loopTests++;
  const { found, before } = aside(s, () => condition(s, e));
  s.loopTests--;
  return { before, value: found ?? unknownTest(s, e.span) };
}

/** `if (!test) break;` */
function leaveUnless(s: RoutineState, test: Expr, label: LabelId): RawStatement {
  const common = base(s.file, test.span);
  const exit: RawStatement = { kind: 'exit', ...base(s.file, test.span), target: label, form: 'break' };
  return { kind: 'if', ...common, condition: not(test), then: [exit], else: [] };
}

function loopBody(s: RoutineState, loop: S.ForStatement | S.WhileStatement, label: LabelId): RawStatement[] {
  s.breaks.push({ label, form: 'break' });
  s.continues.push({ label, form: 'continue', loop });
  const list = lowerBody(s, loop.body, NO_TAIL);
  s.breaks.pop();
  s.continues.pop();
  return list;
}

export function whileStatement(s: RoutineState, stmt: S.WhileStatement): void {
  warnOfAssignment(s, stmt.condition);
  if (countsDown(s, stmt, [])) return;
  const test = lowerTest(s, stmt.condition, stmt.span);
  const common = base(s.file, stmt.span);
  const label = newLabel(s.file);
  emitWhile(s, { ...common, label }, test, loopBody(s, stmt, label));
}

/** A test that does something is made inside the loop. */
function emitWhile(
  s: RoutineState,
  common: ReturnType<typeof base> & { readonly label: LabelId },
  test: Test,
  body: RawStatement[],
  increment?: RawStatement[],
): void {
  const plain = test.before.length === 0;
  const whole = plain ? body : [...test.before, leaveUnless(s, test.value, common.label), ...body];
  s.out.push({
    kind: 'while',
    ...common,
    condition: plain ? test.value : truth(true, test.value.span),
    body: whole,
    ...(increment && increment.length > 0 ? { increment } : {}),
  });
}

export function doWhileStatement(s: RoutineState, stmt: S.WhileStatement): void {
  const common = base(s.file, stmt.span);
  const label = newLabel(s.file);
  const body = loopBody(s, stmt, label);
  const test = lowerTest(s, stmt.condition, stmt.span);
  if (test.before.length === 0 && isConstant(test.value, 0)) {
    s.out.push(...onceOnly(common, label, body));
    return;
  }
  if (test.before.length === 0) {
    s.out.push({ kind: 'doWhile', ...common, label, body, condition: test.value });
    return;
  }
  // `continue` goes to the test, which is the tail of the body now: it leaves a block that ends before the tail.
  const block = newLabel(s.file);
  const { body: inner, found } = nextsToExits(body, label, block);
  const front: RawStatement[] = found
    ? [{ kind: 'block', ...base(s.file, stmt.span), label: block, body: inner }]
    : body;
  s.out.push({
    kind: 'while',
    ...common,
    label,
    condition: truth(true, test.value.span),
    body: [...front, ...test.before, leaveUnless(s, test.value, label)],
  });
}

/** `do { … } while (0)`, as macros are written, is no loop: `continue` and `break` both leave it. */
function onceOnly(
  common: ReturnType<typeof base>,
  label: LabelId,
  body: readonly RawStatement[],
): RawStatement[] {
  const { body: inner } = nextsToExits(body, label, label);
  let left = false;
  replaceLeaves(inner, (leaf) => {
    left ||= leaf.kind === 'exit' && leaf.target === label;
    return [leaf];
  });
  return left ? [{ kind: 'block', ...common, label, body: inner }] : inner;
}

function nextsToExits(
  body: readonly RawStatement[],
  from: LabelId,
  to: LabelId,
): { body: RawStatement[]; found: boolean } {
  let found = false;
  const changed = replaceLeaves(body, (leaf) => {
    if (leaf.kind !== 'next' || leaf.target !== from) return [leaf];
    found = true;
    const { id, span, role, origin } = leaf;
    return [{ kind: 'exit', id, span, role, origin, target: to, form: 'goto' }];
  });
  return { body: changed, found };
}

// ------------------------------------------------------------------------------------------------------------------ for

export function forStatement(s: RoutineState, stmt: S.ForStatement): void {
  inScope(s, () => {
    const init = collect(s, () => {
      if (stmt.init?.kind === 'declaration') declareLocals(s, stmt.init, true);
      else if (stmt.init) discard(s, stmt.init);
    });
    if (!stmt.increment && countsDown(s, stmt, init)) {
      retire(s);
      return;
    }
    const test = lowerTest(s, stmt.condition, stmt.span);
    const common = base(s.file, stmt.span);
    const label = newLabel(s.file);
    const body = loopBody(s, stmt, label);
    const increment = collect(s, () => {
      s.steps = true;
      if (stmt.increment) discard(s, stmt.increment);
      s.steps = false;
    });
    const counted =
      test.before.length === 0 ? countedLoop(s, stmt, test.value, { init, increment, body }) : null;
    if (counted) {
      s.out.push(...init.filter((each) => each !== counted.init));
      s.out.push({ kind: 'for', ...common, label, ...counted.parts, body });
    } else {
      s.out.push(...init);
      emitWhile(s, { ...common, label }, test, body, broughtBack(s, increment));
    }
    retire(s);
  });
}

/** The steps of a loop that ends otherwise than by counting: what leaves the range of its type is brought back. */
function broughtBack(s: RoutineState, increment: readonly RawStatement[]): RawStatement[] {
  return increment.map((step) => {
    if (step.kind !== 'assign' || step.form !== 'increment' || !mayLeaveRange(s, step.target, step.value))
      return step;
    const { form: _, ...plain } = step;
    return { ...plain, value: fitted(s.file, step.target.variable, step.value) };
  });
}

/**
 * `while (i-- > 0)`, and so `while (i--)`: in its body i runs from one less than it was down to 0, and ends at -1. So do
 * others than 0. False, and nothing is made, where it is something else.
 */
function countsDown(
  s: RoutineState,
  stmt: S.WhileStatement | S.ForStatement,
  init: readonly RawStatement[],
): boolean {
  const step = stmt.condition && steppedDown(stmt.condition);
  const counter = step?.counter;
  const meaning = counter && lookUp(s, counter.name);
  if (!counter || meaning?.kind !== 'variable' || meaning.isConst || !isOwn(s, meaning.variable.id))
    return false;
  const { id, type } = meaning.variable;
  // An unsigned variable has wrapped around when the loop ends, which nobody sees if the loop declares it.
  const isUnsigned = s.file.wrapping.has(id) || s.file.narrow.get(id)?.isUnsigned === true;
  const isLoopsOwn = stmt.kind === 'for' && stmt.init?.kind === 'declaration';
  if (isUnsigned && step.least === 0 && !isLoopsOwn) return false;
  if (s.gotos.size > 0 || casesIn(stmt.body).length > 0 || survey([stmt.body], []).written.has(counter.name))
    return false;
  const start = startOf(init, id);
  const first = start?.value ?? reference(meaning.variable, counter.span);
  const common = base(s.file, stmt.span);
  const label = newLabel(s.file);
  s.out.push(...init.filter((each) => each !== start?.statement), {
    kind: 'for',
    ...common,
    label,
    index: id,
    first: shifted(convert(first, type), -1),
    last: constant(step.least, type, counter.span),
    step: constant(-1, type, counter.span),
    test: 'ge',
    body: loopBody(s, stmt, label),
  });
  return true;
}

function steppedDown(e: S.Expr): { readonly counter: S.Name; readonly least: number } | null {
  if (e.kind === 'update' && e.op === '--' && !e.prefix && e.operand.kind === 'name')
    return { counter: e.operand, least: 0 };
  if (e.kind !== 'binary' || e.left.kind !== 'update' || e.right.kind !== 'number') return null;
  const least = /^(0|[1-9]\d{0,8})$/.test(e.right.text) ? Number(e.right.text) : null;
  const found = steppedDown(e.left);
  if (!found || least === null || !(e.op === '>' || (e.op === '!=' && least === 0))) return null;
  return { counter: found.counter, least };
}

/** The variables of a `for (int i = …)` may serve the next loop that declares the same. */
function retire(s: RoutineState): void {
  for (const [name, meaning] of lastOf(s.scopes)) {
    if (meaning.kind !== 'variable' || meaning.isConst || meaning.variable.shape) continue;
    const { id, type, role } = meaning.variable;
    if (role === 'local') s.retired.set(loopName(name, type, s.file.written.get(id)), meaning.variable);
  }
}

interface Counted {
  /** The statement that `first` came from. */
  readonly init: RawStatement;
  readonly parts: Pick<For, 'index' | 'first' | 'last' | 'step' | 'test'>;
}

function countedLoop(
  s: RoutineState,
  stmt: S.ForStatement,
  test: Expr,
  { init, increment, body }: Readonly<Record<'init' | 'increment' | 'body', readonly RawStatement[]>>,
): Counted | null {
  const index = steppedVariable(increment);
  if (!index || !isOwn(s, index.variable) || isEntered(s, stmt)) return null;
  const start = startOf(init, index.variable);
  const bound = boundOf(test, index.variable);
  if (!start || !bound || !isInteger(bound.limit.type)) return null;
  const up = bound.op === 'lt' || bound.op === 'le';
  if (up !== index.step > 0) return null;
  if (!isInvariant(s, bound.limit, index.variable, writesOf(s, body))) return null;
  const type = start.value.type;
  if (!isInteger(type)) return null;
  const limit = shifted(bound.limit, { lt: -1, le: 0, ge: 0, gt: 1 }[bound.op]);
  return {
    init: start.statement,
    parts: {
      index: index.variable,
      first: start.value,
      last: convert(limit, type),
      step: constant(index.step, type, index.span),
      test: bound.op,
    },
  };
}

/** A local or a parameter by value, which nothing outside the routine can write; in a snippet any variable. */
function isOwn(s: RoutineState, id: VariableId): boolean {
  const variable = s.file.variables[id];
  if (!variable || variable.shape || !isInteger(variable.type) || variable.role === 'global') return false;
  return variable.passing === 'value' || s.isSnippet;
}

/** Whether a goto from outside, or a `switch` around it, leads into the body. */
function isEntered(s: RoutineState, stmt: S.ForStatement): boolean {
  if (casesIn(stmt.body).length > 0) return true;
  if (s.gotos.size === 0) return false;
  const labels: string[] = [];
  const visit = (inner: S.Statement): void => {
    if (inner.kind === 'label') labels.push(inner.name);
    statementsIn(inner).forEach(visit);
  };
  visit(stmt.body);
  const { start, end } = stmt.whole;
  return labels.some((label) =>
    (s.gotos.get(label) ?? []).some((goto) => goto.start < start || goto.end > end),
  );
}

/** `i = i + c`, and nothing else. */
function steppedVariable(
  increment: readonly RawStatement[],
): { variable: VariableId; step: number; span: Span } | null {
  const [only] = increment;
  if (increment.length !== 1 || only?.kind !== 'assign' || only.target.kind !== 'variable') return null;
  const { value, target } = only;
  if (value.kind !== 'binary' || (value.op !== 'add' && value.op !== 'subtract')) return null;
  const isIndex = (e: Expr): boolean => e.kind === 'variable' && e.variable === target.variable;
  const by = isIndex(value.left)
    ? value.right
    : value.op === 'add' && isIndex(value.right)
      ? value.left
      : null;
  const step = by && evaluate(by);
  if (!step) return null;
  return { variable: target.variable, step: value.op === 'add' ? step : -step, span: only.span };
}

/** The one assignment of the start to the index; the order of the other statements there must not matter. */
function startOf(
  init: readonly RawStatement[],
  index: VariableId,
): { statement: RawStatement; value: Expr } | null {
  let found: { statement: RawStatement; value: Expr } | null = null;
  const others = new Set<VariableId>();
  for (const statement of init) {
    if (statement.kind !== 'assign' || statement.target.kind !== 'variable') return null;
    if (statement.target.variable === index) {
      if (found) return null;
      found = { statement, value: statement.value };
    } else {
      if (found && mentions(statement.value, (id) => id === index)) return null;
      if (found) others.add(statement.target.variable);
    }
  }
  return found && !mentions(found.value, (id) => others.has(id)) ? found : null;
}

type Bound = 'lt' | 'le' | 'gt' | 'ge';
const MIRRORED: Record<Bound, Bound> = { lt: 'gt', le: 'ge', gt: 'lt', ge: 'le' };

/** `i < limit`, or `limit > i`, which is the same. */
function boundOf(test: Expr, index: VariableId): { op: Bound; limit: Expr } | null {
  if (test.kind !== 'compare' || !isBound(test.op)) return null;
  if (isIndex(test.left, index)) return { op: test.op, limit: test.right };
  if (isIndex(test.right, index)) return { op: MIRRORED[test.op], limit: test.left };
  return null;
}
function isBound(op: Compare['op']): op is Bound {
  return op === 'lt' || op === 'le' || op === 'gt' || op === 'ge';
}
function isIndex(e: Expr, index: VariableId): boolean {
  if (e.kind === 'convert' && e.type === 'i64') return isIndex(e.operand, index);
  return e.kind === 'variable' && e.variable === index;
}

function isInvariant(s: RoutineState, limit: Expr, index: VariableId, writes: Writes): boolean {
  if (writes.has(index)) return false;
  return !mentions(limit, (id) => {
    const variable = s.file.variables[id];
    return id === index || !variable || writes.touches(variable);
  });
}
