import { itemAt } from '../../../base/lookup';
import { cover, type Span } from '../../../base/span';
import type { Token } from '../read/token';
import { fence } from '../resolve/fence';
import { broken, type Cursor, plainSpan, STATEMENT_LIMIT, shown } from './cursor';
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
  const open = c.accept('{') ?? c.peek();
  const body: S.Statement[] = [];
  parseBody(c, open, body, isThen);
  return { kind: 'block', body, span: c.since(open.start) };
}

/** Statements up to the brace that closes their block. */
function parseBody(c: Cursor, open: Token, body: S.Statement[], isThen = false): void {
  const read = () => {
    while (!c.is('}') && !c.atEnd() && !(isThen && c.is('else'))) parseInto(c, body);
  };
  c.inScope(() => c.deeper(read, STATEMENT_LIMIT));
  const close = c.accept('}');
  if (close) compareIndents(c, open, close);
  else if (c.is('else'))
    c.complain('missing-brace', 'A closing brace is missing before this `else`.', c.here());
  else tellUnclosed(c, open);
}

/** Reads one statement, with the labels before it, and makes sure that something was read. */
export function parseInto(c: Cursor, out: S.Statement[]): void {
  const before = c.at;
  parseUnlabelled(c, out);
  if (c.panic) c.synchronise();
  if (c.at === before && !c.atEnd()) c.take();
}

/** A statement under `if`, `for` and their like: labels and what they mark become a block. */
function parseSub(c: Cursor): S.Statement {
  if (c.is('}') || c.atEnd()) {
    c.fail('missing-statement', 'A statement is missing here.', c.here());
    return { kind: 'empty', span: c.here() };
  }
  const tellNext = tellBody(c);
  const out: S.Statement[] = [];
  c.deeper(() => parseInto(c, out), STATEMENT_LIMIT);
  if (!c.panic) tellNext();
  const [only] = out;
  if (out.length === 1 && only) return only;
  const span = out.length === 0 ? c.here() : c.since(itemAt(out, 0).span.start);
  return { kind: 'block', body: out, span };
}

function parseUnlabelled(c: Cursor, out: S.Statement[]): void {
  while (parseLabel(c, out));
  const token = c.peek();
  if (c.is('}') || token.kind === 'end') return;
  const word = token.kind === 'keyword' ? token.text : misspeltKeyword(c);
  if (
    startsType(c) ||
    (word === null && startsUnknownType(c)) ||
    c.is('_Static_assert') ||
    c.is('static_assert')
  ) {
    parseDeclarationInto(c, out, false);
    return;
  }
  out.push(word === null ? parseSimple(c) : parseKeyword(c, word));
}

/** Reads a label, if one is next. */
function parseLabel(c: Cursor, out: S.Statement[]): boolean {
  const token = c.peek();
  if (token.kind === 'identifier' && c.is(':', 1)) {
    c.take();
    c.take();
    out.push({ kind: 'label', name: token.text, span: plainSpan(token) });
    return true;
  }
  if (!c.is('case') && !c.is('default')) return false;
  c.take();
  let value: S.Expr | null = null;
  if (token.text === 'case') {
    value = parseConditional(c);
    if (c.accept('...')) {
      const to = parseConditional(c);
      fence(c.sink, 'caseRange', cover(value.span, to.span));
    }
  }
  c.expect(':', token.text === 'case' ? 'after the value of the case' : 'after `default`');
  out.push({ kind: 'case', value, span: c.since(token.start) });
  return !c.panic;
}

function parseKeyword(c: Cursor, word: string): S.Statement {
  return (PARSERS.get(word) ?? parseSimple)(c);
}

const PARSERS = new Map<string, (c: Cursor) => S.Statement>([
  ['if', parseIf],
  ['for', (c) => c.inScope(() => parseFor(c))],
  ['while', parseWhile],
  ['do', parseDo],
  ['switch', parseSwitch],
  ['goto', parseGoto],
  ['break', (c) => parseJump(c, 'break')],
  ['continue', (c) => parseJump(c, 'continue')],
  ['return', parseReturn],
  ['else', parseLooseElse],
  ['asm', parseAsm],
  ['__asm__', parseAsm],
]);

function parseJump(c: Cursor, kind: S.JumpStatement['kind']): S.Statement {
  const span = plainSpan(c.take());
  semicolon(c);
  return { kind, span };
}

function parseLooseElse(c: Cursor): S.Statement {
  if (c.previous().text === '}' && hasSurplus(c)) tellSurplus(c, c.previous());
  else c.complain('else-without-if', 'This `else` belongs to no `if`.', c.here());
  c.take();
  return parseSub(c);
}

function parseAsm(c: Cursor): S.Statement {
  const start = c.take().start;
  while (!c.is('(') && !c.is(';') && !c.atEnd()) c.take();
  if (c.is('(')) c.skipBalanced();
  fence(c.sink, 'asm', c.since(start));
  semicolon(c);
  return { kind: 'empty', span: c.since(start) };
}

function parseSimple(c: Cursor): S.Statement {
  const start = c.peek().start;
  if (c.is('{')) return parseBlock(c);
  if (c.accept(';')) return { kind: 'empty', span: c.since(start) };
  const read = parseExpression(c);
  semicolon(c);
  const expr = whole(c, read);
  return { kind: 'expression', expr, span: expr.span };
}

