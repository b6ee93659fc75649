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
import { type Cursor, plainSpan } from './cursor';
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
import { sharedArray } from './unions';

/** Reads the words of a type. If none says which type it is, `double` is taken, and that is reported. */
export function parseType(c: Cursor): S.TypeSpecifier {
  const start = c.peek().start;
  if (startsUntypedFunction(c)) return untyped(c, plainSpan(c.peek()));
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
  while (!c.atEnd() && !(c.panic && read > 0) && parseWord(c, words, read > 0)) read++;
  if (read === 0) return unknownType(c);
  const span = c.since(start);
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
    ...(words.isFile && { isFile: true }),
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
  const isNamed = c.peek().kind === 'identifier' && (c.peek(1).kind === 'identifier' || c.is('*', 1));
  return isNamed ? unknownType(c).base : untyped(c, span).base;
}

function parseWord(c: Cursor, words: Words, any: boolean): boolean {
  const token = c.peek();
  if (
    token.text === 'complex' &&
    (words.base === 'f64' || words.base === 'f32' || startsComplex(c, token, 0))
  ) {
    c.take();
    words.isComplex = true;
    return true;
  }
  if (token.kind === 'identifier')
    return !isComplete(words) && (parseNamedType(c, words, any) || passMacro(c));
  if (passAttributes(c)) return true;
  if (token.kind !== 'keyword' || !SPECIFIERS.has(token.text)) return false;
  const refusal = SPECIFIERS.get(token.text);
  c.take();
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
  const token = c.peek();
  const own = c.isTypeName(token.text) ? (c.typeNames.get(token.text) ?? 'unsupported') : undefined;
  const type = own ?? (any || isLibraryType(c, token, 0) ? LIBRARY_TYPES.get(token.text) : undefined);
  if (type === undefined) return false;
  c.take();
  const kept = own === undefined ? LIBRARY_SIZES.get(token.text) : c.typeSizes.get(token.text);
  const wraps = c.wraps && (own === undefined ? token.text === 'uint32_t' : kept?.wraps === true);
  words.wraps ||= wraps;
  if (wraps) words.named = token;
  else if (own === undefined) tellTaken(c, token);
  words.bytes = kept?.bytes;
  words.isUnsigned = kept?.isUnsigned === true;
  words.isWide = kept?.isWide === true;
  words.isFile = kept?.isFile === true;
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
  if (what === 'typeof' && c.is('(')) c.skipBalanced();
}

/** `struct body { double x, y; }`; either part may be missing. What enumerations in it name is known outside: it is added to `enumerators`. */
function parseStruct(c: Cursor, isUnion: boolean, enumerators: S.Enumerator[]): S.StructType {
  passAttributes(c);
  const tag = c.peek().kind === 'identifier' ? c.take().text : '';
  const named = tag === '' ? undefined : c.structs.get(tag);
  // With members it is another than the one of its name outside of the block.
  const known = c.is('{') && named === c.outerStructs.get(tag) ? undefined : named;
  const struct: S.StructType = known ?? { tag, isUnion, members: () => c.members.get(struct) ?? null };
  if (tag !== '' && !known) c.structs = new Map([...c.structs, [tag, struct]]);
  if (c.accept('{')) {
    const members = parseMembers(c, enumerators);
    const shared = isUnion ? sharedArray(members) : null;
    const hidesUnion = members.some(
      ({ name, type: { struct: s } }) => !name && (s?.isUnion || s?.hidesUnion),
    );
    Object.assign(struct, shared ? { isUnion: false } : { hidesUnion });
    c.members.set(struct, shared ? [shared] : members.flatMap(withoutName));
  }
  passAttributes(c);
  return struct;
}

/** Members of a structure without a name are those of the one around it. */
function withoutName(member: S.StructMember): readonly S.StructMember[] {
  const { struct } = member.type;
  if (member.name !== '' || member.derivations.length > 0) return [member];
  return (!struct?.isUnion && struct?.members()) || [];
}

/** A member outside the subset is reported where it is used: most programs use few of a type's members. */
function parseMembers(c: Cursor, enumerators: S.Enumerator[]): S.StructMember[] {
  const members: S.StructMember[] = [];
  const quiet = new DiagnosticSink();
  const inner = c.telling(quiet);
  const open = c.previous();
  inner.deeper(() => {
    while (!inner.panic && !inner.is('}') && !inner.atEnd()) {
      members.push(...parseMember(inner, open, enumerators));
      inner.hiddenTypes = c.hiddenTypes;
    }
    inner.expect('}', 'after the members of the structure');
  });
  for (const { severity, code, message, span, notes } of quiet.list)
    if (severity === 'error' ? code !== 'unsupported' : code === 'taken-for-signed')
      c.sink[severity](code, message, span, ...notes);
  const { at, errors, panic, braceMissing, structs } = inner;
  Object.assign(c, { at, errors, panic, braceMissing, structs });
  return members;
}

