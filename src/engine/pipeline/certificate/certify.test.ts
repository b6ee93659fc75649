import { describe, expect, test } from 'vitest';
import { runOf } from '../../../app/store/document/playground';
import { EXAMPLES, playgroundOf } from '../../../examples';
import { certify, differentiate, type ExecuteRequest, execute } from '../..';
import { certifyPrograms } from '../../testing/certified';
import { corpusKernels } from '../../testing/corpusKernels';
import { some } from '../../testing/draws';
import { AVAILABLE, OPTION_NAMES, type Options } from '../options';

const c = (source: string, more: Partial<ExecuteRequest> = {}): ExecuteRequest => ({
  source,
  language: 'c',
  ...more,
});

const isPrintedToo = (note: string) => note.includes('so does what is printed in C and in Fortran');

describe('what is right is exact', () => {
  const MODES = ['adjoint', 'tangent'] as const;

  test.each(some(EXAMPLES, 8).map((example, turn) => ({ id: example.id, example, turn })))(
    'example $id',
    ({ example, turn }) => {
      const request = runOf(playgroundOf(example), {});
      for (const mode of some(MODES, 1, turn)) {
        const { verdict, note, errorBound } = certify({ ...request, mode });
        expect([verdict, isPrintedToo(note)], note).toEqual(['exact', true]);
        expect(errorBound).toBeLessThan(1e-9);
      }
    },
  );

  test.each(some(corpusKernels(), 3))('kernel $file', ({ file: _, ...request }) => {
    for (const mode of MODES) {
      const { verdict, note } = certify({ ...request, mode });
      expect(verdict, note).toBe('exact');
    }
  });

  test('tables of constants are declared where a piece of the routine reads them that is run again', () => {
    const source = `double f(double x, int n) {
  static const double c[2] = {1.5, 2.5};
  for (int i = 0; i < n; i++) x = x*c[i%2]*x;
  return x;
}`;
    for (const storage of AVAILABLE.options.storage) {
      const { verdict, note } = certify(c(source, { options: { storage } }));
      expect([verdict, isPrintedToo(note)], note).toEqual(['exact', true]);
    }
  });

  test('an array has the extents that it began with where a piece of the routine is run again', () => {
    const source = `subroutine f(n, x, r)
  integer :: n, i
  real(8) :: x(4), r, w(n, 2)
  n = n - 1
  do i = 1, n
    w(i, 1) = x(i)*x(i + 1)
    w(i, 2) = w(i, 1)*x(i)
  end do
  r = w(n, 1)*w(n, 2)
end subroutine f
`;
    for (const storage of AVAILABLE.options.storage) {
      const { verdict, note } = certify({
        source,
        language: 'fortran',
        inputs: { n: 4 },
        options: { storage },
      });
      expect(verdict, note).toBe('exact');
    }
  });

  test('slopes that are infinite, or no number, where no value that varies goes', () => {
    const source = `double f(double x, double c) {
  double z = c - 1;
  return acos(z)*x + log(x*x)*sqrt(c*c)/(1 + asin(z));
}`;
    for (const mode of AVAILABLE.modes)
      for (const basicBlocks of AVAILABLE.options.basicBlocks) {
        const request = { mode, independents: ['x'], inputs: { x: 2, c: 0 }, options: { basicBlocks } };
        const { verdict, note, errorBound } = certify(c(source, request));
        expect(verdict, `${mode} ${basicBlocks}: ${note}`).toBe('exact');
        expect(errorBound).toBeLessThan(1e-9);
      }
    // By `c` it has none.
    expect(certify(c(source, { inputs: { x: 2, c: 0 } })).verdict).toBe('not-applicable');
  });

  test('constants that are narrowed, which are printed as the numbers that they become', () => {
    for (const factor of ['real(-1.57d0, 4)', 'real(1.57d0, 4)', '(-1.57e0)', 'dble(real(-0.1d0))']) {
      const source = `function f(x, y)\n real(8) x, y, f\n real(4) t\n t = ${factor}\n f = x*t + y*${factor}\nend`;
      const { verdict, note } = certify({ source, language: 'fortran' });
      expect(verdict, note).toBe('exact');
    }
  });

  const everything = `double g(double p[3], int n) {
  double s = 0.5;
  for (int i = 0; i < n; i++) { p[i] = p[i] * s + sin(p[i]); s = s * p[i]; if (s > 0.4) break; }
  return s;
}
void f(float x, double y, double a[3], double *z) {
  float t = x * y;
  int k = (int)(3 * a[1]);
  while (t < 40) { t = t * t + a[0] / y; if (t > 3 && t < 5) continue; a[0] = a[0] * exp(-a[0]) + pow(y, a[1]); }
  *z = g(a, 3) + (k > 1 ? fmax(a[1], y) : a[2]) + k * fabs(a[2]) + tanh(0.01*t) + pow(a[1], 3) + fmod(y, a[1]);
}`;
  const request = c(everything, { routine: 'f', inputs: { x: 1.1, y: 1.7, a: [0.3, 0.6, -0.2] } });

  test('in all styles, with all options', () => {
    const options: Partial<Options>[] = [
      {},
      ...OPTION_NAMES.flatMap((name) => AVAILABLE.options[name].map((value) => ({ [name]: value }))).filter(
        ({ reversal }) => reversal !== 'structured',
      ),
    ];
    for (const each of some(options, 8)) {
      const { verdict, note } = certify({ ...request, options: each }, 1);
      expect([verdict, isPrintedToo(note)], `${JSON.stringify(each)} ${note}`).toEqual(['exact', true]);
    }
  });

  test.each(AVAILABLE.modes)('in the mode %s, with progress up to its end', (mode) => {
    const parts: number[] = [];
    const { verdict, note, errorBound } = certify({ ...request, mode }, 1, (part) => parts.push(part));
    expect(parts.length).toBeGreaterThan(4);
    expect(parts).toEqual(parts.map((_, k) => (k + 1) / parts.length));
    expect(verdict, note).toBe('exact');
    expect(errorBound).toBeLessThan(1e-9);
  });

  test.each([
    [
      'constants keep their digits',
      'c',
      'double f(float x, float y, double d) { return 0.4*(x*x) + 0.1*y*d; }',
    ],
    [
      'a choice has one type',
      'fortran',
      'subroutine f(x, y, d, z)\nreal x, y\nreal(8) d, z\nz = sin(merge(real(x*y, 8), d, d > 0))\nend',
    ],
  ] as const)('in local Jacobians beside single precision: %s', (_, language, source) => {
    const inputs = { x: 1.5, y: 0.3, d: 0.7 };
    const { verdict, note } = certify({
      source,
      language,
      inputs,
      options: { basicBlocks: 'preaccumulate' },
    });
    expect(verdict, note).toBe('exact');
  });

  test('what is left in the tangent of a value that was given is nobody’s', () => {
    expect(certifyPrograms([58420])).toMatchObject({ verdicts: { exact: 1 }, told: [] });
  });

  test('the path tells which outcomes tests had, and is another for other inputs', () => {
    const { path } = certify(request);
    expect(path.tests.map(({ outcomes }) => [...outcomes].sort())).toContainEqual(['false', 'true']);
    expect(certify(request).path).toEqual(path);
    expect(certify({ ...request, inputs: { ...request.inputs, x: 1.1001 } }).path.key).toBe(path.key);
    expect(certify({ ...request, inputs: { ...request.inputs, x: 9 } }).path.key).not.toBe(path.key);
  });
});

