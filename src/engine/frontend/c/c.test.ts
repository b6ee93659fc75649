import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Diagnostic, DiagnosticNote } from '../../base/diagnostics';
import { lineStarts, positionAt, type Span } from '../../base/span';
import { check } from '../../testing/check';
import { printProgram } from '../../testing/programText';
import { verify } from '../../testing/verify';
import { parseC } from '.';

/*
 * Every program in golden/ against what is read of it: the IR, then what is said about the text, with places.
 */

const folder = new URL('golden/', import.meta.url);
const programs = readdirSync(folder).filter((name) => name.endsWith('.c'));

describe('programs are read as they stand in golden/', () => {
  test.each(programs)('%s', (name) => {
    const source = readFileSync(new URL(name, folder), 'utf8');
    const { program, diagnostics } = parseC(source);
    expect(verify(program)).toEqual([]);
    const directives = program.directives.map(
      ({ name, args, routine, site }) => `directive ${name}(${args.join(', ')}) in ${routine} at ${site}`,
    );
    const shapes = program.routines.flatMap((r) =>
      r.external ? [`shape of ${r.name}: ${JSON.stringify(r.external)}`] : [],
    );
    const said = diagnostics.map((d) => shown(source, d));
    check(
      import.meta.url,
      `golden/${name}.golden.txt`,
      [printProgram(program), ...directives, ...shapes, '', ...said].join('\n'),
    );
  });
});

function shown(source: string, d: Diagnostic): string {
  const notes = d.notes.map((note) => `\n    ${noteText(source, note)}`);
  return `${place(source, d.span)} ${d.severity} ${d.code}: ${d.message}${notes.join('')}`;
}
function noteText(source: string, note: DiagnosticNote): string {
  return note.span ? `${place(source, note.span)} ${note.message}` : note.message;
}
function place(source: string, span: Span): string {
  const { line, column } = positionAt(lineStarts(source), span.start);
  return `${line}:${column} '${source.slice(span.start, span.end)}'`;
}

test.each([
  'struct v p = { .c = x, .a = 2 };',
  'struct v p[2] = { { .c = 1 } };',
  'static struct v p[2] = { { .b = 1.0, .c = 2.0 } };',
  'struct empty { }; struct empty p[] = { 1 };',
])('an initialiser that its structure has no place for is refused: %s', (declaration) => {
  const { diagnostics } = parseC(
    `struct v { double a, b; };\nvoid f(double x, double *y) { ${declaration} *y = x; }`,
  );
  expect(diagnostics.some(({ severity }) => severity === 'error')).toBe(true);
});
