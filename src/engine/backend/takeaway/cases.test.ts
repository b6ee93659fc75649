/**
 * What is taken away compiles and runs: constant arrays, names that differ only by case, tests that guard what
 * stands after them, and routines that are read with other arguments.
 */
import { describe, expect, test } from 'vitest';
import { type Input, takeAwayFiles } from '../../index';
import { compileFiles, compilerFor } from '../../testing/compilers';
import { IS_DEEP, some } from '../../testing/draws';

const KERNELS: Readonly<Record<string, readonly [source: string, inputs: Readonly<Record<string, Input>>]>> =
  {
    'a constant array': [
      'const double K[2] = {.5, .25};\ndouble f(double x) { return x*x*K[1]; }\n',
      { x: 1.5 },
    ],
    'constants of a routine that is put in place of its call': [
      'void scale(int n, double *a, double *b) { static const double w[2] = {1.5, 2.5}; for (int i = 0; i < n; i++) a[i] = a[i]*b[i]*w[i % 2]; }\ndouble f(double x[6], int k) { scale(3, x, x + k); return x[0]*x[1]*x[2]; }\n',
      { x: [0.5, 0.7, 0.9, 1.1, 1.3, 1.5], k: 1 },
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
    'subroutines called like those of a compiler': [
      'module m\ncontains\nsubroutine free(x, n)\n  integer, intent(in) :: n\n  real(8), intent(inout) :: x(n)\n  x = x*x\nend subroutine\nsubroutine system(x, y)\n  real(8), intent(in) :: x(3)\n  real(8), intent(out) :: y\n  real(8) :: w(3)\n  w = x\n  call free(w, 3)\n  y = sum(w)*w(1)\nend subroutine\nend module\n',
      { x: [0.5, 1.5, 2] },
    ],
    'a routine read once more, for pieces of one array': [
      'static void smooth(double *out, const double *in, int n) { for (int i = 1; i < n - 1; i++) out[i] = 0.25*in[i-1] + 0.5*in[i] + 0.25*in[i+1]; }\ndouble f(int n, double *u) { smooth(u, u, n); smooth(u + 1, u, n - 1); return u[1]*u[2]; }\n',
      { n: 5, u: [0.1, 0.5, 0.9, 0.3, 0.7] },
    ],
    'constants of physics, which differences must not step over': [
      'double f(double k, double t) { return exp(-4e-21/(k*t)); }\n',
      { k: 1.38e-23, t: 300 },
    ],
    'long double': [
      'long double g(long double a, double *b) { *b *= sinl(a); return a * a + 0.5L; }\ndouble f(double x, double y) { long double s = g(x, &y); s = g(s, &y) * y; return (double)s; }\n',
      { x: 0.7, y: 1.2 },
    ],
    'names that the driver has itself': [
      'double seed_scale = 0.5, way_x[2] = {1, 2}, val_x = 2;\ndouble relative_gap(double along) { return along*along; }\ndouble kernel_at(double x) { val_x *= x; return relative_gap(x)*way_x[1]*val_x*seed_scale; }\ndouble by(double x, double k) { return kernel_at(x)*k; }\n',
      { x: 0.7, k: 1.2 },
    ],
    'long names, names that begin with a line, constants that are not finite': [
      'double rate_that_is_far_longer_than_any_name_that_a_compiler_of_fortran_would_take_a = 0.5, rate_that_is_far_longer_than_any_name_that_a_compiler_of_fortran_would_take_b = 2;\nstatic double part_that_is_far_longer_than_any_name_that_a_compiler_of_fortran_would_take_a(double x) { return x*x; }\nstatic double part_that_is_far_longer_than_any_name_that_a_compiler_of_fortran_would_take_b(double x) { return x*x*x; }\ndouble _whole_that_is_far_longer_than_any_name_that_a_compiler_of_fortran_would_take(int n, const double *x_that_is_far_longer_than_any_name_that_a_compiler_of_fortran_would_take_a, double _x) { double least = 1.0/0.0, most = -1.0/0.0; for (int i = 0; i < n; i++) { if (x_that_is_far_longer_than_any_name_that_a_compiler_of_fortran_would_take_a[i] < least) least = x_that_is_far_longer_than_any_name_that_a_compiler_of_fortran_would_take_a[i]; if (x_that_is_far_longer_than_any_name_that_a_compiler_of_fortran_would_take_a[i] > most) most = x_that_is_far_longer_than_any_name_that_a_compiler_of_fortran_would_take_a[i]; } rate_that_is_far_longer_than_any_name_that_a_compiler_of_fortran_would_take_a *= least; return part_that_is_far_longer_than_any_name_that_a_compiler_of_fortran_would_take_a(most)*part_that_is_far_longer_than_any_name_that_a_compiler_of_fortran_would_take_b(_x)*rate_that_is_far_longer_than_any_name_that_a_compiler_of_fortran_would_take_a*rate_that_is_far_longer_than_any_name_that_a_compiler_of_fortran_would_take_b + pow(0.0, 2.0 + _x)*least + pow(-2.0, 3.0)*_x; }\n',
      {
        n: 3,
        x_that_is_far_longer_than_any_name_that_a_compiler_of_fortran_would_take_a: [1.2, 0.7, 1.5],
        _x: 0.6,
      },
    ],
    'an extent that is a global, names of the library': [
      'int width = 2;\ndouble gamma(double x) { return x*x*x; }\ndouble index = 3;\ndouble f(double x[2][width]) { return gamma(x[0][1])*x[0][0]*index; }\n',
      { x: [0.7, 1.2, 0.3, 0.4] },
    ],
    'what the text does not name so: ENTRY, alternate returns, structures, names of intrinsics': [
      'module only\n  type part\n    real(8) :: rate = 0.5d0, grid(2) = 1.5d0\n  end type\n  type(part) :: whole\n  real(8) :: exp = 2\nend module\nsubroutine choose(x, y, *)\n  real(8) :: x, y\n  y = x*x\n  if (x > 0.5d0) return 1\n  y = y*x\nend subroutine\nsubroutine keep(x)\n  real(8) :: x, y, kept\n  save kept\n  kept = x*x\n  return\n  entry give(x, y)\n  y = kept*x\nend subroutine\nreal(8) function sum(x, t)\n  use only\n  type pair\n    sequence\n    real(8) :: a, b\n  end type\n  real(8) :: x, y\n  type(pair) :: t\n  real(8), external :: abs\n  call choose(x, y, *10)\n  y = 2*y\n10 call keep(y)\n  call give(x, y)\n  whole%rate = whole%rate*y\n  sum = abs(y)*erf(x)*exp*whole%rate*whole%grid(2)*t%a\nend function\nreal(8) function abs(x)\n  real(8) :: x\n  abs = x*x\nend function\n',
      { x: 0.7, 't.a': 0.6, 't.b': 1.1 },
    ],
    'numbers of the other widths, and at the ends of what they hold': [
      'unsigned char k[3] = {1, 2, 250};\ndouble f(int n, const short *s, unsigned *m, long long least, float *z, double x, double most, int none, double *e) { double y = x*x*k[2]*m[1]*(n < 0)*(most > 1e300)*(least < 0); k[0] += 10; for (int i = 0; i < none; i++) y += e[i]*x; return y*z[0]*z[1]*s[1]*k[0]*1e-40; }\n',
      {
        ...{ n: -(2 ** 31), s: [1, 2], m: [1, 4e9], least: -(2 ** 63), z: [3e38, 1e-30], x: 0.7 },
        ...{ most: Number.POSITIVE_INFINITY, none: 0, e: [] },
      },
    ],
  };

/** What watches every access takes three times as long to build. */
const WATCHED = ['-O1', '-fsanitize=address,undefined', '-fno-sanitize-recover'];
const TARGETS: readonly (readonly ['c' | 'fortran', 'c' | 'free', readonly string[]])[] = [
  ['c', 'c', IS_DEEP ? WATCHED : ['-O0']],
  ['fortran', 'free', IS_DEEP ? ['-O1', '-fcheck=all', '-g'] : ['-O0', '-fcheck=all']],
];

const CASES = Object.entries(KERNELS).map(([what, kernel], k) => [what, kernel, k] as const);

// In the fast tier two of three, each in one language, in turn.
describe.each(some(CASES, 10))('%s', (_, [source, inputs], turn) => {
  test.for(some(TARGETS, 1, turn))('in %s', ([target, form, flags], { skip }) => {
    skip(!compilerFor(form), `no compiler for ${form} is installed`);
    const language = /^\s*(subroutine|module)\b/.test(source) ? 'fortran' : 'c';
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
