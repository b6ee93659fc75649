/**
 * A second opinion on an adjoint, from printed JavaScript: ⟨ȳ, ẏ⟩ + ⟨x̄ before, ẋ⟩ = ⟨x̄ after, ẋ⟩ in GF(2⁶¹ − 1) (theory 16), where ẏ
 * comes of dual numbers on the printed primal. The text is parsed and run as it stands, on numbers that are a double, which decides,
 * an element of the field, and a tangent there.
 */
import { createHash } from 'node:crypto';
import { parseAst } from 'vite';
import type { Asked, Text } from './secondPrinted';

// biome-ignore lint/suspicious/noExplicitAny: values and syntax of a language without types.
type Any = any;
const P = 2n ** 61n - 1n;
const random = (...name: unknown[]) =>
  BigInt(`0x${createHash('sha1').update(name.join()).digest('hex').slice(0, 20)}`) % P;
const REFUSED = Symbol('a run that says nothing');
const refuse = (): never => {
  throw REFUSED;
};

class Dual {
  readonly e: bigint;
  readonly d: bigint;
  constructor(
    readonly v: number,
    e: bigint,
    d = 0n,
  ) {
    if (!Number.isFinite(v)) refuse();
    this.e = ((e % P) + P) % P;
    this.d = ((d % P) + P) % P;
  }
  valueOf = () => this.v;
}
/** A double is a whole number over a power of two, and 2⁶¹ = 1. */
function dual(x: Any): Dual {
  if (x instanceof Dual) return x;
  let [whole, halvings] = [Number.isFinite(Number(x)) ? Number(x) : refuse(), 0];
  for (; !Number.isInteger(whole); halvings++) whole *= 2;
  return new Dual(Number(x), BigInt(whole) * 2n ** BigInt(61 - (halvings % 61)));
}
function power(x: bigint, n: bigint): bigint {
  if (n < 0n) return power(x === 0n ? refuse() : x, -n * (P - 2n));
  const half = n === 0n ? 1n : power(x, n / 2n);
  return n === 0n ? 1n : (half * half * (n % 2n ? x : 1n)) % P;
}
const native = (op: string) => new Function('a', 'b', `return Number(a) ${op} Number(b)`);
/** xᵖ = x^⌊p⌋·u(x, p − ⌊p⌋), where doubles tell p. */
function raised(x: Dual, p: Dual): Dual {
  const whole = Math.floor(p.v + 5e-10);
  const rest = (p.v - whole).toFixed(9);
  const e = power(x.e, BigInt(whole)) * (Number(rest) === 0 ? 1n : random('power', x.e, rest));
  const below = x.d !== 0n && p.v !== 0 && (x.v > 0 || p.v === whole);
  const d = below ? p.e * raised(new Dual(x.v, x.e), new Dual(p.v - 1, p.e - 1n)).e * x.d : 0n;
  return new Dual(x.v ** p.v, e, p.d !== 0n && x.v > 0 ? d + e * random('log', x.e) * p.d : d);
}
function two(op: string, a: Any, b: Any): Any {
  const v = native(op)(a, b);
  const whole =
    !(a instanceof Dual || b instanceof Dual) && [a, b, v].map(Number).every(Number.isSafeInteger);
  if (!/^([-+*/%]|\*\*)$/.test(op) || (whole && op !== '/')) return v;
  const [x, y] = [dual(a), dual(b)];
  if (op === '+') return new Dual(v, x.e + y.e, x.d + y.d);
  if (op === '-') return new Dual(v, x.e - y.e, x.d - y.d);
  if (op === '*') return new Dual(v, x.e * y.e, x.d * y.e + x.e * y.d);
  if (op === '**') return raised(x, y);
  const q = op === '%' ? dual(Math.trunc(x.v / y.v)).e : (x.e * power(y.e, -1n)) % P;
  return op === '%'
    ? new Dual(v, x.e - q * y.e, x.d - q * y.d)
    : new Dual(v, q, (x.d - q * y.d) * power(y.e, -1n));
}

