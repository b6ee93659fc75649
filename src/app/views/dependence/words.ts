import type { DependenceCell, DependenceMatrix } from '../../../engine/pipeline/results';

export const SIGNS: Record<DependenceCell['kind'], { readonly sign: string; readonly word: string }> = {
  differentiable: { sign: '∂', word: 'a derivative may pass' },
  kept: { sign: '=', word: 'the value may stay' },
  other: { sign: '·', word: 'without a derivative' },
};

/** The cell of a pair; null if there is no dependence. */
export function cellOf(matrix: DependenceMatrix, row: string, column: string): DependenceCell | null {
  return matrix.cells.find((each) => each.row === row && each.column === column) ?? null;
}

/** One sentence on a pair: `row` after, `column` before. */
export function said(cell: DependenceCell | null, row: string, column: string): string {
  switch (cell?.kind) {
    case undefined:
      return `\`${row}\` does not depend on \`${column}\`.`;
    case 'kept':
      return row === column
        ? `\`${row}\`, or a part of it, may still hold what it held before.`
        : `\`${row}\` may still hold what it held before, and that was \`${column}\`.`;
    case 'other':
      return `\`${row}\` depends on \`${column}\`, but only through a test, a subscript, an integer or where a function is flat: no derivative passes.`;
    case 'differentiable':
      return `\`${row}\` may depend on \`${column}\` differentiably. The derivative passes through ${
        cell.statements.length === 1 ? 'one statement' : `${cell.statements.length} statements`
      }.`;
  }
}
