/**
 * Types and declarators. Expressions hold types (`(double)x`), and types hold expressions (`double a[n + 1]`): these are
 * read by the cursor's `expressions`.
 */

import { DiagnosticSink } from '../../../base/diagnostics';
import type { Span } from '../../../base/span';
import { shortened } from '../../limitedSink';
import type { Token } from '../read/token';
import { type Fenced, fence } from '../resolve/fence';
import { ofWidth, parameter, declarator as plainDeclarator, plainType } from './build';
import { parseEnumerators, withValues } from './constants';
import {
  accept,
  atEnd,
  type Cursor,
  complain,
  deeper,
  expect,
  fail,
  here,
  is,
  peek,
  plainSpan,
  previous,
  since,
  skipBalanced,
  take,
} from './cursor';
import { closeInTime, comma, tellUnclosed } from './recovery';
import type * as S from './syntax';
import {
  BASES,
  isLibraryType,
  LIBRARY_SIZES,
  LIBRARY_TYPES,
  MEANING,
  passAttributes,
  passMacro,
  SPECIFIERS,
  startsComplex,
  startsType,
  startsUnknownType,
  startsUntypedFunction,
  tellLongDouble,
  tellTaken,
  tellWrapping,
  unknownType,
  untyped,
  type Words,
} from './typeWords';

/** Reads the words of a type. If none says which type it is, `double` is taken, and that is reported. */
export function parseType(c: Cursor): S.TypeSpecifier {
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
    isOfConst: false,
    storage: null,
    enumerators: [],
    derivations: [],
    struct: null,
    isComplex: false,
    refused: false,
  };
  let read = 0;
  while (!atEnd(c) && !(c.panic && read > 0) && parseWord(c, words, read > 0)) read++;
  if (read === 0) return unknownType(c);
  const span = since(c, start);
  const { storage, enumerators, derivations, struct } = words;
  // `const vec v` with `typedef double *vec` is a pointer that stays, and what it points to may be written.
  const isConst = words.isOfConst || (words.isConst && derivations[0]?.kind !== 'pointer');
  const found = baseOf(c, words, span);
  const wraps = words.wraps && !words.isNarrow && words.long === 0 && (found === 'i32' || found === 'i64');
  const base = wraps ? 'i64' : found;
  const isWide = words.isWide || (words.isUnsigned && words.long > 0);
  const bytes = wraps ? 4 : words.bytes;
  if (words.named && !words.isNarrow) (wraps ? tellWrapping : tellTaken)(c, words.named);
  c.hasComplex ||= words.isComplex;
  return {
    base,
    isConst,
    wraps,
    isWide,
    ...(bytes && { bytes }),
    ...((words.bytes || words.isUnsigned) && { isUnsigned: words.isUnsigned }),
    ...(struct && { struct }),
    ...(words.isComplex && { isComplex: true as const }),
    storage,
    enumerators,
    derivations,
    span,
  };
}

function baseOf(c: Cursor, words: Words, span: Span): S.BaseType {
  if (words.refused) return 'unsupported';
  if (words.long > 0) {
    if (words.base !== 'f64') return 'i64';
    tellLongDouble(c, span);
    return 'f64';
  }
  if (words.base !== null) return words.base;
  // `const n = 3`, `static x`: a declaration without a type; `static Point *p`: with one that is not here.
  const isNamed = peek(c).kind === 'identifier' && (peek(c, 1).kind === 'identifier' || is(c, '*', 1));
  return isNamed ? unknownType(c).base : untyped(c, span).base;
}

function parseWord(c: Cursor, words: Words, any: boolean): boolean {
  const token = peek(c);
  if (
    token.text === 'complex' &&
    (words.base === 'f64' || words.base === 'f32' || startsComplex(c, token, 0))
  ) {
    take(c);
    words.isComplex = true;
    return true;
  }
  if (token.kind === 'identifier')
    return !isComplete(words) && (parseNamedType(c, words, any) || passMacro(c));
  if (passAttributes(c)) return true;
  if (token.kind !== 'keyword' || !SPECIFIERS.has(token.text)) return false;
  const refusal = SPECIFIERS.get(token.text);
  take(c);
  if (refusal) parseRefused(c, words, refusal, token);
  else if (token.text === 'struct' || token.text === 'union') {
    words.struct = parseStruct(c, token.text === 'union', words.enumerators);
    words.refused = true;
  } else if (token.text === 'enum') {
    words.base = 'i32';
    words.enumerators.push(...parseEnumerators(c));
  } else MEANING.get(token.text)?.(words, c, token);
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
  words.isOfConst = ownType?.isConst === true;
  words.isComplex ||= ownType?.isComplex === true;
  if (BASES.has(type)) {
    words.base = type as S.BaseType;
    words.refused ||= type === 'unsupported';
    if (own !== undefined) words.derivations = c.typeShapes.get(token.text) ?? [];
  } else {
    fence(c.sink, type as Fenced, plainSpan(token));
    words.refused = true;
  }
  return true;
}

