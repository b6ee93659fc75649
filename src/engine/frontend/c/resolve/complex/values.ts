/** Expressions with complex numbers in them: those that are pairs, places that hold pairs, and reals made of pairs. */
import type { Span } from '../../../../base/span';
import * as b from '../../parse/build';
import type * as S from '../../parse/syntax';
import { hasEffects, withOperands } from '../../parse/walk';
import { fence } from '../fence';
import { depth, isPair, MAKING, plainName, positive, sizeOf, sizeOfReal } from './kinds';
import {
  ELEMENTARY_PAIRS,
  isSimple,
  type Keep,
  PAIRS,
  type Pair,
  partsOf,
  power,
  reads,
  twice,
  zero,
} from './pairs';
import { isComplex, rankOf, type Signature, type State, temporary } from './state';

/** What has to be done before a value is there, in order. */
type Before = S.Expr[];

const { combined, negated, whole } = PAIRS;

function keeping(s: State, before: Before): Keep {
  return (e) => {
    if (isSimple(e)) return e;
    const place = temporary(s, 'part', e.span);
    before.push(b.assign(place, e, e.span));
    return place;
  };
}

// --------------------------------------------------------------------------------------------------------------- places

/** An address of complex numbers, or an array of them, as one of reals. */
function address(s: State, e: S.Expr, before: Before): S.Expr {
  const { span } = e;
  switch (e.kind) {
    case 'subscript':
      return { ...e, base: address(s, e.base, before), index: real(s, e.index) };
    case 'unary':
      if (e.op !== '&') return { ...e, operand: address(s, e.operand, before) };
      return addressOf(s, e.operand, before);
    case 'binary': {
      const isLeft = depth(s, e.left) !== null;
      const [base, by] = isLeft ? [e.left, e.right] : [e.right, e.left];
      return b.binary(e.op, address(s, base, before), reals(s, base, real(s, by)));
    }
    case 'update': {
      before.push(real(s, e));
      const now = address(s, e.operand, before);
      const back = reals(s, e.operand, b.integer(1, span));
      return e.prefix ? now : b.binary(e.op === '++' ? '-' : '+', now, back);
    }
    case 'cast':
      return e.operand.kind === 'call' ? real(s, e.operand) : e.operand;
    case 'conditional':
      return {
        ...e,
        condition: real(s, e.condition),
        whenTrue: address(s, e.whenTrue, before),
        whenFalse: address(s, e.whenFalse, before),
      };
    case 'assign':
      return { ...e, value: pointer(s, e.value) };
    default:
      return e.kind === 'name' ? b.named(e.name, span) : e;
  }
}

/** A distance from an address, in what it points to: reals, or rows of them. */
function reals(s: State, from: S.Expr, by: S.Expr): S.Expr {
  return depth(s, from) === 1 ? twice(by) : by;
}

function addressOf(s: State, e: S.Expr, before: Before): S.Expr {
  const { span } = e;
  if (e.kind === 'subscript')
    return b.binary('+', address(s, e.base, before), reals(s, e.base, real(s, e.index)));
  if (e.kind === 'unary' && e.op === '*') return address(s, e.operand, before);
  return e.kind === 'name' && rankOf(s, e.name) === 0
    ? b.named(e.name, span)
    : b.unary('&', address(s, e, before), span);
}

/** The two reals at a place of depth 0. */
function partsAt(s: State, e: S.Expr, before: Before): { re: S.Expr; im: S.Expr } {
  const { span } = e;
  const at = (base: S.Expr, first: S.Expr): { re: S.Expr; im: S.Expr } => ({
    re: b.subscript(base, first, span),
    im: b.subscript(
      base,
      first.kind === 'number'
        ? b.integer(Number(first.text) + 1, span)
        : b.binary('+', first, b.integer(1, span)),
      span,
    ),
  });
  if (e.kind === 'name') return at(b.named(e.name, span), b.integer(0, span));
  if (e.kind === 'subscript') {
    const index = steady(s, real(s, e.index), before);
    return at(address(s, steadyRows(s, e.base, before), before), twice(index));
  }
  if (e.kind === 'unary' && e.op === '*') {
    const { operand } = e;
    if (operand.kind === 'binary' && (operand.op === '+' || operand.op === '-')) {
      const base = depth(s, operand.left) !== null ? operand.left : operand.right;
      const by = base === operand.left ? operand.right : operand.left;
      const index = steady(s, real(s, by), before);
      const signed =
        operand.op === '-' ? b.node({ kind: 'unary', op: '-', operand: index, span }, index) : index;
      return at(address(s, base, before), twice(signed));
    }
    return at(address(s, operand, before), b.integer(0, span));
  }
  refuse(s, e, 'This complex number');
  return { re: zero(span), im: zero(span) };
}

function steadyRows(s: State, e: S.Expr, before: Before): S.Expr {
  if (e.kind !== 'subscript') return e;
  return { ...e, base: steadyRows(s, e.base, before), index: steady(s, real(s, e.index), before) };
}