/** `double x, y;`. Where it is a function, that begins while the structure is being written. */
function parseMember(c: Cursor, open: Token, enumerators: S.Enumerator[]): readonly S.StructMember[] {
  const start = c.at;
  const read = parseType(c);
  enumerators.push(...read.enumerators);
  const type = { ...read, enumerators: [] };
  if (c.accept(';')) return [{ name: '', type, derivations: [] }];
  const members: S.StructMember[] = [];
  do {
    const { name, derivations } = parseDeclarator(c, type);
    const width = c.accept(':') ? c.expressions.parseConditional(c) : null;
    members.push({ name, type: ofWidth(type, width), derivations });
  } while (!c.panic && c.accept(','));
  const isFunction = c.is('{') && members[0]?.derivations[0]?.kind === 'function';
  if (isFunction) tellUnclosed(c, open);
  else c.expect(';', 'after the members');
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
  const start = c.peek().start;
  const pointers: S.Derivation[] = [];
  while (c.is('*')) {
    const star = c.take().start;
    while (isQualifier(c)) c.take();
    pointers.push({ kind: 'pointer', span: c.since(star) });
  }
  if (c.is('&')) {
    c.hasReferences = true;
    pointers.push({ kind: 'pointer', isReference: true, span: plainSpan(c.take()) });
  }
  let name = '';
  let nameSpan: Span = c.here();
  const derivations: S.Derivation[] = [];
  if (c.peek().kind === 'identifier') {
    nameSpan = plainSpan(c.peek());
    name = c.take().text;
    c.enumerators.delete(name);
    if (c.isTypeName(name)) c.hiddenTypes = new Set([...c.hiddenTypes, name]);
  } else if (c.is('(') && !startsType(c, 1) && !c.is(')', 1)) {
    const open = c.take();
    const inner = c.deeper(() => bareDeclarator(c));
    if (inner) {
      ({ name, nameSpan } = inner);
      derivations.push(...inner.derivations);
      if (!c.accept(')'))
        c.fail('missing-parenthesis', 'The parenthesis that opens here is not closed.', plainSpan(open));
    }
  }
  while (!c.panic && (c.is('[') || c.is('('))) derivations.push(c.is('[') ? parseArray(c) : parseFunction(c));
  passAttributes(c);
  if (c.is('asm') || c.is('__asm__')) {
    fence(c.sink, 'asm', plainSpan(c.take()));
    if (c.is('(')) c.skipBalanced();
  }
  return { name, nameSpan, derivations: [...derivations, ...pointers.reverse()], span: c.since(start) };
}

function isQualifier(c: Cursor): boolean {
  const token = c.peek();
  return token.kind === 'keyword' && QUALIFIERS.has(token.text);
}
const QUALIFIERS = new Set(['const', 'restrict', '__restrict', '__restrict__', 'volatile', 'static']);

function parseArray(c: Cursor): S.Derivation {
  const start = c.take().start;
  // `[static 1]` says only that there is something.
  const isThere = c.is('static') && c.peek(1).text === '1' && c.is(']', 2);
  while (isQualifier(c)) c.take();
  let size = null;
  if (isThere || (c.is('*') && c.is(']', 1))) c.take();
  else if (!c.is(']')) size = withValues(c, c.expressions.parseAssignment(c));
  c.expect(']', 'after the size of the array');
  return { kind: 'array', size, span: c.since(start) };
}

/** Parameters and the parentheses around them, the first of which was missed where it is not there. */
export function parseFunction(c: Cursor): S.Derivation {
  if (c.is('(')) closeInTime(c, c.previous().text);
  const { start } = c.accept('(') ?? c.peek();
  const parameters: S.Parameter[] = [];
  let variadic = false;
  const isOpen = c.is(')');
  c.deeper(() => {
    if (c.is('void') && c.is(')', 1)) c.take();
    else if (onlyNames(c)) parameters.push(...parseNames(c));
    else if (!c.is(')')) {
      do {
        if (c.accept('...')) {
          variadic = true;
          break;
        }
        parameters.push(parseParameter(c));
      } while (comma(c, startsType));
    }
    c.expect(')', 'after the parameters');
  });
  const span = c.since(start);
  return { kind: 'function', parameters, variadic, span, ...((c.panic || isOpen) && { isOpen: true }) };
}

/** `(n, x)`, whose types stand before the body. */
function onlyNames(c: Cursor): boolean {
  for (let k = 0; ; k += 2) {
    if (c.peek(k).kind !== 'identifier' || startsType(c, k)) return false;
    if (c.is(')', k + 1)) return c.is('{', k + 2) || startsType(c, k + 2) || startsUnknownType(c, k + 2);
    if (!c.is(',', k + 1)) return false;
  }
}

function parseNames(c: Cursor): S.Parameter[] {
  const found: S.Parameter[] = [];
  do {
    const token = c.take();
    const span = plainSpan(token);
    found.push(parameter(plainType('i32', span), plainDeclarator(token.text, span)));
  } while (c.accept(','));
  return found;
}

function parseParameter(c: Cursor): S.Parameter {
  const first = c.peek();
  const { start } = first;
  const isBare = first.kind === 'identifier' && !startsType(c) && (c.is(',', 1) || c.is(')', 1));
  if (isBare)
    c.complain(
      'missing-type',
      'This parameter does not say its type.',
      plainSpan(first),
      `Write \`double ${shortened(first.text)}\`.`,
    );
  const type = isBare ? plainType('f64', plainSpan(first)) : parseType(c);
  const declarator = parseDeclarator(c, type);
  const span = c.since(start);
  // In C++, a call may leave this argument out.
  if (c.accept('=')) c.expressions.parseConditional(c);
  return { type, declarator, span };
}
