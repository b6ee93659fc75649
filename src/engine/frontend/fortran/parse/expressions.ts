/**
 * Expressions, by precedence climbing (Pratt). From loose to tight:
 *
 *   .eqv. .neqv.  <  .or.  <  .and.  <  .not.  <  relations  <  //  <  + - (signs too)  <  * /  <  ** (from the right)
 *
 * A sign has the rank of `+`, so `-x**2` and `-a*b` negate the whole term.
 */

import { cover, type Span } from '../../../base/span';
import { inParentheses } from './fence';
import { apply, integer, logical, paren } from './made';
import type { StatementReader, Token } from './reader';
import type * as S from './syntax';
import { operatorName } from './syntax';
import { typeBy } from './types';

const RANKS: Record<string, number> = {
  '.eqv.': 1,
  '.neqv.': 1,
  '.or.': 2,
  '.and.': 3,
  '.eq.': 5,
  '.ne.': 5,
  '.lt.': 5,
  '.le.': 5,
  '.gt.': 5,
  '.ge.': 5,
  '//': 6,
  '+': 7,
  '-': 7,
  '*': 8,
  '/': 8,
  '**': 9,
};
/** The name of the function that stands for the literal `(1.0, 2.0)`; its arguments are the parts. */
export const LITERAL = '(,)';

/** An operator of one's own binds less than all others between two operands, and more than they before one. */
const DEFINED = 0;
const HIGHEST = 10;
const NOT = 4;
const SIGN = 7;

/** Trees deeper than this can't be walked safely by recursion on every stack we run on. */
const DEEPEST = 200;
const LONGEST = 1000;

export function parseExpression(reader: StatementReader): S.ExprSyntax {
  return climb(reader, 0, 0);
}

function climb(reader: StatementReader, rank: number, depth: number): S.ExprSyntax {
  if (depth > DEEPEST) {
    const token = reader.peek();
    reader.fail(
      `This expression is nested more than ${DEEPEST} deep.`,
      reader.span(token.start, token.end),
      'Compute its parts into variables first.',
    );
    return bad(reader);
  }
  let left = prefix(reader, depth);
  for (let length = 0; ; length++) {
    const token = reader.peek();
    const found = token.kind === 'operator' ? rankOf(token.text) : undefined;
    if (found === undefined || found < rank) return left;
    if (length > LONGEST) {
      reader.fail(
        `This expression joins more than ${LONGEST} operands.`,
        reader.span(token.start, token.end),
        'Compute its parts into variables first.',
      );
      return bad(reader);
    }
    reader.take();
    // `**` groups from the right; relations don't chain, which types tell.
    const right = climb(reader, token.text === '**' ? found : found + 1, depth + 1);
    const span = cover(left.span, right.span);
    left =
      found === DEFINED
        ? applied(reader, token, [left, right], span)
        : { kind: 'binary', op: token.text as S.BinaryOperator, left, right, span };
  }
}

function prefix(reader: StatementReader, depth: number): S.ExprSyntax {
  const token = reader.peek();
  if (token.kind === 'operator' && (token.text === '-' || token.text === '+' || token.text === '.not.')) {
    reader.take();
    const operand = climb(reader, token.text === '.not.' ? NOT : SIGN + 1, depth + 1);
    return {
      kind: 'unary',
      op: token.text,
      operand,
      span: cover(reader.span(token.start, token.end), operand.span),
    };
  }
  if (token.kind === 'operator' && rankOf(token.text) === DEFINED) {
    reader.take();
    const operand = climb(reader, HIGHEST, depth + 1);
    return applied(reader, token, [operand], cover(reader.span(token.start, token.end), operand.span));
  }
  return primary(reader, depth);
}

/** `.name.`, whose meaning an INTERFACE defines. */
const rankOf = (operator: string): number | undefined =>
  RANKS[operator] ?? (/^\.(?!(?:not|true|false)\.)[a-z]+\.$/.test(operator) ? DEFINED : undefined);

function applied(
  reader: StatementReader,
  { text, start, end }: Token,
  operands: readonly S.ExprSyntax[],
  span: Span,
): S.ApplySyntax {
  const args = operands.map((value) => ({ keyword: null, value, span: value.span }));
  return { kind: 'apply', name: operatorName(text), nameSpan: reader.span(start, end), args, span };
}

function primary(reader: StatementReader, depth: number): S.ExprSyntax {
  const token = reader.peek();
  const span = reader.span(token.start, token.end);
  switch (token.kind) {
    case 'integer':
    case 'real':
      return numberAt(reader, token);
    case 'string':
      reader.take();
      return { kind: 'string', value: token.text, span };
    case 'name':
      return notFinite(reader, token) ?? designator(reader, depth);
    case 'operator':
      if (token.text === '.true.' || token.text === '.false.') {
        reader.take();
        // `.true._4`: a kind changes nothing.
        const kind = /^_\w+/.exec(reader.text.slice(reader.pos));
        if (kind) reader.moveTo(reader.pos + kind[0].length);
        return logical(token.text === '.true.', span);
      }
      if (token.text === '(') return parenthesis(reader, depth);
      if (token.text === '(/' || token.text === '[') return arrayConstructor(reader, depth);
      break;
    case 'end':
      break;
  }
  reader.failHere('an operand', ...(reader.atEnd ? reader.advice() : []));
  return bad(reader);
}

