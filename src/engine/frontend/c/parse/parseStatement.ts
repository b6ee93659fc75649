import { itemAt } from '../../../base/lookup';
import { cover, type Span } from '../../../base/span';
import type { Token } from '../read/token';
import { fence } from '../resolve/fence';
import {
  accept,
  atEnd,
  broken,
  type Cursor,
  complain,
  deeper,
  expect,
  fail,
  failWhere,
  here,
  is,
  peek,
  plainSpan,
  previous,
  STATEMENT_LIMIT,
  shown,
  since,
  skipBalanced,
  synchronise,
  take,
} from './cursor';
import {
  lacksBrace,
  lacksParenthesis,
  parseDeclared,
  partOfBlock,
  partOfFile,
  startsStatement,
  withOldTypes,
  withParameters,
} from './parseDeclaration';
import { parseConditional, parseExpression } from './parseExpression';
import {
  acceptElse,
  closeHead,
  compareIndents,
  hasSurplus,
  misspeltKeyword,
  openHead,
  separator,
  tellBody,
  tellSurplus,
  tellUnclosed,
} from './recovery';
import type * as S from './syntax';
import { parseDeclarator, parseType } from './types';
import { startsType, startsUnknownType } from './typeWords';

/*
 * Statements, with recovery: whatever goes wrong inside one, the next one is read again from firm ground.
 * Labels are statements of their own in the list that holds what they mark.
 */

/** A block whose `{` is next. What `if` governs ends before `else`, too. */
function parseBlock(c: Cursor, isThen = false): S.BlockStatement {
  const open = accept(c, '{') ?? peek(c);
  const body: S.Statement[] = [];
  parseBody(c, open, body, isThen);
  return { kind: 'block', body, span: since(c, open.start) };
}

/** Statements up to the brace that closes their block. */
function parseBody(c: Cursor, open: Token, body: S.Statement[], isThen = false): void {
  const read = () => {
    while (!is(c, '}') && !atEnd(c) && !(isThen && is(c, 'else'))) parseInto(c, body);
  };
  deeper(c, read, STATEMENT_LIMIT);
  const close = accept(c, '}');
  if (close) compareIndents(c, open, close);
  else if (is(c, 'else'))
    complain(c, 'missing-brace', 'A closing brace is missing before this `else`.', here(c));
  else tellUnclosed(c, open);
}

/** Reads one statement, with the labels before it, and makes sure that something was read. */
export function parseInto(c: Cursor, out: S.Statement[]): void {
  const before = c.at;
  parseUnlabelled(c, out);
  if (c.panic) synchronise(c);
  if (c.at === before && !atEnd(c)) take(c);
}

/** A statement under `if`, `for` and their like: labels and what they mark become a block. */
function parseSub(c: Cursor): S.Statement {
  if (is(c, '}') || atEnd(c)) {
    fail(c, 'missing-statement', 'A statement is missing here.', here(c));
    return { kind: 'empty', span: here(c) };
  }
  const tellNext = tellBody(c);
  const out: S.Statement[] = [];
  deeper(c, () => parseInto(c, out), STATEMENT_LIMIT);
  if (!c.panic) tellNext();
  const [only] = out;
  if (out.length === 1 && only) return only;
  const span = out.length === 0 ? here(c) : since(c, itemAt(out, 0).span.start);
  return { kind: 'block', body: out, span };
}

function parseUnlabelled(c: Cursor, out: S.Statement[]): void {
  while (parseLabel(c, out));
  const token = peek(c);
  if (is(c, '}') || token.kind === 'end') return;
  const word = token.kind === 'keyword' ? token.text : misspeltKeyword(c);
  if (
    startsType(c) ||
    (word === null && startsUnknownType(c)) ||
    is(c, '_Static_assert') ||
    is(c, 'static_assert')
  ) {
    parseDeclarationInto(c, out, false);
    return;
  }
  out.push(word === null ? parseSimple(c) : parseKeyword(c, word));
}

/** Reads a label, if one is next. */
function parseLabel(c: Cursor, out: S.Statement[]): boolean {
  const token = peek(c);
  if (token.kind === 'identifier' && is(c, ':', 1)) {
    take(c);
    take(c);
    out.push({ kind: 'label', name: token.text, span: plainSpan(token) });
    return true;
  }
  if (!is(c, 'case') && !is(c, 'default')) return false;
  take(c);
  let value: S.Expr | null = null;
  if (token.text === 'case') {
    value = parseConditional(c);
    if (accept(c, '...')) {
      const to = parseConditional(c);
      fence(c.sink, 'caseRange', cover(value.span, to.span));
    }
  }
  expect(c, ':', token.text === 'case' ? 'after the value of the case' : 'after `default`');
  out.push({ kind: 'case', value, span: since(c, token.start) });
  return !c.panic;
}

