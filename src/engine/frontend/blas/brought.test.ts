import { describe, expect, test } from 'vitest';
import { differentiate, execute } from '../..';
import { corpusKernels } from '../../testing/corpusKernels';
import { some } from '../../testing/draws';
import { canBeChecked, checkedFolder } from '../../testing/takenAway';

/* Where the bodies of BLAS are taken, and where a text means something else by such a name. */

type Language = 'c' | 'fortran';
const said = (language: Language, source: string) => differentiate({ language, source }).diagnostics;
const taken = (language: Language, source: string) =>
  said(language, source).flatMap(
    ({ message }) => /`(\w+)` is not (?:here|defined here): it is taken for the one/.exec(message)?.[1] ?? [],
  );

const fortran = (declared: string, more = '') => `
subroutine f(n, x, y, s)
  implicit none
  integer, intent(in) :: n
  real(8) :: x(n, n), y(n), s
  ${declared}
  s = ddot(n, x(2, 1), n, y, -1)
  call dscal(n, s, y, 1)
end subroutine
${more}`;

describe('in Fortran', () => {
  test.each([
    ['real(8), external :: ddot'],
    ['double precision ddot\n external ddot, dscal'],
    [
      'interface\n function ddot(n, x, incx, y, incy)\n integer n, incx, incy\n real(8) x(*), y(*), ddot\n end function\n end interface',
    ],
  ])('as it is declared: %s', (declared) => {
    const run = execute({
      language: 'fortran',
      source: fortran(declared),
      inputs: { n: 2, x: [1, 2, 3, 4], y: [5, 6] },
    });
    expect(run.outputs?.s).toEqual([2 * 6 + 4 * 5]);
    expect(run.check?.verdict).toBe('passed');
    expect(taken('fortran', fortran(declared))).toEqual(['ddot', 'dscal']);
  });

  test('and in modules, programs, texts without a head and those without an end', () => {
    const call = 'real(8) :: x(3), ddot\nx = 2\nx(1) = ddot(3, x, 1, x, 1)';
    for (const source of [
      `module m\ncontains\nsubroutine g(y)\nreal(8) :: y\n${call}\ny = y*x(1)\nend subroutine\nend module`,
      `program p\n${call}\nend program`,
      call,
    ])
      expect(differentiate({ language: 'fortran', source }).ok, source).toBe(true);
    const open = said('fortran', 'subroutine f(x)\nreal(8) x(3)\ncall dscal(3, 2d0, x, 1)');
    expect(open.filter(({ severity }) => severity === 'error').map(({ message }) => message)).toEqual([
      'f has no END.',
    ]);
  });

  test('what is said of their tests names them', () => {
    const source =
      "subroutine f(n, a, y)\ninteger n, info\nreal(8) a(n, n), y\ncall dpotrf('L', n, a, n, info)\ny = a(n, n)\nend";
    expect(said('fortran', source).map(({ message }) => message)).toContain(
      'A test in `dpotrf` depends on the active `t`: the derivative is that of the path taken.',
    );
  });

  test.each([
    [
      'the text holds it',
      fortran(
        'real(8) :: ddot',
        'function ddot(n, x, i, y, j)\ninteger n, i, j\nreal(8) x(*), y(*), ddot\nddot = x(1)*y(1)\nend function',
      ),
    ],
    [
      'it is an argument',
      'subroutine f(ddot, n, x, y)\nreal(8), external :: ddot\ninteger n\nreal(8) x(n), y\ny = ddot(n, x, 1, x, 1)\nend',
    ],
    ['it has other arguments', 'subroutine f(x, y)\nreal(8) x, y, ddot\ny = ddot(x)\nend'],
    [
      'a directive says what it does',
      '! backsweep: external(ddot, read(x, y))\nsubroutine f(n, x, y)\ninteger n\nreal(8) x(n), y, ddot\ny = ddot(n, x, 1, x, 1)\nend',
    ],
  ])('not where %s', (_, source) => {
    expect(taken('fortran', source)).not.toContain('ddot');
  });

  test('of complex numbers', () => {
    const text = (z: string, w: string) => `
subroutine f(n, a, x, y, s)
  integer, intent(in) :: n
  complex(8) :: a(n, n), x(n), y(n), zdotc, zdotu, z, w
  real(8) :: s
  ${z}
  ${w}
  s = real(z) + 2*aimag(z) + 3*real(w) - aimag(w)
end subroutine`;
    const inputs = { n: 2 };
    const [called, written] = [
      text(
        "call zgemv('C', n, n, (1d0, 2d0), a, n, x, 1, (0d0, 0d0), y, 1)\n z = zdotc(n, x, 1, y, -1)",
        'w = zdotu(n, a, n, y, 1)',
      ),
      text(
        'y = (1d0, 2d0)*matmul(conjg(transpose(a)), x)\n z = sum(conjg(x)*y(n:1:-1))',
        'w = sum(a(1, :)*y)',
      ),
    ].map((source) => execute({ language: 'fortran', source, inputs }));
    expect(called?.check?.verdict).toBe('passed');
    for (const what of ['outputs', 'derivatives'] as const)
      for (const [name, values] of Object.entries(written?.[what] ?? {}))
        for (const [k, v] of (values as number[]).entries())
          expect(called?.[what]?.[name]?.[k]).toBeCloseTo(v, 10);
  });
});

