/**
 * Statements that stand outside of any function: a routine of their own, whose parameters are what they do not declare.
 */
import { once } from '../../../base/once';
import { cover, type Span } from '../../../base/span';
import type { Routine } from '../../../ir/types';
import type * as S from '../parse/syntax';
import { declareUndeclared } from '../resolve/snippets';
import { countingNames, survey } from '../resolve/survey';
import { lowerList } from './bodies';
import { finishRoutine, newRoutineState } from './routines';
import { collect, type FileState } from './state';

export const SNIPPET = 'snippet';

interface Loose {
  readonly statements: readonly S.Statement[];
  /** There are no functions, so that declarations are locals of the snippet. */
  readonly isSnippetOnly: boolean;
}

export function looseStatements(syntax: S.SourceFile, hasBodies: boolean): Loose {
  const statements = syntax.items.filter((item): item is S.Statement => item.kind !== 'function');
  if (hasBodies)
    return { statements: statements.filter((each) => !isDeclarationLike(each)), isSnippetOnly: false };
  const rest = statements.filter((each) => !isPrototype(each) && each.kind !== 'empty');
  return { statements: rest, isSnippetOnly: rest.length > 0 };
}

function isDeclarationLike(stmt: S.Statement): boolean {
  return stmt.kind === 'declaration' || stmt.kind === 'empty';
}

function isPrototype(stmt: S.Statement): boolean {
  if (stmt.kind !== 'declaration') return false;
  if (stmt.type.storage === 'typedef') return true;
  return (
    (stmt.declared.length > 0 || stmt.type.enumerators.length > 0) &&
    stmt.declared.every(({ declarator }) => declarator.derivations[0]?.kind === 'function')
  );
}

export function lowerSnippet(file: FileState, statements: readonly S.Statement[], index: number): Routine {
  const surveyed = survey(statements, []);
  let name = SNIPPET;
  while (file.functions.has(name)) name = `${name}_`;
  file.surveys.set(name, surveyed);
  const resultType = surveyed.givesValue ? 'f64' : 'void';
  const s = newRoutineState(file, { index, name, kind: 'snippet', resultType, survey: surveyed });
  s.counting = once(() => countingNames(statements));
  const parameters = declareUndeclared(s, statements);
  // Declarations are in a scope of their own: one may hide a name that was used before it.
  s.scopes.push(new Map());
  const list = collect(s, () => lowerList(s, statements, new Set([s.label])));
  s.scopes.pop();
  const span = statements.map((each) => wholeSpan(each)).reduce(cover);
  return finishRoutine(s, { parameters }, span, { start: span.start, end: span.start }, list);
}

function wholeSpan(stmt: S.Statement): Span {
  if (stmt.kind === 'for') return stmt.whole;
  return stmt.span;
}
