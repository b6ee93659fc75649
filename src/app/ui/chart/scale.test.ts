import { expect, test } from 'vitest';
import { extentOf, linear, logarithmic } from './scale';

test('an axis holds its domain, and its ticks are round numbers in it', () => {
  const scale = linear([-0.31, 2.17], 240);
  expect([scale.at(-0.31), scale.at(2.17)]).toEqual([0, 240]);
  expect(scale.inverse(scale.at(1.5))).toBeCloseTo(1.5, 12);
  expect(scale.ticks(5)).toEqual([0, 0.5, 1, 1.5, 2]);
  expect(linear([1e6, 1.4e6], 100).ticks(4)).toEqual([1e6, 1.1e6, 1.2e6, 1.3e6, 1.4e6]);
});

test('a logarithmic axis has powers of ten, fewer where there are many, and no place for zero', () => {
  const scale = logarithmic([1e-12, 1], 120);
  expect(scale.ticks(20)).toHaveLength(13);
  expect(scale.ticks(4).map((x) => Math.round(Math.log10(x)))).toEqual([-12, -9, -6, -3, 0]);
  expect(scale.at(1e-6)).toBeCloseTo(60, 9);
  expect([scale.at(0), scale.at(-1)]).toEqual([Number.NaN, Number.NaN]);
});

test('one number, or none, still makes an axis', () => {
  expect(extentOf([Number.NaN, Number.POSITIVE_INFINITY])).toEqual([0, 1]);
  expect(extentOf([3, 4], [0])).toEqual([0, 4]);
  expect(linear([7, 7], 10).at(7)).toBe(5);
  expect(linear([0, 0], 10).domain).toEqual([-1, 1]);
  expect(logarithmic([1, 1], 10).at(1)).toBe(5);
});
