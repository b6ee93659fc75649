/** What a compilation is made of: all results are taken from it. */
import type { AdjointProgram } from '../../adjoint/generate';
import type { ProgramModel } from '../../analyses/instructions/summaries';
import type { Window } from '../../analyses/least/window';
import type { Diagnostic } from '../../base/diagnostics';
import type { Program, Routine, StatementId, VariableId } from '../../ir/types';
import type { TangentProgram } from '../../tangent/generate';
import type { Mode, Options, Target } from '../options';
import type { DifferentiateRequest, PassTiming } from '../results';
import type { ProgramAnalysis } from './contexts';
import type { RoutineInterface } from './interface';

/** Everything that was computed, as far as it could be: later fields are null where an earlier step failed. */
export interface Compile {
  readonly request: DifferentiateRequest;
  readonly options: Options;
  readonly mode: Mode;
  readonly target: Target;
  readonly diagnostics: readonly Diagnostic[];
  /** As parsed, but with what routines keep between calls in sight of all. */
  readonly source: Program;
  /** In the normal form that the analyses and generators work on. */
  readonly program: Program;
  readonly routine: Routine | null;
  readonly model: ProgramModel | null;
  readonly interface: RoutineInterface | null;
  readonly analysis: ProgramAnalysis | null;
  readonly adjoint: AdjointProgram | null;
  /** In tangent modes what is asked for; beside an adjoint what it is checked against. */
  readonly tangent: TangentProgram | null;
  /** What the mode asks for: it is printed and run. */
  readonly generated: Generated | null;
  /** With the least tape: windows whose choice was carried out, by their first statement. */
  readonly windows: ReadonlyMap<StatementId, Window>;
  readonly timings: readonly PassTiming[];
}

export interface Generated {
  readonly program: Program;
  readonly entry: string;
  /** By primal variable of the entry routine: the variable of its derivative there. */
  readonly derivatives: ReadonlyMap<VariableId, VariableId>;
  /** Of a vector tangent: the parameter that counts the directions. */
  readonly directions?: VariableId;
}
