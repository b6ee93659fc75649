/**
 * Statements inside of others: lists, bodies, labels. They are lowered by `lowerStatement` of the routine's state, so that
 * each kind of statement can have bodies and no file of them needs another.
 */
import type { Span } from '../../../base/span';
import type { RawStatement } from '../../../control/rawTree';
import type { Expr } from '../../../ir/types';
import type * as S from '../parse/syntax';
import { base, collect, inScope, type RoutineState, reference, type Tail, temporary } from './state';

export const NO_TAIL: Tail = new Set();

export function lowerList(s: RoutineState, list: readonly S.Statement[], tail: Tail): void {
  let last = list.length - 1;
  while (last >= 0 && list[last]?.kind === 'empty') last--;
  s.lists.push(list);
  list.forEach((stmt, i) => {
    s.lowerStatement(s, stmt, i === last ? tail : NO_TAIL);
  });
  s.lists.pop();
}

/** The statements of a body, in a scope of its own. */
export function lowerBody(s: RoutineState, body: S.Statement, tail: Tail, isSure = false): RawStatement[] {
  return collect(s, () => inScope(s, () => s.lowerStatement(s, body, tail)), isSure);
}

export function placeLabel(s: RoutineState, label: string, span: Span): void {
  s.hasJumps = true;
  s.out.push({ kind: 'labelled', ...base(s.file, span), label });
}

/** `if (x = 3)`; with parentheses of its own it is meant. */
export function warnOfAssignment(s: RoutineState, test: S.Expr): void {
  if (test.kind !== 'assign' || test.op !== null || s.file.source[test.span.start] === '(') return;
  const note = 'To compare, write `==`; to assign and test, add a pair of parentheses.';
  s.file.sink.warning('assignment-as-test', 'This assigns, and tests what was assigned.', test.opSpan, note);
}

/** Stands for a test that can't be read: its value is unknown, so that neither branch looks dead. */
export function unknownTest(s: RoutineState, span: Span): Expr {
  return reference(temporary(s, 'unknown', 'bool', span), span);
}