function parseKeyword(c: Cursor, word: string): S.Statement {
  switch (word) {
    case 'if':
      return parseIf(c);
    case 'for':
      return parseFor(c);
    case 'while':
      return parseWhile(c);
    case 'do':
      return parseDo(c);
    case 'switch':
      return parseSwitch(c);
    case 'goto':
      return parseGoto(c);
    case 'break':
    case 'continue': {
      const span = plainSpan(take(c));
      semicolon(c);
      return { kind: word, span };
    }
    case 'return':
      return parseReturn(c);
    case 'else':
      if (previous(c).text === '}' && hasSurplus(c)) tellSurplus(c, previous(c));
      else complain(c, 'else-without-if', 'This `else` belongs to no `if`.', here(c));
      take(c);
      return parseSub(c);
    case 'asm':
    case '__asm__': {
      const start = take(c).start;
      while (!is(c, '(') && !is(c, ';') && !atEnd(c)) take(c);
      if (is(c, '(')) skipBalanced(c);
      fence(c.sink, 'asm', since(c, start));
      semicolon(c);
      return { kind: 'empty', span: since(c, start) };
    }
    default:
      return parseSimple(c);
  }
}

function parseSimple(c: Cursor): S.Statement {
  const start = peek(c).start;
  if (is(c, '{')) return parseBlock(c);
  if (accept(c, ';')) return { kind: 'empty', span: since(c, start) };
  const read = parseExpression(c);
  semicolon(c);
  const expr = whole(c, read);
  return { kind: 'expression', expr, span: expr.span };
}

/** Takes the semicolon that ends a statement; a missing one is reported where it should stand, and forgiven. */
export function semicolon(c: Cursor): void {
  if (c.panic || accept(c, ';')) return;
  const next = peek(c);
  const end = previous(c).end;
  if (next.startsLine || next.text === '}' || next.kind === 'end' || next.kind === 'keyword') {
    complain(c, 'missing-semicolon', 'A semicolon is missing here.', { start: end, end });
    return;
  }
  const message =
    next.text === ')' || next.text === ']'
      ? `${shown(next)} closes nothing that is open here.`
      : `${shown(next)} can’t follow here: an operator or a semicolon is missing before it.`;
  fail(c, 'unexpected-token', message, here(c));
}

/** About half an expression nothing more is said: further errors would follow from the missing part. */
function whole(c: Cursor, expr: S.Expr): S.Expr {
  return c.panic ? broken(expr.span) : expr;
}

function parseCondition(c: Cursor, after: string): S.Expr {
  const isOpen = openHead(c, after);
  const condition = whole(c, parseExpression(c));
  closeHead(c, isOpen);
  return condition;
}

function parseIf(c: Cursor): S.Statement {
  const start = take(c).start;
  const condition = parseCondition(c, 'if');
  const span = since(c, start);
  if (c.panic) return { kind: 'if', condition, then: { kind: 'empty', span }, else: null, span };
  const then = is(c, '{') ? parseBlock(c, true) : parseSub(c);
  const otherwise = acceptElse(c) ? parseSub(c) : null;
  return { kind: 'if', condition, then, else: otherwise, span };
}

function parseFor(c: Cursor): S.Statement {
  const start = take(c).start;
  let init: S.Expr | S.Declaration | null = null;
  let condition: S.Expr | null = null;
  let increment: S.Expr | null = null;
  const isOpen = openHead(c, 'for');
  if (startsType(c) || startsUnknownType(c)) {
    const type = parseType(c);
    const declaration = parseDeclared(c, type, parseDeclarator(c, type));
    if (declaration.declared.length > 0) init = declaration;
  } else if (!is(c, ';')) init = whole(c, parseExpression(c));
  separator(c, 'start');
  if (!c.panic && !is(c, ';')) condition = whole(c, parseExpression(c));
  separator(c, 'test');
  if (!c.panic && !is(c, ')')) increment = whole(c, parseExpression(c));
  closeHead(c, isOpen);
  const span = since(c, start);
  const body: S.Statement = c.panic ? { kind: 'empty', span } : parseSub(c);
  return { kind: 'for', init, condition, increment, body, span, whole: since(c, start) };
}

function parseWhile(c: Cursor): S.Statement {
  const { test: condition, ...rest } = tested(c, 'while');
  return { kind: 'while', condition, ...rest };
}

