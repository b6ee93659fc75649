import { expect, test } from 'vitest';
import { hessian, sample } from '../../../engine';
import { contours, newtonStep } from './contours';

test('contours of a paraboloid are circles', () => {
  const size = 41;
  const values = Array.from(
    { length: size * size },
    (_, k) => ((k % size) - 20) ** 2 + (Math.floor(k / size) - 20) ** 2,
  );
  for (const { level, segments } of contours(values, size, 5)) {
    expect(segments.length).toBeGreaterThan(0);
    for (const [a, b] of segments)
      expect(Math.abs(Math.hypot(a - 20, b - 20) - Math.sqrt(level))).toBeLessThan(0.1);
  }
  expect(contours([1, 2], 3, 4)).toEqual([]);
});

test("Newton's method goes to the minimum of a quadratic in one step", () => {
  const source =
    'double f(double x, double y) {\n  return (x - 1) * (x - 1) + 3 * (y + 2) * (y + 2) + x * y;\n}\n';
  const request = { source, language: 'c', inputs: { x: 0.4, y: 0.9 } } as const;
  const gradient = sample(request, [{}]).samples[0]?.gradient;
  const [dx = 0, dy = 0] = newtonStep(hessian(request), [gradient?.x?.[0] ?? 0, gradient?.y?.[0] ?? 0]) ?? [];
  const there = sample(request, [{ x: [0.4 + dx], y: [0.9 + dy] }]).samples[0]?.gradient;
  expect(Math.abs(there?.x?.[0] ?? 1) + Math.abs(there?.y?.[0] ?? 1)).toBeLessThan(1e-12);
});
