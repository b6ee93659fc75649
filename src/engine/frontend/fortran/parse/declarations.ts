/** Specification statements: types, attributes, COMMON, DATA and their kin. */

import { badAt, designator, numberAt, parenthesis, parseExpression, parseItem } from './expressions';
import { FENCED_ATTRIBUTES, FENCED_INCLUDE, fenced, HARMLESS_ATTRIBUTES } from './fence';
import type { StatementReader } from './reader';
import type * as S from './syntax';
import { skipParenthesis, TYPES, typeBy } from './types';

/** A type specification with its kind or length; null, and nothing taken, if none stands here. */
export function parseType(reader: StatementReader, silent = false): S.TypeSyntax | null {
  return typeBy(reader, parseExpression, silent);
}

// --------------------------------------------------------------------------------------------- type declarations

/** What follows a type specification that opens a declaration. */
export function parseDeclaration(reader: StatementReader, type: S.TypeSyntax): S.StatementBody {
  const attributes: S.Attribute[] = [];
  let dimensions: readonly S.DimensionSyntax[] | null = null;
  let colons = false;
  while (reader.accept(',')) {
    const found = parseAttribute(reader, attributes);
    if (found) dimensions = found;
    if (reader.failed) break;
  }
  colons = reader.accept('::');
  if (type.base === 'unsupported' && !type.derived) attributes.push('poison');
  const entities = parseEntities(reader, colons).map((entity) => ({
    ...entity,
    dimensions: entity.dimensions ?? dimensions,
  }));
  return { kind: 'declare', type, attributes, entities };
}

/** `ENUM, BIND(C)` begins to count. */
export function parseEnum(reader: StatementReader): S.StatementBody | null {
  if (!reader.is(',')) return null;
  reader.giveUp();
  return { kind: 'declare', type: null, attributes: [], entities: [], counts: true };
}

/** `ENUMERATOR :: A = 1, B`: whole constants, each one more than the one before where nothing else is said. */
export function parseEnumerators(reader: StatementReader, start: number): S.StatementBody {
  const span = reader.spanFrom(start);
  const colons = reader.accept('::');
  const type: S.TypeSyntax = { base: 'integer', bytes: null, kindOf: null, span };
  const entities = parseEntities(reader, colons);
  return { kind: 'declare', type, attributes: ['parameter'], entities, counts: true };
}

/** One attribute after a comma; returns the bounds of DIMENSION. */
function parseAttribute(reader: StatementReader, attributes: S.Attribute[]): S.DimensionSyntax[] | null {
  reader.skipBlanks();
  const start = reader.pos;
  if (reader.word('dimension')) return parseDimensions(reader);
  if (reader.word('intent')) {
    attributes.push(...intent(reader));
    return null;
  }
  for (const word of [
    'parameter',
    'save',
    'external',
    'intrinsic',
    'value',
    'allocatable',
    'pointer',
    'optional',
    'public',
    'private',
  ] as const) {
    if (!reader.word(word)) continue;
    attributes.push(word);
    return null;
  }
  for (const word of HARMLESS_ATTRIBUTES) if (reader.word(word)) return null;
  if (reader.word('bind')) {
    skipParenthesis(reader);
    return null;
  }
  for (const [word, { what, instead }] of Object.entries(FENCED_ATTRIBUTES)) {
    if (!reader.word(word)) continue;
    reader.sink.error('unsupported', `${what} not supported.`, reader.spanFrom(start), instead);
    attributes.push('poison');
    return null;
  }
  return reader.failHere('an attribute');
}

export function intent(reader: StatementReader): S.Attribute[] {
  reader.expect('(');
  const found = reader.word('in out')
    ? 'inout'
    : reader.word('in')
      ? 'in'
      : reader.word('out')
        ? 'out'
        : null;
  if (!found) reader.failHere('IN, OUT or INOUT');
  reader.expect(')');
  return found ? [found] : [];
}

export function parseEntities(reader: StatementReader, initials: boolean): S.Entity[] {
  const entities = reader.list(() => parseEntity(reader, initials));
  reader.expectEnd();
  return entities;
}

