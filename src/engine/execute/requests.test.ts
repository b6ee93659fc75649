import { describe, expect, test } from 'vitest';
import { type ExecuteRequest, execute } from '..';

/* What a run is asked for, in all its forms; and what comes of requests that make no sense. */

const run = (source: string, more: Partial<ExecuteRequest> = {}) =>
  execute({ source, language: 'c', ...more });
/** Severity, code and message of each diagnostic. */
const said = (source: string, more: Partial<ExecuteRequest> = {}) =>
  run(source, more).diagnostics.map((d) => `${d.severity} ${d.code}: ${d.message}`);

describe('an extent is what the run makes of it', () => {
  test.each([
    ['n + m', 10],
    ['n - m', 4],
    ['n * m', 21],
    ['n / m', 2],
    ['n % m', 1],
    ['-m + n', 4],
    ['abs(m - n)', 4],
    ['n > m ? n : 1', 7],
    ['(n >> 1) + (m << 1)', 9],
    ['(int)(x * 2.5)', 5],
    ['(int)(x / 0.25) + k', 19],
    ['k', 11],
    ['list[1]', 6],
  ])('%s', (extent, expected) => {
    const source = `int f(int n, int m, long k, double x, const int list[2], double a[${extent}]) { a[0] = a[0] * x; return n; }`;
    const { inputs, diagnostics } = run(source, { inputs: { n: 7, m: 3, k: 11, x: 2, list: [5, 6] } });
    expect(diagnostics.filter((d) => d.severity === 'error')).toEqual([]);
    expect(inputs.a).toHaveLength(expected);
  });

  test.each([
    ['max(n, m)', 7],
    ['min(n, m)', 3],
    ['mod(n, m) + n**2', 50],
    ['merge_of', 4],
  ])('in Fortran: %s', (extent, expected) => {
    const source = `subroutine f(n, m, a)\ninteger :: n, m\ninteger, parameter :: merge_of = 4\nreal(8) :: a(${extent})\na(1) = a(1)*2\nend`;
    const { inputs } = run(source, { language: 'fortran', inputs: { n: 7, m: 3 } });
    expect(inputs.a).toHaveLength(expected);
  });

  test.each([
    ['n / (m - 3)', 'division-by-zero'],
    ['n % (m - 3)', 'division-by-zero'],
    ['list[n]', 'out-of-bounds'],
    ['m - n', null],
  ])('%s has no elements', (extent, code) => {
    const source = `double f(int n, int m, const int list[2], double a[${extent}], double x) { return n > 9 ? a[0] : x; }`;
    const { inputs, diagnostics, check } = run(source, { inputs: { n: 7, m: 3 } });
    expect(inputs.a).toEqual([]);
    expect(diagnostics.filter((d) => d.severity === 'error').map((d) => d.code)).toEqual(code ? [code] : []);
    expect(check.verdict).toBe(code ? 'none' : 'passed');
  });

  test('of a global, with the rows that subscripts need', () => {
    const source =
      'int width = 3;\ndouble f(double a[][width], int n) { double s = 0; for (int i = 0; i < n; i++) s += a[i][width - 1] * a[i][0]; return s; }';
    const { inputs, check } = run(source, { inputs: { n: 4 } });
    expect(inputs.a).toHaveLength(12);
    expect(check.verdict).toBe('passed');
  });
});

