import { describe, expect, test } from 'vitest';
import { differentiate, type ExecuteRequest, execute } from '../index';
import { compilerFor } from '../testing/compilers';
import { draws, seedsOf, some } from '../testing/draws';
import { type Random, randomFrom } from '../testing/prng';
import { checkedRequest } from '../testing/takenAway';

/* Loops reversed by the fixed point that they come to, against the implicit derivative (theory 10). */

const implicit = { fixedPoints: 'implicit' } as const;
const errors = (run: { diagnostics: { severity: string; message: string }[] }) =>
  run.diagnostics.filter((d) => d.severity === 'error').map((d) => d.message);

const NEWTON = `double root(double a) {
  double z = 0.5 * (1 + a), zo = 0;
  while (fabs(z - zo) > 1e-14 * fabs(z)) {
    zo = z;
    z = 0.5 * (zo + a / zo);
  }
  return z * z * z;
}
`;
const NEWTON_STEP = `subroutine root(a, y)
  real(8) :: a, y, z, d
  z = 1
  d = 1
  do while (abs(d) > 1d-13)
    d = (z*z - a)/(2*z)
    z = z - d
  end do
  y = z
end subroutine
`;
const KEPLER = `void kepler(double M, double e, double *E) {
  double old;
  *E = M;
  do {
    old = *E;
    *E = M + e * sin(old);
  } while (fabs(*E - old) > 1e-15);
}
`;
const GAUSS_SEIDEL = `void solve(int n, const double a[n][n], const double b[n], double x[n], double *s) {
  double err = 1;
  int it = 0;
  while (err > 1e-15 && it < 1000) {
    err = 0;
    for (int i = 0; i < n; i++) {
      double old = x[i];
      double r = b[i];
      for (int j = 0; j < n; j++)
        if (j != i) r -= a[i][j] * x[j];
      x[i] = r / a[i][i];
      err = fmax(err, fabs(x[i] - old));
    }
    it++;
  }
  *s = 0;
  for (int i = 0; i < n; i++) *s += x[i] * x[i];
}
`;

function run(source: string, more: Partial<ExecuteRequest> = {}) {
  const language = /^(subroutine|module)/.test(source) ? 'fortran' : 'c';
  const result = execute({ source, language, ...more, options: { ...implicit, ...more.options } });
  expect(errors(result)).toEqual([]);
  return result;
}
const near = (found: number | undefined, wanted: number) =>
  expect(Math.abs((found ?? Number.NaN) - wanted)).toBeLessThanOrEqual(1e-10 * Math.max(1, Math.abs(wanted)));

describe('the implicit derivative', () => {
  test('of a square root by Newton', () => {
    const { derivatives, check } = run(NEWTON, { inputs: { a: 2 } });
    near(derivatives.a?.[0], 1.5 * Math.sqrt(2));
    expect(check.verdict, check.sentence).toBe('passed');
    near(run(NEWTON_STEP, { inputs: { a: 3 } }).derivatives.a?.[0], 0.5 / Math.sqrt(3));
  });

  test("of Kepler's equation", () => {
    const { derivatives, outputs, check } = run(KEPLER, { inputs: { M: 0.8, e: 0.3 } });
    const E = outputs.E?.[0] as number;
    near(derivatives.M?.[0], 1 / (1 - 0.3 * Math.cos(E)));
    near(derivatives.e?.[0], Math.sin(E) / (1 - 0.3 * Math.cos(E)));
    expect(check.verdict, check.sentence).toBe('passed');
  });

  test('of a linear solve by Gauss-Seidel', () => {
    const n = 4;
    const a = Array.from({ length: n * n }, (_, k) => (k % (n + 1) === 0 ? 4 : 1 / (1 + k)));
    const b = [1, -2, 0.5, 3];
    const { derivatives, outputs, check } = run(GAUSS_SEIDEL, { inputs: { n, a, b, x: [0, 0, 0, 0] } });
    expect(check.verdict, check.sentence).toBe('passed');
    // Aᵀ w = 2x; the derivative by b is w, by a_ij it is -w_i x_j, and where it started does not matter.
    const x = outputs.x as number[];
    const w = derivatives.b as number[];
    for (let j = 0; j < n; j++)
      near(
        w.reduce((sum, wi, i) => sum + wi * (a[i * n + j] as number), 0),
        2 * (x[j] as number) + 1,
      );
    for (let i = 0; i < n; i++)
      for (let j = 0; j < n; j++) near(derivatives.a?.[i * n + j], -(w[i] as number) * (x[j] as number));
    expect(derivatives.x).toEqual([0, 0, 0, 0]);
  });
});

