import { describe, expect, test } from 'vitest';
import { takeAwayFiles } from '../../index';
import { some } from '../../testing/draws';
import { canBeChecked, checkedFolder } from '../../testing/takenAway';

const source = 'double f(double x, double y) {\n  x = x * y;\n  return sin(x) * x;\n}\n';

describe('take it away', () => {
  test.each(['c', 'fortran'] as const)('the files of a folder, in %s', (target) => {
    const taken = takeAwayFiles({ source, language: 'c', target, inputs: { x: 0.625, y: 2 } });
    expect(taken.diagnostics).toEqual([]);
    expect([taken.ok, taken.name]).toEqual([true, 'f-adjoint']);
    const paths = taken.files.map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(['Makefile', 'README.md']));
    expect(new Set(paths).size).toBe(paths.length);
    expect(taken.files.find(({ path }) => path.startsWith('driver'))?.text).toContain('0.625');
  });

  test('a kernel that can be compiled as it is written stays so', () => {
    const written =
      'subroutine part(x)\n  real(8) :: x   ! in metres\n  x = x*x\nend subroutine\n\nreal(8) function f(x)\n  real(8) :: x\n  call part(x)\n  f = x\nend function\n';
    const taken = takeAwayFiles({ source: written, language: 'fortran', inputs: { x: 0.5 } });
    expect(taken.files.find(({ path }) => path === 'kernel.f90')?.text).toBe(written);
  });

  test.each([
    ['c', 'double f(int n, const short *k, double *x) { return x[0]*x[1]*k[n]; }'],
    ['c', 'double f(unsigned *k, double x) { return x*x*k[0]; }'],
    ['c', 'double f(double **a) { return a[0][0]*a[1][0] + 0*a[1][1]; }'],
    [
      'c',
      'double f(int n, double *a[]) { double s = 0; for (int i = 0; i < n; i++) s += a[i][0]; return s*s; }',
    ],
    ['c', 'inline double g(double x) { return x*x; }\ndouble f(double x) { return g(x)*x; }'],
    ['fortran', 'subroutine f(k, x)\ninteger(selected_int_kind(4)) :: k(2)\nreal(8) :: x\nx = x*x*k(2)\nend'],
    ['fortran', "subroutine f(x) bind(c, name='other')\nreal(8) :: x\nx = x*x\nend"],
    ['fortran', 'subroutine f(x)\nreal(8) :: x\ncritical\nx = x*x\nend critical\nend'],
  ] as const)(
    'a kernel that the other files can’t call as it is, is printed anew: %s, %s',
    (language, written) => {
      const { ok, files } = takeAwayFiles({ source: written, language });
      expect(ok).toBe(true);
      expect(files.find(({ path }) => path.startsWith('original.'))?.text).toBe(written);
    },
  );

  test('words of comments and names don’t count', () => {
    const written =
      '// a short, inline text\ndouble f(double charge, double x) { return charge*x*x; /* static */ }\n';
    const { files } = takeAwayFiles({ source: written, language: 'c' });
    expect(files.find(({ path }) => path === 'kernel.c')?.text).toBe(written);
  });

  test('nothing to take is said, not thrown', () => {
    const refused = (request: Partial<Parameters<typeof takeAwayFiles>[0]>) => {
      const { ok, files, diagnostics } = takeAwayFiles({ source, language: 'c', ...request });
      expect([ok, files]).toEqual([false, []]);
      return diagnostics.map(({ code }) => code);
    };
    expect(refused({ target: 'javascript' })).toEqual(['not-available']);
    expect(refused({ source: 'double f(double x) { return x *; }' })).not.toEqual([]);
    expect(refused({ source: '' })).not.toEqual([]);
  });
});

/** One of the two in turn; in the deep tier both. */
const either = (turn: number) => some(['c', 'fortran'] as const, 1, turn);

