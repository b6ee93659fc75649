import type { DiagnosticCode } from '../../../base/diagnosticCodes';
import type { DiagnosticSink } from '../../../base/diagnostics';
import type { Span } from '../../../base/span';
import { MESSAGE_LIMIT, shortened } from '../../limitedSink';
import { wrapsAround } from '../lower/unsigned';
import type { Token } from '../read/token';
import type * as S from './syntax';

/** Nesting that the parser follows, and height of an expression: recursion over either must not run out of stack. */
export const NESTING_LIMIT = 200;
/** Statements stop earlier, so that what stands in their heads can still be read. */
export const STATEMENT_LIMIT = 150;
export const HEIGHT_LIMIT = 400;

export function plainSpan(token: Span): Span {
  return { start: token.start, end: token.end };
}

export function shown(token: Token): string {
  if (token.kind === 'end') return 'The end of the text';
  return `\`${shortened(token.text)}\``;
}
const STATEMENT_KEYWORDS = new Set(
  'if for while do switch case default return break continue goto double float int long bool void const static'.split(
    ' ',
  ),
);
export const OPENING = new Set(['{', '(', '[']);
export const CLOSING = new Set(['}', ')', ']']);

export function broken(span: Span): S.Broken {
  return { kind: 'broken', span, height: 0 };
}

/** The parser's way over the tokens, and what it knows by now. */
export class Cursor {
  /** Tokens that are missing are put in where they should stand. */
  readonly tokens: Token[];
  at = 0;
  /** Errors so far. When there are too many the rest of the text is not read: it is no C. */
  errors = 0;
  depth = 0;
  /** An error was reported and the next synchronising token is not reached yet: what follows from it is kept quiet. */
  panic = false;
  typeNames: ReadonlyMap<string, S.BaseType> = new Map();
  /** Names that were taken for types, and said to be none that is known. */
  readonly unknownTypes = new Set<string>();
  /** Of these, the ones that a parameter or a local hides here. */
  hiddenTypes: ReadonlySet<string> = new Set();
  /** What a `typedef` puts around each name that it declares: `typedef double vec[3]`. */
  typeShapes: ReadonlyMap<string, readonly S.Derivation[]> = new Map();
  /** Values of enumerators that nothing else hides here. */
  readonly enumerators = new Map<string, number>();
  /** Structures by their tags, and what was read of them. */
  structs: ReadonlyMap<string, S.StructType> = new Map();
  /** Those outside of the block that is read. */
  outerStructs: ReadonlyMap<string, S.StructType> = new Map();
  readonly members = new Map<S.StructType, readonly S.StructMember[]>();
  hasComplex = false;
  hasReferences = false;
  /** How they are stored. */
  typeSizes: ReadonlyMap<string, S.TypeSpecifier> = new Map();
  /** The text counts on numbers that wrap around. */
  readonly wraps: boolean;
  /** Types that were said to be taken for others. */
  readonly taken = new Set<string>();
  readonly items: (S.FunctionDefinition | S.Statement)[] = [];
  /** One brace, of either kind, is missing; this is reported once. */
  braceMissing = false;
  surplusTold = false;
  /** The first block of the function whose two braces are not set in alike. */
  askew: { readonly open: Token; readonly close: Token } | null = null;
  /** The last closing brace that closes nothing, once it was looked for. */
  lastSurplus: number | null = null;
  /** A comment without an end hides the rest: what is missing at the end of the text is in it. */
  readonly isCut: boolean;

  /** `expressions`: how they are read, for the types that hold some. */
  constructor(
    readonly source: string,
    tokens: readonly Token[],
    readonly sink: DiagnosticSink,
    readonly expressions: {
      readonly parseConditional: (c: Cursor) => S.Expr;
      readonly parseAssignment: (c: Cursor) => S.Expr;
    },
  ) {
    this.tokens = [...tokens];
    this.wraps = wrapsAround(tokens);
    this.isCut = sink.list.some(({ code }) => code === 'unterminated-comment');
  }

  /** One at the same place, which says elsewhere what is wrong. */
  telling(sink: DiagnosticSink): Cursor {
    return Object.assign(Object.create(Cursor.prototype), this, { sink });
  }

  isTypeName(name: string): boolean {
    return (this.typeNames.has(name) || this.unknownTypes.has(name)) && !this.hiddenTypes.has(name);
  }

  /** Reads what is a scope: types that it declares or hides are forgotten at its end. */
  inScope<T>(read: () => T): T {
    const { hiddenTypes, typeNames, typeShapes, typeSizes, structs, outerStructs } = this;
    this.outerStructs = structs;
    const made = read();
    Object.assign(this, { hiddenTypes, typeNames, typeShapes, typeSizes, structs, outerStructs });
    return made;
  }

