/**
 * Elementary functions over pairs: the double by the table, the element as a random function of the arguments' elements, up
 * to identities that partial derivatives in generated and printed code use: sin, cos and tan come from one point of the
 * circle, exp and the hyperbolic functions from one value, xᵖ = x^⌊p⌋·u(x, p − ⌊p⌋). Which side of a kink counts, and the
 * values of flat functions, are decided by the doubles, as the table's partials decide.
 */
import { itemAt } from '../base/lookup';
import { ELEMENTARY, type Elementary } from '../ir/elementary';
import type { Intrinsic } from '../ir/types';
import { type Domain, load, operate } from './domain';
import { fail } from './machine';
import type { Num, Scope } from './scope';

export function compileFunction(c: Scope, e: Intrinsic, args: readonly Num[]): Num {
  const { m } = c;
  const single = e.type === 'f32';
  const { evaluate, whole } = ELEMENTARY[e.fn];
  const { domain } = m;
  const { acc } = domain;
  const apply = applied(c, e.fn);
  // No expression calls a routine, and functions inside of the arguments have buffers of their own.
  const values: Values = [0, 0, 0];
  const elements = new Float64Array(3 * args.length);
  return (f) => {
    for (let k = 0; k < args.length; k++) {
      const x = itemAt(args, k)(f);
      if (x - x !== 0) fail(m, 'not-finite');
      values[k] = x;
      if (k === whole) domain.number(x);
      elements.set(acc, 3 * k);
    }
    const [x, y, z] = values;
    const result = args.length === 1 ? evaluate(x) : args.length === 2 ? evaluate(x, y) : evaluate(x, y, z);
    if (result - result !== 0) fail(m, 'not-finite');
    apply(values, elements, result);
    return single ? Math.fround(result) : result;
  };
}

/** Makes the element of the result, of values and elements of the arguments and the value of the result. */
type Apply = (x: Values, elements: Float64Array, result: number) => void;

/** Only as many count as the function has arguments. */
type Values = [x: number, y: number, z: number];

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
        raise(domain, [...domain.acc, ...exponent], x[0]);
      };
    case 'power':
      return (x, elements) => raise(domain, elements, x[1]);
    case 'powerInteger':
      return ([, n], elements) => {
        load(domain, elements);
        raiseWhole(domain, n);
      };
    case 'fma':
      return (_, elements) => {
        load(domain, elements, 1);
        operate(domain.multiply, elements);
        operate(domain.add, elements, 2);
      };
    default:
      return decided(c, fn) ?? ((_, elements) => draw(domain, fn, elements));
  }
}

/** Functions that are flat, or a choice between their arguments: the doubles decide. */
function decided({ m: { domain }, path }: Scope, fn: Elementary): Apply | null {
  const signed = (elements: Float64Array, positive: boolean) => {
    path?.choice(Number(positive));
    load(domain, elements);
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
    operate(domain.multiply, elements, 1);
    operate(domain.subtract, elements);
  };
  const quotient = ([x, y]: Values) => x / y;
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
      return ([x], elements) => signed(elements, x >= 0);
    case 'sign':
      return ([a, s], elements) => signed(elements, a >= 0 === s >= 0);
    case 'min':
      return ([x, y], elements) => chosen(elements, x <= y ? 0 : 1);
    case 'max':
      return ([x, y], elements) => chosen(elements, x >= y ? 0 : 1);
    case 'dim':
      return ([x, y], elements) => {
        const above = x > y;
        path?.choice(Number(above));
        if (!above) {
          domain.number(0);
          return;
        }
        load(domain, elements, 1);
        operate(domain.subtract, elements);
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
  operate(domain.multiply, t);
  const square = domain.acc.slice();
  domain.number(1);
  const one = domain.acc.slice();
  operate(domain.add, square);
  const below = domain.acc.slice();
  domain.acc.set(square);
  operate(domain.subtract, one);
  const difference = domain.acc.slice();
  domain.acc.set(t);
  operate(domain.add, t);
  const twice = domain.acc.slice();
  domain.acc.set(fn === 'tan' ? difference : below);
  operate(domain.divide, fn === 'cos' ? difference : twice);
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
    operate(domain.subtract, e);
    return;
  }
  const one = domain.acc.slice();
  domain.acc.set(e);
  operate(domain.divide, one);
  const inverse = domain.acc.slice();
  operate(domain.subtract, e);
  const difference = domain.acc.slice();
  domain.acc.set(inverse);
  operate(domain.add, e);
  const sum = domain.acc.slice();
  if (fn === 'tanh') {
    operate(domain.divide, difference);
    return;
  }
  domain.number(2);
  operate(domain.divide, fn === 'sinh' ? difference : sum);
}

/** xᵖ = x^⌊p⌋ · u(x, p − ⌊p⌋), where u is 1 if p is whole. `p` is its double. */
function raise(domain: Domain, elements: ArrayLike<number>, p: number): void {
  const whole = Math.floor(p);
  domain.number(whole);
  operate(domain.subtract, elements, 1);
  const isWhole = domain.isZero();
  const fraction = domain.acc.slice();
  load(domain, elements);
  const base = domain.acc.slice();
  raiseWhole(domain, whole);
  if (isWhole) return;
  const power = domain.acc.slice();
  draw(domain, 'power', [...base, ...fraction]);
  operate(domain.multiply, power);
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
      operate(domain.multiply, square);
      result.set(domain.acc);
    }
    if (left < 2) break;
    domain.acc.set(square);
    operate(domain.multiply, square);
    square.set(domain.acc);
  }
  domain.acc.set(result);
  if (n < 0) operate(domain.divide, one);
}
