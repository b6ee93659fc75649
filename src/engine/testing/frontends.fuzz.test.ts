import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { differentiate } from '..';
import type { Diagnostic } from '../base/diagnostics';
import { itemAt } from '../base/lookup';
import { parseC } from '../frontend/c';
import { parseFortran } from '../frontend/fortran';
import type { Language, Program } from '../ir/types';
import { growths } from './countedWork';
import { draws, FIRST_SEED, IS_DEEP, some } from './draws';
import { mutated } from './mutate';
import { printed } from './printed';
import { type Random, randomFrom } from './prng';
import { generateProgram } from './random';
import { PROFILES } from './random/profile';
import { verify } from './verify';

/*
 * Front ends under fire: texts broken in the ways of bytes and of tokens. Nothing throws, spans lie in the text, what
 * is read without an error is a good program, and time grows as the text does.
 */
const count = draws(16, 10_000);
const LONGEST = IS_DEEP ? 160_000 : 6_000;

type Parse = (source: string) => { program: Program; diagnostics: readonly Diagnostic[] };
const frontEnds: readonly (readonly [Language, Parse, readonly string[]])[] = [
  [
    'c',
    parseC,
    [
      'y = x*x; for (i=0;i<n;i++) s += a[i];',
      '#define N 4\ndouble f(double x[N]) { double s = 0; for (int i = 0; i < N; i++) { switch (i) { case 1: s += x[i]; case 2: break; default: s++; } } return s; }',
      'double f(double x, int n) { int i = 0; do { x = x > 0 ? sin(x) : -x; a: if (i++ > n) goto b; } while (i < 3 && x); goto a; b: return x; }',
      // Entered other than by the head: a coroutine, Duff's device at twice its length, a goto into a loop.
      'double next(double *x, int *state, int n) {\n  static int i;\n  switch (*state) {\n  case 0:\n    for (i = 0; i < n; i++) {\n      x[0] = x[0] * x[1];\n      *state = 1;\n      return x[0];\n  case 1:\n      x[1] = sin(x[0]);\n      if (x[1] > 0) {\n        *state = 2;\n        return x[1];\n  case 2:\n        x[1] = x[1] - 1;\n      }\n    }\n  }\n  *state = 3;\n  return 0;\n}\n',
      'void scale(double *a, double x, int n) {\n  int k = (n + 5) / 6, i = 0;\n  switch (n % 6) {\n  case 0: do { a[i++] *= x;\n  case 5: a[i++] *= x;\n  case 4: a[i++] *= x;\n  case 3: a[i++] *= x;\n  case 2: a[i++] *= x;\n  case 1: a[i++] *= x;\n  } while (--k > 0);\n  }\n}\n',
      'double f(double x, int n) {\n  double y = x;\n  int i = 0;\n  if (x < 1) goto in;\n  while (i < n) {\n    y = y * x;\nin:\n    y = y + sin(x);\n    i++;\n  }\n  return y;\n}\n',
      'double f(double x, int n) {\n  double y = x;\n  switch (n) {\n  case 1:\n    y = 2 * x;\n    if (x > 0) {\n      y = y * x;\n  case 2:\n      y = y + sin(x);\n    }\n    break;\n  default:\n    y = 5;\n  }\n  return y * y;\n}\n',
    ],
  ],
  [
    'fortran',
    parseFortran,
    [
      '      SUBROUTINE F(X,Y,N)\n      REAL*8 X(N),Y\nC     a comment\n      DO 10 I=1,N\n   10 Y=Y+X(I)\n     &**2\n      IF (Y) 20,30,20\n   20 GOTO (30,20),N\n   30 RETURN\n      END\n',
      'module m\n implicit none\n real(8) :: c = 1d0\ncontains\n function f(x) result(y)\n  real(8), intent(in) :: x(:)\n  real(8) :: y\n  select case (size(x))\n  case (1:3)\n   y = sum(x*x)\n  case default\n   y = dot_product(x, x) + c\n  end select\n end function\nend module\n',
      'subroutine f(x, y, n)\n real(8) :: x, y\n integer :: n, i\n y = x\n if (y < 1) goto 10\n do i = 1, n\n  y = y * x\n10 y = y + sin(x)\n end do\n if (y > 2) goto 20\n if (x > 0) then\n  y = y * x\n20 y = y + 1\n end if\nend subroutine\n',
      '      SUBROUTINE G(X, Y)\n      REAL*8 X, Y\n      IF (X .GT. 1) GOTO 30\n      IF (Y .GT. 0) THEN\n        Y = Y * X\n   30   Y = Y - COS(X)\n      END IF\n      X = X + Y\n      END\n',
    ],
  ],
];

