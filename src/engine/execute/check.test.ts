import { describe, expect, test } from 'vitest';
import { differentiate, execute } from '../index';
import { dotProduct, roundings } from './check';

const NEWTON = `double root(double a, double x) {
  for (int i = 0; i < 9; i++) x = x - (x * x * x - a) / (3 * x * x);
  return x;
}
double f(double a, double x) { return root(a, x) - root(a, 1.5 * x); }
`;

describe('derivatives that vanish', () => {
  const { check, derivatives } = execute({
    source: NEWTON,
    language: 'c',
    independents: ['x'],
    inputs: { a: 2, x: 1.3 },
  });

  test('a root does not depend on where the search started: what is left of it is rounding, and is no fault', () => {
    expect(derivatives.x?.[0]).not.toBe(0);
    expect(Math.abs(derivatives.x?.[0] ?? 1)).toBeLessThan(1e-60);
    // The programs don't agree in a single digit.
    expect(check.dotProduct?.relativeError).toBeGreaterThan(0.1);
    expect(check.verdict).toBe('passed');
    expect(check.sentence).toBe(
      'The derivatives are right: tangent and adjoint differ by no more than they round.',
    );
  });

  test('a small number that is wrong stays wrong', () => {
    const source = 'double f(double x) {\n  x = x * x;\n  x = x * x;\n  return 1e-30 * sin(x);\n}\n';
    const request = { source, language: 'c', inputs: { x: 1.3 } } as const;
    expect(execute(request).check.verdict).toBe('passed');
    const { recordings } = differentiate(request);
    expect(recordings.length).toBeGreaterThan(0);
    for (const { key } of recordings)
      expect(execute({ ...request, tamper: { without: [key] } }).check.verdict, key).toBe('failed');
  });
});

describe('roundings', () => {
  test('are nothing of what is exactly linear, and as large as what scaling moves', () => {
    expect(roundings({ x: [2] }, (factor) => ({ x: [2 * factor] }))).toEqual({ x: [0] });
    const noise = roundings({ x: [1e-28] }, (factor) => ({ x: [1e-28 * factor + 1e-30] }));
    expect(noise.x?.[0]).toBeGreaterThan(1e-29);
    expect(noise.x?.[0]).toBeLessThan(1e-28);
  });

  test('what overflows, or does not end, says nothing', () => {
    expect(roundings({ x: [1] }, () => ({ x: [Number.POSITIVE_INFINITY] }))).toEqual({ x: [0] });
    expect(roundings({ x: [1] }, () => null)).toEqual({ x: [0] });
  });

  test('are asked for only where tangent and adjoint disagree, and excuse no more than they are', () => {
    const none = () => {
      throw new Error('not needed');
    };
    const c = { seeds: { y: [1] }, single: false };
    const compare = (adjoint: number, noise: () => Record<string, number[]>) =>
      dotProduct(
        c,
        { y: [1e-28] },
        { x: [adjoint] },
        { x: [1] },
        { tangents: () => ({ y: [0] }), adjoints: noise },
      ).passed;
    expect(compare(1e-28, none)).toBe(true);
    expect(compare(1.01e-28, () => ({ x: [0] }))).toBe(false);
    expect(compare(1.01e-28, () => ({ x: [1e-31] }))).toBe(false);
    expect(compare(1.01e-28, () => ({ x: [2e-30] }))).toBe(true);
  });
});
