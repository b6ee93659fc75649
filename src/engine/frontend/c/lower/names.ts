/** What names mean, the report of those that are not declared, and operands: expressions inside of others and of statements. */
import type { Span } from '../../../base/span';
import { constant, isReal } from '../../../ir/build';
import type { Expr } from '../../../ir/types';
import { shortened } from '../../limitedSink';
import { nearestName } from '../../suggest';
import type * as S from '../parse/syntax';
import { someExpr } from '../parse/walk';
import { fence } from '../resolve/fence';
import { CONSTANTS } from '../resolve/library';
import { rootName } from '../resolve/survey';
import { integerSum } from './arithmetic';
import { type Located, lookUp, type Meaning, type PointerCell, type RoutineState } from './state';
import { countsOnly } from './unsigned';

/** The meaning of a name; an undeclared name is reported once. */
export function meaningOf(s: RoutineState, name: string, span: Span): Meaning | null {
  const meaning = lookUp(s, name);
  if (meaning) return meaning;
  const standard = CONSTANTS.get(name);
  if (standard) return { kind: 'constant', value: standard, span };
  reportUndeclared(s, name, span);
  return null;
}

function reportUndeclared(s: RoutineState, name: string, span: Span): void {
  // A member that is not there was told where it is declared.
  if (s.told.has(name) || (name.includes('.') && s.file.sink.hasErrors)) return;
  s.told.add(name);
  if (s.commandLine.has(name)) fence(s.file.sink, 'commandLine', span);
  else if (name === 'NULL') fence(s.file.sink, 'nullPointer', span);
  else if (s.file.functions.has(name)) fence(s.file.sink, 'functionPointer', span);
  else {
    const meant =
      s.file.suggestions-- > 0 ? nearestName(name, [...visibleNames(s), ...CONSTANTS.keys()]) : null;
    const notes = meant ? [`Did you mean \`${shortened(meant)}\`?`] : [];
    s.file.sink.error('undeclared-variable', `\`${shortened(name)}\` is not declared.`, span, ...notes);
  }
}

/** Part of something that was told to be outside of the subset. */
export function isRefused(s: RoutineState, e: S.Expr): boolean {
  if (someExpr(e, (part) => part.kind === 'broken')) return true;
  const name = rootName(e);
  const meaning = lookUp(s, name);
  return meaning?.kind === 'refused' || (!meaning && name.includes('.') && s.file.sink.hasErrors);
}

export function pointerNamed(s: RoutineState, e: S.Expr): PointerCell | null {
  const meaning = e.kind === 'name' ? lookUp(s, e.name) : undefined;
  return meaning?.kind === 'pointer' ? meaning.cell : null;
}

function visibleNames(s: RoutineState): string[] {
  return [...s.scopes.flatMap((scope) => [...scope.keys()]), ...s.file.globals.keys()];
}

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