function parseEntity(reader: StatementReader, initials: boolean): S.Entity | null {
  const name = reader.expectName('a name');
  if (!name) return null;
  let dimensions: S.DimensionSyntax[] | null = null;
  if (reader.is('(')) dimensions = parseDimensions(reader);
  let characters: number | null | undefined;
  if (reader.accept('*')) {
    characters = null;
    if (reader.is('(')) skipParenthesis(reader);
    else characters = Number(reader.digits());
    if (reader.is('(')) dimensions = parseDimensions(reader);
  }
  let initial: S.ExprSyntax | null = null;
  let data: S.DataValue[] | null = null;
  const own = characters === undefined ? {} : { characters };
  if (reader.accept('=>')) {
    parseExpression(reader);
    return { ...name, dimensions, initial, data };
  }
  if (reader.is('=') && !initials) {
    reader.fail(
      'An initial value needs :: in the declaration.',
      reader.span(reader.peek().start, reader.peek().end),
      'Write, for example, real :: x = 1.0.',
    );
  } else if (reader.accept('=')) initial = parseExpression(reader);
  else if (reader.is('/')) data = parseDataValues(reader);
  return { ...name, dimensions, initial, data, ...own };
}

export function parseDimensions(reader: StatementReader): S.DimensionSyntax[] {
  return reader.listInParentheses(() => parseDimension(reader));
}

function parseDimension(reader: StatementReader): S.DimensionSyntax {
  if (reader.next === '.' && reader.text.startsWith('..', reader.pos))
    reader.fail(
      'Arrays of any rank are not supported.',
      reader.span(reader.pos, reader.pos + 2),
      'Write a routine for each rank.',
    );
  const start = reader.peek().start;
  const closed = () => reader.is(',') || reader.is(')');
  if (reader.accept('*')) return { lower: null, upper: 'size', span: reader.spanFrom(start) };
  if (reader.accept(':')) {
    if (!closed()) reader.failHere('a comma or )');
    return { lower: null, upper: 'shape', span: reader.spanFrom(start) };
  }
  const first = parseExpression(reader);
  if (!reader.accept(':')) return { lower: null, upper: first, span: reader.spanFrom(start) };
  if (reader.accept('*')) return { lower: first, upper: 'size', span: reader.spanFrom(start) };
  if (closed()) return { lower: first, upper: 'shape', span: reader.spanFrom(start) };
  return { lower: first, upper: parseExpression(reader), span: reader.spanFrom(start) };
}

// ------------------------------------------------------------------------------------------------ other statements

export function parseImplicit(reader: StatementReader): S.StatementBody {
  if (reader.word('none')) {
    if (reader.is('(')) skipParenthesis(reader);
    reader.expectEnd();
    return { kind: 'implicit', rules: [], none: true };
  }
  const rules = reader.list(() => {
    const type = implicitType(reader);
    if (!type) reader.failHere('a type');
    return type && { type, letters: letterRanges(reader) };
  });
  reader.expectEnd();
  return { kind: 'implicit', rules, none: false };
}

const LETTERS = /^\s*\(\s*[a-z]\s*(-\s*[a-z]\s*)?(,\s*[a-z]\s*(-\s*[a-z]\s*)?)*\)/;

