import { describe, expect, test } from 'vitest';
import type { Graph } from '../../engine/pipeline/results';
import { growth } from '../../engine/testing/countedWork';
import { FIXTURE_SOURCE, fixture } from '../testing/fixture';
import { charactersIn, FOLDED, FULL, firstLine, linesOf } from './measure';
import { place, reuse } from './place';
import type { Graphs } from './types';

const graphs = () => fixture({ source: FIXTURE_SOURCE, language: 'c' }).graphs;

describe('placing the three graphs', () => {
  test('counterparts stand at one height', () => {
    const { graphs: placed } = place(graphs(), FOLDED);
    const heights = (name: 'original' | 'forward' | 'adjoint') =>
      new Map(placed[name].vertices.map(({ id, y }) => [id, Math.round(y)]));
    const [g, f, b] = [heights('original'), heights('forward'), heights('adjoint')];
    for (const [id, y] of g) {
      expect(f.get(id), `forward ${id}`).toBe(y);
      if (b.has(id)) expect(b.get(id), `backward ${id}`).toBe(y);
    }
  });

  test('the forward sweep descends and the backward sweep climbs', () => {
    const { forward, adjoint } = place(graphs(), FOLDED).graphs;
    const y = (graph: typeof forward, id: string) => graph.vertices.find((each) => each.id === id)?.y ?? 0;
    expect(y(forward, 'v1')).toBeLessThan(y(forward, 'v9'));
    expect(y(adjoint, 'v9')).toBeGreaterThan(y(adjoint, 'v1'));
  });

  test('a loop that follows another ends below its head, in every graph', () => {
    const vertex = (id: string, kind: Graph['vertices'][number]['kind']) => ({
      id,
      number: 0,
      kind,
      control: false,
      statements: [],
    });
    const edges = (...all: string[]) =>
      all.map((each) => ({ from: each[0] ?? '', to: each[1] ?? '', label: each.slice(2) }));
    // a: entry, b and d: heads of loops, c and e: their ends, f: exit.
    const down: Graph = {
      vertices: [
        vertex('a', 'ENTRY'),
        vertex('b', 'LOOP'),
        vertex('c', 'ENDLOOP'),
        vertex('d', 'LOOP'),
        vertex('e', 'ENDLOOP'),
        vertex('f', 'EXIT'),
      ],
      edges: edges('ab', 'bc1', 'cb', 'bd', 'de1', 'ed', 'df'),
    };
    const up: Graph = {
      vertices: [
        vertex('f', 'ENTRY'),
        vertex('e', 'FORLOOP'),
        vertex('d', 'ENDLOOP'),
        vertex('c', 'FORLOOP'),
        vertex('b', 'ENDLOOP'),
        vertex('a', 'EXIT'),
      ],
      edges: edges('fe', 'ed1', 'de', 'ec', 'cb1', 'bc', 'ca'),
    };
    for (const { vertices } of Object.values(
      place({ original: down, forward: down, adjoint: up }, FOLDED).graphs,
    )) {
      const y = Object.fromEntries(vertices.map((each) => [each.id, each.y]));
      expect(y.b).toBeLessThan(y.c ?? 0);
      expect(y.d).toBeLessThan(y.e ?? 0);
      expect(y.c).toBeLessThan(y.d ?? 0);
      expect(y.e).toBeLessThan(y.f ?? 0);
    }
  });

  test('no two boxes of a graph overlap', () => {
    for (const { vertices } of Object.values(place(graphs(), FOLDED).graphs)) {
      for (const [i, a] of vertices.entries()) {
        for (const b of vertices.slice(i + 1)) {
          const apart =
            Math.abs(a.x - b.x) >= (a.width + b.width) / 2 - 0.5 ||
            Math.abs(a.y - b.y) >= (a.height + b.height) / 2 - 0.5;
          expect(apart, `${a.id} and ${b.id}`).toBe(true);
        }
      }
    }
  });

  test('every edge is drawn, from where it starts to where it points', () => {
    const given = graphs();
    const placed = place(given, FOLDED).graphs;
    for (const name of ['original', 'forward', 'adjoint'] as const) {
      expect(placed[name].edges).toHaveLength(given[name].edges.length);
      for (const { to, tip } of placed[name].edges) {
        const end = placed[name].vertices.find(({ id }) => id === to);
        if (end === undefined) throw new Error(`no ${to}`);
        expect(Math.abs(tip.x - end.x)).toBeLessThanOrEqual(end.width / 2 + 2);
        expect(Math.abs(tip.y - end.y)).toBeLessThanOrEqual(end.height / 2 + 2);
      }
    }
  });

  test('empty graphs and odd edges do no harm', () => {
    const lonely: Graph = {
      vertices: [{ id: 'v1', number: 1, kind: 'BASICBLOCK', statements: [], control: false }],
      edges: [
        { from: 'v1', to: 'v1', label: '' },
        { from: 'v1', to: 'nowhere', label: '1' },
      ],
    };
    const empty: Graph = { vertices: [], edges: [] };
    expect(
      place({ original: lonely, forward: empty, adjoint: empty }, FOLDED).graphs.forward.vertices,
    ).toEqual([]);
  });
});

