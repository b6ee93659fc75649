import { cover, type Span } from '../../../base/span';
import type { Token } from '../read/token';
import { fence } from '../resolve/fence';
import {
  accept,
  broken,
  type Cursor,
  complain,
  deeper,
  expect,
  fail,
  failWhere,
  HEIGHT_LIMIT,
  here,
  is,
  peek,
  plainSpan,
  shown,
  since,
  skipBalanced,
  take,
} from './cursor';
import { parseInitializer } from './parseDeclaration';
import { comma, startsOperand } from './recovery';
import type { ArithmeticOperator, BinaryOperation, CallExpression, Expr, UnaryOperation } from './syntax';
import { parseTypeName } from './types';
import { startsType } from './typeWords';
import { operands } from './walk';

/*
 * Expressions by precedence climbing. Every function returns a node whatever stands in the text; what can't be read
 * is `broken`, was reported, and leaves the cursor in panic.
 */

/** How tightly the binary operators bind. */
const PRECEDENCE: ReadonlyMap<string, number> = new Map([
  ['||', 1],
  ['&&', 2],
  ['|', 3],
  ['^', 4],
  ['&', 5],
  ['==', 6],
  ['!=', 6],
  ['<', 7],
  ['>', 7],
  ['<=', 7],
  ['>=', 7],
  ['<<', 8],
  ['>>', 8],
  ['+', 9],
  ['-', 9],
  ['*', 10],
  ['/', 10],
  ['%', 10],
]);
const ASSIGNMENT = /^(?:[-+*/%&|^]|<<|>>)?=$/;
const PREFIX = new Set(['-', '+', '!', '~', '*', '&']);

type Unmeasured<E> = E extends Expr ? Omit<E, 'height'> : never;

/** Makes a node of what nothing else holds yet, and refuses one that is too high. */
function node(c: Cursor, e: Unmeasured<Expr>, ...parts: readonly Expr[]): Expr {
  let height = 0;
  for (const part of parts) if (part.height > height) height = part.height;
  if (height < HEIGHT_LIMIT) {
    const made = e as Expr & { height: number };
    made.height = height + 1;
    return made;
  }
  if (!c.panic)
    complain(
      c,
      'too-deep',
      `This expression has more than ${HEIGHT_LIMIT} operations inside each other.`,
      e.span,
      'Split it: give a part a name of its own.',
    );
  c.panic = true;
  return broken(e.span);
}

/** With the comma operator. */
export function parseExpression(c: Cursor): Expr {
  let left = parseAssignment(c);
  while (!c.panic && accept(c, ',')) {
    const right = parseAssignment(c);
    left = node(c, { kind: 'comma', left, right, span: cover(left.span, right.span) }, left, right);
  }
  return left;
}

/** Without it: arguments, initialisers. */
export function parseAssignment(c: Cursor): Expr {
  const read = () => {
    const target = parseConditional(c);
    return c.panic ? target : assignmentTo(c, target);
  };
  return deeper(c, read) ?? broken(here(c));
}

function assignmentTo(c: Cursor, target: Expr): Expr {
  const op = peek(c);
  if (op.kind !== 'punctuator' || !ASSIGNMENT.test(op.text)) return target;
  take(c);
  const value = parseAssignment(c);
  return node(
    c,
    {
      kind: 'assign',
      op: op.text === '=' ? null : (op.text.slice(0, -1) as ArithmeticOperator),
      opSpan: plainSpan(op),
      target,
      value,
      span: cover(target.span, value.span),
    },
    target,
    value,
  );
}

/** Constant expressions and the arms of `?:` stop before an assignment. */
export function parseConditional(c: Cursor): Expr {
  const condition = parseBinary(c, 1);
  if (c.panic || !accept(c, '?')) return condition;
  const arms = deeper(c, () => {
    const whenTrue = parseExpression(c);
    expect(c, ':', 'between the two values of `?:`');
    return [whenTrue, c.panic ? broken(here(c)) : parseConditional(c)] as const;
  });
  if (!arms) return broken(here(c));
  const [whenTrue, whenFalse] = arms;
  const span = cover(condition.span, whenFalse.span);
  return node(c, { kind: 'conditional', condition, whenTrue, whenFalse, span }, condition, ...arms);
}

