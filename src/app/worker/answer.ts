import type { Answers, Ask, Question, Reply } from './protocol';

/** Answers every question with `answer`, and says so when that throws. The same for all workers. */
export function serve(
  answer: (
    question: Question,
    report: (part: number) => void,
  ) => Answers[keyof Answers] | Promise<Answers[keyof Answers]>,
) {
  self.onmessage = async ({ data: { id, question } }: MessageEvent<Ask>) => {
    self.postMessage({ id, kind: 'begun' } satisfies Reply);
    try {
      const report = (part: number) => self.postMessage({ id, kind: 'progress', part } satisfies Reply);
      const found = await answer(question, report);
      // Parts of an answer that are made when they are asked for are made here.
      self.postMessage({ id, kind: 'answer', answer: found } satisfies Reply, { transfer: buffersOf(found) });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      self.postMessage({ id, kind: 'broken', message } satisfies Reply);
    }
  };
}

/** The columns of a trace are handed over, not copied. */
function buffersOf(answer: Answers[keyof Answers]): ArrayBuffer[] {
  if (!('trace' in answer) || answer.trace === undefined) return [];
  return Object.values(answer.trace).flatMap((column) =>
    ArrayBuffer.isView(column) && column.buffer instanceof ArrayBuffer ? [column.buffer] : [],
  );
}
