/**
 * A second opinion on an adjoint, from JavaScript as printed: ⟨ȳ, ẏ⟩ = ⟨x̄ after − x̄ before, ẋ⟩ in GF(2⁶¹ − 1) (theory 16), where ẏ is
 * left by the tangent, printed without analysis of activity. Both run on pairs of a double, which decides, and an element of it.
 */
import { createHash } from 'node:crypto';
import { parseAst } from 'vite';
import type { Asked, Text } from './secondPrinted';

// biome-ignore lint/suspicious/noExplicitAny: values and syntax of a language without types.
type Any = any;
const P = 2n ** 61n - 1n;
const random = (...of: unknown[]) =>
  BigInt(`0x${createHash('sha1').update(of.join()).digest('hex').slice(0, 20)}`) % P;
const [REFUSED, ASTRAY] = [Symbol('the run says nothing'), Symbol('the tape or an array ends before')];
function refuse(why = REFUSED): never {
  throw why;
}
const pair = (v: number, e: bigint): Any =>
  Number.isFinite(v) ? { v, e: ((e % P) + P) % P, valueOf: () => v } : refuse();
/** A double is a whole number over a power of two, and 2⁶¹ = 1. */
function exact(x: Any): Any {
  if (typeof x === 'object') return x;
  let [whole, halvings] = [Number.isFinite(Number(x)) ? Number(x) : refuse(), 0];
  for (; !Number.isInteger(whole); halvings++) whole *= 2;
  return pair(Number(x), BigInt(whole) * 2n ** BigInt(61 - (halvings % 61)));
}
function power(x: bigint, n: bigint): bigint {
  if (n < 0n) return power(x || refuse(), n * (2n - P));
  return n === 0n ? 1n : (power((x * x) % P, n / 2n) * (n % 2n ? x : 1n)) % P;
}
function two(op: string, own: (a: number, b: number) => Any, a: Any, b: Any): Any {
  const v = typeof b === 'bigint' ? own(BigInt(a) as Any, b as Any) : own(Number(a), Number(b));
  const isWhole = [a, b, v].every(Number.isSafeInteger);
  if (!/^([-+*/%]|\*\*)$/.test(op) || typeof v === 'bigint' || (isWhole && op !== '/')) return v;
  const [x, y]: [bigint, bigint] = [exact(a).e, exact(b).e];
  if (op === '+' || op === '-') return pair(v, op === '+' ? x + y : x - y);
  if (op === '*' || op === '/') return pair(v, x * (op === '*' ? y : power(y, -1n)));
  if (op === '%') return pair(v, x - exact(Math.trunc(Number(a) / Number(b))).e * y);
  // x^⌊p⌋·u(x, p − ⌊p⌋), where doubles tell p.
  const whole = Math.floor(Number(b) + 5e-10);
  const rest = (Number(b) - whole).toFixed(9);
  return pair(v, power(x, BigInt(whole)) * (Number(rest) === 0 ? 1n : random('power', x, rest)));
}
/** sin, cos and tan are of one point of the circle, the hyperbolic functions and exp of one number. */
function elementOf(name: string, given: readonly Any[]): bigint {
  const of: bigint[] = given.map((x) => exact(x).e);
  const [t, u] = [random('angle', of[0]), random('exp', of[0])];
  const [cosine, v] = [1n - t * t + P * P, power(u, -1n)];
  if (name === 'tan') return 2n * t * power(cosine, -1n);
  if (name === 'sin' || name === 'cos') return (name === 'sin' ? 2n * t : cosine) * power(1n + t * t, -1n);
  if (name === 'tanh') return (u - v) * power(u + v, -1n);
  if (name === 'sinh' || name === 'cosh') return (name === 'sinh' ? u - v : u + v) * power(2n, -1n);
  return name === 'exp' ? u : name === 'expm1' ? u - 1n : random(name, ...of);
}
function call(name: string, own: (...x: number[]) => number, ...given: Any[]): Any {
  const v = own(...given.map(Number));
  if (/^(trunc|floor|ceil|round|sign|imul)$/.test(name)) return v;
  if (name === 'fround') return pair(v, exact(given[0]).e);
  if (name === 'abs') return given[0] >= 0 ? given[0] : pair(v, -(exact(given[0]).e as bigint));
  if (name === 'min' || name === 'max') return given[Number(Number(given[0]) !== v)];
  return pair(v, elementOf(name, given));
}
function view(cells: Any[], start: number): Any {
  const at = (i: Any) => (start + Number(i) in cells ? start + Number(i) : refuse(ASTRAY));
  return { cells, start, at, subarray: (by: Any) => view(cells, start + Number(by)) };
}
let tapes: Record<string, Any[]> = {};
function tape(name: string, x: Any, n: Any = 1): Any {
  const [way, kind = ''] = name.replace(/s$/, '').split('_');
  const stack = tapes[kind] ?? [];
  tapes[kind] = stack;
  if (way === 'push') return stack.push(...(x?.cells ? x.cells.slice(x.start, x.start + Number(n)) : [x]));
  const cells = stack.length < Number(n) ? refuse(ASTRAY) : stack.splice(stack.length - Number(n));
  return x?.cells ? x.cells.splice(x.start, cells.length, ...cells) : cells[0];
}
const of = (...cells: Any[]) => view(cells, 0);
const $ = { two, call, of, tape, array: (n: Any) => of(...new Array(Number(n)).fill(0)) };
/** Functions that JavaScript lacks, which run as they are printed. */
const OURS = /^(erfc?|[lt]gamma|(di|tri)gamma|erf_series|erfc_fraction|log_gamma_near_two)$/;
/** The text with its operators, functions, arrays and tape made ours; all else stays. */
function rewritten(text: string): string {
  const list = (each: Any[]) => each.map((a) => `, ${code(a)}`).join('');
  const two = (op: string, ...of: string[]) => `$.two('${op}', (a, b) => a ${op} b, ${of.join(', ')})`;
  const code = (n: Any): string => {
    const { type, operator, callee } = n;
    if (type === 'FunctionDeclaration' && OURS.test(n.id.name)) return text.slice(n.start, n.end);
    if (type === 'BinaryExpression') return two(operator, code(n.left), code(n.right));
    if (type === 'UnaryExpression' && operator === '-') return two('-', '0', code(n.argument));
    if (/^(Update|Assignment)/.test(type) && operator !== '=')
      return `${code(n.argument ?? n.left)} = ${two(operator.slice(0, -1), code(n.argument ?? n.left), n.right ? code(n.right) : '1')}`;
    if (type === 'MemberExpression' && n.computed)
      return `${code(n.object)}.cells[${code(n.object)}.at(${code(n.property)})]`;
    if (type === 'NewExpression' && /Array$/.test(callee.name)) return `$.array(${code(n.arguments[0])})`;
    const own = type === 'CallExpression' ? text.slice(callee.start, callee.end) : '';
    if (/\.of$/.test(own)) return `$.of(${list(n.arguments).slice(2)})`;
    if (/^(push|pop)_/.test(own)) return `$.tape('${own}'${list(n.arguments)})`;
    if (/^Math\./.test(own) || OURS.test(own))
      return `$.call('${own.replace('Math.', '')}', ${own}${list(n.arguments)})`;
    let [out, at] = ['', n.start];
    const parts: Any[] = Object.values(n).flat();
    for (const part of parts.filter((p) => p?.type).sort((p, q) => p.start - q.start))
      [out, at] = [out + text.slice(at, part.start) + code(part), part.end];
    return (out + text.slice(at, n.end)).replace(/^const /, 'let ');
  };
  return code(parseAst(text));
}
/** What a text leaves of the derivatives that it holds, and on the tape. */
function ran({ text, entry, held }: Text, { inputs }: Asked, start: (key: string, i: number) => bigint) {
  tapes = {};
  // Text that our own printer made becomes code here, in tests only: nothing of the product imports this file.
  const made = new Function('$', `${rewritten(text)}\nreturn (of, $v) => eval(of);`)($);
  const args: Any[] = [];
  const given = held.map(({ name, position, key, holds, isReal, isView }) => {
    const element = (i: number) => (holds === 'primal' ? random('v', key, i) : start(key, i));
    const values = (inputs[key] ?? [1]).map((v, i) => (isReal ? pair(v, element(i)) : v));
    const value = isView || (position === null && made(name)?.cells) ? view(values, 0) : values[0];
    if (position === null) made(`${name} = $v`, value);
    else args[position] = value;
    return value;
  });
  made(entry)(...args);
  const ends = held.map(({ name, position, key, holds }, k): [string, bigint[]] => {
    const end = position === null ? made(name) : given[k];
    return [holds === 'primal' ? '' : key, (end?.cells ?? [end]).map((x: Any) => exact(x).e)];
  });
  return { ends: new Map(ends), left: Object.values(tapes).flat().length };
}

