import { expect, test } from 'vitest';
import { cellOf, said } from './words';

const matrix = {
  rows: ['f'],
  columns: ['x', 'y', 'n'],
  cells: [
    { row: 'f', column: 'x', kind: 'differentiable' as const, statements: ['s1', 's2'] },
    { row: 'f', column: 'n', kind: 'other' as const, statements: [] },
  ],
};

test('every pair is told in a sentence', () => {
  const told = matrix.columns.map((column) => said(cellOf(matrix, 'f', column), 'f', column));
  expect(told[0]).toBe('`f` may depend on `x` differentiably. The derivative passes through 2 statements.');
  expect(told[1]).toBe('`f` does not depend on `y`.');
  expect(told[2]).toContain('no derivative passes');
  expect(said({ row: 'a', column: 'a', kind: 'kept', statements: [] }, 'a', 'a')).toContain('may still hold');
});
