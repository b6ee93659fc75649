import { expect, test } from 'vitest';
import { nearestName } from './suggest';

test.each<[wrong: string, known: string[], meant: string | null]>([
  ['widht', ['height', 'width'], 'width'],
  ['lenght', ['length', 'lengths'], 'length'],
  ['Total', ['total', 'totals'], 'total'],
  ['sn', ['sin', 'cos'], 'sin'],
  ['x', ['y', 'z'], null],
  ['alpha', ['omega'], null],
  ['sqr', ['sqrt', 'pow'], 'sqrt'],
  ['name', [], null],
])('%s among %j', (wrong, known, meant) => {
  expect(nearestName(wrong, known)).toBe(meant);
});
