/** Random programs of the single-pass grammar ([SPG] 3), snippets and functions, in random layout. */
import type { Random } from './prng';

const NAMES = ['x', 'y', 'z', 'u', 'v1', 'w_', 'i'];
const FUNCTIONS = [
  'sin',
  'cos',
  'atan',
  'tanh',
  'exp',
  'sqrt',
  'log',
  'tan',
  'sinh',
  'cosh',
  'erf',
  'fabs',
  'cbrt',
  'floor',
  'asinh',
  'log1p',
];
const COMPARISONS = ['<', '>', '<=', '>=', '==', '!='];

export interface SinglePassProgram {
  readonly source: string;
  readonly inputs: Record<string, number>;
}

export function generateSinglePassProgram(random: Random): SinglePassProgram {
  const isFunction = random.chance(0.4);
  const names = NAMES.slice(0, random.int(2, NAMES.length));
  const pointers = new Set(isFunction ? names.filter((_, k) => k % 2 === 0) : []);
  const returns = isFunction && random.chance(0.5);
  const body = statements({ random, names, pointers, loops: 0 }, random.int(1, 5), 3);
  const inputs = Object.fromEntries(names.map((name) => [name, random.int(-19, 19) / 8]));
  if (!isFunction) return { source: body, inputs };
  const head = names.map((name) => `double ${pointers.has(name) ? '*' : ''}${name}`).join(', ');
  const end = returns ? ` return ${expression({ random, names, pointers, loops: 0 }, 2)};` : '';
  const counters = `double ${['k', 'm'].flatMap((name) => [1, 2, 3].map((depth) => name + depth)).join(', ')};`;
  return { source: `${returns ? 'double' : 'void'} f(${head}) { ${counters} ${body}${end} }`, inputs };
}

interface Scope {
  readonly random: Random;
  readonly names: readonly string[];
  readonly pointers: ReadonlySet<string>;
  readonly loops: number;
}

function statements(s: Scope, count: number, depth: number): string {
  return Array.from({ length: count }, () => statement(s, depth)).join(s.random.pick([' ', '\n', '']));
}

function statement(s: Scope, depth: number): string {
  const { random } = s;
  const kind = depth === 0 ? 0 : random.int(0, 9);
  const inner = () => statements(s, random.int(1, 3), depth - 1);
  if (kind < 7) return `${variable(s)}${random.pick(['=', ' = '])}${expression(s, random.int(0, 4))};`;
  if (kind < 9) return `if (${test(s)}) {${inner()}}`;
  // A counter of its own, which nothing else assigns, so that the loop ends.
  const counter = random.pick(['k', 'm']) + depth;
  const body = inner();
  return `${counter}=0; while (${counter} < ${random.int(0, 3)}) { ${body} ${counter} = ${counter}+1; }`;
}

function test(s: Scope): string {
  return `${expression(s, 1)} ${s.random.pick(COMPARISONS)} ${expression(s, 1)}`;
}

function variable({ random, names, pointers }: Scope): string {
  const name = random.pick(names);
  return pointers.has(name) ? `*${name}` : name;
}

function expression(s: Scope, depth: number): string {
  const { random } = s;
  const part = () => expression(s, depth - 1);
  if (depth <= 0)
    return random.chance(0.7) ? variable(s) : random.pick(['1', '2.5', '.5', '3e-1', '7', '0.25']);
  const kind = random.int(0, 9);
  if (kind < 3) return `${random.pick(FUNCTIONS)}(${part()})`;
  // A negative constant is one operand in the main engine.
  if (kind < 4) return `-${random.chance(0.5) ? variable(s) : `${random.pick(FUNCTIONS)}(${part()})`}`;
  if (kind < 5) return `(${part()})`;
  const operator = random.pick(['+', '-', '*', '*', '/']);
  // A quotient of whole numbers is C's, and refused.
  const right = operator === '/' ? `(${part()} + 4.5)` : part();
  return `${part()} ${operator} ${right}`;
}
