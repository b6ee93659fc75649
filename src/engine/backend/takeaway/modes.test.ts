/** Of the modes beside the gradient, the code of the mode is taken away, and a driver in which it is checked. */
import { describe, expect, test } from 'vitest';
import { type Input, takeAwayFiles } from '../../index';
import type { Language } from '../../ir/types';
import { GUESSES } from '../../testing/compiledAdjoint';
import { draws, seedsOf, some, tellsShares } from '../../testing/draws';
import { caseOf, requestOf } from '../../testing/oracles';
import { randomFrom } from '../../testing/prng';
import { generateProgram } from '../../testing/random';
import { PROFILES } from '../../testing/random/profile';
import { canBeChecked, checkedRequest } from '../../testing/takenAway';
import { optionsFor } from '../../testing/written/judge';

const MODES = ['vector-tangent', 'tangent-over-adjoint'] as const;
const TARGETS = ['c', 'fortran'] as const;

const KERNELS: Readonly<
  Record<string, readonly [Language, string, Readonly<Record<string, Input>>, (typeof MODES)[number]?]>
> = {
  'numbers by value': [
    'c',
    'double f(double x, double y) {\n  x = x * y;\n  return sin(x) * x;\n}\n',
    { x: 0.625, y: 2 },
  ],
  'arrays, integers, and an argument that comes and goes': [
    'c',
    'void f(int n, const double *w, double x[n], double A[2][3], double *r) {\n  double s = 0;\n  for (int i = 0; i < n; i++) {\n    x[i] = x[i] * w[i] * A[1][i];\n    s += exp(x[i]) * A[0][1];\n  }\n  *r = s / A[1][2];\n}\n',
    { n: 3, w: [0.5, 1.5, 0.25], x: [0.7, 0.2, 0.9], A: [1, 2, 3, 0.4, 0.5, 0.6] },
  ],
  'calls, a branch and single precision': [
    'c',
    'float g(float u) {\n  return u > 1.0f ? u * u : u * u * u;\n}\nvoid h(float a, float *b) {\n  *b = g(a) * g(*b);\n}\n',
    { a: 0.8, b: 1.3 },
  ],
  'names that a driver might use': [
    'c',
    'double start(double run) { return run * run; }\ndouble size(double equal, double k) { return start(equal) * k * start(k); }\n',
    { equal: 0.8, k: 1.3 },
  ],
  'a function in free form, with bounds of its own': [
    'fortran',
    'real(8) function f(n, a, x, b)\n  integer :: n\n  real(8) :: a, x(n), b(0:1,3)\n  x = x*a\n  f = sum(x**2)*b(1,2)\nend function\n',
    { n: 2, a: 0.7, x: [0.3, 0.6], b: [1, 2, 3, 4, 5, 6] },
  ],
  'fixed form': [
    'fortran',
    '      subroutine f(n, x, y)\n      integer n\n      real*8 x(n), y\n      do 10 i = 1, n\n   10 y = y*sin(x(i)) + x(i)**2\n      end\n',
    { n: 3, x: [0.3, 0.6, 0.9], y: 1.1 },
  ],
  'a linear kernel, whose Hessian is zero': [
    'c',
    'double f(int n, const double *x) {\n  double s = 0;\n  for (int i = 0; i < n; i++) s += 3000.5 * x[i];\n  return s;\n}\n',
    { n: 2, x: [100.5, 200.25] },
  ],
  globals: [
    'c',
    'double rate = 0.5, table[3];\nint m = 2;\ndouble f(double x) {\n  rate = rate * x + m;\n  return rate * sin(x) * table[1];\n}\n',
    { x: 0.6, table: [1, 2, 3] },
    'tangent-over-adjoint',
  ],
  COMMON: [
    'fortran',
    '      subroutine f(x, y)\n      real*8 x, y, a, b(3)\n      common /c/ a, b, n\n      y = x*a*b(2) + x**2\n      a = y*a\n      end\n',
    { x: 0.75, y: 0.5, 'c.a': 0.5, 'c.b': [1, 2, 3], 'c.n': 2 },
    'tangent-over-adjoint',
  ],
  'a module': [
    'fortran',
    'module state\n  implicit none\n  real(8) :: level = 0.5d0, grid(0:1, 2) = 1.5d0\nend module\nsubroutine f(x, y)\n  use state\n  implicit none\n  real(8), intent(in) :: x(3)\n  real(8), intent(out) :: y\n  y = level*sum(x*x)*grid(1,2)\n  level = y*grid(0,1)\nend subroutine\n',
    { x: [1, 2, 3] },
    'tangent-over-adjoint',
  ],
};
const CASES = Object.entries(KERNELS).flatMap(([name, [language, source, inputs, only]]) =>
  MODES.filter((mode) => only === undefined || mode === only).flatMap((mode) =>
    TARGETS.map((target) => ({ name, mode, target, language, source, inputs })),
  ),
);

