import type { AnswerTo, Ask, Question, Reply } from './protocol';

/**
 * One worker, asked one question at a time. While it is at work the latest question of each kind waits and those before
 * it are dropped. Cancelling, or taking longer than allowed, ends the worker; the next question gets a new one.
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
  ask<Q extends Question>(question: Q, milliseconds?: number): Promise<Outcome<AnswerTo<Q>>>;
  /** Ends what is under way and forgets what waits. */
  cancel(): void;
}

interface Pending {
  readonly ask: Ask;
  readonly milliseconds: number;
  readonly settle: (outcome: Outcome<never>) => void;
}

export function createClient(spawn: () => WorkerLike): Client {
  let worker: WorkerLike | null = null;
  let current: Pending | null = null;
  let clock: ReturnType<typeof setTimeout> | undefined;
  let nextId = 1;
  const waiting: Pending[] = [];

  function finish(outcome: Outcome<never>): void {
    clearTimeout(clock);
    const done = current;
    current = null;
    done?.settle(outcome);
    next();
  }

  function end(outcome: Outcome<never>): void {
    worker?.terminate();
    worker = null;
    finish(outcome);
  }

  function next(): void {
    if (current !== null) return;
    const pending = waiting.shift();
    if (pending === undefined) return;
    current = pending;
    worker ??= start();
    clock = setTimeout(
      () => end({ kind: 'overdue', milliseconds: pending.milliseconds }),
      pending.milliseconds,
    );
    worker.postMessage(pending.ask);
  }

  function start(): WorkerLike {
    const fresh = spawn();
    fresh.onmessage = ({ data }: MessageEvent<Reply>) => {
      if (fresh !== worker || data.id !== current?.ask.id) return;
      finish(
        data.kind === 'answer'
          ? { kind: 'answer', answer: data.answer as never }
          : { kind: 'broken', message: data.message },
      );
    };
    fresh.onerror = (event) => {
      event.preventDefault?.();
      if (fresh === worker) end({ kind: 'broken', message: event.message || 'the worker could not start' });
    };
    return fresh;
  }

  return {
    ask: (question, milliseconds = 20_000) =>
      new Promise((resolve) => {
        const overtaken = waiting.findIndex(({ ask }) => ask.question.kind === question.kind);
        if (overtaken >= 0) waiting.splice(overtaken, 1)[0]?.settle({ kind: 'superseded' });
        waiting.push({ ask: { id: nextId++, question }, milliseconds, settle: resolve });
        next();
      }),
    cancel() {
      for (const each of waiting.splice(0)) each.settle({ kind: 'cancelled' });
      if (current !== null) end({ kind: 'cancelled' });
    },
  };
}
