import type { Dependence, DependenceMatrix, Differentiation } from '../../../engine/pipeline/results';
import type { Sheet } from '../../ui/sheets';
import { blockName } from '../sets/rows';
import { cellOf, SIGNS } from './words';

/** The matrix of the routine and those of its blocks: rows after, columns before. In `words`, or in the signs of the page. */
export function dependenceSheets(
  result: Differentiation,
  { routine, blocks }: Dependence,
  words: boolean,
): Sheet[] {
  const vertices = new Map(result.graphs.original.vertices.map((each) => [each.id, each]));
  const name = result.routine?.name ?? 'the kernel';
  return [
    sheetOf(`Dependence in ${name}, from entry to exit`, routine, words),
    ...blocks.flatMap(({ vertex, matrix }) => {
      const found = vertices.get(vertex);
      return found === undefined ? [] : [sheetOf(`Dependence in ${blockName(found)}`, matrix, words)];
    }),
  ];
}

function sheetOf(title: string, matrix: DependenceMatrix, words: boolean): Sheet {
  return {
    title,
    head: ['after, by before', ...matrix.columns],
    rows: matrix.rows.map((row) => [
      row,
      ...matrix.columns.map((column) => {
        const kind = cellOf(matrix, row, column)?.kind;
        return kind === undefined ? '' : words ? kind : SIGNS[kind].sign;
      }),
    ]),
  };
}