/** The file that every user routine of Abaqus includes is known; others are not here. */
export function parseInclude(reader: StatementReader): S.StatementBody {
  const { span } = reader.statement;
  if (!/^['"]aba_param(_dp)?\.inc['"]/i.test(reader.text.slice(reader.pos).trim()))
    return fenced(reader, FENCED_INCLUDE);
  reader.sink.info(
    'preprocessed',
    'The file of Abaqus is read as IMPLICIT REAL*8 (A-H, O-Z).',
    span,
    'Paste its text in its place where it says something else.',
  );
  reader.giveUp();
  const letters = [
    ['a', 'h'],
    ['o', 'z'],
  ] as const;
  return {
    kind: 'implicit',
    none: false,
    rules: [{ type: { base: 'double', bytes: null, kindOf: null, span }, letters }],
  };
}

/** In `implicit real (a-h)` the parenthesis holds letters, in `implicit real (8) (a-h)` a kind. */
function implicitType(reader: StatementReader): S.TypeSyntax | null {
  reader.skipBlanks();
  const start = reader.pos;
  for (const [words, base] of TYPES) {
    if (!reader.word(words)) continue;
    if (LETTERS.test(reader.text.slice(reader.pos)))
      return { base, bytes: null, kindOf: null, span: reader.spanFrom(start) };
    reader.moveTo(start);
    return parseType(reader, true);
  }
  return null;
}

function letterRanges(reader: StatementReader): (readonly [string, string])[] {
  return reader.listInParentheses(() => {
    const from = reader.expectName('a letter');
    const to = reader.accept('-') ? reader.expectName('a letter') : from;
    return from && to && ([from.name.charAt(0), to.name.charAt(0)] as const);
  });
}

export function parseParameter(reader: StatementReader): S.StatementBody {
  const entities = reader.listInParentheses(() => {
    const name = reader.expectName('the name of a constant');
    if (!name || !reader.expect('=')) return null;
    return { ...name, dimensions: null, initial: parseExpression(reader), data: null };
  });
  reader.expectEnd();
  return { kind: 'declare', type: null, attributes: ['parameter'], entities };
}

export function parseCommon(reader: StatementReader): S.StatementBody {
  const blocks: { name: S.Name | null; entities: S.Entity[] }[] = [];
  do {
    let name: S.Name | null = null;
    if (reader.accept('/')) {
      name = reader.is('/') ? null : reader.expectName('the name of a COMMON block');
      reader.expect('/');
    } else reader.accept('//');
    const entities: S.Entity[] = [];
    do {
      const entity = reader.expectName('a name');
      if (!entity) break;
      const dimensions = reader.is('(') ? parseDimensions(reader) : null;
      entities.push({ ...entity, dimensions, initial: null, data: null });
    } while (reader.accept(',') && !reader.is('/') && !reader.is('//'));
    blocks.push({ name, entities });
  } while (reader.is('/') || reader.is('//'));
  reader.expectEnd();
  return { kind: 'common', blocks };
}

export function parseEquivalence(reader: StatementReader): S.StatementBody {
  const member = () => {
    const name = reader.expectName('a name');
    const subscripts = reader.is('(') ? reader.listInParentheses(() => parseExpression(reader)) : [];
    return name && { name, subscripts };
  };
  const sets = reader.list(() => reader.listInParentheses(member));
  reader.expectEnd();
  return { kind: 'equivalence', sets };
}

export function parseData(reader: StatementReader): S.StatementBody {
  const sets: { targets: S.ItemSyntax[]; values: S.DataValue[] }[] = [];
  do {
    const targets = reader.list((): S.ItemSyntax | null => {
      if (reader.peek().kind === 'name') return designator(reader);
      if (reader.is('(')) return parseItem(reader);
      return reader.failHere('a name');
    });
    const values = parseDataValues(reader);
    sets.push({ targets, values });
    reader.accept(',');
  } while (!reader.failed && reader.peek().kind !== 'end');
  return { kind: 'data', sets };
}

/** `/3*0.0, -1/` */
export function parseDataValues(reader: StatementReader): S.DataValue[] {
  if (!reader.expect('/')) return [];
  const values = reader.list(() => {
    const start = reader.peek().start;
    const first = constant(reader);
    const isRepeated = reader.accept('*');
    const value = isRepeated ? constant(reader) : first;
    return { repeat: isRepeated ? first : null, value, span: reader.spanFrom(start) };
  });
  reader.expect('/');
  return values;
}

/** A constant with its sign: here `/` closes the list and `*` repeats, so it can't be any expression. */
function constant(reader: StatementReader): S.ExprSyntax {
  const token = reader.peek();
  const span = reader.span(token.start, token.end);
  if (token.kind === 'operator' && (token.text === '-' || token.text === '+')) {
    reader.take();
    const operand = constant(reader);
    return { kind: 'unary', op: token.text, operand, span: { start: span.start, end: operand.span.end } };
  }
  if (token.kind === 'name') {
    reader.take();
    return { kind: 'name', name: token.text, span };
  }
  if (token.kind === 'integer' || token.kind === 'real') {
    return numberAt(reader, token);
  }
  if (token.kind === 'string') {
    reader.take();
    return { kind: 'string', value: token.text, span };
  }
  if (reader.is('.true.') || reader.is('.false.')) {
    reader.take();
    return { kind: 'logical', value: token.text === '.true.', span };
  }
  if (reader.is('(')) return parenthesis(reader, 0);
  reader.failHere('a constant');
  return badAt(span);
}

export function parseSave(reader: StatementReader): S.StatementBody {
  const names: S.Name[] = [];
  const blocks: S.Name[] = [];
  reader.accept('::');
  const one = (): S.Name | null => {
    const isBlock = reader.accept('/');
    const name = reader.expectName(isBlock ? 'the name of a COMMON block' : 'a name');
    if (name) (isBlock ? blocks : names).push(name);
    if (isBlock) reader.expect('/');
    return name;
  };
  if (reader.peek().kind !== 'end') reader.list(one);
  reader.expectEnd();
  return { kind: 'save', names, blocks };
}
