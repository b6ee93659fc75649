import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EXAMPLES } from '../../examples';
import { differentiate, explain } from '../index';
import type { Differentiation, Explanation, Origin } from '../pipeline/results';
import { some } from '../testing/draws';

/*
 * What cards say of jumps, held against the generated code: which jump a number stands for, where it leads, in which branch
 * of a test it stands, and that nothing is said of routines that come along where none does.
 */

const NESTED_C = `double m(int n, double x[n], double c) {
  double s = 0, q;
  for (int i = 0; i < n; i++) {
    switch (i % 3) { case 0: s += x[i]*x[i]; break; case 1: if (x[i] > c) break; s *= x[i]; break; default: s = s*s; }
    if (x[i] > 2*c) continue;
    q = s * x[i];
    for (int j = 0; j < n; j++) {
      if (x[j] > q) goto out;
      if (x[j] < -q) break;
      s = s * x[j] * c;
    }
    s = s * q;
  }
out:
  return s * s;
}
`;
const SKIP_C = `double k2(int n, double t[n], double c) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    if (t[i] > c) goto skip;
    t[i] = t[i] * t[i] * c;
    if (t[i] < 0) { s = s * t[i]; } else { s += 1; goto skip; }
    t[i] = t[i] * s;
skip:
    s += t[i] * t[i];
  }
  return s;
}
`;
const NESTED_FORTRAN = `subroutine m(n, x, s, c)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n), c
  real(8), intent(inout) :: s
  integer :: i, j
  do i = 1, n
    if (x(i) > 2*c) cycle
    do j = 1, n
      if (x(j) > s) return
      if (x(j) < -s) exit
      if (x(j) * s > 3) goto 10
      s = s * x(j) * c
    end do
    if (x(i) < c) goto 10
    s = s * x(i)
10  s = s*s
  end do
end subroutine
`;
const example = (id: string) => {
  const found = EXAMPLES.find((each) => each.id === id);
  if (!found) throw new Error(id);
  return found;
};
const KERNELS = [
  { id: 'nested.c', language: 'c', source: NESTED_C },
  { id: 'skip.c', language: 'c', source: SKIP_C },
  { id: 'nested.f90', language: 'fortran', source: NESTED_FORTRAN },
  example('tapenade-while.f90'),
] as const;

const folder = new URL('../testing/corpus/', import.meta.url);
const CORPUS = (['c', 'fortran'] as const).flatMap((language) =>
  readdirSync(new URL(`${language}/`, folder)).map((id) => ({
    id,
    language,
    source: readFileSync(new URL(`${language}/${id}`, folder), 'utf8'),
  })),
);

interface Told {
  readonly code: string;
  readonly origin: Origin;
  readonly card: Explanation;
}

const wholes = (d: Differentiation): Origin[] => d.code.origins.filter(({ whole }) => whole);

function told(d: Differentiation, origins: readonly Origin[] = wholes(d)): Told[] {
  return origins.map((origin) => ({
    code: d.code.text.slice(origin.start, origin.end),
    origin,
    card: explain(d, { kind: 'code', start: origin.start, end: origin.end }),
  }));
}

/** The line of the source where a jump ends up: that of its label, or the next one where the label stands alone. */
function lineOfLabel(source: string, label: string): number {
  const lines = source.split('\n');
  const at = lines.findIndex((line) => new RegExp(`^\\s*${label}(:|\\s)`).test(line));
  return /^\s*\w+:?\s*$/.test(lines[at] ?? '') ? at + 2 : at + 1;
}

const lineNumber = (source: string, offset: number) => source.slice(0, offset).split('\n').length;

