import type { DiagnosticCode } from '../../../base/diagnosticCodes';
import type { DiagnosticSink } from '../../../base/diagnostics';
import type { Span } from '../../../base/span';
import { MESSAGE_LIMIT, shortened } from '../../limitedSink';
import type { Token } from '../read/token';
import type * as S from './syntax';

/** Nesting that the parser follows, and height of an expression: recursion over either must not run out of stack. */
export const NESTING_LIMIT = 200;
/** Statements stop earlier, so that what stands in their heads can still be read. */
export const STATEMENT_LIMIT = 150;
export const HEIGHT_LIMIT = 400;

/** The state of the parser while it walks over the tokens. */
export interface Cursor {
  readonly source: string;
  /** Tokens that are missing are put in where they should stand. */
  readonly tokens: Token[];
  readonly sink: DiagnosticSink;
  at: number;
  /** Errors so far. When there are too many the rest of the text is not read: it is no C. */
  errors: number;
  depth: number;
  /** An error was reported and the next synchronising token is not reached yet: what follows from it is kept quiet. */
  panic: boolean;
  readonly typeNames: Map<string, S.BaseType>;
  /** What a `typedef` puts around each name that it declares: `typedef double vec[3]`. */
  readonly typeShapes: Map<string, readonly S.Derivation[]>;
  /** Values of enumerators that nothing else hides here. */
  readonly enumerators: Map<string, number>;
  /** Structures by their tags, and what was read of them. */
  readonly structs: Map<string, S.StructType>;
  readonly members: Map<S.StructType, readonly S.StructMember[]>;
  hasComplex: boolean;
  hasReferences: boolean;
  /** How they are stored. */
  readonly typeSizes: Map<string, S.TypeSpecifier>;
  /** The text counts on numbers that wrap around. */
  readonly wraps: boolean;
  /** Types that were said to be taken for others. */
  readonly taken: Set<string>;
  readonly items: (S.FunctionDefinition | S.Statement)[];
  /** One brace, of either kind, is missing; this is reported once. */
  braceMissing: boolean;
  surplusTold: boolean;
  /** The first block of the function whose two braces are not set in alike. */
  askew: { readonly open: Token; readonly close: Token } | null;
  /** The last closing brace that closes nothing, once it was looked for. */
  lastSurplus: number | null;
  /** A comment without an end hides the rest: what is missing at the end of the text is in it. */
  readonly isCut: boolean;
  /** How expressions are read, for the types that hold some. */
  readonly expressions: {
    readonly parseConditional: (c: Cursor) => S.Expr;
    readonly parseAssignment: (c: Cursor) => S.Expr;
  };
}

export function peek(c: Cursor, ahead = 0): Token {
  return c.tokens[Math.min(c.at + ahead, c.tokens.length - 1)] as Token;
}
export function previous(c: Cursor): Token {
  return c.tokens[Math.max(0, c.at - 1)] as Token;
}
export function take(c: Cursor): Token {
  const token = peek(c);
  if (token.kind !== 'end') c.at++;
  return token;
}
/** Is the next token this punctuator or keyword? */
export function is(c: Cursor, text: string, ahead = 0): boolean {
  const token = peek(c, ahead);
  return token.text === text && (token.kind === 'punctuator' || token.kind === 'keyword');
}
export function accept(c: Cursor, text: string): Token | null {
  return is(c, text) ? take(c) : null;
}
export function atEnd(c: Cursor): boolean {
  return peek(c).kind === 'end';
}
export function plainSpan(token: Span): Span {
  return { start: token.start, end: token.end };
}
/** From `start` to the end of the last token taken. */
export function since(c: Cursor, start: number): Span {
  return { start, end: Math.max(start, previous(c).end) };
}

/** Reports an error, unless it follows from one that was reported, and starts to look for firm ground. */
export function fail(c: Cursor, code: DiagnosticCode, message: string, span: Span, ...notes: string[]): void {
  if (!c.panic) complain(c, code, message, span, ...notes);
  c.panic = true;
}

