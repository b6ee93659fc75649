import { expect, test } from 'vitest';
import { foldedCell, heightOf, MOST_LINES } from './folds';

test('a cell shows all of its lines in order or folds some, and is as high as its row', () => {
  for (const sweep of ['forward', 'backward'] as const)
    for (const open of [false, true])
      for (let n = 0; n < 20; n++) {
        const lines = Array.from({ length: n }, (_, i) => i);
        const { first, folded, last } = foldedCell(lines, sweep, open);
        expect([...first, ...folded, ...last]).toEqual(lines);
        expect(folded.length === 0).toBe(open || n <= MOST_LINES);
        // One line stands for what is folded: never for a single one.
        expect(folded.length).not.toBe(1);
        const height = first.length + Number(folded.length > 0) + last.length;
        const row = { forward: [], backward: [], stored: [], [sweep]: lines };
        expect(heightOf(row, open)).toBe(Math.max(1, height));
      }
});
