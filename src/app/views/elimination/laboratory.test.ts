import { expect, test } from 'vitest';
import { eliminate } from '../../../engine';
import { GRAPHS } from '../../../examples/graphs';
import { curveOf, labelPlaces } from './curve';
import { type Bench, benchOf, benchText, FIRST_BENCH, requestOf } from './laboratory';
import { operationOf } from './operation';
import { optionsOf } from './options';
import { placeGraph, RADIUS } from './placeGraph';

const request = { source: '', language: 'c' } as const;

test('a bench comes back from its text, whatever lies on it', () => {
  const benches: Bench[] = [
    FIRST_BENCH,
    {
      graph: 'Lion',
      kind: 'edge',
      outputs: 'needed',
      steps: [
        { source: 2, target: 3, direction: 'front' },
        { source: 3, target: 4, direction: 'back' },
      ],
    },
    {
      graph: { text: 'inputs 0, outputs 2: 0>1 1>2' },
      kind: 'vertex',
      outputs: 'all',
      steps: [{ vertex: 1 }],
    },
    { graph: 3, kind: 'face', outputs: 'all', steps: [{ source: 0, vertex: 1, target: 2, occurrence: 1 }] },
  ];
  for (const bench of benches) expect(benchOf(benchText(bench))).toEqual(bench);
});

test('a text that is no bench is the first one', () => {
  for (const text of [undefined, '', 'null', '[1]', '{"graph":{"text":3},"kind":"star","steps":"x>y 1>2"}'])
    expect(benchOf(text)).toEqual(FIRST_BENCH);
});

test('what is said of an elimination in hand is what it then does', () => {
  for (const { name } of GRAPHS.slice(0, 4))
    for (const kind of ['edge', 'vertex', 'face'] as const) {
      const graph = requestOf({ ...FIRST_BENCH, graph: name }, request);
      const now = eliminate(graph, { kind, order: [] });
      const hands = [
        ...now.remaining.map(({ from, to }) => ({ from, to })),
        ...(kind === 'vertex' ? now.graph.vertices.map(({ id }) => ({ vertex: id })) : []),
      ];
      for (const hand of hands)
        for (const { step, multiplications, objection, makes } of optionsOf(now, kind, hand)) {
          const after = eliminate(graph, { kind, order: [step] });
          expect(after.ok).toBe(objection === null);
          if (objection !== null) continue;
          expect(after.multiplications).toBe(multiplications);
          const made = after.products.filter(({ via, from }) => via !== from);
          expect(made.map(({ from, to }) => `${from}>${to}`).sort()).toEqual([...makes].sort());
        }
    }
});

test('results stand over inputs, and no two vertices in one place', () => {
  for (const { name } of GRAPHS) {
    const { graph } = eliminate(requestOf({ ...FIRST_BENCH, graph: name }, request), {
      kind: 'edge',
      order: [],
    });
    const { vertices, width, height } = placeGraph(graph);
    const at = (id: number) => vertices.get(id) as { x: number; y: number };
    for (const { from, to } of graph.edges) expect(at(to).y).toBeLessThan(at(from).y);
    const places = [...vertices.values()].map(({ x, y }) => `${Math.round(x)} ${y}`);
    expect(new Set(places).size).toBe(graph.vertices.length);
    for (const { x, y } of vertices.values())
      expect([x >= 0 && x <= width, y >= 0 && y <= height]).toEqual([true, true]);
  }
});

test('an edge keeps off the vertices between its ends', () => {
  const at = (id: number, x: number, y: number) => ({ id, x, y, radius: RADIUS });
  const vertices = [at(0, 100, 200), at(1, 100, 112), at(2, 100, 24), at(3, 130, 112)];
  const [a, , b] = vertices as [(typeof vertices)[0], unknown, (typeof vertices)[0]];
  const { path, labelAt } = curveOf(a, b, vertices);
  const [ax = 0, ay = 0, cx = 0, cy = 0, bx = 0, by = 0] = (path.match(/-?[\d.]+/g) ?? []).map(Number);
  for (let t = 0; t <= 1; t += 0.02) {
    const [x, y] = [
      (1 - t) ** 2 * ax + 2 * t * (1 - t) * cx + t ** 2 * bx,
      (1 - t) ** 2 * ay + 2 * t * (1 - t) * cy + t ** 2 * by,
    ];
    for (const other of vertices.filter(({ id }) => id === 1 || id === 3))
      expect(Math.hypot(x - other.x, y - other.y)).toBeGreaterThan(RADIUS);
  }
  expect(labelAt(0.38).x).toBeLessThan(100 - 2 * RADIUS);
});

test('labels of lines that part keep off each other', () => {
  const [from, ...ends] = [100, 20, 100, 180].map((x, id) => ({
    id,
    x,
    y: id === 0 ? 100 : 22,
    radius: RADIUS,
  }));
  const lines = ends.map((end) => curveOf(from as (typeof ends)[0], end, [], 28));
  const places = labelPlaces(lines, []);
  for (const [k, a] of places.entries())
    for (const b of places.slice(k + 1))
      expect(Math.abs(a.x - b.x) >= 56 || Math.abs(a.y - b.y) >= 14).toBe(true);
});

test('a vertex that has no room for its text shows the operation that comes last in it', () => {
  const last: [string, string | null][] = [
    ['0.5_dp*d*d*dx', '*'],
    ['exp(-t)*x[i]', '*'],
    ['exp(-t*x[i])', 'exp'],
    ['a*b + c*d', '+'],
    ['1e-5*a/b', '/'],
    ['-a*b', '*'],
    ['a*(b + c)**2', '*'],
    ['(a + b)**2', '**'],
    ['x[i - 1] - x[i]', '-'],
    ['a*-b', '*'],
    ['x', null],
  ];
  for (const [text, operation] of last) expect([text, operationOf(text)]).toEqual([text, operation]);
});

test('a label that covers no other stays where it was when edges go', () => {
  const at = (x: number, y: number, id = x) => ({ id, x, y, radius: RADIUS });
  const two = [curveOf(at(0, 200), at(100, 0, 1), [], 28), curveOf(at(100, 200), at(0, 0, 2), [], 28)];
  const [, second] = labelPlaces(two, []);
  expect(labelPlaces(two.slice(1), [], [second?.share])).toEqual([second]);
  // Crossing lines pass by both labels.
  for (const { x, y } of labelPlaces(two, [])) expect(Math.hypot(x - 50, y - 100)).toBeGreaterThan(12);
});