/** `x`, `x(…)`, `x(…)%y(…)` */
export function designator(reader: StatementReader, depth = 0): S.NameSyntax | S.ApplySyntax | S.BadSyntax {
  const token = reader.take();
  if (/^[bozx]$/i.test(token.text) && isAttached(reader, token, 'string'))
    return refuse(reader, token, 'Constants in other bases are', 'Write the number in decimal.');
  const nameSpan = reader.span(token.start, token.end);
  let result: S.NameSyntax | S.ApplySyntax = { kind: 'name', name: token.text, span: nameSpan };
  if (reader.is('(') || reader.is('(/')) {
    const args = argumentList(reader, depth);
    result = { kind: 'apply', name: token.text, nameSpan, args, span: reader.spanFrom(token.start) };
  }
  return reader.is('%') ? component(reader, result, token.start, depth) : result;
}

/** `real(z'7ff8000000000000', 8)`: printed code says so what Fortran has no literal for. */
function notFinite(reader: StatementReader, from: Token): S.NumberSyntax | null {
  const found = /^real\s*\(\s*z'([0-9a-f]+)'\s*,\s*([48])\s*\)/.exec(reader.text.slice(from.start));
  const text = found?.[1] && NOT_FINITE[found[1]];
  if (!found || !text) return null;
  reader.moveTo(from.start + found[0].length);
  return { kind: 'number', text, real: true, suffix: found[2] ?? null, span: reader.spanFrom(from.start) };
}
const NOT_FINITE: Record<string, string> = {
  '7ff8000000000000': 'NaN',
  '7fc00000': 'NaN',
  '7ff0000000000000': 'Infinity',
  '7f800000': 'Infinity',
  fff0000000000000: '-Infinity',
  ff800000: '-Infinity',
};

function isAttached(reader: StatementReader, to: Token, kind: Token['kind']): boolean {
  const next = reader.peek();
  return next.kind === kind && next.start === to.end;
}

/** Refuses two tokens that are one, and with them the rest of the statement. */
function refuse(reader: StatementReader, from: Token, what: string, instead: string): S.BadSyntax {
  const span = reader.span(from.start, reader.peek().end);
  reader.sink.error('unsupported', `${what} not supported.`, span, instead);
  reader.giveUp();
  return { kind: 'bad', span };
}

/** A number; text in Hollerith form begins like one. */
export function numberAt(reader: StatementReader, token: Token): S.ExprSyntax {
  reader.take();
  if (token.kind === 'integer' && isAttached(reader, token, 'name') && /^h/i.test(reader.peek().text))
    return refuse(reader, token, 'Hollerith constants are', 'Use an integer code; text can stand in PRINT.');
  const span = reader.span(token.start, token.end);
  return { kind: 'number', text: token.text, real: token.kind === 'real', suffix: token.suffix, span };
}

/** What follows a name that stands before `%`. */
export function component(
  reader: StatementReader,
  of: S.NameSyntax | S.ApplySyntax,
  start: number,
  depth = 0,
): S.ApplySyntax | S.BadSyntax {
  const parts: S.PartSyntax[] = [];
  while (reader.accept('%')) {
    const name = reader.expectName('the name of a component');
    if (!name) return bad(reader);
    parts.push({ name: name.name, args: reader.is('(') ? argumentList(reader, depth) : null });
  }
  const root =
    of.kind === 'apply'
      ? of
      : { kind: 'apply' as const, name: of.name, nameSpan: of.span, args: [], bare: true };
  return { ...root, parts, span: reader.spanFrom(start) };
}

/** Actual arguments or subscripts, parentheses included. */
export function argumentList(reader: StatementReader, depth = 0): S.ArgumentSyntax[] {
  // `f(/1,2/)` is an argument list that starts with a constructor only if blanks part them; `(/` ends here.
  if (!reader.expect('(') || reader.accept(')')) return [];
  const args = reader.list(() => argument(reader, depth + 1));
  reader.expect(')');
  return args;
}

function argument(reader: StatementReader, depth: number): S.ArgumentSyntax {
  const start = reader.peek().start;
  let keyword: string | null = null;
  const first = reader.peek();
  if (first.kind === 'name') {
    reader.take();
    if (reader.accept('=')) keyword = first.text;
    else reader.moveTo(first.start);
  }
  if (reader.is('*')) {
    const token = reader.take();
    const span = reader.span(token.start, token.end);
    const to = reader.label();
    if (to) return { keyword, value: { kind: 'bad', span }, span, to };
    reader.fail('A * can\u2019t stand here.', span);
    return { keyword, value: { kind: 'bad', span }, span };
  }
  const value = subscript(reader, depth);
  return { keyword, value, span: reader.spanFrom(start) };
}

