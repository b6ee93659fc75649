/** What a check says of runs that are neither right nor wrong. */
import { expect, test } from 'vitest';
import { execute } from '../../index';
import type { ExecuteRequest } from '../../pipeline/results';

const C = (source: string, inputs: ExecuteRequest['inputs'], more: Partial<ExecuteRequest> = {}) =>
  execute({ source, language: 'c', inputs, ...more });

test('of what was read without a value nothing is judged, and no run is said to stop there', () => {
  const runs: readonly [ExecuteRequest['language'], string, ExecuteRequest['inputs']][] = [
    [
      'c',
      'double f(double x, int m) { double v[5]; if (v[m] != 0.0) return x*x; return x; }',
      { x: 2, m: 3 },
    ],
    ['c', 'double f(double x) { double t; return t*x; }', { x: 2 }],
    [
      'c',
      'double f(int n, double x) { double v[4]; v[0] = x; double s = 0; for (int i = 0; i < n; i++) s += v[i]*x; return s; }',
      { n: 3, x: 2 },
    ],
    [
      'fortran',
      'subroutine s(m, x, y)\n real x, y\n integer m\n real, allocatable :: v(:)\n allocate(v(m))\n if (any(v(1:m) .ne. 0.0)) y = x**2\n deallocate(v)\nend subroutine',
      { m: 3, x: 1.2, y: 1 },
    ],
  ];
  for (const [language, source, inputs] of runs) {
    const { check, diagnostics } = execute({ source, language, inputs });
    expect(check, source).toMatchObject({
      verdict: 'none',
      sentence: expect.stringContaining('judges nothing'),
    });
    expect(diagnostics.map(({ code }) => code)).toContain('uninitialised');
    expect(JSON.stringify(diagnostics)).not.toContain('stops here');
  }
});

const TRIPS =
  'double f(double lower, double upper) { double s = 0; double n = 10000; double h = (upper - lower)/n; for (double x = lower; x <= upper; x += h) s += x*x*h; return s; }';

test('where roundings decide how often a loop runs, no difference is a measure', () => {
  const inputs = { lower: 0.7200000000000001, upper: 0.8900000000000001 };
  const directions = { lower: [[-0.0647]], upper: [[-0.4765]] };
  const { check, derivatives } = C(TRIPS, inputs, { mode: 'tangent', directions });
  expect(derivatives.f?.[0]).toBeCloseTo(-0.343883, 5);
  expect(check.verdict).toBe('kink');
  expect(check.sentence).toContain('one side of a jump');
});

test('a function of a whole order and a real number is smooth', () => {
  const { check } = C('float f(float x) { return jnf(5, x); }', { x: 1e-8 });
  expect(check.verdict, check.sentence).toBe('passed');
});

test('a derivative that a cast cuts is called zero for it, not right', () => {
  const one = C('double f(double x) {\n int k = x;\n double y = k*2.0;\n return y; }', { x: 2.5 });
  expect(one.check.sentence).toBe(
    'The derivative by `x` is zero, because the value becomes an integer at line 2.',
  );
  const two = C('double f(int n, double x[n], double w) {\n int k = w;\n return x[0]*k + floor(x[1])*w; }', {
    n: 2,
    x: [2.5, 1.5],
    w: 1.25,
  });
  expect(two.check.sentence).toMatch(
    /^The derivative by `x\[1\]` is zero, because `floor\(x\[1\]\)` is flat between its jumps at line 3\. The others are checked:/,
  );
  const along = C('double f(double x) {\n int k = x;\n return k*2.0; }', { x: 2.5 }, { mode: 'tangent' });
  expect(along.check.sentence).toContain(
    'The derivative of `f` is zero, because the value becomes an integer at line 2',
  );
});

test.each(['adjoint', 'tangent'] as const)(
  'a test for being equal that holds at this point only makes no derivative wrong (%s)',
  (mode) => {
    const source =
      'double f(int n, double *c) {\n int d = n;\n while (d > 0 && c[d] == 0) d--;\n return c[0]*c[d]; }';
    const { check } = C(source, { n: 2, c: [0.5, 0.7, 0] }, { mode });
    expect(check.verdict).toBe('kink');
    expect(check.sentence).toContain('a single point: `c[d] == 0` compares two equal values at line 3');
  },
);

test('differences that are longer than the pieces of a function judge no derivative', () => {
  const pieces = [
    'fmod(K*x, 1.0)*x',
    'remainder(K*x, 0.7)*x',
    'atan2(sin(K*x), cos(K*x)) + x',
    'floor(K*x)*x',
    '(K*x - (long)(K*x))*x',
    'fabs(fmod(K*x, 2.0) - 1.0)',
    'fmax(sin(K*x), x*cos(K*x))',
    '1/sin(K*x)',
    'tan(K*x)',
  ];
  for (const piece of pieces)
    for (const factor of ['1e3', '1e5', '1e7', '1e9', '1e12'])
      for (const x of [0.7, 0.123456789, 0.9876543210123]) {
        const value = piece.replaceAll('K', factor);
        const { check } = C(`double f(double x) { return ${value}; }`, { x });
        expect(check.dotProduct?.passed, value).toBe(true);
        expect(['passed', 'kink', 'ill-conditioned'], `${value} at ${x}`).toContain(check.verdict);
      }
});
