import { DiagnosticSink } from '../../../base/diagnostics';
import type { Span } from '../../../base/span';
import { shortened } from '../../limitedSink';
import { nearestName } from '../../suggest';
import type { Token } from '../read/token';
import { type Fenced, fence } from '../resolve/fence';
import {
  accept,
  atEnd,
  type Cursor,
  complain,
  enter,
  expect,
  fail,
  here,
  is,
  leave,
  peek,
  plainSpan,
  shown,
  since,
  skipBalanced,
  take,
} from './cursor';
import { parseAssignment, parseConditional } from './parseExpression';
import type {
  BaseType,
  Cast,
  Declaration,
  Declarator,
  Declared,
  Derivation,
  Enumerator,
  Expr,
  Initializer,
  Parameter,
  StructMember,
  StructType,
  TypeSpecifier,
} from './syntax';

/** Words that may begin or continue a type, with the construct of the fence that they stand for, if any. */
const SPECIFIERS: ReadonlyMap<string, Fenced | null> = new Map<string, Fenced | null>([
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
  ['uint64_t', 'i64'],
  ['uint32_t', 'i32'],
  ['uint16_t', 'i32'],
  ['uint8_t', 'i32'],
  ['int16_t', 'i32'],
  ['int8_t', 'i32'],
  ['FILE', 'files'],
]);
const LIBRARY_SIZES: ReadonlyMap<
  string,
  Pick<TypeSpecifier, 'bytes' | 'isUnsigned' | 'isWide' | 'wraps'>
> = new Map([
  ['uint64_t', { isWide: true }],
  ['uint16_t', { bytes: 2, isUnsigned: true }],
  ['int16_t', { bytes: 2 }],
  ['uint8_t', { bytes: 1, isUnsigned: true }],
  ['int8_t', { bytes: 1 }],
]);
/** Types whose arithmetic is taken for that of `int` or `long`. */
const TAKEN_FOR: ReadonlyMap<string, string> = new Map([
  ['unsigned', 'signed'],
  ['char', 'int'],
  ['short', 'int'],
  ['size_t', 'long'],
  ['uint64_t', 'long'],
  ['uint32_t', 'int'],
  ['uint16_t', 'int'],
  ['uint8_t', 'int'],
  ['int16_t', 'int'],
  ['int8_t', 'int'],
]);

const NARROW = /^(char|short|u?int(8|16)_t)$/;