describe('inputs', () => {
  const source = 'double f(double x, double a[3], bool b) { return b ? x * a[1] : a[2]; }';
  test.each([
    [{ x: [2], a: [1, 2, 3], b: 1 }, 4],
    [{ x: 2, a: 5, b: 1 }, 10],
    [{ x: '1 + 1', a: 'i * 2', b: 1 }, 8],
    [{ x: 'a(3) + a[1]', a: [1, 2, 3], b: 1 }, 8],
    [{ x: 3, a: 'x + i', b: 0 }, 6],
    [{ x: '+2', a: '2 ^ i', b: 1 }, 8],
  ])('%j', (inputs, expected) => {
    expect(run(source, { inputs }).outputs.f).toEqual([expected]);
  });

  test.each([
    [{ x: [1, 2] }, 'error input-length: `x` is one number, and the input has 2.'],
    [{ x: [] }, 'error input-length: `x` is one number, and the input has 0.'],
    [{ a: [1] }, 'error input-length: `a` has 3 elements, and the input has 1.'],
    [{ y: 1 }, 'warning input-unknown: `y` is no input of `f`.'],
    [{ x: 'a(9)' }, 'warning not-finite: '],
    [{ x: '2 ^ (1' }, "error input-formula: The formula of `x` can't be read: a ')' is missing"],
    [{ x: '2 * sin(q)' }, 'error input-formula: The formula of `x` has no value: there is no input q'],
    [{ x: 'max(1)' }, 'error input-formula: The formula of `x` has no value: max takes 2 arguments'],
    [{ x: '"' }, "error input-formula: The formula of `x` can't be read: '\"' does not start a value"],
  ] as const)('%j: %s', (inputs, expected) => {
    const found = said(source, { inputs });
    expect(
      found.some((each) => each.startsWith(expected)),
      found.join('\n'),
    ).toBe(true);
  });

  test('a routine without any', () => {
    expect(run('double f(void) { return 2; }', { inputs: { x: 1 } }).diagnostics).toContainEqual(
      expect.objectContaining({
        message: '`x` is no input of `f`.',
        notes: [expect.objectContaining({ message: 'It has no inputs.' })],
      }),
    );
  });
});

describe('seeds and directions', () => {
  const source = 'void f(double x[2], double *y, double z[2]) { *y = x[0] * x[1]; z[1] = *y * x[0]; }';
  const inputs = { x: [3, 5], y: 0, z: [0, 0] };
  const message = (what: string) => `\`y\` has 1 element, and its ${what} has 2.`;

  test('seeds weigh the dependents', () => {
    const { derivatives } = run(source, { inputs, dependents: ['y', 'z'], seeds: { y: [2], z: [7, 10] } });
    // 2·d(x₀x₁) + 10·d(x₀²x₁)
    expect(derivatives.x).toEqual([2 * 5 + 10 * 2 * 15, 2 * 3 + 10 * 9]);
  });

  test('what is too short is filled with zeros, and said', () => {
    const { derivatives, diagnostics } = run(source, { inputs, seeds: { y: [2, 4], z: [1] } });
    expect(derivatives.x).toEqual([10, 6]);
    expect(diagnostics.map((d) => d.message)).toEqual([
      message('seed'),
      '`z` has 2 elements, and its seed has 1.',
    ]);
  });

  test('a direction for each run of the tangent', () => {
    const directions = { x: [[1, 0], [0, 1], [1]], y: [[0]] };
    const { derivatives, diagnostics } = run(source, { inputs, mode: 'tangent', directions });
    expect(derivatives).toEqual({ y: [5, 3, 5], z: [0, 30, 0, 9, 0, 30] });
    expect(diagnostics.map((d) => d.message)).toContain('`x` has 2 elements, and its direction has 1.');
  });

  test('one direction may be its numbers alone', () => {
    const of = (directions: NonNullable<ExecuteRequest['directions']>) =>
      run(source, { inputs, mode: 'tangent', directions }).derivatives;
    expect(of({ x: [1, 2], y: [0] })).toEqual(of({ x: [[1, 2]], y: [[0]] }));
  });

  test('without independents there is nothing to check', () => {
    const constant = run('double f(int n) { return n; }', { inputs: { n: 2 } });
    expect(constant.derivatives).toEqual({});
    expect(constant.check.verdict).toBe('none');
  });
});

