/**
 * What is taken away compiles and runs: arrays that keep their values, names that differ only by case, and tests that guard what
 * stands after them, of which Fortran would evaluate all.
 */
import { describe, expect, test } from 'vitest';
import { type Input, takeAwayFiles } from '../../index';
import { compileFiles, compilerFor } from '../../testing/compilers';
import { some } from '../../testing/draws';

const KERNELS: Readonly<Record<string, readonly [source: string, inputs: Readonly<Record<string, Input>>]>> =
  {
    'a constant array': [
      'const double K[2] = {.5, .25};\ndouble f(double x) { return x*x*K[1]; }\n',
      { x: 1.5 },
    ],
    'names in two cases': [
      'double T;\ndouble F(int N, double n, double X[N], double x[N], double t) { double S = 0, s = T; for (int i = 0; i < N; i++) { S += X[i]*x[i]*n; s *= t; } return S*s; }\n',
      { N: 2, n: 0.7, X: [1, 2], x: [0.1, 0.2], t: 1.5, T: 0.8 },
    ],
    'globals and statics in two cases': [
      'double Rate = 0.5, rate = 0.25;\nvoid step(double *Y, double *y) { static double K = 1, k = 2; K *= *Y; k += *y*K; *Y = k*Rate; *y = K*rate; rate *= *y; }\ndouble f(double *b, double *B) { step(b, B); step(B, b); return *b * *B; }\n',
      { b: 0.7, B: 1.2, Rate: 0.5, rate: 0.25 },
    ],
    'tests of while, if and for': [
      'double f(int n, double *x) { double s = 0; int i = n; while (i > 0 && x[i - 1] > 1.5) { i--; s += x[i]*x[i]; } int j = 0; while (j < n && x[j] < 10) { j++; if (j == 2) continue; s += x[j - 1]; } for (int k = 0; k < n; k++) { if (k > 0 && x[k - 1] > x[k]) s = -s; if (k == n - 1 || x[k + 1] > 0) s *= 1.1; } return s; }\n',
      { n: 4, x: [1, 2, 3, 4] },
    ],
    'tests of do, of a value and of a goto': [
      'double f(int n, int m, double *x) { double s = 1; int k = 0; do { s *= x[k]; k++; if (k == 1) continue; s += k; } while (k < n && x[k] > 0); int last = k >= n || !(x[k] < 0); s *= 1 + last; int q = m != 0 && 7 / m > 1; again: s += x[0]; k--; if (k > 0 && x[k - 1] > 2.5) goto again; return s*(1 + q); }\n',
      { n: 3, m: 0, x: [1, 2, 3] },
    ],
  };

const TARGETS = [
  ['c', 'c', ['-O1', '-fsanitize=address,undefined', '-fno-sanitize-recover']],
  ['fortran', 'free', ['-O1', '-fcheck=all', '-g']],
] as const;

const CASES = Object.entries(KERNELS).map(([what, kernel], k) => [what, kernel, k] as const);

describe.each(CASES)('%s', (_, [source, inputs], turn) => {
  // In the deep tier in both languages.
  test.for(some(TARGETS, 1, turn))('in %s', ([target, form, flags], { skip }) => {
    skip(!compilerFor(form), `no compiler for ${form} is installed`);
    const { ok, files } = takeAwayFiles({ source, language: 'c', target, inputs });
    expect(ok).toBe(true);
    const order = /SOURCES = (.*)/
      .exec(files.find((f) => f.path === 'Makefile')?.text ?? '')?.[1]
      ?.split(' ');
    const paths = order ?? files.map((f) => f.path).filter((path) => path.endsWith('.c'));
    const texts = Object.fromEntries(
      [...paths, ...files.map((f) => f.path).filter((path) => path.endsWith('.h'))].map((path) => [
        path,
        files.find((f) => f.path === path)?.text ?? '',
      ]),
    );
    const built = compileFiles(form, texts, flags);
    expect(built.messages).toBe('');
    expect(built.output?.match(/: passed/g)).toHaveLength(2);
  });
});