function parseBinary(c: Cursor, weakest: number): Expr {
  let left = parseUnary(c);
  while (!c.panic) {
    const op = peek(c);
    const precedence = op.kind === 'punctuator' ? PRECEDENCE.get(op.text) : undefined;
    if (precedence === undefined || precedence < weakest) break;
    take(c);
    tellPower(c, op);
    const right = parseBinary(c, precedence + 1);
    left = node(
      c,
      {
        kind: 'binary',
        op: op.text as BinaryOperation['op'],
        opSpan: plainSpan(op),
        left,
        right,
        span: cover(left.span, right.span),
      },
      left,
      right,
    );
  }
  return left;
}

/** `x**2` */
function tellPower(c: Cursor, { text, end }: Token): void {
  const { start } = peek(c);
  if (text !== '*' || !is(c, '*') || start !== end || !/^(?:integer|real)$/.test(peek(c, 1).kind)) return;
  take(c);
  complain(
    c,
    'unexpected-token',
    'C has no operator for powers.',
    { start: end - 1, end: end + 1 },
    'Write `pow(x, 2)` or `x * x`.',
  );
}

function parseUnary(c: Cursor): Expr {
  const token = peek(c);
  const isPrefix = token.kind === 'punctuator' && PREFIX.has(token.text);
  if (isPrefix || is(c, '++') || is(c, '--')) {
    const operand = deeper(c, () => {
      take(c);
      return parseUnary(c);
    });
    if (!operand) return broken(here(c));
    const span = since(c, token.start);
    if (isPrefix)
      return node(c, { kind: 'unary', op: token.text as UnaryOperation['op'], operand, span }, operand);
    return node(c, { kind: 'update', op: token.text as '++' | '--', prefix: true, operand, span }, operand);
  }
  if (is(c, 'sizeof')) return parseSizeof(c);
  if (is(c, '(') && startsType(c, 1)) return parseCast(c);
  return parsePostfix(c, parsePrimary(c));
}

function parseSizeof(c: Cursor): Expr {
  const start = take(c).start;
  if (is(c, '(') && startsType(c, 1)) {
    take(c);
    const { type, specifier, derivations } = parseTypeName(c);
    expect(c, ')', 'after the type');
    const span = since(c, start);
    return node(c, { kind: 'sizeof', type, specifier, derivations, operand: null, span });
  }
  const operand = deeper(c, () => parseUnary(c));
  if (!operand) return broken(here(c));
  const none = { type: null, specifier: null, derivations: [] };
  return node(c, { kind: 'sizeof', ...none, operand, span: since(c, start) }, operand);
}

function parseCast(c: Cursor): Expr {
  const start = take(c).start;
  const { type, pointee, specifier, derivations } = parseTypeName(c);
  expect(c, ')', 'after the type of a cast');
  if (is(c, '{')) {
    const initializer = parseInitializer(c);
    const span = since(c, start);
    const literal = { kind: 'compound', type: specifier, derivations, initializer, span } as const;
    return parsePostfix(c, node(c, literal, ...operands({ ...literal, height: 0 })));
  }
  const operand = deeper(c, () => (c.panic ? broken(here(c)) : parseUnary(c)));
  if (!operand) return broken(here(c));
  const wraps = specifier.wraps === true && type !== 'pointer';
  return node(c, { kind: 'cast', type, wraps, pointee, specifier, operand, span: since(c, start) }, operand);
}

