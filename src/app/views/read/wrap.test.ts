import { expect, test } from 'vitest';
import type { Piece } from '../../ui/highlight';
import { linesTaken, outdented, wrapped } from './wrap';

const textOf = (pieces: readonly Piece[]) => pieces.map(({ text }) => text).join('');

test('a long line goes on below, further in, and loses nothing but the blank where it breaks', () => {
  const line = '  ub(i - 1, j) = ub(i - 1, j) + tempb * (omega - 1.0d0)';
  const pieces: Piece[] = [
    { text: line.slice(0, 20), kind: null },
    { text: line.slice(20), kind: 'number' },
  ];
  const broken = wrapped(pieces, 24);
  const lines = textOf(broken).split('\n');
  expect(lines.length).toBe(linesTaken(broken));
  expect(lines.length).toBeGreaterThan(2);
  for (const each of lines) expect(each.length).toBeLessThanOrEqual(24);
  expect(lines.slice(1).every((each) => /^ {6}\S/.test(each))).toBe(true);
  expect(textOf(broken).replace(/\s/g, '')).toBe(line.replace(/\s/g, ''));
  expect(broken.map(({ kind }) => kind)).toEqual([null, 'number']);
});

test('a break is in few brackets, and leaves more to the next line than a brace', () => {
  const linesOf = (text: string, width: number) => textOf(wrapped([{ text, kind: null }], width)).split('\n');
  expect(linesOf('  for (trip = 1; trip <= trips; trip++) {', 40)).toEqual([
    '  for (trip = 1; trip <= trips;',
    '      trip++) {',
  ]);
  expect(linesOf('u(i, j) = old + omega * (new - old)', 29)).toEqual([
    'u(i, j) = old + omega *',
    '    (new - old)',
  ]);
  expect(linesOf('ub(i - 1, j) = ub(i - 1, j) + tempb', 26)).toEqual([
    'ub(i - 1, j) =',
    '    ub(i - 1, j) + tempb',
  ]);
});

test('what fits, what has nowhere to break, and what has no room is left as it is', () => {
  const short: Piece[] = [{ text: 'x = y;', kind: null }];
  expect(wrapped(short, 30)).toBe(short);
  expect(textOf(wrapped([{ text: 'a'.repeat(60), kind: null }], 30))).toBe('a'.repeat(60));
  expect(textOf(wrapped([{ text: 'a + b + c + d', kind: null }], 4))).toBe('a + b + c + d');
});

test('the indentation that all lines have takes no room; those that are not drawn do not count', () => {
  const lines = ['f()', '', '    do i = 1, n', '      x = 1', '    end do'].map((text): Piece[] =>
    text === '' ? [] : [{ text, kind: null }],
  );
  expect(outdented(lines, [1, 2, 3, 4]).slice(2).map(textOf)).toEqual(['do i = 1, n', '  x = 1', 'end do']);
  expect(outdented(lines, [0, 2]).map(textOf)).toEqual(lines.map(textOf));
});
