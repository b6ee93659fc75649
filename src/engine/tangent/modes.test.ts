import { describe, expect, test } from 'vitest';
import { differentiate, type ExecuteRequest, execute } from '../index';
import { compileAndRun, compilerFor } from '../testing/compilers';
import { some } from '../testing/draws';

/* Several directions at once, and the tangent of the adjoint (theory 10, 12.17). */

const CFR =
  'void f(double x1, double x2, double *y1, double *y2, double *y3) {\n  int i = 1;\n  while (i < 3) {\n    if (i < 2) *y2 = sin(x1);\n    else *y1 = cos(x2);\n    i = i + 1;\n  }\n  *y3 = *y1 * *y2;\n}\n';
const SPG =
  'void f(double *x, double y) {\n  if (*x < y) {\n    *x = *x * y;\n    while (y < *x) *x = sin(*x * y);\n  }\n}\n';
const ROSENBROCK =
  'double f(double x, double y) {\n  double t = y - x * x;\n  return (1 - x) * (1 - x) + 100 * t * t;\n}\n';

const errors = (run: { diagnostics: { severity: string; message: string }[] }) =>
  run.diagnostics.filter((d) => d.severity === 'error').map((d) => d.message);

function close(found: readonly number[] | undefined, wanted: readonly number[], tolerance = 1e-11): void {
  expect(found?.length).toBe(wanted.length);
  wanted.forEach((w, i) => {
    expect(Math.abs((found?.[i] as number) - w), `${found?.[i]} for ${w}`).toBeLessThanOrEqual(
      tolerance * Math.max(1, Math.abs(w)),
    );
  });
}

const NEST = `subroutine scale(a, n, s)
  integer :: n
  real(8) :: a(n), s
  integer :: i
  do i = 1, n
    s = s + a(i)*a(i)
    a(i) = a(i)*sin(s)
  end do
end subroutine
real(8) function g(x, y)
  real(8) :: x, y
  g = x*y + exp(x)
end function
subroutine f(a, n, c, r)
  integer :: n
  real(8) :: a(n), c, r, t(n), g
  t = a*c
  call scale(t, n, r)
  r = r + g(c*r, t(2)) + t(n)
  if (r > 0.1d0) then
    call scale(t(2), n - 1, r)
  end if
  a(1) = r*t(2)
end subroutine
`;
const CALLS = `double sq(double v, double w) {
  v = v * w;
  return v * v;
}
static void step(int n, double u[n], double *s) {
  for (int i = 1; i < n; i++) {
    u[i] = sq(u[i], u[i - 1] * *s) + 1 / u[i];
    *s = *s + u[i];
  }
}
void f(int n, double u[n], double k, double m[n][2]) {
  double s = k * k;
  step(n, u, &s);
  step(n, u, &m[1][0]);
  for (int i = 0; i < n; i++) m[i][1] = m[i][0] * s + sq(k + s, u[i]);
}
`;

describe('vector tangents', () => {
  const requests: readonly [string, ExecuteRequest][] = [
    [
      'scalars',
      {
        source: CFR,
        language: 'c',
        inputs: { x1: 0.5, x2: 1.5 },
        directions: { x1: [[1], [0], [0.3]], x2: [[0], [1], [-2]] },
      },
    ],
    [
      'calls and arrays in Fortran',
      {
        source: NEST,
        language: 'fortran',
        inputs: { n: 4, a: 'cos(i)', c: 0.7, r: 0.2 },
        directions: {
          a: [
            [1, 0, 0, 0],
            [0, 1, 2, 3],
            [1, 1, 1, 1],
          ],
          c: [[0], [1], [0.5]],
          r: [[0], [0], [1]],
        },
      },
    ],
    [
      'calls and arrays in C',
      {
        source: CALLS,
        language: 'c',
        inputs: { n: 3, u: 'cos(i)', k: 0.7, m: 0.3 },
        directions: {
          u: [
            [1, 0, 0],
            [0, 1, 2],
          ],
          k: [[0], [1]],
          m: [
            [0, 0, 0, 0, 0, 1],
            [1, 2, 3, 4, 5, 6],
          ],
        },
      },
    ],
  ];

  test.each(requests)('are single tangents, direction by direction: %s', (_, request) => {
    const all = execute({ ...request, routine: 'f', mode: 'vector-tangent' });
    expect(errors(all)).toEqual([]);
    expect(all.check.verdict).toBe('passed');
    const one = execute({ ...request, routine: 'f', mode: 'tangent' });
    expect(errors(one)).toEqual([]);
    for (const [name, values] of Object.entries(one.derivatives)) close(all.derivatives[name], values, 1e-13);
  });

  test.each(requests)('are printed in every language: %s', (_, request) => {
    for (const target of ['c', 'fortran', 'javascript'] as const) {
      const d = differentiate({ ...request, routine: 'f', mode: 'vector-tangent', target });
      expect(errors(d)).toEqual([]);
      expect(d.code.text).toContain('nbd');
      if (target === 'javascript') continue;
      const form = target === 'c' ? 'c' : 'free';
      if (!compilerFor(form)) continue;
      const main = target === 'c' ? 'int main(void) { return 0; }\n' : 'program p\nend program\n';
      const built = compileAndRun(form, `${d.code.text}\n${main}`);
      expect([built.messages.replace(/.*-Wunused-function.*/g, ''), built.output]).toEqual([
        expect.not.stringMatching(/rror/),
        '',
      ]);
    }
  });

  test('are refused for COMMON, in each language', () => {
    const source =
      '      subroutine f(x)\n      real*8 x, u, v\n      common /c/ u, v\n      x = x*u*v\n      end\n';
    for (const target of ['c', 'fortran', 'javascript'] as const) {
      const { ok, diagnostics } = differentiate({
        source,
        language: 'fortran',
        target,
        mode: 'vector-tangent',
      });
      const codes = diagnostics.filter((d) => d.severity === 'error').map((d) => d.code);
      expect([ok, codes]).toEqual([false, ['not-combinable', 'not-combinable']]);
    }
  });

  test('say what they are not for', () => {
    const source = 'double k;\nvoid f(double x, double *y) {\n  k = x * x;\n  *y = k * x;\n}\n';
    const { ok, diagnostics } = differentiate({ source, language: 'c', mode: 'vector-tangent' });
    expect([ok, diagnostics.filter((d) => d.severity === 'error').map((d) => d.code)]).toEqual([
      false,
      ['not-combinable'],
    ]);
  });
});

