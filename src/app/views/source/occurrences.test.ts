import { expect, test } from 'vitest';
import type { Occurrence } from '../../../engine/pipeline/results';
import { innermostAt } from '../../store/results/lookup';
import { highlight, paintPieces } from '../../ui/highlight';
import { toldDefinitions } from './occurrences';

const occurrence = (start: number, end: number, location: string): Occurrence => ({
  span: { start, end },
  location,
  statement: 's1',
  write: false,
  definitions: [],
  state: 'active',
  by: [],
  of: [],
  reason: '',
});

test('the innermost place is meant, its ends included', () => {
  const all = [occurrence(0, 7, 'a'), occurrence(2, 6, 'b')];
  expect(innermostAt(all, 1)?.location).toBe('a');
  expect(innermostAt(all, 2)?.location).toBe('b');
  expect(innermostAt(all, 7)?.location).toBe('a');
  expect(innermostAt(all, 9)).toBeNull();
});

test('painting cuts pieces and loses nothing', () => {
  const text = 'double x =\n  a[b[1]] * x;';
  const ranges = [
    { start: 7, end: 8, className: 'p' },
    { start: 13, end: 20, className: 'q' },
    { start: 15, end: 19, className: 'r' },
  ];
  const lines = paintPieces(highlight(text, 'c'), ranges);
  expect(lines.map((line) => line.map((piece) => piece.text).join('')).join('\n')).toBe(text);
  const painted = lines.flat().filter(({ paint }) => paint !== undefined);
  expect(painted.map(({ text: of, paint }) => `${paint}:${of}`)).toEqual([
    'p:x',
    'q:a',
    'q:[',
    'r:b',
    'r:[',
    'r:1',
    'r:]',
    'q:]',
  ]);
});

test('where a value may come from is told by lines', () => {
  const starts = [0, 10, 20];
  const from = (...places: (number | null)[]) =>
    toldDefinitions(
      {
        ...occurrence(25, 26, 'a'),
        definitions: places.map((start) => ({
          statement: start === null ? null : `s${start}`,
          span: start === null ? null : { start, end: start + 1 },
        })),
      },
      starts,
    );
  expect(from()).toBe('');
  expect(from(null)).toBe('Its value comes from the entry.');
  expect(from(12, 3, 14)).toBe('Its value comes from line 1 or 2.');
  expect(from(null, 21)).toBe('Its value comes from line 3, or from the entry.');
});
