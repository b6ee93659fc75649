import { expect, test } from 'vitest';
import { differentiate } from '../../../engine/index';
import type { Graph } from '../../../engine/pipeline/results';
import { laneItems, spread, tracks } from './lane';

test('chips that stand too close move apart, keep their order, and stay about where they were', () => {
  expect(spread([10, 50, 90], 20)).toEqual([10, 50, 90]);
  expect(spread([50, 50], 20)).toEqual([40, 60]);
  expect(spread([10, 50, 52, 54], 20)).toEqual([10, 32, 52, 72]);
});

const at = (graph: Graph) => ({
  graph,
  placed: {
    width: 0,
    height: 0,
    edges: [],
    vertices: graph.vertices.map(({ id, kind, number }) => ({
      id,
      kind,
      content: id,
      x: 0,
      y: Math.abs(number),
      width: 1,
      height: 1,
      roomX: 1,
      roomY: 1,
      numberAt: { x: 0, y: 0 },
    })),
  },
});
const items = (source: string, reversal: 'joins' | 'structured' | 'blocks') => {
  const result = differentiate({ source, language: 'c', options: { reversal } });
  return laneItems(result, at(result.graphs.forward), at(result.graphs.adjoint)).map(
    ({ what, size, pushes, pops }) => `${what} ${size} ${pushes.length} -> ${pops.length}`,
  );
};
const CFR = `double y3(double x1, double x2) {
  double y1 = 0, y2 = 0; int i = 1;
  while (i < 3) { if (i < 2) { y2 = sin(x1); } else { y1 = cos(x2); } i = i + 1; }
  return y1 * y2;
}`;

test('what [CFR] stores: the branch at either side, the trips once', () => {
  expect(items(CFR, 'structured')).toEqual(['trips 4 B 1 -> 1', 'branch 1 bit 2 -> 1']);
});
test('numbers of blocks come back at one place', () => {
  expect(items(CFR, 'blocks')).toEqual([expect.stringMatching(/^numbers 1 B \d -> 1$/)]);
});

test('what is pushed at one vertex and popped at its counterpart is one thing on the tape', () => {
  const kernel = 'double f(double x, double y) { x = x*y; y = sin(y)*x; x = x*x*y; return x; }';
  expect(items(kernel, 'joins')).toEqual([expect.stringMatching(/^x, y {2}1 -> 1$/)]);
});
test('a wire passes no vertex that stands beside its own', () => {
  const result = differentiate({ source: CFR, language: 'c' });
  const row = (graph: Graph, height: (k: number) => number) => {
    const { placed } = at(graph);
    const vertices = placed.vertices.map((v, k) => ({ ...v, x: 50 * k, y: 0, width: 20, height: height(k) }));
    return { graph, placed: { ...placed, vertices } };
  };
  for (const height of [(k: number) => 10 + 8 * k, (k: number) => 90 - 8 * k, () => 20]) {
    const forward = row(result.graphs.forward, height);
    for (const { pushes } of laneItems(result, forward, at(result.graphs.adjoint)))
      for (const { x, on } of pushes)
        for (const v of forward.placed.vertices)
          if (v.x > x) expect(Math.abs(on - v.y)).toBeGreaterThan(v.height / 2);
  }
});
test('wires beside each other have tracks of their own', () => {
  expect(
    tracks([
      { from: 0, to: 100 },
      { from: 40, to: 40 },
      { from: 50, to: 150 },
      { from: 120, to: 200 },
    ]),
  ).toEqual([0, 0, 1, 0]);
});