describe.skipIf(!canBeChecked)('what is taken passes its check', () => {
  test('a global that no result depends on has no adjoint', () => {
    const made = checkedFolder(
      'static double cut = 6.25;\ndouble f(double x) {\n  return x < cut ? x * x : 0.0;\n}\n',
      'c',
    );
    expect([made.stderr, made.status]).toEqual(['', 0]);
    expect(made.stdout).toContain('gradient cut[0] = 0');
  });

  test.each(either(0))('arguments by value, of a routine that C has a word for, in %s', (target) => {
    const made = checkedFolder(
      'subroutine auto(n, x, y)\n  integer, value :: n\n  real(8), value :: x\n  real(8) :: y(n)\n  y = y*x\nend subroutine\n',
      'fortran',
      {},
      target,
    );
    expect([made.stderr, made.status]).toEqual(['', 0]);
  });

  test.each(either(1))('a tangent that is no number says nothing of the adjoint, in %s', (target) => {
    const source = 'double f(double x, double y) { return acos(fmin(x, 1.0))*y + x; }';
    const made = checkedFolder(source, 'c', { x: 1.7, y: 0.5 }, target);
    expect([made.stderr.includes('ERROR'), made.status]).toEqual([false, 0]);
    expect(made.stdout).toMatch(/tangent\s+\S*NaN\S*, adjoint .*: says nothing/i);
  });

  test('a kernel that keeps values is run once before its sums are compared', () => {
    const made = checkedFolder(
      'subroutine s(x, y)\n  real(8), intent(in) :: x\n  real(8), intent(out) :: y\n  real(8), save :: z = 0\n  y = x*x + z\n  z = 3*x + y\nend subroutine\n',
      'fortran',
    );
    const [, tangent, adjoint] =
      /dot product: tangent\s+(\S+), adjoint\s+(\S+): passed/.exec(made.stdout) ?? [];
    expect(Number(adjoint)).toBeCloseTo(Number(tangent), 12);
  });

  const otherArguments = [
    [
      'rows',
      'double f(double **a, int n) {\n  double s = 0;\n  for (int i = 1; i <= n; i++) s += a[i][i] * a[1][i];\n  return s;\n}\n',
    ],
    [
      'narrow numbers',
      'float f(const short *k, int n, float x) {\n  float s = 0;\n  for (int i = 0; i < n; i++) s += k[i] * x;\n  return s;\n}\n',
    ],
    [
      'numbers that wrap',
      'double f(unsigned *h, int n, double x) {\n  for (int i = 0; i < n; i++) x *= 1 + (h[i] ^ 5) % 3;\n  return x;\n}\n',
    ],
  ] as const;
  test.each(some(otherArguments, 1))(
    'a kernel that is read with other arguments than it is written with: %s',
    (_, text) => {
      const made = checkedFolder(text, 'c');
      expect([made.stderr, made.status]).toEqual(['', 0]);
    },
  );

  test('constants that headers of the standard hide, types of headers that the text leaves out', () => {
    const source =
      '#include <math.h>\ndouble f(size_t n, const double *x) {\n  return sin(M_PI * x[n - 1]) * x[0] + M_SQRT2;\n}\n';
    const made = checkedFolder(source, 'c', { n: 3 });
    expect([made.stderr, made.status]).toEqual(['', 0]);
  });

  const names = ['h', 'd', 'driver'].map((name, k) => [name, k] as const);
  test.each(some(names, 1))('a kernel with a name that a driver might use itself: %s', (name, k) => {
    for (const target of either(k)) {
      const made = checkedFolder(`double ${name}(double x) {\n  return x * x;\n}\n`, 'c', {}, target);
      expect([made.stderr, made.status], target).toEqual(['', 0]);
    }
  });

  test.each(either(1))('a bit pushed where another one was popped, in %s', (target) => {
    const source = `
double g(double x) {
  if (x > 1.0) x = 2.0 * x * x * x;
  return x * x;
}
double f(double x) {
  for (int i = 0; i < 2; i++) {
    x = g(x);
    if (x > 0.0) x = 2.0 * x;
  }
  return x;
}
`;
    const made = checkedFolder(source, 'c', { x: 0.5 }, target);
    expect([made.stderr, made.status]).toEqual(['', 0]);
    expect(made.stdout).toMatch(/gradient x[[(][01][\])] = +4(\.0+E\+00)?\n/);
  });

  test.each(either(2))('masks, long integers and a module, in %s', (target) => {
    const source = `
module state
  implicit none
  real(8) :: level = 0.5d0
end module
subroutine f(n, on, flags, x, y)
  use state
  implicit none
  integer(8), intent(in) :: n
  logical, intent(in) :: on, flags(3)
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y
  y = level*sum(x*x, mask=flags)*n
  if (on) y = y*level
  level = y
end subroutine
`;
    const inputs = { n: 5_000_000_000, on: 1, flags: [1, 0, 1], x: [1, 2, 3] };
    const made = checkedFolder(source, 'fortran', inputs, target);
    expect([made.stderr, made.status]).toEqual(['', 0]);
    expect(made.stdout).toMatch(/gradient state\.level/);
  });

  test.each(either(3))('COMMON under two names, with BLOCK DATA, in %s', (target) => {
    const source = `
      subroutine f(x, y)
      real*8 x, y, a, b
      common /c/ a, b, n
      do 10 i = 1, n
   10 y = y + a*x**i
      call g(y)
      end
      subroutine g(z)
      real*8 z, scale, a
      common /c/ scale, a, m
      z = z*a + scale**m
      end
      block data
      real*8 u, v
      common /c/ u, v, k
      data u, v, k /0.5d0, 1.25d0, 3/
      end
`;
    const made = checkedFolder(source, 'fortran', { x: 0.75, y: 0.5 }, target);
    expect([made.stderr, made.status]).toEqual(['', 0]);
    expect(made.stdout).toMatch(/gradient c\.a.*\n.*gradient c\.b/);
  });

  test('COMMON in two shapes, and of two types: Fortran can say it, C says why it can’t', () => {
    const source = `
      subroutine f(x, y)
      real*8 x(4), y, a(4)
      common /c/ a
      do 10 i = 1, 4
        a(i) = x(i)**2
   10 continue
      call g(y)
      end
      subroutine g(z)
      real*8 z, b(2), c, d
      common /c/ b, c, d
      z = b(1)*b(2) + c*sin(d*1d0)
      d = d*c
      end
`;
    const made = checkedFolder(source, 'fortran');
    expect([made.stderr, made.status]).toEqual(['', 0]);
    const inC = (text: string) =>
      takeAwayFiles({ source: text, language: 'fortran', target: 'c' })
        .diagnostics.filter((d) => d.severity === 'error')
        .map((d) => d.message);
    expect(inC(source)).toEqual([]);
    expect(inC(source.replace('real*8 z, b(2), c, d', 'real*8 z, b(2), c\n      integer d'))).toContain(
      'a and b share memory in different shapes, which C can’t say here.',
    );
  });

  test('assumed shapes: the driver passes extents, so the kernel is not as it was written', () => {
    const source = `
function total(a) result(s)
  real(8), intent(in) :: a(:)
  real(8) :: s
  s = sum(a**2)
end function
`;
    const made = checkedFolder(source, 'fortran', { a_n: 3, a: [1, 2, 3] });
    expect([made.stderr, made.status]).toEqual(['', 0]);
    expect(made.stdout).toMatch(/difference: .*passed/);
  });

  test('many values in single precision', () => {
    const source = 'subroutine f(x, y)\n  real :: x(12), y\n  y = sum(x**2)\nend subroutine\n';
    const made = checkedFolder(source, 'fortran');
    expect([made.stderr, made.status]).toEqual(['', 0]);
  });

  test.each(either(4))('single values on the way, in %s', (target) => {
    const inC = 'double f(double x, double y) {\n  float t = x * y;\n  return sin(t * t) * x;\n}\n';
    const inFortran =
      'subroutine f(x, y)\n  real(8) :: x, y\n  real :: t\n  t = x * x\n  y = sin(t) * x\nend subroutine f\n';
    for (const language of either(1)) {
      const made = checkedFolder(language === 'c' ? inC : inFortran, language, {}, target);
      expect([made.stderr, made.status], language).toEqual(['', 0]);
    }
  });

  test.each(either(5))('a gradient that vanishes but for roundings, in %s', (target) => {
    const source = 'subroutine f(x, y)\n  real :: x, y\n  y = sin(x)**2 + cos(x)**2\nend subroutine f\n';
    const made = checkedFolder(source, 'fortran', { x: 0.5 }, target);
    expect([made.stderr, made.status]).toEqual(['', 0]);
  });

  test('a kernel of C with the name of an intrinsic of Fortran', () => {
    const made = checkedFolder('double matmul(double x) {\n  return x * x;\n}\n', 'c', {}, 'fortran');
    expect([made.stderr, made.status]).toEqual(['', 0]);
  });

  test('a main program around the kernel', () => {
    const source = `
      program main
      real*8 x, y
      x = 0.5d0
      call f(x, y)
      print *, y
      end
      subroutine f(x, y)
      real*8 x, y
      y = exp(-x)*x
      end
`;
    for (const target of either(1)) {
      const made = checkedFolder(source, 'fortran', {}, target);
      expect([made.stderr, made.status], target).toEqual(['', 0]);
    }
    expect(takeAwayFiles({ source, language: 'fortran', routine: 'main' }).diagnostics[0]?.code).toBe(
      'not-available',
    );
  });

  test.each([
    ['c', 'double f(double x) {\n  double y = fabs(x - x);\n  return x + y;\n}\n'],
    [
      'fortran',
      'subroutine f(x, y)\n  real(8), intent(in) :: x\n  real(8), intent(out) :: y\n  y = x + 3*abs(x - 1) ! at x = 1\nend\n',
    ],
  ] as const)('differences don\u2019t judge at a kink, in %s', (language, source) => {
    const made = checkedFolder(source, language, { x: 1 });
    expect([made.stderr, made.status]).toEqual(['', 0]);
    expect(made.stdout).toMatch(/difference: .*: (passed|no verdict, the run meets a kink)/);
  });
});
