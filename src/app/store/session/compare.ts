import type {
  Differentiation,
  Execution,
  MeasuredTime,
  NeededRecordings,
  ScheduleLoop,
} from '../../../engine/pipeline/results';
import { createClient } from '../../worker/client';
import { spawnEngine } from '../../worker/spawn';
import { withDirective } from '../document/directive';
import { type Playground, requestOf, runOf } from '../document/playground';
import type { Strategy, StrategyGroup } from '../document/strategies';

/** The answers of one strategy; null until they are there. */
export interface Compared {
  readonly strategy: Strategy;
  readonly result: Differentiation | null;
  readonly execution: Execution | null;
  readonly needed: NeededRecordings | null;
  /** The number of rounds so far. */
  readonly times: readonly MeasuredTime[];
}
export interface Comparison {
  readonly rows: readonly Compared[];
  /** What is being done, in words; null if everything is done or was stopped. */
  readonly progress: { readonly text: string; readonly part: number } | null;
  readonly stopped: boolean;
  /** The loop that the directives of strategies are about. */
  readonly loop: ScheduleLoop | null;
}

export const YOURS: Strategy = {
  id: 'yours',
  title: 'yours',
  blurb: 'The options as they stand.',
  change: {},
};

const BUDGET = { steps: 50_000_000, milliseconds: 2_000, bytes: 256 * 2 ** 20 };
const PAUSE_MS = 300;
/** Each round times every strategy once: a machine that is slow for a while then slows all of them. */
const ROUNDS = 3;
const SAMPLE_MS = 40;

/** A worker of its own, so that a comparison never holds up the page; started with the first comparison. */
const client = createClient(spawnEngine('comparison'));

export interface Job {
  readonly stop: () => void;
}

/** Answers about the program that the page has already. */
export type Own = Pick<Compared, 'result' | 'execution'>;

/** Asks about the user's own options and each strategy in turn, and reports after each answer. */
export function compareStrategies(
  playground: Playground,
  groups: readonly StrategyGroup[],
  own: Own,
  report: (comparison: Comparison) => void,
): Job & { readonly first: Comparison } {
  const strategies = [YOURS, ...groups.flatMap((group) => group.strategies)];
  let rows: readonly Compared[] = strategies.map((strategy) => ({
    strategy,
    result: strategy === YOURS ? own.result : null,
    execution: strategy === YOURS ? own.execution : null,
    needed: null,
    times: [],
  }));
  let stopped = false;
  let done = 0;
  let loop: ScheduleLoop | null = null;
  const steps = strategies.length * (1 + ROUNDS);
  const put = (id: string, part: (row: Compared) => Partial<Compared>) => {
    rows = rows.map((row) => (row.strategy.id === id ? { ...row, ...part(row) } : row));
  };
  const told = (text: string | null): Comparison => {
    const progress = text === null || stopped ? null : { text, part: done / steps };
    return { rows, progress, stopped, loop };
  };
  const tell = (text: string | null) => report(told(text));
  const varied = ({ change, piece }: Strategy): Playground => ({
    ...playground,
    ...(piece === undefined ? {} : { source: withPiece(playground, loop, piece) }),
    options: { ...playground.options, ...change },
  });

  async function derive(strategy: Strategy): Promise<void> {
    const known = rows.find((row) => row.strategy === strategy);
    if (known?.result?.ok === false) return;
    if (known?.result == null) {
      const request = requestOf(varied(strategy));
      const result = await client.ask({ kind: 'differentiate', hash: JSON.stringify(request), request });
      if (stopped || result.kind !== 'answer') return;
      put(strategy.id, () => ({ result: result.answer }));
      if (!result.answer.ok) return;
    }
    const run = runOf(varied(strategy), BUDGET);
    if (known?.execution == null) {
      const execution = await client.ask({ kind: 'execute', request: run });
      if (stopped || execution.kind !== 'answer') return;
      put(strategy.id, () => ({ execution: execution.answer }));
      if (!execution.answer.ok) return;
    }
    const needed = await client.ask({ kind: 'neededRecordings', request: run });
    if (!stopped && needed.kind === 'answer') put(strategy.id, () => ({ needed: needed.answer }));
  }

  async function time(alike: readonly Strategy[]): Promise<void> {
    const [first] = alike;
    if (!first) return;
    const request = runOf(varied(first), BUDGET);
    const outcome = await client.ask({ kind: 'measureTime', request, milliseconds: SAMPLE_MS });
    if (stopped || outcome.kind !== 'answer') return;
    for (const { id } of alike) put(id, ({ times }) => ({ times: [...times, outcome.answer] }));
  }

  async function findLoop(): Promise<void> {
    const asked = { kind: 'store', steps: 1, amount: 1 } as const;
    const found = await client.ask({ kind: 'schedule', request: runOf(playground, BUDGET), asked });
    if (found.kind === 'answer') loop = longestOf(found.answer.loops);
  }

  async function work(): Promise<void> {
    let isSought = false;
    for (const strategy of strategies) {
      if (stopped) return;
      tell(`running ${strategy.title}`);
      if (strategy.piece !== undefined && !isSought) {
        isSought = true;
        await findLoop();
      }
      await derive(strategy);
      done++;
    }
    const codes = byCode(rows);
    for (let round = 1; round <= ROUNDS; round++) {
      for (const [at, alike] of codes.entries()) {
        if (stopped) return;
        tell(`timing ${alike[0]?.title}, round ${round} of ${ROUNDS}`);
        await time(alike);
        done = strategies.length * (round + (at + 1) / codes.length);
      }
    }
    tell(null);
  }
  client.load();
  // Typing starts it anew: nothing is computed for each letter.
  const timer = setTimeout(() => void work(), PAUSE_MS);
  return {
    first: told(`running ${YOURS.title}`),
    stop() {
      if (stopped) return;
      stopped = true;
      clearTimeout(timer);
      client.cancel();
      tell(null);
    },
  };
}

