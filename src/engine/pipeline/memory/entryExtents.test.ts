import { expect, test } from 'vitest';
import { differentiate, type ExecuteRequest, execute, type Options } from '../../index';
import { compilerFor } from '../../testing/compilers';
import { some } from '../../testing/draws';
import { checkedRequest, gradientIn } from '../../testing/takenAway';

type Kernel = Pick<ExecuteRequest, 'source' | 'language' | 'inputs' | 'independents' | 'dependents'>;

const SNAPSHOT: Kernel = {
  language: 'fortran',
  source: `subroutine g(m, x)
  integer m
  real(8) x(m)
  x = x*x
end subroutine
subroutine f(n, x, r)
  integer n, m
  real(8) x(n), r
  m = n
  n = n - 1
  call g(m, x)
  r = x(n)*x(m)
end subroutine`,
  inputs: { n: 3, x: [1.1, 1.2, 1.3] },
  independents: ['x'],
  dependents: ['r'],
};
const BY_VALUE: Kernel = {
  language: 'c',
  source: `void scale(int m, double x[m], double s) { for (int i = 0; i < m; i++) x[i] *= s*x[i]; }
double f(int n, double x[n]) { int m = n; while (n > 1) { n--; scale(m, x, x[n]); } return x[0]; }`,
  inputs: { n: 3, x: [1.1, 1.2, 1.3] },
};
const ROWS: Kernel = {
  language: 'c',
  source: `void scale(int m, double x[m], double s) { while (m > 0) { m = m - 1; x[m] *= s*x[m]; } }
void f(int n, int m, double x[n][m], double *r) {
  int k = n*m; double w[n][m];
  for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) w[i][j] = x[i][j]*x[0][0];
  n = 1; m--;
  scale(k, &w[0][0], x[0][m]);
  *r = 0;
  for (int j = 0; j < m; j++) *r += w[n][j]*x[n][j];
  scale(m, x[1], *r);
  *r += x[1][0];
}`,
  inputs: { n: 2, m: 2, x: [1.1, 1.2, 1.3, 0.7] },
};
const GRID: Kernel = {
  language: 'fortran',
  source: `subroutine g(k, m, w)
  integer k, m
  real(8) w(k, m), t(m)
  t = w(1,:)
  m = m - 1
  w(:,1:m) = w(:,1:m)*w(:,1:m)
  k = k - 1
  w(1,1) = w(1,1)*t(m+1)
end subroutine
subroutine f(x, n, r)
  integer n, k, m
  real(8) x(n,n), r
  k = n
  m = n
  n = 1
  call g(k, m, x)
  n = m
  r = sum(x(1,:))*x(2,2)
end subroutine`,
  inputs: { n: 2, x: [1.1, 1.2, 1.3, 0.7] },
};
const OF_MODULE: Kernel = {
  language: 'fortran',
  source: `module sizes
  integer :: n = 4
end module
subroutine shrink(x)
  use sizes
  real(8) x(n), w(n)
  w = x*x
  n = n - 1
  x = x*w(n)
  w = w*x
  x(1) = x(1) + sum(w)
end subroutine
subroutine f(x, y)
  use sizes
  real(8) x(4), y
  n = 4
  call shrink(x)
  call shrink(x)
  y = x(1)*x(4)
end subroutine`,
  inputs: { x: [1.1, 1.2, 1.3, 0.7] },
};
const OF_ELEMENTS: Kernel = {
  language: 'fortran',
  source: `subroutine sq(m, x)
  integer, intent(in) :: m
  real(8) x(m)
  x = x*x
end subroutine
subroutine f(p, x, r)
  integer p(2), q
  real(8) x(p(1)+1, p(2)), r
  q = (p(1)+1)*p(2)
  p = 1
  call sq(q, x)
  call sq(q, x)
  r = x(1,1)*x(2,2) + x(3,2)
end subroutine`,
  inputs: { p: [2, 2], x: [1.1, 1.2, 1.3, 0.7, 0.4, 0.9] },
};
const FLAT: Kernel = {
  language: 'fortran',
  source: `subroutine f(x, n, ld, y)
  integer n, ld, i
  real(8) x(ld, n), y
  y = 0
  ld = ld - 1
  do i = 1, n
    x(2, i) = x(1, i)*x(2, i)
    y = y*y + x(2, i)
  end do
  n = 0
end subroutine`,
  inputs: { n: 2, ld: 3, x: [1.1, 1.2, 1.3, 0.7, 0.4, 0.9] },
};

