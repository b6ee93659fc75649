/**
 * Builds a text line by line and remembers where each piece of it came from.
 *
 * What always holds: origins are sorted by start, outer ones first, none is empty, and none reaches into the
 * indentation before its text. A line that is too long is cut when it ends; origins move with their text.
 */
import { isNowhere, type Span } from '../base/span';
import { statementName } from '../ir/names';
import type { Statement } from '../ir/types';
import type { PrintedOrigin } from './printed';

/** At column `at` of a line, `skip` characters give way to `insert`. */
export interface Cut {
  readonly at: number;
  readonly skip: number;
  readonly insert: string;
}

export interface WriterOptions {
  /** One step of indentation. */
  readonly indent: string;
  /** Code in more steps than these stands no further right, so that a line always has room for its text. */
  readonly deepest: number;
  /** Before the indentation of every line that has text, where nothing else is asked for (fixed form: six blanks). */
  readonly margin?: string;
  /** Where a finished line is cut, in ascending order. */
  readonly wrap?: (line: string) => readonly Cut[];
  /** Steps of indentation to begin with. */
  readonly depth?: number;
}

/** What tokens inside a statement inherit from it. */
export type Context = Omit<PrintedOrigin, 'start' | 'end' | 'whole' | 'source'>;

export interface Writer {
  write(text: string): void;
  /** Ends the line; an empty one stays empty. */
  endLine(): void;
  /** A whole line. */
  line(text: string): void;
  indented(body: () => void): void;
  /** Sets the margin of the line that starts now: a statement label in fixed form. */
  label(text: string): void;
  /** What `body` writes stands for the statement, as a whole. */
  statement(s: Statement, body: () => void): void;
  /** What `body` writes stands for a range of the source, as a part of the statement around it. */
  token(source: Span, body: () => void): void;
  /** The same without a function: `close` what `open` gave. */
  open(source: Span): number;
  close(mark: number): void;
  /** Lines that another writer finished; its origins become this one's and move with their text. */
  append(printed: { readonly text: string; readonly origins: PrintedOrigin[] }): void;
  finish(): { text: string; origins: PrintedOrigin[] };
}

const NO_CUTS: readonly Cut[] = [];
const NO_CONTEXT: Context = {
  statement: null,
  role: 'comment',
  sweep: null,
  recording: null,
  node: null,
  also: undefined,
};

export function createWriter(options: WriterOptions): Writer {
  const chunks: string[] = [];
  let rows: PrintedOrigin[] = [];
  let committed = 0;
  let line = '';
  let depth = options.depth ?? 0;
  let margin: string | null = null;
  let context = NO_CONTEXT;
  /** A cut may take all of what a row stood for. */
  let wasCut = false;
  /** The first row of the line at hand, and rows of earlier ones that end in it: they move when it is cut. */
  let first = 0;
  const ending: PrintedOrigin[] = [];

  function startLine(): void {
    if (line === '')
      line = (margin ?? options.margin ?? '') + options.indent.repeat(Math.min(depth, options.deepest));
  }
  function write(text: string): void {
    if (text !== '') startLine();
    line += text;
  }
  function endLine(): void {
    const cuts = options.wrap?.(line) ?? NO_CUTS;
    if (cuts.length > 0) {
      wasCut = true;
      shift(rows.slice(first), ending, (at) => committed + moved(cuts, at - committed));
    }
    const text = `${cuts.length > 0 ? cut(line, cuts) : line}\n`;
    chunks.push(text);
    committed += text.length;
    line = '';
    margin = null;
    first = rows.length;
    ending.length = 0;
  }
  function mark(source: Span, whole: boolean): number {
    startLine();
    return rows.push(rowAt(committed + line.length, source, context, whole)) - 1;
  }
  function close(index: number): void {
    if (index < 0) return;
    const row = rows[index] as PrintedOrigin;
    row.end = committed + line.length;
    // Nothing was written, nor by what stands inside.
    if (row.start === row.end) rows.length = index;
    else if (index < first) ending.push(row);
  }
  const open = (source: Span): number => (isNowhere(source) ? -1 : mark(source, false));

  return {
    write,
    endLine,
    line(text) {
      write(text);
      endLine();
    },
    indented(body) {
      depth++;
      body();
      depth--;
    },
    label(text) {
      margin = text;
    },
    statement(s, body) {
      const outer = context;
      context = contextOf(s);
      const row = mark(s.span, true);
      body();
      close(row);
      context = outer;
    },
    token(source, body) {
      const row = open(source);
      body();
      close(row);
    },
    open,
    close,
    append(printed) {
      if (line !== '') endLine();
      for (const row of printed.origins) {
        row.start += committed;
        row.end += committed;
      }
      if (rows.length === 0) rows = printed.origins;
      else for (const row of printed.origins) rows.push(row);
      first = rows.length;
      chunks.push(printed.text);
      committed += printed.text.length;
    },
    finish() {
      if (line !== '') endLine();
      const origins = wasCut ? rows.filter((row) => row.end > row.start) : rows;
      return { text: chunks.join(''), origins };
    },
  };
}

/** Of a primal statement, itself; of a generated one, what it came from, if anything. */
function contextOf(s: Statement): Context {
  const primal = s.origin ?? (s.role === 'primal' && s.sweep === undefined ? s.id : null);
  const taped = s.kind === 'push' || s.kind === 'pop' || s.kind === 'pushControl' || s.kind === 'popControl';
  return {
    statement: primal === null ? null : statementName(primal),
    role: s.role,
    sweep: s.sweep ?? null,
    recording: taped ? `r${s.recording}` : null,
    node: statementName(s.id),
    also: s.kind === 'assign' && s.gathered ? s.gathered.map(statementName) : undefined,
  };
}

/** Where a column of a line goes when the line is cut. */
function moved(cuts: readonly Cut[], column: number): number {
  let by = 0;
  for (const { at, skip, insert } of cuts) {
    if (column <= at) break;
    by += insert.length - Math.min(skip, column - at);
  }
  return column + by;
}

function cut(line: string, cuts: readonly Cut[]): string {
  let text = '';
  let from = 0;
  for (const { at, skip, insert } of cuts) {
    text += line.slice(from, at) + insert;
    from = at + skip;
  }
  return text + line.slice(from);
}

function rowAt(at: number, source: Span, context: Context, whole: boolean): PrintedOrigin {
  const { statement, also, role, sweep, recording, node } = context;
  if (!also || !whole) return { start: at, end: at, source, statement, role, sweep, recording, node, whole };
  return { start: at, end: at, source, statement, also, role, sweep, recording, node, whole };
}

/** `ending`: rows that began before the line that is cut. */
function shift(
  rows: readonly PrintedOrigin[],
  ending: readonly PrintedOrigin[],
  placeOf: (at: number) => number,
): void {
  for (const row of rows) row.start = placeOf(row.start);
  for (const row of [...rows, ...ending]) row.end = placeOf(row.end);
}
