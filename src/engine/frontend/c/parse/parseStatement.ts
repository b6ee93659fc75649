import { itemAt } from '../../../base/lookup';
import { cover } from '../../../base/span';
import { fence } from '../resolve/fence';
import {
  accept,
  atEnd,
  broken,
  type Cursor,
  complain,
  enter,
  expect,
  fail,
  here,
  is,
  leave,
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
import { parseDeclared, withOldTypes } from './parseDeclaration';
import { parseConditional, parseExpression } from './parseExpression';
import type {
  BlockStatement,
  Declaration,
  Expr,
  FunctionDefinition,
  Statement,
  TypeSpecifier,
} from './syntax';
import { parseDeclarator, parseType } from './types';
import { startsType, startsUnknownType } from './typeWords';

/*
 * Statements, with recovery: whatever goes wrong inside one, the next one is read again from firm ground.
 * Labels are statements of their own in the list that holds what they mark.
 */

/** A block whose `{` is next. */
export function parseBlock(c: Cursor): BlockStatement {
  const open = accept(c, '{') ?? peek(c);
  const body: Statement[] = [];
  if (enter(c, STATEMENT_LIMIT)) while (!is(c, '}') && !atEnd(c)) parseInto(c, body);
  leave(c);
  if (!accept(c, '}') && !c.braceMissing) {
    c.braceMissing = true;
    complain(c, 'missing-brace', 'The brace that opens here is never closed.', plainSpan(open));
  }
  return { kind: 'block', body, span: since(c, open.start) };
}

/** Reads one statement, with the labels before it, and makes sure that something was read. */
export function parseInto(c: Cursor, out: Statement[]): void {
  const before = c.at;
  parseUnlabelled(c, out);
  if (c.panic) synchronise(c);
  if (c.at === before && !atEnd(c)) take(c);
}

/** A statement under `if`, `for` and their like: labels and what they mark become a block. */
function parseSub(c: Cursor): Statement {
  if (is(c, '}') || atEnd(c)) {
    fail(c, 'missing-statement', `A statement is missing before ${shown(peek(c))}.`, here(c));
    return { kind: 'empty', span: here(c) };
  }
  const out: Statement[] = [];
  if (enter(c, STATEMENT_LIMIT)) parseInto(c, out);
  leave(c);
  const [only] = out;
  if (out.length === 1 && only) return only;
  const span = out.length === 0 ? here(c) : since(c, itemAt(out, 0).span.start);
  return { kind: 'block', body: out, span };
}

function parseUnlabelled(c: Cursor, out: Statement[]): void {
  while (parseLabel(c, out));
  const token = peek(c);
  if (is(c, '}') || token.kind === 'end') return;
  if (startsType(c) || startsUnknownType(c) || is(c, '_Static_assert') || is(c, 'static_assert')) {
    parseDeclarationInto(c, out, false);
    return;
  }
  out.push(token.kind === 'keyword' ? parseKeyword(c, token.text) : parseSimple(c));
}

/** Reads a label, if one is next. */
function parseLabel(c: Cursor, out: Statement[]): boolean {
  const token = peek(c);
  if (token.kind === 'identifier' && is(c, ':', 1)) {
    take(c);
    take(c);
    out.push({ kind: 'label', name: token.text, span: plainSpan(token) });
    return true;
  }
  if (!is(c, 'case') && !is(c, 'default')) return false;
  take(c);
  let value: Expr | null = null;
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

function parseKeyword(c: Cursor, word: string): Statement {
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
      fail(c, 'else-without-if', 'This `else` belongs to no `if`.', plainSpan(take(c)));
      c.panic = false;
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

function parseSimple(c: Cursor): Statement {
  const start = peek(c).start;
  if (is(c, '{')) return parseBlock(c);
  if (accept(c, ';')) return { kind: 'empty', span: since(c, start) };
  const expr = parseExpression(c);
  if (!c.panic) semicolon(c);
  return { kind: 'expression', expr, span: expr.span };
}

/** Takes the semicolon that ends a statement; a missing one is told where it should stand, and forgiven. */
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

function parseCondition(c: Cursor, after: string): Expr {
  if (!expect(c, '(', `after \`${after}\``)) return broken(here(c));
  const condition = parseExpression(c);
  closeHead(c, after);
  return condition;
}

/** The parenthesis that ends the head of a statement. When it is missing the body is read all the same. */
function closeHead(c: Cursor, word: string): void {
  if (accept(c, ')')) return;
  fail(
    c,
    'missing-parenthesis',
    `The parenthesis after \`${word}\` is not closed before ${shown(peek(c))}.`,
    here(c),
  );
  // The body begins at the next brace, unless the statement ends first.
  while (!atEnd(c) && !is(c, '{') && !is(c, '}') && !is(c, ';') && !is(c, ')')) take(c);
  if (accept(c, ')') || is(c, '{')) c.panic = false;
}

function parseIf(c: Cursor): Statement {
  const start = take(c).start;
  const condition = parseCondition(c, 'if');
  const span = since(c, start);
  if (c.panic) return { kind: 'if', condition, then: { kind: 'empty', span }, else: null, span };
  const then = parseSub(c);
  const otherwise = accept(c, 'else') ? parseSub(c) : null;
  return { kind: 'if', condition, then, else: otherwise, span };
}

function parseFor(c: Cursor): Statement {
  const start = take(c).start;
  let init: Expr | Declaration | null = null;
  let condition: Expr | null = null;
  let increment: Expr | null = null;
  if (expect(c, '(', 'after `for`')) {
    if (startsType(c) || startsUnknownType(c)) {
      const type = parseType(c);
      init = parseDeclared(c, type, parseDeclarator(c, type));
    } else if (!is(c, ';')) init = parseExpression(c);
    separator(c, 'start');
    if (!c.panic && !is(c, ';')) condition = parseExpression(c);
    separator(c, 'test');
    if (!c.panic && !is(c, ')')) increment = parseExpression(c);
    closeHead(c, 'for');
  }
  const span = since(c, start);
  const body: Statement = c.panic ? { kind: 'empty', span } : parseSub(c);
  return { kind: 'for', init, condition, increment, body, span, whole: since(c, start) };
}

function separator(c: Cursor, part: string): void {
  if (c.panic || accept(c, ';')) return;
  const end = previous(c).end;
  const say = is(c, ')') || atEnd(c) ? fail : complain;
  say(c, 'missing-semicolon', `A semicolon is missing after the ${part} of \`for\`.`, { start: end, end });
}

function parseWhile(c: Cursor): Statement {
  const start = take(c).start;
  const condition = parseCondition(c, 'while');
  const span = since(c, start);
  const body: Statement = c.panic ? { kind: 'empty', span } : parseSub(c);
  return { kind: 'while', condition, body, span };
}

function parseDo(c: Cursor): Statement {
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

function parseSwitch(c: Cursor): Statement {
  const start = take(c).start;
  const selector = parseCondition(c, 'switch');
  const span = since(c, start);
  const body: Statement = c.panic ? { kind: 'empty', span } : parseSub(c);
  return { kind: 'switch', selector, body, span };
}

function parseGoto(c: Cursor): Statement {
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
  else fail(c, 'unexpected-token', `${shown(label)} stands where the name of a label is expected.`, here(c));
  const span = since(c, start);
  semicolon(c);
  return { kind: 'goto', label: label.text, span };
}

function parseReturn(c: Cursor): Statement {
  const start = take(c).start;
  const bare = is(c, ';') || is(c, '}') || (peek(c).startsLine && peek(c).kind === 'keyword');
  const value = bare ? null : parseExpression(c);
  const span = since(c, start);
  semicolon(c);
  return { kind: 'return', value, span };
}

// -------------------------------------------------------------------------------------------------------- declarations

/** A declaration; or a function, which goes to the file even if it stands inside another whose brace is missing. */
export function parseDeclarationInto(
  c: Cursor,
  out: (Statement | FunctionDefinition)[],
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
  const declarator = withOldTypes(c, parseDeclarator(c, type));
  if (declarator.name === '' && !c.panic) {
    fail(c, 'unexpected-token', `${shown(peek(c))} stands where a name is expected.`, here(c));
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
  out.push(declaration);
  semicolon(c);
}

/** A closing brace that closes nothing shows that the head before it has no brace that opens its body. */
function lacksBrace(c: Cursor, name: string): boolean {
  if (c.panic || is(c, ';') || is(c, ',')) return false;
  let depth = 0;
  for (let k = 0; depth >= 0; k++) {
    if (peek(c, k).kind === 'end') return false;
    if (is(c, '{', k)) depth++;
    else if (is(c, '}', k)) depth--;
  }
  const { end } = previous(c);
  complain(c, 'missing-brace', `The brace that opens the body of \`${name}\` is missing.`, {
    start: end,
    end,
  });
  return true;
}

function parseFunctionBody(
  c: Cursor,
  type: TypeSpecifier,
  declarator: FunctionDefinition['declarator'],
  atFileScope: boolean,
): FunctionDefinition {
  if (!atFileScope && !c.braceMissing) {
    c.braceMissing = true;
    complain(
      c,
      'missing-brace',
      `A closing brace is missing before the function \`${declarator.name}\`.`,
      declarator.nameSpan,
      'A function can’t be defined inside another one.',
    );
  }
  const body = parseBlock(c);
  return { kind: 'function', type, declarator, body, span: since(c, type.span.start) };
}
