/** Whole matrices of derivatives: what `jacobian` and `hessian` answer. */
import type { Diagnostic } from '../../base/diagnostics';

/** An element of a variable, in memory order from 0. */
export interface MatrixElement {
  name: string;
  index: number;
}

export interface DerivativeMatrix {
  ok: boolean;
  diagnostics: Diagnostic[];
  /** Elements of the dependents; of a Hessian those of the independents, as the columns. */
  rows: MatrixElement[];
  columns: MatrixElement[];
  /** Where there may be an entry on the path of this run, row by row; `row` and `column` index into the lists above. */
  pattern: { row: number; column: number }[];
  /** An entry for each place of the pattern. */
  entries: { row: number; column: number; value: number }[];
  /** How it was found: columns along directions, rows from seeds, or some of each; a Hessian by tangents of the adjoint. */
  by: 'tangent' | 'adjoint' | 'both';
  /** A colour for each column (by tangent), or for each row (by adjoint); by both, columns and then rows, -1 for those left to the others. */
  colours: number[];
  /** Runs of the derivative: one a colour. */
  passes: number;
  /** The entries against central differences along the same directions, and for a Hessian against its own symmetry. */
  check: {
    passed: boolean;
    worst: { row: number; column: number; relativeError: number } | null;
    sentence: string;
  };
}