export function secondOpinion(q: Asked): 'exact' | 'different' | 'not-applicable' {
  const [isIn, isOut] = [new Set(q.independents), new Set(q.dependents)];
  const direction = (key: string, i: number) => (isIn.has(key) ? random('x', key, i) : 0n);
  const seed = (key: string, i: number) => (isIn.has(key) || isOut.has(key) ? random('b', key, i) : 0n);
  let runs = 0;
  try {
    const [tangent, , adjoint] = [ran(q.tangent, q, direction), runs++, ran(q.adjoint, q, seed)];
    let sum = 0n;
    for (const key of new Set([...isIn, ...isOut])) {
      const [y, x] = [tangent.ends.get(key), adjoint.ends.get(key)];
      // What a text does not name keeps its derivative.
      (y ?? x ?? []).forEach((_, i) => {
        if (isOut.has(key)) sum += seed(key, i) * (y?.[i] ?? direction(key, i));
        sum -= ((x?.[i] ?? seed(key, i)) - (isOut.has(key) ? 0n : seed(key, i))) * direction(key, i);
      });
    }
    return sum % P === 0n && adjoint.left === 0 ? 'exact' : 'different';
  } catch (error) {
    if (error !== REFUSED && error !== ASTRAY) throw error;
    return runs > 0 && error === ASTRAY ? 'different' : 'not-applicable';
  }
}
