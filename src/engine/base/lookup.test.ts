import { describe, expect, test } from 'vitest';
import { entryOf, itemAt, keysOf, lastOf, ofEach, present } from './lookup';

describe('a look-up gives what is there, whatever its truth', () => {
  test('of lists and typed arrays', () => {
    expect(itemAt(['a', 'b'], 1)).toBe('b');
    expect(itemAt([0, false, null, ''], 2)).toBeNull();
    expect(itemAt(Int32Array.of(7, 0), 1)).toBe(0);
    expect(lastOf([3, 4])).toBe(4);
  });
  test('of maps', () => {
    expect(entryOf(new Map([['n', 0]]), 'n')).toBe(0);
    expect(entryOf(new Map([[2, null]]), 2)).toBeNull();
  });
  test('of records, by their keys', () => {
    expect(keysOf({ b: 1, a: undefined })).toEqual(['b', 'a']);
  });
  test('of so many items, as many', () => {
    const [one, two] = ofEach([1, 2], (n, k) => n + 10 * k);
    expect([one, two]).toEqual([1, 12]);
  });
  test('of values that need not exist', () => {
    expect([0, '', false].map((value) => present(value, 'it'))).toEqual([0, '', false]);
  });
});

test.each([
  ['behind the end', () => itemAt([1, 2], 2), 'no item 2 among 2'],
  ['before the start', () => itemAt([1, 2], -1), 'no item -1 among 2'],
  ['between two', () => itemAt([1, 2], 0.5), 'no item 0.5 among 2'],
  ['the last of none', () => lastOf([]), 'no item -1 among 0'],
  ['a key that was not entered', () => entryOf(new Map([['x', 1]]), 'y'), 'no entry for y'],
  ['null', () => present(null, 'the shape'), 'the shape is missing'],
  ['undefined', () => present(undefined, 'the type'), 'the type is missing'],
])('%s is a bug of ours', (_, lookUp, message) => {
  expect(lookUp).toThrow(message);
});