describe('the tangent of the adjoint', () => {
  const along = (
    source: string,
    inputs: ExecuteRequest['inputs'],
    directions: ExecuteRequest['directions'],
    more: Partial<ExecuteRequest> = {},
  ) => {
    const run = execute({ source, language: 'c', mode: 'tangent-over-adjoint', inputs, directions, ...more });
    expect(errors(run)).toEqual([]);
    expect(run.check.verdict, run.check.sentence).toBe('passed');
    return run;
  };

  test('is zero where all move alike, whatever differences of parts that cancel leave', () => {
    const source = `#include <math.h>
void f(const double x[3], const double m[3], double a[3]) {
  for (int i = 0; i < 3; i++) a[i] = 0;
  for (int i = 0; i < 3; i++)
    for (int j = i + 1; j < 3; j++) {
      double r = x[j] - x[i], k = 1/((r*r + 0.01)*sqrt(r*r + 0.01));
      a[i] += m[j]*r*k;
      a[j] -= m[i]*r*k;
    }
}`;
    const all = [[1, 1, 1]];
    const inputs = [
      { x: [1.7, 1.3, 2.2], m: [0.7, 0.9, 0.3] },
      { x: [2.2, 1.6, 2.2], m: [1.1, 0.8, 0.5] },
    ];
    for (const each of inputs) expect(along(source, each, { x: all, m: all }).second?.x).toEqual([0, 0, 0]);
  });

  test('gives gradient and Hessian of the classical kernels', () => {
    const run = along(ROSENBROCK, { x: -1.2, y: 1 }, { x: [[1], [0]], y: [[0], [1]] });
    close(run.derivatives.x, [-215.6]);
    close(run.derivatives.y, [-88]);
    close(run.second?.x, [1330, 480]);
    close(run.second?.y, [480, 200]);
    const spg = along(
      SPG,
      { x: -5, y: -0.5 },
      { x: [[1], [0], [1]], y: [[0], [1], [0.5]] },
      { dependents: ['x'] },
    );
    close(spg.second?.x, [0.0593115387097241, 0.870908411799214, 0.494765744609331]);
    close(spg.second?.y, [0.870908411799214, 20.571391859937, 11.1566043417677]);
    const cfr = along(CFR, { x1: 0.5, x2: 1.5 }, { x1: [[1], [0]], x2: [[0], [1]] }, { dependents: ['y3'] });
    close(cfr.second?.x1, [-0.0339132210088926, -0.875384205816789]);
    close(cfr.second?.x2, [-0.875384205816789, -0.0339132210088926]);
  });

  const styles = ['joins', 'structured', 'statements', 'blocks'] as const;
  const ways = (['joint', 'split', 'inline'] as const).flatMap((calls) =>
    (['all', 'tbr'] as const).map((record) => ({ calls, record })),
  );
  test.each(styles.map((reversal, k) => [reversal, k] as const))(
    'goes over the tape under %s',
    (reversal, k) => {
      for (const way of some(ways, 2, k))
        along(
          NEST,
          { n: 4, a: 'cos(i)', c: 0.7, r: 0.2 },
          { c: [[1]] },
          { language: 'fortran', routine: 'f', options: { reversal, ...way } },
        );
      for (const way of some(ways, 2, k + 1))
        along(
          CALLS,
          { n: 3, u: 'cos(i)', k: 0.7, m: 0.3 },
          { k: [[1]] },
          { routine: 'f', options: { reversal, ...way } },
        );
    },
  );

  test.each([
    ['c', CALLS],
    ['fortran', NEST],
  ] as const)('is printed as one program in every language: from %s', (language, source) => {
    for (const target of ['c', 'fortran', 'javascript'] as const) {
      const d = differentiate({ source, language, routine: 'f', mode: 'tangent-over-adjoint', target });
      expect(errors(d)).toEqual([]);
      if (target === 'javascript') continue;
      const form = target === 'c' ? 'c' : 'free';
      if (!compilerFor(form)) continue;
      const main = target === 'c' ? 'int main(void) { return 0; }\n' : 'program p\nend program\n';
      const built = compileAndRun(form, `${d.code.text}\n${main}`);
      expect([built.messages, built.output]).toEqual([expect.not.stringMatching(/rror/), '']);
    }
  });
});
