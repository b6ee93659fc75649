/** Pairs of a double and an element of GF(2⁶¹ − 1), with a tangent: for `second.ts`, in whole numbers of any length. */
import { digamma, erf, erfc, lgamma, tgamma, trigamma } from '../base/special';

const P = 2n ** 61n - 1n;
const mod = (x: bigint) => ((x % P) + P) % P;

export class Inapplicable extends Error {}

export class Dual {
  constructor(
    readonly v: number,
    readonly e: bigint,
    readonly d: bigint,
  ) {}
  valueOf(): number {
    return this.v;
  }
}
type Num = Dual | number | boolean;

function power(x: bigint, n: bigint): bigint {
  let result = 1n;
  for (let square = x, left = n; left > 0n; left >>= 1n) {
    if (left & 1n) result = (result * square) % P;
    square = (square * square) % P;
  }
  return result;
}
function inverse(x: bigint): bigint {
  if (x === 0n) throw new Inapplicable('a division by zero');
  return power(x, P - 2n);
}

const drawn = new Map<string, bigint>();
let state = 0x5eedn;
/** A random element for each name. */
export function random(name: string): bigint {
  let found = drawn.get(name);
  if (found === undefined) {
    for (let k = 0; k < 3; k++) state = (state * 6364136223846793005n + 1442695040888963407n) % 2n ** 89n;
    found = (state >> 20n) % P;
    drawn.set(name, found);
  }
  return found;
}

/** A number as a pair: doubles are whole numbers over powers of two. */
export function decided(v: unknown, e?: bigint, d = 0n): Dual {
  if (v instanceof Dual) return v;
  const x = Number(v);
  if (!Number.isFinite(x)) throw new Inapplicable('not finite');
  if (e !== undefined) return new Dual(x, mod(e), mod(d));
  let [whole, halvings] = [x, 0];
  for (; !Number.isInteger(whole); halvings++) whole *= 2;
  return new Dual(x, mod(BigInt(whole) * 2n ** BigInt(61 - (halvings % 61))), 0n);
}

const two = (op: string, a: Num, b: Num): Num => {
  if (op === '===') return Number(a) === Number(b);
  if (op === '!==') return Number(a) !== Number(b);
  if (!(a instanceof Dual || b instanceof Dual)) {
    const native = NATIVE[op]?.(Number(a), Number(b)) as number;
    if (op !== '/' && [Number(a), Number(b), native].every(Number.isSafeInteger)) return native;
  }
  const [x, y] = [decided(a), decided(b)];
  const v = NATIVE[op]?.(x.v, y.v);
  if (op === '+') return decided(v, x.e + y.e, x.d + y.d);
  if (op === '-') return decided(v, x.e - y.e, x.d - y.d);
  if (op === '*') return decided(v, x.e * y.e, x.d * y.e + x.e * y.d);
  if (op === '**') return raised(x, y);
  if (op === '%') {
    const q = decided(Math.trunc(x.v / y.v)).e;
    return decided(v, x.e - q * y.e, x.d - q * y.d);
  }
  const over = inverse(y.e);
  return decided(v, x.e * over, (x.d - x.e * over * y.d) * over);
};
const NATIVE: Record<string, (a: number, b: number) => number> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => a % b,
  '**': (a, b) => a ** b,
};

const plus = (a: Num, b: Num) => decided(two('+', a, b));
const minus = (a: Num, b: Num) => decided(two('-', a, b));
const times = (a: Num, b: Num) => decided(two('*', decided(a), decided(b)));
const over = (a: Num, b: Num) => decided(two('/', a, b));
const square = (x: Num) => times(x, x);
const root = (x: Num) => call('sqrt', x) as Dual;

/**
 * xᵖ = x^⌊p⌋·u(x, p − ⌊p⌋), where doubles tell p, as generated code rounds p − 1; its partials are asked for where there is a tangent only.
 */
function raised(x: Dual, p: Dual): Dual {
  const whole = Math.floor(p.v + 5e-10);
  const rest = (p.v - whole).toFixed(9);
  const size = power(x.e, BigInt(Math.abs(whole)));
  const e = (whole < 0 ? inverse(size) : size) * (Number(rest) === 0 ? 1n : random(`power ${x.e} ${rest}`));
  let d = 0n;
  if (x.d !== 0n && p.v !== 0 && (x.v > 0 || p.v === whole)) d += times(p, erased(x, minus(p, 1))).e * x.d;
  if (p.d !== 0n && x.v > 0) d += e * (call('log', x) as Dual).e * p.d;
  return decided(x.v ** p.v, e, d);
}
const erased = (x: Dual, p: Dual) => raised(new Dual(x.v, x.e, 0n), new Dual(p.v, p.e, 0n));

/** sin, cos and tan of one point of the circle; the hyperbolic functions of one exponential; log 2 is what it is. */
function elementOf(name: string, args: readonly Dual[]): bigint {
  const [x] = args as [Dual];
  if (name === 'sin' || name === 'cos' || name === 'tan') {
    const t = random(`angle ${x.e}`);
    const [sine, cosine, below] = [2n * t, mod(1n - t * t), inverse(mod(1n + t * t))];
    return name === 'tan' ? sine * inverse(cosine) : (name === 'sin' ? sine : cosine) * below;
  }
  if (/^(exp|expm1|sinh|cosh|tanh)$/.test(name)) {
    const e = random(`exp ${x.e}`);
    if (name.startsWith('exp')) return name === 'exp' ? e : e - 1n;
    const [sinh, cosh] = [mod(e - inverse(e)), mod(e + inverse(e))];
    return name === 'tanh' ? sinh * inverse(cosh) : (name === 'sinh' ? sinh : cosh) * inverse(2n);
  }
  if (name === 'log' && x.e === 2n) return decided(Math.LN2).e;
  return random(`${name} ${args.map(({ e }) => e).join()}`);
}

