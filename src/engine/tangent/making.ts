/** What the statements of a tangent program are made with. */
import type { Emitter, GrowingProgram } from '../ir/emit';
import type { TakenNames } from '../ir/names';
import type { Place, Program, ScalarType, Statement, Variable, VariableId } from '../ir/types';
import type { Signature, TangentRoutine } from './active';

/** What the routines of one tangent program share while they are made. */
export interface Making extends TangentChoices {
  readonly primal: Program;
  readonly parts: ReadonlyMap<string, TangentRoutine>;
  readonly growing: GrowingProgram;
  /** Makes statements that record this statement of the program as their origin. */
  readonly at: (s: Statement) => Emitter;
  readonly globalNames: TakenNames;
  /** The names taken in a primal routine and in what all routines share. */
  readonly namesOf: (owner: number) => TakenNames;
  readonly active: ReadonlySet<VariableId>;
  readonly signatures: ReadonlyMap<string, Signature>;
  /** Tangents of globals, by primal variable. */
  readonly globals: Map<VariableId, VariableId>;
  /** Every PUSH of a real takes its tangent along. */
  readonly taped: boolean;
}

/** Variables of one routine as they are made. */
export interface Scope {
  readonly tangents: Map<VariableId, VariableId>;
  readonly locals: VariableId[];
  /** All variables that hold tangents. */
  readonly made: VariableId[];
  create(of: VariableId, hint: string, more: Partial<Variable>): VariableId;
  dot(id: VariableId): VariableId;
  /** Where the tangent of the result of a routine goes when the call takes none. */
  aside(callee: string): Place;
  /** A variable that is no tangent, of a type. */
  scratch(hint: string, type: ScalarType): VariableId;
}

export interface TangentChoices {
  readonly suffix: string;
  /** Several directions at once. */
  readonly vector: boolean;
}
