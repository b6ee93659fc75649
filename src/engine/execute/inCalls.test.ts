import { describe, expect, test } from 'vitest';
import { execute } from '../index';

/* What the two machines, WebAssembly and the interpreter that writes traces, make of calls, and of inputs left out. */

const both = (
  source: string,
  inputs: Record<string, number | number[] | string> = {},
  language: 'c' | 'fortran' = 'c',
) => [false, true].map((trace) => execute({ source, language, inputs, trace }));

describe.each([
  ['WebAssembly', 0],
  ['the interpreter', 1],
] as const)('in %s', (_, machine) => {
  test('a recursion without end is reported at its call', () => {
    const source =
      'double g(double x) {\n  return g(x + 1.0) * x;\n}\ndouble f(double x) {\n  return g(x);\n}\n';
    const run = both(source, { x: 1 })[machine];
    const found = run?.diagnostics.filter(({ severity }) => severity === 'error') ?? [];
    expect(found.map(({ code }) => code)).toEqual(['stack-overflow']);
    expect(source.slice(found[0]?.span.start, found[0]?.span.end)).toContain('g(x + 1.0)');
  });
  test('long results and long elements', () => {
    const source = `long twice(long k) {
  return 2 * k;
}
double f(long a[2], double x) {
  long k = twice(a[1]) + twice(4000000000L);
  a[0] = k;
  return x * (k % 7);
}
`;
    const run = both(source, { a: [1, 5_000_000_000], x: 0.5 })[machine];
    expect(run?.outputs).toMatchObject({
      a: [18_000_000_000, 5_000_000_000],
      f: [0.5 * (18_000_000_000 % 7)],
    });
    expect(run?.check.verdict).toBe('passed');
  });
  test('integers that no double holds', () => {
    const source = `double f(double x) {
  long k = -9007199254740993L;
  long m = -(-9223372036854775807L);
  return x * (k % 1000 + m % 10);
}
`;
    const run = both(source, { x: 0.5 })[machine];
    expect([run?.outputs.f, run?.derivatives.x]).toEqual([[0.5 * (7 - 993)], [7 - 993]]);
  });
  test('masks have true and false elements by default', () => {
    const source = `subroutine f(m, x, y)
  logical, intent(in) :: m(4)
  real(8), intent(in) :: x(4)
  real(8), intent(out) :: y
  y = sum(x*x, mask=m)
end subroutine
`;
    const run = both(source, { x: [1, 2, 3, 4] }, 'fortran')[machine];
    expect(run?.inputs.m).toEqual([1, 0, 1, 0]);
    expect([run?.outputs.y, run?.derivatives.x]).toEqual([[10], [2, 0, 6, 0]]);
  });
});

test('a function that ends without its result is warned of', () => {
  const source =
    'double g(double x) {\n  if (x > 0.0) return x;\n}\ndouble f(double x) {\n  return g(x) + x;\n}\n';
  const { diagnostics } = both(source, { x: -1 })[1] ?? { diagnostics: [] };
  expect(diagnostics.map(({ code }) => code)).toContain('uninitialised');
});

test('a formula that reads beyond what is given has no number', () => {
  const source = 'double f(double a[3], double b[2]) {\n  return a[0] * a[1] * a[2] + b[0] * b[1];\n}\n';
  const run = execute({ source, language: 'c', inputs: { b: [1, 2], a: 'b + 1' } });
  expect(run.inputs.a).toEqual([2, 3, Number.NaN]);
});
