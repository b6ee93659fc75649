import { expect } from 'vitest';
import type { Diagnostic } from '../base/diagnostics';
import { lineStarts, positionAt } from '../base/span';
import type { Program } from '../ir/types';
import { verify } from './verify';

/**
 * What a front end says of a text: a line a message with its place and the words it points at, notes below. What was
 * read all the same must be a good program.
 */
export function said(
  parse: (text: string) => { program: Program; diagnostics: readonly Diagnostic[] },
  text: string,
): string[] {
  const { program, diagnostics } = parse(text);
  expect(verify(program), text).toEqual([]);
  return diagnostics.map(({ span, severity, code, message, notes }) => {
    const { line, column } = positionAt(lineStarts(text), span.start);
    const more = notes.map((note) => `\n    ${note.message}`).join('');
    return `  ${line}:${column} '${text.slice(span.start, span.end).slice(0, 60)}' ${severity} ${code}: ${message}${more}`;
  });
}
