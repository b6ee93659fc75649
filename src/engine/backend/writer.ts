/**
 * Builds a text line by line and remembers where each piece of it came from.
 *
 * What always holds: origins are sorted by start, outer ones first, none is empty, and none reaches into the
 * indentation before its text. A line that is too long is cut when it ends; origins move with their text.
 */
import { isNowhere, type Span } from '../base/span';
import { statementName } from '../ir/names';
import { primalStatement } from '../ir/statements';
import type { Statement } from '../ir/types';
import type { Origin } from './printed';

/** At column `at` of a line, `skip` characters are replaced by `insert`. */
export interface Cut {
  readonly at: number;
  readonly skip: number;
  readonly insert: string;
}

export interface WriterOptions {
  /** One step of indentation. */
  readonly indent: string;
  /** Code nested deeper than this is indented no further, so that a line always has room for its text. */
  readonly deepest: number;
  /** Text before the indentation of every non-empty line, unless another margin is set (fixed form: six blanks). */
  readonly margin?: string;
  /** Where a finished line is cut, in ascending order. */
  readonly wrap?: (line: string) => readonly Cut[];
  /** Steps of indentation to begin with. */
  readonly depth?: number;
}

/** What tokens inside a statement inherit from it. */
export type Context = Omit<Origin, 'start' | 'end' | 'whole' | 'source'>;

const NO_CUTS: readonly Cut[] = [];
const NO_CONTEXT: Context = {
  statement: null,
  role: 'comment',
  sweep: null,
  recording: null,
  node: null,
  also: undefined,
};

export class Writer {
  private readonly chunks: string[] = [];
  private rows: Origin[] = [];
  private committed = 0;
  private text = '';
  private depth: number;
  private margin: string | null = null;
  private context = NO_CONTEXT;
  /** Whether a cut took all of the text that a row stood for. */
  private wasCut = false;
  /** The first row of the line at hand, and earlier rows that end in it: they move when the line is cut. */
  private first = 0;
  private readonly ending: Origin[] = [];

  constructor(private readonly options: WriterOptions) {
    this.depth = options.depth ?? 0;
  }

  write(text: string): void {
    if (text !== '') this.startLine();
    this.text += text;
  }

  /** Ends the line; an empty one stays empty. */
  endLine(): void {
    const cuts = this.options.wrap?.(this.text) ?? NO_CUTS;
    const { committed } = this;
    if (cuts.length > 0) {
      this.wasCut = true;
      shift(this.rows.slice(this.first), this.ending, (at) => committed + moved(cuts, at - committed));
    }
    const text = `${cuts.length > 0 ? cut(this.text, cuts) : this.text}\n`;
    this.chunks.push(text);
    this.committed += text.length;
    this.text = '';
    this.margin = null;
    this.first = this.rows.length;
    this.ending.length = 0;
  }

  /** A whole line. */
  line(text: string): void {
    this.write(text);
    this.endLine();
  }

  indented(body: () => void): void {
    this.depth++;
    body();
    this.depth--;
  }

  /** Sets the margin of the line that starts now: a statement label in fixed form. */
  label(text: string): void {
    this.margin = text;
  }

  /** The text that `body` writes stands for the whole statement. */
  statement(s: Statement, body: () => void): void {
    const outer = this.context;
    this.context = contextOf(s);
    const row = this.mark(s.span, true);
    body();
    this.close(row);
    this.context = outer;
  }

  /** A line, or the rest of one, that stands for the whole statement. */
  statementLine(s: Statement, body: () => void): void {
    this.statement(s, body);
    this.endLine();
  }

  /** The text that `body` writes stands for a range of the source, as a part of the statement around it. */
  token(source: Span, body: () => void): void {
    const row = this.open(source);
    body();
    this.close(row);
  }

  /** Begins text that stands for a range of the source. Returns an index for `close`, which ends it. */
  open(source: Span): number {
    return isNowhere(source) ? -1 : this.mark(source, false);
  }

  close(index: number): void {
    if (index < 0) return;
    const row = this.rows[index] as Origin;
    row.end = this.committed + this.text.length;
    // Nothing was written, nor by what stands inside.
    if (row.start === row.end) this.rows.length = index;
    else if (index < this.first) this.ending.push(row);
  }

  /** Lines that another writer finished; its origins become this one's and move with their text. */
  append(printed: { readonly text: string; readonly origins: Origin[] }): void {
    if (this.text !== '') this.endLine();
    for (const row of printed.origins) {
      row.start += this.committed;
      row.end += this.committed;
    }
    if (this.rows.length === 0) this.rows = printed.origins;
    else for (const row of printed.origins) this.rows.push(row);
    this.first = this.rows.length;
    this.chunks.push(printed.text);
    this.committed += printed.text.length;
  }

  finish(): { text: string; origins: Origin[] } {
    if (this.text !== '') this.endLine();
    const isEmpty = (row: Origin) => row.end <= row.start;
    const origins = this.wasCut && this.rows.some(isEmpty) ? this.rows.filter((r) => !isEmpty(r)) : this.rows;
    return { text: this.chunks.join(''), origins };
  }

  private startLine(): void {
    if (this.text !== '') return;
    const { margin, indent, deepest } = this.options;
    this.text = (this.margin ?? margin ?? '') + indent.repeat(Math.min(this.depth, deepest));
  }

  private mark(source: Span, whole: boolean): number {
    this.startLine();
    return this.rows.push(rowAt(this.committed + this.text.length, source, this.context, whole)) - 1;
  }
}

/** For a primal statement, itself; for a generated one, the statement that it came from, if any. */
function contextOf(s: Statement): Context {
  const primal = primalStatement(s);
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

function rowAt(at: number, source: Span, context: Context, whole: boolean): Origin {
  const { statement, also, role, sweep, recording, node } = context;
  if (!also || !whole) return { start: at, end: at, source, statement, role, sweep, recording, node, whole };
  return { start: at, end: at, source, statement, also, role, sweep, recording, node, whole };
}

/** `ending`: rows that began before the line that is cut. */
function shift(rows: readonly Origin[], ending: readonly Origin[], placeOf: (at: number) => number): void {
  for (const row of rows) row.start = placeOf(row.start);
  for (const row of [...rows, ...ending]) row.end = placeOf(row.end);
}
