import { describe, expect, test, vi } from 'vitest';
import type { Ask } from './answer';
import { createClient, type WorkerLike } from './client';
import type { Question } from './protocol';

const QUESTION: Question = { kind: 'summary', request: { source: '', language: 'c' }, selection: null };
const layout = (name: string): Question => ({
  kind: 'layout',
  fold: { characters: 9, lines: 9 },
  earlier: null,
  graphs: {
    original: { vertices: [], edges: [{ from: name, to: name, label: '' }] },
    forward: { vertices: [], edges: [] },
    adjoint: { vertices: [], edges: [] },
  },
});

function stage() {
  const workers: (WorkerLike & { asked: Ask[]; ended: boolean })[] = [];
  const client = createClient(() => {
    const worker = {
      asked: [] as Ask[],
      ended: false,
      onmessage: null,
      onerror: null,
      postMessage: (message: unknown) => void worker.asked.push(message as Ask),
      terminate: () => {
        worker.ended = true;
      },
    };
    workers.push(worker);
    return worker;
  });
  const reply = (worker: number, answer: unknown, at = -1) => {
    const to = workers[worker];
    const id = to?.asked.at(at)?.id;
    to?.onmessage?.({ data: { id, kind: 'answer', answer } } as MessageEvent);
  };
  const begin = (worker: number) => {
    const to = workers[worker];
    to?.onmessage?.({ data: { id: to.asked.at(-1)?.id, kind: 'begun' } } as MessageEvent);
  };
  return { client, workers, reply, begin };
}