/** Reports an error that the parser can read on after. */
export function complain(
  c: Cursor,
  code: DiagnosticCode,
  message: string,
  span: Span,
  ...notes: string[]
): void {
  if (!c.isCut || !atEnd(c)) c.sink.error(code, message, plainSpan(span), ...notes);
  if (++c.errors >= MESSAGE_LIMIT) c.at = c.tokens.length - 1;
}

/** Takes the token that must stand here; if it doesn't, says so and takes nothing. */
export function expect(c: Cursor, text: string, where: string): Token | null {
  const token = accept(c, text);
  if (!token) failWhere(c, `\`${text}\``, ` ${where}`);
  return token;
}

/** What stands next is not what is expected; where a line ends instead, the place is there. */
export function failWhere(c: Cursor, expected: string, where = ''): void {
  const next = peek(c);
  const { end, text } = previous(c);
  const endsLine = next.startsLine && c.at > 0 && !';{}'.includes(text);
  fail(
    c,
    'unexpected-token',
    `${endsLine ? 'The line ends' : `${shown(next)} stands`} where ${expected} is expected${where}.`,
    endsLine ? { start: end, end } : here(c),
  );
}

/** The place of the next token, or of the end of the last one when the text ends. */
export function here(c: Cursor): Span {
  const token = peek(c);
  if (token.kind !== 'end') return plainSpan(token);
  const end = c.tokens.length > 1 ? previous(c).end : token.end;
  return { start: end, end };
}

export function shown(token: Token): string {
  if (token.kind === 'end') return 'The end of the text';
  return `\`${shortened(token.text)}\``;
}

/** What is read one level deeper; null, with a report, where that is too deep. */
export function deeper<T>(c: Cursor, read: () => T, limit = NESTING_LIMIT): T | null {
  c.depth++;
  const made = c.depth <= limit ? read() : tooDeep(c, limit);
  c.depth--;
  return made;
}

function tooDeep(c: Cursor, limit: number): null {
  if (!c.panic)
    complain(
      c,
      'too-deep',
      `This is nested more than ${limit} levels deep.`,
      here(c),
      'Split it: give a part a name of its own.',
    );
  c.panic = true;
  // The braces that are skipped are not missing.
  c.braceMissing = true;
  skipToItemEnd(c);
  return null;
}

/** Skips the rest of the statement, brackets balanced: past its `;`, or up to the `}` that ends the block around it. */
export function synchronise(c: Cursor): void {
  c.panic = false;
  let depth = 0;
  while (!atEnd(c)) {
    if (depth === 0 && is(c, '}')) return;
    if (depth === 0 && startsStatement(c)) return;
    const token = take(c);
    if (token.kind !== 'punctuator') continue;
    if (token.text === '{') depth++;
    else if (token.text === '}') {
      depth--;
      if (depth === 0) return;
    } else if (token.text === ';' && depth === 0) return;
  }
}

function startsStatement(c: Cursor): boolean {
  const token = peek(c);
  return token.kind === 'keyword' && token.startsLine && STATEMENT_KEYWORDS.has(token.text);
}
const STATEMENT_KEYWORDS = new Set(
  'if for while do switch case default return break continue goto double float int long bool void const static'.split(
    ' ',
  ),
);

/** Too deep to follow: goes past everything up to where the surrounding function or statement ends. */
function skipToItemEnd(c: Cursor): void {
  let depth = 0;
  while (!atEnd(c)) {
    const ends = is(c, ';') || (is(c, '}') && peek(c, 1).startsLine);
    if (depth <= 0 && ends && !is(c, 'else', 1)) return;
    const { text } = take(c);
    if (OPENING.has(text)) depth++;
    else if (CLOSING.has(text)) depth--;
  }
}
export const OPENING = new Set(['{', '(', '[']);
export const CLOSING = new Set(['}', ')', ']']);

/** Skips a bracketed group whose opening bracket is next. */
export function skipBalanced(c: Cursor): void {
  let depth = 0;
  do {
    const { text } = take(c);
    if (OPENING.has(text)) depth++;
    else if (CLOSING.has(text)) depth--;
  } while (depth > 0 && !atEnd(c));
}

export function broken(span: Span): S.Broken {
  return { kind: 'broken', span, height: 0 };
}
