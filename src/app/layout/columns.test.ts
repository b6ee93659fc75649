import { expect, test } from 'vitest';
import { differentiate } from '../../engine/index';
import { corpusKernels } from '../../engine/testing/corpusKernels';
import { some } from '../../engine/testing/draws';
import { curvesOf } from './labels';
import { FOLDED } from './measure';
import { place } from './place';
import { type Layout, NAMES, type PlacedGraph, type PlacedVertex, type Point } from './types';

const STYLES = ['joins', 'structured', 'statements', 'blocks'] as const;

test('no line crosses a vertex, no two vertices meet, and lines run along rows and columns', () => {
  const faults: string[] = [];
  for (const [k, { file, language, source }] of some(corpusKernels(), 24).entries())
    for (const reversal of some(STYLES, 1, k)) {
      const { graphs } = differentiate({ source, language, options: { reversal } });
      faults.push(...faultsOf(place(graphs, FOLDED)).map((fault) => `${file} under ${reversal}, ${fault}`));
    }
  expect(faults).toEqual([]);
});

test('where a jump leaves a loop, the backward sweep still draws the body between head and end', () => {
  const { graphs } = differentiate({
    source: `double f(double x, int n) {
      for (int i = 0; i < n; i++) {
        x = sin(x);
        if (x < 0.0) break;
        x = x * x;
      }
      return x;
    }`,
    language: 'c',
  });
  const { vertices, edges } = place(graphs, FOLDED).graphs.adjoint;
  const isLoop = ({ kind }: PlacedVertex) => kind === 'FORLOOP' || kind === 'ENDLOOP';
  const places = new Set(vertices.filter(isLoop).map(({ x }) => x));
  expect(vertices.filter(isLoop).length).toBeGreaterThan(1);
  expect(places.size).toBe(1);
  expect(edges).toHaveLength(graphs.adjoint.edges.length);
});

function faultsOf({ graphs }: Layout): string[] {
  return NAMES.flatMap((name) => {
    const { vertices, edges } = graphs[name];
    const meeting = vertices.flatMap((a, i) =>
      vertices
        .slice(i + 1)
        .filter((b) => overlaps(boxOf(a, 2), boxOf(b, 2)))
        .map((b) => `${name}: ${a.id} and ${b.id} meet`),
    );
    const crossing = edges.flatMap(({ from, to, path }) =>
      segmentsOf(path).flatMap((segment) =>
        vertices
          .filter(({ id }) => id !== from && id !== to)
          .filter((vertex) => overlaps(segment, boxOf(vertex, -1)))
          .map(({ id }) => `${name}: ${from} to ${to} crosses ${id}`),
      ),
    );
    return [...meeting, ...crossing, ...outside(name, graphs[name])];
  });
}

function outside(name: string, { width, height, vertices, edges }: PlacedGraph): string[] {
  const whole = { left: -1, right: width + 1, top: -8, bottom: height + 8 };
  const inside = (r: Rect) =>
    r.left >= whole.left && r.right <= whole.right && r.top >= whole.top && r.bottom <= whole.bottom;
  return [
    ...vertices.filter((each) => !inside(boxOf(each, 0))).map(({ id }) => `${name}: ${id} is outside`),
    ...edges
      .filter(({ path }) => !segmentsOf(path).every(inside))
      .map(({ from, to }) => `${name}: ${from} to ${to} is outside`),
  ];
}

interface Rect {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const boxOf = ({ x, y, width, height }: PlacedVertex, more: number): Rect => ({
  left: x - width / 2 - more,
  right: x + width / 2 + more,
  top: y - height / 2 - more,
  bottom: y + height / 2 + more,
});

const overlaps = (a: Rect, b: Rect) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** The pieces of a line between its corners' curves, and those. */
const segmentsOf = (path: string): Rect[] =>
  curvesOf(path).map(([p, , , s]: readonly Point[]) => ({
    left: Math.min(p?.x ?? 0, s?.x ?? 0),
    right: Math.max(p?.x ?? 0, s?.x ?? 0),
    top: Math.min(p?.y ?? 0, s?.y ?? 0),
    bottom: Math.max(p?.y ?? 0, s?.y ?? 0),
  }));
