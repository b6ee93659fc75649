/**
 * Arithmetic of pairs (re, im), as expressions over reals: a + b i, with b + c i, …. What stands twice is kept before, where
 * something can stand before.
 */
import { itemAt } from '../../../../base/lookup';
import { apply, binary, integer, negated } from '../../parse/made';
import type { ExprSyntax } from '../../parse/syntax';
import { isSimple } from './syntax';

export interface Pair {
  readonly re: ExprSyntax;
  readonly im: ExprSyntax;
}
/** Gives a value a name, where it can have one. */
export type Keep = (e: ExprSyntax) => ExprSyntax;

const paren = (inner: ExprSyntax): ExprSyntax =>
  isSimple(inner) && inner.kind !== 'unary' ? inner : { kind: 'paren', inner, span: inner.span };
const add = (a: ExprSyntax, b: ExprSyntax): ExprSyntax => binary('+', a, paren(b));
const subtract = (a: ExprSyntax, b: ExprSyntax): ExprSyntax => binary('-', a, paren(b));
const times = (a: ExprSyntax, b: ExprSyntax): ExprSyntax => binary('*', paren(a), paren(b));
const over = (a: ExprSyntax, b: ExprSyntax): ExprSyntax => binary('/', paren(a), paren(b));
const minus = (a: ExprSyntax): ExprSyntax => negated(paren(a));
const of = (name: string, ...args: ExprSyntax[]): ExprSyntax => apply(name, args, itemAt(args, 0).span);

function kept({ re, im }: Pair, keep: Keep): Pair {
  return { re: keep(re), im: keep(im) };
}

export function negatedPair({ re, im }: Pair): Pair {
  return { re: minus(re), im: minus(im) };
}
export function conjugate({ re, im }: Pair): Pair {
  return { re, im: minus(im) };
}
export function modulus({ re, im }: Pair): ExprSyntax {
  return of('hypot', re, im);
}

/** Null stands for a real operand, which is the real part alone. */
export interface Operand {
  readonly re: ExprSyntax;
  readonly im: ExprSyntax | null;
}

export function combined(op: '+' | '-' | '*' | '/', x: Operand, y: Operand, keep: Keep): Pair {
  if (op === '+' || op === '-') {
    const join = op === '+' ? add : subtract;
    const im = x.im && y.im ? join(x.im, y.im) : (x.im ?? (op === '+' ? y.im : y.im && minus(y.im)));
    return { re: join(x.re, y.re), im: im ?? integer(0, x.re.span) };
  }
  if (op === '*') return product(x, y, keep);
  return quotient(x, y, keep);
}

function product(x: Operand, y: Operand, keep: Keep): Pair {
  if (!x.im || !y.im) {
    const scale = keep(x.im ? y.re : x.re);
    const { re, im } = x.im ? x : y;
    return { re: times(re, scale), im: times(im ?? integer(0, re.span), scale) };
  }
  const [a, b, c, d] = [keep(x.re), keep(x.im), keep(y.re), keep(y.im)];
  return { re: subtract(times(a, c), times(b, d)), im: add(times(a, d), times(b, c)) };
}

function quotient(x: Operand, y: Operand, keep: Keep): Pair {
  if (!y.im) {
    const scale = keep(y.re);
    return { re: over(x.re, scale), im: over(x.im ?? integer(0, x.re.span), scale) };
  }
  const [c, d] = [keep(y.re), keep(y.im)];
  const square = keep(add(times(c, c), times(d, d)));
  const a = keep(x.re);
  if (!x.im) return { re: over(times(a, c), square), im: over(minus(times(a, d)), square) };
  const b = keep(x.im);
  return {
    re: over(add(times(a, c), times(b, d)), square),
    im: over(subtract(times(b, c), times(a, d)), square),
  };
}

/** z**n by repeated squares. */
export function powerOf(base: Pair, n: number, keep: Keep): Pair {
  if (n < 0) return quotient({ re: integer(1, base.re.span), im: null }, powerOf(base, -n, keep), keep);
  const { span } = base.re;
  let result: Pair | null = null;
  let square = kept(base, keep);
  for (let rest = n; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) result = result ? kept(product(result, square, keep), keep) : square;
    if (rest > 1) square = kept(product(square, square, keep), keep);
  }
  return result ?? { re: integer(1, span), im: integer(0, span) };
}

