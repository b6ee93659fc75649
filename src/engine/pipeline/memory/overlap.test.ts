import { describe, expect, test } from 'vitest';
import { parseC } from '../../frontend/c';
import { differentiate, type ExecuteRequest, execute, type Options } from '../../index';
import { overlapOf } from '../../ir/rewrites/pieces';
import { walkStatements } from '../../ir/statements';

type Kernel = Pick<ExecuteRequest, 'source' | 'language' | 'inputs'>;

const AXPY =
  'void axpy(int n, double a, const double *x, double *y) { for (int i = 0; i < n; i++) y[i] += a*x[i]; }';

const SHIFTED: Kernel = {
  language: 'c',
  source: `${AXPY}
void f(int n, double c, double y[n]) { axpy(n - 1, c, y, y + 1); for (int i = 0; i < n; i++) y[i] = y[i]*y[i]; }`,
  inputs: { n: 3, c: 0.5, y: [1, 2, 3] },
};
const NESTED: Kernel = {
  language: 'c',
  source: `${AXPY}
void both(int n, double c, double *p, double *q) { axpy(n, c, p, q); axpy(n, c, q, p); }
void f(int n, int k, double c, double y[n]) { both(n - k, c, y, y + k); axpy(2, c, &y[0], &y[2]); for (int i = 0; i < n; i++) y[i] = y[i]*y[i]; }`,
  inputs: { n: 5, k: 1, c: 0.5, y: [1, 2, 3, 1.5, 0.5] },
};
const ELEMENTS: Kernel = {
  language: 'c',
  source:
    'void g(double *p, double *q) { *p = *p * *q; *q = *p * *q; }\nvoid f(int i, int j, double x[3]) { g(&x[i], &x[j]); }',
  inputs: { i: 1, j: 1, x: [1.1, 1.2, 1.3] },
};
const SEQUENCE: Kernel = {
  language: 'fortran',
  source: `subroutine axpy(n, c, x, y)
  integer n, i
  real(8) c, x(n), y(n)
  do i = 1, n
    y(i) = y(i) + c*x(i)*y(i)
  end do
end subroutine
subroutine f(n, c, y)
  integer n
  real(8) c, y(n)
  call axpy(n - 1, c, y(1), y(2))
  y = y*y
end subroutine`,
  inputs: { n: 4, c: 0.5, y: [1, 2, 3, 1.5] },
};

/** Pieces of two arrays, in columns as long as a variable says that is handed on, under another shape. */
const COLUMNS: Kernel = {
  language: 'fortran',
  source: `subroutine rot(m, p, q, k, ld, r, s)
  integer m, k, ld, i, r(*), s(*)
  real(8) p(ld, *), q(*)
  do i = 1, m
    q(k*(i - 1) + 1) = q(k*(i - 1) + 1)*p(1, i) + p(r(1), i)
    s(i) = r(1)
    p(2, i) = p(2, i)*q(k*(i - 1) + 1)
  end do
end subroutine
subroutine f(m, ld, a, at)
  integer m, ld, at(4)
  real(8) a(ld, m)
  at = 2
  call rot(m, a(1, 1), a(2, 1), ld, ld, at(1), at(2))
  a = a*a
end subroutine`,
  inputs: { m: 2, ld: 3, a: [1.1, 1.2, 1.3, 0.4, 0.5, 0.6] },
};

const ROWS: Kernel = {
  language: 'c',
  source: `typedef struct { double at[2]; double mass; } body;
void kick(double *p, double *q, double m) { p[0] += m*q[0]*q[0]; q[1] *= p[0]; }
double f(int i, int j, body b[2]) { kick(b[i].at, b[j].at, b[i].mass); return b[0].at[0]*b[0].at[1] + b[1].at[1]; }`,
  inputs: { i: 0, j: 0, 'b.at': [0.4, 0.5, 0.6, 0.7], 'b.mass': [0.8, 0.9] },
};
const RECURSIVE: Kernel = {
  language: 'c',
  source: `double mul(int n, double *x, double *y) { if (n > 0) { y[0] = y[0]*x[0]; return x[1]*mul(n - 1, y, x + 1); } return x[0]; }
double f(int n, double y[n]) { return mul(n - 1, y, y + 1); }`,
  inputs: { n: 4, y: [1.1, 1.2, 1.3, 1.4] },
};
const KNOWN: Kernel = {
  language: 'c',
  source: `double w[6];
void inner(double *q) { q[1] *= w[2]; }
void step(double *p) { for (int k = 0; k < 3; k++) p[k] = p[k]*w[k + 1] + w[k]; inner(p + 1); }
double f(int i, double c) { for (int k = 0; k < 6; k++) w[k] = c*(k + 1); step(w + i); double s = 0; for (int k = 0; k < 6; k++) s += w[k]*w[k]; return s; }`,
  inputs: { i: 1, c: 0.5 },
};

