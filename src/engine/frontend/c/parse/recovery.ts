/**
 * The intended meaning of a text with slips: commas, braces, words. Each slip is reported once, where the missing piece
 * should stand, and what follows is read as if it stood there.
 */
import { nearestName } from '../../suggest';
import type { Token } from '../read/token';
import { CLOSING, type Cursor, OPENING, plainSpan, shown } from './cursor';
import { startsType } from './typeWords';

/** Takes the comma between two parts of a list; where one is missing `another` says that a part follows all the same. */
export function comma(c: Cursor, another: (c: Cursor) => boolean, or = ''): boolean {
  if (c.panic) return false;
  if (c.accept(',')) return true;
  if (!another(c)) return false;
  c.complain('missing-comma', `A comma${or} is missing before ${shown(c.peek())}.`, c.here());
  return true;
}

/** A name between commas. */
export function startsDeclarator(c: Cursor): boolean {
  return startsOperand(c) && c.peek().kind === 'identifier' && [',', ';', '=', '['].includes(c.peek(1).text);
}

/** A name or a number, which can't follow a value. */
export function startsOperand(c: Cursor, ahead = 0): boolean {
  const { kind, startsLine } = c.peek(ahead);
  return !startsLine && (kind === 'identifier' || kind === 'integer' || kind === 'real');
}

// -------------------------------------------------------------------------------------------------------------- braces

/** Remembers the first block of a function that ends where another line's indentation has its end: there a brace is missing. */
export function compareIndents(c: Cursor, open: Token, close: Token): void {
  if (c.askew === null && indentOf(c, open) !== indentOf(c, close)) c.askew = { open, close };
}

function indentOf({ source }: Cursor, { start }: Token): number {
  const line = source.lastIndexOf('\n', start - 1) + 1;
  const rest = source.slice(line, start);
  return rest.length - rest.trimStart().length;
}

/** The text ends, or another function begins, inside of the block. */
export function tellUnclosed(c: Cursor, open: Token): void {
  if (c.braceMissing) return;
  c.braceMissing = true;
  if (c.askew === null)
    c.complain('missing-brace', 'The brace that opens here is never closed.', plainSpan(open));
  else
    c.complain(
      'missing-brace',
      'A closing brace is missing: by its indentation, the block that opens here is not closed.',
      plainSpan(c.askew.open),
    );
}

/** In a text with more closing braces than opening ones, reports once a brace that may be superfluous. */
export function tellSurplus(c: Cursor, close: Token): void {
  if (c.surplusTold) return;
  c.surplusTold = true;
  if (c.askew === null) c.complain('unmatched-brace', 'This closing brace closes nothing.', plainSpan(close));
  else
    c.complain(
      'unmatched-brace',
      'By its indentation, this brace closes what nothing opens.',
      plainSpan(c.askew.close),
      'Write the `{` that is missing before it, or take it away.',
    );
}

/** Whether some closing brace further on closes nothing. */
export function hasSurplus(c: Cursor): boolean {
  c.lastSurplus ??= lastSurplus(c.tokens);
  return c.lastSurplus >= c.at;
}

function lastSurplus(tokens: readonly Token[]): number {
  let depth = 0;
  let last = -1;
  tokens.forEach(({ kind, text }, k) => {
    if (kind !== 'punctuator') return;
    if (text === '{') depth++;
    else if (text === '}' && depth > 0) depth--;
    else if (text === '}') last = k;
  });
  return last;
}

// --------------------------------------------------------------------------------------------------------------- heads

/** Without the parenthesis, what it would open is read all the same. */
export function openHead(c: Cursor, word: string): boolean {
  if (c.is('(')) {
    closeInTime(c, word);
    c.take();
    return true;
  }
  c.failWhere('`(`', ` after \`${word}\``);
  c.panic = false;
  return false;
}

/** The parenthesis that ends the head of a statement, or its line: whatever went wrong in it, its body is read. */
export function closeHead(c: Cursor, isOpen: boolean): void {
  while (!c.is(')') && !c.is('{') && !c.is('}') && !c.atEnd() && (isOpen || !c.peek().startsLine)) {
    if (!c.panic)
      c.fail(
        'unexpected-token',
        `${shown(c.peek())} can’t follow here: an operator is missing before it.`,
        c.here(),
      );
    if (c.is('(') || c.is('[')) c.skipBalanced();
    else c.take();
  }
  c.accept(')');
  c.panic = false;
}

