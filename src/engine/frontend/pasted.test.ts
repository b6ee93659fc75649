import { expect, test } from 'vitest';
import { parseC } from './c';
import { parseFortran } from './fortran';
import { asWritten } from './pasted';

const FIXED = `
C     What a routine does
      SUBROUTINE S(N, X, Y)
      INTEGER N, I
      REAL*8 X(N), Y

      Y = 0 - 1.5
      DO 10 I = 1, N
        Y = Y + X(I)*
     &      X(I)
   10 CONTINUE
      END
`.slice(1);
const FREE = `
subroutine s(n, x, y)
  integer :: n
  real(8) :: x(n), y
  ! squares
  y = sum(x**2 &
      & - 1)

end subroutine
`.slice(1);
const C = `
double f(int n, const double *x) {
  /* squares */
  double s = 0;

  for (int i = 0; i < n; i++)
    s += x[i]*x[i] - 1;
  return s;
}
`.slice(1);

const lines = (text: string, change: (line: string, k: number) => string): string =>
  text.trimEnd().split('\n').map(change).join('\n');

const COPIES: Record<string, (text: string) => string> = {
  'line breaks of old': (text) => text.replaceAll('\n', '\r'),
  'blanks of a page': (text) => text.replaceAll(' ', '\u00a0').replace('\u00a0=', '\u00a0\u200b='),
  'signs of a printed paper': (text) => text.replaceAll(' - ', ' \u2212 '),
  'what a chat puts around it': (text) => `\`\`\`fortran\n${text}\`\`\`\n`,
  'numbers of lines': (text) => lines(text, (line, k) => `${String(k + 8).padStart(4)}  ${line}`),
  'numbers of all widths': (text) => lines(text, (line, k) => `${k + 8}: ${line}`),
  'numbers and tabs': (text) => lines(text, (line, k) => `${String(k + 8).padStart(6)}\t${line}`),
  'marks of a quotation': (text) => lines(text, (line) => `> ${line}`),
  'marks of what was added': (text) => lines(text, (line) => `+${line}`),
};

/** What is read of a text, but for places in it. */
function read(parse: typeof parseC, text: string): string {
  const { program, diagnostics } = parse(text);
  const said = diagnostics.filter((d) => d.severity !== 'info').map((d) => d.message);
  return JSON.stringify([said, program], (key, part) => (/span$|^at$/i.test(key) ? undefined : part));
}

test.each(Object.entries(COPIES))('%s', (_, copy) => {
  for (const text of [FIXED, FREE]) expect(read(parseFortran, copy(text))).toBe(read(parseFortran, text));
  expect(read(parseC, copy(C))).toBe(read(parseC, C));
});

test('every character keeps its place', () => {
  for (const copy of Object.values(COPIES)) expect(asWritten(copy(FREE))).toHaveLength(copy(FREE).length);
});

test('what parts a word is no blank', () => {
  const { diagnostics } = parseFortran('subroutine s(a)\na = a\u200bb\nend subroutine\n');
  expect(diagnostics[0]?.message).toContain('U+200B');
});

test('labels and sums are no numbers of lines', () => {
  const text = '      SUBROUTINE S(X)\n    1 X = 1\n    2 X = 2\n    3 END\n';
  expect(parseFortran(text).program.routines[0]?.body).toHaveLength(2);
});

test('fixed form that was moved is read', () => {
  const moved = lines(FIXED, (line) => `    ${line}`);
  expect(parseFortran(moved).diagnostics.filter((d) => d.severity === 'error')).toEqual([]);
});