function parseRefused(c: Cursor, words: Words, what: Fenced, token: Token): void {
  fence(c.sink, what, plainSpan(token));
  if (what === 'atomic') return;
  words.refused = true;
  if (what === 'typeof' && is(c, '(')) skipBalanced(c);
}

/** `struct body { double x, y; }`; either part may be missing. What enumerations in it name is known outside: it is added to `enumerators`. */
function parseStruct(c: Cursor, isUnion: boolean, enumerators: S.Enumerator[]): S.StructType {
  passAttributes(c);
  const tag = peek(c).kind === 'identifier' ? take(c).text : '';
  const known = tag === '' ? undefined : c.structs.get(tag);
  const struct: S.StructType = known ?? { tag, isUnion, members: () => c.members.get(struct) ?? null };
  if (tag !== '') c.structs.set(tag, struct);
  if (accept(c, '{')) c.members.set(struct, parseMembers(c, enumerators));
  passAttributes(c);
  return struct;
}

/** A member outside the subset is reported where it is used: most programs use few of a type's members. */
function parseMembers(c: Cursor, enumerators: S.Enumerator[]): S.StructMember[] {
  const members: S.StructMember[] = [];
  const quiet = new DiagnosticSink();
  const inner: Cursor = { ...c, sink: quiet };
  const open = previous(c);
  deeper(inner, () => {
    while (!inner.panic && !is(inner, '}') && !atEnd(inner))
      members.push(...parseMember(inner, open, enumerators));
    expect(inner, '}', 'after the members of the structure');
  });
  for (const { severity, code, message, span, notes } of quiet.list)
    if (severity === 'error' && code !== 'unsupported') c.sink.error(code, message, span, ...notes);
  const { at, errors, panic, braceMissing } = inner;
  Object.assign(c, { at, errors, panic, braceMissing });
  return members;
}

/** `double x, y;`. Where it is a function, that begins while the structure is being written. */
function parseMember(c: Cursor, open: Token, enumerators: S.Enumerator[]): readonly S.StructMember[] {
  const start = c.at;
  const read = parseType(c);
  enumerators.push(...read.enumerators);
  const type = { ...read, enumerators: [] };
  if (accept(c, ';')) return (!type.struct?.isUnion && type.struct?.members()) || [];
  const members: S.StructMember[] = [];
  do {
    const { name, derivations } = parseDeclarator(c, type);
    const width = accept(c, ':') ? c.expressions.parseConditional(c) : null;
    members.push({ name, type: ofWidth(type, width), derivations });
  } while (!c.panic && accept(c, ','));
  const isFunction = is(c, '{') && members[0]?.derivations[0]?.kind === 'function';
  if (isFunction) tellUnclosed(c, open);
  else expect(c, ';', 'after the members');
  if (isFunction) Object.assign(c, { at: start, panic: true });
  return isFunction ? [] : members;
}

