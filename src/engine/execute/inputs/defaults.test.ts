import { describe, expect, test } from 'vitest';
import { execute } from '../../index';
import type { ExecuteRequest } from '../../pipeline/results';

const CSR = `
void spmv(int n, const int *ptr, const int *col, const double *val, const double *x, double *y) {
  for (int i = 0; i < n; i++) {
    double sum = 0.0;
    for (int k = ptr[i]; k < ptr[i + 1]; k++) sum += val[k] * x[col[k]];
    y[i] = sum;
  }
}
`;

const NEIGHBOURS = `
subroutine pairs(n, x, first, list, e)
  implicit none
  integer :: n, i, j, k, start, last, first(n+1), list(*)
  real(8) :: x(n), e
  e = 0
  do i = 1, n
    start = first(i)
    last = first(i+1) - 1
    do k = start, last
      j = list(k)
      e = e + (x(i) - x(j))**2
    end do
  end do
end subroutine
`;

describe('inputs that were left out', () => {
  test('rows of a sparse matrix begin one after the other', () => {
    expect(execute({ source: CSR, language: 'c' }).inputs.ptr).toEqual([0, 1, 2, 3, 4, 5]);
    expect(execute({ source: NEIGHBOURS, language: 'fortran' }).inputs.first).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('what an index is taken from is an index, however far back', () => {
    const source = `
double far(const int *start, const double x[6]) {
  int a = start[0];
  int b = a;
  int c = b;
  int d = c;
  int e = d;
  return x[e] * x[e];
}
`;
    const { ok, inputs } = execute({ source, language: 'c' });
    expect(ok).toBe(true);
    expect(Math.max(...(inputs.start ?? []))).toBeLessThan(6);
  });

  test('a switch is on', () => {
    const source = 'double f(_Bool on, double x) { return on ? x * x : 0; }';
    expect(execute({ source, language: 'c' }).inputs.on).toEqual([1]);
  });

  test('what is passed for a size is one, and so is what an end is made of', () => {
    const source = `
double dot(const double *p, const double *q, int m) {
  const double *end = p + m;
  double s = 0;
  while (p != end) s += *p++ * *q++;
  return s;
}
double norm(const double *x, int n) { return dot(x, x, n); }
`;
    expect(execute({ source, language: 'c' }).inputs.n).toEqual([5]);
  });

  test('results follow their inputs where some defaults do that', () => {
    const source = `
double lj(const double x[4], double eps, double sigma, double rc) {
  double e = 0;
  for (int i = 0; i < 4; i++)
    for (int j = i + 1; j < 4; j++) {
      double r = fabs(x[i] - x[j]);
      if (r < 0.02 * rc) e += 4 * eps * (pow(sigma / r, 12) - pow(sigma / r, 6));
    }
  return e;
}
`;
    const { derivatives, check, diagnostics } = execute({ source, language: 'c' });
    expect(derivatives.eps?.[0]).not.toBe(0);
    expect(check.verdict).toBe('passed');
    expect(diagnostics.map(({ code }) => code)).not.toContain('zero-derivatives');
  });

  test('globals that are zero for lack of a first value have one where all would stay zero', () => {
    const source = 'double A[4], B[4], s;\nvoid dot(void) { for (int i = 0; i < 4; i++) s += A[i] * B[i]; }';
    const { inputs, derivatives } = execute({ source, language: 'c' });
    expect(derivatives.A).toEqual(inputs.B);
    expect(Math.min(...(inputs.B ?? []))).toBeGreaterThan(0);
    const begun = 'static double total;\nvoid add(double x) { total += x * x; }';
    expect(execute({ source: begun, language: 'c' }).inputs.total).toEqual([0]);
  });

  test('where none do, it is said that the check says little', () => {
    const far = 'double f(double x) { if (x > 1e9) return x * x; return 1; }';
    const run = execute({ source: far, language: 'c' });
    expect(run.diagnostics.map(({ code }) => code)).toContain('zero-derivatives');
    expect(run.check.sentence).toMatch(/^All derivatives are zero for these inputs/);
    const near = execute({ source: far, language: 'c', inputs: { x: 2e9 } });
    expect(near.diagnostics.map(({ code }) => code)).not.toContain('zero-derivatives');
    // What is zero whatever the inputs has been said to be so, and seeds of zero ask for nothing else.
    const constant = execute({ source: 'double f(double x) { return floor(x); }', language: 'c' });
    expect(constant.diagnostics.map(({ code }) => code)).not.toContain('zero-derivatives');
    const unasked = execute({
      source: 'double f(double x) { return x * x; }',
      language: 'c',
      seeds: { f: [0] },
    });
    expect(unasked.diagnostics.map(({ code }) => code)).not.toContain('zero-derivatives');
  });

  test('pairs of indices are no rows', () => {
    const source = `
double springs(int m, const int *edge, const double x[6]) {
  double e = 0.0;
  for (int s = 0; s < m; s++) {
    int a = edge[2 * s], b = edge[2 * s + 1];
    if (a != b) e += (x[a] - x[b]) * (x[a] - x[b]);
  }
  return e;
}
`;
    const edges = execute({ source, language: 'c' }).inputs.edge ?? [];
    expect(edges.length).toBe(10);
    expect(Math.max(...edges)).toBeLessThan(6);
  });

  test('strides are as long as rows, and loops begin before they end', () => {
    const source = `
void scale(int n, int first, const double *a, int lda, double *y) {
  int j = n;
  for (int i = first; i < n; i++) y[i] = a[i * lda + 1];
  while (j > 0) y[--j] *= 2.0;
}
`;
    const { n, lda, first } = execute({ source, language: 'c' }).inputs;
    expect([n, lda, first]).toEqual([[5], [5], [0]]);
  });

  test('a number that a guard asks to be far above the others is', () => {
    const stops = `
      subroutine band(n, kl, ku, a, lda, x)
      real*8 a(lda,*), x(n)
      if (lda .lt. kl + ku + 1) stop
      do 10 i = 1, n
   10 x(i) = x(i)*a(kl + 1, i)
      end
`;
    const run = execute({ source: stops, language: 'fortran' });
    expect(run.inputs).toMatchObject({ n: [5], kl: [5], ku: [5], lda: [20] });
    expect([run.check.verdict, run.derivatives.a?.some((x) => x !== 0)]).toEqual(['passed', true]);
    const returns =
      'int f(int n, int room, double *x) { if (room < 3 * n) return 1; x[0] *= x[n - 1]; return 0; }';
    expect(execute({ source: returns, language: 'c' }).inputs).toMatchObject({ n: [5], room: [20] });
  });

  test('what chooses a case is one of them', () => {
    const c = `
double poly(double x, int order, int n) {
  double r = 0.0;
  switch (order) {
    case 2: r = x; /* fall through */
    case 1: r = (r + 1.0) * x; break;
    default: return 0.0 / 0.0;
  }
  for (int i = 0; i < n; i++) r *= x;
  return n == 1 ? r : r + x;
}
`;
    expect(execute({ source: c, language: 'c' }).inputs).toMatchObject({ order: [2], n: [5] });
    const fortran = `
      subroutine f(mode, incx, x)
      real*8 x
      go to (10, 20, 30), mode
      x = 0
   10 x = 2*x
   20 if (incx .eq. 1) x = x*x
   30 return
      end
`;
    expect(execute({ source: fortran, language: 'fortran' }).inputs).toMatchObject({ incx: [1] });
  });

  test('are the same whatever the options', () => {
    const source = `
double sum(int n, const double *x) {
  double s = 0.0;
  for (int i = 0; i < n; i++) s += x[i] * x[i];
  return s;
}
`;
    const inputs = (options: ExecuteRequest['options']) => execute({ source, language: 'c', options }).inputs;
    const usual = inputs({});
    for (const reversal of ['structured', 'statements', 'blocks'] as const)
      expect(inputs({ reversal })).toEqual(usual);
  });
});

describe('a program that is not content with the usual inputs', () => {
  const KEPLER = `
double anomaly(double e, double m) {
  double x = m;
  for (int i = 0; i < 9; i++) x -= (x - e * sin(x) - m) / (1 - e * cos(x));
  return x * sqrt(1 - e * e);
}
`;

  test('gets fractions where those are in its domain', () => {
    const { inputs, check } = execute({ source: KEPLER, language: 'c' });
    expect(inputs.e?.[0]).toBeLessThan(1);
    expect(check.verdict).toBe('passed');
  });

  test('keeps what is given, and says where that fails', () => {
    const { inputs, diagnostics, check } = execute({ source: KEPLER, language: 'c', inputs: { e: 1.3 } });
    expect(inputs).toEqual({ e: [1.3], m: [1.3] });
    expect(diagnostics.map(({ code }) => code)).toContain('not-finite');
    expect(check.verdict).toBe('none');
  });

  test('gets a power of two, or distinct corners of a triangle', () => {
    const halves = `
double halves(int n, double *a) {
  double t[8];
  for (int m = n; m > 1; m /= 2)
    for (int i = 0; i < m / 2; i++) a[i] = t[8 * (m % 2)] = a[i] * a[m - 1 - i];
  return a[0];
}
`;
    expect(execute({ source: halves, language: 'c' }).inputs.n).toEqual([4]);
    const areas = `
double areas(int nt, const int t[][3], const double p[][2]) {
  double s = 0;
  for (int k = 0; k < nt; k++) {
    const int a = t[k][0], b = t[k][1], c = t[k][2];
    s += 1 / ((p[b][0] - p[a][0]) * (p[c][1] - p[a][1]) - (p[c][0] - p[a][0]) * (p[b][1] - p[a][1]));
  }
  return s;
}
`;
    expect(execute({ source: areas, language: 'c' }).check.verdict).toBe('passed');
  });

  test('gets arrays as long as its subscripts, and indices that have one before them', () => {
    const packed = `
subroutine packed(n, nv, a, m, work, r)
  integer :: n, nv, m, i, k
  real(8) :: a(nv), work(m), r
  k = 0
  do i = 1, n
    k = k + i
    call keep(m, work, a(k))
  end do
  r = sum(a(1:k)) + work(7)
end subroutine
subroutine keep(len, w, x)
  integer :: len
  real(8) :: w(len), x
  w(7) = x*x
end subroutine
`;
    const { inputs, check } = execute({ source: packed, language: 'fortran', routine: 'packed' });
    expect([inputs.n, inputs.m]).toEqual([[5], [7]]);
    expect(inputs.nv?.[0]).toBeGreaterThanOrEqual(15);
    expect(check.verdict).toBe('passed');
    const step = 'real(8) function step(x, j)\nreal(8) :: x(9)\ninteger :: j\nstep = x(j)*x(j - 1)\nend';
    expect(execute({ source: step, language: 'fortran' }).inputs.j).toEqual([2]);
    const never = 'subroutine s(n, x)\ninteger :: n\nreal(8) :: x(n)\nx(n + 1) = 2*x(1)\nend';
    expect(execute({ source: never, language: 'fortran' }).inputs.n).toEqual([5]);
    expect(execute({ source: never, language: 'fortran', inputs: { n: 3 } }).ok).toBe(false);
  });
});
