import { describe, expect, test } from 'vitest';
import { certify, execute } from '../../index';
import type { ExecuteRequest } from '../../pipeline/results';
import { disagreement } from '../../testing/compare';

/* Calls put in place, through the door: which, why not, and with what gradient. */

interface Case {
  readonly what: string;
  readonly source: string;
  readonly language?: ExecuteRequest['language'];
  readonly inputs?: ExecuteRequest['inputs'];
  /** Why calls stay calls, each in turn. */
  readonly stays: readonly string[];
}

const CASES: Case[] = [
  {
    what: 'scalars by value and by reference',
    source:
      'void part(double a, double *b, int n) { a = a * n; *b = *b * a; } double f(double x, double y) { part(x * y, &y, 3); part(y, &x, 2); return x * y; }',
    stays: [],
  },
  {
    what: 'an element by reference, whose subscript changes meanwhile',
    source:
      'void part(double *b, int *k) { *k = *k + 1; *b = *b * sin(*b); } double f(double a[4], int i) { part(&a[i], &i); part(&a[i], &i); return a[1] * a[2]; }',
    inputs: { a: [0.3, 0.7, 1.1, 1.3], i: 1 },
    stays: [],
  },
  {
    what: 'arrays whole and from an element on',
    source:
      'void part(int n, double v[n]) { for (int i = 0; i < n; i++) v[i] = v[i] * v[0]; } double f(double a[5]) { part(5, a); part(3, a + 2); return a[1] * a[4]; }',
    stays: [],
  },
  {
    what: 'a pointer to one value',
    source: 'void part(double *v) { v[0] = v[0] * v[0]; } double f(double x) { part(&x); return x * x; }',
    stays: [],
  },
  {
    what: 'locals, static ones too, and a result by way of several returns',
    source:
      'double part(double x, int n) { double t[n], s = x; for (int i = 0; i < n; i++) t[i] = x * i; if (n > 2) return t[2] * s; switch (n) { case 1: return s; default: s = s * 2; } return s * t[0]; } double f(double x) { double y = part(x, 3) + part(x, 1); return y * part(y, 2) + y; }',
    stays: [],
  },
  {
    what: 'jumps and loops inside',
    source:
      'double part(double x, int n) { int i = 0; while (1) { if (++i > n) break; if (i == 2) continue; do x = x * 0.9; while (x > 3); x = x + sin(x); } return x; } double f(double x) { return part(part(x, 3), 4); }',
    stays: [],
  },
  {
    what: 'calls inside of calls',
    source:
      'double in(double x) { return x * x; } double out(double x) { return in(x) * in(in(x)); } double f(double x) { return out(x) + out(2 * x); }',
    stays: [],
  },
  {
    what: 'a routine that calls itself',
    source:
      'double power(double x, int n) { if (n < 1) return 1; return x * power(x, n - 1); } double f(double x) { return power(x, 3); }',
    stays: ['the routine calls itself', 'the routine calls itself'],
  },
  {
    what: 'a local array whose extent the caller computes',
    source:
      'double part(double x, int n) { double t[n]; t[n - 1] = x; return t[n - 1] * x; } double f(double x, int n) { n = n + 1; return part(x, n); }',
    stays: ['the extent of its local array `t` is not known at entry of f'],
  },
  {
    what: 'Fortran: whole arrays, sections of columns, other bounds',
    language: 'fortran',
    source: `subroutine f(a, y)
real(8) a(3, 2), y
call part(a, 3)
call column(a(:, 2))
call column(a(1, 1))
y = a(1, 1)*a(3, 2)
end
subroutine part(v, n)
integer n, i
real(8) v(n, 2)
do i = 1, n
v(i, 1) = v(i, 1)*v(n, 2)
end do
end
subroutine column(v)
real(8) v(0:2)
v(0) = v(1)*v(2)
end
`,
    stays: [
      '`v` sees `a` under another shape',
      '`v` sees `a` with another number of dimensions',
      '`v` sees `a` with another number of dimensions',
    ],
  },
  {
    what: 'Fortran: an argument that counts a loop, and a shape of another rank',
    language: 'fortran',
    source: `subroutine f(a, y, i)
real(8) a(2, 2), y
integer i
call count(i, y)
call flat(a)
y = y*a(1, 1)
end
subroutine count(k, z)
integer k
real(8) z
do k = 1, 3
z = z*sin(z)
end do
end
subroutine flat(v)
real(8) v(4)
v(1) = v(4)*v(2)
end
`,
    stays: ['`v` sees `a` with another number of dimensions'],
  },
  {
    what: 'Fortran: COMMON and SAVE',
    language: 'fortran',
    source: `subroutine f(x, y)
real(8) x, y, c
common /blk/ c
c = x*x
call part(y)
call part(y)
y = y*c
end
subroutine part(z)
real(8) z, d, kept
common /blk/ d
save kept
data kept /0.5d0/
kept = kept*d
z = z + kept*d
d = d*z
end
`,
    stays: [],
  },
  {
    what: 'Fortran: elements, and columns from inside of an array',
    language: 'fortran',
    source: `subroutine f(a, y)
real(8) a(2, 3), b(3), y
call one(a(2, 1))
b(1) = a(1, 1)
b(2) = a(2, 2)
b(3) = y
call grid(a(1, 2))
call one(b(2))
y = b(1)*a(1, 2)*b(3)
end
subroutine one(x)
real(8) x
x = x*sin(x)
end
subroutine grid(v)
real(8) v(2, 2)
v(1, 1) = v(1, 1)*v(2, 2)
end
`,
    stays: ['`v` starts inside `a`'],
  },
  {
    what: 'Fortran: bounds that the caller changes, and a view of a block with an array',
    language: 'fortran',
    source: `subroutine f(a, n, y)
integer n
real(8) a(3), y, w(2), s
common /held/ w, s
w(1) = y
w(2) = a(1)
s = y*y
n = n + 1
call shifted(a, n)
call views(y)
y = y*w(1)*s*a(2)
end
subroutine shifted(v, m)
integer m
real(8) v(m:m+2)
v(m) = v(m)*v(m+2)
end
subroutine views(z)
real(8) z, u(2), t
common /held/ u, t
z = z*u(2) + t
u(1) = u(1)*z
end
`,
    stays: ['the bounds of `v` are not those at entry of f'],
  },
  {
    what: 'an argument that a routine which calls itself is given',
    source:
      'void damp(int n, double *v) { if (n > 0) { v[0] = v[0] * 0.9 * v[1]; damp(n - 1, v); } } void pass(int n, double *v) { damp(n, v); v[1] = v[1] * v[0]; } double f(double a[4]) { pass(2, a + 1); pass(1, a); return a[0] * a[1] * a[2]; }',
    stays: ['the routine calls itself', 'the routine calls itself', 'it passes `v` on'],
  },
  {
    what: 'rows of a matrix, and a matrix of which the extent is not said',
    source:
      'void scale(int n, double m[][3], double w) { for (int i = 0; i < n; i++) for (int j = 0; j < 3; j++) m[i][j] = m[i][j] * m[0][j] * w; } double f(double a[2][3], double b[4][2], double w) { scale(2, a, w); scale(1, &a[1], w); return a[0][1] * a[1][2] + b[0][0]; }',
    stays: ['`m` starts inside `a`'],
  },
  {
    what: 'a constant and a variable of the file',
    source:
      'static const double third = 0.25; static double level; void one(double *m) { *m = *m * *m * third + level; level = level * *m; } double f(double x) { level = x * x; one(&x); return x * level; }',
    stays: [],
  },
  {
    what: 'Fortran: an element that counts a loop, and bounds that read an array',
    language: 'fortran',
    source: `subroutine f(a, k, y)
real(8) a(3), y
integer k(2)
call count(k(2), y)
call local(k, a, y)
y = y*a(1)
end
subroutine count(k, z)
integer k
real(8) z
do k = 1, 3
z = z*sin(z)
end do
end
subroutine local(m, v, z)
integer m(2)
real(8) v(3), z, w(m(1)+1)
w(1) = v(1)*z
w(m(1)+1) = w(1)*v(2)
z = w(m(1)+1)
end
`,
    inputs: { a: [0.3, 0.7, 1.1], k: [2, 1], y: 0.8 },
    stays: [
      'it counts a loop with its argument `k`',
      'the extent of its local array `w` is not known at entry of f',
    ],
  },
  {
    what: 'an argument that counts a loop, and one that is passed on',
    source:
      'void deep(int n, double v[n]) { v[0] = v[0] * v[n - 1]; } void pass(int n, double v[n]) { deep(n, v); } double f(double a[4]) { pass(3, a + 1); pass(4, a); return a[0] * a[1]; }',
    stays: [],
  },
];

