/** The words that types are made of: which there are, where a type begins, and the messages about words that stand for others. */

import type { Span } from '../../../base/span';
import { shortened } from '../../limitedSink';
import { nearestName } from '../../suggest';
import type { Token } from '../read/token';
import type { Fenced } from '../resolve/fence';
import { plainType } from './build';
import { type Cursor, plainSpan } from './cursor';
import type { BaseType, Derivation, Enumerator, StructType, TypeSpecifier } from './syntax';

/** Words that may begin or continue a type, each with its construct of the fence, if it is outside the subset. */
export const SPECIFIERS: ReadonlyMap<string, Fenced | null> = new Map<string, Fenced | null>([
  ...['double', 'float', 'int', 'long', 'bool', '_Bool', 'void', 'signed', 'const', 'restrict'].map(plain),
  ...['unsigned', 'char', 'short', 'enum'].map(plain),
  ...['__restrict', '__restrict__', 'static', 'extern', 'register', 'auto', 'inline'].map(plain),
  ...['__inline', '__inline__', '_Noreturn', 'typedef', 'constexpr', 'volatile'].map(plain),
  plain('_Complex'),
  ['_Imaginary', 'complex'],
  plain('struct'),
  plain('union'),
  ['_Atomic', 'atomic'],
  ['_Thread_local', 'atomic'],
  ['typeof', 'typeof'],
  ['__typeof__', 'typeof'],
]);
function plain(word: string): [string, null] {
  return [word, null];
}

/** Names of the standard headers that are types. */
export const LIBRARY_TYPES: ReadonlyMap<string, BaseType | Fenced> = new Map<string, BaseType | Fenced>([
  ['int32_t', 'i32'],
  ['int64_t', 'i64'],
  ['double_t', 'f64'],
  ['float_t', 'f32'],
  ['ptrdiff_t', 'i64'],
  ['ssize_t', 'i64'],
  ['intptr_t', 'i64'],
  ['size_t', 'i64'],
  ['uintptr_t', 'i64'],
  ['intmax_t', 'i64'],
  ['uint64_t', 'i64'],
  ['uint32_t', 'i32'],
  ['uint16_t', 'i32'],
  ['uint8_t', 'i32'],
  ['int16_t', 'i32'],
  ['int8_t', 'i32'],
  ['FILE', 'i32'],
]);
export const LIBRARY_SIZES: ReadonlyMap<
  string,
  Pick<TypeSpecifier, 'bytes' | 'isFile' | 'isUnsigned' | 'isWide' | 'wraps'>
> = new Map([
  ['size_t', { isUnsigned: true }],
  ['uintptr_t', { isUnsigned: true }],
  ['uint64_t', { isWide: true, isUnsigned: true }],
  ['uint32_t', { isUnsigned: true }],
  ['uint16_t', { bytes: 2, isUnsigned: true }],
  ['int16_t', { bytes: 2 }],
  ['uint8_t', { bytes: 1, isUnsigned: true }],
  ['int8_t', { bytes: 1 }],
  ['FILE', { isFile: true }],
]);
/** Types whose arithmetic is taken for that of `int` or `long`. */
const TAKEN_FOR: ReadonlyMap<string, string> = new Map([
  ['unsigned', 'signed'],
  ['char', 'int'],
  ['short', 'int'],
  ['size_t', 'long'],
  ['uintptr_t', 'long'],
  ['uint64_t', 'long'],
  ['uint32_t', 'int'],
  ['uint16_t', 'int'],
  ['uint8_t', 'int'],
  ['int16_t', 'int'],
  ['int8_t', 'int'],
]);

const NARROW = /^(char|short|u?int(8|16)_t)$/;

/** Told once a type: values that both types hold behave alike, which is all that kernels count on. */
export function tellTaken(c: Cursor, token: Token): void {
  const as = TAKEN_FOR.get(token.text);
  if (!as || c.taken.has(token.text)) return;
  c.taken.add(token.text);
  const isNarrow = NARROW.test(token.text);
  c.sink[isNarrow ? 'info' : 'warning'](
    'taken-for-signed',
    isNarrow
      ? `\`${token.text}\` is read as \`int\`, and brought back into its range wherever it is set.`
      : `\`${token.text}\` is read as \`${as}\`: values that both hold behave alike, but nothing wraps around at the bounds of \`${token.text}\`.`,
    plainSpan(token),
  );
}

