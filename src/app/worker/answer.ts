import type { Answers, Ask, Question, Reply } from './protocol';

/** Answers every question with `answer`, and says so when that throws. The same for all workers. */
export function serve(
  answer: (question: Question) => Answers[keyof Answers] | Promise<Answers[keyof Answers]>,
) {
  self.onmessage = async ({ data: { id, question } }: MessageEvent<Ask>) => {
    self.postMessage({ id, kind: 'begun' } satisfies Reply);
    let reply: Reply;
    try {
      reply = { id, kind: 'answer', answer: await answer(question) };
    } catch (error) {
      reply = { id, kind: 'broken', message: error instanceof Error ? error.message : String(error) };
    }
    self.postMessage(reply, { transfer: reply.kind === 'answer' ? buffersOf(reply.answer) : [] });
  };
}

/** The columns of a trace are handed over, not copied. */
function buffersOf(answer: Answers[keyof Answers]): ArrayBuffer[] {
  if (!('trace' in answer) || answer.trace === undefined) return [];
  return Object.values(answer.trace).flatMap((column) =>
    ArrayBuffer.isView(column) && column.buffer instanceof ArrayBuffer ? [column.buffer] : [],
  );
}