describe('the last iterate alone', () => {
  const tapes = (
    source: string,
    inputs: ExecuteRequest['inputs'],
    more: Partial<ExecuteRequest['options']> = {},
  ) =>
    (['off', 'implicit'] as const).map((fixedPoints) => {
      const { tape, derivatives } = run(source, { inputs, options: { fixedPoints, ...more } });
      return { bytes: tape.bytes, derivatives };
    }) as [
      { bytes: number; derivatives: Record<string, number[]> },
      { bytes: number; derivatives: Record<string, number[]> },
    ];

  test('is stored, however many trips there are', () => {
    const [few, one] = tapes(NEWTON, { a: 1e6 });
    expect([few.bytes, one.bytes]).toEqual([124, 8]);
    near(one.derivatives.a?.[0], few.derivatives.a?.[0] as number);
    const slow = tapes(KEPLER, { M: 0.8, e: 0.9 });
    expect(slow[0].bytes).toBeGreaterThan(10 * Math.max(8, slow[1].bytes));
  });

  const styles = ['joins', 'structured', 'statements', 'blocks'] as const;
  const ways = (['joint', 'split', 'inline'] as const).flatMap((calls) =>
    (['all', 'initialized', 'tbr'] as const).map((record) => ({ calls, record })),
  );
  test.each(styles.map((reversal, k) => [reversal, k] as const))('in the style %s', (reversal, k) => {
    for (const [way, source] of [
      [ways[k], NEWTON],
      [ways[k + 4], NEWTON_STEP],
      [ways[(k + 7) % 9], KEPLER],
    ] as const) {
      const inputs: ExecuteRequest['inputs'] = source === KEPLER ? { M: 0.8, e: 0.3 } : { a: 2.5 };
      const options = { reversal, ...way, activity: k !== 2, merge: k % 2 === 0, keepPrimalResults: k === 3 };
      const [off, on] = tapes(source, inputs, options);
      for (const [name, values] of Object.entries(off.derivatives))
        near(on.derivatives[name]?.[0], values[0] as number);
    }
  });

  test('beside other code, in loops, in routines and in each other', () => {
    const source = `double root(double a, double start) {
  double z = start, zo = 0;
  while (fabs(z - zo) > 1e-14) {
    zo = z;
    z = 0.5 * (zo + a / zo);
  }
  return z;
}
void f(int n, double x[n], double *s) {
  for (int i = 0; i < n; i++) {
    double w = x[i], old;
    x[i] = x[i] * x[i];
    do {
      old = w;
      w = 0.5 * cos(old) * root(1 + x[i], 1.0);
    } while (fabs(w - old) > 1e-14);
    *s = *s + w * x[i] * *s;
  }
}
`;
    for (const calls of ['joint', 'split', 'inline'] as const) {
      const [off, on] = tapes(source, { n: 3, x: [0.3, 0.4, 0.5], s: 0.7 }, { calls });
      for (const [name, values] of Object.entries(off.derivatives))
        for (const [i, value] of values.entries()) near(on.derivatives[name]?.[i], value);
      expect(on.bytes).toBeLessThan(off.bytes / 4);
    }
  });

  test('by a directive, with a tolerance and a budget of its own', () => {
    const said = (what: string) =>
      execute({
        source: NEWTON.replace('  while', `  // backsweep: fixed_point(${what})\n  while`),
        language: 'c',
        inputs: { a: 2 },
      });
    expect(said('z').tape.bytes).toBe(8);
    near(said('z, tolerance(1e-13), trips(5)').derivatives.a?.[0], 1.5 * Math.sqrt(2));
    expect(said('z, trips(0)').diagnostics.map(({ code, message }) => `${code}: ${message}`)[0]).toMatch(
      /no-fixed-point: .*`trips\(0\)` is no number of trips/,
    );
    expect(errors(said('q'))[0]).toContain('it does not use `q`');
  });
});

