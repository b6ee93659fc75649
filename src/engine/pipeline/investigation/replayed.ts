/** A run of the primal that can be gone through again. */
import type { RoutineAnalysis } from '../../analyses/routineAnalysis';
import type { TraceColumns } from '../../execute/interpreter/trace';
import type { Program, VariableId } from '../../ir/types';

/** A run of the primal, step by step. */
export interface Replay {
  readonly program: Program;
  readonly analysis: RoutineAnalysis;
  readonly columns: TraceColumns;
  /** By number of a location in the columns. */
  readonly variables: readonly VariableId[];
  readonly inputs: Readonly<Record<string, readonly number[]>>;
  /** Whether the run came to its end with every step recorded. */
  readonly complete: boolean;
  /** By routine: itself and all that it may call. */
  readonly reach: ReadonlyMap<string, ReadonlySet<string>>;
  /** By statement: its routine. */
  readonly ownerOf: ReadonlyMap<number, string>;
}