const COMMON = (callee: string) => `subroutine part(a)
  double precision a, p, q(2), w(3), r
  common /blk/ ${callee}, r
  a = a * ${callee === 'w' ? 'w(1) * w(3)' : 'p * q(2)'}
end
double precision function f(x)
  double precision x, y, u(3), v
  common /blk/ u, v
  y = x * u(1)
  call part(y)
  f = y
end
`;
CASES.push(
  {
    what: 'a COMMON block that the routine sees in another way',
    source: COMMON('p, q'),
    language: 'fortran',
    stays: [],
  },
  {
    what: 'a COMMON block under other names',
    source: COMMON('w'),
    language: 'fortran',
    stays: [],
  },
  {
    what: 'a COMMON block of another type',
    source: `subroutine part(a)
  real(8) a
  integer k(4)
  common /blk/ k
  a = a*a*k(4)
end
real(8) function f(x)
  real(8) x, y, u
  common /blk/ u
  y = x*u
  call part(y)
  f = y
end
`,
    language: 'fortran',
    stays: ['`k` sees memory that f sees in another way'],
  },
  {
    what: 'constants that two routines keep under one name',
    source:
      'double in(double x) { static const double w[2] = {1.5, 2.5}; return w[0]*x*x + w[1]; } double out(double x) { static const double w[2] = {0.5, 3}; return in(x)*w[1] + in(x*x)*w[0]; } double f(double x) { return out(x)*in(x); }',
    stays: [],
  },
  {
    what: 'Fortran: constants, and what is kept',
    source: `real(8) function part(x)
  real(8) x
  real(8), parameter :: w(2) = [1.5d0, 2.5d0]
  real(8), save :: v(2) = [0.5d0, 2d0]
  integer i
  part = 0
  do i = 1, 2
    part = part + w(i)*x*x*v(i)
  end do
end
real(8) function f(x)
  real(8) x, part
  f = part(x)*part(x*x)
end
`,
    language: 'fortran',
    stays: [],
  },
);

