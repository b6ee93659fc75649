/** Arithmetic of pairs (re, im), as expressions over reals; a part that is null is zero. What stands twice is kept before. */

import { itemAt } from '../../../../base/lookup';
import type { Span } from '../../../../base/span';
import { call, integer, node, subscript } from '../../parse/build';
import type * as S from '../../parse/syntax';
import { someExpr } from '../../parse/walk';

export interface Pair {
  readonly re: S.Expr | null;
  readonly im: S.Expr | null;
}
/** Gives a value a name. */
export type Keep = (e: S.Expr) => S.Expr;

export function binary(op: S.BinaryOperation['op'], left: S.Expr, right: S.Expr): S.Expr {
  const { span } = left;
  return node({ kind: 'binary', op, opSpan: span, left, right, span }, left, right);
}
export function conditional(condition: S.Expr, whenTrue: S.Expr, whenFalse: S.Expr): S.Expr {
  const { span } = condition;
  return node({ kind: 'conditional', condition, whenTrue, whenFalse, span }, condition, whenTrue, whenFalse);
}
function isOne(e: S.Expr): boolean {
  return e.kind === 'number' && Number(e.text) === 1;
}
export function zero(span: Span): S.Expr {
  return { kind: 'number', text: '0.0', real: true, span, height: 1 };
}

type Part = S.Expr | null;
const times = (a: Part, b: Part): Part => (!a || !b ? null : isOne(a) ? b : isOne(b) ? a : binary('*', a, b));
const over = (a: Part, b: S.Expr): Part => a && binary('/', a, b);
const minus = (a: Part): Part => a && node({ kind: 'unary', op: '-', operand: a, span: a.span }, a);
const add = (a: Part, b: Part): Part => (a && b ? binary('+', a, b) : (a ?? b));
const subtract = (a: Part, b: Part): Part => (a && b ? binary('-', a, b) : (a ?? minus(b)));
const of = (name: string, ...args: S.Expr[]): S.Expr => call(name, args, itemAt(args, 0).span);

function isSimple(e: S.Expr): boolean {
  return e.kind === 'name' || e.kind === 'number';
}
function held(e: Part, keep: Keep): Part {
  return e && (isSimple(e) ? e : keep(e));
}
export function heldPair({ re, im }: Pair, keep: Keep): Pair {
  return { re: held(re, keep), im: held(im, keep) };
}

export function combined(op: '+' | '-' | '*' | '/', x: Pair, y: Pair, keep: Keep): Pair {
  if (op === '+') return { re: add(x.re, y.re), im: add(x.im, y.im) };
  if (op === '-') return { re: subtract(x.re, y.re), im: subtract(x.im, y.im) };
  if (op === '/') return quotient(x, y, keep);
  const [a, b] = [heldPair(x, keep), heldPair(y, keep)];
  return {
    re: subtract(times(a.re, b.re), times(a.im, b.im)),
    im: add(times(a.re, b.im), times(a.im, b.re)),
  };
}

function quotient(x: Pair, y: Pair, keep: Keep): Pair {
  const d = heldPair(y, keep);
  if (!d.im) return d.re ? { re: over(x.re, d.re), im: over(x.im, d.re) } : x;
  const n = heldPair(x, keep);
  const square = keep(add(times(d.re, d.re), times(d.im, d.im)) as S.Expr);
  return {
    re: over(add(times(n.re, d.re), times(n.im, d.im)), square),
    im: over(subtract(times(n.im, d.re), times(n.re, d.im)), square),
  };
}

export function negated({ re, im }: Pair): Pair {
  return { re: minus(re), im: minus(im) };
}

/** Both parts, with the zeros. */
export function whole({ re, im }: Pair, span: Span): { re: S.Expr; im: S.Expr } {
  return { re: re ?? zero(span), im: im ?? zero(span) };
}

export function modulus(z: Pair, span: Span): S.Expr {
  const { re, im } = whole(z, span);
  return of('hypot', re, im);
}
export function angle(z: Pair, span: Span): S.Expr {
  const { re, im } = whole(z, span);
  return of('atan2', im, re);
}

