/**
 * Records a run in columns (see `Trace` in pipeline/results.ts). Columns double in size up to a bound. There the trace is cut
 * and the run ends, since nobody would see the rest.
 */

import { keysOf } from '../../base/lookup';
import type { StatementId } from '../../ir/types';
import type { Trace } from '../../pipeline/results';

export const MAX_TRACE_STEPS = 100_000;

export interface TraceRecorder {
  readonly write: (
    statement: StatementId | null,
    location: number,
    index: number,
    before: number,
    after: number,
    height: number,
  ) => void;
  /** A call begins, named by the statement that calls; the call ends. */
  readonly enter: (call: StatementId) => void;
  readonly leave: () => void;
  readonly columns: () => TraceColumns;
}

/** One run of a routine. */
export interface TracedCall {
  /** The calling statement; -1 for the entry. */
  readonly statement: number;
  /** The call in which it is made; -1 for the entry. */
  readonly inside: number;
  /** The number of this call among those that the statement makes there, counted from 1, and how many it makes in all. */
  readonly number: number;
  readonly total: number;
}

type Columns = 'location' | 'index' | 'before' | 'after' | 'tapeHeight' | 'depth' | 'call';

export interface TraceColumns extends Readonly<Pick<Trace, 'steps' | 'cutAt' | Columns>> {
  /** Statement ids; -1 for none. */
  readonly statement: Int32Array;
  /** Calls that have a step, or contain a call that has one; the entry first. */
  readonly calls: readonly TracedCall[];
}

/** A call that is under way; it gets a place in `calls` with its first step. */
interface OpenCall {
  place: number;
  readonly statement: number;
  readonly number: number;
  /** How many times each statement has called in it. */
  readonly counts: Map<number, number>;
}

function emptyColumns(capacity: number) {
  return {
    statement: new Int32Array(capacity),
    location: new Int32Array(capacity),
    index: new Uint32Array(capacity),
    before: new Float64Array(capacity),
    after: new Float64Array(capacity),
    tapeHeight: new Uint32Array(capacity),
    depth: new Uint16Array(capacity),
    call: new Uint32Array(capacity),
  };
}

/** Columns with room for a different number of steps; the first ones are kept. */
function resized(columns: ReturnType<typeof emptyColumns>, capacity: number, steps: number) {
  const next = emptyColumns(capacity);
  for (const key of keysOf(next)) next[key].set(columns[key].subarray(0, steps));
  return next;
}

export function newTrace(onFull: () => void, depth: () => number): TraceRecorder {
  let capacity = 1024;
  let steps = 0;
  let cutAt: number | null = null;
  let columns = emptyColumns(capacity);
  const open: OpenCall[] = [{ place: 0, statement: -1, number: 1, counts: new Map() }];
  const calls: { statement: number; inside: number; number: number; around: OpenCall | null }[] = [
    { statement: -1, inside: -1, number: 1, around: null },
  ];
  const placeOf = (k: number): number => {
    const call = open[k] as OpenCall;
    if (call.place < 0) {
      const { statement, number } = call;
      const inside = placeOf(k - 1);
      call.place = calls.push({ statement, inside, number, around: open[k - 1] as OpenCall }) - 1;
    }
    return call.place;
  };
  const enlarge = () => {
    capacity = Math.min(MAX_TRACE_STEPS, capacity * 2);
    columns = resized(columns, capacity, steps);
  };
  return {
    // biome-ignore lint/complexity/useMaxParams: every store of a traced run goes through here, and a record for each would be made.
    write: (statement, location, index, before, after, height) => {
      if (steps >= MAX_TRACE_STEPS) {
        cutAt = steps;
        onFull();
        return;
      }
      if (steps === capacity) enlarge();
      columns.statement[steps] = statement ?? -1;
      columns.location[steps] = location;
      columns.index[steps] = index;
      columns.before[steps] = before;
      columns.after[steps] = after;
      columns.tapeHeight[steps] = height;
      columns.depth[steps] = depth();
      columns.call[steps] = placeOf(open.length - 1);
      steps++;
    },
    enter: (statement) => {
      const { counts } = open.at(-1) as OpenCall;
      const number = (counts.get(statement) ?? 0) + 1;
      counts.set(statement, number);
      open.push({ place: -1, statement, number, counts: new Map() });
    },
    leave: () => {
      open.pop();
    },
    columns: () => ({
      steps,
      cutAt,
      ...resized(columns, steps, steps),
      calls: calls.map(({ around, ...each }) => ({
        ...each,
        total: around?.counts.get(each.statement) ?? 1,
      })),
    }),
  };
}