describe('in C', () => {
  const kernel = (before: string) => `${before}
double f(int n, const double *x, double *y) { int one = 1; double d = 2; dscal_(&n, &d, y, &one); return ddot_(&n, x, &n, y, &one); }`;

  test.each([
    [''],
    ['double ddot_();\nvoid dscal_();'],
    ['extern "C" { double ddot_(const int *, const double *, const int *, const double *, const int *); }'],
    ['#include "mkl.h"\n#include <Accelerate/Accelerate.h>'],
  ])('as it is declared: %s', (before) => {
    const run = execute({ language: 'c', source: kernel(before), inputs: { n: 2, x: [1, 0, 3], y: [5, 6] } });
    expect(run.outputs?.f).toEqual([2 * (1 * 5 + 3 * 6)]);
    expect(taken('c', kernel(before)).sort()).toEqual(['ddot_', 'dscal_']);
    expect(said('c', kernel(before)).filter(({ severity }) => severity === 'warning')).toEqual([]);
  });

  test('not where the text holds it, or a directive says what it does', () => {
    const own = 'double ddot_(int *n, const double *x, int *i, double *y, int *j) { return x[0]*y[0]; }';
    expect(taken('c', kernel(own))).toEqual(['dscal_']);
    const declared = 'double ddot_(int *n, const double *x, int *i, double *y, int *j);';
    expect(taken('c', kernel(`// backsweep: external(ddot_, read(x, y))\n${declared}`))).toEqual(['dscal_']);
  });

  test('enumerators may come with the text', () => {
    const source = `typedef enum { CblasRowMajor=101, CblasColMajor=102 } CBLAS_LAYOUT;
enum CBLAS_TRANSPOSE { CblasNoTrans=111, CblasTrans=112 };
void f(int n, const double *a, double *x, double *y) {
  CBLAS_LAYOUT by = CblasRowMajor;
  cblas_dgemv(by, CblasTrans, n, n, 1.0, a, n, x, 1, 0.0, y, 1);
}`;
    const run = execute({ language: 'c', source, inputs: { n: 2, a: [1, 2, 3, 4], x: [1, 10] } });
    expect(run.outputs?.y).toEqual([31, 42]);
  });
});

/* What is taken away brings the bodies along, so that it needs no library, in the other language too. */
const kernels = corpusKernels().filter(({ file }) => /blas-/.test(file));
const BOTH = ['c', 'fortran'] as const;
const folders = kernels.flatMap((kernel) => BOTH.map((target) => ({ ...kernel, target })));
test.skipIf(!canBeChecked).each(some(folders, 3))(
  'compilers agree on $file in $target',
  ({ source, language, inputs, target }) => {
    const { stdout, stderr } = checkedFolder(source, language, inputs, target);
    expect(stdout.match(/: passed/g), stderr).toHaveLength(2);
  },
);
