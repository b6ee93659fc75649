import { shownCharacter } from '../../../base/characters';
import type { DiagnosticSink } from '../../../base/diagnostics';
import { itemAt, present } from '../../../base/lookup';
import type { Span } from '../../../base/span';
import { RUNTIME_BEGIN, RUNTIME_END, RUNTIME_NONE } from '../../../ir/runtime';
import { CONDITIONAL, type Conditions, conditional, endOfConditions, isReading } from '../../conditions';
import { shortened } from '../../limitedSink';
import { fence } from '../resolve/fence';
import { CONSTANTS, FENCED_FUNCTIONS, MATH } from '../resolve/library';
import { BLAS_HEADER } from './blas';
import { blanksAt, inLetters, meantBy } from './characters';
import { knownTexts, withoutReplaced } from './known';
import { type Expander, endOfTokens, expand, expandedList, newExpander } from './macros';
import { type Comment, KEYWORDS, type Token } from './token';

export interface Scan {
  readonly tokens: readonly Token[];
  readonly comments: readonly Comment[];
  /** The text brings its tape along: it was generated. */
  readonly hasRuntime: boolean;
}

interface Scanner {
  readonly source: string;
  /** Where all tokens of a text stand that is not the user's; null of those that stand where they are. */
  readonly at: Span | null;
  readonly sink: DiagnosticSink;
  readonly comments: Comment[];
  readonly expander: Expander;
  readonly conditions: Conditions;
  /** Characters and names that were told. */
  readonly told: Set<string>;
  hasRuntime: boolean;
}