/** Reported once: printed code has `double`. */
export function tellLongDouble(c: Cursor, span: Span): void {
  if (c.taken.has('long double')) return;
  c.taken.add('long double');
  c.sink.warning(
    'long-double',
    '`long double` is read as `double`: the digits beyond its sixteen are not there.',
    span,
  );
}

/** Reported once: printed code has `long`. */
export function tellWrapping(c: Cursor, token: Token): void {
  if (c.taken.has('wraps')) return;
  c.taken.add('wraps');
  c.sink.info(
    'wraps-around',
    `\`${token.text}\` is read as a \`long\` from 0 to 4294967295, into which whatever wraps around is brought back.`,
    plainSpan(token),
  );
}

export const BASES = new Set<string>(['f64', 'f32', 'i32', 'i64', 'bool', 'void', 'unsupported']);

/** Whether a type begins at the token `ahead` places on. */
export function startsType(c: Cursor, ahead = 0): boolean {
  const token = c.peek(ahead);
  if (token.kind === 'keyword')
    return SPECIFIERS.has(token.text) || token.text === '__attribute__' || token.text === '_Alignas';
  return (
    token.kind === 'identifier' &&
    (c.isTypeName(token.text) || isLibraryType(c, token, ahead) || startsComplex(c, token, ahead))
  );
}

/** `complex double z` */
export function startsComplex(c: Cursor, token: Token, ahead: number): boolean {
  return token.text === 'complex' && (c.is('double', ahead + 1) || c.is('float', ahead + 1));
}

/** `size_t n` is a type, `size_t` alone may be a variable of the user's. */
export function isLibraryType(c: Cursor, token: Token, ahead: number): boolean {
  if (!LIBRARY_TYPES.has(token.text)) return false;
  const { text, kind } = c.peek(ahead + 1);
  return (
    kind === 'identifier' ||
    text === '*' ||
    text === ')' ||
    text === 'const' ||
    (text === '(' && c.is('*', ahead + 2))
  );
}

/**
 * Two names in a row are a declaration with a type that nobody knows; so are `Layer *l = …`, as nothing is stored in a product,
 * and `doubel *x;` of a name that stands nowhere before, as a product does nothing. `cs *add(const cs *a)` is no call.
 */
export function startsUnknownType(c: Cursor, ahead = 0): boolean {
  const { kind, text } = c.peek(ahead);
  if (kind !== 'identifier') return false;
  const next = c.peek(ahead + 1);
  if (next.kind === 'identifier' && !next.startsLine) return !c.is(':', ahead + 1);
  if (next.text !== '*' || c.peek(ahead + 2).kind !== 'identifier') return false;
  if (c.is('(', ahead + 3)) return startsType(c, ahead + 4) || hasBody(c, ahead + 3);
  return c.is('=', ahead + 3) || ((c.is(';', ahead + 3) || c.is(',', ahead + 3)) && isNew(c, text));
}

/** Whether a brace stands behind the parentheses that open there. */
function hasBody(c: Cursor, open: number): boolean {
  let depth = 0;
  for (let k = open; c.peek(k).kind !== 'end'; k++) {
    if (c.is('{', k) || c.is(';', k)) return false;
    if (c.is('(', k)) depth++;
    if (c.is(')', k) && --depth === 0) return c.is('{', k + 1);
  }
  return false;
}

/** Does the name stand nowhere before this place? */
function isNew(c: Cursor, name: string): boolean {
  return !c.tokens.slice(0, c.at).some(({ text }) => text === name);
}

/** `f(double x) {` is a function whose type was forgotten. */
export function startsUntypedFunction(c: Cursor): boolean {
  if (c.peek().kind !== 'identifier' || !c.is('(', 1)) return false;
  return startsType(c, 2) || (c.is(')', 2) && c.is('{', 3));
}

/** `API double f(double x)`: a macro that is not here, and may say how a compiler is to store or call something. */
export function startsAfterMacro(c: Cursor): boolean {
  const { kind, text } = c.peek();
  return kind === 'identifier' && ATTRIBUTE.test(text) && !startsType(c) && startsType(c, 1);
}

/** Words that may be numbers of another kind are none. */
const ATTRIBUTE = /^(?!.*(?:COMPLEX|UNSIGNED|LONG|SHORT))[A-Z_][A-Z\d_]*$/;

export function passMacro(c: Cursor): boolean {
  if (!startsAfterMacro(c)) return false;
  const token = c.take();
  if (!c.taken.has(token.text))
    c.sink.warning(
      'unknown-type',
      `\`${shortened(token.text)}\` is not defined here: it is taken for nothing.`,
      plainSpan(token),
    );
  c.taken.add(token.text);
  return true;
}

