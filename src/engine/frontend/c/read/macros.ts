/**
 * Macros, object-like and function-like: `#define N 10`, `#define SQ(x) ((x)*(x))`. Tokens go in one by one, as they
 * stand in the text; what they stand for comes out. A token that a macro made stands where the macro is used, its
 * arguments included; a token of an argument keeps its own place.
 */

import type { DiagnosticSink } from '../../../base/diagnostics';
import { itemAt, lastOf, present } from '../../../base/lookup';
import { cover, type Span } from '../../../base/span';
import { shortened } from '../../limitedSink';
import { KEYWORDS, type Token, type TokenKind } from './token';

export interface Macro {
  readonly name: string;
  /** Null for an object-like macro. */
  readonly parameters: readonly string[] | null;
  /** The last parameter, `__VA_ARGS__`, takes all that is left. */
  readonly variadic: boolean;
  readonly body: readonly Token[];
}

export interface Expander {
  readonly source: string;
  readonly sink: DiagnosticSink;
  readonly macros: Map<string, Macro>;
  readonly emit: (token: Token) => void;
  /**
   * How many characters macros may still make, one more for every token: macros that double their tokens, or by `##` and `#`
   * the text of one, would otherwise take all time and memory there is.
   */
  expansion: number;
  /** How many uses of macros the one at hand stands in, by its body or as an argument. */
  depth: number;
  /** A function-like macro was named, and its arguments are awaited or being read. */
  open: OpenUse | null;
}

interface OpenUse {
  readonly macro: Macro;
  readonly name: Token;
  /** What came after the name: nothing yet, or the parenthesis and on. */
  readonly tokens: Token[];
  depth: number;
}

const MACRO_CHARACTERS = 800_000;
const MACRO_DEPTH = 64;

export function newExpander(source: string, sink: DiagnosticSink, emit: (token: Token) => void): Expander {
  return { source, sink, macros: new Map(), emit, expansion: MACRO_CHARACTERS, depth: 0, open: null };
}

/** Passes a token of the text on, or what it stands for. */
export function expand(x: Expander, token: Token): void {
  const { open } = x;
  if (open) continueUse(x, open, token);
  else {
    const macro = macroOf(x, token, []);
    if (!macro) x.emit(token);
    else if (macro.parameters) x.open = { macro, name: token, tokens: [], depth: 0 };
    else deliver(x, token, replaced(x, macro, token, [], []));
  }
}

/** The text, or a list that stands alone, ends here: a name without arguments is a name like any other. */
export function endOfTokens(x: Expander): void {
  const { open } = x;
  if (!open) return;
  x.open = null;
  if (open.tokens.length > 0) reportOpen(x, open);
  else x.emit(open.name);
}

/** The tokens that a list of tokens stands for, by itself. */
export function expandedList(x: Expander, tokens: readonly Token[]): Token[] {
  return expandList(x, tokens, []).tokens;
}

function continueUse(x: Expander, open: OpenUse, token: Token): void {
  if (open.tokens.length === 0 && token.text !== '(') {
    x.open = null;
    x.emit(open.name);
    expand(x, token);
    return;
  }
  open.tokens.push(token);
  if (token.kind === 'punctuator') open.depth += depthOf(token.text);
  if (open.depth > 0) return;
  x.open = null;
  deliver(x, open.name, used(x, open.macro, open.name, open.tokens, []));
}

function depthOf(text: string): number {
  return text === '(' ? 1 : text === ')' ? -1 : 0;
}

function reportOpen(x: Expander, { macro, name }: Pick<OpenUse, 'macro' | 'name'>): void {
  const message = `The arguments of the macro \`${shortened(macro.name)}\` have no closing parenthesis.`;
  x.sink.error('missing-parenthesis', message, spanOf(name));
}

/** A function-like name at the end of a macro's expansion may take its arguments from the text behind it. */
function deliver(x: Expander, use: Token, { tokens, tail }: Expanded): void {
  // What grew beyond all bounds has its message; a number in its place lets the rest be read.
  if (x.expansion < 0) {
    x.emit({ ...use, kind: 'integer', text: '0' });
    return;
  }
  for (const token of tokens) x.emit(token);
  if (tail) x.open = { macro: tail.macro, name: tail.name, tokens: [], depth: 0 };
}

