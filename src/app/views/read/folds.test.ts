import { expect, test } from 'vitest';
import type { Recording } from '../../../engine/pipeline/results';
import { foldedCell, heightOf, MOST_LINES, popPlaces, tapePlaces } from './folds';

test('a cell shows all of its lines in order or folds some, and is as high as its row', () => {
  for (const sweep of ['forward', 'backward'] as const)
    for (const open of [false, true])
      for (let n = 0; n < 20; n++) {
        const lines = Array.from({ length: n }, (_, i) => i);
        const { first, folded, last } = foldedCell(lines, sweep, open);
        expect([...first, ...folded, ...last]).toEqual(lines);
        expect(folded.length === 0).toBe(open || n <= MOST_LINES);
        // One line stands for what is folded: never for few.
        expect(folded.length === 0 || folded.length > 3).toBe(true);
        const height = first.length + Number(folded.length > 0) + last.length;
        const row = { forward: [], backward: [], stored: [], [sweep]: lines };
        expect(heightOf(row, open)).toBe(Math.max(1, height));
      }
});

test('what is stored stands beside its push, each in a line of its own', () => {
  const recording = { id: 'r1' } as Recording;
  for (let n = 1; n < 12; n++) {
    const forward = Array.from({ length: n }, (_, i) => i);
    const stored = forward.map((push) => ({ recording, push }));
    const row = { forward, backward: [], stored };
    expect(tapePlaces(row, true)).toEqual(forward);
    const folded = tapePlaces(row, false);
    expect(new Set(folded).size).toBe(n);
    expect(heightOf(row, false)).toBe((folded.at(-1) ?? 0) + 1);
    expect(tapePlaces({ ...row, stored: stored.slice(-1) }, false)).toEqual([n <= MOST_LINES ? n - 1 : 5]);
  }
});

test('a wire ends in the line that pops, wrapped lines before it counted, or goes straight on', () => {
  const recording = { id: 'r1' } as Recording;
  const row = { forward: [0, 1], backward: [5, 6], stored: [{ recording, push: 1, pop: 6 }] };
  expect(popPlaces(row, true, (line) => (line === 5 ? 3 : 1))).toEqual([3]);
  expect(popPlaces({ ...row, stored: [{ recording, push: 1 }] }, true)).toEqual([1]);
});
