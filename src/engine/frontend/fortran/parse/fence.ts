import type { StatementReader } from './reader';
import type { StatementBody } from './syntax';

/**
 * Statements outside the subset: their names in messages, and what to write instead. All of a text's are reported at once,
 * and the statements around them are read as if they weren't there.
 */
interface FencedStatement {
  /** Subject of "... not supported." */
  readonly what: string;
  readonly instead: string;
  /** The construct it opens, up to its END. */
  readonly opens?: string;
}

/** By the words they start with, which name them in the message. */
export const FENCED_STATEMENTS: readonly {
  readonly words: readonly string[];
  readonly instead: string;
  readonly opens?: string;
}[] = [
  { words: ['inquire'], instead: 'Pass what is read or written as arguments.' },
  { words: ['select rank'], instead: 'Write a routine for each rank.', opens: 'select' },
  { words: ['submodule'], instead: 'Put its routines in the module.', opens: 'submodule' },
];

export const FENCED_INCLUDE = {
  what: 'INCLUDE is',
  instead: 'Paste the text of the file in its place.',
};

/** `class(*)` */
export const FENCED_CLASS = { what: 'CLASS(*) is', instead: 'Name the type.' };

/** Attributes of declarations that are kept out. */
export const FENCED_ATTRIBUTES: Record<string, { what: string; instead: string }> = {
  kind: { what: 'A type with parameters is', instead: 'Write the type for the kind at hand.' },
  len: { what: 'A type with parameters is', instead: 'Write the type for the length at hand.' },
  codimension: { what: 'CODIMENSION is', instead: 'Leave coarrays out.' },
};

/** Attributes that change nothing here. */
export const HARMLESS_ATTRIBUTES = ['target', 'contiguous', 'volatile', 'asynchronous', 'protected'];

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
