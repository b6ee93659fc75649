import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Language } from '../ir/types';
import { compile } from '../pipeline/compile/compile';
import { printTarget } from '../pipeline/compile/printTarget';
import type { Mode } from '../pipeline/options';
import { draws, seedsOf } from './draws';
import { printed } from './printed';
import { generateProgram } from './random';

/** What is generated is nested where the source was: a `goto` stands only where one stood. */
const GOTO = /\bgo ?to\b/i;
const REVERSALS = ['joins', 'structured', 'statements', 'blocks'] as const;
const MODES: readonly Mode[] = ['adjoint', 'tangent'];

/** Gotos in what the source becomes, in every style, mode and target that accepts it; what is printed is made once. */
function gotosIn(source: string, language: Language): { texts: number; found: string[] } {
  const found: string[] = [];
  let texts = 0;
  for (const mode of MODES) {
    for (const reversal of mode === 'adjoint' ? REVERSALS : (['joins'] as const)) {
      const made = compile({ source, language, mode, options: { reversal } }, () => 0, false);
      for (const target of ['c', 'fortran'] as const) {
        const diagnostics = [...made.diagnostics];
        const code = printTarget({ ...made, target }, diagnostics);
        if (!code || diagnostics.some(({ severity }) => severity === 'error')) continue;
        texts++;
        const line = code.text.split('\n').find((each) => GOTO.test(each));
        if (line !== undefined) found.push(`${mode} ${reversal} ${target}: ${line.trim()}`);
      }
    }
  }
  return { texts, found };
}

const C: readonly (readonly [string, string])[] = [
  [
    'continue before an increment that is recorded',
    'void f(int n, double x[], double *y) { int i; for (i = 0; x[i] < 4; i = i + 1 + (x[i] > 1)) { if (x[i] > 2) continue; *y += x[i] * x[i]; } }',
  ],
  [
    'continue before an increment that is a call',
    'void g(int *i, double *y) { *y *= 2; *i += 1; }\nvoid f(double x[], double *y) { int i; for (i = 0; i < 5; g(&i, y)) { if (x[i] > 2) continue; *y += x[i] * x[i]; } }',
  ],
  [
    'return out of nested loops',
    'double f(int n, double x[]) { double s = 0; for (int i = 0; i < n; i++) { int k = 3; while (k > 0) { k--; s += x[i] * x[k]; if (s > 9) return s; } s *= x[i]; } return s * s; }',
  ],
  [
    'return early, and again, and last',
    'double f(double x, double y) { if (x > 1) return x * y; y = y * x; if (y > 2) { x = x * x; return x; } return sin(x * y); }',
  ],
  [
    'break inside a switch inside a loop',
    'double f(int n, double x[]) { double s = 1; for (int i = 0; i < n; i++) { switch (i) { case 0: if (x[0] > 1) break; s *= x[0]; case 2: s += x[i]; break; default: continue; } if (s > 4) break; s *= x[i]; } return s; }',
  ],
];
const FORTRAN: readonly (readonly [string, string])[] = [
  [
    'EXIT and CYCLE of named loops',
    `subroutine f(n, x, y)
  integer :: n, i, j
  real(8) :: x(n), y
  outer: do i = 1, n
    do j = 1, n
      if (x(j) > 4) exit outer
      if (x(j) > 3) cycle outer
      if (x(j) < -3) cycle
      y = y * x(j)
    end do
    y = y + x(i) * y
  end do outer
  y = y * y
end subroutine f
`,
  ],
  [
    'RETURN out of loops of three kinds',
    `subroutine f(n, x, y)
  integer :: n, i
  real(8) :: x(n), y
  do
    y = y * 1.5d0
    if (y > 9) exit
    do while (y < 2)
      do i = 1, n
        y = y * x(i)
        if (y < -1) return
      end do
      y = y + 1
    end do
  end do
  y = y * y
end subroutine f
`,
  ],
];

const count = draws(4, 80);

describe('no goto is made', () => {
  test.each(C)('C: %s', (_, source) => {
    const { texts, found } = gotosIn(source, 'c');
    expect(texts).toBeGreaterThanOrEqual(8);
    expect(found).toEqual([]);
  });
  test.each(FORTRAN)('Fortran: %s', (_, source) => {
    const { texts, found } = gotosIn(source, 'fortran');
    expect(texts).toBeGreaterThanOrEqual(8);
    expect(found).toEqual([]);
  });

  test('of the examples', () => {
    const folder = new URL('../../examples/kernels/', import.meta.url);
    const kernels = readdirSync(folder).filter((name) => /\.(c|f|f90)$/.test(name));
    expect(kernels.length).toBeGreaterThan(15);
    for (const name of kernels) {
      const source = readFileSync(new URL(name, folder), 'utf8');
      if (!GOTO.test(source))
        expect(gotosIn(source, name.endsWith('.c') ? 'c' : 'fortran').found, name).toEqual([]);
    }
  });

  test('of random programs', () => {
    const wrong: string[] = [];
    let texts = 0;
    for (const language of ['c', 'fortran'] as const) {
      for (const seed of seedsOf(count)) {
        const { program } = generateProgram(seed, { language, exits: 0.9, gotos: 0, routines: 1 });
        const source = printed(program, language);
        if (GOTO.test(source)) continue;
        const here = gotosIn(source, language);
        texts += here.texts;
        wrong.push(...here.found.map((line) => `${language} ${seed}: ${line}`));
      }
    }
    expect(texts).toBeGreaterThan(3 * count);
    expect(wrong).toEqual([]);
  });
});
