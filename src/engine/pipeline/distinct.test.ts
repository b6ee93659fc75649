import { describe, expect, test } from 'vitest';
import { differentiate, execute } from '../index';
import { type Compiled, compilerFor } from '../testing/compilers';
import { checkedFolder } from '../testing/takenAway';

const NORM = `
function dotp(n, x, y) result(s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n), y(n)
  real(8) :: s
  integer :: i
  s = 0
  do i = 1, n
    s = s + x(i)*y(i)
  end do
end function
function norm(n, x)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8) :: norm, dotp
  norm = sqrt(dotp(n, x, x))
end function
`;

/** The inner call hands both on; the arrays are of unknown extent. */
const NESTED = `
void add(const double *a, const double *b, double *s) {
  *s = *s + a[0] * a[1] * b[0];
}
void both(const double *a, const double *b, double *s) {
  add(a, b, s);
  add(b, a, s);
}
double f(double x, double y) {
  double v[2], s = 0.0;
  v[0] = x * y;
  v[1] = x + y;
  both(v, v, &s);
  return s;
}
`;

describe('one thing passed for two arguments', () => {
  test('the routine called knows its adjoint by one name', () => {
    const { code } = differentiate({ source: NORM, language: 'fortran' });
    expect(code.text).toContain('call dotp_b_one(n, x, xb, x, (seedb))');
    expect(code.text).toContain('dotp_value = dotp(n, x, x)');
    expect(code.text).not.toContain('yb');
  });

  test('where it only hands them on, to what writes, too', () => {
    const { code } = differentiate({ source: NESTED, language: 'c', target: 'fortran' });
    expect(code.text).toContain('call both_b_one(v, vb, v, s, fb)');
    expect(code.text).toContain('call add_b_one(a, ab, b, s, sb)');
  });

  test('in C it may know it by two', () => {
    const { code } = differentiate({ source: NORM, language: 'fortran', target: 'c' });
    expect(code.text).toContain('dotp_b(n, x, xb, x, xb, seedb)');
  });

  test('where the kernel itself writes what it passes twice, one version of the routine does', () => {
    const source = `
void axpy(int n, double a, const double *x, const double *y, double *out) {
  for (int i = 0; i < n; i++) out[i] = a * x[i] * y[i] + out[i];
}
void step(int n, double a, double u[n], double v[n]) {
  axpy(n, a, v, u, u);
  axpy(n, a, u, u, v);
  axpy(n, a, u, u, u);
}
`;
    for (const calls of ['joint', 'split', 'inline'] as const) {
      const { check, diagnostics } = execute({ source, language: 'c', options: { calls } });
      expect(diagnostics.filter(({ code }) => code === 'aliasing')).toEqual([]);
      expect(check.verdict, check.sentence).toBe('passed');
    }
  });

  test.each([
    [
      'in a routine that calls itself',
      'c',
      `void add(int n, double *a, const double *b) {
  if (n > 0) {
    a[0] = a[0] + b[1] * b[0];
    add(n - 1, a, b);
  }
}
double f(double x, double y) {
  double v[2];
  v[0] = x;
  v[1] = y;
  add(3, v, v);
  return v[0] * v[1];
}
`,
    ],
    [
      'of which one leaves its last extent open, in C',
      'c',
      `void mix(int n, double a[n][2], double b[][2]) {
  for (int i = 0; i < n; i++) a[i][0] = a[i][0] * b[n - 1][1] + b[0][0];
}
void f(int n, double u[n][2]) {
  mix(n, u, u);
}
`,
    ],
    [
      'of which one leaves its last extent open, in Fortran',
      'fortran',
      `subroutine mix(n, m, a, b)
  integer, intent(in) :: n, m
  real(8), intent(inout) :: a(n, m)
  real(8), intent(in) :: b(n, *)
  integer :: j
  do j = 1, m
    a(1, j) = a(1, j)*b(n, m) + b(1, 1)
  end do
end subroutine
subroutine f(n, m, u)
  integer, intent(in) :: n, m
  real(8), intent(inout) :: u(n, m)
  call mix(n, m, u, u)
end subroutine
`,
    ],
  ] as const)('one array for two %s is one argument', (_, language, source) => {
    for (const calls of ['joint', 'split'] as const) {
      const { check, diagnostics } = execute({ source, language, options: { calls } });
      expect(diagnostics.filter(({ code }) => code === 'aliasing')).toEqual([]);
      expect(check.verdict, check.sentence).toBe('passed');
    }
  });

  test.each([
    ['lower bounds', 'a(0:n - 1), b(n)', 'a(0) = a(0)*b(n)'],
    ['ranks', 'a(n), b(n, 1)', 'a(1) = a(1)*b(n, 1)'],
    ['columns', 'a(n, 1), b(1, n)', 'a(1, 1) = a(1, 1)*b(1, n)'],
  ])('one array for two of other %s is put in place, or passed as one', (_, shapes, statement) => {
    const source = `subroutine g(n, a, b)
  integer n
  real(8) ${shapes}
  ${statement}
end
subroutine f(n, u)
  integer n
  real(8) u(n)
  call g(n, u, u)
end
`;
    const { check, diagnostics } = execute({ source, language: 'fortran', routine: 'f' });
    expect(diagnostics.filter(({ code }) => code === 'aliasing')).toEqual([]);
    expect(check.verdict).toBe('passed');
  });

  const present = (['c', 'free'] satisfies Compiled[]).every((form) => compilerFor(form));
  test.skipIf(!present)('compiled with optimisation, the gradient is right', () => {
    for (const [source, language] of [
      [NORM, 'fortran'],
      [NESTED, 'c'],
    ] as const) {
      const made = checkedFolder(source, language, {}, 'fortran');
      expect([made.stderr, made.status]).toEqual(['', 0]);
    }
  });
});
