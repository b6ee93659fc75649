/** Statements about procedures that are not their heads: interfaces, PROCEDURE, MODULE PROCEDURE. */
import { parseEntities } from './declarations';
import { FENCED_ATTRIBUTES, FENCED_PROCEDURE } from './fence';
import { fenced } from './fenced';
import { RELATIONS, type StatementReader } from './reader';
import { ASSIGNMENT, type Attribute, type Name, operatorName, type StatementBody } from './syntax';
import { skipParenthesis } from './types';

export function parseInterface(reader: StatementReader): StatementBody & { kind: 'fenced' } {
  const name = reader.name();
  const generic = acceptGeneric(reader, name) ?? (name && reader.atEnd ? name.name : null);
  reader.giveUp();
  return { kind: 'fenced', opens: 'interface', closes: null, ...(generic === null ? {} : { generic }) };
}

/** `PROCEDURE(f_t), INTENT(IN) :: f` declares an argument that is a routine, as EXTERNAL does; its interface adds nothing. */
export function parseProcedureArguments(reader: StatementReader): StatementBody {
  skipParenthesis(reader);
  if (/,\s*deferred\b/.test(reader.text)) {
    const bound = parseBinding(reader);
    if (bound?.kind === 'binding')
      return { ...bound, names: bound.names.map(({ name }) => ({ name, target: '' })) };
  }
  const attributes: Attribute[] = ['external'];
  while (!reader.failed && reader.accept(',')) {
    const start = reader.pos;
    const attribute = reader.name();
    const fence =
      attribute?.name === 'pointer' ? FENCED_PROCEDURE : attribute && FENCED_ATTRIBUTES[attribute.name];
    if (fence)
      return fenced(reader, {
        what: `A procedure that is ${attribute?.name.toUpperCase()} is`,
        instead: fence.instead,
      });
    if (attribute?.name === 'optional') attributes.push('optional');
    if (!attribute) reader.failHere('an attribute');
    else if (reader.is('(')) skipParenthesis(reader);
    if (reader.pos === start) break;
  }
  reader.accept('::');
  const entities = parseEntities(reader, false);
  return { kind: 'declare', type: null, attributes, dimensions: null, entities };
}

/** `PROCEDURE, PASS :: a => b, c` in a type. */
export function parseBinding(reader: StatementReader): StatementBody | null {
  const passes = !/,\s*nopass\b/.test(reader.text);
  let as: string | null = null;
  while (reader.accept(',')) {
    const attribute = reader.name();
    if (!attribute) return null;
    if (attribute.name === 'pass' && reader.accept('(')) {
      as = reader.name()?.name ?? null;
      if (as === null || !reader.accept(')')) return null;
    }
  }
  reader.accept('::');
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
  (reader: StatementReader): StatementBody | null => {
    reader.accept('::');
    const names = wholeList(reader, () => reader.name());
    return names && { kind, names };
  };

/** `PRIVATE`, `PUBLIC :: a, operator(+)` */
export const parseAccess =
  (access: 'public' | 'private') =>
  (reader: StatementReader): StatementBody | null => {
    reader.accept('::');
    if (reader.atEnd) return { kind: 'access', access, names: [] };
    const names = wholeList(reader, () => {
      const name = reader.name();
      return name && (acceptGeneric(reader, name) ?? name.name);
    });
    return names && { kind: 'access', access, names };
  };

/** The generic name of what an assignment or an operator calls: takes what follows `ASSIGNMENT` or `OPERATOR`. */
export function acceptGeneric(reader: StatementReader, name: Name | null): string | null {
  if (name?.name !== 'assignment' && name?.name !== 'operator') return null;
  const [taken, sign] = /^\s*\(\s*([^\s()]+)\s*\)/.exec(reader.text.slice(reader.pos)) ?? [];
  if (taken === undefined || sign === undefined || (name.name === 'assignment') !== (sign === '='))
    return null;
  reader.moveTo(reader.pos + taken.length);
  return sign === '=' ? ASSIGNMENT : operatorName(RELATIONS[sign] ?? sign);
}

/** `GENERIC, PUBLIC :: name => a, b` in a type. */
export function parseGeneric(reader: StatementReader): StatementBody | null {
  if (reader.accept(',') && !reader.name()) return null;
  if (!reader.accept('::')) return null;
  const name = reader.name();
  const generic = acceptGeneric(reader, name) ?? name?.name;
  if (generic === undefined || !reader.accept('=>')) return null;
  const members = wholeList(reader, () => reader.name()?.name ?? null);
  return members && { kind: 'genericBinding', name: generic, members };
}