/**
 * Puts a parenthesis where the one that is next should be closed: before the brace that follows, or at the end of the line
 * before the first statement. In a text with a closing brace too many, the brace after it is missing as well.
 */
export function closeInTime(c: Cursor, word: string): void {
  const at = missingClose(c, word === 'for' ? 2 : 0);
  if (at === null) return;
  const next = c.tokens[at] as Token;
  const { end } = c.tokens[at - 1] as Token;
  const where = next.startsLine ? 'on this line' : `before ${shown(next)}`;
  const span = next.startsLine ? { start: end, end } : plainSpan(next);
  c.complain('missing-parenthesis', `The parenthesis after \`${word}\` is not closed ${where}.`, span);
  const made: Token = { kind: 'punctuator', text: ')', start: end, end, macro: null, startsLine: false };
  const isBare = next.startsLine && next.text !== '{' && hasSurplus(c);
  c.tokens.splice(at, 0, made, ...(isBare ? [{ ...made, text: '{' }] : []));
  c.lastSurplus = null;
}

/** Where a parenthesis is to stand that closes the one that is next; null if there is one. */
function missingClose(c: Cursor, semicolons: number): number | null {
  // The parts of a head may stand on lines of their own.
  const isClosed = firstStop(c, semicolons, false) === null;
  const stop = isClosed ? null : firstStop(c, semicolons, true);
  if (stop === null) return null;
  let line = c.at;
  for (let k = c.at + 1; k <= stop; k++) {
    const { text, startsLine } = c.tokens[k] as Token;
    if (!startsLine) continue;
    line = k;
    if (STARTS.has(text) || startsFunction(c, k - c.at)) return k;
  }
  return line > c.at && c.is(';', stop - c.at) ? line : stop;
}
const STARTS = new Set(['if', 'for', 'while', 'do', 'switch', 'return', 'break', 'continue', 'goto', 'else']);

/** The first token that can't stand in the parenthesis that is next, among them, if asked for, a semicolon that ends a line. */
function firstStop(c: Cursor, semicolons: number, atLineEnds: boolean): number | null {
  const opened: number[] = [];
  let closed = 0;
  let left = semicolons;
  for (let k = c.at; ; k++) {
    const { kind, text } = c.tokens[k] as Token;
    if (kind === 'end') return k;
    if (kind !== 'punctuator') continue;
    if (text === '}' || (text === ';' && (left-- <= 0 || (atLineEnds && c.tokens[k + 1]?.startsLine))))
      return k;
    if (text === '{') {
      const end = endOfBraces(c, k);
      if (!startsValues(c, k, closed) && !isFirstValue(c, k, end)) return k;
      k = end;
    } else if (OPENING.has(text)) opened.push(k);
    else if (CLOSING.has(text)) closed = opened.pop() ?? k;
    if (opened.length === 0) return null;
  }
}

/** Braces stand in a head only around the values of a literal, `(double[2]){…}`, which no call is, or around a first value. */
function startsValues(c: Cursor, brace: number, closed: number): boolean {
  const open = closed - c.at;
  if (c.tokens[brace - 1]?.text !== ')') return false;
  return startsType(c, open + 1) && c.peek(open - 1).kind !== 'identifier';
}

function isFirstValue(c: Cursor, brace: number, end: number): boolean {
  const before = c.tokens[brace - 1];
  return (before?.kind === 'identifier' || before?.text === '=') && c.tokens[end + 1]?.text === ';';
}

/** `double f(double x`, which no parameter is. */
function startsFunction(c: Cursor, ahead: number): boolean {
  if (!startsType(c, ahead)) return false;
  let k = ahead;
  while (c.peek(k).kind === 'keyword' || c.is('*', k)) k++;
  return c.peek(k).kind === 'identifier' && c.is('(', k + 1) && c.peek(k + 3).kind === 'identifier';
}

function endOfBraces(c: Cursor, open: number): number {
  let depth = 0;
  for (let k = open; ; k++) {
    const { kind, text } = c.tokens[k] as Token;
    if (kind === 'end') return k - 1;
    if (text === '{') depth++;
    if (text === '}' && --depth === 0) return k;
  }
}

