/**
 * Expressions inside of others and of statements. They are lowered by `lowering` of the routine's state, so that each kind
 * of expression can hold others and no file of them needs another.
 */

import { constant, isReal } from '../../../ir/build';
import type { Expr } from '../../../ir/types';
import type * as S from '../parse/syntax';
import { integerSum } from './arithmetic';
import type { Located, RoutineState } from './state';
import { countsOnly } from './unsigned';

/** Its value; null, reported, where it has none. */
export function value(s: RoutineState, e: S.Expr): Expr | null {
  return s.lowering.value(s, e);
}

/** As a test: bool. */
export function condition(s: RoutineState, e: S.Expr): Expr | null {
  return s.lowering.condition(s, e);
}

/** Evaluates an expression for its effects only. */
export function discard(s: RoutineState, e: S.Expr): void {
  s.lowering.discard(s, e);
}

/** The object that an expression names, or null after a report. */
export function locate(s: RoutineState, e: S.Expr): Located | null {
  return s.lowering.locate(s, e);
}

/** What a pointer points to; subscripts are those of the object, the last of which can be moved. */
export function address(s: RoutineState, e: S.Expr): Located | null {
  return s.lowering.address(s, e);
}

/** A subscript or a distance: an integer. */
export function index(s: RoutineState, e: S.Expr): Expr | null {
  const around = s.counts;
  s.counts = around || (s.file.wrapping.size > 0 && countsOnly(e));
  const i = value(s, e);
  s.counts = around;
  if (!i) return null;
  if (isReal(i.type))
    return s.file.sink.error(
      'subscript-type',
      'A subscript is an integer, and this is a real number.',
      e.span,
      {
        message: 'Write `(int)` before it to cut off its fraction.',
      },
    );
  return integerSum('+', constant(0, 'i32', i.span), i, i.span);
}
