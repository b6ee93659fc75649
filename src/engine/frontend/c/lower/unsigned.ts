/**
 * Arithmetic of `unsigned` and `uint32_t`, which wraps around at 2³², in texts that count on it: generators of random
 * numbers, hashes. Values lie between 0 and 2³² - 1 in a `long`, and what may leave that range is brought back at once, by
 * steps that stay below 2⁵³: they are exact in every language and in every run.
 *
 *     state * 1664525u + 1013904223u    is (state * 1664525 % 4294967296 + 1013904223) % 4294967296
 */
import { constant, convert, isReal } from '../../../ir/build';
import type { Binary, Expr, ScalarType, VariableId } from '../../../ir/types';
import type { ArithmeticOperator, TypeSpecifier, Expr as Written } from '../parse/syntax';
import { someExpr } from '../parse/walk';
import type { Token } from '../read/token';
import { isCalled, SMALL } from '../resolve/survey';
import { arithmetic, convertTo } from './arithmetic';
import { intoNarrow, isNarrow } from './narrow';
import { emit, type FileState, type RoutineState, reference, temporary } from './state';
import { asWide } from './wide';

const SIZE = 2 ** 32;
const HALF = 2 ** 16;
/** A product of a value with less than this stays below 2⁵³. */
const SMALL_FACTOR = 2 ** 21;

/**
 * Whether a text relies on wrapping around: besides the type there is a number too large to count with, or bits are mixed, or
 * an unsigned value grows.
 */
export function wrapsAround(tokens: readonly Token[]): boolean {
  const names = unsignedNames(tokens);
  if (names === null) return false;
  return tokens.some(
    (token, at) => mixes(token) || multiplies(tokens, at, names) || goesBelow(tokens, at, names),
  );
}

/** `a - b`, `(unsigned)-1`, `0u - x`: what may be less than zero, except `n - 1` and subscripts. */
function goesBelow(tokens: readonly Token[], at: number, names: ReadonlySet<string>): boolean {
  const text = tokens[at]?.text;
  if ((text !== '-' && text !== '-=') || isInSubscript(tokens, at)) return false;
  const [before, after] = [tokens[at - 1], tokens[at + 1]];
  if (text === '-=' || isGiven(tokens, at, names)) return text === '-' || names.has(before?.text ?? '');
  const isOfIt = (token: Token | undefined) =>
    token !== undefined && (names.has(token.text) || (token.kind === 'integer' && /u$/i.test(token.text)));
  if (before?.text === ')') {
    for (let k = at - 2; k >= 0 && tokens[k]?.text !== '('; k--)
      if (UNSIGNED.has(tokens[k]?.text ?? '')) return true;
  }
  return isOfIt(after) || (isOfIt(before) && (after?.kind !== 'integer' || after.text !== '1'));
}

/** `unsigned t = i - 2`, `u = k - m`: but for one less than a name. */
function isGiven(tokens: readonly Token[], at: number, names: ReadonlySet<string>): boolean {
  if (tokens[at + 1]?.text === '1') return false;
  for (let k = at - 1; k > 0; k--) {
    const text = tokens[k]?.text ?? '';
    if (text === ';' || text === '{' || text === '}' || text === ',' || text === '(') return false;
    if (text === '=' || text === '+=') return names.has(tokens[k - 1]?.text ?? '');
  }
  return false;
}

function isInSubscript(tokens: readonly Token[], at: number): boolean {
  let depth = 0;
  for (let k = at - 1; k >= 0; k--) {
    const { text } = tokens[k] as Token;
    if (text === ';' || text === '{' || text === '}') return false;
    if (text === ']') depth--;
    if (text === '[' && ++depth > 0) return true;
  }
  return false;
}

function mixes({ kind, text }: Token): boolean {
  if (kind === 'punctuator') return text === '^' || text === '^=' || text === '~';
  if (text === 'UINT_MAX' || text === 'UINT32_MAX') return true;
  return (
    kind === 'integer' &&
    Number.parseInt(text.replace(/[uUlL]+$/, ''), /^0[xX]/.test(text) ? 16 : 10) >= SMALL
  );
}

const UNSIGNED = new Set(['unsigned', 'uint32_t']);
const BESIDE = new Set(['unsigned', 'int', 'long', 'char', 'short', 'const', 'static', 'register', '*']);

