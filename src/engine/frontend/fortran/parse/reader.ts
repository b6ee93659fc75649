/**
 * Reads one logical statement token by token. Names are cut from the text on demand, since in fixed form a keyword runs
 * into what follows it (`DO10I=1,N`, `CALLFOO`): whoever knows that a keyword stands here takes it off first.
 *
 * The first complaint ends a statement: after `fail` every token is `end`, so that parsers unwind without exceptions
 * and say nothing twice.
 */
import { shownCharacter } from '../../../base/characters';
import { DiagnosticSink } from '../../../base/diagnostics';
import { type Span, spanOf } from '../../../base/span';
import { isDigit, isLetter, isNameCharacter, type Label, type LogicalStatement } from '../read/source';
import type { Name } from './syntax';

export type TokenKind = 'name' | 'integer' | 'real' | 'string' | 'operator' | 'end';

export interface Token {
  readonly kind: TokenKind;
  /** Operators of relation in their dotted spelling; numbers without the kind suffix; strings without quotes. */
  readonly text: string;
  readonly suffix: string | null;
  /** Positions in the statement's text. */
  readonly start: number;
  readonly end: number;
}

const DOTTED = new Set([
  '.eq.',
  '.ne.',
  '.lt.',
  '.le.',
  '.gt.',
  '.ge.',
  '.and.',
  '.or.',
  '.not.',
  '.eqv.',
  '.neqv.',
  '.true.',
  '.false.',
]);
/** Relations go by their dotted names. */
export const RELATIONS: Record<string, string> = {
  '==': '.eq.',
  '/=': '.ne.',
  '<=': '.le.',
  '>=': '.ge.',
  '<': '.lt.',
  '>': '.gt.',
};
const PAIRS = new Set(['**', '//', '==', '/=', '<=', '>=', '=>', '::', '(/', '/)']);

export class StatementReader {
  pos = 0;
  failed = false;
  /** Whether the statement follows a logical IF. */
  inIf = false;
  private cached: Token | null = null;

  constructor(
    readonly statement: LogicalStatement,
    readonly sink: DiagnosticSink,
    private readonly names: Set<string>,
  ) {}

  get text(): string {
    return this.statement.text;
  }

  // ------------------------------------------------------------------------------------------------------ places

  /** The original text's range for characters `[start, end)` of the statement. */
  span(start: number, end: number): Span {
    const { at, span } = this.statement;
    const from = at[start];
    const last = at[Math.max(start, end - 1)];
    if (from === undefined || last === undefined) return spanOf(span.end, span.end);
    return spanOf(from, last + 1);
  }
  spanFrom(start: number): Span {
    let end = Math.min(this.pos, this.text.length);
    while (end > start && this.text.charAt(end - 1) === ' ') end--;
    return this.span(start, Math.max(end, start));
  }
  fail(message: string, span: Span, ...notes: string[]): null {
    if (!this.failed) this.sink.error('syntax', message, span, ...notes);
    return this.giveUp();
  }
  /** Ends the statement without a word. */
  giveUp(): null {
    this.failed = true;
    this.pos = this.text.length;
    this.cached = null;
    return null;
  }
  failHere(expected: string, ...notes: string[]): null {
    const token = this.peek();
    const found =
      token.kind === 'end' ? 'the statement ends' : `there is ${this.text.slice(token.start, token.end)}`;
    return this.fail(`Expected ${expected} here, but ${found}.`, this.span(token.start, token.end), ...notes);
  }
  /** What may be meant where an expression does not go on like this. */
  advice(): string[] {
    const { kind } = this.peek();
    if (kind === 'end') return [this.continuation];
    if (kind !== 'operator') return ['Is an operator or a comma missing before it?'];
    return this.is('=') ? ['To compare, write ==.'] : [];
  }
  /** What a line lacks that was to go on with the one before. */
  get continuation(): string {
    return this.statement.form === 'free'
      ? 'A line that goes on in the next one ends with &.'
      : 'A line that goes on with the one before has a mark in column 6.';
  }
  /** The word here as it is written: blanks end it even where they don’t count. */
  get written(): string {
    const { text, at } = this.statement;
    let end = this.pos;
    while (isNameCharacter(text.charAt(end)) && at[end] === (at[this.pos] ?? 0) + end - this.pos) end++;
    return text.slice(this.pos, end);
  }
  /** Reads the same statement with another word here, and says no more about it. */
  respelled(word: string): StatementReader {
    const { text, at } = this.statement;
    const { pos } = this;
    const { length } = this.written;
    const places = Array.from(word, (_, k) => at[pos + Math.min(k, length - 1)] ?? 0);
    const statement = {
      ...this.statement,
      text: text.slice(0, pos) + word + text.slice(pos + length),
      at: [...at.slice(0, pos), ...places, ...at.slice(pos + length)],
    };
    const reader = new StatementReader(statement, new DiagnosticSink(), this.names);
    reader.moveTo(pos);
    reader.inIf = this.inIf;
    return reader;
  }

