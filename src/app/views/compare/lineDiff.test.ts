import fc from 'fast-check';
import { expect, test } from 'vitest';
import { draws } from '../../../engine/testing/draws';
import { changedPart, lineDiff, stacked } from './lineDiff';

const lines = fc.array(fc.constantFrom('a', 'b', 'c', '}', ''), { maxLength: 12 });

/** The length of a longest common subsequence, as the textbook fills its table. */
function longestCommon(left: readonly string[], right: readonly string[]): number {
  let row = new Array<number>(right.length + 1).fill(0);
  for (const line of left) {
    const next = [0];
    right.forEach((other, k) => {
      next.push(line === other ? (row[k] ?? 0) + 1 : Math.max(row[k + 1] ?? 0, next[k] ?? 0));
    });
    row = next;
  }
  return row.at(-1) ?? 0;
}

test('every line stands once, in order; equal lines face each other, as many as can', () => {
  fc.assert(
    fc.property(lines, lines, (left, right) => {
      const rows = lineDiff(left, right);
      expect(rows.flatMap((row) => row.left ?? [])).toEqual(left.map((_, k) => k));
      expect(rows.flatMap((row) => row.right ?? [])).toEqual(right.map((_, k) => k));
      const same = rows.filter((row) => row.same);
      expect(same.map((row) => left[row.left ?? -1])).toEqual(same.map((row) => right[row.right ?? -1]));
      expect(same).toHaveLength(longestCommon(left, right));
      const one = stacked(rows);
      expect(one.flatMap((row) => row.left ?? [])).toEqual(left.map((_, k) => k));
      expect(one.flatMap((row) => row.right ?? [])).toEqual(right.map((_, k) => k));
      expect(one.every((row) => row.same || row.left === null || row.right === null)).toBe(true);
    }),
    { numRuns: draws(200, 5000) },
  );
});

test('what changed within a line lies between what did not', () => {
  expect(changedPart('push(x);', 'push(y);')).toEqual({ start: 5, end: 6 });
  expect(changedPart('aa', 'aaa')).toEqual({ start: 2, end: 2 });
  expect(changedPart('aaa', 'aa')).toEqual({ start: 2, end: 3 });
});
