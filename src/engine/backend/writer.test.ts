import { describe, expect, test } from 'vitest';
import { parseC } from '../frontend/c';
import { parseFortran } from '../frontend/fortran';
import { generateProgram } from '../testing/random';
import { printC } from './c';
import { printFortran } from './fortran';
import { printJavaScript } from './javascript';
import type { PrintedCode } from './printed';

/** Each origin as its printed text and the source text that it stands for. */
function pairs(printed: PrintedCode, source: string, whole: boolean): string[] {
  return printed.origins
    .filter((o) => o.whole === whole)
    .map((o) =>
      `${printed.text.slice(o.start, o.end)} <- ${source.slice(o.source.start, o.source.end)}`.replace(
        /\s+/g,
        ' ',
      ),
    );
}

const SOURCE = `double f(double x, int n) {
  double y = sin(x)*n;
  while (y > 1) y /= 2;
  return y;
}`;

test('whole statements know their source', () => {
  const printed = printC(parseC(SOURCE).program, null);
  const whole = pairs(printed, SOURCE, true);
  expect(whole).toMatchInlineSnapshot(`
    [
      "double y = sin(x) * n; <- y = sin(x)*n",
      "while (y > 1.0) { <- while (y > 1)",
      "y = y / 2.0; <- y /= 2",
    ]
  `);
});

test('so do the tokens inside', () => {
  const inner = pairs(printC(parseC(SOURCE).program, null), SOURCE, false);
  expect(inner).toContain('sin(x) <- sin(x)');
  expect(inner).toContain('sin(x) * n <- sin(x)*n');
  expect(inner).toContain('y > 1.0 <- y > 1');
});

test('origins move with what a long line is cut into', () => {
  const terms = Array.from({ length: 12 }, (_, i) => `alpha(${i + 1})`).join(' + ');
  const source = `subroutine f(alpha, y)\n  real(8) :: alpha(12), y\n  y = ${terms}\nend subroutine`;
  for (const form of ['free', 'fixed'] as const) {
    const printed = printFortran(parseFortran(source).program, null, { form });
    const inner = pairs(printed, source, false);
    for (let i = 1; i <= 12; i++) expect(inner).toContain(`alpha(${i}) <- alpha(${i})`);
    const limit = form === 'free' ? 100 : 72;
    expect(Math.max(...printed.text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(limit);
  }
});

test('a text that is longer than a line goes on in the next one', () => {
  const text = Array.from({ length: 24 }, (_, i) => `word${i} `).join('');
  const source = `subroutine f(x)\n  real(8) :: x\n  print *, '${text}', x\nend subroutine`;
  const { program } = parseFortran(source);
  for (const [form, limit, joint] of [
    ['free', 100, /&\n&/g],
    ['fixed', 72, /\n {5}&/g],
  ] as const) {
    const printed = printFortran(program, null, { form }).text;
    expect(printed.replace(joint, '')).toContain(text);
    expect(Math.max(...printed.split('\n').map((line) => line.length))).toBeLessThanOrEqual(limit);
  }
});

test('a choice that is the bound of a loop stands in parentheses', () => {
  const { program } = parseC(
    'double f(double x, int n) { for (int i = 0; i < (n > 2 ? 2 : n); i += 2) x = x * x; return x; }',
  );
  expect(printC(program, null).text).toMatch(/i <=? \(n > 2 \? 2 : n\)/);
  expect(printJavaScript(program, null).text).toMatch(/i <=? \(n > 2 \? 2 : n\)/);
});

test('code in ever deeper blocks keeps within its lines', () => {
  const depth = 90;
  const source = `double f(double x, double alpha) {\n${'if (x > alpha) {\n'.repeat(depth)}x = x * alpha * alpha * alpha * alpha * alpha;\n${'}\n'.repeat(depth)}return x; }`;
  const { program } = parseC(source);
  const longest = (text: string) => Math.max(...text.split('\n').map((line) => line.length));
  expect(longest(printC(program, null).text)).toBeLessThanOrEqual(100);
  expect(longest(printFortran(program, null, { form: 'free' }).text)).toBeLessThanOrEqual(100);
  expect(longest(printFortran(program, null, { form: 'fixed' }).text)).toBeLessThanOrEqual(72);
});

describe('of random programs', () => {
  test('origins are sorted, outer first, inside the text, and begin after the indentation', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const { program } = generateProgram(seed, { language: seed % 2 ? 'c' : 'fortran' });
      for (const { text, origins } of [
        printC(program, null),
        printFortran(program, null, { form: 'fixed' }),
      ]) {
        origins.forEach((o, i) => {
          const before = origins[i - 1];
          expect(o.start).toBeLessThan(o.end);
          expect(o.end).toBeLessThanOrEqual(text.length);
          expect(text.slice(o.start, o.start + 1)).toMatch(/\S/);
          if (before)
            expect(o.start > before.start || (o.start === before.start && o.end <= before.end)).toBe(true);
        });
      }
    }
  });
});
