import type { Differentiation, Execution } from '../../engine/pipeline/results';
import { createClient } from '../worker/client';
import { spawnEngine } from '../worker/spawn';
import { STRATEGIES } from './choices';
import { type Playground, requestOf, runOf } from './playground';

/** One strategy's answer; null while it is not there yet. */
export interface Compared {
  readonly id: string;
  readonly title: string;
  readonly result: Differentiation | null;
  readonly execution: Execution | null;
}

const BUDGET = { steps: 50_000_000, milliseconds: 2_000, bytes: 256 * 2 ** 20 };
const PAUSE_MS = 250;

/** A worker of its own, so that a comparison never holds up the page; started with the first comparison. */
const client = createClient(spawnEngine('comparison'));

/** Asks for the user's own options and for each strategy, one after the other, and reports after each answer. */
export function compareStrategies(playground: Playground, report: (rows: readonly Compared[]) => void) {
  let stopped = false;
  const asked = [{ id: 'yours', title: 'yours', change: {} }, ...STRATEGIES];
  let rows: readonly Compared[] = asked.map(({ id, title }) => ({
    id,
    title,
    result: null,
    execution: null,
  }));
  const put = (id: string, part: Partial<Compared>) => {
    rows = rows.map((row) => (row.id === id ? { ...row, ...part } : row));
    report(rows);
  };

  async function work(): Promise<void> {
    for (const { id, change } of asked) {
      if (stopped) return;
      const varied = { ...playground, options: { ...playground.options, ...change } };
      const request = requestOf(varied);
      const result = await client.ask({ kind: 'differentiate', hash: JSON.stringify(request), request });
      if (stopped || result.kind !== 'answer') return;
      put(id, { result: result.answer });
      if (!result.answer.ok) continue;
      const run = await client.ask({ kind: 'execute', request: runOf(varied, BUDGET) });
      if (!stopped && run.kind === 'answer') put(id, { execution: run.answer });
    }
  }
  const timer = setTimeout(() => void work(), PAUSE_MS);
  return {
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
