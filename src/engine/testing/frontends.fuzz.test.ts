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
import { leastTime } from './processorTime';
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
 * What costs more than reading: taking jumps out, more so those into loops, and writing loops for assignments under masks.
 * Texts are held against their like.
 */
const WORK = ['into loops', 'jumps', 'masks', 'reading'] as const;
function workOf(text: string): (typeof WORK)[number] {
  // A `case` of a switch around the loop, as in Duff's device.
  if (/\b(?:do|(?:while|for)\s*\([^{}]*\))\s*\{(?:(?!\bswitch\b)[^}])*\bcase\b/.test(text))
    return 'into loops';
  if (/\bgo\s*to\b/i.test(text)) return 'jumps';
  return /\b(?:forall|where|concurrent)\b/i.test(text) ? 'masks' : 'reading';
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
    // Short texts pay for what does not depend on their length. A first run warms what the text needs.
    const perCharacter = (text: string, runs: number) => {
      parse(text);
      return leastTime(() => parse(text), 0, runs) / Math.max(text.length, 500);
    };
    // The fixed half: what is dense rather than slow is known of it, and a version is not judged by the luck of its draw.
    const sample = broken.slice(0, Math.ceil(count / 2)).filter((_, i) => i % 5 === 0);
    const slow = WORK.flatMap((work) => {
      const ofItsKind = (text: string) => workOf(text) === work;
      const timed = (texts: readonly string[]) =>
        texts.filter(ofItsKind).map((text) => ({ text, time: perCharacter(text, 3) }));
      // Of the rarer kinds there are few texts, and a broken one may fail before the work starts: whole ones set the bar.
      const whole = timed(corpus).sort((x, y) => x.time - y.time);
      const median = whole[whole.length >> 1];
      if (median === undefined) return [];
      // What looks slow is held against the median text again and again, both at the same moment.
      const isSlow = (text: string) => perCharacter(text, 15) > 4 * perCharacter(median.text, 15);
      return timed(sample).filter(
        ({ text, time }) => time > 4 * median.time && Array.from({ length: 5 }).every(() => isSlow(text)),
      );
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
