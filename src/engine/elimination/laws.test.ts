import { expect, test } from 'vitest';
import { draws, FIRST_SEED } from '../testing/draws';
import { randomFrom } from '../testing/prng';
import { lowerBound, matrixOf } from './bound';
import { accumulate } from './evaluate';
import { isFreeProduct, type LinearGraph, type Target, VARIABLE, type VertexRole } from './graph';
import { eliminateByRules, eliminateInOrder, type Rule } from './heuristics';
import { annealed, byRules, type EliminationKind, eliminationOf, optimal, type Solution } from './search';

const PRIME = 2n ** 61n - 1n;
const ring = {
  add: (a: bigint, b: bigint) => (a + b) % PRIME,
  multiply: (a: bigint, b: bigint) => (a * b) % PRIME,
};
type Random = () => number;

function randomGraph(random: Random, vertices: number, density: number, withConstants: boolean): LinearGraph {
  const inputs = 1 + Math.floor(random() * 3);
  const roles = Array.from(
    { length: vertices },
    (_, v): VertexRole =>
      v < inputs ? 'input' : v === vertices - 1 || random() < 0.25 ? 'output' : 'intermediate',
  );
  const edges = roles.flatMap((_, to) =>
    Array.from({ length: to }, (_, from) => from)
      .filter((from) => roles[to] !== 'input' && random() < density * (to - from < 3 ? 1.5 : 0.6))
      .map((from) => ({ from, to, constant: VARIABLE })),
  );
  const constants = [1, -1, 2, 0.5];
  return {
    roles,
    edges: edges.map((edge) =>
      withConstants && random() < 0.3
        ? { ...edge, constant: constants[Math.floor(random() * constants.length)] as number }
        : edge,
    ),
  };
}

/** Labels in the field: constants are what they are, the rest is random. */
function fieldLabels(graph: LinearGraph, random: Random): bigint[] {
  const half = (PRIME + 1n) / 2n;
  return graph.edges.map(({ constant }) =>
    Number.isNaN(constant)
      ? BigInt(Math.floor(random() * 2 ** 52)) + 1n
      : (BigInt(constant * 2) * half + 4n * PRIME) % PRIME,
  );
}

/** Jacobian entries by the transposed sweep, statement by statement from each output: `row,column`. */
function byStatements(graph: LinearGraph, labels: readonly bigint[]): Map<string, bigint> {
  const found = new Map<string, bigint>();
  for (const [row, role] of graph.roles.entries()) {
    if (role !== 'output') continue;
    const adjoint: bigint[] = graph.roles.map((_, v) => (v === row ? 1n : 0n));
    for (const v of [...graph.roles.keys()].reverse())
      graph.edges.forEach(({ from, to }, edge) => {
        if (to === v)
          adjoint[from] = ring.add(
            adjoint[from] as bigint,
            ring.multiply(labels[edge] as bigint, adjoint[v] as bigint),
          );
      });
    for (const [column, r] of graph.roles.entries())
      if (r === 'input' && adjoint[column] !== 0n) found.set(`${row},${column}`, adjoint[column] as bigint);
  }
  return found;
}

function jacobianOf(labels: readonly bigint[], { after }: Solution): Map<string, bigint> {
  const all = accumulate(labels, after.operations, ring);
  const entries = after
    .remaining()
    .map(({ row, column, label }) => [`${row},${column}`, all[label] as bigint] as const);
  return new Map(entries.filter(([, value]) => value !== 0n));
}

/** Products that a run would carry out, with what is known of constants beforehand. */
function countedProducts(graph: LinearGraph, { after }: Solution): number {
  const constants = graph.edges.map(({ constant }) => constant);
  let products = 0;
  accumulate(constants, after.operations, {
    add: (a, b) => a + b,
    multiply: (a, b) => {
      if (!isFreeProduct(a, b)) products++;
      return a * b;
    },
  });
  return products;
}

const LISTS: Record<EliminationKind, readonly (readonly Rule[])[]> = {
  edge: [['HS', 'LM', 'reverse'], ['LM', 'forward'], ['forward'], ['reverse'], ['HS', 'forward']],
  vertex: [['LM', 'forward'], ['LM', 'reverse'], ['forward'], ['reverse']],
  face: [['HS', 'LM', 'reverse'], ['LM', 'forward'], ['forward'], ['reverse']],
};
const budget = { seed: 1, milliseconds: null, now: () => 0 };

