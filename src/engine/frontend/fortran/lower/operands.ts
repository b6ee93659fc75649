/**
 * Lowered expressions: a scalar of the IR, or an array value that gives its element at any place of a loop nest. So an
 * array expression becomes one loop over scalar expressions, without arrays in between.
 */

import type { Span } from '../../../base/span';
import * as b from '../../../ir/build';
import type { Expr, ScalarType } from '../../../ir/types';

/** One loop of a nest, seen from its body: the index runs from `first` in steps of `step`. */
export interface Walk {
  readonly index: Expr;
  readonly first: Expr;
  readonly step: Expr;
}
/** The subscripts an array itself would run through. */
export interface Natural {
  readonly first: Expr;
  readonly last: Expr;
  readonly step: Expr;
}
export interface ArrayValue {
  readonly kind: 'array';
  readonly type: ScalarType;
  /** One for each dimension; null where it is not known (the last of `a(*)`). */
  readonly extents: readonly (Expr | null)[];
  readonly natural: readonly Natural[];
  /** The element at a place; may emit statements, so it is called once a loop body. */
  readonly at: (walks: readonly Walk[]) => Expr;
  readonly span: Span;
}
export type Operand = Expr | ArrayValue;

export function isArray(operand: Operand): operand is ArrayValue {
  return operand.kind === 'array';
}

/** The element at a place; a scalar is the same at each. */
export function elementAt(operand: Operand, walks: readonly Walk[]): Expr {
  return isArray(operand) ? operand.at(walks) : operand;
}

export const ONE = b.constant(1, 'i32');

/** Integers in one type: the wider of theirs. */
export function sameInteger(...list: Expr[]): [Expr, Expr, Expr] {
  const type = list.some((e) => e.type === 'i64') ? 'i64' : 'i32';
  return list.map((e) => b.convert(e, type)) as [Expr, Expr, Expr];
}