/** A subscript that does something is taken once. */
function steady(s: State, index: S.Expr, before: Before): S.Expr {
  if (!hasEffects(index)) return index;
  const place = temporary(s, 'chosen', index.span);
  before.push(b.assign(place, index, index.span));
  return place;
}

function refuse(s: State, e: S.Expr, what: string): void {
  s.sink.error('unsupported', `${what} is not supported.`, e.span, 'Write `a[k]`, and let `k` move.');
}

// ---------------------------------------------------------------------------------------------------------------- pairs

export function pair(s: State, e: S.Expr, before: Before): Pair {
  const { span } = e;
  const keep = keeping(s, before);
  if (depth(s, e) === 0 && e.kind !== 'assign' && e.kind !== 'conditional') return partsAt(s, e, before);
  if (!isPair(s, e)) return { re: real(s, e), im: null };
  switch (e.kind) {
    case 'name':
      return { re: null, im: b.integer(1, span) };
    case 'number':
      return { re: null, im: { ...e, text: e.text.replace(/[ij]/gi, ''), real: true } };
    case 'unary': {
      const inner = pair(s, e.operand, before);
      if (e.op === '~') return { re: inner.re, im: negated(inner).im };
      return e.op === '-' ? negated(inner) : inner;
    }
    case 'binary':
      return combined(e.op as '+', pair(s, e.left, before), pair(s, e.right, before), keep);
    case 'comma':
      before.push(real(s, e.left));
      return pair(s, e.right, before);
    case 'cast':
      return pair(s, e.operand, before);
    case 'conditional':
      return chosen(s, e, before);
    case 'assign':
      return assigned(s, e, before);
    case 'call':
      return called(s, e, before);
    default:
      return { re: zero(span), im: null };
  }
}

function chosen(s: State, e: S.Conditional, before: Before): Pair {
  const { span } = e;
  const place = temporary(s, 'pair', span);
  const arm = (value: S.Expr): S.Expr => {
    const inside: Before = [];
    const { re, im } = whole(pair(s, value, inside), span);
    const set = (k: number, part: S.Expr): S.Expr =>
      b.assign(b.subscript(place, b.integer(k, span), span), part, span);
    return b.sequence([...inside, set(0, re), set(1, im)], span);
  };
  before.push(b.conditional(real(s, e.condition), arm(e.whenTrue), arm(e.whenFalse)));
  return partsOf(place, span);
}

/** `z = w`, `z += w`: the real part waits until the imaginary one is there. */
function assigned(s: State, e: S.Assignment, before: Before): Pair {
  const { span } = e;
  const to = partsAt(s, e.target, before);
  const given = pair(s, e.value, before);
  const keep = keeping(s, before);
  const found = e.op === null ? given : combined(e.op as '+', to, given, keep);
  const value = whole(found, span);
  const isPlain = value.re.kind === 'name' || value.re.kind === 'number' || !reads(value.im, to.re);
  const re = isPlain ? value.re : keep(value.re);
  if (isPlain) before.push(b.assign(to.re, re, span), b.assign(to.im, value.im, span));
  else before.push(b.assign(to.im, value.im, span), b.assign(to.re, re, span));
  return to;
}

function called(s: State, e: S.CallExpression, before: Before): Pair {
  const { span, args } = e;
  const name = plainName(e.callee);
  const keep = keeping(s, before);
  const [x, y] = args;
  if (MAKING.has(name) && x && y) return { re: real(s, x), im: real(s, y) };
  if (name === 'cpow' && x && y) return power(pair(s, x, before), pair(s, y, before), keep, span);
  const f = ELEMENTARY_PAIRS.get(name);
  if (f && x) return f(pair(s, x, before), keep, span);
  const place = temporary(s, 'pair', span, signatureOf(s, e)?.result ?? undefined);
  const made = callWithPairs(s, e, before);
  before.push(b.node({ ...made, args: [...made.args, place] }, ...made.args));
  return partsOf(place, span);
}

function signatureOf(s: State, { callee }: S.CallExpression): Signature | undefined {
  return callee.kind === 'name' ? s.functions.get(callee.name) : undefined;
}

/** Complex arguments by value are pairs that the callee alone has. */
function callWithPairs(s: State, e: S.CallExpression, before: Before): S.CallExpression {
  const scalars = signatureOf(s, e)?.scalars;
  const args = e.args.map((arg, k) => {
    const base = scalars?.[k];
    if (scalars?.length === 0 && isPair(s, arg)) fence(s.sink, 'undeclaredArgument', arg.span);
    if (!base) return pointer(s, arg);
    const place = temporary(s, 'pair', arg.span, base);
    const { re, im } = whole(pair(s, arg, before), arg.span);
    const { re: first, im: second } = partsOf(place, arg.span);
    before.push(b.assign(first, re, arg.span), b.assign(second, im, arg.span));
    return place;
  });
  return { ...e, args };
}

// ---------------------------------------------------------------------------------------------------------------- reals

function pointer(s: State, e: S.Expr): S.Expr {
  const rank = depth(s, e);
  if (rank === null || rank === 0) return real(s, e);
  const before: Before = [];
  const made = address(s, e, before);
  return b.sequence([...before, made], e.span);
}