describe('the check', () => {
  test('in single precision has its own tolerances', () => {
    const source = 'float f(float x, float y) { float z = sinf(x) * y; return z * z + expf(y); }';
    const { check } = run(source, { inputs: { x: 0.7, y: 1.25 } });
    expect(check.verdict).toBe('passed');
    expect(check.dotProduct?.relativeError).toBeLessThan(1e-5);
    const tangent = run(source, { mode: 'tangent', inputs: { x: 0.7, y: 1.25 } });
    expect(tangent.check.verdict).toBe('passed');
    const shaking = run('float f(float x) { return sinf(1e7f * x); }', { inputs: { x: 0.7 } });
    expect(shaking.check.verdict).toBe('ill-conditioned');
  });

  test('meets a kink in tangent mode, with no dot product to lean on', () => {
    const { check } = run('double f(double x) { return fabs(x) * 3; }', {
      mode: 'tangent',
      inputs: { x: 0 },
    });
    expect(check.sentence).toBe('Differences can’t check the derivatives here, since the run meets a kink.');
    expect(check.verdict).toBe('kink');
  });

  test('of a function that shakes in tangent mode', () => {
    const { check } = run('double f(double x) { return sin(1e15 * x); }', {
      mode: 'tangent',
      inputs: { x: 0.7 },
    });
    expect(check.verdict).toBe('ill-conditioned');
  });

  test('of second derivatives at a point that the gradient jumps at', () => {
    const source =
      'void f(int n, double beta, const double *a, double *c) { for (int i = 0; i < n; i++) { if (beta == 0) c[i] = a[i] * a[i]; else c[i] = a[i] * a[i] + beta * c[i]; } }';
    const inputs = { n: 2, beta: 0, a: [1, 2], c: [4, 5] };
    for (const mode of ['adjoint', 'tangent', 'tangent-over-adjoint'] as const)
      expect(run(source, { mode, inputs }).check.verdict, mode).toBe('kink');
  });

  test('of a kernel that loses the digits which differences need', () => {
    const versed = 'double f(double x) { return (1 - cos(1e-7 * x)) * 1e14; }';
    const saturated = 'double f(double x, double w) { return log1p(-1 / (1 + exp(-24 * x))) * w; }';
    for (const mode of ['adjoint', 'tangent'] as const) {
      expect(run(versed, { mode, inputs: { x: 2.3 } }).check.verdict).toBe('passed');
      const { check } = run(saturated, { mode, inputs: { x: 1.1, w: 1.49 } });
      expect(check.sentence).toMatch(/^Terms that cancel take digits of the derivatives here: /);
      expect(check.verdict).toBe('ill-conditioned');
    }
  });

  test('calls what a routine returns by the name of the routine', () => {
    const { check } = run('double area(double x) { return x * x; }', { mode: 'tangent', inputs: { x: 2 } });
    expect(check.finiteDifference?.components.map(({ name, element }) => [name, element])).toEqual([
      ['area', 'area'],
    ]);
    expect(check.sentence).toMatch(/ in area\.$/);
  });

  test('names the element that is worst', () => {
    const source = 'double f(double a[3]) { double s = a[0] * a[1]; a[1] = a[2]; s = s * a[1]; return s; }';
    const without = run(source, { inputs: { a: [2, 3, 4] } });
    expect(without.check.sentence).toMatch(/^The derivatives are right: .* at worst, in a\[\d\]\.$/);
  });

  test('of more elements than are looked at', () => {
    const source =
      'double f(double a[400]) { double s = 0; for (int i = 0; i < 400; i++) s += a[i] * a[i]; return s; }';
    const { check, inputs, derivatives } = run(source);
    expect(check.finiteDifference?.components.length).toBeLessThan(400);
    expect(check.verdict).toBe('passed');
    expect(derivatives.a).toEqual(inputs.a?.map((x) => 2 * x));
    const many = run('void f(double a[400]) { for (int i = 0; i < 400; i++) a[i] = a[i] * a[i]; }', {
      mode: 'tangent',
    });
    expect(many.check.verdict).toBe('passed');
    expect(many.check.finiteDifference?.components.length).toBeLessThan(400);
  });
});

describe('a trace alone', () => {
  const source = 'double f(double x) { double y = sin(x); y = sin(y); return y; }';
  test.each(['adjoint', 'tangent'] as const)('of the %s', (mode) => {
    const { ok, trace, outputs, derivatives, check } = run(source, { mode, trace: 'only', inputs: { x: 1 } });
    expect(ok).toBe(true);
    expect([outputs, derivatives, check.verdict]).toEqual([{}, {}, 'none']);
    expect(trace?.cutAt).toBeNull();
    expect(trace?.turn).toBe(mode === 'adjoint' ? 1 : -1);
  });

  test('of a run that ends early says why', () => {
    const broken =
      'double f(int n, double x) { for (int i = 0; i < 3; i++) x = x / (n / (2 - i)); return x; }';
    const { trace } = run(broken, { trace: 'only', inputs: { n: 4, x: 1 } });
    expect(JSON.stringify(trace)).toContain('"ended":"An integer is divided by `');
  });
});
