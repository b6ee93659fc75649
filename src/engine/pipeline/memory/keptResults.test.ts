import { describe, expect, test } from 'vitest';
import { certify, differentiate, type ExecuteRequest, execute, type Options } from '../../index';

const KEPT = { keepPrimalResults: true };

/** Variables that a callee writes: a file-scope variable, a static, elements of an array. */
const BELOW: ExecuteRequest = {
  language: 'c',
  source: `double total = 0.5;
double step(double v, double w[2]) { static double last = 2; total = total*v*v; last = last*v; w[1] = w[1]*w[0]*last; return last*total; }
void f(double x[2], double w[2], double *y) { *y = step(x[0], w)*step(x[1], w); *y = *y * *y; }`,
  inputs: { x: [1.1, 0.7], w: [0.3, 0.9], total: 0.5, y: 0 },
  routine: 'f',
};

describe('results are kept', () => {
  test.each(['joint', 'split', 'inline'] as const)('where a callee overwrites them, %s', (calls) => {
    const request = { ...BELOW, options: { ...KEPT, calls } };
    expect(execute(request).check.verdict).toBe('passed');
    const { verdict, note } = certify(request, 1);
    expect(verdict, note).toBe('exact');
    expect(certify({ ...BELOW, options: { calls } }, 1).verdict).toBe('exact');
  });

  test('in COMMON that only a callee names', () => {
    const source = `      subroutine g(x)
      real*8 x, c(3)
      common /blk/ c
      c(2) = c(2)*x
      x = c(2)*c(2)*c(1)
      end
      subroutine f(x, y)
      real*8 x, y
      y = x
      call g(y)
      call g(y)
      y = y*y
      end`;
    const inputs = { x: 1.1, y: 0, 'blk.c': [0.5, 1.2, 0.7] };
    const request: ExecuteRequest = { source, language: 'fortran', routine: 'f', inputs, options: KEPT };
    const { verdict, note } = certify(request, 1);
    expect(verdict, note).toBe('exact');
  });
});

describe('an array of an extent that the text does not tell', () => {
  const of = (source: string, more: Partial<ExecuteRequest> = {}): ExecuteRequest => ({
    source,
    language: 'c',
    routine: 'f',
    options: KEPT,
    ...more,
  });

  test.each([
    [
      'there',
      'void f(double *a, double *z) { for (int i = 0; i < 3; i++) a[i] = a[i]*a[i]; *z = a[0]*a[1]; }',
    ],
    [
      'in a callee',
      'double g(double *a, int n) { double s = 0; for (int i = 0; i < n; i++) { a[i] = a[i]*a[i]; s += a[i]; } return s; } void f(double *a, double *z) { *z = g(a, 3); }',
    ],
  ])('is not kept where it is overwritten %s: that is refused', (_, source) => {
    const { diagnostics } = differentiate(of(source));
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toMatchObject([
      { code: 'unknown-extent', message: expect.stringContaining('`a` cannot be kept') },
    ]);
    const { span } = diagnostics.find(({ severity }) => severity === 'error') ?? {};
    expect(source.slice(span?.start, span?.end)).toContain('a');
  });

  test.each<[string, string, Partial<Options>?]>([
    ['written once', 'void f(double *x, double *y) { for (int i = 0; i < 3; i++) y[i] = x[i]*x[i]; }'],
    [
      'written by a callee',
      'void g(const double *x, double *y, int n) { for (int i = 0; i < n; i++) y[i] = x[i]*x[i]; } void f(double *x, double *y) { g(x, y, 3); }',
      { calls: 'split' },
    ],
  ])('is kept where nothing overwrites it on the way back: %s', (_, source, options = {}) => {
    const inputs = { x: [1.1, 0.4, 0.7], y: [0, 0, 0] };
    const { verdict, note } = certify(of(source, { inputs, options: { ...KEPT, ...options } }), 1);
    expect(verdict, note).toBe('exact');
  });
});
