/** Whole matrices of derivatives: what `jacobian` and `hessian` answer. */
import type { Answer, Reasoned } from './answer';

/** An element of a variable, in memory order from 0. */
export interface MatrixElement {
  name: string;
  index: number;
}

export interface DerivativeMatrix extends Answer {
  /** Elements of the dependents; for a Hessian, those of the independents, like the columns. */
  rows: MatrixElement[];
  columns: MatrixElement[];
  /** Where there may be an entry on the path of this run, row by row; `row` and `column` are indices into the lists above. */
  pattern: { row: number; column: number }[];
  /** An entry for each place of the pattern. */
  entries: { row: number; column: number; value: number }[];
  /** The method: columns along directions, rows from seeds, or some of each; a Hessian by tangents of the adjoint. */
  by: 'tangent' | 'adjoint' | 'both';
  /**
   * A colour for each column (by tangent), or for each row (by adjoint); by both, columns and then rows, with -1 for those
   * left to the other method.
   */
  colours: number[];
  /** Runs of the derivative, one for each colour. */
  passes: number;
  /** The entries against central differences along the same directions, and for a Hessian against its own symmetry. */
  check: {
    passed: boolean;
    worst: { row: number; column: number; relativeError: number } | null;
    sentence: string;
  };
}

/** The function and its gradient at several points: what `sample` answers. */
export interface Samples extends Answer {
  /** The requested values, completed, at the first point. */
  inputs: Record<string, number[]>;
  /** In the order of the points; null if a run does not come to its end. */
  samples: (Sample | null)[];
}

export interface Sample {
  /** The dependents, weighted by their seeds. */
  value: number;
  /** By independent. */
  gradient: Record<string, number[]>;
}

/** The statements through which a derivative passes on its way: what `derivativePath` answers. */
export interface DerivativePath extends Reasoned {
  /** `s12`, in the order of the run, each once. */
  statements: string[];
}