/** What a word in front of it tests, and the statement after that. */
function tested(c: Cursor, word: 'while' | 'switch'): { test: S.Expr; body: S.Statement; span: Span } {
  const start = take(c).start;
  const test = parseCondition(c, word);
  const span = since(c, start);
  return { test, body: c.panic ? { kind: 'empty', span } : parseSub(c), span };
}

function parseDo(c: Cursor): S.Statement {
  take(c);
  const body = parseSub(c);
  const start = peek(c).start;
  if (!accept(c, 'while')) {
    const end = previous(c).end;
    fail(c, 'missing-while', 'The `while (…);` that ends this `do` is missing.', { start: end, end });
    return { kind: 'doWhile', condition: broken(here(c)), body, span: { start: end, end } };
  }
  const condition = parseCondition(c, 'while');
  const span = since(c, start);
  semicolon(c);
  return { kind: 'doWhile', condition, body, span };
}

function parseSwitch(c: Cursor): S.Statement {
  const { test: selector, ...rest } = tested(c, 'switch');
  return { kind: 'switch', selector, ...rest };
}

function parseGoto(c: Cursor): S.Statement {
  const start = take(c).start;
  if (is(c, '*')) {
    take(c);
    parseExpression(c);
    fence(c.sink, 'computedGoto', since(c, start));
    semicolon(c);
    return { kind: 'empty', span: since(c, start) };
  }
  const label = peek(c);
  if (label.kind === 'identifier') take(c);
  else failWhere(c, 'the name of a label');
  const span = since(c, start);
  semicolon(c);
  return { kind: 'goto', label: label.text, span };
}

function parseReturn(c: Cursor): S.Statement {
  const start = take(c).start;
  const bare = is(c, ';') || is(c, '}') || (peek(c).startsLine && peek(c).kind === 'keyword');
  const read = bare ? null : parseExpression(c);
  const span = since(c, start);
  semicolon(c);
  const value = read && whole(c, read);
  return { kind: 'return', value, span };
}

// -------------------------------------------------------------------------------------------------------- declarations

/** A declaration; or a function, which goes to the file even if it stands inside another whose brace is missing. */
export function parseDeclarationInto(
  c: Cursor,
  out: (S.Statement | S.FunctionDefinition)[],
  atFileScope: boolean,
): void {
  if (is(c, '_Static_assert') || is(c, 'static_assert')) {
    // A compiler checks the assertion; at run time it does nothing.
    take(c);
    if (is(c, '(')) skipBalanced(c);
    semicolon(c);
    return;
  }
  const type = parseType(c);
  if (accept(c, ';')) {
    // `enum { A, B };` declares all the same.
    if (type.enumerators.length > 0) out.push({ kind: 'declaration', type, declared: [], span: type.span });
    return;
  }
  const read = parseDeclarator(c, type);
  const declarator =
    atFileScope && lacksParenthesis(c, read) ? withParameters(c, read) : withOldTypes(c, read);
  if (declarator.name === '' && !c.panic) {
    failWhere(c, 'a name');
    return;
  }
  const isFunction = declarator.derivations[0]?.kind === 'function';
  if (isFunction && (is(c, '{') || (atFileScope && lacksBrace(c, declarator.name)))) {
    const definition = parseFunctionBody(c, type, declarator, atFileScope);
    if (atFileScope) out.push(definition);
    else c.items.push(definition);
    return;
  }
  const declaration = parseDeclared(c, type, declarator);
  semicolon(c);
  if (!atFileScope) c.items.push(...partOfFile(declaration));
  const inner = atFileScope ? declaration : partOfBlock(declaration);
  if (inner) out.push(inner);
}

function parseFunctionBody(
  c: Cursor,
  type: S.TypeSpecifier,
  declarator: S.FunctionDefinition['declarator'],
  atFileScope: boolean,
): S.FunctionDefinition {
  if (!atFileScope && c.askew) tellUnclosed(c, c.askew.open);
  else if (!atFileScope && !c.braceMissing) {
    c.braceMissing = true;
    complain(
      c,
      'missing-brace',
      `A closing brace is missing before the function \`${declarator.name}\`.`,
      declarator.nameSpan,
      'A function can’t be defined inside another one.',
    );
  }
  c.askew = null;
  const open = accept(c, '{') ?? peek(c);
  const body: S.Statement[] = [];
  parseBody(c, open, body);
  // Statements that follow, and a brace that closes nothing: the body was closed too early.
  while (atFileScope && startsStatement(c) && hasSurplus(c)) {
    tellSurplus(c, previous(c));
    if (is(c, 'else')) take(c);
    parseBody(c, open, body);
  }
  const span = since(c, open.start);
  return {
    kind: 'function',
    type,
    declarator,
    body: { kind: 'block', body, span },
    span: since(c, type.span.start),
  };
}