test('unfolded, a vertex has room for all of its text, and nothing of the folded layout is kept', () => {
  const given = graphs();
  const long = given.adjoint.vertices.map((vertex) => ({
    ...vertex,
    statements: vertex.statements.map((each) => ({ ...each, text: each.text.padEnd(70, '*') })),
  }));
  const longer = { ...given, adjoint: { ...given.adjoint, vertices: long } };
  const widest = (fold: typeof FULL) =>
    Math.max(...place(longer, fold).graphs.adjoint.vertices.map(({ width }) => width));
  expect(widest(FULL)).toBeGreaterThan(2 * widest(FOLDED));
  expect(reuse(longer, place(longer, FOLDED), FULL)).toBeNull();
});

describe('an edit', () => {
  const edited = (text: string): Graphs => {
    const given = graphs();
    return {
      ...given,
      original: {
        ...given.original,
        vertices: given.original.vertices.map((vertex) => ({
          ...vertex,
          statements: vertex.statements.map((each) => (each.text === 'x = x * y' ? { ...each, text } : each)),
        })),
      },
    };
  };

  test('that keeps the vertices moves none', () => {
    const before = place(graphs(), FOLDED);
    const after = reuse(edited('x = x * y * y * y * y * y * y * y'), before, FOLDED);
    const centres = (layout: typeof before | null) =>
      layout?.graphs.original.vertices.map(({ x, y }) => [x, y]);
    expect(centres(after)).toEqual(centres(before));
  });

  test('that adds one asks for a new layout', () => {
    const before = place(graphs(), FOLDED);
    const { original, ...others } = graphs();
    const more = { ...original, edges: [...original.edges, { from: 'v1', to: 'v9', label: '' }] };
    expect(reuse({ ...others, original: more }, before, FOLDED)).toBeNull();
  });
});

test('long text is cut to what its box holds', () => {
  const vertex = { id: 'v', number: 1, kind: 'BASICBLOCK' as const, control: false, statements: [] };
  const span = { start: 0, end: 0 };
  const long = { text: 'x'.repeat(90), statement: null, span, role: 'primal' as const };
  const characters = charactersIn('BASICBLOCK', 100);
  const [line = ''] = linesOf({ ...vertex, statements: [long] }, { characters, lines: 3 });
  expect(line).toHaveLength(characters);
  expect(line.endsWith('…')).toBe(true);
});

test('time grows with the vertices: five times as many take five to ten times as long, and not 125 times', () => {
  const chain = (count: number): Graph => {
    const vertices = Array.from({ length: count }, (_, i) => ({
      id: `v${i}`,
      number: i,
      kind: 'BASICBLOCK' as const,
      control: false,
      statements: [
        { text: `x${i} = y`, statement: null, span: { start: 0, end: 0 }, role: 'primal' as const },
      ],
    }));
    const edges = vertices
      .slice(1)
      .flatMap(({ id }, i) => [
        { from: `v${i}`, to: id, label: '' },
        ...(i % 7 === 0 && i + 5 < count ? [{ from: `v${i}`, to: `v${i + 5}`, label: '0' }] : []),
      ]);
    return { vertices, edges };
  };
  const empty: Graph = { vertices: [], edges: [] };
  const work = (count: number) => () => {
    place({ original: chain(count), forward: empty, adjoint: empty }, FOLDED);
  };
  expect(growth(work(60), work(300))).toBeLessThan(50);
});

test('of a long vertex as many lines are shown as have room, with the one that is asked about among them', () => {
  const [vertex] = graphs().original.vertices;
  if (!vertex) throw new Error('no vertex');
  const [span, role] = [{ start: 0, end: 0 }, 'primal' as const];
  for (let count = 1; count <= 12; count++)
    for (let lines = 3; lines <= 8; lines++)
      for (let at = 0; at < count; at++) {
        const texts = Array.from({ length: count }, (_, k) => `s${k}`);
        const statements = texts.map((text) => ({ text, statement: text, span, role }));
        const shown = linesOf({ ...vertex, statements }, { characters: 30, lines }, at);
        expect(shown.length).toBe(Math.min(count, lines));
        expect(shown).toContain(`s${at}`);
        const first = firstLine(count, lines, at);
        const own = shown.filter((text) => text.startsWith('s'));
        expect(own).toEqual(texts.slice(first, first + own.length));
        expect(shown[0]).toBe(first === 0 ? 's0' : `… ${first} before`);
        const after = count - first - own.length;
        expect(shown.at(-1)).toBe(after === 0 ? `s${count - 1}` : `… ${after} more`);
      }
});
