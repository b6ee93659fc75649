import { describe, expect, test } from 'vitest';
import { type Random, randomFrom } from '../../testing/prng';
import { type Digraph, dominators, loopNest, postdominators, stuckSets } from './dominators';

function digraph(n: number, edges: readonly (readonly [number, number])[]): Digraph {
  const successors: number[][] = Array.from({ length: n }, () => []);
  const predecessors: number[][] = Array.from({ length: n }, () => []);
  for (const [from, to] of edges) {
    successors[from]?.push(to);
    predecessors[to]?.push(from);
  }
  return { successors, predecessors, entry: 0, exit: n - 1 };
}

/** Every vertex reached from 0; most of them reach the exit. */
function randomGraph(random: Random): Digraph {
  const n = random.int(3, 10);
  const edges: [number, number][] = [];
  for (let v = 1; v < n; v++) edges.push([random.int(0, Math.min(v - 1, n - 2)), v]);
  for (let k = random.int(0, n); k > 0; k--) edges.push([random.int(0, n - 2), random.int(1, n - 1)]);
  return digraph(n, edges);
}

function reach(graph: Digraph, from: number, without: number): Set<number> {
  const seen = new Set(from === without ? [] : [from]);
  for (const v of seen) for (const to of graph.successors[v] ?? []) if (to !== without) seen.add(to);
  return seen;
}
const allOf = (graph: Digraph) => graph.successors.map((_, v) => v);

function randomGraphs(check: (graph: Digraph) => void): void {
  for (let seed = 1; seed <= 500; seed++) check(randomGraph(randomFrom(seed)));
}

describe('held against the definitions, on random graphs', () => {
  test('a dominates b: without a, b is not reached', () => {
    randomGraphs((graph) => {
      const { dominates } = dominators(graph);
      for (const a of allOf(graph))
        for (const b of allOf(graph)) expect(dominates(a, b)).toBe(!reach(graph, 0, a).has(b));
    });
  });

  test('a postdominates b: without a, b does not reach the exit', () => {
    randomGraphs((graph) => {
      if (stuckSets(graph).length > 0) return;
      const { dominates } = postdominators(graph);
      for (const a of allOf(graph))
        for (const b of allOf(graph)) expect(dominates(a, b)).toBe(!reach(graph, b, a).has(graph.exit));
    });
  });

  test('members of a loop lead to its end without leaving it', () => {
    randomGraphs((graph) => {
      const { dominates } = dominators(graph);
      for (const loop of loopNest(graph)) {
        for (const v of loop.members) expect(dominates(loop.header, v)).toBe(true);
        for (const latch of loop.latches) expect(graph.successors[latch]).toContain(loop.header);
        for (const v of allOf(graph)) {
          const leads = loop.latches.some(
            (latch) => v === loop.header || reach(graph, v, loop.header).has(latch),
          );
          expect(loop.members.has(v)).toBe(leads && dominates(loop.header, v));
        }
      }
    });
  });
});

test('loops are nested, outer ones first', () => {
  // 0 → 1 ⇄ (2 ⇄ 3), 1 → 4
  const graph = digraph(5, [
    [0, 1],
    [1, 2],
    [2, 3],
    [3, 2],
    [2, 1],
    [1, 4],
  ]);
  expect(loopNest(graph).map(({ header, depth, parent }) => ({ header, depth, parent }))).toEqual([
    { header: 1, depth: 1, parent: -1 },
    { header: 2, depth: 2, parent: 0 },
  ]);
});

test('what is entered and never left', () => {
  const graph = digraph(5, [
    [0, 1],
    [0, 4],
    [1, 2],
    [2, 3],
    [3, 2],
  ]);
  expect(stuckSets(graph)).toEqual([[2, 3]]);
});
