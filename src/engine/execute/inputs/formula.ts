/**
 * Formulas in which inputs are written: arithmetic, elementary functions, names of indices and of other inputs.
 *
 *   sum     := product (('+' | '-') product)*
 *   product := sign (('*' | '/') sign)*
 *   sign    := '-' sign | '+' sign | power
 *   power   := atom (('^' | '**') sign)?
 *   atom    := number | name | name '(' sum (',' sum)* ')' | '(' sum ')'
 *
 * Text from a link ends up here, so it is parsed and walked, never run.
 */
import { ELEMENTARY, type Elementary } from '../../ir/elementary';
import type { Variable } from '../../ir/types';

export type Formula =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'apply'; readonly name: string; readonly args: readonly Formula[] }
  | { readonly kind: 'binary'; readonly op: string; readonly left: Formula; readonly right: Formula };

export type ParsedFormula = { readonly formula: Formula } | { readonly error: string };

/** Deeper nesting than this is refused, so that no text can exhaust the stack. */
const MAX_DEPTH = 200;

interface Cursor {
  readonly tokens: readonly string[];
  at: number;
  depth: number;
}

const TOKEN =
  /\s+|\d+(?:\.\d*)?(?:[eEdD][+-]?\d+)?|\.\d+(?:[eEdD][+-]?\d+)?|[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*|\*\*|[-+*/^(),[\]]|./gy;

export function parseFormula(text: string): ParsedFormula {
  const tokens = (text.match(TOKEN) ?? []).filter((token) => token.trim() !== '');
  const cursor: Cursor = { tokens, at: 0, depth: 0 };
  const formula = parseSum(cursor);
  if (typeof formula === 'string') return { error: formula };
  const left = tokens[cursor.at];
  return left === undefined ? { formula } : { error: `'${left}' does not continue a formula` };
}

function accept(c: Cursor, ...tokens: string[]): string | null {
  const token = c.tokens[c.at];
  if (token === undefined || !tokens.includes(token)) return null;
  c.at++;
  return token;
}

function parseChain(
  c: Cursor,
  ops: readonly string[],
  part: (c: Cursor) => Formula | string,
): Formula | string {
  let left = part(c);
  for (;;) {
    if (typeof left === 'string') return left;
    const op = accept(c, ...ops);
    if (op === null) return left;
    const right = part(c);
    if (typeof right === 'string') return right;
    left = { kind: 'binary', op, left, right };
  }
}

function parseSum(c: Cursor): Formula | string {
  if (++c.depth > MAX_DEPTH) return 'it is nested too deeply';
  const result = parseChain(c, ['+', '-'], (d) => parseChain(d, ['*', '/'], parseSign));
  c.depth--;
  return result;
}

function parseSign(c: Cursor): Formula | string {
  if (++c.depth > MAX_DEPTH) return 'it is nested too deeply';
  const result = parseSigned(c);
  c.depth--;
  return result;
}

function parseSigned(c: Cursor): Formula | string {
  if (accept(c, '+')) return parseSign(c);
  if (accept(c, '-')) {
    const operand = parseSign(c);
    if (typeof operand === 'string') return operand;
    return { kind: 'binary', op: '-', left: { kind: 'number', value: 0 }, right: operand };
  }
  const base = parseAtom(c);
  if (typeof base === 'string' || !accept(c, '^', '**')) return base;
  const exponent = parseSign(c);
  if (typeof exponent === 'string') return exponent;
  return { kind: 'binary', op: '^', left: base, right: exponent };
}

function parseAtom(c: Cursor): Formula | string {
  const token = c.tokens[c.at];
  if (token === undefined) return 'it ends too early';
  c.at++;
  if (/^[\d.]/.test(token)) return { kind: 'number', value: Number(token.replace(/[dD]/, 'e')) };
  if (token === '(') {
    const inner = parseSum(c);
    if (typeof inner === 'string') return inner;
    return accept(c, ')') ? inner : "a ')' is missing";
  }
  if (!/^[A-Za-z_]/.test(token)) return `'${token}' does not start a value`;
  const open = accept(c, '(', '[');
  if (open === null) return { kind: 'name', name: token };
  const args: Formula[] = [];
  do {
    const arg = parseSum(c);
    if (typeof arg === 'string') return arg;
    args.push(arg);
  } while (accept(c, ','));
  return accept(c, open === '(' ? ')' : ']')
    ? { kind: 'apply', name: token, args }
    : `${token} has no closing bracket`;
}

/** The context in which a formula is evaluated: the element it is for, and what names stand for. */
export interface FormulaScope {
  /** Number of the element in memory order, from 0. */
  readonly element: number;
  /** Subscripts, counted from 1; empty for a scalar. */
  readonly indices: readonly number[];
  /** An input's value at the element, or at an index from 1; null if there is none of that name. */
  readonly input: (name: string, index: number | null) => number | null;
}

const CONSTANTS: Record<string, number> = { pi: Math.PI, e: Math.E };
const INDEX_NAMES = ['i', 'j', 'k', 'l'];
/** Other spellings of functions in the table. */
const ALIASES: Record<string, Elementary> = {
  pow: 'power',
  fabs: 'abs',
  ln: 'log',
  fmod: 'mod',
  aint: 'trunc',
};

/** The value, or a message why there is none. */
export function evaluateFormula(formula: Formula, scope: FormulaScope): number | string {
  switch (formula.kind) {
    case 'number':
      return formula.value;
    case 'name': {
      const index = scope.indices[INDEX_NAMES.indexOf(formula.name)];
      if (index !== undefined) return index;
      return (
        scope.input(formula.name, null) ?? CONSTANTS[formula.name] ?? `there is no input ${formula.name}`
      );
    }
    case 'apply':
      return applyFunction(formula, scope);
    case 'binary': {
      const left = evaluateFormula(formula.left, scope);
      if (typeof left === 'string') return left;
      const right = evaluateFormula(formula.right, scope);
      if (typeof right === 'string') return right;
      return combine(formula.op, left, right);
    }
  }
}

const OPERATORS: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
};

