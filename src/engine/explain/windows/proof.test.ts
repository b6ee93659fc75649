import { expect, test } from 'vitest';
import { differentiate, type ExecuteRequest, explain, tradeoff } from '../../index';

const HEAT = `void heat(int n, double kappa, double u[n]) {
  for (int i = 1; i < n - 1; i++) {
    u[i] = u[i] + kappa * (u[i - 1] - 2.0 * u[i] + u[i + 1]);
  }
}`;

const requestOf = (source: string, inputs: ExecuteRequest['inputs']): ExecuteRequest => ({
  source,
  language: 'c',
  inputs,
  options: { record: 'least' },
});

test('a card of the least tape tells the bound, the path that is cut, and what it would cost without', () => {
  const d = differentiate(requestOf(HEAT, {}));
  expect(d.recordings.map(({ kind }) => kind)).toEqual(['value']);
  const { facts } = explain(d, { kind: 'recording', id: d.recordings[0]?.id ?? '' });
  expect(facts.filter(({ rule }) => rule === 'ours: least tape').map(({ text }) => text)).toEqual([
    'Line 3 keeps 8 bytes each time that it runs, and no fewer would do: so many lie on paths that share none, from what it is given to what its backward sweep reads, and each path has to be cut.',
    'It cuts the path `u[i + 1]` → `u[i - 1] - 2*u[i] + u[i + 1]`: 8 bytes.',
    'To compute it again takes `u[i - 1] - 2*u[i]`, `u[i + 1]` and one operation. Without it, 16 bytes would have to be kept, not 8, and one operation more: so it is kept.',
  ]);
});

test('what only TBR asks for says so, and no card of TBR speaks of the least tape', () => {
  const source = `void g(int n, double x[n], double *y) {
  for (int i = 0; i < n; i++) { *y = *y + x[0] * x[0]; for (int j = 0; j < 2; j++) x[0] = sin(x[0]); }
}`;
  for (const record of ['least', 'tbr'] as const) {
    const d = differentiate({ ...requestOf(source, {}), options: { record } });
    const cards = d.recordings.map(({ id }) => explain(d, { kind: 'recording', id }));
    expect(cards.length).toBeGreaterThan(0);
    for (const { facts } of cards)
      expect(facts.some(({ rule }) => rule === 'ours: least tape')).toBe(record === 'least');
  }
});

test('values of a window are drawn from their operands, paths add up to the bound, a kept value cuts each', () => {
  const { windows } = tradeoff(requestOf(HEAT, { n: 5, kappa: 0.1, u: [1, 2, 3, 4, 5] }));
  const [window] = windows;
  if (!window) throw new Error('no window');
  const { values, paths, bound } = window;
  expect(paths.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(bound);
  for (const { values: path } of paths) {
    expect(path.filter((v) => values[v]?.choice === 'kept')).toHaveLength(1);
    for (const [k, v] of path.entries()) if (k > 0) expect(values[v]?.operands).toContain(path[k - 1]);
  }
  for (const [k, { operands }] of values.entries()) for (const o of operands) expect(o).toBeLessThan(k);
  expect(
    values.filter(({ choice }) => choice === 'kept').map(({ text, without }) => [text, without]),
  ).toEqual([['u[i - 1] - 2*u[i] + u[i + 1]', { bytes: 8, operations: 1 }]]);
});