/** An expression that is real, or an address; as a statement, whatever it is. */
export function real(s: State, e: S.Expr): S.Expr {
  const { span } = e;
  if (isPair(s, e)) {
    const before: Before = [];
    const value = pair(s, e, before);
    // The real part is what is left of it, or nothing where it is a statement.
    return b.sequence([...before, ...(e.kind === 'assign' ? [] : [value.re ?? zero(span)])], span);
  }
  switch (e.kind) {
    case 'binary':
      return (e.op === '==' || e.op === '!=') && (isPair(s, e.left) || isPair(s, e.right))
        ? equal(s, e)
        : moved(s, e);
    case 'update':
      if (positive(depth(s, e.operand)) === null) return inside(s, e);
      return b.assign(e.operand, reals(s, e.operand, b.integer(1, span)), span, e.op === '++' ? '+' : '-');
    case 'assign':
      return positive(depth(s, e.target)) === null ? inside(s, e) : pointed(s, e);
    case 'sizeof':
      return sizeOf(s, e);
    case 'call':
      return realCall(s, e);
    default:
      return depth(s, e) === null ? inside(s, e) : address(s, e, []);
  }
}

function moved(s: State, e: S.BinaryOperation): S.Expr {
  if (positive(depth(s, e)) !== null) return pointer(s, e);
  const [left, right] = [depth(s, e.left), depth(s, e.right)];
  if (positive(left) === null || positive(right) === null) return inside(s, e);
  // Pointers that are compared have moved before.
  const before: Before = [];
  const made = { ...e, left: address(s, e.left, before), right: address(s, e.right, before) };
  const value = e.op === '-' && left === 1 ? b.binary('/', made, b.integer(2, e.span)) : made;
  return b.sequence([...before, value], e.span);
}

function pointed(s: State, e: S.Assignment): S.Expr {
  const value = e.op === null ? pointer(s, e.value) : reals(s, e.target, real(s, e.value));
  return { ...e, target: address(s, e.target, []), value };
}

function equal(s: State, e: S.BinaryOperation): S.Expr {
  const before: Before = [];
  const x = whole(pair(s, e.left, before), e.span);
  const y = whole(pair(s, e.right, before), e.span);
  const join = e.op === '==' ? '&&' : '||';
  return b.sequence(
    [...before, b.binary(join, b.binary(e.op, x.re, y.re), b.binary(e.op, x.im, y.im))],
    e.span,
  );
}

const HEAP = new Map([
  ['malloc', 0],
  ['realloc', 1],
  ['calloc', 0],
  ['memcpy', 2],
  ['memmove', 2],
  ['memset', 2],
]);

function realCall(s: State, e: S.CallExpression): S.Expr {
  const { span } = e;
  const name = plainName(e.callee);
  const [x] = e.args;
  if (x && ['creal', 'cimag', 'cabs', 'carg'].includes(name)) {
    const before: Before = [];
    const value = pair(s, x, before);
    const made =
      name === 'creal'
        ? (value.re ?? zero(span))
        : name === 'cimag'
          ? (value.im ?? zero(span))
          : name === 'cabs'
            ? PAIRS.modulus(value, span)
            : PAIRS.angle(value, span);
    return b.sequence([...before, made], span);
  }
  const sized = HEAP.get(name);
  if (sized !== undefined) return memory(s, e, sized);
  const before: Before = [];
  const made = callWithPairs(s, e, before);
  return b.sequence([...before, made], span);
}

/** A call that asks for memory, or copies or fills it: sizes of pairs are sizes of two reals each. */
function memory(s: State, e: S.CallExpression, sized: number): S.Expr {
  let isOfPairs = false;
  const plain = (part: S.Expr): S.Expr => {
    if (part.kind === 'sizeof') {
      const isOwn = part.specifier
        ? isComplex(part.specifier)
        : part.operand !== null && isPair(s, part.operand);
      if (!isOwn) return part;
      isOfPairs = true;
      return sizeOfReal(s, part);
    }
    if (part.kind !== 'binary') return part;
    return { ...part, left: plain(part.left), right: plain(part.right) };
  };
  const args = e.args.map((arg, k) => (k >= sized ? plain(arg) : pointer(s, arg)));
  return { ...e, args: args.map((arg, k) => (k === sized && isOfPairs ? twice(arg) : arg)) };
}

function inside(s: State, e: S.Expr): S.Expr {
  switch (e.kind) {
    case 'call':
    case 'member':
    case 'sizeof':
    case 'compound':
      return e;
    default:
      return withOperands(e, (part) => (e.kind === 'comma' ? real(s, part) : pointer(s, part)));
  }
}

/** The statement that a complex number is given by: of a declaration, of RETURN. */
export function setPair(s: State, to: S.Name, value: S.Expr, span: Span): S.Expr {
  const before: Before = [];
  const { re, im } = whole(pair(s, value, before), span);
  const { re: first, im: second } = partsOf(to, span);
  return b.sequence([...before, b.assign(first, re, span), b.assign(second, im, span)], span);
}

export function initialItems(s: State, value: S.Expr, before: Before): { re: S.Expr; im: S.Expr } {
  return whole(pair(s, value, before), value.span);
}
