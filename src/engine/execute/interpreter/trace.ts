/**
 * Records a run as columns (see `Trace` in pipeline/results.ts). Columns double until the bound; the trace is cut there,
 * and the run told to end, since nobody would see the rest.
 */
import type { StatementId } from '../../ir/types';

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
  readonly columns: () => TraceColumns;
}

export interface TraceColumns {
  readonly steps: number;
  readonly cutAt: number | null;
  /** Statement ids; -1 for none. */
  readonly statement: Int32Array;
  readonly location: Int32Array;
  readonly index: Uint32Array;
  readonly before: Float64Array;
  readonly after: Float64Array;
  readonly tapeHeight: Uint32Array;
  /** Calls entered and not yet left; 0 in the entry routine. */
  readonly depth: Uint16Array;
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
  };
}

export function newTrace(
  onFull: () => void,
  depth: () => number,
  most: number = MAX_TRACE_STEPS,
): TraceRecorder {
  let capacity = Math.min(1024, most);
  let steps = 0;
  let cutAt: number | null = null;
  let columns = emptyColumns(capacity);
  const enlarge = () => {
    capacity = Math.min(most, capacity * 2);
    const next = emptyColumns(capacity);
    next.statement.set(columns.statement);
    next.location.set(columns.location);
    next.index.set(columns.index);
    next.before.set(columns.before);
    next.after.set(columns.after);
    next.tapeHeight.set(columns.tapeHeight);
    next.depth.set(columns.depth);
    columns = next;
  };
  return {
    write: (statement, location, index, before, after, height) => {
      if (steps >= most) {
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
      steps++;
    },
    columns: () => ({
      steps,
      cutAt,
      statement: columns.statement.slice(0, steps),
      location: columns.location.slice(0, steps),
      index: columns.index.slice(0, steps),
      before: columns.before.slice(0, steps),
      after: columns.after.slice(0, steps),
      tapeHeight: columns.tapeHeight.slice(0, steps),
      depth: columns.depth.slice(0, steps),
    }),
  };
}