/** Takes the semicolon that ends a statement; a missing one is reported where it should stand, and forgiven. */
export function semicolon(c: Cursor): void {
  if (c.panic || c.accept(';')) return;
  const next = c.peek();
  const end = c.previous().end;
  if (next.startsLine || next.text === '}' || next.kind === 'end' || next.kind === 'keyword') {
    c.complain('missing-semicolon', 'A semicolon is missing here.', { start: end, end });
    return;
  }
  const message =
    next.text === ')' || next.text === ']'
      ? `${shown(next)} closes nothing that is open here.`
      : `${shown(next)} can’t follow here: an operator or a semicolon is missing before it.`;
  c.fail('unexpected-token', message, c.here());
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
  const start = c.take().start;
  const condition = parseCondition(c, 'if');
  const span = c.since(start);
  if (c.panic) return { kind: 'if', condition, then: { kind: 'empty', span }, else: null, span };
  const then = c.is('{') ? parseBlock(c, true) : parseSub(c);
  const otherwise = acceptElse(c) ? parseSub(c) : null;
  return { kind: 'if', condition, then, else: otherwise, span };
}

function parseFor(c: Cursor): S.Statement {
  const start = c.take().start;
  let init: S.Expr | S.Declaration | null = null;
  let condition: S.Expr | null = null;
  let increment: S.Expr | null = null;
  const isOpen = openHead(c, 'for');
  if (startsType(c) || startsUnknownType(c)) {
    const type = parseType(c);
    const declaration = parseDeclared(c, type, parseDeclarator(c, type));
    if (declaration.declared.length > 0) init = declaration;
  } else if (!c.is(';')) init = whole(c, parseExpression(c));
  separator(c, 'start');
  if (!c.panic && !c.is(';')) condition = whole(c, parseExpression(c));
  separator(c, 'test');
  if (!c.panic && !c.is(')')) increment = whole(c, parseExpression(c));
  closeHead(c, isOpen);
  const span = c.since(start);
  const body: S.Statement = c.panic ? { kind: 'empty', span } : parseSub(c);
  return { kind: 'for', init, condition, increment, body, span, whole: c.since(start) };
}

function parseWhile(c: Cursor): S.Statement {
  const { test: condition, ...rest } = tested(c, 'while');
  return { kind: 'while', condition, ...rest };
}

/** What a word in front of it tests, and the statement after that. */
function tested(c: Cursor, word: 'while' | 'switch'): { test: S.Expr; body: S.Statement; span: Span } {
  const start = c.take().start;
  const test = parseCondition(c, word);
  const span = c.since(start);
  return { test, body: c.panic ? { kind: 'empty', span } : parseSub(c), span };
}

function parseDo(c: Cursor): S.Statement {
  c.take();
  const body = parseSub(c);
  const start = c.peek().start;
  if (!c.accept('while')) {
    const end = c.previous().end;
    c.fail('missing-while', 'The `while (…);` that ends this `do` is missing.', { start: end, end });
    return { kind: 'doWhile', condition: broken(c.here()), body, span: { start: end, end } };
  }
  const condition = parseCondition(c, 'while');
  const span = c.since(start);
  semicolon(c);
  return { kind: 'doWhile', condition, body, span };
}

function parseSwitch(c: Cursor): S.Statement {
  const { test: selector, ...rest } = tested(c, 'switch');
  return { kind: 'switch', selector, ...rest };
}

function parseGoto(c: Cursor): S.Statement {
  const start = c.take().start;
  if (c.is('*')) {
    c.take();
    parseExpression(c);
    fence(c.sink, 'computedGoto', c.since(start));
    semicolon(c);
    return { kind: 'empty', span: c.since(start) };
  }
  const label = c.peek();
  if (label.kind === 'identifier') c.take();
  else c.failWhere('the name of a label');
  const span = c.since(start);
  semicolon(c);
  return { kind: 'goto', label: label.text, span };
}

function parseReturn(c: Cursor): S.Statement {
  const start = c.take().start;
  const bare = c.is(';') || c.is('}') || (c.peek().startsLine && c.peek().kind === 'keyword');
  const read = bare ? null : parseExpression(c);
  const span = c.since(start);
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
  if (c.is('_Static_assert') || c.is('static_assert')) {
    // A compiler checks the assertion; at run time it does nothing.
    c.take();
    if (c.is('(')) c.skipBalanced();
    semicolon(c);
    return;
  }
  const type = parseType(c);
  if (c.accept(';')) {
    // `enum { A, B };` declares all the same.
    if (type.enumerators.length > 0) out.push({ kind: 'declaration', type, declared: [], span: type.span });
    return;
  }
  const read = parseDeclarator(c, type);
  const declarator =
    atFileScope && lacksParenthesis(c, read) ? withParameters(c, read) : withOldTypes(c, read);
  if (declarator.name === '' && !c.panic) {
    c.failWhere('a name');
    return;
  }
  const isFunction = declarator.derivations[0]?.kind === 'function';
  if (isFunction && (c.is('{') || (atFileScope && lacksBrace(c, declarator.name)))) {
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
    c.complain(
      'missing-brace',
      `A closing brace is missing before the function \`${declarator.name}\`.`,
      declarator.nameSpan,
      'A function can’t be defined inside another one.',
    );
  }
  c.askew = null;
  const open = c.accept('{') ?? c.peek();
  const body: S.Statement[] = [];
  parseBody(c, open, body);
  // Statements that follow, and a brace that closes nothing: the body was closed too early.
  while (atFileScope && startsStatement(c) && hasSurplus(c)) {
    tellSurplus(c, c.previous());
    if (c.is('else')) c.take();
    parseBody(c, open, body);
  }
  const span = c.since(open.start);
  return {
    kind: 'function',
    type,
    declarator,
    body: { kind: 'block', body, span },
    span: c.since(type.span.start),
  };
}
