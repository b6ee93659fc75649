import { cover, type Span } from '../../../base/span';
import type { Token } from '../read/token';
import { fence } from '../resolve/fence';
import { broken, type Cursor, HEIGHT_LIMIT, plainSpan, shown } from './cursor';
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
    c.complain(
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
  while (!c.panic && c.accept(',')) {
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
  return c.deeper(read) ?? broken(c.here());
}

function assignmentTo(c: Cursor, target: Expr): Expr {
  const op = c.peek();
  if (op.kind !== 'punctuator' || !ASSIGNMENT.test(op.text)) return target;
  c.take();
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
  if (c.panic || !c.accept('?')) return condition;
  const arms = c.deeper(() => {
    const whenTrue = parseExpression(c);
    c.expect(':', 'between the two values of `?:`');
    return [whenTrue, c.panic ? broken(c.here()) : parseConditional(c)] as const;
  });
  if (!arms) return broken(c.here());
  const [whenTrue, whenFalse] = arms;
  const span = cover(condition.span, whenFalse.span);
  return node(c, { kind: 'conditional', condition, whenTrue, whenFalse, span }, condition, ...arms);
}

function parseBinary(c: Cursor, weakest: number): Expr {
  let left = parseUnary(c);
  while (!c.panic) {
    const op = c.peek();
    const precedence = op.kind === 'punctuator' ? PRECEDENCE.get(op.text) : undefined;
    if (precedence === undefined || precedence < weakest) break;
    c.take();
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
  const { start } = c.peek();
  if (text !== '*' || !c.is('*') || start !== end || !/^(?:integer|real)$/.test(c.peek(1).kind)) return;
  c.take();
  c.complain(
    'unexpected-token',
    'C has no operator for powers.',
    { start: end - 1, end: end + 1 },
    'Write `pow(x, 2)` or `x * x`.',
  );
}

function parseUnary(c: Cursor): Expr {
  const token = c.peek();
  const isPrefix = token.kind === 'punctuator' && PREFIX.has(token.text);
  if (isPrefix || c.is('++') || c.is('--')) {
    const operand = c.deeper(() => {
      c.take();
      return parseUnary(c);
    });
    if (!operand) return broken(c.here());
    const span = c.since(token.start);
    if (isPrefix)
      return node(c, { kind: 'unary', op: token.text as UnaryOperation['op'], operand, span }, operand);
    return node(c, { kind: 'update', op: token.text as '++' | '--', prefix: true, operand, span }, operand);
  }
  if (c.is('sizeof')) return parseSizeof(c);
  if (c.is('(') && startsType(c, 1)) return parseCast(c);
  return parsePostfix(c, parsePrimary(c));
}

function parseSizeof(c: Cursor): Expr {
  const start = c.take().start;
  if (c.is('(') && startsType(c, 1)) {
    c.take();
    const { type, specifier, derivations } = parseTypeName(c);
    c.expect(')', 'after the type');
    const span = c.since(start);
    return node(c, { kind: 'sizeof', type, specifier, derivations, operand: null, span });
  }
  const operand = c.deeper(() => parseUnary(c));
  if (!operand) return broken(c.here());
  const none = { type: null, specifier: null, derivations: [] };
  return node(c, { kind: 'sizeof', ...none, operand, span: c.since(start) }, operand);
}

function parseCast(c: Cursor): Expr {
  const start = c.take().start;
  const { type, pointee, specifier, derivations } = parseTypeName(c);
  c.expect(')', 'after the type of a cast');
  if (c.is('{')) {
    const initializer = parseInitializer(c);
    const span = c.since(start);
    const literal = { kind: 'compound', type: specifier, derivations, initializer, span } as const;
    return parsePostfix(c, node(c, literal, ...operands({ ...literal, height: 0 })));
  }
  const operand = c.deeper(() => (c.panic ? broken(c.here()) : parseUnary(c)));
  if (!operand) return broken(c.here());
  const wraps = specifier.wraps === true && type !== 'pointer';
  return node(c, { kind: 'cast', type, wraps, pointee, specifier, operand, span: c.since(start) }, operand);
}

function parsePostfix(c: Cursor, primary: Expr): Expr {
  let e = primary;
  while (!c.panic) {
    const start = e.span.start;
    if (c.is('(')) e = parseCall(c, e);
    else if (c.accept('[')) {
      const index = parseExpression(c);
      c.expect(']', 'after the subscript');
      e = node(c, { kind: 'subscript', base: e, index, span: c.since(start) }, e, index);
    } else if (c.is('++') || c.is('--')) {
      const op = c.take().text as '++' | '--';
      e = node(c, { kind: 'update', op, prefix: false, operand: e, span: c.since(start) }, e);
    } else if (c.is('.') || c.is('->')) {
      const arrow = c.take().text === '->';
      const name = c.peek().kind === 'identifier' ? c.take().text : '';
      if (name === '') c.failWhere('the name of a member');
      e = node(c, { kind: 'member', base: e, name, arrow, span: c.since(start) }, e);
    } else break;
  }
  return e;
}

function parseCall(c: Cursor, callee: Expr): Expr {
  const open = c.take();
  const args: Expr[] = [];
  if (!c.is(')')) {
    do args.push(parseAssignment(c));
    while (comma(c, startsOperand, ' or an operator'));
  }
  c.expect(')', 'after the arguments');
  return callOf(c, callee, { args, argsSpan: c.since(open.start), span: c.since(callee.span.start) });
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
  const token = c.peek();
  const span: Span = plainSpan(token);
  switch (token.kind) {
    case 'identifier':
      c.take();
      return node(c, { kind: 'name', name: token.text, span });
    case 'integer':
    case 'real':
      c.take();
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
      c.take();
      return node(c, { kind: 'character', text: token.text, span });
    default:
      if (c.is('(')) return parseParenthesis(c);
      if (c.is('_Generic')) return refuse(c, 'generic');
      c.failWhere('a value');
      return broken(c.here());
  }
}

/** Neighbouring strings are one. */
function parseString(c: Cursor): Expr {
  const start = c.peek().start;
  let text = '';
  while (c.peek().kind === 'string') {
    const part = c.take().text;
    text = text === '' ? part : `${text} ${part}`;
  }
  return node(c, { kind: 'string', text, span: c.since(start) });
}

function parseParenthesis(c: Cursor): Expr {
  const open = c.take();
  if (c.is('{')) {
    c.at--;
    return refuse(c, 'statementExpression');
  }
  const inner = parseExpression(c);
  if (!c.accept(')'))
    c.fail(
      'missing-parenthesis',
      `The parenthesis that opens here is not closed before ${shown(c.peek())}.`,
      plainSpan(open),
    );
  // The parentheses belong to the text of the expression, so that what is lit is what was written.
  return inner.kind === 'broken' ? inner : { ...inner, span: c.since(open.start) };
}

function refuse(c: Cursor, what: 'generic' | 'statementExpression'): Expr {
  const start = c.peek().start;
  if (!c.is('(')) c.take();
  c.skipBalanced();
  const span = c.since(start);
  fence(c.sink, what, span);
  return broken(span);
}

/** `5u`, and hexadecimal ones that an `int` does not hold. */
function isUnsignedLiteral(text: string): boolean {
  if (/^(0x[\da-f]+|\d+)u$/i.test(text)) return true;
  const value = /^0x[\da-f]+$/i.test(text) ? Number(text) : 0;
  return value >= 2 ** 31 && value < 2 ** 32;
}
