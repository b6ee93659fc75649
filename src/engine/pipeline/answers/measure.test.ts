import { describe, expect, test } from 'vitest';
import { defaultHost } from '../../execute/host';
import { differentiate, execute, measureTime } from '../../index';
import { DEFAULT_OPTIONS } from '../options';

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
    const small = of(20);
    const large = of(2000);
    expect(small).toMatchObject({ ok: true, reason: '' });
    expect(small.primal).toBeGreaterThan(0);
    // A hundred times the work, told apart on a machine that is busy with something else as well.
    expect(large.derivative).toBeGreaterThan(small.derivative);
    expect(large.primal).toBeGreaterThan(small.primal);
  });
  test('is close to that of one long run by the clock', () => {
    const { primal } = of(100_000, 60);
    const from = defaultHost().now();
    execute({ source: SUM, language: 'c', inputs: { n: 100_000, x: 'sin(i)' } });
    expect(primal).toBeLessThan(defaultHost().now() - from);
  });
  test('what can’t be run is not timed, and says why', () => {
    expect(measureTime({ source: 'double f(', language: 'c' }).ok).toBe(false);
    const endless = 'double f(double x) { while (x < 1) x = x * 0.5; return x; }';
    expect(measureTime({ source: endless, language: 'c', inputs: { x: 0 } })).toMatchObject({
      ok: false,
      reason: 'A run ended early, or takes too long to be repeated.',
    });
  });
});

describe('elements told apart, or not', () => {
  const source = `void f(double y[4], double *r) {
  y[0] = y[1] * y[1];
  *r = y[2] * y[0];
}
`;
  const recorded = (text: string, elements: boolean) =>
    differentiate({
      source: text,
      language: 'c',
      options: { ...DEFAULT_OPTIONS, elements, adjointLiveness: false },
    }).recordings.map((each) => each.text);

  test('constant subscripts: the coarse rule takes one element for another', () => {
    expect(recorded(source, true)).toEqual([]);
    expect(recorded(source, false)).toEqual(['y[0]']);
  });
  test('affine subscripts in one iteration', () => {
    const loop = `void f(int n, double y[n], double x[n]) {
  for (int i = 0; i < n - 1; i++) y[i] = y[i + 1] * x[i];
}
`;
    expect(recorded(loop, false)).toContain('y[i]');
  });
  test('the gradient is the same', () => {
    const run = (elements: boolean) =>
      execute({ source, language: 'c', options: { elements }, inputs: { y: [1, 2, 3, 4] } });
    expect(run(false).check.verdict).toBe('passed');
    expect(run(false).derivatives).toEqual(run(true).derivatives);
  });
});