function exponential(z: Pair, keep: Keep, span: Span): Pair {
  const size = z.re ? keep(of('exp', z.re)) : null;
  if (!z.im) return { re: size ?? integer(1, span), im: null };
  const turn = held(z.im, keep) as S.Expr;
  const [c, s] = [of('cos', turn), of('sin', turn)];
  return size ? { re: times(size, c), im: times(size, s) } : { re: c, im: s };
}

function logarithm(z: Pair, keep: Keep, span: Span): Pair {
  const known = heldPair(z, keep);
  return { re: of('log', modulus(known, span)), im: angle(known, span) };
}

/** Without cancellation: t = sqrt((|z| + |re|)/2), and im/(2t) beside it. */
function root(z: Pair, keep: Keep, span: Span): Pair {
  const { re, im } = whole(heldPair(z, keep), span);
  const sum = binary('+', modulus({ re, im }, span), of('fabs', re));
  const t = keep(of('sqrt', binary('/', sum, integer(2, span))));
  const isZero = binary('==', t, zero(span));
  const rest = keep(
    conditional(isZero, zero(span), binary('/', of('fabs', im), binary('*', integer(2, span), t))),
  );
  const isRight = binary('>=', re, zero(span));
  return {
    re: conditional(isRight, t, rest),
    im: conditional(isRight, of('copysign', rest, im), of('copysign', t, im)),
  };
}

type Elementary = (z: Pair, keep: Keep, span: Span) => Pair;

/** f(a + i b) = g(a) p(b) + i h(a) q(b) */
function split(g: string, p: string, h: string, q: string, sign: 1 | -1 = 1): Elementary {
  return (z, keep, span) => {
    const { re, im } = whole(heldPair(z, keep), span);
    const imaginary = times(of(h, re), of(q, im));
    return { re: times(of(g, re), of(p, im)), im: sign === 1 ? imaginary : minus(imaginary) };
  };
}
const sine = split('sin', 'cosh', 'cos', 'sinh');
const cosine = split('cos', 'cosh', 'sin', 'sinh', -1);
const sinh = split('sinh', 'cos', 'cosh', 'sin');
const cosh = split('cosh', 'cos', 'sinh', 'sin');
const ratio =
  (above: Elementary, under: Elementary): Elementary =>
  (z, keep, span) => {
    const known = heldPair(z, keep);
    return quotient(above(known, keep, span), under(known, keep, span), keep);
  };

export const ELEMENTARY_PAIRS: ReadonlyMap<string, Elementary> = new Map<string, Elementary>([
  ['cexp', exponential],
  ['clog', logarithm],
  ['csqrt', root],
  ['csin', sine],
  ['ccos', cosine],
  ['ctan', ratio(sine, cosine)],
  ['csinh', sinh],
  ['ccosh', cosh],
  ['ctanh', ratio(sinh, cosh)],
  ['conj', ({ re, im }) => ({ re, im: minus(im) })],
  ['cproj', (z) => z],
]);

/** z**n of a small whole n by products, of anything else by the logarithm. */
export function power(x: Pair, y: Pair, keep: Keep, span: Span): Pair {
  const n = y.re?.kind === 'number' && !y.im ? Number(y.re.text) : Number.NaN;
  if (!Number.isInteger(n) || n < 1 || n > 16) {
    const exponent = combined('*', logarithm(x, keep, span), y, keep);
    return exponential(heldPair(exponent, keep), keep, span);
  }
  const known = heldPair(x, keep);
  let result = known;
  for (let k = 1; k < n; k++) result = heldPair(combined('*', result, known, keep), keep);
  return result;
}

export function twice(e: S.Expr): S.Expr {
  if (e.kind === 'number' && !e.real) return integer(2 * Number(e.text), e.span);
  return binary('*', integer(2, e.span), e);
}

export function partsOf(place: S.Name, span: Span): { re: S.Expr; im: S.Expr } {
  return { re: subscript(place, integer(0, span), span), im: subscript(place, integer(1, span), span) };
}

/** Whether an expression may read what a place holds. */
export function reads(e: S.Expr, place: S.Expr): boolean {
  return (
    someExpr(
      e,
      (part) =>
        part.kind === 'subscript' || part.kind === 'call' || (part.kind === 'unary' && part.op === '*'),
    ) && place.kind === 'subscript'
  );
}