test('a loop made of gotos has no test of its own', () => {
  const source =
    'double f(double x) { int k = 0; again: x = x*0.5; k++; if (x > 4) goto again; if (k < 3) goto again; return x; }';
  expect(certify({ source, language: 'c', inputs: { x: 9 } }).path.tests).toHaveLength(2);
});

describe('what is wrong is different', () => {
  const source = 'void f(double x, double y, double *z) { x = x*y; y = y*x; *z = x*y*y; }';
  const { recordings } = differentiate(c(source));

  test.each(recordings.map(({ key }) => key))('without the recording %s', (key) => {
    const { verdict, differs, note } = certify(c(source, { tamper: { without: [key] } }));
    expect(verdict).toBe('different');
    expect(differs.length).toBeGreaterThan(0);
    expect(note).toContain('wrong on this path');
  });
});

test('nothing is said where a run shows that what is passed twice overlaps', () => {
  const source = `subroutine f(n, a)
  integer :: n, i
  real(8) :: a(n, n)
  n = abs(n)
  do i = 1, n - 1
    call turn(n, a, i, a(i, i))
  end do
end subroutine
subroutine turn(n, h, i, r)
  integer :: n, i, j
  real(8) :: h(n, n), r, t
  if (abs(r) < 0.1d0) go to 10
  t = h(i + 1, i)/r
  do j = i, n
    h(i, j) = h(i, j)*r + t*h(i + 1, j)
  end do
  return
10 h(i, i) = 0
end subroutine
`;
  const request: ExecuteRequest = { source, language: 'fortran', routine: 'f' };
  const { verdict, note, diagnostics } = certify(request);
  expect(diagnostics.map(({ code }) => code)).toContain('aliasing');
  expect([verdict, execute(request).ok]).toEqual(['not-applicable', false]);
  expect(note).toMatch(/differs from dual numbers.* two arguments overlap/);
});