const OPTIONS: readonly Partial<Options>[] = [
  {},
  { calls: 'split' },
  { calls: 'inline' },
  { snapshots: 'lazy', record: 'all', elements: false },
  { reversal: 'blocks', record: 'initialized' },
];

describe('pieces of one array that overlap', () => {
  test.each([
    ['at a known distance', SHIFTED],
    ['at one that is passed on', NESTED],
    ['of one element each', ELEMENTS],
    ['in Fortran', SEQUENCE],
    ['as rows of one array', ROWS],
    ['in columns of a length that is handed on', COLUMNS],
    ['in a routine that calls itself', RECURSIVE],
    ['in a routine that knows the array by itself', KNOWN],
  ])('%s are differentiated as what they are', (_, kernel) => {
    for (const options of OPTIONS) {
      const { check, diagnostics } = execute({ ...kernel, options });
      const about = JSON.stringify(options);
      expect(check.verdict, about).toBe('passed');
      expect(
        diagnostics.filter(({ code }) => code === 'aliasing'),
        about,
      ).toEqual([]);
    }
  });

  test('have the gradient of the recurrence that they make', () => {
    const { derivatives } = execute(SHIFTED);
    expect(derivatives.c?.[0]).toBeCloseTo(30.5, 13);
    expect(derivatives.y).toEqual([6.625, 9.25, 8.5]);
  });

  test('are refused where one array with what it begins at can’t stand for them', () => {
    const source = `void mul(double *x, double *y) { y[0] = y[0]*x[0]; }
void f(int n, int i, double y[n][n]) { n = n/2; mul(y[i], y[n]); }`;
    const { ok, diagnostics } = differentiate({ source, language: 'c' });
    expect(ok).toBe(false);
    const [error] = diagnostics.filter(({ severity }) => severity === 'error');
    expect(error?.code).toBe('aliasing');
    expect(source.slice(error?.span.start, error?.span.end)).toBe('mul(y[i], y[n])');
  });
});

test('which pieces overlap for certain, may, and do not', () => {
  const found = (call: string) => {
    const { program } = parseC(
      `void two(double x[2], double y[2]) { y[0] = x[0]; y[1] = x[1]; }
double sum(const double *x, const double *y) { return x[0] + y[0]; }
void one(double *p, double *q) { *p = *q; *q = 2; }
void f(int k, double a[3][2], double b[9]) { ${call}; }`,
    );
    const overlaps: unknown[] = [];
    for (const { body } of program.routines)
      walkStatements(body, (s) => {
        if (s.kind === 'call') overlaps.push(overlapOf(program, s));
      });
    return overlaps[0];
  };
  expect(found('two(b, b + 1)')).toBe('certain');
  expect(found('two(b + 3, b + 2)')).toBe('certain');
  expect(found('two(b, b + 2)')).toBe(null);
  expect(found('two(b, b + k)')).toBe('possible');
  expect(found('two(a[0], a[1])')).toBe(null);
  expect(found('two(a[k], a[1])')).toBe('possible');
  expect(found('two(a[0], b)')).toBe(null);
  expect(found('sum(b, b + 1)')).toBe(null);
  expect(found('one(&b[k], &b[k - 1])')).toBe(null);
  expect(found('one(&a[k][0], &a[2*k][1])')).toBe(null);
  expect(found('one(&b[k], &b[2*k])')).toBe('possible');
});
