import { describe, expect, test } from 'vitest';
import { differentiate } from '../../engine/index';
import type { Graph } from '../../engine/pipeline/results';
import { collapse, regionsOf, type ShownVertex } from './collapse';

const CFR = `double y3(double x1, double x2) {
  double y1 = 0, y2 = 0; int i = 1;
  while (i < 3) { if (i < 2) { y2 = sin(x1); } else { y1 = cos(x2); } i = i + 1; }
  return y1 * y2;
}`;
const JUMPY = `double f(double x, double y) {
  for (int i = 0; i < 5; i++) {
    do { x = x * y; if (x > 9) break; if (x < -9) return y; y = sin(x); } while (y > 0);
    if (x > 3) goto out;
    switch (i) { case 1: x = x + y; break; case 2: y = y * x; }
  }
  out: return x * y;
}`;

const graphsOf = (source: string) => differentiate({ source, language: 'c' }).graphs;
const numbers = (graph: Graph, ids: ReadonlySet<string>) =>
  graph.vertices.flatMap(({ id, number }) => (ids.has(id) ? [number] : []));

describe('loops and branches that can be folded', () => {
  test('the loop of [CFR], and the branch in it', () => {
    const { original } = graphsOf(CFR);
    const found = regionsOf(original).map(({ inside }) => numbers(original, inside));
    expect(found).toEqual([
      [3, 4, 5, 6, 7, 8, 9],
      [4, 5, 6, 7],
    ]);
  });

  test('folded, the loop is one vertex in every graph, with what stores its branch inside', () => {
    const graphs = graphsOf(CFR);
    const regions = regionsOf(graphs.original);
    const folded = collapse(graphs, regions, new Set([regions[0]?.head ?? '']));
    const texts = (graph: Graph) =>
      graph.vertices.map((v) =>
        `${v.number} ${v.kind} ${v.statements.map(({ text }) => text).join('; ')}`.trim(),
      );
    expect(texts(folded.original)).toEqual([
      '1 ENTRY',
      '2 BASICBLOCK y1 = 0.0; y2 = 0.0; i = 1',
      '3 LOOP i < 3; … 7 vertices',
      '10 BASICBLOCK return y1*y2',
      '11 EXIT',
    ]);
    expect(texts(folded.forward)).toContain('3 LOOP i < 3; … 10 vertices');
    expect(texts(folded.forward)).toContain('13 BASICBLOCK push(trips)');
    expect(texts(folded.adjoint)).toContain('-3 FORLOOP trip = 1 .. trips; … 8 vertices');
    expect(texts(folded.adjoint)).toContain('12 BASICBLOCK trips := pop');
    const inside = folded.forward.vertices.flatMap((v: ShownVertex) => v.folded ?? []);
    expect(inside.filter(({ control }) => control).map(({ statements }) => statements[0]?.text)).toEqual([
      'push(1)',
      'push(0)',
      'trips += 1',
    ]);
  });

  test('whatever is folded, what is left is a graph through which control comes', () => {
    for (const source of [CFR, JUMPY]) {
      const graphs = graphsOf(source);
      const regions = regionsOf(graphs.original);
      expect(regions.length).toBeGreaterThan(1);
      for (const heads of [...regions.map(({ head }) => [head]), regions.map(({ head }) => head)]) {
        for (const graph of Object.values(collapse(graphs, regions, new Set(heads)))) {
          const ids = graph.vertices.map(({ id }) => id);
          expect(new Set(ids).size).toBe(ids.length);
          for (const { from, to } of graph.edges) expect(ids).toEqual(expect.arrayContaining([from, to]));
          expect(reached(graph)).toBe(ids.length);
        }
      }
    }
  });
});

/** How many vertices a walk from the entry comes to. */
function reached(graph: Graph): number {
  const seen = new Set(graph.vertices.filter(({ kind }) => kind === 'ENTRY').map(({ id }) => id));
  for (const id of seen) for (const { from, to } of graph.edges) if (from === id) seen.add(to);
  return seen.size;
}
