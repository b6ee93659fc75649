import type { Answers, Ask, Question, Reply } from './protocol';

/** Answers every question with `answer`, and says so when that throws. The same for all workers. */
export function serve(
  answer: (question: Question) => Answers[keyof Answers] | Promise<Answers[keyof Answers]>,
) {
  self.onmessage = async ({ data: { id, question } }: MessageEvent<Ask>) => {
    let reply: Reply;
    try {
      reply = { id, kind: 'answer', answer: await answer(question) };
    } catch (error) {
      reply = { id, kind: 'broken', message: error instanceof Error ? error.message : String(error) };
    }
    self.postMessage(reply);
  };
}