/** Partial derivatives, by the first argument and by the second. */
const PARTIALS = `sin: Math.cos(x); cos: -Math.sin(x); tan: 1 + Math.tan(x) ** 2; asin: 1 / Math.sqrt(1 - x * x);
acos: -1 / Math.sqrt(1 - x * x); atan: 1 / (1 + x * x); sinh: Math.cosh(x); cosh: Math.sinh(x); tanh: 1 / Math.cosh(x) ** 2;
asinh: 1 / Math.sqrt(x * x + 1); acosh: 1 / Math.sqrt(x * x - 1); atanh: 1 / (1 - x * x); exp: Math.exp(x); expm1: Math.exp(x);
log: 1 / x; log2: 1 / (Math.LN2 * x); log10: 1 / (Math.LN10 * x); log1p: 1 / (1 + x); sqrt: x === 0 ? 0 : 0.5 / Math.sqrt(x);
cbrt: x === 0 ? 0 : 1 / (3 * Math.cbrt(x) ** 2); erf: 1.1283791670955126 * Math.exp(-x * x); digamma: trigamma(x);
erfc: -1.1283791670955126 * Math.exp(-x * x); lgamma: digamma(x); tgamma: tgamma(x) * digamma(x);
atan2: y / (x * x + y * y), -x / (x * x + y * y);
hypot: x === 0 && y === 0 ? 0 : x / Math.hypot(x, y), x === 0 && y === 0 ? 0 : y / Math.hypot(x, y)`;

/** sin, cos and tan are of one point of the circle, the hyperbolic functions and exp of one number. */
function elementOf(name: string, [x, ...more]: readonly bigint[]): bigint {
  const [t, u] = [random('angle', x), random('exp', x)];
  const [sine, cosine, v] = [2n * t, (1n - t * t + P * P) % P, power(u, -1n)];
  if (name === 'tan') return sine * power(cosine, -1n);
  if (name === 'sin' || name === 'cos')
    return (name === 'sin' ? sine : cosine) * power((1n + t * t) % P, -1n);
  if (name === 'tanh') return (u - v) * power((u + v) % P, -1n);
  if (name === 'sinh' || name === 'cosh') return (name === 'sinh' ? u - v : u + v) * power(2n, -1n);
  if (name === 'exp' || name === 'expm1') return name === 'exp' ? u : u - 1n;
  return name === 'log' && x === 2n ? dual(Math.LN2).e : random(name, x, ...more);
}
function call(name: string, own: ((...x: number[]) => number) | null, ...given: Any[]): Any {
  const v = own ? own(...given.map(Number)) : 0;
  if (/^(trunc|floor|ceil|round|sign|imul)$/.test(name)) return v;
  if (name === 'fround') return new Dual(v, dual(given[0]).e, dual(given[0]).d);
  if (name === 'abs') return Number(given[0]) >= 0 ? given[0] : two('-', 0, given[0]);
  const [first, second] = given.map(Number) as [number, number];
  if (name === 'min' || name === 'max')
    return given[(name === 'min' ? first <= second : first >= second) ? 0 : 1];
  const args = given.map(dual);
  const bare = args.map((x) => new Dual(x.v, x.e));
  const e = elementOf(
    name,
    bare.map((x) => x.e),
  );
  if (args.every(({ d }) => d === 0n)) return new Dual(v, e);
  const by: Any[] = (partials.get(name) ?? refuse())($, ...bare);
  return new Dual(
    v,
    e,
    args.reduce((sum, { d }, k) => sum + dual(by[k]).e * d, 0n),
  );
}

const stacks = new Map<string, Any[]>();
const of = (...cells: Any[]): Any => ({
  cells,
  start: 0,
  subarray: (by: Any) => ({ ...of(), cells, start: Number(by) }),
});
/** What a rewritten text calls. */
const $ = { two, call, of, array: (n: Any) => of(...new Array(Number(n)).fill(0)), tape };
function tape(name: string, x: Any, n: Any = 1): Any {
  const [way, kind = ''] = name.replace(/s$/, '').split('_');
  const stack = stacks.get(kind) ?? [];
  stacks.set(kind, stack);
  if (way === 'push') return stack.push(...(x?.cells ? x.cells.slice(x.start, x.start + Number(n)) : [x]));
  const cells = stack.length < Number(n) ? refuse() : stack.splice(stack.length - Number(n));
  return x?.cells ? x.cells.splice(x.start, cells.length, ...cells) : cells[0];
}

