import { expect, test } from 'vitest';
import { execute, sample } from '../../../engine';
import { pointsAlong, remainders, STEPS, someDirection } from './taylor';

const source = 'double f(double x, double y) {\n  return sin(x * y) + x * x * y;\n}\n';

test('remainders fall by the powers of the step that right derivatives give', () => {
  const inputs = { x: [0.7], y: [1.3] };
  const direction = someDirection(inputs, ['x', 'y']);
  const request = { source, language: 'c', inputs } as const;
  const found = sample(request, pointsAlong(inputs, direction, STEPS));
  const rows = Object.fromEntries(Object.entries(direction).map(([key, d]) => [key, [d]]));
  const { second } = execute({ ...request, mode: 'tangent-over-adjoint', directions: rows });
  const curvature = Object.entries(direction).reduce(
    (s, [key, [d]]) => s + (d ?? 0) * (second?.[key]?.[0] ?? 0),
    0,
  );
  const { slopes } = remainders(found, direction, STEPS, curvature) ?? { slopes: null };
  expect(slopes?.zeroth).toBeCloseTo(1, 0);
  expect(slopes?.first).toBeCloseTo(2, 0);
  expect(slopes?.second).toBeCloseTo(2, 0);
  // A wrong gradient shows: its remainder falls with the step only.
  const wrong = {
    ...found,
    samples: found.samples.map(
      (s) => s && { ...s, gradient: { ...s.gradient, x: [(s.gradient.x?.[0] ?? 0) * 1.1] } },
    ),
  };
  expect(remainders(wrong, direction, STEPS, null)?.slopes.first).toBeCloseTo(1, 0);
});

test('of a linear function rounding remains, which falls by no power of the step', () => {
  for (const type of ['double', 'float']) {
    const linear = `${type} f(${type} x, ${type} y) { return 3.7*x - y/7; }`;
    const inputs = { x: [0.7], y: [1.3] };
    const direction = someDirection(inputs, ['x', 'y']);
    const found = sample({ source: linear, language: 'c', inputs }, pointsAlong(inputs, direction, STEPS));
    const slopes = remainders(found, direction, STEPS, null)?.slopes;
    expect(slopes?.zeroth).toBeCloseTo(1, 1);
    expect(slopes?.first).toBeNaN();
  }
});
