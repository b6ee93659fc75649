import type { Ask, Reply } from './answer';
import { join } from './pieces';
import type { AnswerTo, Question } from './protocol';

/**
 * One worker, asked one question at a time. While it is at work the latest question of each kind waits and those before
 * it are dropped; one under way that such a question overtakes is given up soon. Cancelling, or taking longer than allowed,
 * ends the worker; the next question gets a new one. A worker that died, or that does not so much as begin, is replaced, and
 * asked once more. The time allowed is there to end what hangs: it counts from when the worker says that it has begun, for
 * before that its code is on the way, and in ticks of the page, which come late where the whole machine is slow.
 */
export type Outcome<T> =
  | { readonly kind: 'answer'; readonly answer: T }
  /** A later question of the same kind took its place. */
  | { readonly kind: 'superseded' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'overdue'; readonly milliseconds: number }
  | { readonly kind: 'broken'; readonly message: string };

export interface WorkerLike {
  postMessage(message: unknown): void;
  terminate(): void;
  onmessage: ((event: MessageEvent) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

export interface Client {
  /** `report` is told how much of the work is done, from 0 to 1, where the worker says so. */
  ask<Q extends Question>(
    question: Q,
    milliseconds?: number,
    report?: (part: number) => void,
  ): Promise<Outcome<AnswerTo<Q>>>;
  /** Starts the worker, which loads its code, before there is anything to ask. */
  load(): void;
  /** Ends what is under way and forgets what waits. */
  cancel(): void;
}

interface Pending {
  readonly ask: Ask;
  readonly milliseconds: number;
  readonly settle: (outcome: Outcome<never>) => void;
  readonly report: (part: number) => void;
  /** What has come of an answer that comes in pieces. */
  come?: unknown;
  /** A worker died of it, or over it. */
  again?: boolean;
}

/** A worker that has answered before says at once that it begins. One that says nothing for so long is dead. */
const BEGINS_WITHIN_MS = 2_500;
/** The first question waits until the worker's code is there, over whatever network. */
const LOADS_WITHIN_MS = 60_000;
const TICK_MS = 250;
/** What has been overtaken gets so much longer, since its answer may come any moment. */
const OVERTAKEN_MS = 1_500;

const NOTHING = () => {};

/** Calls `then` after so much time in ticks of the page. The result stops it. */
function after(milliseconds: number, then: () => void): () => void {
  const tick = Math.min(TICK_MS, milliseconds);
  let left = Math.ceil(milliseconds / tick);
  const timer = setInterval(() => {
    left--;
    if (left > 0) return;
    clearInterval(timer);
    then();
  }, tick);
  return () => clearInterval(timer);
}

export function createClient(spawn: () => WorkerLike): Client {
  let worker: WorkerLike | null = null;
  let current: Pending | null = null;
  /** Stop waiting: for the worker to begin, for its answer, for what was overtaken. */
  let begins = NOTHING;
  let clock = NOTHING;
  let impatience: (() => void) | null = null;
  /** The worker has answered: it is loaded. */
  let warm = false;
  let nextId = 1;
  const waiting: Pending[] = [];

  function finish(outcome: Outcome<never>): void {
    for (const stop of [clock, begins, impatience]) stop?.();
    impatience = null;
    const done = current;
    current = null;
    done?.settle(outcome);
    next();
  }

  function end(outcome: Outcome<never>): void {
    worker?.terminate();
    worker = null;
    warm = false;
    finish(outcome);
  }

  /** The worker is no more. What it was asked, another is asked, but no third. */
  function died(message: string): void {
    const asked = current;
    if (asked !== null && !asked.again) {
      asked.again = true;
      asked.come = undefined;
      current = null;
      waiting.unshift(asked);
    }
    end({ kind: 'broken', message });
  }

  function next(): void {
    if (current !== null) return;
    const pending = waiting.shift();
    if (pending === undefined) return;
    current = pending;
    try {
      worker ??= start();
    } catch (error) {
      finish({ kind: 'broken', message: error instanceof Error ? error.message : String(error) });
      return;
    }
    begins = after(warm ? BEGINS_WITHIN_MS : LOADS_WITHIN_MS, () => died('its worker gave no sign of life'));
    worker.postMessage(pending.ask);
  }

  /** The worker is at work on `pending`. */
  function begun({ milliseconds }: Pending): void {
    begins();
    clock();
    clock = after(milliseconds, () => end({ kind: 'overdue', milliseconds }));
  }

  /** Gives up what is under way, if that is what `overtaking` asks anew. */
  function hurry(overtaking: Question): void {
    if (current?.ask.question.kind !== overtaking.kind || impatience !== null) return;
    impatience = after(OVERTAKEN_MS, () => end({ kind: 'superseded' }));
  }

  function start(): WorkerLike {
    const fresh = spawn();
    fresh.onmessage = ({ data }: MessageEvent<Reply>) => {
      if (fresh !== worker || data.id !== current?.ask.id) return;
      if (data.kind === 'begun') {
        begun(current);
        return;
      }
      if (data.kind === 'progress') {
        current.report(data.part);
        return;
      }
      if (data.kind === 'piece') {
        current.come = join(current.come, data.piece);
        return;
      }
      warm = true;
      if (data.kind === 'broken') finish({ kind: 'broken', message: data.message });
      else finish({ kind: 'answer', answer: (data.kind === 'whole' ? current.come : data.answer) as never });
    };
    fresh.onerror = (event) => {
      event.preventDefault?.();
      if (fresh === worker) died(event.message || 'the worker could not start');
    };
    return fresh;
  }

  return {
    ask: (question, milliseconds = 20_000, report = NOTHING) =>
      new Promise((resolve) => {
        const overtaken = waiting.findIndex(({ ask }) => ask.question.kind === question.kind);
        if (overtaken >= 0) waiting.splice(overtaken, 1)[0]?.settle({ kind: 'superseded' });
        waiting.push({ ask: { id: nextId++, question }, milliseconds, settle: resolve, report });
        hurry(question);
        next();
      }),
    load() {
      try {
        worker ??= start();
      } catch {
        // The first question says so.
      }
    },
    cancel() {
      for (const each of waiting.splice(0)) each.settle({ kind: 'cancelled' });
      if (current !== null) end({ kind: 'cancelled' });
    },
  };
}