const OURS = /^(erfc?|[lt]gamma|(di|tri)gamma|erf_series|erfc_fraction|log_gamma_near_two)$/;
/** The text with its operators, functions, arrays and tape made ours. */
function rewritten(text: string, root: Any = parseAst(text)): string {
  const code = (n: Any): string => {
    const list = (each: Any[]) => each.map((a) => `, ${code(a)}`).join('');
    if (n.type === 'FunctionDeclaration' && OURS.test(n.id.name)) return text.slice(n.start, n.end);
    if (n.type === 'BinaryExpression') return `$.two('${n.operator}', ${code(n.left)}, ${code(n.right)})`;
    if (n.type === 'UnaryExpression' && n.operator === '-') return `$.two('-', 0, ${code(n.argument)})`;
    if (n.type === 'UpdateExpression')
      return `${code(n.argument)} = $.two('${n.operator[0]}', ${code(n.argument)}, 1)`;
    if (n.type === 'AssignmentExpression' && n.operator !== '=')
      return `${code(n.left)} = $.two('${n.operator.slice(0, -1)}', ${code(n.left)}, ${code(n.right)})`;
    if (n.type === 'MemberExpression' && n.computed)
      return `${code(n.object)}.cells[${code(n.object)}.start + Number(${code(n.property)})]`;
    if (n.type === 'NewExpression' && /Array$/.test(n.callee.name)) return `$.array(${code(n.arguments[0])})`;
    if (n.type === 'CallExpression') {
      const { name = '', object, property } = n.callee;
      if (property?.name === 'of') return `$.of(${list(n.arguments).slice(1)})`;
      if (object?.name === 'Math')
        return `$.call('${property.name}', Math.${property.name}${list(n.arguments)})`;
      if (OURS.test(name))
        return `$.call('${name}', typeof ${name} === 'function' ? ${name} : null${list(n.arguments)})`;
      if (/^(push|pop)_[a-z]+$/.test(name)) return `$.tape('${name}'${list(n.arguments)})`;
    }
    let [out, at] = ['', n.start];
    const parts = Object.values<Any>(n)
      .flat()
      .filter((part) => typeof part?.type === 'string');
    for (const part of parts.sort((a, b) => a.start - b.start)) {
      out += text.slice(at, part.start) + code(part);
      at = part.end;
    }
    return (out + text.slice(at, n.end)).replace(/^const /, 'let ');
  };
  return code(root);
}
const partials = new Map(
  PARTIALS.split(/;\s/).map((each) => {
    const [name = '', ...by] = each.split(/: (?=[^:]*$)|: /);
    return [name, new Function('$', 'x', 'y', `return [${rewritten(by.join(': '))}];`)];
  }),
);

export function secondOpinion(q: Asked): 'exact' | 'different' | 'not-applicable' {
  const direction = (key: string, i: number) => (q.independents.includes(key) ? random('x', key, i) : 0n);
  const isOnlyAdded = (key: string) => q.independents.includes(key) && !q.dependents.includes(key);
  const ran = ({ text, entry, held }: Text, isDual: boolean) => {
    stacks.clear();
    const given = held.map(({ key, holds, isReal }) =>
      (q.inputs[key] ?? [1]).map((v, i) => {
        if (!isReal) return v;
        if (holds === 'primal') return new Dual(v, random('v', key, i), isDual ? direction(key, i) : 0n);
        return q.dependents.includes(key) || isOnlyAdded(key) ? new Dual(1, random('b', key, i)) : 0;
      }),
    );
    const globals = held.filter(({ position }) => position === null).map(({ name }) => name);
    const doors = globals.map((name) => `${name}: [() => ${name}, (v) => { ${name} = v; }]`);
    // Text that our own printer made becomes code here, in tests only: nothing of the product imports this file.
    const made = new Function('$', `${rewritten(text)}\nreturn {$entry: ${entry}, ${doors.join(', ')}};`)($);
    const args: Any[] = [];
    const views = held.map(({ name, position, isView }, k) => {
      const view = isView || made[name]?.[0]()?.cells ? of(...(given[k] ?? [])) : given[k]?.[0];
      if (position === null) made[name][1](view);
      else args[position] = view;
      return view;
    });
    const result = made.$entry(...args);
    const ends = held.map(({ name, position, ...each }, k) => {
      const end = position === null ? made[name][0]() : views[k];
      return { ...each, position, cells: (end?.cells ?? [end]).map(dual) as Dual[] };
    });
    return { ends, result, left: [...stacks.values()].flat().length };
  };
  try {
    const [forward, backward] = [ran(q.primal, true), ran(q.adjoint, false)];
    const result = q.result !== null && q.dependents.includes(q.result) ? q.result : null;
    let sum = result === null ? 0n : random('b', result, 0) * dual(forward.result).d;
    const named = new Set(backward.ends.map(({ key, holds }) => `${holds} ${key}`));
    for (const { key, position, cells } of forward.ends.filter(({ key }) => q.dependents.includes(key)))
      cells.forEach(({ d }, i) => {
        // A global that the adjoint does not name keeps its adjoint.
        const kept = position === null && !named.has(`adjoint ${key}`) ? direction(key, i) : 0n;
        sum += random('b', key, i) * (d - kept);
      });
    for (const { key, cells } of backward.ends.filter(({ holds }) => holds === 'adjoint'))
      cells.forEach(({ e }, i) => {
        sum -= (e - (isOnlyAdded(key) ? random('b', key, i) : 0n)) * direction(key, i);
      });
    return sum % P === 0n && backward.left === 0 ? 'exact' : 'different';
  } catch (error) {
    if (error === REFUSED) return 'not-applicable';
    throw error;
  }
}
