/** Statements about procedures that are not their heads: interfaces, PROCEDURE, MODULE PROCEDURE. */
import { intent, parseEntities } from './declarations';
import { parseExpression } from './expressions';
import { FENCED_ATTRIBUTES, fenced } from './fence';
import { integer } from './made';
import { RELATIONS, type StatementReader } from './reader';
import type * as S from './syntax';
import { ASSIGNMENT, operatorName } from './syntax';
import { skipParenthesis } from './types';

export function parseInterface(reader: StatementReader): S.StatementBody & { kind: 'fenced' } {
  const name = reader.name();
  const generic = acceptGeneric(reader, name) ?? (name && reader.atEnd ? name.name : null);
  reader.giveUp();
  return { kind: 'fenced', opens: 'interface', closes: null, ...(generic === null ? {} : { generic }) };
}

/**
 * `PROCEDURE(f_t), INTENT(IN) :: f` declares an argument that is a routine, as EXTERNAL does. With
 * POINTER it is a variable, for the number of a procedure, and with DEFERRED it is bound to a type.
 */
export function parseProcedureArguments(reader: StatementReader): S.StatementBody {
  const [, of = ''] = /^\(\s*(\w*)\s*\)/.exec(reader.text.slice(reader.peek().start)) ?? [];
  skipParenthesis(reader);
  if (/,\s*deferred\b/.test(reader.text)) {
    const bound = parseBinding(reader);
    if (bound?.kind === 'binding')
      return { ...bound, names: bound.names.map(({ name }) => ({ name, target: '' })) };
  }
  const { words, intents, passes, as } = wordsInFront(reader);
  const fence = words.find((word) => FENCED_ATTRIBUTES[word]);
  if (fence)
    return fenced(reader, {
      what: `A procedure that is ${fence.toUpperCase()} is`,
      instead: FENCED_ATTRIBUTES[fence]?.instead ?? '',
    });
  const attributes = [...words.filter((word) => word === 'optional' || word === 'save'), ...intents];
  const isPointer = words.includes('pointer');
  const entities = isPointer ? parsePointers(reader) : parseEntities(reader, false);
  const rest = { kind: 'declare', entities } as const;
  if (!isPointer) return { ...rest, type: null, attributes: ['external', ...attributes], like: of };
  const type: S.TypeSyntax = { base: 'integer', bytes: null, kindOf: null, span: reader.statement.span };
  return { ...rest, type, attributes, procedure: { of, passes, as } };
}

/** `, POINTER, PASS(a), INTENT(IN) ::` */
function wordsInFront(reader: StatementReader) {
  const words: string[] = [];
  const intents: S.Attribute[] = [];
  let as: string | null = null;
  while (!reader.failed && reader.accept(',')) {
    const word = reader.name()?.name;
    if (word === undefined) reader.failHere('an attribute');
    else if (word === 'intent') intents.push(...intent(reader));
    else if (word === 'pass' && reader.accept('(')) {
      as = reader.name()?.name ?? null;
      reader.expect(')');
    } else if (reader.is('(')) skipParenthesis(reader);
    words.push(word ?? '');
  }
  reader.accept('::');
  return { words, intents, passes: !words.includes('nopass'), as };
}

/** `p => f, q => null()`: the first value is what they point to, or the number for nothing. */
function parsePointers(reader: StatementReader): S.Entity[] {
  const entities = reader.list((): S.Entity | null => {
    const name = reader.expectName('a name');
    const given = name && reader.accept('=>') ? parseExpression(reader) : null;
    const initial = given?.kind === 'apply' ? integer(0, given.span) : given;
    return name && { ...name, dimensions: null, initial, data: null };
  });
  reader.expectEnd();
  return entities;
}

/** `PROCEDURE, PASS :: a => b, c` in a type. */
export function parseBinding(reader: StatementReader): S.StatementBody | null {
  const { passes, as } = wordsInFront(reader);
  const names = wholeList(reader, () => {
    const name = reader.name();
    const target = name && reader.accept('=>') ? reader.name() : name;
    return name && target && { name: name.name, target: target.name };
  });
  return names && { kind: 'binding', names, passes, as };
}

/** A list up to the end of the statement; null where it is none. */
function wholeList<T>(reader: StatementReader, read: () => T | null): T[] | null {
  let isWhole = true;
  const items = reader.list(() => {
    const item = read();
    isWhole &&= item !== null;
    return item;
  });
  return isWhole && reader.atEnd ? items : null;
}
/** `MODULE PROCEDURE a, b`, `PROCEDURE :: a`, `FINAL :: a`. */
export const namesOf =
  (kind: 'moduleProcedures' | 'final') =>
  (reader: StatementReader): S.StatementBody | null => {
    reader.accept('::');
    const names = wholeList(reader, () => reader.name());
    return names && { kind, names };
  };

/** `PRIVATE`, `PUBLIC :: a, operator(+)` */
export const parseAccess =
  (access: 'public' | 'private') =>
  (reader: StatementReader): S.StatementBody | null => {
    reader.accept('::');
    if (reader.atEnd) return { kind: 'access', access, names: [] };
    const names = wholeList(reader, () => {
      const name = reader.name();
      return name && (acceptGeneric(reader, name) ?? name.name);
    });
    return names && { kind: 'access', access, names };
  };

/** The generic name of what an assignment or an operator calls: takes what follows `ASSIGNMENT` or `OPERATOR`. */
export function acceptGeneric(reader: StatementReader, name: S.Name | null): string | null {
  if (name?.name !== 'assignment' && name?.name !== 'operator') return null;
  const [taken, sign] = /^\s*\(\s*([^\s()]+)\s*\)/.exec(reader.text.slice(reader.pos)) ?? [];
  if (taken === undefined || sign === undefined || (name.name === 'assignment') !== (sign === '='))
    return null;
  reader.moveTo(reader.pos + taken.length);
  return sign === '=' ? ASSIGNMENT : operatorName(RELATIONS[sign] ?? sign);
}

/** `GENERIC, PUBLIC :: name => a, b` in a type. */
export function parseGeneric(reader: StatementReader): S.StatementBody | null {
  if (reader.accept(',') && !reader.name()) return null;
  if (!reader.accept('::')) return null;
  const name = reader.name();
  const generic = acceptGeneric(reader, name) ?? name?.name;
  if (generic === undefined || !reader.accept('=>')) return null;
  const members = wholeList(reader, () => reader.name()?.name ?? null);
  return members && { kind: 'genericBinding', name: generic, members };
}
