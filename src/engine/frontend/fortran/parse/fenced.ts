/** What every kind of statement parser needs: its form, the fence, and matching parentheses. */
import type { FencedStatement } from './fence';
import type { StatementReader } from './reader';
import type { StatementBody } from './syntax';

/** Reads what follows a keyword; null where the keyword turns out to be none. `start` is where the statement begins. */
export type Parse = (reader: StatementReader, start: number) => StatementBody | null;

export function fenced(reader: StatementReader, fence: FencedStatement): StatementBody {
  reader.sink.error('unsupported', `${fence.what} not supported.`, reader.statement.span, fence.instead);
  reader.giveUp();
  return { kind: 'fenced', opens: fence.opens ?? null, closes: null };
}

/** Position of the parenthesis that closes the one at `open`, or -1. */
export function closing(text: string, open: number): number {
  return inParentheses(text, open, () => false);
}

/** Where a test holds in the parenthesis at `open`, or that closes; -1 where it does neither. Texts in quotes are passed over. */
export function inParentheses(
  text: string,
  open: number,
  test: (c: string, at: number, depth: number) => boolean,
): number {
  let depth = 0;
  let quote = '';
  for (let i = open; i < text.length; i++) {
    const c = text.charAt(i);
    if (quote !== '') {
      if (c === quote) quote = '';
    } else if (c === "'" || c === '"') quote = c;
    else if (c === '(') depth++;
    else if (c === ')') {
      if (--depth === 0) return i;
    } else if (test(c, i, depth)) return i;
  }
  return -1;
}
