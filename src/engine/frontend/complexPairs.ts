/**
 * Arithmetic of complex numbers as pairs (re, im) of real expressions, in either language; a part that is null is zero. An
 * expression that is needed twice is stored first, where statements can be added.
 */
import type { Span } from '../base/span';

export interface Pair<E> {
  readonly re: E | null;
  readonly im: E | null;
}
/** Both parts, with the zeros. */
export interface WholePair<E> {
  readonly re: E;
  readonly im: E;
}
/** Gives a value a name, where it can have one; what may stand twice stays as it is. */
export type Keep<E> = (e: E) => E;

type RealFunction =
  | 'abs'
  | 'atan2'
  | 'copysign'
  | 'cos'
  | 'cosh'
  | 'exp'
  | 'hypot'
  | 'log'
  | 'pow'
  | 'sin'
  | 'sinh'
  | 'sqrt';

/** How a language writes real expressions. */
export interface Reals<E> {
  readonly integer: (value: number, span: Span) => E;
  readonly binary: (op: '+' | '-' | '*' | '/' | '==' | '>=', left: E, right: E) => E;
  readonly minus: (e: E) => E;
  readonly call: (fn: RealFunction, ...args: readonly [E, ...E[]]) => E;
  readonly choose: (test: E, whenTrue: E, whenFalse: E) => E;
  /** Of the type that an expression has. */
  readonly zeroLike: (e: E) => E;
  readonly isOne: (e: E) => boolean;
}

export interface Pairs<E> {
  readonly whole: (z: Pair<E>, span: Span) => WholePair<E>;
  readonly negated: (z: Pair<E>) => Pair<E>;
  readonly combined: (op: '+' | '-' | '*' | '/', x: Pair<E>, y: Pair<E>, keep: Keep<E>) => Pair<E>;
  readonly modulus: (z: Pair<E>, span: Span) => E;
  readonly angle: (z: Pair<E>, span: Span) => E;
  /** zⁿ by repeated squares. */
  readonly wholePower: (z: Pair<E>, n: number, keep: Keep<E>, span: Span) => Pair<E>;
  /** rʸ (cos yt + i sin yt), with r and t of the base. */
  readonly realPower: (z: Pair<E>, y: E, keep: Keep<E>, span: Span) => Pair<E>;
  readonly power: (x: Pair<E>, y: Pair<E>, keep: Keep<E>, span: Span) => Pair<E>;
  readonly elementary: Readonly<Record<ComplexFunction, Elementary<E>>>;
}

export type Elementary<E> = (z: Pair<E>, keep: Keep<E>, span: Span) => Pair<E>;
export type ComplexFunction =
  | 'conj'
  | 'exp'
  | 'log'
  | 'sqrt'
  | 'sin'
  | 'cos'
  | 'tan'
  | 'sinh'
  | 'cosh'
  | 'tanh';

export function pairsOver<E>(reals: Reals<E>): Pairs<E> {
  const { integer, call } = reals;
  const { held, times, minus, combined, whole } = arithmeticOver(reals);

  const modulus = (z: Pair<E>, span: Span): E => {
    const { re, im } = whole(z, span);
    return call('hypot', re, im);
  };
  const angle = (z: Pair<E>, span: Span): E => {
    const { re, im } = whole(z, span);
    return call('atan2', im, re);
  };
  const exp: Elementary<E> = (z, keep, span) => {
    const size = z.re && keep(call('exp', z.re));
    if (!z.im) return { re: size ?? integer(1, span), im: null };
    return turned(size, keep(z.im));
  };
  /** size (cos angle + i sin angle) */
  const turned = (size: E | null, turn: E): Pair<E> => {
    const [c, s] = [call('cos', turn), call('sin', turn)];
    return size ? { re: times(size, c), im: times(size, s) } : { re: c, im: s };
  };
  const log: Elementary<E> = (z, keep, span) => {
    const known = held(z, keep);
    return { re: call('log', modulus(known, span)), im: angle(known, span) };
  };
  /** f(a + i b) = g(a) p(b) + i h(a) q(b) */
  const split = (g: RealFunction, p: RealFunction, h: RealFunction, q: RealFunction, sign: 1 | -1 = 1) => {
    return ((z, keep, span) => {
      const { re, im } = whole(held(z, keep), span);
      const imaginary = times(call(h, re), call(q, im));
      return { re: times(call(g, re), call(p, im)), im: sign === 1 ? imaginary : minus(imaginary) };
    }) satisfies Elementary<E>;
  };
  const ratio = (above: Elementary<E>, under: Elementary<E>): Elementary<E> => {
    return (z, keep, span) => {
      const known = held(z, keep);
      return combined('/', above(known, keep, span), under(known, keep, span), keep);
    };
  };
  const sin = split('sin', 'cosh', 'cos', 'sinh');
  const cos = split('cos', 'cosh', 'sin', 'sinh', -1);
  const sinh = split('sinh', 'cos', 'cosh', 'sin');
  const cosh = split('cosh', 'cos', 'sinh', 'sin');

  const wholePower: Pairs<E>['wholePower'] = (z, n, keep, span) => {
    if (n < 0) return combined('/', { re: integer(1, span), im: null }, wholePower(z, -n, keep, span), keep);
    let result: Pair<E> | null = null;
    let square = held(z, keep);
    for (let rest = n; rest > 0; rest = Math.floor(rest / 2)) {
      if (rest % 2 === 1) result = result ? held(combined('*', result, square, keep), keep) : square;
      if (rest > 1) square = held(combined('*', square, square, keep), keep);
    }
    return result ?? { re: integer(1, span), im: null };
  };
  return {
    whole,
    negated: ({ re, im }) => ({ re: minus(re), im: minus(im) }),
    combined,
    modulus,
    angle,
    wholePower,
    realPower: (z, y, keep, span) => {
      const known = held(z, keep);
      const by = keep(y);
      const size = keep(call('pow', modulus(known, span), by));
      return turned(size, keep(times(by, angle(known, span)) as E));
    },
    power: (x, y, keep, span) => exp(held(combined('*', log(x, keep, span), y, keep), keep), keep, span),
    elementary: {
      conj: ({ re, im }) => ({ re, im: minus(im) }),
      exp,
      log,
      sqrt: (z, keep, span) => root(reals, whole(held(z, keep), span), keep, span),
      sin,
      cos,
      tan: ratio(sin, cos),
      sinh,
      cosh,
      tanh: ratio(sinh, cosh),
    },
  };
}