test('whatever the order, the labels that are left are those of statement mode, and counts are those of a run', () => {
  const random = randomFrom(20060 + FIRST_SEED).next;
  const trials = draws(50, 10_000);
  for (let trial = 0; trial < trials; trial++) {
    const graph = randomGraph(random, 3 + Math.floor(random() * 6), 0.2 + random() * 0.4, trial % 2 === 0);
    const labels = fieldLabels(graph, random);
    const expected = byStatements(graph, labels);
    const least = lowerBound(graph.roles, matrixOf(graph));
    for (const kind of ['edge', 'vertex', 'face'] as const)
      for (const rules of LISTS[kind]) {
        const found = byRules(graph, kind, rules);
        expect(found.after.targets()).toEqual([]);
        expect(jacobianOf(labels, found)).toEqual(expected);
        const { multiplications, additions, fillIn, absorptions } = found.run.total;
        expect(multiplications).toBe(countedProducts(graph, found));
        expect(multiplications).toBeGreaterThanOrEqual(least);
        expect(additions).toBeLessThanOrEqual(absorptions);
        expect(multiplications).toBeLessThanOrEqual(fillIn + absorptions);
        // Replayed, it is the same.
        const targets = found.run.steps.map(({ target }) => target);
        expect(eliminateInOrder(eliminationOf(graph, kind), targets)).toEqual(found.run);
      }
  }
});

test('optima are at most what any rule finds, faces at most edges, edges at most vertices', () => {
  const random = randomFrom(70 + FIRST_SEED).next;
  const trials = draws(12, 100);
  for (let trial = 0; trial < trials; trial++) {
    const graph = randomGraph(random, 4 + Math.floor(random() * 5), 0.35, trial % 2 === 0);
    const labels = fieldLabels(graph, random);
    const best = (['vertex', 'edge', 'face'] as const).map((kind) => {
      const found = optimal(graph, kind, budget);
      expect(jacobianOf(labels, found)).toEqual(byStatements(graph, labels));
      for (const rules of LISTS[kind])
        expect(found.run.total.multiplications).toBeLessThanOrEqual(
          eliminateByRules(eliminationOf(graph, kind), rules).total.multiplications,
        );
      expect(found.run.total.multiplications).toBeLessThanOrEqual(
        annealed(graph, kind, budget).run.total.multiplications,
      );
      expect(found.lowerBound).toBeLessThanOrEqual(found.run.total.multiplications);
      if (found.proven && kind !== 'face') expect(found.lowerBound).toBe(found.run.total.multiplications);
      return found.run.total.multiplications;
    });
    const [vertex, edge, face] = best as [number, number, number];
    expect(edge).toBeLessThanOrEqual(vertex);
    expect(face).toBeLessThanOrEqual(edge);
  }
});

test('the optimum of graphs of up to seven edges is that of all orders', () => {
  const random = randomFrom(4 + FIRST_SEED).next;
  const trials = draws(10, 240);
  let tried = 0;
  while (tried < trials) {
    const graph = randomGraph(random, 3 + Math.floor(random() * 4), 0.5, tried % 3 === 0);
    if (graph.edges.length > 7) continue;
    tried++;
    for (const kind of ['edge', 'vertex', 'face'] as const) {
      // Orders of faces are many more.
      if (kind === 'face' && graph.edges.length > 5) continue;
      const found = optimal(graph, kind, budget);
      expect(found.proven).toBe(true);
      expect(found.run.total.multiplications).toBe(exhaustive(graph, kind));
    }
  }
});

/** The cheapest of all orders, looked at one by one, but for those that come to a graph that was left at less. */
function exhaustive(graph: LinearGraph, kind: EliminationKind): number {
  const least = new Map<string, number>();
  let best = Number.POSITIVE_INFINITY;
  const go = (targets: readonly Target[]) => {
    const elimination = eliminationOf(graph, kind);
    const { total } = eliminateInOrder(elimination, targets);
    const next = elimination.targets();
    if (next.length === 0) best = Math.min(best, total.multiplications);
    // Of faces, what is left does not tell the whole state: nothing is cut there.
    const state = JSON.stringify([elimination.remaining().map(({ row, column }) => [row, column]), next]);
    if (kind !== 'face' && !graph.edges.some(({ constant }) => !Number.isNaN(constant))) {
      if ((least.get(state) ?? Number.POSITIVE_INFINITY) <= total.multiplications) return;
      least.set(state, total.multiplications);
    }
    for (const target of next) go([...targets, target]);
  };
  go([]);
  return best;
}