const PER_ROOT_PI = 1.1283791670955126;
const PARTIALS: Record<string, (x: Dual, y: Dual) => (Dual | number)[]> = {
  sin: (x) => [call('cos', x) as Dual],
  cos: (x) => [minus(0, call('sin', x))],
  tan: (x) => [plus(1, square(call('tan', x)))],
  asin: (x) => [over(1, root(minus(1, square(x))))],
  acos: (x) => [over(-1, root(minus(1, square(x))))],
  atan: (x) => [over(1, plus(1, square(x)))],
  sinh: (x) => [call('cosh', x) as Dual],
  cosh: (x) => [call('sinh', x) as Dual],
  tanh: (x) => [over(1, square(call('cosh', x)))],
  asinh: (x) => [over(1, root(plus(square(x), 1)))],
  acosh: (x) => [over(1, root(minus(square(x), 1)))],
  atanh: (x) => [over(1, minus(1, square(x)))],
  exp: (x) => [call('exp', x) as Dual],
  expm1: (x) => [call('exp', x) as Dual],
  log: (x) => [over(1, x)],
  log2: (x) => [over(1, times(Math.LN2, x))],
  log10: (x) => [over(1, times(Math.LN10, x))],
  log1p: (x) => [over(1, plus(1, x))],
  sqrt: (x) => [x.v === 0 ? 0 : over(0.5, root(x))],
  cbrt: (x) => [x.v === 0 ? 0 : over(1, times(3, square(call('cbrt', x))))],
  erf: (x) => [times(PER_ROOT_PI, call('exp', minus(0, square(x))))],
  erfc: (x) => [times(-PER_ROOT_PI, call('exp', minus(0, square(x))))],
  lgamma: (x) => [call('digamma', x) as Dual],
  tgamma: (x) => [times(call('tgamma', x), call('digamma', x))],
  digamma: (x) => [call('trigamma', x) as Dual],
  // Not in the table: no adjoint may need it.
  trigamma: (x) => [new Dual(0, random(`tetragamma ${x.e}`), 0n)],
  atan2: (y, x) => [over(x, plus(square(x), square(y))), over(minus(0, y), plus(square(x), square(y)))],
  hypot: (x, y) =>
    x.v === 0 && y.v === 0 ? [0, 0] : [over(x, call('hypot', x, y)), over(y, call('hypot', x, y))],
};
const special: Record<string, (x: number) => number> = { erf, erfc, lgamma, tgamma, digamma, trigamma };
/** Functions of ours whose text is not run: they are random functions, too. */
export const SPECIAL: ReadonlySet<string> = new Set(Object.keys(special));

function call(name: string, ...given: Num[]): Num {
  const native = special[name] ?? (Math as unknown as Record<string, (...x: number[]) => number>)[name];
  if (!native) throw new Error(`no function ${name}`);
  const v = native(...given.map(Number));
  if (name === 'fround') {
    const { e, d } = decided(given[0]);
    return decided(v, e, d);
  }
  if (/^(trunc|floor|ceil|round|sign|imul)$/.test(name)) return v;
  if (name === 'abs') return Number(given[0]) >= 0 ? (given[0] as Num) : two('-', 0, given[0] as Num);
  if (name === 'min' || name === 'max') {
    const [a, b] = given as [Num, Num];
    return (name === 'min' ? Number(a) <= Number(b) : Number(a) >= Number(b)) ? a : b;
  }
  const args = given.map((x) => decided(x));
  const bare = args.map((x) => new Dual(x.v, x.e, 0n)) as [Dual, Dual];
  const e = elementOf(name, bare);
  if (args.every(({ d }) => d === 0n)) return decided(v, e);
  const partials = PARTIALS[name]?.(...bare);
  if (!partials) throw new Error(`no partials of ${name}`);
  return decided(
    v,
    e,
    args.reduce((sum, { d }, i) => sum + decided(partials[i]).e * d, 0n),
  );
}

class View {
  constructor(
    readonly cells: Num[],
    readonly start = 0,
  ) {}
  subarray(from: Num): View {
    return new View(this.cells, this.start + Number(from));
  }
}

/** What a rewritten text calls `$`. */
export function secondNumbers() {
  const stacks = new Map<string, Num[]>();
  const array = (n: Num) => new View(new Array(Number(n)).fill(0));
  return {
    two,
    call:
      (name: string) =>
      (...args: Num[]) =>
        call(name, ...args),
    of: (...cells: Num[]) => new View(cells),
    Float64Array_: array,
    Float32Array_: array,
    Int32Array_: array,
    Uint8Array_: array,
    left: () => [...stacks.values()].reduce((sum, { length }) => sum + length, 0),
    tape(name: string) {
      const [way, type = ''] = name.split('_');
      const kind = type.replace(/s$/, '');
      const stack = stacks.get(kind) ?? [];
      stacks.set(kind, stack);
      return (x: Num | View, n: Num = 1): Num | undefined => {
        if (way === 'push') {
          if (x instanceof View) stack.push(...x.cells.slice(x.start, x.start + Number(n)));
          else stack.push(x);
          return;
        }
        if (stack.length < Number(n)) throw new Inapplicable('the tape is empty');
        const [...cells] = stack.splice(stack.length - Number(n));
        if (!(x instanceof View)) return cells[0];
        cells.forEach((cell, i) => {
          x.cells[x.start + i] = cell;
        });
        return;
      };
    },
  };
}
