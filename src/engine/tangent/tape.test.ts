import { describe, expect, test } from 'vitest';
import { differentiate, execute, type Options } from '../index';
import type { Language } from '../ir/types';

/*
 * Tangents of generated code. What an adjoint pops carries a tangent, which must have been pushed with it: else second
 * derivatives lose what goes over the tape. Each is held against differences of the adjoint itself.
 */

const KERNELS: readonly [what: string, language: Language, source: string, options?: Partial<Options>][] = [
  [
    'scalars',
    'c',
    'double f(double x, double y) {\n  x = x * y;\n  x = sin(x) * x;\n  x = x * x;\n  return x;\n}\n',
  ],
  [
    'elements in a loop',
    'c',
    'void f(int n, double a[n], double *s) {\n  *s = 1;\n  for (int i = 0; i < n; i++) {\n    a[i] = a[i] * a[i];\n    *s = *s * sin(a[i]);\n  }\n}\n',
  ],
  [
    'a branch, and a value from each arm',
    'c',
    'double f(double x, double y) {\n  double t = x;\n  if (x > y) t = x * y;\n  else t = 2.5;\n  x = t * t;\n  t = x * y;\n  return t * sin(x);\n}\n',
  ],
  [
    'a call in two halves',
    'c',
    'void g(double *x, double y) {\n  *x = *x * y;\n  *x = sin(*x) * y;\n}\ndouble f(double a, double b) {\n  double t = a;\n  g(&t, b);\n  g(&t, a);\n  return t * t;\n}\n',
    { calls: 'split' },
  ],
  [
    'snapshots of arrays',
    'fortran',
    'subroutine g(x, n)\n  integer :: n\n  real(8) :: x(n)\n  x = x*sin(x)\nend subroutine\nsubroutine f(x, y, n)\n  integer :: n\n  real(8) :: x(n), y, t(n)\n  t = x*x\n  call g(t, n)\n  call g(t, n)\n  y = sum(t*x)\n  t = y*t\n  y = sum(t*t)\nend subroutine\n',
    { snapshots: 'eager', record: 'all' },
  ],
];

test.each(KERNELS)(
  '%s: what belongs to a sweep of the adjoint belongs to it in its tangent',
  (_, language, source, options = {}) => {
    const request = { source, language, routine: 'f', options } as const;
    const sweepOf = (mode: 'adjoint' | 'tangent-over-adjoint') => {
      const { code } = differentiate({ ...request, mode });
      return code.origins.map(({ start, end, sweep }) => `${sweep}: ${code.text.slice(start, end).trim()}`);
    };
    const second = new Set(sweepOf('tangent-over-adjoint'));
    const popped = sweepOf('adjoint').filter((each) => /pop_double\b/.test(each) && !each.includes('\n'));
    expect(popped.filter((each) => !each.startsWith('backward') || !second.has(each))).toEqual([]);
    const { trace } = execute({ ...request, mode: 'tangent-over-adjoint', trace: true });
    expect(trace?.turn).toBeGreaterThan(0);
  },
);

describe.each(KERNELS)('%s', (_, language, source, options = {}) => {
  test('the tangent of the adjoint is its derivative', () => {
    const adjoint = differentiate({ source, language, routine: 'f', options });
    expect(adjoint.diagnostics.filter((d) => d.severity === 'error')).toEqual([]);
    expect(adjoint.code.text).toMatch(/push_double/);
    const run = execute({ source: adjoint.code.text, language, routine: 'f_b', mode: 'tangent' });
    expect(run.diagnostics.filter((d) => d.severity === 'error')).toEqual([]);
    expect([run.check.verdict, run.check.sentence]).toEqual(['passed', expect.any(String)]);
    for (const mode of ['adjoint', 'tangent-over-adjoint'] as const) {
      const again = differentiate({ source: adjoint.code.text, language, routine: 'f_b', mode });
      const said = again.diagnostics.filter((d) => d.severity === 'error');
      expect(said.map((d) => d.message)).toEqual([expect.stringMatching(/^`\w+` puts values on a tape/)]);
    }
  });
});
