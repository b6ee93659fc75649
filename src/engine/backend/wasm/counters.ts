/** Counting executions: one 64-bit counter for every straight run of parts, bumped where the run starts. */
import { getOrMake } from '../../base/once';
import { endsRun, jumpsOutOf } from '../../ir/statements';
import type { Statement } from '../../ir/types';
import type { CountedPart, RoutineContext } from './context';
import { Op } from './encoding/opcodes';

/** Counts `part` with the current straight run; call it before the part's code. */
export function countPart(r: RoutineContext, part: CountedPart): void {
  if (!r.m.options.counters) return;
  if (r.point === null) {
    r.point = newPoint(r);
    bump(r, r.point, () => r.f.i64(1n));
  }
  r.m.points[r.point]?.parts.push(part);
}

/** Control splits or meets here: what follows is another straight run. */
export function endRun(r: RoutineContext): void {
  r.point = null;
}

/**
 * Emits a construct with control in it. What follows it is the same straight run as what stood before, unless a jump
 * inside leads past its end.
 */
export function around(r: RoutineContext, s: Statement, emit: () => void): void {
  if (s.kind === 'if' || s.kind === 'for' || s.kind === 'switch')
    countPart(r, { kind: 'statement', id: s.id });
  const before = r.point;
  emit();
  r.point = leaves(s) ? null : before;
}

/** The body of a loop with so many trips, none of which ends early, starts a straight run that is counted once at its entry. */
export function countTrips(r: RoutineContext, trips: () => void): number | null {
  if (!r.m.options.counters) return null;
  const point = newPoint(r);
  bump(r, point, trips);
  return point;
}

/** Whether some jump inside leads out of the statement or ends the run. */
export function leaves(s: Statement): boolean {
  return endsRun([s]) || jumpsOutOf([s]).length > 0;
}

/** Runs `emit` as a straight run of its own, then goes on with the one before. */
export function separately(r: RoutineContext, emit: () => void): void {
  const outer = r.point;
  r.point = null;
  emit();
  r.point = outer;
}

/** Adds what `amount` leaves on the stack (i64) to the elements pushed whole by a recording. */
export function countArrayPush(r: RoutineContext, recording: number, amount: () => void): void {
  if (!r.m.options.counters) return;
  const point = getOrMake(r.m.arrayPushes, recording, () => newPoint(r));
  bump(r, point, amount);
}

function newPoint(r: RoutineContext): number {
  r.m.points.push({ parts: [] });
  return r.m.points.length - 1;
}

function bump(r: RoutineContext, point: number, amount: () => void): void {
  const address = r.m.pointsAddress + 8 * point;
  r.f.i32(0).i32(0).access(Op.i64_load, 3, address);
  amount();
  r.f.op(Op.i64_add).access(Op.i64_store, 3, address);
}
