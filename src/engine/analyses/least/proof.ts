/**
 * The proof that a window keeps no byte without need (theory 15): the flow in bytes, taken apart into paths that share none,
 * from what the window is given to what its backward sweep reads; each is cut by one value that is kept. And for every such
 * value, what the next best choice without it would cost.
 */
import { ClosureFlow, type FlowPath } from './cut';
import { BYTE, type Window } from './window';

/** What a choice costs each time that the window runs: bytes kept, and operations by the table of weights. */
export interface Cost {
  readonly bytes: number;
  readonly operations: number;
}

export interface Proof {
  /** The bytes that are kept: as many as the paths carry together, so that no fewer will do. */
  readonly bytes: number;
  readonly paths: readonly FlowPath[];
  /** By value that bytes are kept for: what the least choice without it costs more; null where there is none. */
  readonly without: ReadonlyMap<number, Cost | null>;
}

export function proofOf(w: Window): Proof {
  const flow = new ClosureFlow(
    w.problem.map((v, k) => ({
      ...v,
      keep: w.costs[k]?.bytes ?? 0,
      again: v.again === null ? null : 0,
    })),
  );
  const chosen = new ClosureFlow(w.problem);
  const own = costOf(w.closure.cost);
  const without = new Map<number, Cost | null>();
  for (const { id } of w.values) {
    if (!isStored(w, id)) continue;
    const other = chosen.without(id);
    const cost = other && costOf(other.cost);
    without.set(id, cost && { bytes: cost.bytes - own.bytes, operations: cost.operations - own.operations });
  }
  return { bytes: own.bytes, paths: flow.paths(), without };
}

/** Kept, and not for nothing: on the tape, whenever the window runs. */
export function isStored(w: Window, value: number): boolean {
  return w.closure.choice[value] === 'kept' && (w.costs[value]?.bytes ?? 0) > 0;
}

/** Takes apart a weight in which the window's problem adds bytes and operations. */
function costOf(weight: number): Cost {
  return { bytes: Math.floor(weight / BYTE), operations: weight % BYTE };
}