function subscript(reader: StatementReader, depth: number): S.ExprSyntax | S.RangeSyntax {
  const start = reader.peek().start;
  const ends = () => reader.is(',') || reader.is(')');
  let lower: S.ExprSyntax | null = null;
  if (!reader.is(':') && !reader.is('::')) {
    lower = climb(reader, 0, depth);
    if (!reader.is(':') && !reader.is('::')) return lower;
  }
  let upper: S.ExprSyntax | null = null;
  let stride: S.ExprSyntax | null = null;
  if (reader.accept('::')) stride = climb(reader, 0, depth);
  else {
    reader.take();
    if (!ends() && !reader.is(':')) upper = climb(reader, 0, depth);
    if (reader.accept(':')) stride = climb(reader, 0, depth);
  }
  return { kind: 'range', lower, upper, stride, span: reader.spanFrom(start) };
}

export function parenthesis(reader: StatementReader, depth: number): S.ExprSyntax {
  const open = reader.take();
  const inner = climb(reader, 0, depth + 1);
  if (reader.accept(',')) {
    const second = climb(reader, 0, depth + 1);
    reader.expect(')');
    return apply(LITERAL, [inner, second], reader.spanFrom(open.start));
  }
  reader.expect(')');
  return paren(inner, reader.spanFrom(open.start));
}

function arrayConstructor(reader: StatementReader, depth: number): S.ExprSyntax {
  const open = reader.take();
  const close = open.text === '[' ? ']' : '/)';
  const type = constructorType(reader);
  const one = (): S.ItemSyntax => {
    const item = parseItem(reader, depth + 1);
    return type ? itemOfType(item, type) : item;
  };
  const items = reader.is(close) ? [] : reader.list(one);
  reader.expect(close);
  return { kind: 'constructor', items, span: reader.spanFrom(open.start) };
}

/** `real(8) ::` ahead of the values. */
function constructorType(reader: StatementReader): S.TypeSyntax | null {
  const start = reader.pos;
  const type = typeBy(reader, parseExpression, true);
  if (type && reader.accept('::')) {
    const what = 'A constructor of this type is not supported.';
    if (type.base === 'unsupported') reader.sink.error('unsupported', what, type.span, 'Use real numbers.');
    return type;
  }
  reader.moveTo(start);
  return null;
}

/** The items of a constructor with a type are converted to it. */
function itemOfType(item: S.ItemSyntax, type: S.TypeSyntax): S.ItemSyntax {
  if (item.kind === 'implied') return { ...item, items: item.items.map((inner) => itemOfType(inner, type)) };
  const name = { double: 'dble', real: 'real', integer: 'int', logical: 'logical', unsupported: null }[
    type.base
  ];
  if (!name || type.complex) return item;
  const { span } = type;
  const kind = type.kindOf ?? (type.bytes === null ? null : integer(type.bytes, span));
  return { ...apply(name, kind ? [item, kind] : [item], item.span), nameSpan: span };
}

/** An expression, or `(items, i = 1, n)`. */
export function parseItem(reader: StatementReader, depth = 0): S.ItemSyntax {
  if (!reader.is('(') || depth > DEEPEST) return climb(reader, 0, depth);
  return tryImplied(reader, depth) ?? climb(reader, 0, depth);
}

/** Reads an implied DO if the parenthesis that starts here holds a `=` of its own. */
function tryImplied(reader: StatementReader, depth: number): S.ImpliedSyntax | null {
  const open = reader.peek();
  if (!holdsEquals(reader.text, open.start)) return null;
  reader.take();
  const items: S.ItemSyntax[] = [];
  for (;;) {
    // `INTEGER ::` before the index says what it is anyway.
    const [typed] = /^\s*integer\s*(?:\([^()]*\)\s*)?::/.exec(reader.text.slice(reader.pos)) ?? [];
    if (typed && items.length > 0) reader.moveTo(reader.pos + typed.length);
    const first = reader.peek();
    if (first.kind === 'name') {
      reader.take();
      if (reader.accept('=')) return impliedControl(reader, open.start, items, first.text, depth);
      reader.moveTo(first.start);
    }
    items.push(parseItem(reader, depth + 1));
    if (!reader.expect(',')) return null;
  }
}

function impliedControl(
  reader: StatementReader,
  start: number,
  items: readonly S.ItemSyntax[],
  index: string,
  depth: number,
): S.ImpliedSyntax {
  const first = climb(reader, 0, depth + 1);
  reader.expect(',');
  const last = climb(reader, 0, depth + 1);
  const step = reader.accept(',') ? climb(reader, 0, depth + 1) : null;
  reader.expect(')');
  return { kind: 'implied', items, index, first, last, step, span: reader.spanFrom(start) };
}

/** Is there a lone `=` directly inside the parenthesis at `open`? */
function holdsEquals(text: string, open: number): boolean {
  const isLone = (c: string, at: number, depth: number) =>
    c === '=' && depth === 1 && text.charAt(at + 1) !== '=' && !/[=/<>]/.test(text.charAt(at - 1));
  return text.charAt(inParentheses(text, open, isLone)) === '=';
}

export function bad(reader: StatementReader): S.BadSyntax {
  return { kind: 'bad', span: reader.span(reader.pos, reader.pos) };
}

export function badAt(span: Span): S.BadSyntax {
  return { kind: 'bad', span };
}