function arithmeticOver<E>({ integer, binary, minus: negative, isOne }: Reals<E>) {
  type Part = E | null;
  const times = (a: Part, b: Part): Part =>
    !a || !b ? null : isOne(a) ? b : isOne(b) ? a : binary('*', a, b);
  const over = (a: Part, b: E): Part => a && binary('/', a, b);
  const minus = (a: Part): Part => a && negative(a);
  const add = (a: Part, b: Part): Part => (a && b ? binary('+', a, b) : (a ?? b));
  const subtract = (a: Part, b: Part): Part => (a && b ? binary('-', a, b) : (a ?? minus(b)));
  const held = ({ re, im }: Pair<E>, keep: Keep<E>): Pair<E> => ({ re: re && keep(re), im: im && keep(im) });

  const quotient = (x: Pair<E>, y: Pair<E>, keep: Keep<E>): Pair<E> => {
    const d = held(y, keep);
    if (!d.im) return d.re ? { re: over(x.re, d.re), im: over(x.im, d.re) } : x;
    const n = held(x, keep);
    const square = keep(add(times(d.re, d.re), times(d.im, d.im)) as E);
    return {
      re: over(add(times(n.re, d.re), times(n.im, d.im)), square),
      im: over(subtract(times(n.im, d.re), times(n.re, d.im)), square),
    };
  };
  const combined: Pairs<E>['combined'] = (op, x, y, keep) => {
    if (op === '+') return { re: add(x.re, y.re), im: add(x.im, y.im) };
    if (op === '-') return { re: subtract(x.re, y.re), im: subtract(x.im, y.im) };
    if (op === '/') return quotient(x, y, keep);
    const [a, b] = [held(x, keep), held(y, keep)];
    return {
      re: subtract(times(a.re, b.re), times(a.im, b.im)),
      im: add(times(a.re, b.im), times(a.im, b.re)),
    };
  };
  const whole: Pairs<E>['whole'] = ({ re, im }, span) => ({
    re: re ?? integer(0, span),
    im: im ?? integer(0, span),
  });
  return { held, times, minus, combined, whole };
}

/** Without cancellation: t = sqrt((|z| + |re|)/2), and im/(2t) beside it. */
function root<E>(r: Reals<E>, { re, im }: WholePair<E>, keep: Keep<E>, span: Span): Pair<E> {
  const { integer, binary, call, choose, zeroLike } = r;
  const two = integer(2, span);
  const t = keep(call('sqrt', binary('/', binary('+', call('hypot', re, im), call('abs', re)), two)));
  const isZero = binary('==', t, integer(0, span));
  const rest = keep(choose(isZero, zeroLike(t), binary('/', call('abs', im), binary('*', two, t))));
  const isRight = binary('>=', re, integer(0, span));
  return {
    re: choose(isRight, t, rest),
    im: choose(isRight, call('copysign', rest, im), call('copysign', t, im)),
  };
}