function parsePostfix(c: Cursor, primary: Expr): Expr {
  let e = primary;
  while (!c.panic) {
    const start = e.span.start;
    if (is(c, '(')) e = parseCall(c, e);
    else if (accept(c, '[')) {
      const index = parseExpression(c);
      expect(c, ']', 'after the subscript');
      e = node(c, { kind: 'subscript', base: e, index, span: since(c, start) }, e, index);
    } else if (is(c, '++') || is(c, '--')) {
      const op = take(c).text as '++' | '--';
      e = node(c, { kind: 'update', op, prefix: false, operand: e, span: since(c, start) }, e);
    } else if (is(c, '.') || is(c, '->')) {
      const arrow = take(c).text === '->';
      const name = peek(c).kind === 'identifier' ? take(c).text : '';
      if (name === '') failWhere(c, 'the name of a member');
      e = node(c, { kind: 'member', base: e, name, arrow, span: since(c, start) }, e);
    } else break;
  }
  return e;
}

function parseCall(c: Cursor, callee: Expr): Expr {
  const open = take(c);
  const args: Expr[] = [];
  if (!is(c, ')')) {
    do args.push(parseAssignment(c));
    while (comma(c, startsOperand, ' or an operator'));
  }
  expect(c, ')', 'after the arguments');
  return callOf(c, callee, { args, argsSpan: since(c, open.start), span: since(c, callee.span.start) });
}

/** `(c ? f : g)(x)` is `c ? f(x) : g(x)`. */
function callOf(c: Cursor, callee: Expr, call: Pick<CallExpression, 'args' | 'argsSpan' | 'span'>): Expr {
  if (callee.kind !== 'conditional') return node(c, { ...call, kind: 'call', callee }, callee, ...call.args);
  const whenTrue = callOf(c, callee.whenTrue, call);
  const whenFalse = callOf(c, callee.whenFalse, call);
  const { span } = call;
  return node(c, { ...callee, whenTrue, whenFalse, span }, callee.condition, whenTrue, whenFalse);
}

function parsePrimary(c: Cursor): Expr {
  const token = peek(c);
  const span: Span = plainSpan(token);
  switch (token.kind) {
    case 'identifier':
      take(c);
      return node(c, { kind: 'name', name: token.text, span });
    case 'integer':
    case 'real':
      take(c);
      return node(c, {
        kind: 'number',
        text: token.text,
        real: token.kind === 'real',
        wraps: c.wraps && isUnsignedLiteral(token.text),
        span,
      });
    case 'string':
      return parseString(c);
    case 'character':
      take(c);
      return node(c, { kind: 'character', text: token.text, span });
    default:
      if (is(c, '(')) return parseParenthesis(c);
      if (is(c, '_Generic')) return refuse(c, 'generic');
      failWhere(c, 'a value');
      return broken(here(c));
  }
}

/** Neighbouring strings are one. */
function parseString(c: Cursor): Expr {
  const start = peek(c).start;
  let text = '';
  while (peek(c).kind === 'string') {
    const part = take(c).text;
    text = text === '' ? part : `${text} ${part}`;
  }
  return node(c, { kind: 'string', text, span: since(c, start) });
}

function parseParenthesis(c: Cursor): Expr {
  const open = take(c);
  if (is(c, '{')) {
    c.at--;
    return refuse(c, 'statementExpression');
  }
  const inner = parseExpression(c);
  if (!accept(c, ')'))
    fail(
      c,
      'missing-parenthesis',
      `The parenthesis that opens here is not closed before ${shown(peek(c))}.`,
      plainSpan(open),
    );
  // The parentheses belong to the text of the expression, so that what is lit is what was written.
  return inner.kind === 'broken' ? inner : { ...inner, span: since(c, open.start) };
}

function refuse(c: Cursor, what: 'generic' | 'statementExpression'): Expr {
  const start = peek(c).start;
  if (!is(c, '(')) take(c);
  skipBalanced(c);
  const span = since(c, start);
  fence(c.sink, what, span);
  return broken(span);
}

/** `5u`, and hexadecimal ones that an `int` does not hold. */
function isUnsignedLiteral(text: string): boolean {
  if (/^(0x[\da-f]+|\d+)u$/i.test(text)) return true;
  const value = /^0x[\da-f]+$/i.test(text) ? Number(text) : 0;
  return value >= 2 ** 31 && value < 2 ** 32;
}