describe.each(KERNELS.map((kernel) => [kernel.id, kernel] as const))('%s', (_, { language, source }) => {
  const d = differentiate({ language, source });
  const lines = told(d);

  test('a line that notes a jump names the jump that follows it, its number and where it leads', () => {
    const notes = lines.filter(({ card }) => card.short.startsWith('It notes that'));
    expect(notes.length).toBeGreaterThan(0);
    for (const { code, origin, card } of notes) {
      const [, jump = '', line, flag, value, there] =
        /^It notes that `([^`]+)` \(line (\d+)\) is taken: `(\w+)` is (\d+) when the program comes to ([^.]+)\./.exec(
          card.short,
        ) ?? [];
      expect(code.replace(/\s|;/g, '')).toBe(`${flag}=${value}`);
      const next = lines.find(
        (each) => each.origin.start > origin.start && !['push', 'comment'].includes(each.origin.role),
      );
      expect(next?.origin.statement).toBe(origin.statement);
      expect(next?.code).toMatch(/^(go ?to|exit|break|cycle|continue)\b/);
      expect(lineNumber(source, origin.source.start)).toBe(Number(line));
      expect(source.split('\n')[Number(line) - 1]).toContain(jump);
      const values = `${card.long} ${card.short}`;
      expect(
        values.includes(`${value} if \`${jump}\``) || values.includes(`${value} after \`${jump}\``),
      ).toBe(true);
      const label = /^goto (\w+)$/.exec(jump)?.[1];
      if (label) expect(there).toBe(`line ${lineOfLabel(source, label)}`);
      if (jump === 'return') expect(there).toBe('the end of the routine');
      // What is set is no entry of the tape: a push of this variable is, and only where the card says so.
      const pushed = new RegExp(`push_\\w+\\(${flag}\\)`).test(d.code.text);
      expect(card.short.includes('stored on the tape')).toBe(pushed);
    }
  });

  test('a number that no jump has, and the way back to a jump, are told beside the jumps that they belong to', () => {
    const starts = lines.filter(({ card }) => /^`\w+` is 0 until a jump to /.test(card.short));
    expect(starts.length).toBeGreaterThan(0);
    for (const { code, card } of starts) {
      const flag = /^`(\w+)`/.exec(card.short)?.[1];
      expect(code.replace(/\s|;/g, '')).toBe(`${flag}=0`);
      const there = /until a jump to (.+) is taken/.exec(card.short)?.[1];
      expect(lines.some((each) => each.card.short.includes(`when the program comes to ${there}.`))).toBe(
        true,
      );
    }
  });

  test('the branch that a jump stands in is the one where the forward sweep has it', () => {
    let checked = 0;
    for (const { code, origin, card } of lines) {
      const [, at, side] =
        /^`[^`]+` \(line (\d+)\) stands in the branch where the test (holds|fails)\./.exec(card.short) ?? [];
      if (!side) continue;
      checked++;
      expect(code).toMatch(new RegExp(`^branch\\d* = ${side === 'holds' ? 1 : 0};?$`));
      const forward = lines.find(
        (each) => each.origin.statement === origin.statement && each.origin.role === 'primal',
      );
      expect(forward?.code).toMatch(/^if\b/);
      const indent = ' '.repeat(d.code.text.slice(0, forward?.origin.start).split('\n').at(-1)?.length ?? 0);
      const otherwise = (forward?.code ?? '').search(new RegExp(`\\n${indent}(\\} )?else`));
      const jump = lines.find(
        (each) =>
          each.origin.sweep === 'forward' &&
          /^(go ?to|exit|break|cycle|continue)\b/.test(each.code) &&
          lineNumber(source, each.origin.source.start) === Number(at) &&
          each.origin.start > (forward?.origin.start ?? 0),
      );
      const offset = (jump?.origin.start ?? 0) - (forward?.origin.start ?? 0);
      expect(side === 'holds' ? otherwise < 0 || offset < otherwise : offset > otherwise).toBe(true);
    }
    if (source.includes('goto 5') || source === SKIP_C) expect(checked).toBeGreaterThan(0);
  });

  test('a recording of jumps names those that lead to one place', () => {
    for (const { id, kind } of d.recordings) {
      if (kind !== 'arrow') continue;
      const { short } = explain(d, { kind: 'recording', id });
      const named = [...short.matchAll(/`([^`]+)` \(line \d+\)/g)].map(([, text]) => text);
      const targets = new Set(
        named
          .filter((text) => !/^(for|i |j )/.test(text ?? ''))
          .map((text) => text?.replace(/^(cycle|continue)$/, 'next')),
      );
      expect(targets.size, short).toBe(1);
    }
  });
});

test('a jump out of a switch is told with the case that it stands in', () => {
  const source = `double f(int n, const double x[n], const int way[n]) {
  double s = 1;
  for (int i = 0; i < n; i++) {
    switch (way[i]) {
      case 7: s *= x[i]; break;
      case 4: s *= s; continue;
      case 9: s += s * x[i]; break;
      default: s = s * s * x[i]; goto done;
    }
    s *= 0.5;
  }
done:
  return s * s;
}
`;
  const stands = told(differentiate({ source, language: 'c' })).flatMap(
    ({ code, card }) => /^`([^`]+)` .*stands in (.*)\. Where/.exec(card.short)?.slice(1).concat(code) ?? [],
  );
  expect(stands).toEqual([
    ...['continue', 'the branch of case `4`', 'branch = 2;'],
    ...['goto done', 'the default branch', 'branch = 0;'],
  ]);
});

describe('over the corpus', () => {
  const all = [...some(CORPUS, 10), ...KERNELS];
  let read: { id: string; d: Differentiation }[] = [];
  beforeAll(() => {
    read = all.map(({ id, language, source }) => ({ id, d: differentiate({ language, source }) }));
  });
  afterAll(() => {
    read = [];
  });

  test('only what stands outside of both sweeps comes along unchanged', () => {
    for (const { d } of read) {
      for (const { code, origin, card } of told(d, some(wholes(d), 4)))
        if (/comes along unchanged/.test(card.short)) expect(origin.sweep, code).toBeNull();
    }
  });

  test('labels and values to start with do something, and are no frame', () => {
    let labels = 0;
    let values = 0;
    for (const { id, d } of read) {
      const { text, runtime, origins } = d.code;
      let start = 0;
      for (const line of text.split('\n')) {
        const at = start + line.length - line.trimStart().length;
        start += line.length + 1;
        const isFree = origins.every(
          (o) => !o.whole || o.start > at || o.end <= at || /\n/.test(text.slice(o.start, o.end)),
        );
        if (line.trim() === '' || !isFree || (runtime && at >= runtime.start && at < runtime.end)) continue;
        const label = /^\s*(\d+)\s+continue$/.exec(line)?.[1] ?? /^\s*(?!default)(\w+):;$/.exec(line)?.[1];
        const value = /^\s+(?:int |double |float )?([a-z]\w*) = 0[.de0]*;?$/i.exec(line)?.[1];
        if (label === undefined && value === undefined) continue;
        if (value !== undefined && origins.some((o) => o.whole && o.start <= at && o.end > at)) continue;
        const { title, short } = explain(d, { kind: 'code', start: at, end: at + 1 });
        expect(short, `${id}: ${title}`).toMatch(label ? /^It is where / : /^It gives /);
        if (label) {
          labels++;
          expect(text).toMatch(new RegExp(`go ?to ${label}\\b`));
        } else {
          values++;
          expect(short).toContain(`\`${value}\``);
          // Read, or put on the tape, somewhere below.
          expect(text.slice(start)).toMatch(new RegExp(`\\b${value}\\b`, 'i'));
        }
      }
    }
    // Not every sample of the corpus holds many; all of it does.
    expect(labels).toBeGreaterThan(0);
    expect(values).toBeGreaterThan(5);
  });
});
