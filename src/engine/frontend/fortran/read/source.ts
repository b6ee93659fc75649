/**
 * Lines of source text to logical statements, for fixed and free form.
 *
 * What always holds: `text[i]` stands at offset `at[i]` of the original text, and `at` increases; letters outside
 * character constants are in lower case; in fixed form no blank is left outside character constants; comments,
 * continuation marks and labels are gone. So whoever reads a statement further on needn't know the source form, but
 * for blanks that part words in free form.
 */
import type { DiagnosticSink } from '../../../base/diagnostics';
import { type Span, spanOf } from '../../../base/span';
import { RUNTIME_BEGIN, RUNTIME_END } from '../../../ir/runtime';
import { gutters } from '../../pasted';
import { type Macros, replaced } from './macros';

export type SourceForm = 'fixed' | 'free';

export interface Label {
  /** Without leading zeros. */
  readonly name: string;
  readonly span: Span;
}

/** One statement, whatever number of lines it took. */
export interface LogicalStatement {
  readonly text: string;
  readonly at: readonly number[];
  readonly label: Label | null;
  /** From its first to its last character in the original text. */
  readonly span: Span;
  readonly form: SourceForm;
}

export interface SourceComment {
  /** Without the mark that opens it. */
  readonly text: string;
  readonly span: Span;
}

export interface ScannedSource {
  readonly form: SourceForm;
  readonly statements: readonly LogicalStatement[];
  readonly comments: readonly SourceComment[];
  /** The text brings its tape along: it was generated. */
  readonly hasRuntime: boolean;
}

/** Follows the comments around the section that holds the tape of generated code; its lines are no program. */
export class RuntimeSection {
  private inside = false;
  seen = false;

  /** True while the section lasts; called with each comment line, and with null for other lines. */
  covers(comment: string | null): boolean {
    const text = comment?.trim();
    if (text === RUNTIME_BEGIN) {
      this.inside = true;
      this.seen = true;
    } else if (text === RUNTIME_END) this.inside = false;
    return this.inside;
  }
}

/** A physical line: `[start, end)` without its line break, and without what a listing puts in front of it. */
export interface Line {
  readonly start: number;
  readonly end: number;
}

export function splitLines(source: string): Line[] {
  const texts = source.split('\n');
  const skipped = gutters(texts);
  let next = 0;
  return texts.map((text, k) => {
    const start = next;
    next += text.length + 1;
    return { start: start + (skipped[k] ?? 0), end: start + text.length - (text.endsWith('\r') ? 1 : 0) };
  });
}

/** Gathers the characters of one statement, and hands it on at each `;` and at its end. */
export class StatementBuilder {
  private chars: string[] = [];
  private at: number[] = [];
  private label: Label | null = null;
  private quote = '';
  /** The number of characters still to come of a Hollerith constant, which is turned into a quoted one. */
  private counted = 0;
  readonly done: LogicalStatement[] = [];

  constructor(
    private readonly form: SourceForm,
    private readonly macros: Macros,
    private readonly sink: DiagnosticSink,
  ) {}

  get isEmpty(): boolean {
    return this.chars.length === 0 && this.label === null;
  }
  /** The quote that the statement so far leaves open, or nothing. */
  get openQuote(): string {
    return this.quote;
  }
  get inString(): boolean {
    return this.quote !== '';
  }
  setLabel(label: Label): void {
    this.label = label;
  }

  /** Adds the characters of `[start, end)`; returns where a comment starts, or `end`. */
  add(source: string, start: number, end: number): number {
    for (let i = start; i < end; i++) {
      const c = source.charAt(i);
      if (this.pushVerbatim(c, i)) continue;
      if (c === "'" || c === '"') {
        this.quote = c;
        this.push(c, i);
      } else if (c === '!') {
        return i;
      } else if (c === ';') {
        this.flush();
      } else if (c === ' ' || c === '\t' || c === '\f') {
        this.space(i);
      } else if (this.macros.size > 0 && this.putMacro(source, i, end)) {
        while (isNameCharacter(source.charAt(i + 1))) i++;
      } else if ((c !== 'h' && c !== 'H') || !this.startCounted(i)) {
        this.push(lower(c), i);
      }
    }
    return end;
  }

