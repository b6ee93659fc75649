import { expect, test } from 'vitest';
import { FOLDED } from '../../layout/measure';
import { place } from '../../layout/place';
import { FIXTURE_SOURCE, fixture } from '../../testing/fixture';
import { tikzOf } from './tikz';

const result = fixture({ source: FIXTURE_SOURCE, language: 'c' });
const layout = place(result.graphs, FOLDED);

test('every vertex and every edge of the graph is in the picture', () => {
  for (const name of ['original', 'forward', 'adjoint'] as const) {
    const text = tikzOf(result.graphs[name], layout.graphs[name], name);
    const { vertices, edges } = result.graphs[name];
    expect(text.match(/\\draw\[-stealth/g)).toHaveLength(edges.length);
    expect(text.match(/\\draw\[(vertex|stored)\]/g)).toHaveLength(vertices.length);
    for (const { number } of vertices) expect(text).toContain(`{$${number}$}`);
    expect(text).not.toMatch(/NaN|undefined/);
    expect(text.split('{').length).toBe(text.split('}').length);
  }
});

test('a curve goes from its vertex to the tip of its arrow', () => {
  const text = tikzOf(result.graphs.original, layout.graphs.original, 'original');
  const [edge] = layout.graphs.original.edges;
  expect(text).toMatch(
    /\\draw\[-stealth, black!55\] \(\d+\.\d,\d+\.\d\) \.\. controls \(.*\) and \(.*\) \.\. \(/,
  );
  expect(text).toContain(`.. (${edge?.tip.x.toFixed(1)},${edge?.tip.y.toFixed(1)});`);
});

test('what TeX would take for a command stands there as it is', () => {
  const graph = structuredClone(result.graphs.original);
  const block = graph.vertices.find(({ kind }) => kind === 'BASICBLOCK');
  if (block?.statements[0] === undefined) throw new Error('no block');
  block.statements[0].text = 'a_b = {x} % \\2^n';
  const text = tikzOf(graph, layout.graphs.original, 'original');
  expect(text).toContain('a\\_b');
  expect(text).not.toMatch(/[^\\]%/);
});
