import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { differentiate } from '..';
import type { Diagnostic } from '../base/diagnostics';
import { parseC } from '../frontend/c';
import { parseFortran } from '../frontend/fortran';
import type { Language, Program } from '../ir/types';
import { verify } from '../ir/verify';
import { mutated } from './mutate';
import { printed } from './printed';
import { type Random, randomFrom } from './prng';
import { leastTime, leastTimesByTurns } from './processorTime';
import { generateProgram } from './random';
import { PROFILES } from './random/profile';
import { FRESH_SEED } from './seeds';

/*
 * Front ends under fire: texts broken in the ways of bytes and of tokens. Nothing throws, spans lie in the text, what
 * is read without an error is a good program, and time grows as the text does. BACKSWEEP_FUZZ says how many texts
 * each front end gets; half of the seeds are fresh (`seeds.ts`).
 */
const count = Number(process.env.BACKSWEEP_FUZZ ?? 10_000);
/** A long run takes as long as it takes. */
const timeout = 60 * Math.max(count, 10_000);
console.log(`fresh seeds start at ${FRESH_SEED}`);

type Parse = (source: string) => { program: Program; diagnostics: readonly Diagnostic[] };
const frontEnds: readonly (readonly [Language, Parse, readonly string[]])[] = [
  [
    'c',
    parseC,
    [
      'y = x*x; for (i=0;i<n;i++) s += a[i];',
      '#define N 4\ndouble f(double x[N]) { double s = 0; for (int i = 0; i < N; i++) { switch (i) { case 1: s += x[i]; case 2: break; default: s++; } } return s; }',
      'double f(double x, int n) { int i = 0; do { x = x > 0 ? sin(x) : -x; a: if (i++ > n) goto b; } while (i < 3 && x); goto a; b: return x; }',
    ],
  ],
  [
    'fortran',
    parseFortran,
    [
      '      SUBROUTINE F(X,Y,N)\n      REAL*8 X(N),Y\nC     a comment\n      DO 10 I=1,N\n   10 Y=Y+X(I)\n     &**2\n      IF (Y) 20,30,20\n   20 GOTO (30,20),N\n   30 RETURN\n      END\n',
      'module m\n implicit none\n real(8) :: c = 1d0\ncontains\n function f(x) result(y)\n  real(8), intent(in) :: x(:)\n  real(8) :: y\n  select case (size(x))\n  case (1:3)\n   y = sum(x*x)\n  case default\n   y = dot_product(x, x) + c\n  end select\n end function\nend module\n',
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

/**
 * A `case` of a switch around the loop, as in Duff's device: to take jumps into loops out costs more than anything else does,
 * so that such texts are held against their like.
 */
function jumpsIntoLoops(text: string): boolean {
  return /\b(?:do|(?:while|for)\s*\([^{}]*\))\s*\{(?:(?!\bswitch\b)[^}])*\bcase\b/.test(text);
}

function texts(random: Random, corpus: readonly string[], many: number): string[] {
  return Array.from({ length: many }, () => mutated(random, corpus));
}

describe.each(frontEnds)('%s', (language, parse, more) => {
  const corpus = corpusOf(language, more);
  const broken = [
    ...texts(randomFrom(1), corpus, Math.ceil(count / 2)),
    ...texts(randomFrom(FRESH_SEED), corpus, Math.floor(count / 2)),
  ];

  test('nothing throws, and every message stands in the text', { timeout }, () => {
    const found = new Map<string, string>();
    for (const text of broken) {
      const wrong = complaint(parse, text);
      if (wrong !== null && found.size < 5) found.set(wrong, text);
    }
    expect(Object.fromEntries(found)).toEqual({});
  });

  test('the door says nothing of a bug of ours', { timeout }, () => {
    const found: Record<string, string> = {};
    for (const text of broken.filter((_, i) => i % 8 === 0)) {
      const { diagnostics } = differentiate({ source: text, language });
      const bug = diagnostics.find((d) => d.code === 'internal');
      if (bug && Object.keys(found).length < 5) found[bug.message] = text;
    }
    expect(found).toEqual({});
  });

  test('time grows as the text does', { timeout }, () => {
    // Short texts pay for what does not depend on their length.
    const perCharacter = (time: number, text: string) => time / Math.max(text.length, 500);
    const quick = (text: string) => {
      parse(text);
      return perCharacter(
        leastTime(() => parse(text), 0, 3),
        text,
      );
    };
    const timed = (some: readonly string[]) => some.map((text) => ({ text, time: quick(text) }));
    // Broken texts may fail before the work starts: whole ones set the bar. A first round warms what they need.
    timed(corpus);
    const slow = [true, false].flatMap((kind) => {
      const ofKind = (some: readonly string[]) => some.filter((text) => jumpsIntoLoops(text) === kind);
      const whole = timed(ofKind(corpus)).sort((x, y) => x.time - y.time);
      const median = whole[whole.length >> 1];
      if (median === undefined) return [];
      // What may be slow is held against the median text, by turns, so that whatever else the machine does meets both.
      const isSlow = (text: string) => {
        const [own, other] = leastTimesByTurns([() => parse(text), () => parse(median.text)]);
        return perCharacter(own, text) > 4 * perCharacter(other, median.text);
      };
      return timed(ofKind(broken.filter((_, i) => i % 10 === 0)))
        .filter(({ time }) => time > 3 * median.time)
        .filter(({ text }) => Array.from({ length: 3 }).every(() => isSlow(text)));
    });
    expect(slow.slice(0, 3).map(({ text }) => text)).toEqual([]);
  });

  const repeated = [
    '(',
    '[',
    '{',
    '-',
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
  test.each(repeated)('%j over and over', (piece) => {
    const text = (length: number) => piece.repeat(Math.ceil(length / piece.length));
    const time = (length: number, enough: number, tries: number) =>
      leastTime(() => parse(text(length)), enough, tries);
    for (const length of [1000, 20_000, 160_000]) expect(complaint(parse, text(length))).toBeNull();
    // Eight times as long; twice that is allowed for, and what the clock can't tell.
    const bound = 16 * time(20_000, 0, 3) + 150;
    expect(time(160_000, bound, 5)).toBeLessThan(bound);
  });
});
