import { expect, test } from 'vitest';
import { columnsOf, explosionOf, extremesOf, normOf } from './arrayFigures';

test('norm, least and greatest of an array; what is no number is told', () => {
  expect(normOf([3, -4])).toBe(5);
  expect(normOf([3e200, 4e200])).toBeCloseTo(5e200, -190);
  expect(extremesOf([2, -7, 5, 5])).toEqual({ least: 1, greatest: 2, strange: -1 });
  expect(extremesOf([2, Number.NaN, 5]).strange).toBe(1);
});

test('bars stand on zero, and of many values every one lies within its column', () => {
  expect(columnsOf([2, -2, 0])).toEqual([
    { from: 0, to: 0.5 },
    { from: 0.5, to: 1 },
    { from: 0.5, to: 0.5 },
  ]);
  expect(columnsOf([0, 0])).toEqual([
    { from: 1, to: 1 },
    { from: 1, to: 1 },
  ]);
  const many = Array.from({ length: 1001 }, (_, k) => Math.sin(k));
  const columns = columnsOf(many);
  expect(columns.length).toBe(120);
  expect(Math.min(...columns.map(({ from }) => from))).toBe(0);
  expect(Math.max(...columns.map(({ to }) => to))).toBe(1);
});
test('a result that is out of all proportion to its inputs is told from a large one', () => {
  expect(explosionOf({ u: [1.6, 0.9] }, { u: [1.6, 1e126] }, { u: [3] })).toEqual({ name: 'u', size: 1e126 });
  expect(explosionOf({ u: [1e9] }, { f: [-4e14] }, {})).toBe(null);
  expect(explosionOf({ x: [2] }, { f: [8, Number.POSITIVE_INFINITY] }, {})).toBe(null);
});