// ----------------------------------------------------------------------------------------------------------- replacing

interface Expanded {
  readonly tokens: Token[];
  readonly tail: { readonly macro: Macro; readonly name: Token } | null;
}
type Within = readonly string[];

/** A macro is not replaced within itself. */
function macroOf(x: Expander, token: Token, within: Within): Macro | null {
  if (token.kind !== 'identifier' || within.includes(token.text)) return null;
  return x.macros.get(token.text) ?? null;
}

function expandList(x: Expander, tokens: readonly Token[], within: Within): Expanded {
  x.depth++;
  const expanded = expandedWithin(x, tokens, within);
  x.depth--;
  return expanded;
}

function expandedWithin(x: Expander, tokens: readonly Token[], within: Within): Expanded {
  const made: Token[] = [];
  let tail: Expanded['tail'] = null;
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] as Token;
    const macro = macroOf(x, token, within);
    if (!macro) {
      made.push(token);
      continue;
    }
    if (x.depth > MACRO_DEPTH) {
      tooLong(x, token, `Macros are used within each other more than ${MACRO_DEPTH} deep here.`);
      break;
    }
    let inner: Expanded;
    if (!macro.parameters) inner = replaced(x, macro, token, [], within);
    else if (i === tokens.length - 1) {
      tail = { macro, name: token };
      break;
    } else {
      const end = closingOf(tokens, i + 1);
      if (end === null) {
        if (tokens[i + 1]?.text === '(') reportOpen(x, { macro, name: token });
        made.push(token);
        continue;
      }
      inner = used(x, macro, token, tokens.slice(i + 1, end + 1), within);
      i = end;
    }
    for (const each of inner.tokens) made.push(each);
    if (inner.tail) made.push(inner.tail.name);
    if (x.expansion < 0) break;
  }
  return { tokens: made, tail };
}

/** Ends all replacing, of this use and of those that follow. */
function tooLong(x: Expander, at: Span, message: string): void {
  x.expansion = -1;
  x.sink.error('macro-too-long', message, spanOf(at), 'Write out what they stand for.');
}

/** The index of the parenthesis that closes the one at `from`; null if none opens there or none closes it. */
function closingOf(tokens: readonly Token[], from: number): number | null {
  let depth = 0;
  for (let i = from; i < tokens.length; i++) {
    const token = tokens[i] as Token;
    if (token.kind === 'punctuator') depth += depthOf(token.text);
    if (depth === 0) return i > from ? i : null;
  }
  return null;
}

/** The use of a function-like macro: `tokens` run from its opening parenthesis to the closing one. */
function used(x: Expander, macro: Macro, name: Token, tokens: readonly Token[], within: Within): Expanded {
  const last = lastOf(tokens);
  const whole = { ...name, ...(name.macro ? spanOf(name) : cover(spanOf(name), spanOf(last))) };
  const wanted = present(macro.parameters, 'the list of parameters').length;
  const args = splitArguments(tokens.slice(1, -1), macro.variadic ? wanted - 1 : Number.POSITIVE_INFINITY);
  if (wanted === 0 && args.length === 1 && args[0]?.length === 0) args.pop();
  if (macro.variadic && args.length === wanted - 1) args.push([]);
  if (args.length === wanted) return replaced(x, macro, whole, args, within);
  const say = (n: number): string => (n === 1 ? 'one argument' : `${n} arguments`);
  const message = `The macro \`${shortened(macro.name)}\` takes ${say(wanted)}, and ${say(args.length)} ${args.length === 1 ? 'stands' : 'stand'} here.`;
  x.sink.error('wrong-argument-count', message, spanOf(whole));
  return { tokens: [{ ...whole, kind: 'integer', text: '0' }], tail: null };
}

