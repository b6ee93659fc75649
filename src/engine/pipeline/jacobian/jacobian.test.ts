import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type DerivativeMatrix, type ExecuteRequest, hessian, jacobian } from '../../index';
import { draws, seedsOf } from '../../testing/draws';
import { randomFrom } from '../../testing/prng';
import { columnColours, countColours, type Pattern, starColours, transposed } from './colouring';

const dense = ({ rows, columns, entries }: DerivativeMatrix): number[][] => {
  const matrix = rows.map(() => columns.map(() => 0));
  for (const { row, column, value } of entries) (matrix[row] as number[])[column] = value;
  return matrix;
};
const close = (found: number[][], wanted: number[][]) => {
  expect(found.length).toBe(wanted.length);
  wanted.forEach((row, i) => {
    row.forEach((w, j) => {
      expect(Math.abs((found[i]?.[j] as number) - w)).toBeLessThanOrEqual(1e-11 * Math.max(1, Math.abs(w)));
    });
  });
};

const CFR =
  'void f(double x1, double x2, double *y1, double *y2, double *y3) {\n  int i = 1;\n  while (i < 3) {\n    if (i < 2) *y2 = sin(x1);\n    else *y1 = cos(x2);\n    i = i + 1;\n  }\n  *y3 = *y1 * *y2;\n}\n';
const STENCIL =
  'void f(int n, const double x[n], double y[n]) {\n  for (int i = 0; i < n; i++) {\n    y[i] = -2 * x[i] * x[i];\n    if (i > 0) y[i] += sin(x[i - 1]);\n    if (i < n - 1) y[i] += x[i + 1] * x[i];\n  }\n}\n';

describe('jacobian', () => {
  test('of a kernel with a branch in a loop', () => {
    const request: ExecuteRequest = {
      source: CFR,
      language: 'c',
      inputs: { x1: 0.5, x2: 1.5 },
      dependents: ['y1', 'y2', 'y3'],
      independents: ['x1', 'x2'],
    };
    const m = jacobian(request);
    expect(m.diagnostics.filter((d) => d.severity === 'error')).toEqual([]);
    close(
      dense(m),
      [
        [0, -0.997494986604],
        [0.87758256189, 0],
        [0.0620777346605, -0.47822457120764],
      ].map((row) => row.map((x) => x)) as number[][],
    );
    expect([m.pattern.length, m.check.passed]).toEqual([4, true]);
  });

  test('Bratu takes three colours', () => {
    const source = readFileSync(new URL('../../../examples/kernels/bratu.f', import.meta.url), 'utf8');
    const m = jacobian({ source, language: 'fortran', independents: ['x'], inputs: { n: 8 } });
    expect([m.ok, m.passes, m.check.passed]).toEqual([true, 3, true]);
  });

  test('one result of very many inputs takes one pass; a full matrix of as many is refused', () => {
    const n = 10_000;
    const loss =
      'double f(int n, const double x[n]) { double s = 0; for (int i = 1; i < n; i++) s += x[i] * x[i - 1]; return s; }';
    const m = jacobian({ source: loss, language: 'c', inputs: { n, x: 'i' } });
    expect([m.ok, m.by, m.passes, m.entries.length]).toEqual([true, 'adjoint', 1, n]);
    expect(m.entries[4999]?.value).toBe(4999 + 5001);
    expect(m.check.sentence).toBe(`Not checked: differences would take ${2 * n} runs.`);
    const wide = 2000;
    const full = 'void f(int n, double x[n]) { for (int i = 1; i < n; i++) x[i] += x[i - 1] * x[i]; }';
    expect(
      jacobian({ source: full, language: 'c', inputs: { n: wide, x: '0.1' } }).diagnostics.at(-1)?.message,
    ).toMatch('too many entries');
  });

  test('more inputs than a history holds are too many, not a mistake', () => {
    const source =
      'double f(int n, const double x[n], double y[n]) { for (int i = 0; i < n; i++) y[i] = x[i]; return y[0]; }';
    const request: ExecuteRequest = { source, language: 'c', inputs: { n: 250_000, x: '1', y: '0' } };
    for (const { diagnostics } of [jacobian(request), hessian({ ...request, dependents: ['f'] })])
      expect(diagnostics.at(-1)?.code).toBe('run-ended');
  });

  test('a thousand rows of three take three passes', () => {
    const m = jacobian({ source: STENCIL, language: 'c', inputs: { n: 1000, x: 'sin(i)' } });
    expect([m.ok, m.by, m.passes, m.pattern.length, m.check.passed]).toEqual([
      true,
      'tangent',
      3,
      2998,
      true,
    ]);
  });

  test('rows, columns, or some of each, whichever takes fewest', () => {
    const sum =
      'void f(int n, const double x[n], double *s) {\n  *s = 0;\n  for (int i = 0; i < n; i++) *s += x[i] * x[i];\n}\n';
    expect(jacobian({ source: sum, language: 'c', inputs: { n: 9 }, dependents: ['s'] })).toMatchObject({
      by: 'adjoint',
      passes: 1,
    });
    const arrow =
      'void f(int n, const double x[n], double y[n]) {\n  y[0] = 0;\n  for (int i = 0; i < n; i++) y[0] += x[i] * x[i];\n  for (int i = 1; i < n; i++) y[i] = x[i] * x[0];\n}\n';
    const m = jacobian({ source: arrow, language: 'c', inputs: { n: 12, x: 'i' } });
    expect([m.by, m.passes, m.check.passed]).toEqual(['both', 3, true]);
    expect(dense(m)[0]?.slice(0, 12)).toEqual(Array.from({ length: 12 }, (_, i) => 2 * (i + 1)));
  });

  test('what can be no matrix is said', () => {
    const said = (m: DerivativeMatrix) => [m.ok, m.diagnostics.map((d) => d.code)];
    expect(said(hessian({ source: STENCIL, language: 'c', inputs: { n: 4 } }))).toEqual([
      false,
      ['not-one-scalar'],
    ]);
    expect(jacobian({ source: 'void f(', language: 'c' }).ok).toBe(false);
    expect(jacobian({ source: STENCIL, language: 'c', inputs: { x: 'sin(' } }).ok).toBe(false);
  });
});

