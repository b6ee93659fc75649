/** What names mean, and the report of those that are not declared. */

import type { Span } from '../../../base/span';
import { shortened } from '../../limitedSink';
import { nearestName } from '../../suggest';
import type * as S from '../parse/syntax';
import { someExpr } from '../parse/walk';
import { fence } from '../resolve/fence';
import { CONSTANTS } from '../resolve/library';
import { rootName } from '../resolve/survey';
import { lookUp, type Meaning, type PointerCell, type RoutineState } from './state';

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
