/** Conditional text: `#if`, `#ifdef` and the like, as a stack of what is read and what is left out. */
import type { DiagnosticSink } from '../base/diagnostics';
import type { Span } from '../base/span';

/** The tokens of a condition: names, numbers and signs. */
interface Token {
  readonly kind: string;
  readonly text: string;
}

/** One `#if` up to its `#endif`. */
interface Condition {
  readonly at: Span;
  /** The text around it is read. */
  readonly outer: boolean;
  /** The branch at hand is read. */
  reading: boolean;
  /** Some branch was. */
  taken: boolean;
  elseSeen: boolean;
}

export interface Conditions {
  readonly sink: DiagnosticSink;
  readonly stack: Condition[];
  readonly isDefined: (name: string) => boolean;
  /** With macros replaced. */
  readonly expanded: (tokens: readonly Token[]) => readonly Token[];
}

export const CONDITIONAL = /^(?:if|ifdef|ifndef|elif|elifdef|elifndef|else|endif)$/;

export function isReading({ stack }: Conditions): boolean {
  return stack[stack.length - 1]?.reading ?? true;
}

/** Carries out one directive of `CONDITIONAL`; `tokens` are the rest of its line. */
export function conditional(c: Conditions, name: string, tokens: readonly Token[], line: Span): void {
  const top = c.stack[c.stack.length - 1];
  if (name.startsWith('if')) {
    const outer = isReading(c);
    const taken = outer && holds(c, name, tokens, line);
    c.stack.push({ at: line, outer, reading: taken, taken, elseSeen: false });
  } else if (!top)
    c.sink.error('unmatched-directive', `There is no \`#if\` that this \`#${name}\` belongs to.`, line);
  else if (name === 'endif') c.stack.pop();
  else {
    if (top.elseSeen)
      c.sink.error('unmatched-directive', `\`#${name}\` stands after the \`#else\` of its \`#if\`.`, line, {
        message: 'The `#if` is here.',
        span: top.at,
      });
    const wanted = top.outer && !top.taken;
    top.reading = wanted && (name === 'else' || holds(c, name.slice(2), tokens, line));
    top.taken ||= top.reading;
    top.elseSeen ||= name === 'else';
  }
}

export function endOfConditions(c: Conditions): void {
  for (const { at } of c.stack)
    c.sink.error('unmatched-directive', 'The `#endif` of this directive is missing.', at);
}

function holds(c: Conditions, name: string, tokens: readonly Token[], line: Span): boolean {
  const [first] = tokens;
  if (name !== 'if') {
    if (first?.kind !== 'identifier' && first?.kind !== 'keyword') {
      c.sink.error('bad-condition', `After \`#${name}\` a name is expected.`, line);
      return false;
    }
    return c.isDefined(first.text) === (name === 'ifdef');
  }
  const list = c.expanded(withoutDefined(c, tokens));
  const reader: Reader = { tokens: list, at: 0, depth: 0, failed: list.length === 0 };
  const value = choice(reader);
  if (!reader.failed && Number.isFinite(value) && reader.at === list.length) return value !== 0;
  c.sink.error('bad-condition', 'A condition of whole numbers is expected here.', line);
  return false;
}

/** `defined X` is settled before macros are replaced. */
function withoutDefined(c: Conditions, tokens: readonly Token[]): Token[] {
  const made: Token[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] as Token;
    if (token.text !== 'defined') {
      made.push(token);
      continue;
    }
    const inParentheses = tokens[i + 1]?.text === '(';
    const name = tokens[i + (inParentheses ? 2 : 1)];
    // What no name follows is no value either.
    if (name?.kind !== 'identifier' && name?.kind !== 'keyword') made.push({ ...token, kind: 'string' });
    else made.push({ ...token, kind: 'integer', text: c.isDefined(name.text) ? '1' : '0' });
    i += inParentheses ? 3 : 1;
  }
  return made;
}

// ---------------------------------------------------------------------------------------------------------- evaluation

const DEEPEST = 100;

interface Reader {
  readonly tokens: readonly Token[];
  at: number;
  /** Signs, parentheses and choices that are open. */
  depth: number;
  failed: boolean;
}

/** What divides by zero is NaN until it is clear that nobody asks for it: `defined N && 100 % N`. */
const truth = (a: number): number => (Number.isFinite(a) ? Number(a !== 0) : Number.NaN);
const isTrue = (a: number): boolean => truth(a) === 1;

const LEVELS: readonly Readonly<Record<string, (a: number, b: number) => number>>[] = [
  { '||': (a, b) => (isTrue(a) ? 1 : truth(b)) },
  { '&&': (a, b) => (isTrue(a) ? truth(b) : truth(a)) },
  { '|': (a, b) => a | b },
  { '^': (a, b) => a ^ b },
  { '&': (a, b) => a & b },
  { '==': (a, b) => Number(a === b), '!=': (a, b) => Number(a !== b) },
  {
    '<': (a, b) => Number(a < b),
    '<=': (a, b) => Number(a <= b),
    '>': (a, b) => Number(a > b),
    '>=': (a, b) => Number(a >= b),
  },
  { '<<': (a, b) => a * 2 ** b, '>>': (a, b) => Math.floor(a / 2 ** b) },
  { '+': (a, b) => a + b, '-': (a, b) => a - b },
  { '*': (a, b) => a * b, '/': (a, b) => Math.trunc(a / b), '%': (a, b) => a % b },
];

/** The first levels need not ask for both of their sides. */
const LAZY = 2;

function accept(r: Reader, text: string): boolean {
  if (r.tokens[r.at]?.text !== text) return false;
  r.at++;
  return true;
}

function choice(r: Reader): number {
  const test = level(r, 0);
  if (!accept(r, '?')) return test;
  r.depth++;
  const whenTrue = choice(r);
  if (!accept(r, ':')) r.failed = true;
  const whenFalse = choice(r);
  r.depth--;
  return Number.isFinite(test) ? (test === 0 ? whenFalse : whenTrue) : Number.NaN;
}

function level(r: Reader, depth: number): number {
  const operators = LEVELS[depth];
  if (!operators) return operand(r);
  let left = level(r, depth + 1);
  for (;;) {
    const apply = operators[r.tokens[r.at]?.text ?? ''];
    if (!apply) return left;
    r.at++;
    const right = level(r, depth + 1);
    const isAsked = depth < LAZY || Number.isFinite(left + right);
    left = isAsked ? apply(left, right) : Number.NaN;
  }
}

function operand(r: Reader): number {
  const token = r.tokens[r.at];
  // Nobody writes so many signs and parentheses within each other, and the stack has an end.
  if (!token || r.depth > DEEPEST) {
    r.failed = true;
    return 0;
  }
  r.at++;
  r.depth++;
  const number = operandOf(r, token);
  r.depth--;
  return number;
}

function operandOf(r: Reader, token: Token): number {
  if (token.text === '!') return 1 - truth(operand(r));
  if (token.text === '-') return -operand(r);
  if (token.text === '+') return operand(r);
  if (token.text === '~') return -1 - operand(r);
  if (token.text === '(') {
    const inner = choice(r);
    if (!accept(r, ')')) r.failed = true;
    return inner;
  }
  // A name that no macro gives a meaning is 0.
  if (token.kind === 'identifier' || token.kind === 'keyword') return token.text === 'true' ? 1 : 0;
  const number = Number(token.text.replace(/[uUlL]+$/, ''));
  if (token.kind !== 'integer' || !Number.isFinite(number)) r.failed = true;
  return number;
}
