/**
 * What the schedules of a loop do, event by event: the recursions of schedules.ts, played. Whoever draws them sees what the
 * generated code does; `checkpoints.test.ts` holds the counts to those of runs.
 */
export const SCHEDULE_KINDS = ['store', 'every', 'binomial', 'mixed', 'recompute', 'independent'] as const;
export type ScheduleKind = (typeof SCHEDULE_KINDS)[number];

export interface ScheduleEvent {
  /**
   * `advance` runs steps `from` to `to` - 1, keeping nothing; `snapshot` saves the state before step `from`, `restore` takes it
   * back; `tape` runs one step, keeping what its adjoint needs; `adjoint` reverses it.
   */
  readonly kind: 'advance' | 'snapshot' | 'restore' | 'tape' | 'adjoint';
  readonly from: number;
  readonly to: number;
}

/** Of `steps` iterations; `amount` are snapshots, or iterations a piece. */
export function scheduleEvents(kind: ScheduleKind, steps: number, amount: number): ScheduleEvent[] {
  const events: ScheduleEvent[] = [];
  const add = (what: ScheduleEvent['kind'], from: number, to = from + 1) =>
    events.push({ kind: what, from, to });
  const both = (step: number) => {
    add('tape', step);
    add('adjoint', step);
  };
  const stored = (from: number, to: number) => {
    for (let k = from; k < to; k++) add('tape', k);
    for (let k = to - 1; k >= from; k--) add('adjoint', k);
  };
  /** The rest after `ahead` steps, then those. */
  const inTwo = (from: number, n: number, ahead: number, s: number, next: typeof binomial) => {
    add('snapshot', from);
    add('advance', from, from + ahead);
    next(from + ahead, n - ahead, s - 1);
    add('restore', from);
    next(from, ahead, s);
  };
  const binomial = (from: number, n: number, s: number): void => {
    if (n > 1) inTwo(from, n, aheadOf(n, s), s, binomial);
    else both(from);
  };
  const plan = kind === 'mixed' ? mixedPlan(steps, amount) : [];
  const mixed = (from: number, n: number, s: number): void => {
    const ahead = plan[s]?.[n] ?? 0;
    if (n === 1) both(from);
    else if (ahead > 0) inTwo(from, n, ahead, s, mixed);
    else {
      add('tape', from);
      mixed(from + 1, n - 1, s - 1);
      add('adjoint', from);
    }
  };
  if (steps < 1) return events;
  if (kind === 'store') stored(0, steps);
  else if (kind === 'independent') for (let k = 0; k < steps; k++) both(k);
  else if (kind === 'every') {
    const starts = [...Array(Math.ceil(steps / amount)).keys()].map((k) => k * amount);
    const end = (start: number) => Math.min(steps, start + amount);
    for (const start of starts) {
      add('snapshot', start);
      add('advance', start, end(start));
    }
    for (const start of starts.reverse()) {
      add('restore', start);
      stored(start, end(start));
    }
  } else if (kind === 'mixed') mixed(0, steps, amount);
  else binomial(0, steps, kind === 'recompute' ? 1 : amount);
  return events;
}

/** min(β(s, r-1), n - β(s-1, r-1)) with r the least for which β(s, r) ≥ n. */
function aheadOf(n: number, s: number): number {
  let [times, reach] = [1, s + 1];
  while (reach < n) {
    times++;
    reach = (reach * (s + times)) / times;
  }
  const before = (reach * times) / (s + times);
  return Math.min(before, n - (before * s) / (s + times - 1));
}

/** By slots and steps: how many steps to advance, 0 to keep the tape of the first (schedules.ts). */
function mixedPlan(steps: number, slots: number): number[][] {
  const cost: number[][] = [[Number.POSITIVE_INFINITY, 1]];
  const plan: number[][] = [[]];
  for (let s = 1; s <= slots; s++) {
    const [row, less, ahead] = [[0], cost[s - 1] as number[], [0]];
    const below = (n: number) => less[n] ?? Number.POSITIVE_INFINITY;
    for (let n = 1; n <= steps; n++) {
      let [best, choice] = n <= s + 1 ? [n, 0] : [1 + below(n - 1), 0];
      for (let i = 1; n > s + 1 && i < n; i++) {
        const tried = i + (row[i] as number) + below(n - i);
        if (tried < best) [best, choice] = [tried, i];
      }
      row[n] = best;
      ahead[n] = choice;
    }
    cost.push(row);
    plan.push(ahead);
  }
  return plan;
}