function combine(op: string, a: number, b: number): number {
  return OPERATORS[op]?.(a, b) ?? a ** b;
}

function applyFunction(formula: Extract<Formula, { kind: 'apply' }>, scope: FormulaScope): number | string {
  const values: number[] = [];
  for (const arg of formula.args) {
    const value = evaluateFormula(arg, scope);
    if (typeof value === 'string') return value;
    values.push(value);
  }
  const [a = 0, b = 0, n = 1] = values;
  if (formula.name === 'linspace') return n > 1 ? a + ((b - a) * scope.element) / (n - 1) : a;
  if (formula.name === 'random') return pseudoRandom(a, scope.element);
  const fn = ALIASES[formula.name] ?? formula.name;
  if (Object.hasOwn(ELEMENTARY, fn)) {
    const rule = ELEMENTARY[fn as Elementary];
    if (rule.arity !== values.length)
      return `${formula.name} takes ${rule.arity} argument${rule.arity === 1 ? '' : 's'}`;
    return rule.evaluate(...values);
  }
  return scope.input(formula.name, a) ?? `there is no function ${formula.name}`;
}

/** A number in [0, 1), the same for the same seed and element everywhere: a hash (murmur3's finaliser) of both. */
export function pseudoRandom(seed: number, element: number): number {
  let h = Math.imul(Math.floor(seed) | 0, 0x9e3779b1) ^ Math.imul(element + 1, 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return ((h ^ (h >>> 16)) >>> 0) / 2 ** 32;
}

/** Subscripts, from 1, of the element with the given number in memory order. */
export function indicesOf(v: Variable, element: number, extents: readonly number[]): number[] {
  const order = extents.map((_, d) => d);
  if (v.shape?.order === 'row') order.reverse();
  const indices = extents.map(() => 1);
  let rest = element;
  order.forEach((d, k) => {
    const extent = k === order.length - 1 ? Number.POSITIVE_INFINITY : (extents[d] as number);
    indices[d] = 1 + (extent === Number.POSITIVE_INFINITY ? rest : rest % extent);
    rest = extent === Number.POSITIVE_INFINITY ? 0 : Math.floor(rest / Math.max(1, extent));
  });
  return indices;
}