/** Told once a type: values that both types hold behave alike, which is all that kernels count on. */
function tellTaken(c: Cursor, token: Token): void {
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

/** Told once: what is printed says `long`. */
function tellWrapping(c: Cursor, token: Token): void {
  if (c.taken.has('wraps')) return;
  c.taken.add('wraps');
  c.sink.info(
    'wraps-around',
    `\`${token.text}\` is read as a \`long\` from 0 to 4294967295, into which whatever wraps around is brought back.`,
    plainSpan(token),
  );
}

const BASES = new Set<string>(['f64', 'f32', 'i32', 'i64', 'bool', 'void', 'unsupported']);

/** Whether a type begins at the token `ahead` places on. */
export function startsType(c: Cursor, ahead = 0): boolean {
  const token = peek(c, ahead);
  if (token.kind === 'keyword')
    return SPECIFIERS.has(token.text) || token.text === '__attribute__' || token.text === '_Alignas';
  return token.kind === 'identifier' && (c.typeNames.has(token.text) || isLibraryType(c, token, ahead));
}

/** `size_t n` is a type, `size_t` alone may be a variable of the user's. */
function isLibraryType(c: Cursor, token: Token, ahead: number): boolean {
  if (!LIBRARY_TYPES.has(token.text)) return false;
  const next = peek(c, ahead + 1);
  return next.kind === 'identifier' || next.text === '*' || next.text === ')' || next.text === 'const';
}

/** Two names in a row are a declaration with a type that nobody knows. */
export function startsUnknownType(c: Cursor): boolean {
  if (peek(c).kind !== 'identifier') return false;
  const next = peek(c, 1);
  if (next.kind === 'identifier' && !next.startsLine) return !is(c, ':', 1);
  // `real *x;` and `real *x =` are declarations only if nothing else is said about them: leave them to expressions.
  return false;
}

/** `f(double x) {` is a function whose type was forgotten. */
export function startsUntypedFunction(c: Cursor): boolean {
  if (peek(c).kind !== 'identifier' || !is(c, '(', 1)) return false;
  return startsType(c, 2) || (is(c, ')', 2) && is(c, '{', 3));
}

interface Words {
  base: BaseType | null;
  long: number;
  /** `unsigned` or `uint32_t`, in a text that counts on their wrapping around; narrower ones don't count. */
  wraps: boolean;
  isNarrow: boolean;
  isUnsigned: boolean;
  /** Of a type that is narrower than what stands for it. */
  bytes: number | undefined;
  isWide: boolean;
  /** The word that says of a type that it wraps around. */
  named: Token | null;
  isConst: boolean;
  storage: TypeSpecifier['storage'];
  readonly enumerators: Enumerator[];
  derivations: readonly Derivation[];
  struct: StructType | null;
  isComplex: boolean;
  refused: boolean;
}

/** Reads the words of a type. `double` is taken when none says what it is, which is reported. */
export function parseType(c: Cursor): TypeSpecifier {
  const start = peek(c).start;
  if (startsUntypedFunction(c)) return untyped(c, plainSpan(peek(c)));
  const words: Words = {
    base: null,
    long: 0,
    wraps: false,
    isNarrow: false,
    isUnsigned: false,
    bytes: undefined,
    isWide: false,
    named: null,
    isConst: false,
    storage: null,
    enumerators: [],
    derivations: [],
    struct: null,
    isComplex: false,
    refused: false,
  };
  let read = 0;
  while (!atEnd(c) && parseWord(c, words, read > 0)) read++;
  if (read === 0) return unknownType(c);
  const span = since(c, start);
  const { isConst, storage, enumerators, derivations, struct } = words;
  const found = baseOf(c, words, span);
  const wraps = words.wraps && !words.isNarrow && words.long === 0 && (found === 'i32' || found === 'i64');
  const base = wraps ? 'i64' : found;
  const isWide = words.isWide || (words.isUnsigned && words.long > 0);
  const bytes = wraps ? 4 : words.bytes;
  if (words.named) (wraps ? tellWrapping : tellTaken)(c, words.named);
  return {
    base,
    isConst,
    wraps,
    isWide,
    ...(bytes && { bytes }),
    ...(words.bytes && { isUnsigned: words.isUnsigned }),
    ...(struct && { struct }),
    ...(words.isComplex && { isComplex: true as const }),
    storage,
    enumerators,
    derivations,
    span,
  };
}

function baseOf(c: Cursor, words: Words, span: Span): BaseType {
  if (words.refused) return 'unsupported';
  if (words.long > 0) {
    if (words.base === 'f64') {
      fence(c.sink, 'longDouble', span);
      return 'unsupported';
    }
    return 'i64';
  }
  if (words.base !== null) return words.base;
  // `const n = 3`, `static x`: a declaration without a type.
  return untyped(c, span).base;
}

function untyped(c: Cursor, span: Span): TypeSpecifier {
  const message = 'This declaration does not say its type.';
  complain(c, 'missing-type', message, span, 'Write `double`, `int` or `void` before it.');
  return { base: 'f64', isConst: false, storage: null, enumerators: [], span };
}

/** `complex` of complex.h, beside a type or before one. */
function isComplexWord(c: Cursor, words: Words): boolean {
  if (words.base === 'f64' || words.base === 'f32') return true;
  const { text } = peek(c, 1);
  return text === 'double' || text === 'float';
}

function parseWord(c: Cursor, words: Words, any: boolean): boolean {
  const token = peek(c);
  if (token.kind === 'identifier' && token.text === 'complex' && isComplexWord(c, words)) {
    take(c);
    words.isComplex = true;
    return true;
  }
  if (token.kind === 'identifier') return !isComplete(words) && parseNamedType(c, words, any);
  if (passAttributes(c)) return true;
  if (token.kind !== 'keyword' || !SPECIFIERS.has(token.text)) return false;
  const refusal = SPECIFIERS.get(token.text);
  take(c);
  if (refusal) {
    parseRefused(c, words, refusal, token);
    return true;
  }
  switch (token.text) {
    case '_Complex':
      words.isComplex = true;
      break;
    case 'double':
      words.base = 'f64';
      break;
    case 'float':
      words.base = 'f32';
      break;
    case 'unsigned':
      words.isUnsigned = true;
      if (c.wraps) {
        words.wraps = true;
        words.named = token;
      } else tellTaken(c, token);
      words.base ??= 'i32';
      break;
    case 'char':
    case 'short':
      tellTaken(c, token);
      words.isNarrow = true;
      words.bytes = token.text === 'char' ? 1 : 2;
      words.base ??= 'i32';
      break;
    case 'int':
    case 'signed':
      words.base ??= 'i32';
      break;
    case 'struct':
    case 'union':
      words.struct = parseStruct(c, token.text === 'union');
      words.refused = true;
      break;
    case 'enum':
      words.base = 'i32';
      parseEnumerators(c, words);
      break;
    case 'long':
      words.long++;
      break;
    case 'bool':
    case '_Bool':
      words.base = 'bool';
      break;
    case 'void':
      words.base = 'void';
      break;
    case 'const':
    case 'constexpr':
      words.isConst = true;
      break;
    case 'static':
    case 'extern':
    case 'typedef':
      words.storage = token.text;
      break;
  }
  return true;
}

function isComplete(words: Words): boolean {
  return words.base !== null || words.long > 0 || words.refused;
}

function parseNamedType(c: Cursor, words: Words, any: boolean): boolean {
  const token = peek(c);
  const own = c.typeNames.get(token.text);
  const type = own ?? (any || isLibraryType(c, token, 0) ? LIBRARY_TYPES.get(token.text) : undefined);
  if (type === undefined) return false;
  take(c);
  const kept = own === undefined ? LIBRARY_SIZES.get(token.text) : c.typeSizes.get(token.text);
  const wraps = c.wraps && (own === undefined ? token.text === 'uint32_t' : kept?.wraps === true);
  words.wraps ||= wraps;
  if (wraps) words.named = token;
  else if (own === undefined) tellTaken(c, token);
  words.bytes = kept?.bytes;
  words.isUnsigned = kept?.isUnsigned === true;
  words.isWide = kept?.isWide === true;
  const ownType = own === undefined ? undefined : c.typeSizes.get(token.text);
  words.struct = ownType?.struct ?? null;
  words.isComplex ||= ownType?.isComplex === true;
  if (BASES.has(type)) {
    words.base = type as BaseType;
    words.refused ||= type === 'unsupported';
    if (own !== undefined) words.derivations = c.typeShapes.get(token.text) ?? [];
  } else {
    fence(c.sink, type as Fenced, plainSpan(token));
    words.refused = true;
  }
  return true;
}

/** `enum colour { RED, GREEN = 4 }`, of which either part may be missing. */
function parseEnumerators(c: Cursor, words: Words): void {
  if (peek(c).kind === 'identifier') take(c);
  if (!accept(c, '{')) return;
  while (peek(c).kind === 'identifier') {
    const name = take(c);
    const value = accept(c, '=') ? parseConditional(c) : null;
    words.enumerators.push({ name: name.text, value, span: plainSpan(name) });
    if (c.panic || !accept(c, ',')) break;
  }
  expect(c, '}', 'after the names of the enumeration');
}

function parseRefused(c: Cursor, words: Words, what: Fenced, token: Token): void {
  fence(c.sink, what, plainSpan(token));
  if (what === 'atomic') return;
  words.refused = true;
  if (what === 'typeof') {
    if (is(c, '(')) skipBalanced(c);
  }
}

/** `struct body { double x, y; }`, of which either part may be missing. */
function parseStruct(c: Cursor, isUnion: boolean): StructType {
  passAttributes(c);
  const tag = peek(c).kind === 'identifier' ? take(c).text : '';
  const known = tag === '' ? undefined : c.structs.get(tag);
  const struct: StructType = known ?? { tag, isUnion, members: () => c.members.get(struct) ?? null };
  if (tag !== '') c.structs.set(tag, struct);
  if (accept(c, '{')) c.members.set(struct, parseMembers(c));
  passAttributes(c);
  return struct;
}

/** What lies outside the subset here is told where a member is used: most programs use few of a type's members. */
function parseMembers(c: Cursor): StructMember[] {
  const members: StructMember[] = [];
  const quiet = new DiagnosticSink();
  const inner: Cursor = { ...c, sink: quiet };
  if (enter(inner)) {
    while (!inner.panic && !is(inner, '}') && !atEnd(inner)) {
      const type = parseType(inner);
      if (is(inner, ';')) members.push(...((!type.struct?.isUnion && type.struct?.members()) || []));
      else
        do {
          const { name, derivations } = parseDeclarator(inner, type);
          if (accept(inner, ':')) parseConditional(inner);
          members.push({ name, type, derivations });
        } while (!inner.panic && accept(inner, ','));
      expect(inner, ';', 'after the members');
    }
    expect(inner, '}', 'after the members of the structure');
  }
  leave(inner);
  for (const { severity, code, message, span, notes } of quiet.list)
    if (severity === 'error' && code !== 'unsupported') c.sink.error(code, message, span, ...notes);
  c.at = inner.at;
  c.errors = inner.errors;
  c.panic = inner.panic;
  return members;
}

/** A name stands where a type should: it is taken for one, so that what it declares is known. */
function unknownType(c: Cursor): TypeSpecifier {
  const token = peek(c);
  const span = here(c);
  if (token.kind !== 'identifier') {
    fail(c, 'unexpected-token', `${shown(token)} stands where a type is expected.`, span);
    return { base: 'unsupported', isConst: false, storage: null, enumerators: [], span };
  }
  take(c);
  const meant = nearestName(token.text, [
    ...SPECIFIERS.keys(),
    ...LIBRARY_TYPES.keys(),
    ...c.typeNames.keys(),
  ]);
  complain(
    c,
    'unknown-type',
    `\`${shortened(token.text)}\` is no type that is known here.`,
    span,
    meant
      ? `Did you mean \`${shortened(meant)}\`?`
      : 'The types are `double`, `float`, `int`, `long` and `bool`.',
  );
  const guess = meant ? MEANT.get(meant) : undefined;
  return { base: guess ?? 'unsupported', isConst: false, storage: null, enumerators: [], span };
}
const MEANT: ReadonlyMap<string, BaseType> = new Map<string, BaseType>([
  ['double', 'f64'],
  ['float', 'f32'],
  ['int', 'i32'],
  ['long', 'i64'],
  ['bool', 'bool'],
  ['void', 'void'],
]);

/** The type of a cast: words and stars. */
export function parseTypeName(c: Cursor): Pick<Cast, 'type' | 'pointee'> & {
  readonly specifier: TypeSpecifier;
  readonly derivations: readonly Derivation[];
} {
  const specifier = parseType(c);
  const { derivations } = parseDeclarator(c, specifier);
  const whole = { specifier, derivations };
  if (specifier.base === 'unsupported') return { ...whole, type: 'unsupported', pointee: null };
  const [first, ...rest] = derivations;
  if (!first) return { ...whole, type: specifier.base, pointee: null };
  const pointee = first.kind === 'pointer' && rest.length === 0 ? specifier.base : null;
  return { ...whole, type: 'pointer', pointee };
}

// --------------------------------------------------------------------------------------------------------- declarators

/** A declared name with what surrounds it; without a name in casts and prototypes. */
export function parseDeclarator(c: Cursor, type?: TypeSpecifier): Declarator {
  const declarator = bareDeclarator(c);
  const around = type?.derivations ?? [];
  return around.length === 0
    ? declarator
    : { ...declarator, derivations: [...declarator.derivations, ...around] };
}

function bareDeclarator(c: Cursor): Declarator {
  const start = peek(c).start;
  const pointers: Derivation[] = [];
  while (is(c, '*')) {
    const star = take(c).start;
    while (isQualifier(c)) take(c);
    pointers.push({ kind: 'pointer', span: since(c, star) });
  }
  let name = '';
  let nameSpan: Span = here(c);
  const derivations: Derivation[] = [];
  if (peek(c).kind === 'identifier') {
    nameSpan = plainSpan(peek(c));
    name = take(c).text;
  } else if (is(c, '(') && !startsType(c, 1) && !is(c, ')', 1)) {
    const open = take(c);
    if (enter(c)) {
      const inner = bareDeclarator(c);
      name = inner.name;
      nameSpan = inner.nameSpan;
      derivations.push(...inner.derivations);
      if (!accept(c, ')'))
        fail(c, 'missing-parenthesis', 'The parenthesis that opens here is not closed.', plainSpan(open));
    }
    leave(c);
  }
  while (!c.panic && (is(c, '[') || is(c, '(')))
    derivations.push(is(c, '[') ? parseArray(c) : parseFunction(c));
  passAttributes(c);
  if (is(c, 'asm') || is(c, '__asm__')) {
    fence(c.sink, 'asm', plainSpan(take(c)));
    if (is(c, '(')) skipBalanced(c);
  }
  return { name, nameSpan, derivations: [...derivations, ...pointers.reverse()], span: since(c, start) };
}

/** What a compiler is told beside the values: where they lie, how calls are made. */
export function passAttributes(c: Cursor): boolean {
  const start = c.at;
  while (is(c, '__attribute__') || is(c, '_Alignas')) {
    take(c);
    if (is(c, '(')) skipBalanced(c);
  }
  return c.at > start;
}

function isQualifier(c: Cursor): boolean {
  const token = peek(c);
  return token.kind === 'keyword' && QUALIFIERS.has(token.text);
}
const QUALIFIERS = new Set(['const', 'restrict', '__restrict', '__restrict__', 'volatile', 'static']);

function parseArray(c: Cursor): Derivation {
  const start = take(c).start;
  while (isQualifier(c)) take(c);
  let size = null;
  if (is(c, '*') && is(c, ']', 1)) take(c);
  else if (!is(c, ']')) size = parseAssignment(c);
  expect(c, ']', 'after the size of the array');
  return { kind: 'array', size, span: since(c, start) };
}

function parseFunction(c: Cursor): Derivation {
  const start = take(c).start;
  const parameters: Parameter[] = [];
  let variadic = false;
  if (enter(c)) {
    if (is(c, 'void') && is(c, ')', 1)) take(c);
    else if (onlyNames(c)) parameters.push(...parseNames(c));
    else if (!is(c, ')')) {
      do {
        if (accept(c, '...')) {
          variadic = true;
          break;
        }
        parameters.push(parseParameter(c));
      } while (!c.panic && accept(c, ','));
    }
    expect(c, ')', 'after the parameters');
  }
  leave(c);
  return { kind: 'function', parameters, variadic, span: since(c, start) };
}

/** `(n, x)`, whose types stand before the body. */
function onlyNames(c: Cursor): boolean {
  for (let k = 0; ; k += 2) {
    if (peek(c, k).kind !== 'identifier' || startsType(c, k)) return false;
    if (is(c, ')', k + 1)) return is(c, '{', k + 2) || startsType(c, k + 2);
    if (!is(c, ',', k + 1)) return false;
  }
}

function parseNames(c: Cursor): Parameter[] {
  const found: Parameter[] = [];
  do {
    const token = take(c);
    const span = plainSpan(token);
    const type: TypeSpecifier = { base: 'i32', isConst: false, storage: null, enumerators: [], span };
    found.push({ type, declarator: { name: token.text, nameSpan: span, derivations: [], span }, span });
  } while (accept(c, ','));
  return found;
}

/** `double f(n, x) int n; double *x; {`: the types of the parameters, where the text has them there. */
export function withOldTypes(c: Cursor, declarator: Declarator): Declarator {
  const [first, ...rest] = declarator.derivations;
  if (first?.kind !== 'function' || is(c, '{') || !startsType(c)) return declarator;
  const at = c.at;
  const given = new Map<string, Parameter>();
  while (startsType(c) && !c.panic) {
    const type = parseType(c);
    for (const each of parseDeclared(c, type, parseDeclarator(c, type)).declared)
      given.set(each.declarator.name, { type, declarator: each.declarator, span: each.span });
    if (!accept(c, ';')) break;
  }
  if (!is(c, '{')) {
    c.at = at;
    return declarator;
  }
  const parameters = first.parameters.map((p) => given.get(p.declarator.name) ?? p);
  return { ...declarator, derivations: [{ ...first, parameters }, ...rest] };
}

function parseParameter(c: Cursor): Parameter {
  const start = peek(c).start;
  const type = parseType(c);
  const declarator = parseDeclarator(c, type);
  return { type, declarator, span: since(c, start) };
}

// -------------------------------------------------------------------------------------------------------- declarations

/** The names of a declaration whose type was read, up to its semicolon, which is not taken. */
export function parseDeclared(c: Cursor, type: TypeSpecifier, first: Declarator): Declaration {
  const declared: Declared[] = [];
  let declarator = first;
  for (;;) {
    const start = declarator.span.start;
    const initializer = !c.panic && accept(c, '=') ? parseInitializer(c) : null;
    if (declarator.name !== '') declared.push({ declarator, initializer, span: since(c, start) });
    if (c.panic || !accept(c, ',')) break;
    declarator = parseDeclarator(c, type);
    if (declarator.name === '' && !c.panic)
      fail(c, 'unexpected-token', `${shown(peek(c))} stands where a name is expected.`, here(c));
  }
  if (type.storage === 'typedef') nameTypes(c, type, declared);
  return { kind: 'declaration', type, declared, span: since(c, type.span.start) };
}

function nameTypes(c: Cursor, type: TypeSpecifier, declared: readonly Declared[]): void {
  for (const { declarator } of declared) {
    c.typeNames.set(declarator.name, type.base);
    c.typeShapes.set(declarator.name, declarator.derivations);
    c.typeSizes.set(declarator.name, type);
  }
}

export function parseInitializer(c: Cursor, at: Expr | null = null): Initializer {
  const start = peek(c).start;
  if (!is(c, '{')) {
    const value = parseAssignment(c);
    return { kind: 'expression', value, at, span: value.span };
  }
  take(c);
  const items: Initializer[] = [];
  if (enter(c)) {
    while (!c.panic && !is(c, '}') && !atEnd(c)) {
      const { at: where, member } = parseDesignator(c);
      const item = parseInitializer(c, where);
      items.push(member === null ? item : { ...item, member });
      if (!accept(c, ',')) break;
    }
    expect(c, '}', 'after the values');
  }
  leave(c);
  return { kind: 'list', items, at, span: since(c, start) };
}

/** `[2] =`, `.x =`; more than one of them lies outside the subset. */
function parseDesignator(c: Cursor): { at: Expr | null; member: string | null } {
  const start = peek(c).start;
  let at: Expr | null = null;
  let member: string | null = null;
  let refused = false;
  while (!c.panic && (is(c, '[') || is(c, '.'))) {
    refused ||= at !== null || member !== null;
    if (accept(c, '[')) {
      at = parseConditional(c);
      expect(c, ']', 'after the subscript');
    } else {
      take(c);
      if (peek(c).kind === 'identifier') member = take(c).text;
    }
  }
  if (refused) fence(c.sink, 'designator', since(c, start));
  if (at || member !== null || refused) accept(c, '=');
  return refused ? { at: null, member: null } : { at, member };
}