const OPTIONS: readonly Partial<Options>[] = [
  {},
  { record: 'all', adjointLiveness: false },
  { snapshots: 'lazy', record: 'initialized', elements: false },
  { calls: 'split', keepPrimalResults: true },
  { reversal: 'structured', record: 'all', elements: false },
  { calls: 'split', reversal: 'blocks' },
  { calls: 'inline' },
];
/** What a kernel is compiled with: in the fast tier every other one with one of them, in turn. */
const COMPILED = OPTIONS.slice(0, 4).flatMap((options) =>
  (['c', 'fortran'] as const).map((target) => [options, target] as const),
);

const KERNELS: readonly (readonly [what: string, kernel: Kernel])[] = [
  ['of a snapshot', SNAPSHOT],
  ['by value', BY_VALUE],
  ['of rows', ROWS],
  ['of a callee’s grid', GRID],
  ['of a module', OF_MODULE],
  ['from elements of an array', OF_ELEMENTS],
  ['of an array that is flat in C', FLAT],
];

const cases = KERNELS.map(([what, kernel], k) => [what, kernel, 3 * k] as const);

test.each(cases)('an extent %s is what it was at entry, with every choice, on the page', (_, kernel) => {
  for (const options of OPTIONS)
    expect(execute({ ...kernel, options }).check.verdict, JSON.stringify(options)).toBe('passed');
});

test.skipIf(!compilerFor('c') || !compilerFor('free')).each(some(cases, 3))(
  'an extent %s is what it was at entry, compiled',
  (_, kernel, turn) => {
    for (const [options, target] of some(COMPILED, 1, turn)) {
      const made = checkedRequest({ ...kernel, options, target });
      const about = `${JSON.stringify(options)} in ${target}`;
      expect([made.status, made.stdout], about).toEqual([0, expect.stringMatching(/passed\n.*passed/)]);
      const page = Object.values(execute({ ...kernel, options }).derivatives).flat();
      const found = gradientIn(made.stdout);
      expect(found, about).toHaveLength(page.length);
      found.forEach((value, i) => {
        expect(value, about).toBeCloseTo(page[i] as number, 6);
      });
    }
  },
);

test('the gradient of a snapshot whose extent has become smaller', () => {
  expect(execute(SNAPSHOT).derivatives.x?.[2]).toBeCloseTo(3.744, 12);
  // f = x0⁴ x1² x2³, x1 becomes x1⁶ x2³, x2 x1² x2⁷.
  expect(execute({ ...BY_VALUE, dependents: ['f'] }).derivatives.x?.[2]).toBeCloseTo(10.68910128, 12);
  expect(execute(BY_VALUE).derivatives.x?.[2]).toBeCloseTo(85.17137616, 12);
});

test('whole arrays of a module’s extent keep their extent when that changes', () => {
  expect(execute(OF_MODULE).outputs.y?.[0]).toBeCloseTo(7207.3569213506, 8);
});

test('kept results of an array whose extent has become smaller are all of it', () => {
  const source = `subroutine f(n, x)
  integer n, m, i
  real(8) x(n)
  m = n
  do i = 1, m
    x(i) = x(i)*x(i)
  end do
  n = n - 1
end subroutine`;
  const { derivatives, code } = keptRun(source);
  expect(derivatives.x).toEqual([4, 6, 8]);
  expect(code).toMatch(/x_kept.*\n.*n_entry|n_entry = n/);
});

function keptRun(source: string) {
  const inputs = { n: 3, x: [2, 3, 4] };
  const request: ExecuteRequest = {
    source,
    language: 'fortran',
    inputs,
    options: { keepPrimalResults: true },
  };
  return { derivatives: execute(request).derivatives, code: differentiate(request).code?.text };
}

test.each([
  [
    'in C',
    'c',
    'static void g(int m, long n, double A[m][n]) { for (long i = 0; i < m; i++) for (long j = 0; j < n; j++) A[i][j] *= A[i][j]; }\nvoid f(int m, long n, double A[m][n]) { g(m, n, A); g(m, n, A); }',
  ],
  [
    'in C, both wide',
    'c',
    'void f(long m, long n, double A[m][n]) { for (long i = 0; i < m; i++) for (long j = 0; j < n; j++) A[i][j] *= A[i][j]; }',
  ],
  [
    'in Fortran',
    'fortran',
    'subroutine f(m, n, x, y)\ninteger(8) :: m\ninteger :: n, i\nreal(8) :: x(m, n), y, w(-1:m-2, n)\ndo i = 1, n\nw(-1:m-2, i) = x(:, i)**2\nend do\ny = sum(w*w)\nend',
  ],
] as const)('extents of two widths, %s', (_, language, source) => {
  for (const options of [{}, { keepPrimalResults: true }, { storage: 'recompute' }] as const)
    for (const mode of ['adjoint', 'tangent-over-adjoint'] as const) {
      const { check, diagnostics } = execute({ source, language, options, mode });
      expect([check.verdict, diagnostics.filter(({ severity }) => severity === 'error')]).toEqual([
        'passed',
        [],
      ]);
    }
});
