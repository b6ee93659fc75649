import { describe, expect, test } from 'vitest';
import { differentiate } from '../../engine/index';
import { FOLDED } from './measure';
import { place } from './place';
import type { Layout } from './types';

const graphsOf = (lines: readonly string[]) =>
  differentiate({
    source: `double f(double x, double y) {\n${lines.join('\n')}\nreturn x;\n}\n`,
    language: 'c',
  }).graphs;

const LINES = [
  'if (x > 1) { y = y * x; if (y > 2) { x = x * y; } else { y = sin(y); x = x + y; } } else { x = sin(x); }',
  'while (x < 9) { if (y > 3) { y = y - x * y; } x = x * x; }',
  'for (int i = 0; i < 3; i++) { x = x * y; }',
  'if (y > 5) { x = exp(y); } else if (y > 4) { x = y; } else { y = x * x; }',
  'x = x + y;',
];
/** What an edit puts in at a line, or takes out. */
const EDITS: readonly (readonly [string, (lines: string[]) => void])[] = [
  ['a branch more at the start', (l) => l.unshift('if (x > 7) { y = cos(x); }')],
  ['a loop more in the middle', (l) => l.splice(2, 0, 'while (y > x) { y = y * 0.5; x = tan(x); }')],
  ['a loop less', (l) => l.splice(1, 1)],
  ['a branch less', (l) => l.splice(3, 1)],
  [
    'more on one side of a branch',
    (l) => l.splice(0, 1, LINES[0]?.replace('{ y = y * x;', '{ if (y > 8) { x = 2 * y; } y = y * x;') ?? ''),
  ],
  ['two lines swapped', (l) => l.reverse()],
];

describe('what survives an edit keeps its order', () => {
  test.each(EDITS)('%s', (name, edit) => {
    const lines = [...LINES];
    edit(lines);
    const before = place(graphsOf(LINES), FOLDED);
    const after = place(graphsOf(lines), FOLDED, before);
    const { kept, turned } = compare(before, after);
    expect(kept).toBeGreaterThan(20);
    // Code that changed places is the one thing that has to.
    if (name === 'two lines swapped') expect(turned).toBeGreaterThan(0);
    else expect(turned).toBe(0);
  });
});

/** Pairs of vertices of a graph that are in both layouts, and how many of them stand the other way round. */
function compare(before: Layout, after: Layout): { kept: number; turned: number } {
  let [kept, turned] = [0, 0];
  for (const name of ['original', 'forward', 'adjoint'] as const) {
    const now = new Map(after.graphs[name].vertices.map((each) => [each.content, each]));
    const pairs = before.graphs[name].vertices.flatMap((was) => {
      const is = now.get(was.content);
      return is ? [{ was, is }] : [];
    });
    kept += pairs.length;
    pairs.forEach((a, i) => {
      for (const b of pairs.slice(i + 1)) {
        const [rowWas, rowIs] = [a.was.y - b.was.y, a.is.y - b.is.y];
        const sameRow = Math.abs(rowWas) < 1 && Math.abs(rowIs) < 1;
        if (rowWas * rowIs < -1) turned++;
        else if (sameRow && (a.was.x - b.was.x) * (a.is.x - b.is.x) < 0) turned++;
      }
    });
  }
  return { kept, turned };
}