describe.skipIf(!compilerFor('c') || !compilerFor('free'))('compiled elsewhere', () => {
  const matrix = Array.from({ length: 9 }, (_, k) => (k % 4 === 0 ? 4 : 1 / (1 + k)));
  const cases: readonly (readonly [string, string, ExecuteRequest['inputs']])[] = [
    ['Newton', NEWTON, { a: 2 }],
    ['a step of Newton', NEWTON_STEP, { a: 3 }],
    ['Kepler', KEPLER, { M: 0.8, e: 0.3 }],
    ['Gauss-Seidel', GAUSS_SEIDEL, { n: 3, a: matrix, b: [1, -2, 0.5], x: [0, 0, 0] }],
  ];
  const ways = some(
    cases.flatMap(([name, source, inputs]) =>
      (['c', 'fortran'] as const).map((target) => [name, target, source, inputs] as const),
    ),
    1,
  );
  test.each(ways)('%s in %s agrees with its tangent and with differences', (_, target, source, inputs) => {
    const language = source.startsWith('subroutine') ? ('fortran' as const) : ('c' as const);
    const made = checkedRequest({ source, language, target, inputs, options: implicit });
    expect([made.stderr, made.status]).toEqual(['', 0]);
    expect(made.stdout.match(/: passed/g)).toHaveLength(2);
  });
});

describe('what is no fixed point', () => {
  const refused: readonly [why: string, body: string, named?: string][] = [
    ['`s` is handed from one trip to the next', '*s = *s + z; zo = z; z = 0.5 * (zo + a / zo);'],
    ['`k` changes from one to the next', 'zo = z; z = 0.5 * (zo + a / zo) + 0 * k; k = k + 1;'],
    ['left by a jump', 'zo = z; z = 0.5 * (zo + a / zo); if (z > 1e9) break;'],
    ['`g`, which other routines can see', 'zo = z; z = 0.5 * (zo + a / zo) * g;'],
  ];
  test.each(refused)('is told: %s', (why, body) => {
    const source = `double g = 1;\ndouble f(double a, double *s) {\n  double z = 1, zo = 0;\n  int k = 0;\n  // backsweep: fixed_point(z)\n  while (fabs(z - zo) > 1e-14) { ${body} }\n  return z + *s + k;\n}\n`;
    const { ok, diagnostics } = differentiate({ source, language: 'c' });
    expect([ok, diagnostics.find(({ code }) => code === 'no-fixed-point')?.message]).toEqual([
      false,
      expect.stringContaining(why),
    ]);
    // Without the directive it is a loop like any other, whatever the option says.
    const plain = source.replace(/ *\/\/ backsweep.*\n/, '');
    const other = execute({ source: plain, language: 'c', options: implicit, inputs: { a: 2, s: 0.5 } });
    expect(errors(other)).toEqual([]);
    expect(other.check.verdict, other.check.sentence).toBe('passed');
  });

  test('ends the run: no trip, a budget used up, an iteration that diverges', () => {
    const codes = (source: string, inputs: ExecuteRequest['inputs'], options = implicit) =>
      execute({ source, language: 'c', inputs, options }).diagnostics.flatMap(({ severity, code }) =>
        severity === 'error' ? [code] : [],
      );
    expect(codes(NEWTON.replace('zo = 0', 'zo = 0.5 * (1 + a)'), { a: 2 })).toEqual(['no-fixed-point']);
    expect(codes(GAUSS_SEIDEL.replace('it < 1000', 'it < 2'), { n: 2, a: [2, 1, 1, 3], b: [1, 1] })).toEqual([
      'no-fixed-point',
    ]);
    const away =
      'double f(double a) {\n  double z = a, zo;\n  do { zo = z; z = 2 * zo - a; } while (fabs(z - zo) > 1e-9);\n  return z;\n}\n';
    expect(codes(away, { a: 1 })).toEqual(['no-fixed-point']);
  });

  test('and what it does not go with', () => {
    for (const mode of ['vector-tangent', 'tangent-over-adjoint'] as const)
      expect(
        differentiate({ source: NEWTON, language: 'c', mode, options: implicit }).diagnostics.map(
          (d) => d.code,
        ),
      ).toContain('not-combinable');
    expect(
      differentiate({ source: NEWTON, language: 'c' }).diagnostics.find((d) => d.code === 'fixed-point')
        ?.message,
    ).toBe('This loop ends on a small change of `z`.');
  });
});