  /** The characters of a character constant. */
  private pushVerbatim(c: string, offset: number): boolean {
    if (this.counted > 0) this.pushCounted(c, offset);
    else if (this.quote !== '') {
      this.push(c, offset);
      if (c === this.quote) this.quote = '';
    } else return false;
    return true;
  }

  /** What stands for the name at an offset, if that is a macro; all of it stands there. */
  private putMacro(source: string, offset: number, end: number): boolean {
    // As in C, `1.0_wp` is one word.
    if (isNameCharacter(source.charAt(offset - 1))) return false;
    const word = /^\w+/.exec(source.slice(offset, end))?.[0] ?? '';
    if (!this.macros.has(word)) return false;
    const text = replaced(word, this.macros);
    const isQuoted = /['"]/.test(text);
    for (const c of text)
      if (c === ' ' || c === '\t') this.space(offset);
      else this.push(isQuoted ? c : lower(c), offset);
    return true;
  }

  /** In a FORMAT, `5H X = ` stands for `' X = '`: the only place where blanks that nothing quotes count. */
  private startCounted(offset: number): boolean {
    let digits = this.chars.length;
    while (isDigit(this.chars[digits - 1] ?? '')) digits--;
    const count = Number(this.chars.slice(digits).join(''));
    if (count === 0 || !/^format ?\(/.test(this.chars.slice(0, 8).join(''))) return false;
    this.chars.length = digits;
    this.at.length = digits;
    this.push("'", offset);
    this.counted = count;
    return true;
  }

  private pushCounted(c: string, offset: number): void {
    this.push(c, offset);
    if (c === "'") this.push(c, offset);
    this.counted--;
    if (this.counted === 0) this.push("'", offset);
  }

  /** A blank that parts words, where a free-form line goes on without `&`. */
  space(offset: number): void {
    const last = this.chars[this.chars.length - 1];
    if (this.form === 'free' && this.quote === '' && last !== undefined && last !== ' ')
      this.push(' ', offset);
  }

  flush(): void {
    if (this.quote !== '') this.closeString();
    if (this.counted > 0) this.closeCounted();
    let length = this.chars.length;
    while (length > 0 && this.chars[length - 1] === ' ') length--;
    const first = this.at[0] ?? this.label?.span.start ?? 0;
    const last = length > 0 ? (this.at[length - 1] as number) + 1 : (this.label?.span.end ?? 0);
    if (length > 0 || this.label) {
      this.done.push({
        text: this.chars.slice(0, length).join(''),
        at: this.at.slice(0, length),
        label: this.label,
        span: spanOf(first, last),
        form: this.form,
      });
    }
    this.chars = [];
    this.at = [];
    this.label = null;
  }

  private closeString(): void {
    const open = this.chars.lastIndexOf(this.quote);
    const start = this.at[open] ?? 0;
    const end = (this.at[this.at.length - 1] ?? start) + 1;
    this.sink.error('syntax', 'This character constant has no closing quote.', spanOf(start, end));
    this.push(this.quote, end - 1);
    this.quote = '';
  }
  private closeCounted(): void {
    const end = (this.at[this.at.length - 1] ?? 0) + 1;
    this.sink.error(
      'syntax',
      'This Hollerith constant counts more characters than follow.',
      spanOf(end - 1, end),
      'Write the text between quotes.',
    );
    this.push("'", end - 1);
    this.counted = 0;
  }
  private push(c: string, offset: number): void {
    this.chars.push(c);
    this.at.push(offset);
  }
}

/** Lower case of ASCII letters only: others may change their length. */
function lower(c: string): string {
  return c >= 'A' && c <= 'Z' ? c.toLowerCase() : c;
}

export function isBlank(source: string, start: number, end: number): boolean {
  for (let i = start; i < end; i++) {
    const c = source.charCodeAt(i);
    if (c !== 32 && c !== 9 && c !== 12) return false;
  }
  return true;
}

export function isDigit(c: string): boolean {
  return c >= '0' && c <= '9' && c.length === 1;
}
export function isLetter(c: string): boolean {
  return ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) && c.length === 1;
}
export function isNameCharacter(c: string): boolean {
  return isLetter(c) || isDigit(c) || c === '_';
}
