/** A run of the primal that can be gone through again. */
import type { RoutineAnalysis } from '../../analyses/routineAnalysis';
import type { TraceColumns } from '../../execute/interpreter/trace';
import type { Program, VariableId } from '../../ir/types';

/** A run of the primal, step by step. */
export interface Replay {
  readonly program: Program;
  readonly analysis: RoutineAnalysis;
  readonly columns: TraceColumns;
  /** By number of a location of the columns. */
  readonly variables: readonly VariableId[];
  readonly inputs: Readonly<Record<string, readonly number[]>>;
  /** It came to its end, and every step was written down. */
  readonly complete: boolean;
  /** By routine: itself and all that it may call. */
  readonly reach: ReadonlyMap<string, ReadonlySet<string>>;
  /** By statement: the routine that it stands in. */
  readonly ownerOf: ReadonlyMap<number, string>;
}
