/**
 * What is taken away compiles and runs: constant arrays, names that differ only by case, tests that guard what
 * stands after them, and routines that are read with other arguments.
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
    'a text that chooses, passed to a routine that runs again': [
      "subroutine raise(how, y)\n  character(len=*), intent(in) :: how\n  real(8), intent(inout) :: y\n  if (how(1:1) == 's') then\n    y = y*y\n  else\n    y = exp(y)*y\n  end if\nend subroutine\nsubroutine f(y)\n  real(8), intent(inout) :: y\n  call raise('square', y)\n  call raise('other', y)\nend subroutine\n",
      { y: 1.3 },
    ],
    'a routine read once more, for pieces of one array': [
      'static void smooth(double *out, const double *in, int n) { for (int i = 1; i < n - 1; i++) out[i] = 0.25*in[i-1] + 0.5*in[i] + 0.25*in[i+1]; }\ndouble f(int n, double *u) { smooth(u, u, n); smooth(u + 1, u, n - 1); return u[1]*u[2]; }\n',
      { n: 5, u: [0.1, 0.5, 0.9, 0.3, 0.7] },
    ],
    'long double': [
      'long double g(long double a, double *b) { *b *= sinl(a); return a * a + 0.5L; }\ndouble f(double x, double y) { long double s = g(x, &y); s = g(s, &y) * y; return (double)s; }\n',
      { x: 0.7, y: 1.2 },
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
    const language = /^\s*subroutine\b/.test(source) ? 'fortran' : 'c';
    const { ok, files } = takeAwayFiles({ source, language, target, inputs });
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