/* What is passive at first varies as soon as the adjoint of its other name does. */
describe('the tangent of an adjoint whose routines know one thing by two names', () => {
  const PRODUCT = 'static double m(const double *a, const double *b) { return a[1]*b[0]*b[0]*a[0]; }';
  test.each([
    ['arguments', `${PRODUCT} double f(double x, double p) { double w[2] = {x*p, x}; return m(w, w)*p; }`],
    [
      'pieces that overlap',
      `${PRODUCT} double f(double x, double p) { double w[3] = {p, x*p, x}; return m(w, w + 1)*p; }`,
    ],
    [
      'an argument and a global',
      'double g; static double h(const double *a) { return *a*g*g; } double f(double x, double p) { g = x*p; return h(&g)*p; }',
    ],
    [
      'arguments of a routine further in',
      `${PRODUCT} static double h(const double *a, const double *b) { return m(a, b)*a[0]; } double f(double x, double p) { double w[2] = {x*p, x}; return h(w, w)*p; }`,
    ],
  ])('%s', (_, source) => {
    for (const independents of [['p'], ['x', 'p']]) {
      const { verdict, note } = certify(c(source, { mode: 'tangent-over-adjoint', independents }), 1);
      expect(verdict, note).toBe('exact');
    }
  });

  test('what is left in tangents that nobody asked for is nobody’s', () => {
    const kernel = corpusKernels().find(({ file }) => file === 'adbench-hand.c') as ExecuteRequest;
    const { verdict, note } = certify(
      { ...kernel, mode: 'tangent-over-adjoint', independents: ['theta'] },
      1,
    );
    expect(verdict, note).toBe('exact');
  });
});

describe('what is wrong of a second order is different', () => {
  const source = 'void f(double x, double y, double *z) { x = x*y; y = y*x; *z = sin(x*y)*y; }';
  const second = { mode: 'tangent-over-adjoint' } as const;

  test.each(differentiate(c(source)).recordings.map(({ key }) => key))('without the recording %s', (key) => {
    const { verdict, differs, note } = certify(c(source, { ...second, tamper: { without: [key] } }), 1);
    expect(verdict).toBe('different');
    expect(differs.length).toBeGreaterThan(0);
    expect(note).toContain('The tangent of the adjoint is wrong');
  });
});

describe('where there is nothing to say', () => {
  test.each([
    ['NaN', 'double f(double x) { return sqrt(x); }', { x: -1 }, 'finite'],
    ['a division by zero', 'double f(double x) { return 1/x; }', { x: 0 }, 'finite'],
    [
      'an unset value',
      'double f(double x) { double t; if (x > 9) t = 1; return t*x; }',
      { x: 1 },
      'never set',
    ],
    ['a subscript out of bounds', 'double f(double a[3], int i) { return a[i]; }', { i: 7 }, 'bounds'],
    ['a routine without text', 'double g(double); double f(double x) { return g(x); }', { x: 1 }, 'not here'],
  ])('%s', (_, source, inputs, words) => {
    const { verdict, note, errorBound } = certify(c(source, { inputs }));
    expect(verdict).toBe('not-applicable');
    expect(note).toContain(words);
    expect(errorBound).toBe(1);
  });

  test('a structure that is copied before all of it is set', () => {
    const type = 'typedef struct { int a; double v, w; } P; double g(P p) { return p.v * p.v; } ';
    const source = `${type}double f(double x) { P p, q[2]; p.v = x; q[1] = p; return g(q[1]) * x; }`;
    expect(certify(c(source)).verdict).toBe('exact');
  });

  test('a budget that is used up', () => {
    const source = 'double f(double x) { for (int i = 0; i < 1000; i++) x = sin(x); return x; }';
    expect(certify(c(source, { budget: { steps: 100 } })).verdict).toBe('not-applicable');
  });

  test('what is no budget and no number of trials is left to the default', () => {
    const asked = c('double f(double x) { return x * x; }');
    const budget = { steps: -1, milliseconds: Number.NaN, bytes: 'much' as unknown as number };
    expect(certify({ ...asked, budget }).verdict).toBe('exact');
    for (const trials of [0, -3, Number.NaN]) expect(certify(asked, trials).trials).toBe(1);
    const endless = certify({ ...asked, budget: { milliseconds: 20 } }, Number.POSITIVE_INFINITY);
    expect([endless.verdict, Number.isFinite(endless.trials)]).toEqual(['exact', true]);
  });

  test('errors of the program', () => {
    const { ok, verdict, note } = certify(c('double f(double x) { return x'));
    expect([ok, verdict]).toEqual([false, 'not-applicable']);
    expect(note).toContain('errors');
  });
});

test('sixty-one squarings are equal without a bound', () => {
  const { verdict, errorBound, note } = certify(
    c('double f(double x) { for (int i = 0; i < 61; i++) x = x*x; return x; }', { inputs: { x: 1 } }),
  );
  expect([verdict, errorBound]).toEqual(['exact', 1]);
  expect(note).toContain('no bound');
});
