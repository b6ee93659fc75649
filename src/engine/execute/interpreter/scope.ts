/** The types that expressions are compiled to, and the scope that they are compiled in. */
import type { Run as RunOver } from '../../ir/graph/closures';
import type { Expr, VariableId } from '../../ir/types';
import type { Frame, Interpreter } from './state';

export type Num = (f: Frame) => number;
export type Run = RunOver<Frame>;

export type Big = (f: Frame) => bigint;

/** Where the variables of the routine at hand are in its frames. */
export interface Scope {
  readonly m: Interpreter;
  readonly scalars: ReadonlyMap<VariableId, number>;
  readonly arrays: ReadonlyMap<VariableId, number>;
  /** Compile an expression of any kind, for the parts of expressions that have files of their own. */
  readonly compile: {
    readonly number: (c: Scope, e: Expr) => Num;
    readonly index: (c: Scope, e: Expr) => Num;
    readonly big: (c: Scope, e: Expr) => Big;
  };
}
