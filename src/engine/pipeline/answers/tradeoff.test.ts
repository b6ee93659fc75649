import { describe, expect, test } from 'vitest';
import { runOf } from '../../../app/store/document/playground';
import { EXAMPLES, playgroundOf } from '../../../examples';
import { execute, tradeoff } from '../../index';

function requestOf(id: string) {
  const example = EXAMPLES.find((e) => e.id === id);
  if (!example) throw new Error(`no example ${id}`);
  return runOf(playgroundOf(example), {});
}

describe.each(['predator-prey.c', 'heat.c', 'gather-scatter.f'])('%s', (id) => {
  const request = requestOf(id);
  const found = tradeoff(request);

  test('points are what their options give, the fewest bytes first, and none lies below the hull', () => {
    expect(found.diagnostics.filter((d) => d.severity === 'error')).toEqual([]);
    expect(found.ok).toBe(true);
    expect(structuredClone(found)).toEqual(found);
    const { points } = found;
    const first = points[0];
    if (!first) throw new Error('no points');
    const run = execute({ ...request, options: first.options });
    expect([first.bytes, first.operations]).toEqual([run.tape.bytes, run.operations.derivative.weighted]);
    const corners = points.filter((p) => p.hull);
    expect(corners[0]?.bytes).toBe(Math.min(...points.map((p) => p.bytes)));
    expect(corners[corners.length - 1]?.operations).toBe(Math.min(...points.map((p) => p.operations)));
    for (const [k, p] of points.entries())
      expect(p.bytes, p.title).toBeGreaterThanOrEqual(points[k - 1]?.bytes ?? 0);
  });

  test('a hull of a window is convex, and starts at its bound', () => {
    for (const { hull, bound, span } of found.windows) {
      expect(span.end).toBeGreaterThan(span.start);
      expect(hull[0]?.[0]).toBe(bound);
      for (let k = 1; k < hull.length; k++) {
        const [a, b, c] = [hull[k - 1], hull[k], hull[k + 1]];
        if (!a || !b) continue;
        expect(b[0]).toBeGreaterThan(a[0]);
        expect(b[1]).toBeLessThan(a[1]);
        if (c) expect((b[1] - a[1]) * (c[0] - b[0])).toBeLessThan((c[1] - b[1]) * (b[0] - a[0]));
      }
    }
  });
});

test('of predator-prey’s step, bytes against operations, from two values kept to all that derivatives read', () => {
  const { windows } = tradeoff(requestOf('predator-prey.c'));
  expect(windows.map(({ hull }) => hull)).toEqual([
    [
      [16, 48],
      [32, 36],
      [144, 8],
      [208, 0],
    ],
  ]);
});

test('a tangent keeps nothing', () => {
  const refused = tradeoff({ ...requestOf('heat.c'), mode: 'tangent' });
  expect(refused.ok).toBe(false);
  expect(refused.diagnostics.map((d) => d.code)).toEqual(['not-combinable']);
});