describe('the client', () => {
  test('passes on how much of a question is done, until it is answered', async () => {
    const { client, workers, reply } = stage();
    const parts: number[] = [];
    const answer = client.ask(QUESTION, undefined, (part) => parts.push(part));
    const [worker] = workers;
    const tell = (part: number) => {
      const id = worker?.asked.at(-1)?.id;
      worker?.onmessage?.({ data: { id, kind: 'progress', part } } as MessageEvent);
    };
    tell(0.25);
    tell(1);
    reply(0, 1);
    tell(0.5);
    expect(await answer).toEqual({ kind: 'answer', answer: 1 });
    expect(parts).toEqual([0.25, 1]);
  });

  test('puts an answer together that comes in pieces, and forgets those of a worker that died', async () => {
    const { client, workers } = stage();
    const answer = client.ask(QUESTION);
    const tell = (worker: number, said: object) => {
      const to = workers[worker];
      to?.onmessage?.({ data: { id: to.asked.at(-1)?.id, ...said } } as MessageEvent);
    };
    const piece = (path: string[], value: unknown) => ({
      kind: 'piece',
      piece: { path, value, isSlice: false },
    });
    tell(0, piece(['lost'], 1));
    workers[0]?.onerror?.({ message: 'died' } as ErrorEvent);
    tell(1, piece(['code'], 2));
    tell(1, piece(['graphs'], 3));
    tell(1, { kind: 'whole' });
    expect(await answer).toEqual({ kind: 'answer', answer: { code: 2, graphs: 3 } });
  });

  test('asks one at a time; of those waiting only the latest of a kind is asked', async () => {
    const { client, workers, reply } = stage();
    const first = client.ask(layout('a'));
    const second = client.ask(layout('b'));
    const third = client.ask(layout('c'));
    const other = client.ask(QUESTION);
    expect(workers[0]?.asked).toHaveLength(1);
    expect(await second).toEqual({ kind: 'superseded' });
    reply(0, 1);
    expect(await first).toEqual({ kind: 'answer', answer: 1 });
    reply(0, 2);
    expect(await third).toEqual({ kind: 'answer', answer: 2 });
    reply(0, 3);
    expect(await other).toEqual({ kind: 'answer', answer: 3 });
    expect(workers).toHaveLength(1);
  });

  test('cancel ends the worker, and the next question gets another', async () => {
    const { client, workers, reply } = stage();
    const first = client.ask(QUESTION);
    const waiting = client.ask(layout('a'));
    client.cancel();
    expect(await first).toEqual({ kind: 'cancelled' });
    expect(await waiting).toEqual({ kind: 'cancelled' });
    expect(workers[0]?.ended).toBe(true);
    const next = client.ask(QUESTION);
    reply(0, 'too late');
    reply(1, 'in time');
    expect(await next).toEqual({ kind: 'answer', answer: 'in time' });
  });

  test('a worker that takes too long is ended, and what waits goes on in another', async () => {
    vi.useFakeTimers();
    const { client, workers, reply, begin } = stage();
    const first = client.ask(QUESTION, 100);
    const second = client.ask(layout('a'));
    begin(0);
    vi.advanceTimersByTime(101);
    expect(await first).toEqual({ kind: 'overdue', milliseconds: 100 });
    expect(workers[0]?.ended).toBe(true);
    reply(1, 'fine');
    expect(await second).toEqual({ kind: 'answer', answer: 'fine' });
    vi.useRealTimers();
  });

  test('while its code is on the way no time counts', async () => {
    vi.useFakeTimers();
    const { client, workers, reply, begin } = stage();
    const first = client.ask(QUESTION, 700);
    vi.advanceTimersByTime(30_000);
    begin(0);
    vi.advanceTimersByTime(600);
    reply(0, 'in time');
    expect(await first).toEqual({ kind: 'answer', answer: 'in time' });
    expect(workers).toHaveLength(1);
    vi.useRealTimers();
  });

  test('where the whole machine is slow, time is slow too', async () => {
    vi.useFakeTimers();
    const { client, workers, reply, begin } = stage();
    const first = client.ask(QUESTION, 1_000);
    begin(0);
    // Twenty seconds went by, in which the page came to tick twice.
    for (const seconds of [10, 20]) {
      vi.setSystemTime(Date.now() + seconds * 1_000);
      vi.advanceTimersToNextTimer();
    }
    expect(workers[0]?.ended).toBe(false);
    reply(0, 'late, and right');
    expect(await first).toEqual({ kind: 'answer', answer: 'late, and right' });
    vi.useRealTimers();
  });

  const outOfMemory = { message: 'out of memory', preventDefault() {} } as ErrorEvent;

  test('what a worker died over is asked of another, but of no third', async () => {
    const { client, workers, reply } = stage();
    const first = client.ask(QUESTION);
    workers[0]?.onerror?.(outOfMemory);
    reply(1, 'from the second');
    expect(await first).toEqual({ kind: 'answer', answer: 'from the second' });
    const second = client.ask(QUESTION);
    workers[1]?.onerror?.(outOfMemory);
    workers[2]?.onerror?.(outOfMemory);
    expect(await second).toEqual({ kind: 'broken', message: 'out of memory' });
    expect(workers).toHaveLength(3);
  });

  test('a worker that dies is told from one that answers', async () => {
    const { client, workers } = stage();
    const question = client.ask(QUESTION);
    const id = workers[0]?.asked[0]?.id;
    workers[0]?.onmessage?.({ data: { id, kind: 'broken', message: 'a bug' } } as MessageEvent);
    expect(await question).toEqual({ kind: 'broken', message: 'a bug' });
    expect(workers).toHaveLength(1);
  });

  test('one that died in silence while nothing was asked of it is replaced when it does not begin', async () => {
    vi.useFakeTimers();
    const { client, workers, reply, begin } = stage();
    const first = client.ask(QUESTION);
    // The first answer may take its time: code is loaded before it.
    vi.advanceTimersByTime(10_000);
    reply(0, 1);
    expect(await first).toEqual({ kind: 'answer', answer: 1 });
    const second = client.ask(QUESTION);
    begin(0);
    vi.advanceTimersByTime(10_000);
    reply(0, 2);
    expect(await second).toEqual({ kind: 'answer', answer: 2 });
    const third = client.ask(QUESTION);
    vi.advanceTimersByTime(3_000);
    expect(workers[0]?.ended).toBe(true);
    reply(1, 3);
    expect(await third).toEqual({ kind: 'answer', answer: 3 });
    vi.useRealTimers();
  });

  test('what is overtaken while it is asked is given up soon', async () => {
    vi.useFakeTimers();
    const { client, workers, reply } = stage();
    const first = client.ask(layout('slow'));
    vi.advanceTimersByTime(5_000);
    const second = client.ask(layout('b'));
    vi.advanceTimersByTime(1_000);
    const third = client.ask(layout('c'));
    expect(await second).toEqual({ kind: 'superseded' });
    vi.advanceTimersByTime(1_000);
    expect(await first).toEqual({ kind: 'superseded' });
    reply(1, 'c');
    expect(await third).toEqual({ kind: 'answer', answer: 'c' });
    expect(workers).toHaveLength(2);
    vi.useRealTimers();
  });

  test('a worker that can’t be made is an answer too', async () => {
    const client = createClient(() => {
      throw new Error('no workers here');
    });
    expect(await client.ask(QUESTION)).toEqual({ kind: 'broken', message: 'no workers here' });
  });
});