/** What a body looks like that nothing governs: told of its semicolon now, and of the line after it when that is called. */
export function tellBody(c: Cursor): () => void {
  const [body, head] = [c.peek(), c.tokens[c.at - 1]];
  tellEmptyBody(c);
  return () => tellUngoverned(c, body, head);
}

/** `for (…);` before a block, or before a line that is set further in. */
function tellEmptyBody(c: Cursor): void {
  const [own, next] = [c.peek(), c.peek(1)];
  if (own.text !== ';' || own.startsLine) return;
  const isBlock = next.text === '{';
  if (!isBlock && !(next.startsLine && next.kind !== 'end' && indentOf(c, next) > indentOf(c, own))) return;
  c.sink.warning(
    'no-effect',
    `This semicolon is all that is governed by what stands before it: the ${isBlock ? 'block' : 'next line'} runs in any case.`,
    c.here(),
    'Take the semicolon away.',
  );
}

/** Two lines that are set in alike below `if (…)` or `for (…)` without braces: only the first of them, `body`, is governed. */
function tellUngoverned(c: Cursor, body: Token, head: Token | undefined): void {
  const next = c.peek();
  if (!head || !body.startsLine || !next.startsLine || /^([;{}#]|else|case|default|while)$/.test(next.text))
    return;
  const within = indentOf(c, body);
  if (body.text === '{' || within <= indentOf(c, head) || indentOf(c, next) !== within) return;
  c.sink.warning(
    'ungoverned',
    'By its indentation this belongs to what is tested or repeated above, but it runs in any case.',
    c.here(),
    'Put braces around it and the line before it, or set it in as far as the line above those.',
  );
}

export function separator(c: Cursor, part: string): void {
  if (c.panic || c.accept(';')) return;
  const end = c.previous().end;
  const what = `A semicolon is missing after the ${part} of \`for\`.`;
  const goesOn = c.is(')') || c.atEnd() || startsOperand(c);
  c[goesOn ? 'fail' : 'complain']('missing-semicolon', what, { start: end, end });
}

// --------------------------------------------------------------------------------------------------------------- words

/** The keyword that the first word of a statement was meant to be, which is reported; null where the word may be a name. */
export function misspeltKeyword(c: Cursor): string | null {
  const next = c.peek(1);
  if (next.text === '(' && !next.startsLine) {
    const meant = meantBy(c, HEADS);
    return meant && isHead(c, meant) ? tellMeant(c, meant) : null;
  }
  return startsOperand(c, 1) && meantBy(c, ['return']) ? tellMeant(c, 'return') : null;
}
const HEADS = ['if', 'for', 'while', 'switch'];

/** `else`, or what was meant to be that. */
export function acceptElse(c: Cursor): boolean {
  if (c.accept('else')) return true;
  const goesOn = c.is('{', 1) || c.is('if', 1) || c.peek(1).kind === 'identifier';
  if (!goesOn || !meantBy(c, ['else'])) return false;
  tellMeant(c, 'else');
  c.take();
  return true;
}

function meantBy(c: Cursor, words: readonly string[]): string | null {
  const { kind, text } = c.peek();
  return kind === 'identifier' && !c.typeNames.has(text) && !c.unknownTypes.has(text)
    ? nearestName(text, words)
    : null;
}

function tellMeant(c: Cursor, meant: string): string {
  c.complain(
    'unexpected-token',
    `${shown(c.peek())} stands where a statement begins.`,
    c.here(),
    `Did you mean \`${meant}\`?`,
  );
  return meant;
}

/** A call is followed by something else, and has no semicolons between its parentheses. */
function isHead(c: Cursor, meant: string): boolean {
  let depth = 0;
  for (let k = 1; ; k++) {
    const token = c.peek(k);
    if (token.kind === 'end' || token.text === '{' || token.text === '}') return false;
    if (token.text === ';') return meant === 'for';
    if (token.text === '(') depth++;
    if (token.text !== ')' || --depth > 0) continue;
    const { kind, text } = c.peek(k + 1);
    return meant !== 'for' && (text === '{' || kind === 'keyword' || kind === 'identifier');
  }
}
