import { expect, test } from 'vitest';
import { type Eliminated, eliminate } from '../../../engine';
import { randomFrom } from '../../../engine/testing/prng';
import { termsOf } from './entryTree';

/** What a tree comes to. */
function comesTo(now: Eliminated, label: number): number {
  const { partial, products } = termsOf(now, label);
  return products.reduce(
    (sum, { below, above }) => sum + comesTo(now, above) * comesTo(now, below),
    partial?.value ?? 0,
  );
}

test('the tree of an entry comes to the entry, whatever was eliminated in which order', () => {
  const random = randomFrom(17);
  let compared = 0;
  for (let trial = 0; trial < 60; trial++) {
    const count = random.int(4, 9);
    const vertices = Array.from({ length: count }, (_, id) => ({
      id,
      role: id < 2 ? ('input' as const) : id > count - 3 ? ('output' as const) : ('intermediate' as const),
    }));
    const edges = vertices.flatMap(({ id: to, role }) =>
      vertices
        .slice(0, to)
        .filter(() => role !== 'input' && random.chance(0.5))
        .map(({ id: from }) => ({ from, to, value: random.int(1, 3), constant: random.chance(0.3) })),
    );
    for (const kind of ['edge', 'vertex', 'face'] as const) {
      const order = random.pick([['forward'], ['reverse'], ['LM', 'forward']] as const);
      const now = eliminate({ graph: { vertices, edges } }, { kind, order });
      for (const { label, value } of now.remaining) {
        expect(comesTo(now, label)).toBe(value);
        compared++;
      }
    }
  }
  expect(compared).toBeGreaterThan(200);
});