describe.each(CASES)('$what', ({ source, language = 'c', inputs = {}, stays }) => {
  const request: ExecuteRequest = { source, language, routine: 'f', inputs, options: { calls: 'inline' } };
  const run = execute(request);

  test('the gradient is that of joint calls', () => {
    expect(run.diagnostics.filter((d) => d.severity === 'error')).toEqual([]);
    expect(run.check.verdict, run.check.sentence).toBe('passed');
    const joint = execute({ ...request, options: { calls: 'joint' } });
    expect(disagreement(joint.derivatives, run.derivatives, 1e-10)).toBeNull();
  });
  test('it is right in exact numbers', () => {
    const { verdict, note } = certify(request);
    expect(verdict, note).toBe('exact');
  });
  test('what stays a call is told, with the reason', () => {
    const told = run.diagnostics.filter((d) => d.code === 'not-inlined').map((d) => d.message);
    expect(told.map((message) => message.replace(/^The call of \w+ stays a call: |\.$/g, ''))).toEqual(stays);
  });
});

test('what a routine reads by default does not depend on where its calls are', () => {
  // Put in place, the call shows that it reads nothing of p but what was set before.
  const source =
    'void turn(double *p) { double r = p[0] * p[0] + p[1]; p[0] *= r; p[1] *= r; } void f(double x, double *p) { p[0] = x; p[1] = x * x; turn(p); }';
  const keys = (['joint', 'split', 'inline'] as const).map((calls) =>
    Object.keys(execute({ source, language: 'c', options: { calls } }).derivatives),
  );
  expect(keys[1]).toEqual(keys[0]);
  expect(keys[2]).toEqual(keys[0]);
});

test('constants of a routine that overlapping pieces put in place are right in exact numbers, whatever the mode', () => {
  const source =
    'void scale(int n, double *a, double *b) { static const double w[2] = {1.5, 2.5}; for (int i = 0; i < n; i++) a[i] = a[i]*b[i]*w[i%2]; } double f(double x[6], int k) { scale(3, x, x + k); return x[0]*x[1]*x[2]; }';
  for (const mode of ['adjoint', 'tangent', 'tangent-over-adjoint'] as const) {
    const { verdict, note } = certify({ source, language: 'c', mode, inputs: { k: 1 } });
    expect([mode, verdict], note).toEqual([mode, 'exact']);
  }
});