/** Names declared with an unsigned type, directly or by a `typedef`; null where no declaration names such a type. */
function unsignedNames(tokens: readonly Token[]): ReadonlySet<string> | null {
  const types = new Set(UNSIGNED);
  const names = new Set<string>();
  let isNamed = false;
  tokens.forEach((token, at) => {
    if (!types.has(token.text)) return;
    isNamed = true;
    const isType = tokens[at - 1]?.text === 'typedef';
    for (const name of declaredAfter(tokens, at, types)) (isType ? types : names).add(name);
  });
  return isNamed ? names : null;
}

/** The names that the declaration declares whose type stands at `at`. */
function declaredAfter(tokens: readonly Token[], at: number, types: ReadonlySet<string>): string[] {
  const found: string[] = [];
  let depth = 0;
  for (let k = at + 1; k < tokens.length; k++) {
    const { text, kind } = tokens[k] as Token;
    const before = tokens[k - 1]?.text ?? '';
    const isDeclared = before === ',' || types.has(before) || BESIDE.has(before);
    if (kind === 'identifier' && depth === 0 && isDeclared) found.push(text);
    if (text === '(' || text === '[' || text === '{') depth++;
    else if (text === ')' || text === ']' || text === '}') depth--;
    if (depth < 0 || text === ';') break;
  }
  return found;
}

/** `h = h * 33 + c`, `h *= 33`, `h <<= 5`: each time it gets larger. */
function multiplies(tokens: readonly Token[], at: number, names: ReadonlySet<string>): boolean {
  const { text } = tokens[at] as Token;
  if (!names.has(text)) return false;
  const op = tokens[at + 1]?.text;
  if (op === '*=' || op === '<<=') return true;
  if (op !== '=') return false;
  let isOwn = false;
  let isProduct = false;
  for (let k = at + 2; k < tokens.length && tokens[k]?.text !== ';'; k++) {
    const part = tokens[k]?.text ?? '';
    isOwn ||= part === text;
    isProduct ||= part === '*' || part === '<<';
  }
  return isOwn && isProduct;
}

/** A value of such a type. */
export function isWrapping(file: FileState, e: Expr): boolean {
  return rankOf(file, e) === 'unsigned';
}

/** Whether it is a `long` in C, and not only what stands for `unsigned` here: one operand that is makes the result so. */
export function isOfLong(file: FileState, e: Expr): boolean {
  return rankOf(file, e) === 'long';
}

/** What a value counts as beside others, by the usual conversions: all but `int` are i64 here. */
type Rank = 'int' | 'unsigned' | 'long';

function rankOf(file: FileState, e: Expr): Rank {
  if (e.type !== 'i64') return 'int';
  if (LONG.has(e)) return 'long';
  switch (e.kind) {
    case 'variable':
    case 'element':
      return file.wrapping.has(e.variable) ? 'unsigned' : 'long';
    case 'constant':
      if (/[uU]$/.test(e.text ?? '')) return 'unsigned';
      return isShortConstant(e) && Math.abs(e.value) < SIZE ? 'int' : 'long';
    case 'unary':
    case 'convert':
      return rankOf(file, e.operand) === 'long' ? 'long' : 'int';
    case 'select':
      return rankOfChoice(file, [e.whenTrue, e.whenFalse]);
    case 'binary':
      return rankOfResult(e, rankOf(file, e.left), rankOf(file, e.right));
    default:
      return 'long';
  }
}

function rankOfChoice(file: FileState, arms: readonly Expr[]): Rank {
  // Others beside an unsigned one have been brought into its range: see `besideUnsigned`.
  const ranks = arms.map((arm) => rankOf(file, arm));
  return ranks.includes('long') ? 'long' : ranks.includes('unsigned') ? 'unsigned' : 'int';
}

/** Of two values of the type, what KEEP holds makes one in its range; what else leaves the range is brought back by a bound. */
function rankOfResult({ op, right }: Binary, ofLeft: Rank, ofRight: Rank): Rank {
  if (BOUNDS.has(right)) return 'unsigned';
  if (op === 'shiftleft' || op === 'shiftright') return ofLeft;
  if (ofLeft === 'long' || ofRight === 'long') return 'long';
  return KEEP.has(op) && (ofLeft === 'unsigned' || ofRight === 'unsigned') ? 'unsigned' : 'int';
}

const KEEP: ReadonlySet<Binary['op']> = new Set(['bitand', 'bitor', 'bitxor', 'divide', 'remainder']);

