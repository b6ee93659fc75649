import { expect, test } from 'vitest';
import { differentiate } from '../../../engine/index';
import { framedStatement } from './braces';

const source = `double f(double x, int k) {
  if (x > 0) {  // }
    x = x * x;
  } else if (x < -9) {
    x = 2;
  } else {
    x = sin(x);
  }
  if (k)
  {
    x = x + 1;
  }
  else
  {
    x = x - 1;
  }
  do {
    x = x * 2;
  } while (x < 10);
  for (int i = 0; i < k; i++) {
    x = x * x;
  }
  return x;
}
`;
const result = differentiate({ source, language: 'c' });

/** What the card of a line is about, where the line has no statement of its own. */
function framed(line: number): string | null {
  const lines = source.split('\n');
  const start = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0);
  const found = framedStatement(result, source, { start, end: start + (lines[line - 1]?.length ?? 0) });
  return found === null ? null : source.slice(found.span.start, found.span.end);
}

test('a brace belongs to what stands before its block', () => {
  expect(framed(6)).toBe('if (x < -9)');
  expect(framed(8)).toBe('if (x < -9)');
  expect(framed(22)).toBe('for (int i = 0; i < k; i++)');
});

test('braces on lines of their own, and an else between them', () => {
  for (const line of [10, 12, 13, 14, 16]) expect(framed(line), `line ${line}`).toBe('if (k)');
});

test('a do belongs to its condition', () => {
  expect(framed(17)).toBe('while (x < 10)');
});

test('the braces of the routine belong to no statement, nor does a line that says something', () => {
  for (const line of [1, 3, 23, 24, 25]) expect(framed(line), `line ${line}`).toBeNull();
});

test('braces without partners are no trouble', () => {
  for (const text of ['}', '{', '} else {', 'else', 'do {', '{{{', '}\n}\nelse\n{'])
    expect(() => framedStatement(result, text, { start: 0, end: text.length })).not.toThrow();
});
