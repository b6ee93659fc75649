import { expect, test } from 'vitest';
import type { VariableInfo } from '../../../engine/pipeline/results';
import { elementName, indexSpace, subscriptsOf } from './elements';

const declared = (...dimensions: string[]) => ({ dimensions }) as unknown as VariableInfo;
const run = { inputs: { n: [3], m: [2] } };

test('elements are named as the language has them in memory', () => {
  const c = indexSpace(declared('n', 'm'), run, 'c', 6);
  expect([0, 1, 2, 5].map((k) => elementName('a', c, k, false))).toEqual([
    'a[0][0]',
    'a[0][1]',
    'a[1][0]',
    'a[2][1]',
  ]);
  const fortran = indexSpace(declared('n', 'm'), run, 'fortran', 6);
  expect([0, 1, 3, 5].map((k) => elementName('a', fortran, k, false))).toEqual([
    'a(1, 1)',
    'a(2, 1)',
    'a(1, 2)',
    'a(3, 2)',
  ]);
});

test('bounds come from inputs, or from how many elements there are', () => {
  expect(indexSpace(declared('0:n', 'm'), run, 'fortran', 8)).toMatchObject({
    extents: [4, 2],
    lowers: [0, 1],
  });
  expect(indexSpace(declared('?', 'm'), run, 'c', 10).extents).toEqual([5, 2]);
  expect(indexSpace(declared('n + 1'), run, 'c', 4).extents).toEqual([4]);
  // What the bounds do not account for is a list.
  expect(indexSpace(declared('f(n)', 'm*m'), run, 'c', 10).extents).toEqual([10]);
  expect(subscriptsOf(indexSpace(declared('n'), run, 'c', 7), 6)).toEqual([6]);
});
