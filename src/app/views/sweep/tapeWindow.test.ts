import { expect, test } from 'vitest';
import { firstCell } from './tapeWindow';

test('what is shown of the tape moves seldom, and always holds its top', () => {
  const rows = 9;
  let below = 0;
  let moves = 0;
  const heights = [...Array(100).keys(), ...[...Array(100).keys()].reverse()];
  for (const height of heights) {
    const next = firstCell(below, height, rows);
    if (next !== below) moves++;
    below = next;
    expect(below).toBeGreaterThanOrEqual(0);
    expect(height - below).toBeLessThanOrEqual(rows - 1);
    expect(height - below).toBeGreaterThanOrEqual(Math.min(height, 3));
  }
  expect(below).toBe(0);
  expect(moves).toBeLessThan(heights.length / 2);
});

test('a tape that has room is shown whole, and one that breathes stays where it is', () => {
  expect(firstCell(0, 8, 9)).toBe(0);
  const below = firstCell(0, 9, 9);
  for (const height of [8, 9, 8, 9, 10, 8, 12]) expect(firstCell(below, height, 9)).toBe(below);
});