  peek(ahead = 0): Token {
    return this.tokens[Math.min(this.at + ahead, this.tokens.length - 1)] as Token;
  }
  previous(): Token {
    return this.tokens[Math.max(0, this.at - 1)] as Token;
  }
  take(): Token {
    const token = this.peek();
    if (token.kind !== 'end') this.at++;
    return token;
  }

  /** Is the next token this punctuator or keyword? */
  is(text: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token.text === text && (token.kind === 'punctuator' || token.kind === 'keyword');
  }
  accept(text: string): Token | null {
    return this.is(text) ? this.take() : null;
  }
  atEnd(): boolean {
    return this.peek().kind === 'end';
  }

  /** From `start` to the end of the last token taken. */
  since(start: number): Span {
    return { start, end: Math.max(start, this.previous().end) };
  }

  /** Reports an error, unless it follows from one that was reported, and starts to look for firm ground. */
  fail(code: DiagnosticCode, message: string, span: Span, ...notes: string[]): void {
    if (!this.panic) this.complain(code, message, span, ...notes);
    this.panic = true;
  }

  /** Reports an error that the parser can read on after. */
  complain(code: DiagnosticCode, message: string, span: Span, ...notes: string[]): void {
    if (!this.isCut || !this.atEnd()) this.sink.error(code, message, plainSpan(span), ...notes);
    if (++this.errors >= MESSAGE_LIMIT) this.at = this.tokens.length - 1;
  }

  /** Takes the token that must stand here; if it doesn't, says so and takes nothing. */
  expect(text: string, where: string): Token | null {
    const token = this.accept(text);
    if (!token) this.failWhere(`\`${text}\``, ` ${where}`);
    return token;
  }

  /** What stands next is not what is expected; where a line ends instead, the place is there. */
  failWhere(expected: string, where = ''): void {
    const next = this.peek();
    const { end, text } = this.previous();
    const endsLine = next.startsLine && this.at > 0 && !';{}'.includes(text);
    this.fail(
      'unexpected-token',
      `${endsLine ? 'The line ends' : `${shown(next)} stands`} where ${expected} is expected${where}.`,
      endsLine ? { start: end, end } : this.here(),
    );
  }

  /** The place of the next token, or of the end of the last one when the text ends. */
  here(): Span {
    const token = this.peek();
    if (token.kind !== 'end') return plainSpan(token);
    const end = this.tokens.length > 1 ? this.previous().end : token.end;
    return { start: end, end };
  }

  /** What is read one level deeper; null, with a report, where that is too deep. */
  deeper<T>(read: () => T, limit = NESTING_LIMIT): T | null {
    this.depth++;
    const made = this.depth <= limit ? read() : this.tooDeep(limit);
    this.depth--;
    return made;
  }

  private tooDeep(limit: number): null {
    if (!this.panic)
      this.complain(
        'too-deep',
        `This is nested more than ${limit} levels deep.`,
        this.here(),
        'Split it: give a part a name of its own.',
      );
    this.panic = true;
    // The braces that are skipped are not missing.
    this.braceMissing = true;
    this.skipToItemEnd();
    return null;
  }

  /** Skips the rest of the statement, brackets balanced: past its `;`, or up to the `}` that ends the block around it. */
  synchronise(): void {
    this.panic = false;
    let depth = 0;
    while (!this.atEnd()) {
      if (depth === 0 && this.is('}')) return;
      if (depth === 0 && this.startsStatement()) return;
      const token = this.take();
      if (token.kind !== 'punctuator') continue;
      if (token.text === '{') depth++;
      else if (token.text === '}') {
        depth--;
        if (depth === 0) return;
      } else if (token.text === ';' && depth === 0) return;
    }
  }

  private startsStatement(): boolean {
    const token = this.peek();
    return token.kind === 'keyword' && token.startsLine && STATEMENT_KEYWORDS.has(token.text);
  }

  /** Too deep to follow: goes past everything up to where the surrounding function or statement ends. */
  private skipToItemEnd(): void {
    let depth = 0;
    while (!this.atEnd()) {
      const ends = this.is(';') || (this.is('}') && this.peek(1).startsLine);
      if (depth <= 0 && ends && !this.is('else', 1)) return;
      const { text } = this.take();
      if (OPENING.has(text)) depth++;
      else if (CLOSING.has(text)) depth--;
    }
  }

  /** Skips a bracketed group whose opening bracket is next. */
  skipBalanced(): void {
    let depth = 0;
    do {
      const { text } = this.take();
      if (OPENING.has(text)) depth++;
      else if (CLOSING.has(text)) depth--;
    } while (depth > 0 && !this.atEnd());
  }
}