/** r**n (cos n t + i sin n t) with r and t of the base. */
export function realPower(base: Pair, exponent: ExprSyntax, keep: Keep): Pair {
  const { re, im } = kept(base, keep);
  const by = keep(exponent);
  const size = keep(binary('**', modulus({ re, im }), paren(by)));
  const angle = keep(times(by, of('atan2', im, re)));
  return { re: times(size, of('cos', angle)), im: times(size, of('sin', angle)) };
}

export function exponential({ re, im }: Pair, keep: Keep): Pair {
  const size = keep(of('exp', re));
  const angle = keep(im);
  return { re: times(size, of('cos', angle)), im: times(size, of('sin', angle)) };
}

export function logarithm(z: Pair, keep: Keep): Pair {
  const { re, im } = kept(z, keep);
  return { re: of('log', modulus({ re, im })), im: of('atan2', im, re) };
}

/** Without cancellation: t = sqrt((|z| + |re|)/2), and im/(2t) beside it. */
function root(z: Pair, keep: Keep): Pair {
  const { re, im } = kept(z, keep);
  const { span } = re;
  const zero = integer(0, span);
  const t = keep(of('sqrt', over(add(modulus({ re, im }), of('abs', re)), integer(2, span))));
  const rest = keep(
    apply(
      'merge',
      [times(t, zero), over(of('abs', im), times(integer(2, span), t)), binary('.eq.', t, zero)],
      span,
    ),
  );
  const isRight = binary('.ge.', re, zero);
  const right = of('sign', rest, im);
  const left = of('sign', t, im);
  return { re: apply('merge', [t, rest, isRight], span), im: apply('merge', [right, left, isRight], span) };
}

type Elementary = (z: Pair, keep: Keep) => Pair;

/** f(a + i b) = g(a) p(b) + i h(a) q(b) */
function split(g: string, p: string, h: string, q: string, sign: 1 | -1 = 1): Elementary {
  return (z, keep) => {
    const { re, im } = kept(z, keep);
    const imaginary = times(of(h, re), of(q, im));
    return { re: times(of(g, re), of(p, im)), im: sign === 1 ? imaginary : minus(imaginary) };
  };
}
const sine = split('sin', 'cosh', 'cos', 'sinh');
const cosine = split('cos', 'cosh', 'sin', 'sinh', -1);
const sinh = split('sinh', 'cos', 'cosh', 'sin');
const cosh = split('cosh', 'cos', 'sinh', 'sin');
const ratio =
  (over: Elementary, under: Elementary): Elementary =>
  (z, keep) => {
    const whole = kept(z, keep);
    return quotient(over(whole, keep), under(whole, keep), keep);
  };

function named(f: Elementary, ...names: string[]): [string, Elementary][] {
  return names.map((name) => [name, f]);
}
export const ELEMENTARY_PAIRS: ReadonlyMap<string, Elementary> = new Map([
  ...named(exponential, 'exp', 'cexp', 'cdexp', 'zexp'),
  ...named(logarithm, 'log', 'clog', 'cdlog', 'zlog'),
  ...named(root, 'sqrt', 'csqrt', 'cdsqrt', 'zsqrt'),
  ...named(sine, 'sin', 'csin', 'cdsin', 'zsin'),
  ...named(cosine, 'cos', 'ccos', 'cdcos', 'zcos'),
  ...named(ratio(sine, cosine), 'tan'),
  ...named(sinh, 'sinh'),
  ...named(cosh, 'cosh'),
  ...named(ratio(sinh, cosh), 'tanh'),
  ...named((z) => conjugate(z), 'conjg', 'dconjg'),
]);

export function complexPower(x: Pair, y: Pair, keep: Keep): Pair {
  return exponential(kept(combined('*', logarithm(x, keep), y, keep), keep), keep);
}