test('steps of differences are as small as a function asks for that bends on a small scale', () => {
  const source = 'double f(double x, double y) { return exp(4000 * x) * y; }';
  const request: ExecuteRequest = { source, language: 'c', inputs: { x: 0.001, y: 2 } };
  for (const { ok, check } of [jacobian(request), hessian(request)])
    expect([ok, check.passed]).toEqual([true, true]);
});

describe('hessian', () => {
  test('of the classical kernels', () => {
    const rosenbrock =
      'double f(double x, double y) {\n  double t = y - x * x;\n  return (1 - x) * (1 - x) + 100 * t * t;\n}\n';
    const m = hessian({ source: rosenbrock, language: 'c', inputs: { x: -1.2, y: 1 } });
    close(dense(m), [
      [1330, 480],
      [480, 200],
    ]);
    expect(m.check.passed).toBe(true);
    close(
      dense(
        hessian({
          source: CFR,
          language: 'c',
          inputs: { x1: 0.5, x2: 1.5 },
          independents: ['x1', 'x2'],
          dependents: ['y3'],
        }),
      ),
      [
        [-0.0339132210088926, -0.875384205816789],
        [-0.875384205816789, -0.0339132210088926],
      ],
    );
  });

  test('a chain of many takes few passes', () => {
    const chain =
      'double f(int n, const double x[n]) {\n  double s = 0;\n  for (int i = 0; i + 1 < n; i++) {\n    double t = x[i + 1] - x[i] * x[i];\n    s += 100 * t * t + (1 - x[i]) * (1 - x[i]);\n  }\n  return s;\n}\n';
    const m = hessian({ source: chain, language: 'c', inputs: { n: 60, x: 'sin(i)' } });
    expect([m.ok, m.passes, m.pattern.length, m.check.passed]).toEqual([true, 3, 178, true]);
  });
});

/** The least and the most colours that columns can come to: entries of the fullest row, neighbours of a column and itself. */
function colourBounds(pattern: Pattern, columns: number): { least: number; most: number } {
  const rowsOf = transposed(pattern, columns);
  const most = rowsOf.map((rows, j) => {
    const neighbours = new Set(rows.flatMap((i) => pattern[i] as readonly number[]));
    neighbours.add(j);
    return neighbours.size;
  });
  return { least: Math.max(0, ...pattern.map((row) => row.length)), most: Math.max(0, ...most) };
}

test('colours of random patterns keep their bounds and tell all entries apart', () => {
  for (const seed of seedsOf(draws(50, 500))) {
    const random = randomFrom(seed);
    const [rows, columns] = [random.int(1, 12), random.int(1, 12)];
    const pattern: Pattern = Array.from({ length: rows }, () =>
      Array.from({ length: columns }, (_, j) => j).filter(() => random.next() < 0.3),
    );
    const colours = columnColours(pattern, columns);
    const { least, most } = colourBounds(pattern, columns);
    expect(countColours(colours)).toBeGreaterThanOrEqual(least);
    expect(countColours(colours)).toBeLessThanOrEqual(most);
    for (const row of pattern) expect(new Set(row.map((j) => colours[j])).size).toBe(row.length);
    // From the products with the sums of the columns of each colour, every entry comes back as it was.
    const matrix = pattern.map((row) => new Map(row.map((j) => [j, random.next() - 0.5])));
    for (const row of matrix) {
      const product = new Map<number, number>();
      for (const [j, value] of row)
        product.set(colours[j] as number, (product.get(colours[j] as number) ?? 0) + value);
      for (const [j, value] of row) expect(product.get(colours[j] as number)).toBe(value);
    }

    const n = columns;
    const joined = Array.from({ length: n }, () => new Set<number>());
    for (let i = 0; i < n; i++)
      for (let j = 0; j <= i; j++)
        if (i === j || random.next() < 0.3) {
          joined[i]?.add(j);
          joined[j]?.add(i);
        }
    const symmetric: Pattern = joined.map((set) => [...set].sort((a, b) => a - b));
    const stars = starColours(symmetric);
    // Every entry stands alone in its colour in one of its two rows.
    symmetric.forEach((row, i) => {
      for (const j of row) {
        const alone = (at: number, of: number) =>
          (symmetric[at] as number[]).filter((k) => stars[k] === stars[of]).length === 1;
        expect(alone(i, j) || alone(j, i)).toBe(true);
      }
    });
  }
});
