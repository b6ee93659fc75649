/** The outcome of the passes; all results are made from it. */
import type { AdjointProgram } from '../../adjoint/generate';
import type { ProgramModel } from '../../analyses/instructions/programModel';
import type { Window } from '../../analyses/least/window';
import type { Diagnostic } from '../../base/diagnostics';
import type { Program, Routine, StatementId, VariableId } from '../../ir/types';
import type { TangentProgram } from '../../tangent/generate';
import type { Mode, Options, Target } from '../options';
import type { DifferentiateRequest, PassTiming } from '../results';
import type { ProgramAnalysis } from './contexts';
import type { RoutineInterface } from './interface';

/** Everything that could be computed: later fields are null where an earlier step failed. */
export interface Compile {
  readonly request: DifferentiateRequest;
  readonly options: Options;
  readonly mode: Mode;
  readonly target: Target;
  readonly diagnostics: readonly Diagnostic[];
  /** As parsed, with all variables visible that routines keep between calls. */
  readonly source: Program;
  /** In the normal form of the analyses and generators. */
  readonly program: Program;
  readonly routine: Routine | null;
  readonly model: ProgramModel | null;
  readonly interface: RoutineInterface | null;
  readonly analysis: ProgramAnalysis | null;
  readonly adjoint: AdjointProgram | null;
  /** In tangent modes the generated program; beside an adjoint the tangent that it is checked against. */
  readonly tangent: TangentProgram | null;
  /** The generated program of the mode, which is printed and run. */
  readonly generated: Generated | null;
  /** With the least tape: the windows whose choice was applied, by their first statement. */
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
