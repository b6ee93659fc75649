import { expect, test } from 'vitest';
import { erf, erfc } from './special';

test.each([
  [0, 0],
  [0.5, 0.5204998778130465],
  [1, 0.8427007929497149],
  [2.4999, 0.9995928300996666],
  [3, 0.9999779095030014],
  [7, 1],
])('the error function at %s', (x, expected) => {
  expect(erf(x)).toBeCloseTo(expected, 13);
  expect(erf(-x)).toBeCloseTo(-expected, 13);
  expect(erfc(x)).toBeCloseTo(1 - expected, 13);
  expect(erfc(-x)).toBeCloseTo(1 + expected, 13);
});

test('far out what is left of one keeps its digits, and ends at zero', () => {
  expect(erfc(5) / 1.5374597944280349e-12).toBeCloseTo(1, 12);
  expect(erfc(26) / 5.663192408856143e-296).toBeCloseTo(1, 10);
  expect([erfc(28), erfc(Number.POSITIVE_INFINITY), erfc(Number.NEGATIVE_INFINITY)]).toEqual([0, 0, 2]);
});

test('of what is no number they are none', () => {
  expect(erf(Number.NaN)).toBeNaN();
  expect(erfc(Number.NaN)).toBeNaN();
});
