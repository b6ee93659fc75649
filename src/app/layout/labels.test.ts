import { expect, test } from 'vitest';
import { differentiate } from '../../engine';
import { some } from '../../engine/testing/draws';
import { EXAMPLES } from '../../examples';
import { FOLDED } from './measure';
import { place } from './place';
import { NAMES, type PlacedVertex } from './types';

interface Rect {
  readonly what: string;
  readonly x: readonly [number, number];
  readonly y: readonly [number, number];
}

const numberOf = (vertex: PlacedVertex, number: number): Rect => ({
  what: `number ${number}`,
  x: [vertex.x + vertex.numberAt.x, vertex.x + vertex.numberAt.x + 6 * String(number).length],
  y: [vertex.y + vertex.numberAt.y - 8, vertex.y + vertex.numberAt.y],
});
const overlap = (a: Rect, b: Rect) =>
  a.x[0] < b.x[1] && b.x[0] < a.x[1] && a.y[0] < b.y[1] && b.y[0] < a.y[1];

test('no number covers a box or another text, in any graph of any example, however control is reversed', () => {
  const covered: string[] = [];
  for (const [turn, example] of some(EXAMPLES, 8).entries())
    for (const reversal of some(['joins', 'structured'] as const, 1, turn)) {
      const { source, language } = example;
      const { graphs } = differentiate({ source, language, options: { reversal } });
      const placed = place(graphs, FOLDED).graphs;
      for (const name of NAMES) {
        const numbers = placed[name].vertices.map((each) =>
          numberOf(each, graphs[name].vertices.find(({ id }) => id === each.id)?.number ?? 0),
        );
        const boxes = placed[name].vertices
          .filter(({ kind }) => kind === 'BASICBLOCK')
          .map(
            ({ x, y, width, height }): Rect => ({
              what: 'a box',
              x: [x - width / 2, x + width / 2],
              y: [y - height / 2, y + height / 2],
            }),
          );
        const labels = placed[name].edges.flatMap(({ label, labelAt }): Rect[] =>
          labelAt === null
            ? []
            : [
                {
                  what: `label ${label}`,
                  x: [labelAt.x - 3 * label.length, labelAt.x + 3 * label.length],
                  y: [labelAt.y - 4, labelAt.y + 4],
                },
              ],
        );
        const all = [...numbers, ...boxes, ...labels];
        for (const [i, a] of numbers.entries())
          for (const [j, b] of all.entries())
            if (j > i && overlap(a, b))
              covered.push(`${example.id}, ${reversal}, ${name}: ${a.what}, ${b.what}`);
      }
    }
  expect(covered).toEqual([]);
});

test('the number of the vertex where a loop with its test at the end begins keeps off the button that folds it', () => {
  // An edge comes to it from either side.
  const source = `double f(double x, int n) {
    int t = 0;
    for (int i = 0; i < n; i++) x = sin(x);
    do { x = cos(x); t++; } while (t < n);
    return x;
  }`;
  const { graphs } = differentiate({ source, language: 'c' });
  const head = place(graphs, FOLDED).graphs.original.vertices.find(({ kind }) => kind === 'JOIN');
  if (head === undefined) throw new Error('no head');
  const button: Rect = {
    what: 'the button',
    x: [head.x + head.width / 2 + 5, head.x + head.width / 2 + 17],
    y: [head.y - head.height / 2 - 14, head.y - head.height / 2 - 2],
  };
  expect(overlap(numberOf(head, 6), button)).toBe(false);
});
