/**
 * What the generator of random programs knows while it writes a routine.
 *
 * What always holds: a real variable lies in [-3, 3], unless it accumulates; an integer in the range that its
 * `Meta` tells; so every expression has an interval, every subscript is in bounds and every function in its domain.
 * `gain` bounds how far an expression moves when all variables move by one; assignments keep it small, so
 * that programs stay well-conditioned however long they run.
 */
import { NOWHERE } from '../../base/span';
import { memoryBytes } from '../../ir/build';
import type {
  Dimension,
  Expr,
  LabelId,
  Routine,
  ScalarType,
  StatementId,
  StorageRoot,
  Variable,
  VariableId,
} from '../../ir/types';
import type { Random } from '../prng';
import type { Profile } from './profile';

/** Every real variable lies in [-BOUND, BOUND] at all times. */
export const BOUND = 3;

export interface Meta {
  readonly low: number;
  readonly high: number;
  /** Grows by increments: readers squash it first. */
  readonly accumulator: boolean;
  /** Numeric lower and upper bound of each dimension; empty for scalars. */
  readonly bounds: readonly (readonly [low: number, high: number])[];
  /** No statement may assign it. */
  readonly fixed: boolean;
}

/** An expression with what is known of its value. */
export interface Bounded {
  readonly e: Expr;
  readonly low: number;
  readonly high: number;
  readonly gain: number;
}

export interface Signature {
  readonly routine: number;
  readonly name: string;
  readonly parameters: readonly VariableId[];
  readonly result: VariableId | null;
  /** It or a callee names globals: they are not to be passed to it by reference. */
  readonly touchesGlobals: boolean;
  /** First parameter is a counter to be passed: the callee goes on while it is positive. */
  readonly recursive: boolean;
}

export interface Builder {
  readonly random: Random;
  readonly profile: Profile;
  readonly variables: Variable[];
  readonly meta: Meta[];
  readonly routines: Routine[];
  readonly roots: StorageRoot[];
  readonly signatures: Signature[];
  /** What `n` is in this program. */
  readonly n: number;
  readonly real: ScalarType;
  /** Singles stand beside doubles. */
  readonly mixed: boolean;
  statements: number;
  labels: number;
}

export interface Target {
  readonly label: LabelId;
  readonly kind: 'loop' | 'switch' | 'block' | 'routine';
  /** `next` may go to it. */
  readonly next: boolean;
}

export interface Scope {
  readonly b: Builder;
  readonly routine: number;
  /** Defined for certain here. */
  readonly defined: ReadonlySet<VariableId>;
  readonly extended: Set<VariableId>;
  readonly frozen: ReadonlySet<VariableId>;
  /** Tighter ranges than the meta's: indices inside their loops. */
  readonly ranges: ReadonlyMap<VariableId, readonly [number, number]>;
  /** Innermost last. */
  readonly targets: readonly Target[];
  readonly depth: number;
  readonly loops: number;
  /** Product of the trips around this point. */
  readonly trips: number;
  /** All that this routine may name, parameters and globals too. */
  readonly names: VariableId[];
  /** Directly in the routine's body: what is assigned here is defined from here on. */
  readonly top: boolean;
}

export const at = NOWHERE;

export function statementId(b: Builder): StatementId {
  return b.statements++ as StatementId;
}
export function labelId(b: Builder): LabelId {
  return b.labels++ as LabelId;
}

/** A scope for statements inside another: what they define is not defined after them. */
export function inner(scope: Scope, changes: Partial<Scope> = {}): Scope {
  return {
    ...scope,
    defined: new Set([...scope.defined, ...scope.extended]),
    extended: new Set(),
    depth: scope.depth + 1,
    top: false,
    ...changes,
  };
}

export function define(scope: Scope, id: VariableId): void {
  scope.extended.add(id);
}
export function isDefined(scope: Scope, id: VariableId): boolean {
  return scope.defined.has(id) || scope.extended.has(id);
}

export function variableAt(b: Builder, id: VariableId): Variable {
  return b.variables[id] as Variable;
}
export function metaAt(b: Builder, id: VariableId): Meta {
  return b.meta[id] as Meta;
}

export function isArray(b: Builder, id: VariableId): boolean {
  return variableAt(b, id).shape !== null;
}

export interface NewVariable {
  readonly name: string;
  readonly type: ScalarType;
  readonly owner: number | null;
  readonly role?: Variable['role'];
  readonly passing?: Variable['passing'];
  readonly intent?: Variable['intent'];
  readonly dimensions?: readonly Dimension[] | null;
  readonly storage?: Variable['storage'];
  readonly initial?: readonly number[] | null;
  readonly meta?: Partial<Meta>;
}

export function addVariable(b: Builder, given: NewVariable): VariableId {
  const id = b.variables.length as VariableId;
  const { dimensions = null } = given;
  b.variables.push({
    id,
    name: given.name,
    type: given.type,
    shape: dimensions ? { dimensions, order: b.profile.language === 'c' ? 'row' : 'column' } : null,
    role: given.role ?? 'local',
    passing: given.passing ?? 'value',
    intent: given.intent ?? null,
    owner: given.owner,
    span: at,
    storage: given.storage ?? null,
    initial: given.initial ?? null,
    derivativeOf: null,
  });
  const real = given.type === 'f64' || given.type === 'f32';
  const [low, high] = real ? [-BOUND, BOUND] : given.type === 'bool' ? [0, 1] : GENERAL;
  b.meta.push({ low, high, accumulator: false, bounds: [], fixed: false, ...given.meta });
  return id;
}

/** Integers for arithmetic: loops, counters and tests keep within it. */
export const GENERAL = [-6, 12] as const;
/** What index arrays hold: any array has at least three elements a dimension. */
export function indexRange(b: Builder): readonly [number, number] {
  return b.profile.language === 'c' ? [0, 2] : [1, 3];
}

export function bytesOf(b: Builder, id: VariableId): number {
  const count = metaAt(b, id).bounds.reduce((product, [low, high]) => product * (high - low + 1), 1);
  return count * memoryBytes(variableAt(b, id).type);
}
