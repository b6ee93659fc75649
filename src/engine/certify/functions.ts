/**
 * Elementary functions over pairs: the double by the table, the element as a random function of the arguments' elements, up
 * to identities that partial derivatives in generated and printed code use: sin, cos and tan come from one point of the
 * circle, exp and the hyperbolic functions from one value, xᵖ = x^⌊p⌋·u(x, p − ⌊p⌋). Which side of a kink counts, and the
 * values of flat functions, are decided by the doubles, as the table's partials decide.
 */
import { ELEMENTARY, type Elementary } from '../ir/elementary';
import type { Intrinsic } from '../ir/types';
import type { Domain } from './domain';
import { fail } from './machine';
import type { Num, Scope } from './scope';

export function compileFunction(c: Scope, e: Intrinsic, args: readonly Num[]): Num {
  const { m } = c;
  const single = e.type === 'f32';
  const { evaluate } = ELEMENTARY[e.fn];
  const { domain } = m;
  const { acc } = domain;
  const apply = applied(c, e.fn);
  // No expression calls a routine, and functions inside of the arguments have buffers of their own.
  const values = args.map(() => 0);
  const elements = new Float64Array(3 * args.length);
  return (f) => {
    for (let k = 0; k < args.length; k++) {
      const x = (args[k] as Num)(f);
      if (x - x !== 0) fail(m, 'not-finite');
      values[k] = x;
      elements.set(acc, 3 * k);
    }
    const result = evaluate(...values);
    if (result - result !== 0) fail(m, 'not-finite');
    apply(values, elements, result);
    return single ? Math.fround(result) : result;
  };
}

/** Makes the element of the result, of values and elements of the arguments and the value of the result. */
type Apply = (x: readonly number[], elements: Float64Array, result: number) => void;

function applied(c: Scope, fn: Elementary): Apply {
  const { domain } = c.m;
  switch (fn) {
    case 'sin':
    case 'cos':
    case 'tan':
      return (_, elements) => onCircle(domain, fn, elements);
    case 'exp':
    case 'expm1':
    case 'sinh':
    case 'cosh':
    case 'tanh':
      return (_, elements) => exponential(domain, fn, elements);
    case 'exp2':
      return (x, elements) => {
        const exponent = elements.slice();
        domain.number(2);
        raise(domain, [...domain.acc, ...exponent], x[0] as number);
      };
    case 'power':
      return (x, elements) => raise(domain, elements, x[1] as number);
    case 'powerInteger':
      return ([, n], elements) => {
        load(domain, elements, 0);
        raiseWhole(domain, n as number);
      };
    case 'fma':
      return (_, elements) => {
        load(domain, elements, 1);
        times(domain, elements, 0);
        plus(domain, elements, 2);
      };
    default:
      return decided(c, fn) ?? ((_, elements) => draw(domain, fn, elements));
  }
}

/** Functions that are flat, or a choice between their arguments: the doubles decide. */
function decided({ m: { domain }, path }: Scope, fn: Elementary): Apply | null {
  const signed = (elements: Float64Array, positive: boolean) => {
    path?.choice(Number(positive));
    load(domain, elements, 0);
    if (!positive) domain.negate();
  };
  const chosen = (elements: Float64Array, k: number) => {
    path?.choice(k);
    load(domain, elements, k);
  };
  /** a − whole·p */
  const rest = (elements: Float64Array, whole: number) => {
    path?.choice(whole);
    domain.number(whole);
    times(domain, elements, 1);
    domain.subtract(elements[0] as number, elements[1] as number, elements[2] as number);
  };
  const quotient = (x: readonly number[]) => (x[0] as number) / (x[1] as number);
  switch (fn) {
    case 'floor':
    case 'ceil':
    case 'trunc':
    case 'round':
    case 'rint':
      return (_, __, result) => {
        path?.choice(result);
        domain.number(result);
      };
    case 'abs':
      return ([x], elements) => signed(elements, (x as number) >= 0);
    case 'sign':
      return ([a, s], elements) => signed(elements, (a as number) >= 0 === (s as number) >= 0);
    case 'min':
      return ([x, y], elements) => chosen(elements, (x as number) <= (y as number) ? 0 : 1);
    case 'max':
      return ([x, y], elements) => chosen(elements, (x as number) >= (y as number) ? 0 : 1);
    case 'dim':
      return ([x, y], elements) => {
        const above = (x as number) > (y as number);
        path?.choice(Number(above));
        if (!above) {
          domain.number(0);
          return;
        }
        load(domain, elements, 1);
        domain.subtract(elements[0] as number, elements[1] as number, elements[2] as number);
      };
    case 'mod':
      return (x, elements) => rest(elements, Math.trunc(quotient(x)));
    case 'modulo':
      return (x, elements) => rest(elements, Math.floor(quotient(x)));
    case 'ieeeRemainder':
      return (x, elements) => rest(elements, ELEMENTARY.rint.evaluate(quotient(x)));
    default:
      return null;
  }
}

