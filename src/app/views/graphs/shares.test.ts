import { expect, test } from 'vitest';
import type { PlacedGraph } from '../../layout/types';
import { sharesOf } from './shares';

const graph = (width: number): PlacedGraph => ({ width, height: 100, vertices: [], edges: [] });
const all = ['original', 'forward', 'adjoint'] as const;

test('a pane is as wide as its graph needs, none is squeezed away, and the sum is the whole', () => {
  const graphs = { original: graph(200), forward: graph(220), adjoint: graph(500) };
  const [a = 0, b = 0, c = 0] = sharesOf(graphs, all, false);
  expect(a + b + c).toBe(100);
  expect(a).toBeLessThanOrEqual(b);
  expect(c).toBeGreaterThan(b);
  expect(a).toBeGreaterThanOrEqual(22);
  expect(sharesOf(graphs, ['forward'], false)).toEqual([100]);
  expect(sharesOf(graphs, [], false)).toEqual([]);
});

test('the lane takes its room from the pane that it stands in', () => {
  const graphs = { original: graph(300), forward: graph(300), adjoint: graph(300) };
  const [a = 0, , c = 0] = sharesOf(graphs, all, true);
  expect(c).toBeGreaterThan(a);
});
