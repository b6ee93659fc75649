/** What expressions and statements are compiled to, and where variables of the routine at hand stand. */
import type { Run as RunOver } from '../ir/graph/closures';
import type { Place, VariableId } from '../ir/types';
import type { Machine, PathObserver } from './machine';

/** Addresses of variables, and of arrays their counts and bounds too, as `Scope` numbers them. */
export type Frame = number[];
export type Num = (f: Frame) => number;
export type Run = RunOver<Frame>;
export type Whole = (f: Frame) => number | bigint;

export interface Scope {
  readonly m: Machine;
  /**
   * Where a variable stands in a frame: its address; of an array also the number of its elements, and for each
   * dimension the lower bound and the extent.
   */
  readonly slots: ReadonlyMap<VariableId, number>;
  /** Whether expressions are tangents, in which some places stand for theirs (`dotOf`). */
  readonly isTangent: boolean;
  readonly path: PathObserver | null;
}

export function slotOf(c: Scope, id: VariableId): number {
  const slot = c.slots.get(id);
  if (slot === undefined) throw new Error(`no place for variable ${id}`);
  return slot;
}

/** No program has so many variables. */
const DOTS = 2 ** 32;

/** What stands for the tangent of a place: a place of a variable that there is not, however it is copied. */
export const dotOf = (place: Place): Place => ({ ...place, variable: (place.variable + DOTS) as VariableId });

/** The place whose tangent this stands for; null where it stands for itself. */
export const undotted = (place: Place): Place | null =>
  place.variable < DOTS ? null : { ...place, variable: (place.variable - DOTS) as VariableId };
