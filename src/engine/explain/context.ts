/**
 * The material of explanations. Everything is a parameter, so that this folder knows neither the door nor the front ends: the
 * program, analyses and recordings of one compile, and the results that the page holds.
 */

import type { RecordingDraft } from '../adjoint/builder';
import type { Window } from '../analyses/least/window';
import type { RoutineAnalysis } from '../analyses/routineAnalysis';
import { type Instruction, instructionOf } from '../ir/graph/flow';
import type { Location } from '../ir/locations';
import { statementNamed, variableOf } from '../ir/names';
import type { Place, Program, StatementId, Variable, VariableId } from '../ir/types';
import type { Differentiation } from '../pipeline/results';

export interface ExplainInput {
  readonly source: string;
  /** In the normal form that the analyses use. */
  readonly program: Program;
  /** By name, of every routine with an adjoint. */
  readonly analyses: ReadonlyMap<string, RoutineAnalysis>;
  /** The routine asked for. */
  readonly routine: string | null;
  readonly recordings: readonly RecordingDraft[];
  /** With the least tape: the windows whose choice was applied. */
  readonly least: readonly Window[] | null;
  readonly independents: readonly VariableId[];
  readonly dependents: readonly VariableId[];
  /** Name of a variable's derivative in the generated code; null where it has none. */
  readonly derivativeName: (id: VariableId) => string | null;
  /** The same as it is read and set in the generated code: `*xb` for a pointer. */
  readonly derivativePlace: (id: VariableId) => string | null;
  /** For a second derivative: what a statement of it sets, stores or takes back, if that is the tangent of something. */
  readonly tangentAt: (node: string | null) => { readonly variable: Variable; readonly of: Variable } | null;
  /** The variables whose derivative goes by this name in the generated code, in any routine. */
  readonly derivativesNamed: (name: string) => readonly VariableId[];
  /**
   * Looks for a run of the routine in which a value of the location that some derivative reads is overwritten by
   * `overwrite` later: first on the inputs at hand and with `read` as the reader, then with any reader, then on other
   * inputs within a budget. A routine that others call runs by itself.
   */
  readonly witness: (
    routine: string,
    read: Instruction,
    overwrite: Instruction,
    location: number,
  ) => RunWitness;
}

/** What runs showed. */
export interface RunWitness {
  /**
   * `met`: `reader` reads it and it is overwritten after that. `missed`: no run did. `unclear`: some did, but perhaps with
   * different elements. `unknown`: none could tell.
   */
  readonly seen: 'met' | 'missed' | 'unclear' | 'unknown';
  readonly reader: Instruction | null;
  /** `met`, and this run shows exactly this read and overwrite: otherwise only the tape tells that the value is needed. */
  readonly shown: boolean;
  /** The place as the reader names it; null where that cannot be told. */
  readonly place: Place | null;
  /** The run that did, in words: `on the default inputs`, `` of `step` by itself, with `n` = 3 ``. */
  readonly inputs: string;
  /** How many runs were tried. */
  readonly runs: number;
  /** If no run came to the overwrite or the read: which of the two, and the test that never led there; `always`: no run can. */
  readonly idle: {
    readonly instruction: Instruction;
    readonly test: Instruction;
    readonly always: boolean;
  } | null;
}

/** An explanation in the making: one routine of the input, and facts about its text. */
export interface Context {
  readonly input: ExplainInput;
  readonly d: Differentiation;
  readonly analysis: RoutineAnalysis;
  /** Offsets of line starts of the source. */
  readonly lines: readonly number[];
  /** The program with the names that a reader expects: a function's result has the function's name. */
  readonly shown: Program;
  /** The words of the source and of the generated code, in lower case. */
  readonly written: ReadonlySet<string>;
  readonly generated: ReadonlySet<string>;
  /** Whether the routine's graph is on the page: only then can its vertices be named. */
  readonly main: boolean;
}

/** The name of a variable's derivative; null where the generated code has none or no use for it. */
export function derivativeName(c: Context, id: VariableId): string | null {
  const name = c.input.derivativeName(id);
  return name !== null && c.generated.has(name.toLowerCase()) ? name : null;
}

/** Whether derivatives only go forward: then there is no adjoint to tell of. */
export function isForward({ d }: Pick<Context, 'd'>): boolean {
  return d.request.mode === 'tangent' || d.request.mode === 'vector-tangent';
}

/** The instruction for a statement; null where control never comes. */
export function instructionAt(c: Context, id: StatementId): Instruction | null {
  return instructionOf(c.analysis.model.graph, id);
}

export function locationAt(c: Context, index: number): Location {
  return c.analysis.model.locations.at(index);
}

/** Is it an array whose elements the analyses do not tell apart? Then what is read may be another element than this one. */
export function isCoarse(c: Context, index: number): boolean {
  const { strong, element } = locationAt(c, index);
  return !strong && element === null;
}

/** May the caller read it after the routine: a result, a global, an argument by reference? */
export function isOutput(c: Context, index: number): boolean {
  return locationAt(c, index).variables.some((id) => {
    const { role, passing } = variableOf(c.input.program, id);
    return role === 'result' || role === 'global' || (role === 'parameter' && passing === 'reference');
  });
}

/** A call that is only reversed: the generated code holds its adjoint alone. */
export function isOnlyReversed(c: Context, i: Instruction): boolean {
  const plan = c.analysis.calls.get(i.id);
  return plan?.adjoint === true && plan.mode === 'joint' && !c.analysis.stays.has(i.id);
}

/** The locations that a key of the results names: one, or the elements of an array whose elements are told apart. */
export function locationsNamed(c: Context, key: string): number[] {
  const { all } = c.analysis.model.locations;
  const exact = all.filter((l) => l.key === key);
  const found = exact.length > 0 ? exact : all.filter((l) => l.key.startsWith(`${key}[`));
  return found.map((l) => l.index);
}

/** `s12` as an id; null for other text. */
export function statementIdOf(name: string): StatementId | null {
  return /^s\d+$/.test(name) ? statementNamed(name) : null;
}
