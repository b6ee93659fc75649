import { describe, expect, test } from 'vitest';
import { defaultHost } from '../../execute/host';
import { execute, measureTime } from '../../index';

const SUM = `double f(int n, double x[n]) {
  double s = 0;
  for (int i = 0; i < n; i++) s += sin(x[i]) * x[i];
  return s;
}
`;
const of = (n: number, milliseconds = 30) =>
  measureTime({ source: SUM, language: 'c', inputs: { n, x: 'sin(i)' } }, milliseconds);

describe('the time of a run', () => {
  test('grows with the work, and is far finer than the clock', () => {
    const turns = Array.from({ length: 4 }, () => [of(20, 10), of(2000, 10)] as const);
    expect(turns[0]?.[0]).toMatchObject({ ok: true, reason: '' });
    // A hundred times the work. What else the machine does adds to a time and takes nothing from it: the least of some counts.
    const least = (which: 0 | 1, what: 'primal' | 'derivative') =>
      Math.min(...turns.map((turn) => turn[which][what]));
    expect(least(0, 'primal')).toBeGreaterThan(0);
    expect(least(1, 'primal')).toBeGreaterThan(least(0, 'primal'));
    expect(least(1, 'derivative')).toBeGreaterThan(least(0, 'derivative'));
  });
  test('is close to that of one long run by the clock', () => {
    const primal = Math.min(...Array.from({ length: 4 }, () => of(20_000, 10).primal));
    const from = defaultHost().now();
    execute({ source: SUM, language: 'c', inputs: { n: 20_000, x: 'sin(i)' } });
    expect(primal).toBeLessThan(defaultHost().now() - from);
  });
  test('what can’t be run is not timed, and says why', () => {
    expect(measureTime({ source: 'double f(', language: 'c' }).ok).toBe(false);
    const endless = 'double f(double x) { while (x < 1) x = x * 0.5; return x; }';
    expect(
      measureTime({ source: endless, language: 'c', inputs: { x: 0 }, budget: { steps: 1000 } }),
    ).toMatchObject({
      ok: false,
      reason: 'A run ended early, or takes too long to be repeated.',
    });
  });
});
