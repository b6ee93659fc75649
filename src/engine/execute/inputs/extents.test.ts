/** A size that nobody gave is that of the list that was given. */
import { expect, test } from 'vitest';
import { execute } from '../../index';

const ASSUMED = `subroutine f(p, q, y)
  real(8), intent(in) :: p(:), q(0:, :)
  real(8), intent(out) :: y
  y = sum(p) + 100*size(p) + 1000*size(q, 1) + 10000*size(q, 2)
end subroutine f
`;
const EXPLICIT =
  'double f(int n, int m, const double *w, double x[n][m], double z[n]) { double s = w[0]; for (int i = 0; i < n; i++) s += z[i] * x[i][m - 1]; return s + 100 * n + 1000 * m; }';
const SHIFTED = 'double f(int n, double x[n][n + 1]) { return x[0][0] + 100 * n; }';

const list = (count: number) => Array.from({ length: count }, (_, i) => i + 1);
type Given = Readonly<Record<string, number | number[]>>;

test.each<[string, string, Given, number]>([
  ['assumed shape, rank 1', ASSUMED, { p: list(3), q: list(4) }, 6 + 300 + 2000 + 20000],
  ['assumed shape, longer than usual', ASSUMED, { p: list(7), q: list(9) }, 28 + 700 + 3000 + 30000],
  ['a size of two', ASSUMED, { p: [1], q: list(6), q_n1: 2 }, 1 + 100 + 2000 + 30000],
  ['the other of two', ASSUMED, { p: [1], q: list(6), q_n2: 2 }, 1 + 100 + 3000 + 20000],
  ['an explicit size', EXPLICIT, { w: [0], z: list(2), x: list(6) }, 3 + 12 + 200 + 3000],
])('%s', (_, source, inputs, value) => {
  const language = source === ASSUMED ? 'fortran' : 'c';
  const run = execute({ source, language, inputs });
  expect(run.diagnostics.filter((d) => d.severity === 'error')).toEqual([]);
  expect(Object.values(run.outputs).flat().at(-1)).toBe(value);
});

test('where no list tells it, the run says what to give', () => {
  const run = execute({ source: ASSUMED, language: 'fortran', inputs: { q: list(6) } });
  const [error] = run.diagnostics.filter((d) => d.severity === 'error');
  expect(error?.code).toBe('input-length');
  expect(error?.notes[0]?.message).toBe('Its extents are inputs too: give `q_n1` and `q_n2`.');
  const shifted = execute({ source: SHIFTED, language: 'c', inputs: { x: list(6) } });
  expect(shifted.diagnostics.filter((d) => d.severity === 'error').map((d) => d.code)).toEqual([
    'input-length',
  ]);
});
