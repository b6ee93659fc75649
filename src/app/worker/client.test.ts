import { describe, expect, test, vi } from 'vitest';
import { createClient, type WorkerLike } from './client';
import type { Ask, Question } from './protocol';

const QUESTION: Question = { kind: 'available' };
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
  return { client, workers, reply };
}

describe('the client', () => {
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
    const { client, workers, reply } = stage();
    const first = client.ask(QUESTION, 100);
    const second = client.ask(layout('a'));
    vi.advanceTimersByTime(101);
    expect(await first).toEqual({ kind: 'overdue', milliseconds: 100 });
    expect(workers[0]?.ended).toBe(true);
    reply(1, 'fine');
    expect(await second).toEqual({ kind: 'answer', answer: 'fine' });
    vi.useRealTimers();
  });

  test('a worker that dies is told from one that answers', async () => {
    const { client, workers } = stage();
    const first = client.ask(QUESTION);
    workers[0]?.onerror?.({ message: 'out of memory', preventDefault() {} } as ErrorEvent);
    expect(await first).toEqual({ kind: 'broken', message: 'out of memory' });
    const second = client.ask(QUESTION);
    const id = workers[1]?.asked[0]?.id;
    workers[1]?.onmessage?.({ data: { id, kind: 'broken', message: 'a bug' } } as MessageEvent);
    expect(await second).toEqual({ kind: 'broken', message: 'a bug' });
  });
});
