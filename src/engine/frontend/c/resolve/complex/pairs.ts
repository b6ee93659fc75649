/** Complex numbers of C as pairs of real expressions, and where their parts lie. */

import { itemAt } from '../../../../base/lookup';
import type { Span } from '../../../../base/span';
import * as pairs from '../../../complexPairs';
import { binary, call, conditional, integer, node, subscript } from '../../parse/build';
import type * as S from '../../parse/syntax';
import { someExpr } from '../../parse/walk';

export type Pair = pairs.Pair<S.Expr>;
export type Keep = pairs.Keep<S.Expr>;

function isOne(e: S.Expr): boolean {
  return e.kind === 'number' && Number(e.text) === 1;
}
export function zero(span: Span): S.Expr {
  return { kind: 'number', text: '0.0', real: true, span, height: 1 };
}

const SPELLED: ReadonlyMap<string, string> = new Map([['abs', 'fabs']]);

export const PAIRS = pairs.pairsOver<S.Expr>({
  integer: (value, span) => (value === 0 ? zero(span) : integer(value, span)),
  binary,
  minus: (e) => node({ kind: 'unary', op: '-', operand: e, span: e.span }, e),
  call: (fn, ...args) => call(SPELLED.get(fn) ?? fn, args, itemAt(args, 0).span),
  choose: conditional,
  zeroLike: ({ span }) => zero(span),
  isOne,
});

const { elementary } = PAIRS;

export const ELEMENTARY_PAIRS: ReadonlyMap<string, pairs.Elementary<S.Expr>> = new Map([
  ['cexp', elementary.exp],
  ['clog', elementary.log],
  ['csqrt', elementary.sqrt],
  ['csin', elementary.sin],
  ['ccos', elementary.cos],
  ['ctan', elementary.tan],
  ['csinh', elementary.sinh],
  ['ccosh', elementary.cosh],
  ['ctanh', elementary.tanh],
  ['conj', elementary.conj],
  ['cproj', (z: Pair) => z],
]);

/** zⁿ of a small whole n by products, of anything else by the logarithm. */
export function power(x: Pair, y: Pair, keep: Keep, span: Span): Pair {
  if (y.im || !y.re) return PAIRS.power(x, y, keep, span);
  const n = y.re.kind === 'number' ? Number(y.re.text) : Number.NaN;
  if (Number.isInteger(n) && n >= 1 && n <= 64) return PAIRS.wholePower(x, n, keep, span);
  return PAIRS.realPower(x, y.re, keep, span);
}

/** Names and numbers may stand twice. */
export function isSimple(e: S.Expr): boolean {
  return e.kind === 'name' || e.kind === 'number';
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