/** What is wrong with what a front end made of a text, or null. */
function complaint(parse: Parse, text: string): string | null {
  try {
    const { program, diagnostics } = parse(text);
    for (const { span, code, notes } of diagnostics) {
      for (const each of [span, ...notes.flatMap((note) => (note.span ? [note.span] : []))]) {
        if (!(each.start >= 0 && each.start <= each.end && each.end <= text.length))
          return `${code} stands at ${each.start}..${each.end} of ${text.length}`;
      }
    }
    const broken = verify(program);
    const errors = diagnostics.some((d) => d.severity === 'error');
    return errors || broken.length === 0 ? null : `read without an error, but ${broken[0]}`;
  } catch (error) {
    return error instanceof Error ? `throws ${error.stack?.split('\n').slice(0, 3).join(' ')}` : 'throws';
  }
}

function corpusOf(language: Language, more: readonly string[]): string[] {
  const programs = PROFILES.flatMap(([, , profile]) =>
    Array.from({ length: 8 }, (_, i) => {
      const { program } = generateProgram(i + 1, { ...profile, language, size: 8 });
      return printed(program, language);
    }),
  );
  return [...programs, ...kernelsIn(language), ...more];
}

/** Kernels as people write them. */
function kernelsIn(language: Language): string[] {
  const folder = new URL(`corpus/${language}/`, import.meta.url);
  return readdirSync(folder).map((file) => readFileSync(new URL(file, folder), 'utf8').slice(0, 6000));
}

function texts(random: Random, corpus: readonly string[], many: number): string[] {
  return Array.from({ length: many }, () => mutated(random, corpus));
}

describe.each(frontEnds)('%s', (language, parse, more) => {
  const corpus = corpusOf(language, more);
  const broken = texts(randomFrom(FIRST_SEED), corpus, count);

  test('nothing throws, and every message stands in the text', () => {
    const found = new Map<string, string>();
    for (const text of broken) {
      const wrong = complaint(parse, text);
      if (wrong !== null && found.size < 5) found.set(wrong, text);
    }
    expect(Object.fromEntries(found)).toEqual({});
  });

  test('the door says nothing of a bug of ours', () => {
    const found: Record<string, string> = {};
    for (const text of broken.filter((_, i) => i % 8 === 0)) {
      const { diagnostics } = differentiate({ source: text, language });
      // Short texts leave room enough on the stack.
      const bug = diagnostics.find(
        (d) => d.code === 'internal' || /too deep to be differentiated/.test(d.message),
      );
      if (bug && Object.keys(found).length < 5) found[bug.message] = text;
    }
    expect(found).toEqual({});
  });

  test('no broken text takes much longer than a whole one', () => {
    // Short texts pay for what does not depend on their length.
    const perCharacter = (text: string, other: string) =>
      Math.max(text.length, 500) / Math.max(other.length, 500);
    const whole = itemAt(
      corpus.toSorted((x, y) => x.length - y.length),
      corpus.length >> 1,
    );
    // Taking jumps out costs some ten times as much as reading, and what tries all ways costs thousands.
    const tried = broken.filter((_, i) => i % 10 === 0);
    const found = growths(tried.map((text) => [() => parse(whole), () => parse(text)]));
    const slow = tried.filter((text, k) => !((found[k] as number) <= 50 / perCharacter(whole, text)));
    expect(slow.slice(0, 3)).toEqual([]);
  });

  const repeated = [
    '(',
    '[',
    '{',
    '-',
    '*',
    '~ *',
    'forall (i = 1:n)\nc(i) = a\n',
    'if (a) ',
    'a + ',
    'a * (',
    'x = 1;\n',
    'x = 1\n',
    'f(',
    '"',
    '/* ',
    '! ',
    '&\n',
    'do i=1,n\n',
    'if (a) then\n',
    '10 goto 10\n',
    'a: goto a;\n',
    '#define a b\n',
    'a(',
    '1',
    'a',
    '\n',
    ' ',
    '\0',
  ];
  const repeatedTo = (piece: string, length: number) => piece.repeat(Math.ceil(length / piece.length));

  test.each(repeated)('%j over and over', (piece) => {
    for (const length of [1000, LONGEST]) expect(complaint(parse, repeatedTo(piece, length))).toBeNull();
  });

  test('a text eight times as long takes about eight times as long, not 64 times', () => {
    const read = (piece: string, length: number) => () => parse(repeatedTo(piece, length));
    const tried = some(repeated, 8);
    const found = growths(tried.map((piece) => [read(piece, LONGEST / 8), read(piece, LONGEST)]));
    expect(tried.filter((_, k) => !((found[k] as number) < 32))).toEqual([]);
  });
});
