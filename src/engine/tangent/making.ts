/** What the statements of a tangent program are made with. */
import type { TakenNames } from '../ir/names';
import type {
  Assign,
  Expr,
  Place,
  Program,
  ScalarType,
  Statement,
  StatementId,
  Variable,
  VariableId,
} from '../ir/types';
import type { Signature, TangentRoutine } from './active';

/** What the routines of one tangent program share while they are made. */
export interface Making extends TangentChoices {
  readonly primal: Program;
  readonly parts: ReadonlyMap<string, TangentRoutine>;
  readonly variables: Variable[];
  readonly counters: { nextStatement: number; nextLabel: number };
  readonly globalNames: TakenNames;
  /** Those of a primal routine, and of all that is shared. */
  readonly namesOf: (owner: number) => TakenNames;
  readonly active: ReadonlySet<VariableId>;
  readonly signatures: ReadonlyMap<string, Signature>;
  /** Tangents of globals, by primal variable. */
  readonly globals: Map<VariableId, VariableId>;
  readonly taped: boolean;
}

/** Variables of one routine as they are made. */
export interface Scope {
  readonly tangents: Map<VariableId, VariableId>;
  readonly locals: VariableId[];
  /** All that hold tangents. */
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

/** What a statement of the program computes in the tangent beside itself. */
export function tangentAssign(
  { counters }: Pick<Making, 'counters'>,
  { span }: Statement,
  origin: Assign['origin'],
  target: Place,
  value: Expr,
): Assign {
  const id = counters.nextStatement++ as StatementId;
  return { kind: 'assign', id, span, role: 'derivative', origin, sweep: 'forward', target, value };
}
