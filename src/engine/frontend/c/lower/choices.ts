/**
 * `c ? a : b`. It stays an expression while its arms do nothing and no derivative could flow through them; else it is
 * control, so that the backward sweep takes the arm that was taken. An arm that is a choice itself is a branch of the
 * same decision, not a value to be put aside.
 */
import type { Span } from '../../../base/span';
import type { RawStatement } from '../../../control/rawTree';
import { isReal, select } from '../../../ir/build';
import type { Assign, Expr, Place, ScalarType } from '../../../ir/types';
import { readsReal } from '../../../ir/uses';
import type * as S from '../parse/syntax';
import { commonType, convertTo } from './arithmetic';
import { condition, value } from './names';
import { aside, base, type RoutineState, reference, temporary } from './state';
import { asStored, besideUnsigned, isWrapping } from './unsigned';

interface Leaf {
  readonly kind: 'leaf';
  readonly before: readonly RawStatement[];
  readonly value: Expr;
  readonly type: ScalarType;
  readonly span: Span;
}
interface Fork {
  readonly kind: 'fork';
  /** The statements that a test needs before its value. */
  readonly before: readonly RawStatement[];
  readonly condition: Expr;
  readonly whenTrue: Choice;
  readonly whenFalse: Choice;
  /** The common type of the arms. */
  readonly type: ScalarType;
  readonly span: Span;
}
type Choice = Leaf | Fork;

export function conditionalValue(s: RoutineState, e: S.Conditional): Expr | null {
  const choice = readFork(s, e);
  if (!choice) return null;
  if (staysExpression(s, choice, choice.type)) {
    s.out.push(...choice.before);
    return asExpression(choice);
  }
  const target = reference(temporary(s, 'chosen', choice.type, e.span), e.span);
  if (isWrapping(s.file, asExpression(choice))) s.file.wrapping.add(target.variable);
  s.out.push(...statements(s, choice, (v, span) => assign(s, target, v, span)));
  return target;
}

/** `place = c ? a : b`: assigned in both branches where it is control. False after a report. */
export function chooseInto(
  s: RoutineState,
  place: Place,
  e: S.Conditional,
  span: Span,
  form?: Assign['form'],
): boolean {
  const choice = readFork(s, e);
  if (!choice) return false;
  const stored = (v: Expr) => asStored(s.file, place.variable, v, place.type);
  if (staysExpression(s, choice, choice.type)) {
    const plain = assign(s, place, stored(asExpression(choice)), span);
    s.out.push(...choice.before, form ? { ...plain, form } : plain);
  } else s.out.push(...statements(s, choice, (v, at) => assign(s, place, stored(v), at)));
  return true;
}

function readFork(s: RoutineState, e: S.Conditional): Fork | null {
  const { found: test, before } = aside(s, () => condition(s, e.condition));
  const whenTrue = readChoice(s, e.whenTrue);
  const whenFalse = readChoice(s, e.whenFalse);
  if (!test || !whenTrue || !whenFalse) return null;
  const bools = whenTrue.type === 'bool' && whenFalse.type === 'bool';
  const type = bools ? 'bool' : commonType(whenTrue.type, whenFalse.type);
  const common = { kind: 'fork', before, condition: test, type, span: e.span } as const;
  if (type !== 'i64') return { ...common, whenTrue, whenFalse };
  const one = besideUnsigned(s, [...leavesOf(whenTrue), ...leavesOf(whenFalse)]);
  return { ...common, whenTrue: withLeaves(whenTrue, one), whenFalse: withLeaves(whenFalse, one) };
}

function leavesOf(choice: Choice): Expr[] {
  if (choice.kind === 'leaf') return [choice.value];
  return [...leavesOf(choice.whenTrue), ...leavesOf(choice.whenFalse)];
}

function withLeaves(choice: Choice, change: (e: Expr) => Expr): Choice {
  if (choice.kind === 'leaf') {
    const value = change(choice.value);
    return { ...choice, value, type: value.type };
  }
  const { whenTrue, whenFalse } = choice;
  return { ...choice, whenTrue: withLeaves(whenTrue, change), whenFalse: withLeaves(whenFalse, change) };
}

function readChoice(s: RoutineState, e: S.Expr): Choice | null {
  if (e.kind === 'conditional') return readFork(s, e);
  const { found, before } = aside(s, () => value(s, e));
  return found && { kind: 'leaf', before, value: found, type: found.type, span: e.span };
}

/**
 * Statements that the first test needs can stand before the whole; those of a later part cannot. Printed code has been
 * lowered before: a choice in it was not control then.
 */
function staysExpression(s: RoutineState, choice: Choice, type: ScalarType, isInner = false): boolean {
  if (isInner && choice.before.length > 0) return false;
  if (choice.kind === 'leaf') return s.file.hasRuntime || !(isReal(type) && readsReal(choice.value));
  const { whenTrue, whenFalse } = choice;
  return staysExpression(s, whenTrue, type, true) && staysExpression(s, whenFalse, type, true);
}

function asExpression(choice: Choice): Expr {
  if (choice.kind === 'leaf') return choice.value;
  const { condition: test, type, span } = choice;
  const arm = (one: Choice): Expr => convertTo(asExpression(one), type);
  return select(test, arm(choice.whenTrue), arm(choice.whenFalse), span);
}

function statements(
  s: RoutineState,
  choice: Choice,
  store: (v: Expr, span: Span) => RawStatement,
): RawStatement[] {
  if (choice.kind === 'leaf') return [...choice.before, store(choice.value, choice.span)];
  const common = base(s.file, choice.span);
  const inType = (v: Expr, span: Span) => store(convertTo(v, choice.type), span);
  const then = statements(s, choice.whenTrue, inType);
  const otherwise = statements(s, choice.whenFalse, inType);
  return [...choice.before, { kind: 'if', ...common, condition: choice.condition, then, else: otherwise }];
}

function assign(s: RoutineState, target: Place, v: Expr, span: Span): Assign {
  return { kind: 'assign', ...base(s.file, span), target, value: v };
}