/** The type of a cast: words and stars. */
export function parseTypeName(c: Cursor): Pick<S.Cast, 'type' | 'pointee'> & {
  readonly specifier: S.TypeSpecifier;
  readonly derivations: readonly S.Derivation[];
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
export function parseDeclarator(c: Cursor, type?: S.TypeSpecifier): S.Declarator {
  const declarator = bareDeclarator(c);
  const around = type?.derivations ?? [];
  return around.length === 0
    ? declarator
    : { ...declarator, derivations: [...declarator.derivations, ...around] };
}

function bareDeclarator(c: Cursor): S.Declarator {
  const start = peek(c).start;
  const pointers: S.Derivation[] = [];
  while (is(c, '*')) {
    const star = take(c).start;
    while (isQualifier(c)) take(c);
    pointers.push({ kind: 'pointer', span: since(c, star) });
  }
  if (is(c, '&')) {
    c.hasReferences = true;
    pointers.push({ kind: 'pointer', isReference: true, span: plainSpan(take(c)) });
  }
  let name = '';
  let nameSpan: Span = here(c);
  const derivations: S.Derivation[] = [];
  if (peek(c).kind === 'identifier') {
    nameSpan = plainSpan(peek(c));
    name = take(c).text;
    c.enumerators.delete(name);
  } else if (is(c, '(') && !startsType(c, 1) && !is(c, ')', 1)) {
    const open = take(c);
    const inner = deeper(c, () => bareDeclarator(c));
    if (inner) {
      ({ name, nameSpan } = inner);
      derivations.push(...inner.derivations);
      if (!accept(c, ')'))
        fail(c, 'missing-parenthesis', 'The parenthesis that opens here is not closed.', plainSpan(open));
    }
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

function isQualifier(c: Cursor): boolean {
  const token = peek(c);
  return token.kind === 'keyword' && QUALIFIERS.has(token.text);
}
const QUALIFIERS = new Set(['const', 'restrict', '__restrict', '__restrict__', 'volatile', 'static']);

function parseArray(c: Cursor): S.Derivation {
  const start = take(c).start;
  // `[static 1]` says only that there is something.
  const isThere = is(c, 'static') && peek(c, 1).text === '1' && is(c, ']', 2);
  while (isQualifier(c)) take(c);
  let size = null;
  if (isThere || (is(c, '*') && is(c, ']', 1))) take(c);
  else if (!is(c, ']')) size = withValues(c, c.expressions.parseAssignment(c));
  expect(c, ']', 'after the size of the array');
  return { kind: 'array', size, span: since(c, start) };
}

/** Parameters and the parentheses around them, the first of which was missed where it is not there. */
export function parseFunction(c: Cursor): S.Derivation {
  if (is(c, '(')) closeInTime(c, previous(c).text);
  const { start } = accept(c, '(') ?? peek(c);
  const parameters: S.Parameter[] = [];
  let variadic = false;
  const isOpen = is(c, ')');
  deeper(c, () => {
    if (is(c, 'void') && is(c, ')', 1)) take(c);
    else if (onlyNames(c)) parameters.push(...parseNames(c));
    else if (!is(c, ')')) {
      do {
        if (accept(c, '...')) {
          variadic = true;
          break;
        }
        parameters.push(parseParameter(c));
      } while (comma(c, startsType));
    }
    expect(c, ')', 'after the parameters');
  });
  const span = since(c, start);
  return { kind: 'function', parameters, variadic, span, ...((c.panic || isOpen) && { isOpen: true }) };
}

/** `(n, x)`, whose types stand before the body. */
function onlyNames(c: Cursor): boolean {
  for (let k = 0; ; k += 2) {
    if (peek(c, k).kind !== 'identifier' || startsType(c, k)) return false;
    if (is(c, ')', k + 1)) return is(c, '{', k + 2) || startsType(c, k + 2) || startsUnknownType(c, k + 2);
    if (!is(c, ',', k + 1)) return false;
  }
}

function parseNames(c: Cursor): S.Parameter[] {
  const found: S.Parameter[] = [];
  do {
    const token = take(c);
    const span = plainSpan(token);
    found.push(parameter(plainType('i32', span), plainDeclarator(token.text, span)));
  } while (accept(c, ','));
  return found;
}

function parseParameter(c: Cursor): S.Parameter {
  const first = peek(c);
  const { start } = first;
  const isBare = first.kind === 'identifier' && !startsType(c) && (is(c, ',', 1) || is(c, ')', 1));
  if (isBare)
    complain(
      c,
      'missing-type',
      'This parameter does not say its type.',
      plainSpan(first),
      `Write \`double ${shortened(first.text)}\`.`,
    );
  const type = isBare ? plainType('f64', plainSpan(first)) : parseType(c);
  const declarator = parseDeclarator(c, type);
  const span = since(c, start);
  // In C++, a call may leave this argument out.
  if (accept(c, '=')) c.expressions.parseConditional(c);
  return { type, declarator, span };
}