/** The source with a directive before the loop. */
export function withPiece(
  { source, language }: Playground,
  loop: ScheduleLoop | null,
  piece: string,
): string {
  return loop === null ? source : withDirective(source, language, loop, piece);
}

/** Among the loops that stand in no other, the one with the most iterations. */
export function longestOf(loops: readonly ScheduleLoop[]): ScheduleLoop | null {
  const isIn = (inner: ScheduleLoop, { body }: ScheduleLoop) =>
    body.start <= inner.span.start && inner.span.end <= body.end;
  const outer = loops.filter((l) => !loops.some((other) => other !== l && isIn(l, other)));
  return outer.reduce<ScheduleLoop | null>(
    (most, l) => (most === null || (l.trips ?? 0) > (most.trips ?? 0) ? l : most),
    null,
  );
}

/** The strategies that can be run, grouped by their code: equal code takes equal time. */
export function byCode(rows: readonly Compared[]): Strategy[][] {
  const codes = new Map<string, Strategy[]>();
  for (const { strategy, result, execution } of rows) {
    if (!result || execution?.ok !== true) continue;
    const alike = codes.get(result.code.text);
    if (alike) alike.push(strategy);
    else codes.set(result.code.text, [strategy]);
  }
  return [...codes.values()];
}

/**
 * Milliseconds of one run of the adjoint; null if there is none. Each round is a median; the fastest is the one in which the
 * browser had optimised most and the machine did least else. A time that is not positive was disturbed and is ignored.
 */
export function timeOf({ times }: Pick<Compared, 'times'>): number | null {
  return least(times.flatMap(({ ok, derivative }) => (ok && derivative > 0 ? [derivative] : [])));
}

/** The same for the kernel itself, which is one for all strategies; null before the first round has ended. */
export function primalTimeOf(rows: readonly Pick<Compared, 'times' | 'execution'>[]): number | null {
  if (rows.some(({ times, execution }) => execution?.ok === true && times.length === 0)) return null;
  return least(
    rows.flatMap(({ times }) => times.flatMap(({ ok, primal }) => (ok && primal > 0 ? [primal] : []))),
  );
}

const least = (values: readonly number[]): number | null =>
  values.length === 0 ? null : Math.min(...values);