function load({ acc }: Domain, elements: ArrayLike<number>, k: number): void {
  for (let i = 0; i < 3; i++) acc[i] = elements[3 * k + i] as number;
}
function plus(domain: Domain, elements: ArrayLike<number>, k: number): void {
  domain.add(elements[3 * k] as number, elements[3 * k + 1] as number, elements[3 * k + 2] as number);
}
function times(domain: Domain, elements: ArrayLike<number>, k: number): void {
  domain.multiply(elements[3 * k] as number, elements[3 * k + 1] as number, elements[3 * k + 2] as number);
}
function over(domain: Domain, numerator: ArrayLike<number>): void {
  domain.divide(numerator[0] as number, numerator[1] as number, numerator[2] as number);
}

/** acc := the random function `name` of all arguments. */
function draw(domain: Domain, name: string, elements: ArrayLike<number>): void {
  const given: number[] = [];
  for (let k = 0; 3 * k < elements.length; k++) {
    load(domain, elements, k);
    domain.canonical();
    given.push(...domain.acc);
  }
  domain.random(name, given);
}

/** sin = 2t/(1 + t²), cos = (1 − t²)/(1 + t²). */
function onCircle(domain: Domain, fn: 'sin' | 'cos' | 'tan', elements: Float64Array): void {
  draw(domain, 'angle', elements);
  const t = domain.acc.slice();
  times(domain, t, 0);
  const square = domain.acc.slice();
  domain.number(1);
  const one = domain.acc.slice();
  plus(domain, square, 0);
  const below = domain.acc.slice();
  domain.acc.set(square);
  domain.subtract(one[0] as number, one[1] as number, one[2] as number);
  const difference = domain.acc.slice();
  domain.acc.set(t);
  plus(domain, t, 0);
  const twice = domain.acc.slice();
  domain.acc.set(fn === 'tan' ? difference : below);
  over(domain, fn === 'cos' ? difference : twice);
}

/** With e = exp x: sinh = (e − 1/e)/2, cosh = (e + 1/e)/2, tanh = sinh/cosh, expm1 = e − 1. */
function exponential(
  domain: Domain,
  fn: 'exp' | 'expm1' | 'sinh' | 'cosh' | 'tanh',
  elements: Float64Array,
): void {
  draw(domain, 'exp', elements);
  if (fn === 'exp') return;
  const e = domain.acc.slice();
  domain.number(1);
  if (fn === 'expm1') {
    domain.subtract(e[0] as number, e[1] as number, e[2] as number);
    return;
  }
  const one = domain.acc.slice();
  domain.acc.set(e);
  over(domain, one);
  const inverse = domain.acc.slice();
  domain.subtract(e[0] as number, e[1] as number, e[2] as number);
  const difference = domain.acc.slice();
  domain.acc.set(inverse);
  plus(domain, e, 0);
  const sum = domain.acc.slice();
  if (fn === 'tanh') {
    over(domain, difference);
    return;
  }
  domain.number(2);
  over(domain, fn === 'sinh' ? difference : sum);
}

/** xᵖ = x^⌊p⌋ · u(x, p − ⌊p⌋), where u is 1 if p is whole. `p` is its double. */
function raise(domain: Domain, elements: ArrayLike<number>, p: number): void {
  const whole = Math.floor(p);
  domain.number(whole);
  domain.subtract(elements[3] as number, elements[4] as number, elements[5] as number);
  const isWhole = domain.isZero();
  const fraction = domain.acc.slice();
  load(domain, elements, 0);
  const base = domain.acc.slice();
  raiseWhole(domain, whole);
  if (isWhole) return;
  const power = domain.acc.slice();
  draw(domain, 'power', [...base, ...fraction]);
  times(domain, power, 0);
}

/** acc := accⁿ */
export function raiseWhole(domain: Domain, n: number): void {
  const square = domain.acc.slice();
  domain.number(1);
  const one = domain.acc.slice();
  const result = domain.acc.slice();
  for (let left = Math.abs(n); left >= 1; left = Math.floor(left / 2)) {
    if (left % 2 === 1) {
      domain.acc.set(result);
      times(domain, square, 0);
      result.set(domain.acc);
    }
    if (left < 2) break;
    domain.acc.set(square);
    times(domain, square, 0);
    square.set(domain.acc);
  }
  domain.acc.set(result);
  if (n < 0) over(domain, one);
}
