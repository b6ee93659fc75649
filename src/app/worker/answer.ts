import { type Piece, piecesOf } from './pieces';

/**
 * What the page and its workers say to each other. Each question carries an id that its answer repeats; `broken` answers any
 * question that ended in an exception, which is a bug of ours.
 */
export interface Ask {
  readonly id: number;
  readonly question: { readonly kind: string };
}
/** `begun` comes before anything else: the worker lives. */
export type Reply = { readonly id: number } & Said;
type Said =
  | { readonly kind: 'begun' }
  /** So much of the work is done, from 0 to 1. */
  | { readonly kind: 'progress'; readonly part: number }
  | { readonly kind: 'piece'; readonly piece: Piece }
  /** All pieces have been sent. */
  | { readonly kind: 'whole' }
  | { readonly kind: 'answer'; readonly answer: unknown }
  | { readonly kind: 'broken'; readonly message: string };

type Answerer = (question: never, report: (part: number) => void) => unknown;

/**
 * Answers a question by the function of its kind, and says so when that throws. The same for all workers. Answers to questions of the
 * kinds `long` are sent in pieces.
 */
export function serve(answers: Readonly<Record<string, Answerer>>, long: readonly string[] = []): void {
  self.onmessage = async ({ data: { id, question } }: MessageEvent<Ask>) => {
    const say = (reply: Said, transfer: ArrayBuffer[] = []) =>
      self.postMessage({ id, ...reply } satisfies Reply, { transfer });
    say({ kind: 'begun' });
    try {
      const answer = answers[question.kind];
      if (answer === undefined) throw new Error(`another worker answers ${question.kind}`);
      const found = await answer(question as never, (part) => say({ kind: 'progress', part }));
      // What of an answer is made when it is first read is made here.
      if (long.includes(question.kind)) {
        for (const piece of piecesOf(found)) say({ kind: 'piece', piece }, columnOf(piece));
        say({ kind: 'whole' });
      } else say({ kind: 'answer', answer: found });
    } catch (error) {
      say({ kind: 'broken', message: error instanceof Error ? error.message : String(error) });
    }
  };
}

/** The columns of a trace are handed over, not copied. */
function columnOf({ path, value }: Piece): ArrayBuffer[] {
  const isColumn = path[0] === 'trace' && ArrayBuffer.isView(value);
  return isColumn && value.buffer instanceof ArrayBuffer ? [value.buffer] : [];
}
