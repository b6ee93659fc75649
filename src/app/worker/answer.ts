/**
 * What the page and its workers say to each other. Each question carries an id that its answer repeats; `broken` answers any
 * question that ended in an exception, which is a bug of ours.
 */
export interface Ask {
  readonly id: number;
  readonly question: { readonly kind: string };
}
/** `begun` comes before anything else: the worker lives. */
export type Reply = { readonly id: number } & (
  | { readonly kind: 'begun' }
  /** So much of the work is done, from 0 to 1. */
  | { readonly kind: 'progress'; readonly part: number }
  | { readonly kind: 'answer'; readonly answer: unknown }
  | { readonly kind: 'broken'; readonly message: string }
);

type Answerer = (question: never, report: (part: number) => void) => unknown;

/** Answers a question by the function of its kind, and says so when that throws. The same for all workers. */
export function serve(answers: Readonly<Record<string, Answerer>>): void {
  self.onmessage = async ({ data: { id, question } }: MessageEvent<Ask>) => {
    self.postMessage({ id, kind: 'begun' } satisfies Reply);
    try {
      const report = (part: number) => self.postMessage({ id, kind: 'progress', part } satisfies Reply);
      const answer = answers[question.kind];
      if (answer === undefined) throw new Error(`another worker answers ${question.kind}`);
      const found = await answer(question as never, report);
      // Parts of an answer that are made when they are asked for are made here.
      self.postMessage({ id, kind: 'answer', answer: found } satisfies Reply, { transfer: buffersOf(found) });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      self.postMessage({ id, kind: 'broken', message } satisfies Reply);
    }
  };
}

/** The columns of a trace are handed over, not copied. */
function buffersOf(answer: unknown): ArrayBuffer[] {
  const { trace } = answer as { readonly trace?: object };
  return Object.values(trace ?? {}).flatMap((column) =>
    ArrayBuffer.isView(column) && column.buffer instanceof ArrayBuffer ? [column.buffer] : [],
  );
}