/** Words for the compiler that don't concern values: where they are stored, how calls are made. */
export function passAttributes(c: Cursor): boolean {
  const start = c.at;
  while (c.is('__attribute__') || c.is('_Alignas')) {
    c.take();
    if (c.is('(')) c.skipBalanced();
  }
  return c.at > start;
}

export function untyped(c: Cursor, span: Span): TypeSpecifier {
  const message = 'This declaration does not say its type.';
  c.complain('missing-type', message, span, 'Write `double`, `int` or `void` before it.');
  return plainType('f64', span);
}

/** A name where a type should stand is taken for a type, so that the names it declares are known. */
export function unknownType(c: Cursor): TypeSpecifier {
  const token = c.peek();
  const span = c.here();
  if (token.kind !== 'identifier') {
    c.failWhere('a type');
    return plainType('unsupported', span);
  }
  c.take();
  const meant = nearestName(token.text, [
    ...SPECIFIERS.keys(),
    ...LIBRARY_TYPES.keys(),
    ...c.typeNames.keys(),
  ]);
  c.complain(
    'unknown-type',
    `\`${shortened(token.text)}\` is no type that is known here.`,
    span,
    meant
      ? `Did you mean \`${shortened(meant)}\`?`
      : `Say what it is, as in \`typedef double ${shortened(token.text)};\`.`,
  );
  const guess = (meant ? MEANT.get(meant) : undefined) ?? 'unsupported';
  // Once is enough.
  if (guess === 'unsupported') c.unknownTypes.add(token.text);
  return plainType(guess, span);
}
const MEANT: ReadonlyMap<string, BaseType> = new Map<string, BaseType>([
  ['double', 'f64'],
  ['float', 'f32'],
  ['int', 'i32'],
  ['long', 'i64'],
  ['bool', 'bool'],
  ['void', 'void'],
]);

/** What the words of a type have said so far. */
export interface Words {
  base: BaseType | null;
  long: number;
  /** `unsigned` or `uint32_t`, in a text that counts on their wrapping around; narrower ones don't count. */
  wraps: boolean;
  isNarrow: boolean;
  isUnsigned: boolean;
  /** Of a type that is narrower than what stands for it. */
  bytes: number | undefined;
  isWide: boolean;
  isFile?: boolean;
  /** The word that says of a type that it wraps around. */
  named: Token | null;
  isConst: boolean;
  /** The type that is named stands for numbers that are `const`, as does `typedef const double *vec`. */
  isOfConst: boolean;
  storage: TypeSpecifier['storage'];
  readonly enumerators: Enumerator[];
  derivations: readonly Derivation[];
  struct: StructType | null;
  isComplex: boolean;
  refused: boolean;
}

/**
 * The meaning of a word in a type. Structures and enumerations, which are read further, are not here, nor are words that
 * change no number.
 */
export const MEANING: ReadonlyMap<string, (words: Words, c: Cursor, token: Token) => void> = new Map(
  Object.entries({
    double: isBase('f64'),
    float: isBase('f32'),
    bool: isBase('bool'),
    _Bool: isBase('bool'),
    void: isBase('void'),
    int: isInteger,
    signed: isInteger,
    char: isNarrow(1),
    short: isNarrow(2),
    const: isConstant,
    constexpr: isConstant,
    static: isStored('static'),
    extern: isStored('extern'),
    typedef: isStored('typedef'),
    long: (words) => {
      words.long++;
    },
    _Complex: (words) => {
      words.isComplex = true;
    },
    unsigned: (words, c, token) => {
      words.isUnsigned = true;
      if (c.wraps) {
        words.wraps = true;
        words.named = token;
      } else if (!NARROW.test(c.peek().text) && !NARROW.test(c.peek(1).text)) tellTaken(c, token);
      isInteger(words);
    },
  } satisfies Record<string, (words: Words, c: Cursor, token: Token) => void>),
);

function isBase(base: BaseType) {
  return (words: Words): void => {
    words.base = base;
  };
}
function isInteger(words: Words): void {
  words.base ??= 'i32';
}
function isNarrow(bytes: number) {
  return (words: Words, c: Cursor, token: Token): void => {
    tellTaken(c, token);
    words.isNarrow = true;
    words.bytes = bytes;
    isInteger(words);
  };
}
function isConstant(words: Words): void {
  words.isConst = true;
}
function isStored(storage: TypeSpecifier['storage']) {
  return (words: Words): void => {
    words.storage = storage;
  };
}