const whole = (value: number, { span }: Pick<Expr, 'span'>): Expr => constant(value, 'i64', span);

/** Constants that this file made to bring values back into range; a user's constant of that size is not among them. */
const BOUNDS = new WeakSet<Expr>();

function bound(value: number, at: Expr): Expr {
  const made = whole(value, at);
  BOUNDS.add(made);
  return made;
}

/** Casts to a wider type: arithmetic on them does not wrap around at 2³². */
const LONG = new WeakSet<Expr>();

export function asLong(file: FileState, { isWide }: TypeSpecifier, e: Expr): Expr {
  const made = isWide ? asWide(file, e) : { ...e };
  LONG.add(made);
  return made;
}

/** As a value of such a type. */
export function intoUnsigned(file: FileState, e: Expr): Expr {
  if (isWrapping(file, e)) return e;
  if (e.kind === 'constant' && !isReal(e.type)) {
    const value = ((e.value % SIZE) + SIZE) % SIZE;
    return { ...constant(value, 'i64', e.span), text: `${value}u` };
  }
  const long = convert(e, 'i64');
  return e.type === 'bool' ? long : arithmetic('&', long, bound(SIZE - 1, e), e.span);
}

/** The value as a cast to a type makes it: of that type, and in its range. */
export function asCast(file: FileState, written: TypeSpecifier, e: Expr, type: ScalarType): Expr {
  const whole = convertTo(written.wraps ? intoUnsigned(file, e) : e, type);
  return isNarrow(written) ? intoNarrow(file.narrow, written, whole) : whole;
}

/** The value as a variable stores it: of its type, and in the range that it is declared with. */
export function asStored(file: FileState, id: VariableId, v: Expr, type: ScalarType): Expr {
  return convertTo(fitted(file, id, v), type);
}

/** The value brought back into the range of an unsigned or narrow type. */
export function fitted(file: FileState, id: VariableId, v: Expr): Expr {
  const narrow = file.narrow.get(id);
  if (narrow) return intoNarrow(file.narrow, narrow, v);
  return file.wrapping.has(id) ? intoUnsigned(file, v) : v;
}

/** `left op right` where that is such arithmetic; null where it is not. */
export function wrapped(
  s: RoutineState,
  op: ArithmeticOperator,
  left: Expr,
  right: Expr,
  span: Expr['span'],
): Expr | null {
  const { file } = s;
  const isShift = op === '<<' || op === '>>';
  const joins = (e: Expr) =>
    isWrapping(file, e) || isShortConstant(e) || e.type === 'i32' || e.type === 'bool';
  const takes = (e: Expr) => joins(e) && !isReal(e.type);
  if (!isWrapping(file, left) && (isShift || !isWrapping(file, right))) return null;
  if (!takes(left) || !takes(right) || isCounting(s, op, left, right)) return null;
  const a = intoUnsigned(file, left);
  const b = isShift ? convert(right, 'i64') : intoUnsigned(file, right);
  const make = (o: ArithmeticOperator, x: Expr, y: Expr) => arithmetic(o, x, y, span);
  const back = (e: Expr) => make('%', e, bound(SIZE, e));
  switch (op) {
    case '+':
      return back(make('+', a, b));
    case '-':
      return back(
        b.kind === 'constant'
          ? make('+', a, whole(SIZE - b.value, b))
          : make('-', make('+', a, whole(SIZE, a)), b),
      );
    case '*':
      return a.kind === 'constant' ? product(s, b, a) : product(s, a, b);
    case '<<':
      return b.kind === 'constant' && b.value > 0 && b.value < 32
        ? make('<<', make('&', a, whole(2 ** (32 - b.value) - 1, a)), b)
        : make('&', make('<<', a, b), bound(SIZE - 1, a));
    default:
      return make(op, a, b);
  }
}

/** `5L` is of a wider type, and so is all that is computed with it. */
function isShortConstant(e: Expr): boolean {
  return e.kind === 'constant' && !/[lL]$/.test(e.text ?? '');
}

const isSmallConstant = (e: Expr): boolean => e.kind === 'constant' && e.value >= 0 && e.value < SMALL;

