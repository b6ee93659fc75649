import { expect, test } from 'vitest';
import { type Random, randomFrom } from '../testing/prng';
import { dominatorTree } from './dominators';

interface Digraph {
  readonly successors: readonly (readonly number[])[];
  readonly predecessors: readonly (readonly number[])[];
}

/** Every vertex is reached from 0. */
function randomGraph(random: Random): Digraph {
  const n = random.int(3, 10);
  const successors: number[][] = Array.from({ length: n }, () => []);
  const predecessors: number[][] = Array.from({ length: n }, () => []);
  const join = (from: number, to: number) => {
    successors[from]?.push(to);
    predecessors[to]?.push(from);
  };
  for (let v = 1; v < n; v++) join(random.int(0, Math.min(v - 1, n - 2)), v);
  for (let k = random.int(0, n); k > 0; k--) join(random.int(0, n - 2), random.int(1, n - 1));
  return { successors, predecessors };
}

function reached(graph: Digraph, without: number): Set<number> {
  const seen = new Set(without === 0 ? [] : [0]);
  for (const v of seen) for (const to of graph.successors[v] ?? []) if (to !== without) seen.add(to);
  return seen;
}

test('a dominates b: without a, b is not reached, on random graphs', () => {
  for (let seed = 1; seed <= 500; seed++) {
    const graph = randomGraph(randomFrom(seed));
    const { dominates } = dominatorTree(graph.successors, graph.predecessors, 0);
    const all = graph.successors.map((_, v) => v);
    for (const a of all) for (const b of all) expect(dominates(a, b)).toBe(!reached(graph, a).has(b));
  }
});