  // ---------------------------------------------------------------------------------------------------- keywords

  skipBlanks(): void {
    while (this.text.charCodeAt(this.pos) === 32) this.pos++;
  }
  private moved(): void {
    this.cached = null;
  }
  moveTo(pos: number): void {
    this.pos = pos;
    this.moved();
  }

  /** Takes words (`end if`) off, if they stand here. In free form the last one must end where a name would. */
  word(words: string): boolean {
    if (this.failed) return false;
    const start = this.pos;
    for (const word of words.split(' ')) {
      this.skipBlanks();
      if (!this.text.startsWith(word, this.pos)) {
        this.pos = start;
        return false;
      }
      this.pos += word.length;
    }
    if (this.statement.form === 'free' && isNameCharacter(this.text.charAt(this.pos))) {
      this.pos = start;
      return false;
    }
    this.moved();
    return true;
  }
  /** A keyword that digits may follow at once, even in free form (`real*8`, `do10` is read leniently). */
  get next(): string {
    this.skipBlanks();
    return this.text.charAt(this.pos);
  }
  get atEnd(): boolean {
    this.skipBlanks();
    return this.pos >= this.text.length;
  }
  /** Digits alone, whatever letters follow: a label, a length. */
  digits(): string | null {
    this.skipBlanks();
    const start = this.pos;
    while (isDigit(this.text.charAt(this.pos))) this.pos++;
    if (this.pos === start) return null;
    this.moved();
    return this.text.slice(start, this.pos);
  }
  label(): Label | null {
    this.skipBlanks();
    const start = this.pos;
    const digits = this.digits();
    if (digits === null) return null;
    return { name: digits.replace(/^0+(?=.)/, ''), span: this.span(start, this.pos) };
  }
  name(): Name | null {
    const token = this.peek();
    if (token.kind !== 'name') return null;
    this.take();
    return { name: token.text, span: this.span(token.start, token.end) };
  }
  expectName(what: string): Name | null {
    const name = this.name();
    if (!name) this.failHere(what);
    return name;
  }

  // ------------------------------------------------------------------------------------------------------ tokens

  peek(): Token {
    this.cached ??= this.lex();
    return this.cached;
  }
  take(): Token {
    const token = this.peek();
    this.pos = token.end;
    this.cached = null;
    return token;
  }
  is(operator: string): boolean {
    const token = this.peek();
    return token.kind === 'operator' && token.text === operator;
  }
  accept(operator: string): boolean {
    if (!this.is(operator)) return false;
    this.take();
    return true;
  }
  expect(operator: string): boolean {
    if (this.accept(operator)) return true;
    const isClosing = operator === ')' || operator === '/)';
    this.failHere(operator === ')' ? 'a closing )' : operator, ...(isClosing ? this.advice() : []));
    return false;
  }
  /** Reads items with commas between them, until one gives null. */
  list<T>(read: () => T | null): T[] {
    const items: T[] = [];
    do {
      const item = read();
      if (item === null) break;
      items.push(item);
    } while (this.accept(','));
    return items;
  }
  /** Such a list in parentheses. */
  listInParentheses<T>(read: () => T | null): T[] {
    this.expect('(');
    const items = this.list(read);
    this.expect(')');
    return items;
  }
  expectEnd(): void {
    if (this.peek().kind !== 'end') this.failHere('the end of the statement');
  }