test.each(MODES)('the folder of %s holds the kernel and the code of the mode', (mode) => {
  const [language, source, inputs] = KERNELS['numbers by value'] as (typeof KERNELS)[string];
  for (const target of TARGETS) {
    const taken = takeAwayFiles({ language, source, inputs, target, mode });
    expect([taken.ok, taken.name, taken.diagnostics]).toEqual([true, `f-${mode}`, []]);
    const paths = taken.files.map(({ path }) => path.replace(/\..*/, ''));
    const file = mode === 'vector-tangent' ? 'vector' : 'second';
    expect(paths).toEqual(expect.arrayContaining(['kernel', file, 'driver', 'Makefile', 'README']));
    expect(paths).not.toContain('tangent');
    const readme = taken.files.find(({ path }) => path === 'README.md')?.text;
    expect(readme).toContain(mode === 'vector-tangent' ? 'number of directions' : 'Hessian');
  }
});

describe.skipIf(!canBeChecked)('passes its check', () => {
  test.each(some(CASES, 3))('$mode in $target: $name', ({ name: _, ...request }) => {
    const made = checkedRequest(request);
    expect([made.stderr, made.status], made.stdout).toEqual(['', 0]);
    expect(made.stdout.match(/: passed/g)).toHaveLength(request.mode === 'vector-tangent' ? 6 : 3);
  });

  test('a compiler that warns of more has nothing to warn of, though nothing is derived', () => {
    const source = '#include <math.h>\ndouble f(int n) {\n  return fabs((double)n);\n}\n';
    for (const mode of MODES) {
      const made = checkedRequest({ language: 'c', source, mode }, (path, text) =>
        path === 'Makefile' ? text.replace('-Wall', '-Wall -Wextra -Werror') : text,
      );
      expect([made.stderr, made.status], mode).toEqual(['', 0]);
    }
  });

  test('of random programs', () => {
    let checked = 0;
    const programs = draws(1, 120);
    for (const seed of seedsOf(programs)) {
      const [, , profile] = randomFrom(seed).pick(PROFILES);
      const c = caseOf(generateProgram(seed, { ...profile, language: seed % 2 === 0 ? 'c' : 'fortran' }));
      for (const mode of some(MODES, 1, seed)) {
        const target = seed % 4 < 2 ? 'c' : 'fortran';
        const request = { ...requestOf(c, optionsFor(seed)), mode, target } as const;
        if (!takeAwayFiles(request).ok) continue;
        const made = checkedRequest(request, (_, text) =>
          text.replace('-Wall', ['-Wall', ...GUESSES].join(' ')),
        );
        expect([made.stderr, made.status], `${seed}: ${mode} in ${target}\n${made.stdout}`).toEqual(['', 0]);
        checked++;
      }
    }
    if (tellsShares(programs)) expect(checked).toBeGreaterThan(0);
  });

  test('what is wrong in the code fails', () => {
    const [language, source, inputs] = KERNELS['numbers by value'] as (typeof KERNELS)[string];
    for (const mode of MODES) {
      const spoiled = (path: string, text: string) =>
        /^(vector|second)\./.test(path) ? text.replace(/cos\(/g, '1.01 * cos(') : text;
      const made = checkedRequest({ language, source, inputs, mode }, spoiled);
      expect(made.status).not.toBe(0);
      expect(made.stdout).toContain('FAILED');
    }
  });
});
