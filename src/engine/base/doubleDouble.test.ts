import { expect, test } from 'vitest';
import { plus, relativeError, times, twoProduct, twoSum } from './doubleDouble';

test('sums and products lose nothing', () => {
  expect(twoSum(1e16, 1)).toEqual([1e16, 1]);
  expect(twoProduct(1 + 2 ** -30, 1 + 2 ** -30)).toEqual([1 + 2 ** -29, 2 ** -60]);
  expect(plus([1, 2 ** -80], [-1, 0])).toEqual([2 ** -80, 0]);
  expect(times([2 ** 600, 0], [2 ** 600, 0])).toEqual([Number.POSITIVE_INFINITY, 0]);
  expect(twoProduct(2 ** 1000 + 2 ** 950, 0.5)).toEqual([2 ** 999 + 2 ** 949, 0]);
});

test('what a double is off by', () => {
  expect(relativeError(1, [1, 1e-9])).toBeCloseTo(1e-9, 15);
  expect(relativeError(0, [0, 0])).toBe(0);
  expect(relativeError(1, [0, 0])).toBe(Number.POSITIVE_INFINITY);
});