  private lex(): Token {
    this.skipBlanks();
    const start = this.pos;
    const c = this.text.charAt(start);
    if (c === '') return { kind: 'end', text: '', suffix: null, start, end: start };
    if (isLetter(c) || c === '_' || c === '$') return this.lexName(start);
    if (isDigit(c) || (c === '.' && isDigit(this.text.charAt(start + 1)))) return this.lexNumber(start);
    if (c === "'" || c === '"') return this.lexString(start, c);
    if (c === '.') {
      const dotted = this.dotted(start);
      if (dotted !== null) {
        const kind = 'operator';
        return { kind, text: dotted, suffix: null, start, end: start + dotted.length };
      }
    }
    const pair = this.text.slice(start, start + 2);
    const text = PAIRS.has(pair) ? pair : c;
    const defined = c === '.' ? /^\.[a-z]{1,63}\./.exec(this.text.slice(start, start + 65))?.[0] : undefined;
    if (defined) return { kind: 'operator', text: defined, suffix: null, start, end: start + defined.length };
    if (!'+-*/=<>(),:%[]'.includes(c)) {
      this.fail(
        c >= '\u0080'
          ? `The character ${shownCharacter(this.text.slice(start, start + 2))} can stand only in comments and character constants.`
          : `The character ${shownCharacter(c)} has no meaning here.`,
        this.span(start, start + 1),
      );
      return { kind: 'end', text: '', suffix: null, start: this.pos, end: this.pos };
    }
    return {
      kind: 'operator',
      text: RELATIONS[text] ?? text,
      suffix: null,
      start,
      end: start + text.length,
    };
  }

  private lexName(start: number): Token {
    let end = start + 1;
    while (isNameCharacter(this.text.charAt(end)) || this.text.charAt(end) === '$') end++;
    const text = this.text.slice(start, end);
    this.names.add(text);
    return { kind: 'name', text, suffix: null, start, end };
  }

  private lexNumber(start: number): Token {
    let end = start;
    let real = false;
    const digits = () => {
      while (isDigit(this.text.charAt(end))) end++;
    };
    digits();
    // In `1.eq.2` the point belongs to the operator.
    if (this.text.charAt(end) === '.' && this.dotted(end) === null) {
      real = true;
      end++;
      digits();
    }
    const exponent = /^[edq][+-]?\d+/.exec(this.text.slice(end, end + 12));
    if (exponent) {
      real = true;
      end += 1;
      if (!isDigit(this.text.charAt(end))) end++;
      digits();
    } else if (/^[edq](?![a-z_])/.test(this.text.slice(end, end + 2)))
      this.fail('The exponent of this number has no digits.', this.span(start, end + 1));
    const text = this.text.slice(start, end);
    let suffix: string | null = null;
    if (this.text.charAt(end) === '_') {
      const from = end + 1;
      end = from;
      while (isNameCharacter(this.text.charAt(end))) end++;
      suffix = this.text.slice(from, end);
    }
    return { kind: real ? 'real' : 'integer', text, suffix, start, end };
  }

  private lexString(start: number, quote: string): Token {
    let end = start + 1;
    for (;;) {
      const next = this.text.indexOf(quote, end);
      if (next < 0) {
        end = this.text.length;
        break;
      }
      end = next + 1;
      if (this.text.charAt(end) !== quote) break;
      end++;
    }
    const value = this.text.slice(start + 1, end - 1).replaceAll(quote + quote, quote);
    return { kind: 'string', text: value, suffix: null, start, end };
  }

  /** The dotted operator or constant that starts at `.`, or null. */
  private dotted(start: number): string | null {
    let end = start + 1;
    while (end - start < 8 && isLetter(this.text.charAt(end))) end++;
    if (this.text.charAt(end) !== '.') return null;
    const text = this.text.slice(start, end + 1);
    return DOTTED.has(text) ? text : null;
  }
}
