import { expect, test } from 'vitest';
import { differentiate } from '../../../engine/index';
import { alike } from './alike';

test('what is said of several places is said once, with all of them', () => {
  const source = `void f(double x, double y, double *z) {
  if (x > 1) *z = x;
  if (y > 2) *z = y;
  if (x > 3) *z = x;
}`;
  const { diagnostics } = differentiate({ source, language: 'c' });
  const groups = alike(diagnostics);
  expect(groups.map((those) => those.map(({ span }) => source.slice(span.start, span.end)))).toEqual([
    ['x > 1', 'x > 3'],
    ['y > 2'],
  ]);
  expect(groups.flat().toSorted((a, b) => a.span.start - b.span.start)).toEqual(diagnostics);
  expect(alike([])).toEqual([]);
});