/** `i + 1`, `n - 1` of a size, and all that stands in a subscript of names and small numbers: nothing comes near 2³² or below 0. */
function isCounting(s: RoutineState, op: ArithmeticOperator, left: Expr, right: Expr): boolean {
  if (s.counts) return true;
  if (op === '-') return isSize(s, left) && right.kind === 'constant' && right.value === 1;
  if (op !== '+') return false;
  return (isSmallConstant(left) && countsAlone(s, right)) || (isSmallConstant(right) && countsAlone(s, left));
}

/** An argument of the kernel that is only read: sizes are. */
function isSize(s: RoutineState, e: Expr): boolean {
  const variable = e.kind === 'variable' ? s.file.variables[e.variable] : undefined;
  if (variable?.role !== 'parameter' || s.written.has(variable.name)) return false;
  return !isCalled(s.file.surveys, s.name);
}

function countsAlone(s: RoutineState, e: Expr): boolean {
  if (isSize(s, e)) return true;
  const variable = e.kind === 'variable' ? s.file.variables[e.variable] : undefined;
  return variable?.role === 'local' && s.counting().has(variable.name);
}

/** Whether its value lies far from both ends of the range. */
export function staysInside(s: RoutineState, e: Expr): boolean {
  if (isSmallConstant(e) || e.kind === 'compare' || e.kind === 'logical' || e.type === 'bool') return true;
  if (e.kind === 'convert') return staysInside(s, e.operand);
  if (e.kind === 'element') return s.file.narrow.get(e.variable)?.isUnsigned === true;
  if (e.kind !== 'binary') return countsAlone(s, e);
  const op = e.op === 'add' ? '+' : e.op === 'subtract' ? '-' : null;
  return op !== null && !BOUNDS.has(e.right) && isCounting(s, op, e.left, e.right);
}

/** What an operator that takes values of one type makes of others beside one that wraps around: `i < u`, `c ? i : u`. */
export function besideUnsigned(s: RoutineState, values: readonly Expr[]): (e: Expr) => Expr {
  const { file } = s;
  const isOther = (e: Expr): boolean => !isWrapping(file, e);
  if (values.every(isOther)) return (e) => e;
  const joins = (e: Expr) =>
    e.type === 'i32' || e.type === 'bool' || (e.type === 'i64' && isShortConstant(e));
  if (!values.every((e) => isWrapping(file, e) || joins(e))) return (e) => e;
  return (e) => (isWrapping(file, e) || staysInside(s, e) ? e : intoUnsigned(file, e));
}

/** The second factor in two halves, so that no product on the way reaches 2⁵³. */
function product(s: RoutineState, left: Expr, right: Expr): Expr {
  const { span } = left;
  const make = (op: ArithmeticOperator, x: Expr, y: Expr) => arithmetic(op, x, y, span);
  const size = bound(SIZE, left);
  if (right.kind === 'constant' && right.value < SMALL_FACTOR) return make('%', make('*', left, right), size);
  const half = whole(HALF, left);
  const a = once(s, left);
  const b = right.kind === 'constant' ? right : once(s, right);
  const [high, low] =
    b.kind === 'constant'
      ? [whole(Math.floor(b.value / HALF), b), whole(b.value % HALF, b)]
      : [make('/', b, half), make('%', b, half)];
  const upper = make('*', make('%', make('*', a, high), half), half);
  return make('%', make('+', upper, make('*', a, low)), size);
}

/** A value that is read twice. */
function once(s: RoutineState, e: Expr): Expr {
  if (e.kind === 'variable' || e.kind === 'constant') return e;
  const kept = reference(temporary(s, 'mixed', 'i64', e.span), e.span);
  s.file.wrapping.add(kept.variable);
  emit(s, kept, e, e.span);
  return kept;
}

/** `-e` and `~e` */
export function wrappedUnary(op: '-' | '~', e: Expr): Expr {
  const bits = arithmetic('^', e, bound(SIZE - 1, e), e.span);
  if (op === '~') return bits;
  return arithmetic('%', arithmetic('-', whole(SIZE, e), e, e.span), bound(SIZE, e), e.span);
}

/** Whether a subscript is made of names and small numbers that are added and multiplied. */
export function countsOnly(e: Written): boolean {
  return !someExpr(e, (part) => {
    if (part.kind === 'number') return !(Math.abs(Number.parseInt(part.text, 10)) < SMALL);
    if (part.kind === 'binary') return part.op !== '+' && part.op !== '-' && part.op !== '*';
    return part.kind !== 'name' && part.kind !== 'subscript';
  });
}