/** At commas outside of parentheses, the first `limit` of them. */
function splitArguments(tokens: readonly Token[], limit: number): Token[][] {
  const args: Token[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (token.kind === 'punctuator') depth += depthOf(token.text);
    if (token.kind === 'punctuator' && token.text === ',' && depth === 0 && args.length <= limit)
      args.push([]);
    else args[args.length - 1]?.push(token);
  }
  return args;
}

function replaced(
  x: Expander,
  macro: Macro,
  use: Token,
  args: readonly (readonly Token[])[],
  within: Within,
): Expanded {
  const substituted = substitute(x, macro, use, args, within);
  if (x.expansion < 0) return { tokens: [], tail: null };
  const [first, ...rest] = substituted;
  const line = first ? [{ ...first, startsLine: use.startsLine }, ...rest] : [];
  return expandList(x, line, [...within, macro.name]);
}

function substitute(
  x: Expander,
  macro: Macro,
  use: Token,
  args: readonly (readonly Token[])[],
  within: Within,
): Token[] {
  const made: Token[] = [];
  const body = macro.variadic ? withRest(macro.body, args[args.length - 1] ?? []) : macro.body;
  const argumentOf = (token: Token | undefined): readonly Token[] | null => {
    const i = token?.kind === 'identifier' ? (macro.parameters?.indexOf(token.text) ?? -1) : -1;
    return i < 0 ? null : itemAt(args, i);
  };
  const push = (token: Token): void => {
    if (x.expansion < 0) return;
    x.expansion -= token.text.length + 1;
    if (x.expansion >= 0) made.push(token);
    else tooLong(x, use, 'The macros of this text grow beyond all bounds here.');
  };
  const here = (part: Token): Token => ({
    kind: part.kind,
    text: part.text,
    ...spanOf(use),
    macro: spanOf(part),
    startsLine: false,
  });
  for (let i = 0; i < body.length && x.expansion >= 0; i++) {
    const part = body[i] as Token;
    const given = argumentOf(part);
    const quoted = argumentOf(body[i + 1]);
    if (part.text === '##' && made.length > 0 && i + 1 < body.length) {
      const next = body[++i] as Token;
      const [first, ...rest] = argumentOf(next) ?? [here(next)];
      const left = made.pop() as Token;
      push(first ? pasted(left, first) : left);
      rest.forEach(push);
    } else if (part.text === '#' && quoted) {
      i++;
      const text = quoted.map((token) => token.text).join(' ');
      push({ ...here(part), kind: 'string', text: `"${text.replace(/[\\"]/g, '\\$&')}"` });
    } else if (given) {
      const isPasted = body[i + 1]?.text === '##';
      for (const token of isPasted ? given : whole(expandList(x, given, within))) push(inline(token));
    } else push(here(part));
  }
  return made;
}

/** `, ## __VA_ARGS__` pastes nothing: it is a comma and what follows it, or nothing where nothing follows. */
function withRest(body: readonly Token[], rest: readonly Token[]): readonly Token[] {
  const isAt = (k: number): boolean =>
    body[k]?.text === ',' && body[k + 1]?.text === '##' && body[k + 2]?.text === '__VA_ARGS__';
  return body.filter((_, k) => !isAt(k - 1) && (rest.length > 0 || !(isAt(k) || isAt(k - 2))));
}

function whole({ tokens, tail }: Expanded): readonly Token[] {
  return tail ? [...tokens, tail.name] : tokens;
}

/** A token of an argument begins no line where it comes out. */
function inline(token: Token): Token {
  return token.startsLine ? { ...token, startsLine: false } : token;
}

/** `a ## b` */
function pasted(left: Token, right: Token): Token {
  const text = left.text + right.text;
  return { ...left, kind: kindOf(text, left.kind), text };
}

function kindOf(text: string, otherwise: TokenKind): TokenKind {
  if (/^[A-Za-z_]\w*$/.test(text)) return KEYWORDS.has(text) ? 'keyword' : 'identifier';
  if (/^\.?\d/.test(text)) return /^0[xX]/.test(text) || !/[.eE]/.test(text) ? 'integer' : 'real';
  return otherwise;
}

function spanOf(token: Span): Span {
  return { start: token.start, end: token.end };
}
