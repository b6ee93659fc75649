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
  /** A property of an answer that comes in parts. */
  | { readonly kind: 'part'; readonly key: string; readonly value: unknown }
  /** What has come in parts is whole: all that was sent before is the answer. */
  | { readonly kind: 'whole' }
  | { readonly kind: 'answer'; readonly answer: unknown }
  | { readonly kind: 'broken'; readonly message: string }
);

type Answerer = (question: never, report: (part: number) => void) => unknown;

/**
 * Answers a question by the function of its kind, and says so when that throws. The same for all workers. Answers to questions of the
 * kinds `inParts` are sent so, each property a message: to read a long one out of a single message would keep the page's thread from a key.
 */
export function serve(answers: Readonly<Record<string, Answerer>>, inParts: readonly string[] = []): void {
  self.onmessage = async ({ data: { id, question } }: MessageEvent<Ask>) => {
    self.postMessage({ id, kind: 'begun' } satisfies Reply);
    try {
      const report = (part: number) => self.postMessage({ id, kind: 'progress', part } satisfies Reply);
      const answer = answers[question.kind];
      if (answer === undefined) throw new Error(`another worker answers ${question.kind}`);
      const found = await answer(question as never, report);
      // What of an answer is made when it is first read is made here.
      if (inParts.includes(question.kind)) {
        for (const [key, value] of Object.entries(found as object))
          self.postMessage({ id, kind: 'part', key, value } satisfies Reply);
        self.postMessage({ id, kind: 'whole' } satisfies Reply);
        return;
      }
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