const NAME = /[A-Za-z_]\w*/y;
const NUMBER = /(?:0[xX][\da-fA-F.]*(?:[pP][+-]?\d*)?|(?:\d|\.\d)[\d.]*(?:[eE][+-]?\d*)?)\w*/y;
const STRING = /(?:u8|[LuU])?(["'“‘])/y;
const STRING_STARTS = '"\'LuU“‘';
/** A name with letters that C does not have. */
const WORD = /[\p{L}\w]+/uy;
const CLOSES: ReadonlyMap<string, string> = new Map([
  ['“', '“”"'],
  ['‘', "‘’'"],
]);
const PUNCTUATOR =
  /\.\.\.|<<=|>>=|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&^|]=|##|[-+*/%&|^~!<>=?:;,.()[\]{}#]/y;
/** Whatever starts no token, taken together so that one run is one complaint. */
const STRAY = /[^\s\w"'\-+*/%&|^~!<>=?:;,.()[\]{}#\\]+/y;

/**
 * Cuts a text into tokens, once, from left to right. Comments are set aside, macros are replaced, text that a condition
 * leaves out is skipped, `#include` of standard headers is accepted; every other directive is named by the fence.
 * The last token is always of kind `end`.
 */
export function scan(source: string, sink: DiagnosticSink): Scan {
  const tokens: Token[] = [];
  const comments: Comment[] = [];
  const expander = newExpander(source, sink, (token) => tokens.push(token));
  const conditions: Conditions = {
    sink,
    stack: [],
    // Macros of the standard headers count as defined: `#ifndef M_PI` is there to define what is missing.
    isDefined: (name) =>
      expander.macros.has(name) || CONSTANTS.has(name) || name === '__STDC__' || name === 'NULL',
    expanded: (list) => expandedList(expander, list as readonly Token[]),
  };
  const told = new Set<string>();
  const known = knownTexts(source);
  const scanner: Scanner = {
    source: withoutReplaced(source, known),
    at: null,
    sink,
    comments,
    expander,
    conditions,
    told,
    hasRuntime: false,
  };
  const emit = (token: Token) => expand(expander, token);
  for (const { name, text, as, span, instead } of known) {
    scanRange({ ...scanner, source: text, at: span }, 0, text.length, emit, true);
    const message = `\`${name}\` is not defined here: it is taken for ${as}.`;
    if (as && !instead) sink.info('unknown-header', message, span, 'Paste its text where it is another one.');
  }
  scanRange(scanner, 0, source.length, emit, true);
  endOfTokens(expander);
  endOfConditions(conditions);
  const end = source.length;
  tokens.push({ kind: 'end', text: '', start: end, end, macro: null, startsLine: true });
  return { tokens, comments, hasRuntime: scanner.hasRuntime };
}

function match(pattern: RegExp, source: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.test(source) ? source.slice(at, pattern.lastIndex) : null;
}

function scanRange(
  scanner: Scanner,
  from: number,
  to: number,
  emit: (token: Token) => void,
  directives: boolean,
): void {
  const { source } = scanner;
  let at = from;
  let startsLine = directives;
  while (at < to) {
    const c = source.charCodeAt(at);
    if (c === 10) {
      startsLine = directives;
      at++;
      continue;
    }
    const blanks = c > 32 && c < 128 ? 0 : blanksAt(source, at);
    if (blanks > 0) {
      at += blanks;
      continue;
    }
    const comment = commentAt(scanner, at, to);
    if (comment) {
      at = afterRuntime(scanner, comment);
      continue;
    }
    if (c === 35 && startsLine && directives) {
      at = directive(scanner, at);
      continue;
    }
    if (directives && !isReading(scanner.conditions)) {
      at = leftOut(scanner, at);
      startsLine = false;
      continue;
    }
    if (c === 92) {
      at = afterBackslash(scanner, at);
      continue;
    }
    const token = tokenAt(scanner, at, to);
    if (!token) {
      at += strayCharacters(scanner, at);
      continue;
    }
    const { kind, text, length = text.length } = token;
    const { start, end } = scanner.at ?? { start: at, end: at + length };
    emit({ kind, text, start, end, macro: null, startsLine });
    at += length;
    startsLine = false;
  }
}

/** A token, and its length where that is not the one of its text. */
type Found = Pick<Token, 'kind' | 'text'> & { readonly length?: number };

function tokenAt(scanner: Scanner, at: number, to: number): Found | null {
  const { source, sink, told } = scanner;
  const quote = STRING_STARTS.includes(source.charAt(at)) ? match(STRING, source, at) : null;
  if (quote !== null) return quoted(scanner, at, quote.length, to);
  const c = source.charCodeAt(at);
  const name = c >= 65 ? match(NAME, source, at) : null;
  const read = name?.length ?? 0;
  const word = source.charCodeAt(at + read) > 127 ? match(WORD, source, at) : null;
  if (word !== null && word.length > read)
    return { kind: 'identifier', text: inLetters(word, at, sink, told), length: word.length };
  if (name !== null)
    return { kind: KEYWORDS.has(name) ? 'keyword' : 'identifier', text: plainly(name), length: name.length };
  const number = c < 58 ? match(NUMBER, source, at) : null;
  if (number !== null) return { kind: isReal(number) ? 'real' : 'integer', text: number };
  const punctuator = match(PUNCTUATOR, source, at) ?? meantBy(source.charAt(at), at, sink, told);
  return punctuator === null ? null : { kind: 'punctuator', text: punctuator };
}

/** What gcc and clang call `__builtin_sqrt` is `sqrt`. */
function plainly(name: string): string {
  if (!name.startsWith('__builtin_')) return name;
  const plain = name.replace('__builtin_', '');
  return MATH.has(plain) || FENCED_FUNCTIONS.has(plain) || /^is(nan|inf|finite)/.test(plain) ? plain : name;
}

/** A backslash joins lines; between tokens that is a blank. */
function afterBackslash({ source, sink }: Scanner, at: number): number {
  const text = match(/\\[ \t]*\r?\n/y, source, at);
  const run = text ?? present(match(/\\+/y, source, at), 'the backslash');
  if (text === null)
    sink.error('stray-character', 'A backslash does not belong here.', spanAt(at, run.length));
  return at + run.length;
}

/** The end of the line, or of what stands before a comment, in text that a condition leaves out. */
function leftOut({ source }: Scanner, at: number): number {
  const end = lineEnd(source, at);
  const comment = source.slice(at + 1, end).search(/\/[/*]/);
  return comment < 0 ? end : at + 1 + comment;
}

function spanAt(start: number, length: number): Span {
  return { start, end: start + length };
}

function isReal(number: string): boolean {
  return /^0[xX]/.test(number) ? /[.pP]/.test(number) : /[.eE]/.test(number) || /^\d+[fF]$/.test(number);
}

function strayCharacters({ source, sink }: Scanner, at: number): number {
  const run = match(STRAY, source, at) ?? source.charAt(at);
  const shown = shownCharacter(run);
  sink.error('stray-character', `The character ${shown} does not belong to C.`, spanAt(at, run.length));
  return run.length;
}

function commentAt(scanner: Scanner, at: number, to: number): Comment | null {
  const { source, sink, comments } = scanner;
  if (source.charCodeAt(at) !== 47) return null;
  const second = source.charCodeAt(at + 1);
  let comment: Comment | null = null;
  if (second === 47) {
    const end = Math.min(lineEnd(source, at), to);
    comment = { start: at, end, text: source.slice(at + 2, end) };
  } else if (second === 42) {
    const close = source.indexOf('*/', at + 2);
    if (close < 0)
      sink.error('unterminated-comment', 'This comment has no end: `*/` is missing.', spanAt(at, 2));
    const end = close < 0 ? source.length : close + 2;
    comment = { start: at, end, text: source.slice(at + 2, close < 0 ? end : close) };
  }
  if (comment) comments.push(comment);
  return comment;
}

/** A comment may begin the tape that generated code brings along, which is skipped to the comment that ends it. */
function afterRuntime(scanner: Scanner, comment: Comment): number {
  if (comment.text.trim() === RUNTIME_NONE) scanner.hasRuntime = true;
  if (comment.text.trim() !== RUNTIME_BEGIN) return comment.end;
  const end = scanner.source.indexOf(RUNTIME_END, comment.end);
  if (end < 0) return comment.end;
  scanner.hasRuntime = true;
  return end + (scanner.source.startsWith(' */', end + RUNTIME_END.length) ? 3 : 0) + RUNTIME_END.length;
}

/** The end of the logical line that `at` stands on: backslashes join lines. */
function lineEnd(source: string, at: number): number {
  let end = source.indexOf('\n', at);
  while (end > 0 && /\\\r?$/.test(source.slice(Math.max(at, end - 2), end)))
    end = source.indexOf('\n', end + 1);
  return end < 0 ? source.length : end;
}

/** The text of a string or character constant that starts at `at` with a prefix of `prefix` characters. */
function quoted(
  { source, sink }: Scanner,
  at: number,
  prefix: number,
  to: number,
): Pick<Token, 'kind' | 'text'> {
  const open = source.charAt(at + prefix - 1);
  const closes = CLOSES.get(open) ?? open;
  const kind = closes.endsWith('"') ? 'string' : 'character';
  const plain = closes.slice(-1);
  let end = at + prefix;
  while (end < to) {
    const c = source.charCodeAt(end);
    if (closes.includes(source.charAt(end)))
      return {
        kind,
        text: closes === open ? source.slice(at, end + 1) : plain + source.slice(at + prefix, end) + plain,
      };
    if (c === 10) break;
    end += c === 92 ? 2 : 1;
  }
  end = Math.min(end, to);
  sink.error('unterminated-string', 'The closing quote is missing on this line.', { start: at, end });
  return { kind, text: source.slice(at, end) };
}

// ---------------------------------------------------------------------------------------------------------- directives

const STANDARD_HEADERS = new Set(
  (
    'alloca assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign stdarg ' +
    'stdatomic stdbool stddef stdint stdio stdlib stdnoreturn string tgmath threads time uchar wchar wctype'
  ).split(' '),
);

/** What texts need of these is in `known.ts`, or is C. */
const KNOWN_HEADERS = new Set(
  'f2c.h nrutil.h sys/time.h R.h cmath cstdlib cstdio cstddef cassert'.split(' '),
);

/** Carries out the directive whose `#` stands at `at`; returns the offset after its line. */
function directive(scanner: Scanner, at: number): number {
  const { source, sink } = scanner;
  const end = directiveEnd(source, at);
  const head = /#[ \t]*([A-Za-z_]*)[ \t]*/y;
  head.lastIndex = at;
  const found = present(head.exec(source), 'the directive');
  const name = itemAt(found, 1);
  const rest = Math.min(at + found[0].length, end);
  const line = { start: at, end: at + source.slice(at, end).trimEnd().length };
  if (CONDITIONAL.test(name)) conditional(scanner.conditions, name, tokensOf(scanner, rest, end), line);
  else if (!isReading(scanner.conditions)) return end;
  else if (name === 'define') define(scanner, rest, end, line);
  else if (name === 'undef') scanner.expander.macros.delete(match(NAME, source, rest) ?? '');
  else if (name === 'include') include(scanner, source.slice(rest, end), line);
  else if (name === 'pragma')
    sink.warning(
      'ignored-pragma',
      'This `#pragma` is ignored: the text is read as if it were not there.',
      line,
    );
  else if (name !== '') fence(sink, 'otherDirective', line);
  // A directive of an external routine or the like may stand behind it.
  skimComments(scanner, rest, end);
  return end;
}

/** A comment that starts in the directive may end on a later line. */
function directiveEnd(source: string, at: number): number {
  const end = lineEnd(source, at);
  const text = source.slice(at, end);
  const open = text.lastIndexOf('/*');
  if (open < 0 || text.includes('*/', open)) return end;
  const slashes = text.indexOf('//');
  if (slashes >= 0 && slashes < open) return end;
  const close = source.indexOf('*/', at + open);
  return close < 0 ? source.length : lineEnd(source, close);
}

function skimComments(scanner: Scanner, from: number, to: number): void {
  for (let at = from; at < to; at++) {
    const comment = commentAt(scanner, at, to);
    if (comment) at = comment.end - 1;
  }
}

function define(scanner: Scanner, from: number, to: number, line: Span): void {
  const { source, sink } = scanner;
  const name = match(NAME, source, from);
  if (name === null || from + name.length > to) {
    sink.error('bad-define', 'After `#define` a name is expected.', line);
    return;
  }
  const after = from + name.length;
  const parameters = source[after] === '(' ? macroParameters(source.slice(after, to)) : null;
  if (source[after] === '(' && !parameters) {
    sink.error('bad-define', 'The parameters of this macro are names, with commas between them.', line);
    return;
  }
  const rest = parameters?.names.find((each) => each.endsWith('...'));
  const names = parameters?.names.map((each) => (each === rest ? '__VA_ARGS__' : each)) ?? null;
  const body = tokensOf(scanner, after + (parameters?.length ?? 0), to).map((token) =>
    `${token.text}...` === rest ? { ...token, text: '__VA_ARGS__' } : token,
  );
  scanner.expander.macros.set(name, { name, parameters: names, variadic: rest !== undefined, body });
}

/** `(a, b)` behind the name of a macro, and how long it is; null when it is something else. */
function macroParameters(text: string): { names: string[]; length: number } | null {
  const found = /^\(([\s\w,.\\]*)\)/.exec(text);
  if (!found) return null;
  const names = itemAt(found, 1).replace(/\\/g, ' ').trim();
  const list = names === '' ? [] : names.split(',').map((each) => each.trim());
  const good = list.every(
    (each, i) =>
      /^[A-Za-z_]\w*$/.test(each) || (/^(?:[A-Za-z_]\w*)?\.{3}$/.test(each) && i === list.length - 1),
  );
  return good ? { names: list, length: found[0].length } : null;
}

/** The tokens of a part of a directive's line. Its comments are skimmed afterwards with the rest of the line. */
function tokensOf(scanner: Scanner, from: number, to: number): Token[] {
  const tokens: Token[] = [];
  const kept = scanner.comments.length;
  scanRange(scanner, from, to, (token) => tokens.push(token), false);
  scanner.comments.length = kept;
  return tokens;
}

/** What a file of the user's declares is missing here, and where the text needs it that is reported; else nothing is. */
function include(scanner: Scanner, text: string, line: Span): void {
  const standard = /^[<"“”]\s*(?:(\w+)\.h)\s*[>"”]/.exec(text);
  if (standard && STANDARD_HEADERS.has(itemAt(standard, 1))) return;
  const name = /^[<"“”]\s*([^>"”]*?)\s*[>"”]/.exec(text)?.[1];
  if (name && (KNOWN_HEADERS.has(name) || BLAS_HEADER.test(name))) {
    const message = `\`${name}\` is not read: what is known of it here is taken in its place.`;
    scanner.sink.info('unknown-header', message, line);
    return;
  }
  scanner.sink.warning(
    'unknown-header',
    `${name ? `\`${shortened(name)}\`` : 'This file'} is not read: what it declares is unknown here.`,
    line,
    'Paste what is needed of it here, or declare the functions that you call: `double f(double x);`.',
  );
}
