import { expect, test } from 'vitest';
import { FIXTURE_SOURCE, fixture } from '../../testing/fixture';
import { dependenceSheets } from './sheets';
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

test('the matrices are taken away in signs or in words, the routine’s first', () => {
  const result = fixture({ source: FIXTURE_SOURCE, language: 'c' });
  const answer = {
    ok: true,
    reason: '',
    routine: matrix,
    blocks: [{ vertex: 'v3', matrix }],
    occurrences: [],
  };
  const [whole, block] = dependenceSheets(result, answer, false);
  expect(whole?.head).toEqual(['after, by before', 'x', 'y', 'n']);
  expect(whole?.rows).toEqual([['f', '∂', '', '·']]);
  expect(block?.title).toBe('Dependence in block 3');
  expect(dependenceSheets(result, answer, true)[0]?.rows).toEqual([['f', 'differentiable', '', 'other']]);
});