/** A contraction of two variables, with an inner loop: in C, or in Fortran. `settles` is the directive. */
function contraction(r: Random, isC: boolean, settles: string): string {
  const number = (most: number) => `${r.decimal(0.05, most)}${isC ? '' : 'd0'}`;
  const of = (x: string) =>
    r.pick([`sin(${x})`, `cos(${x})`, `tanh(${x})`, `exp(-${x}*${x})`, `${x}/(1 + ${x}*${x})`, x]);
  const next = (x: string) =>
    `${r.pick(['a', 'a*b', 'sin(a) - b'])} + ${number(0.35)}*${of(x)} + ${number(0.35)}*b*${of(x)}`;
  const [y, z, t, size] = [next('z'), next('y'), `${number(0.3)}*${of('z')}`, r.pick(['1e-14', '1e-15'])];
  return isC
    ? `double f(double a, double b) {
  double z = 0.5, y = 0.2, zo = 0, yo = 0;
  ${settles && `// ${settles}`}
  while (fabs(z - zo) + fabs(y - yo) > ${size}) {
    zo = z;
    yo = y;
    double t = 0;
    for (int i = 1; i <= 2; i++) t += ${t}/(4*i);
    y = ${y};
    z = ${z} + t;
  }
  return z*y + a*sin(z);
}
`
    : `subroutine f(a, b, s)
  double precision a, b, s, z, y, zo, yo, t
  integer i
  z = 0.5d0
  y = 0.2d0
  zo = 0
  yo = 0
  ${settles && `! ${settles}`}
  do while (abs(z - zo) + abs(y - yo) > ${size.replace('e', 'd')})
    zo = z
    yo = y
    t = 0
    do i = 1, 2
      t = t + ${t}/(4*i)
    end do
    y = ${y}
    z = ${z} + t
  end do
  s = z*y + a*sin(z)
end subroutine
`;
}

test('of random contractions it is the derivative of all iterations', () => {
  for (const seed of seedsOf(draws(4, 200)))
    for (const mode of ['adjoint', 'tangent'] as const) {
      const r = randomFrom(seed);
      const [a, b] = [r.decimal(-1, 1), r.decimal(-1, 1)];
      const text = (settles: string) => contraction(randomFrom(seed), seed % 2 === 0, settles);
      const one = (settles: string) =>
        execute({
          source: text(settles),
          language: seed % 2 === 0 ? 'c' : 'fortran',
          mode,
          inputs: { a, b },
        });
      const [plain, limit] = [one(''), one('backsweep: fixed_point(z, y)')];
      expect([seed, errors(plain), errors(limit)]).toEqual([seed, [], []]);
      expect([limit.check.verdict, text('')]).toEqual(['passed', text('')]);
      for (const [key, values] of Object.entries(plain.derivatives))
        for (const [i, x] of values.entries())
          expect(Math.abs((limit.derivatives[key]?.[i] ?? Number.NaN) - x), `${seed}`).toBeLessThan(1e-9);
    }
});
