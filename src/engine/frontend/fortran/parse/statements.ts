/**
 * One logical statement to one syntax node. Keywords are not reserved: what reads as `designator = …` is an assignment,
 * but for DO loops, which have a comma after the `=` outside parentheses (`DO20I=1.5` assigns, `DO10I=1,N` loops).
 */

import type { DiagnosticSink } from '../../../base/diagnostics';
import { getOrMake } from '../../../base/once';
import { nearestName } from '../../suggest';
import { FOREIGN_WORDS } from '../read/foreign';
import { isLetter, isNameCharacter, type LogicalStatement } from '../read/source';
import { INPUT_AND_OUTPUT, jump, parseAssign, parseCall, parseGoto, parseReturn } from './actionStatements';
import {
  closes,
  parseAssociate,
  parseCase,
  parseDo,
  parseElse,
  parseElseIf,
  parseElseWhere,
  parseForall,
  parseIf,
  parseSelectType,
  parseTypeGuard,
  parseWhere,
  testIn,
} from './constructStatements';
import {
  intent,
  parseCommon,
  parseData,
  parseDeclaration,
  parseDimensions,
  parseEntities,
  parseEnum,
  parseEnumerators,
  parseEquivalence,
  parseImplicit,
  parseInclude,
  parseParameter,
  parseSave,
  parseType,
} from './declarations';
import { badAt, designator, parseExpression } from './expressions';
import { closing, FENCED_STATEMENTS, fenced, type Parse } from './fence';
import { entityOf } from './made';
import { freed, nullified, parseAllocate, pointed } from './memoryStatements';
import {
  namesOf,
  parseAccess,
  parseBinding,
  parseGeneric,
  parseInterface,
  parseProcedureArguments,
} from './procedureStatements';
import { StatementReader } from './reader';
import type { Attribute, Name, StatementBody, StatementSyntax } from './syntax';
import { skipParenthesis } from './types';
import { endOf, PREFIXES, parseEntry, parseProcedure, parseUse, plainUnit } from './unitStatements';

/** `names` gathers every name of the text, so that none is made twice. */
export function parseStatement(
  statement: LogicalStatement,
  sink: DiagnosticSink,
  names: Set<string>,
): StatementSyntax {
  const reader = new StatementReader(statement, sink, names);
  const construct = constructName(reader);
  const { span, label, text } = statement;
  return { span, label, construct, text, ...statementBody(reader) };
}

/** `name:` before a construct. */
function constructName(reader: StatementReader): Name | null {
  const match = /^([a-z]\w*)\s*:(?!:)/.exec(reader.text.slice(0, 80));
  if (!match?.[1]) return null;
  const name = { name: match[1], span: reader.span(0, match[1].length) };
  reader.moveTo(match[0].length);
  return name;
}

function statementBody(reader: StatementReader): StatementBody {
  return bodyOf(reader) ?? unread(reader);
}

/** Null for what starts like no statement. */
function bodyOf(reader: StatementReader): StatementBody | null {
  reader.skipBlanks();
  if (reader.atEnd) return { kind: 'continue' };
  const shape = assignmentShape(reader.text, reader.pos);
  if (shape === 'pointer' && !reader.text.startsWith('use', reader.pos)) {
    return pointed(reader);
  }
  if (shape === 'substring') {
    return fenced(reader, {
      what: 'Assignment to a part of a character variable is',
      instead: 'Leave text out of the kernel.',
    });
  }
  if (shape === 'compare' || (shape === 'assign' && !isFixedDo(reader))) return assignment(reader);
  const start = reader.pos;
  const table = KEYWORDS.get(reader.text.charAt(reader.pos)) ?? [];
  for (const [words, parse] of table) {
    reader.moveTo(start);
    if (!reader.word(words)) continue;
    const body = parse(reader, start);
    if (body) return body;
    if (reader.failed) return { kind: 'ignored' };
  }
  reader.moveTo(start);
  return null;
}

/** Reports an error in text that begins like no statement, and reads a misspelt word as the one that was meant. */
function unread(reader: StatementReader): StatementBody {
  const { written } = reader;
  const isWord = isLetter(written.charAt(0));
  const isKnown = FIRST_WORDS.has(written);
  const near = isWord && !isKnown && written.length > 2 ? nearestName(written, FIRST_WORDS) : null;
  const meant = FOREIGN_WORDS.get(written) ?? near;
  if (isWord && !meant && /^\w+\s*\(/.test(reader.text.slice(reader.pos))) {
    designator(reader);
    reader.failHere('=', ...(reader.atEnd ? ['A subroutine is called by CALL.'] : []));
    return { kind: 'ignored' };
  }
  const found = reader.peek();
  const respelled = meant === null ? null : reader.respelled(meant);
  reader.fail(
    isWord ? `No statement starts with ${written} like this.` : 'A statement can\u2019t start like this.',
    reader.span(found.start, isWord ? found.start + written.length : found.end),
    ...(meant ? [`Did you mean ${meant}?`] : isKnown ? [] : [reader.continuation]),
  );
  return (respelled && bodyOf(respelled)) ?? { kind: 'ignored' };
}

/** Does `name(…)… =` stand at `pos`? Characters are enough to tell. */
function assignmentShape(text: string, pos: number): 'assign' | 'compare' | 'pointer' | 'substring' | null {
  let i = pos;
  const blanks = () => {
    while (text.charCodeAt(i) === 32) i++;
  };
  if (!isLetter(text.charAt(i))) return null;
  let groups = 0;
  for (;;) {
    while (isNameCharacter(text.charAt(i)) || text.charAt(i) === '$') i++;
    blanks();
    groups = 0;
    while (text.charAt(i) === '(') {
      i = closing(text, i) + 1;
      if (i === 0) return null;
      groups++;
      blanks();
    }
    if (text.charAt(i) !== '%') break;
    i++;
    blanks();
  }
  if (text.charAt(i) !== '=') return null;
  if (text.charAt(i + 1) === '=') return 'compare';
  if (text.charAt(i + 1) === '>') return 'pointer';
  return groups > 1 ? 'substring' : 'assign';
}

/** `DO10I=1,N`: the name starts with DO, and a comma follows the `=` outside parentheses. */
function isFixedDo(reader: StatementReader): boolean {
  const { text, pos } = reader;
  const match = /^do\d*,?[a-z]\w*\s*=/.exec(text.slice(pos, pos + 80));
  if (!match) return false;
  let depth = 0;
  for (let i = pos + match[0].length; i < text.length; i++) {
    const c = text.charAt(i);
    if (c === '(' || c === '[') depth++;
    else if (c === ')' || c === ']') depth--;
    else if (c === ',' && depth === 0) return true;
    else if (c === "'" || c === '"') return false;
  }
  return false;
}

function assignment(reader: StatementReader): StatementBody {
  const target = designator(reader);
  reader.expect('=');
  const value = parseExpression(reader);
  reader.expectEnd();
  if (target.kind === 'bad') return { kind: 'ignored' };
  return { kind: 'assign', target, value: reader.failed ? badAt(value.span) : value };
}

// --------------------------------------------------------------------------------------------------- declarations

function parseTyped(reader: StatementReader, start: number): StatementBody | null {
  const procedure = parseProcedure(reader, start);
  if (procedure) return procedure;
  if (reader.failed) return null;
  reader.moveTo(start);
  const type = parseType(reader);
  if (!type || reader.failed) return null;
  return parseDeclaration(reader, type);
}

const ignored: Parse = (reader) => {
  reader.giveUp();
  return { kind: 'ignored' };
};

/** `type :: t`, `type t`, `type, extends(s) :: t` define; `type(t) :: x` declares. */
function parseTypeStatement(reader: StatementReader, start: number): StatementBody | null {
  if (reader.next === '(') return parseTyped(reader, start);
  if (isGuard(reader)) return parseTypeGuard(reader, true);
  let parent: string | null = null;
  while (reader.accept(',')) {
    const attribute = reader.name();
    if (attribute?.name === 'extends')
      parent = /^\s*\(\s*(\w+)/.exec(reader.text.slice(reader.pos))?.[1] ?? null;
    if (reader.is('(')) skipParenthesis(reader);
    if (!attribute) break;
  }
  reader.accept('::');
  const name = reader.expectName('the name of a type');
  if (reader.is('(')) skipParenthesis(reader);
  return { kind: 'fenced', opens: 'type', closes: null, defines: { name: name?.name ?? '', parent } };
}

/** `TYPE IS (…)`, `CLASS DEFAULT`, `RANK (1)` belong to a SELECT TYPE, or to a SELECT RANK, which was refused. */
function isGuard(reader: StatementReader): boolean {
  return /^\s*(is\s*\(|default\b)/.test(reader.text.slice(reader.pos));
}

function attributeStatement(attribute: Attribute | null): Parse {
  return (reader) => {
    const attributes = attribute ? [attribute] : intent(reader);
    reader.accept('::');
    const entities = parseEntities(reader, false);
    return { kind: 'declare', type: null, attributes, entities };
  };
}

function parseDimensionStatement(reader: StatementReader): StatementBody | null {
  reader.accept('::');
  const entities = reader.list(() => {
    const name = reader.expectName('the name of an array');
    if (name && !reader.is('(')) reader.failHere('bounds in parentheses');
    return name && !reader.failed ? entityOf(name.name, name.span, parseDimensions(reader)) : null;
  });
  reader.expectEnd();
  return { kind: 'declare', type: null, attributes: [], entities };
}

/** Memory is given back at the end of the routine. */
function skipped(reader: StatementReader): StatementBody {
  reader.giveUp();
  return { kind: 'continue' };
}

// ------------------------------------------------------------------------------------------------------ the table

const closesFenced =
  (word: string): Parse =>
  (reader) => {
    reader.giveUp();
    return { kind: 'fenced', opens: null, closes: word };
  };

const STATEMENTS: readonly (readonly [words: string, parse: Parse])[] = [
  // READ and WRITE of a NAMELIST are judged themselves.
  ['namelist', ignored],
  ['generic', parseGeneric],
  ['if', (reader) => parseIf(reader, statementBody)],
  ['else if', parseElseIf],
  ['where', (reader) => parseWhere(reader, statementBody)],
  ['else where', parseElseWhere],
  ['end where', closes('endWhere')],
  ['forall', (reader) => parseForall(reader, statementBody)],
  ['end forall', closes('endForall')],
  ['allocate', (reader) => (reader.next === '(' ? parseAllocate(reader) : null)],
  ['deallocate', freed],
  ['entry', parseEntry],
  ['nullify', nullified],
  ['else', parseElse],
  ['do', parseDo],
  ['select case', (reader) => ({ kind: 'select', selector: testIn(reader) })],
  ['select type', parseSelectType],
  ['case', parseCase],
  ['end if', closes('endIf')],
  ['end do', closes('endDo')],
  ['end select', closes('endSelect')],
  ['end', endOf(null)],
  ['end program', endOf('program')],
  ['end subroutine', endOf('subroutine')],
  ['end function', endOf('function')],
  ['end module', endOf('module')],
  ['end block data', endOf('blockdata')],
  ['end procedure', endOf('procedure')],
  ['end block', closes('endBlock')],
  ['end associate', closes('endAssociate')],
  // One image runs it after the other, and here there is one.
  ['critical', (reader) => (reader.atEnd ? { kind: 'block' } : null)],
  ['end critical', closes('endBlock')],
  ['enum', parseEnum],
  ['enumerator', parseEnumerators],
  ['end enum', ignored],
  ...['type', 'interface', 'submodule'].map((word) => [`end ${word}`, closesFenced(word)] as const),
  ['block data', plainUnit('blockdata')],
  ['block', (reader) => (reader.atEnd ? { kind: 'block' } : null)],
  ['program', plainUnit('program')],
  // MODULE SUBROUTINE comes before MODULE.
  ...['subroutine', 'function', ...PREFIXES].map(
    (word) => [word, (r, start) => parseProcedure(r, start)] as [string, Parse],
  ),
  ['module', plainUnit('module')],
  ['contains', (reader) => (reader.atEnd ? { kind: 'contains' } : null)],
  ['associate', (reader) => (reader.next === '(' ? parseAssociate(reader) : null)],
  ['interface', parseInterface],
  ['abstract interface', (reader) => ({ ...parseInterface(reader), isAbstract: true })],
  ['module procedure', namesOf('moduleProcedures')],
  ['final', namesOf('final')],
  ['public', parseAccess('public')],
  ['private', parseAccess('private')],
  [
    'procedure',
    (reader) => {
      if (reader.is('(')) return parseProcedureArguments(reader);
      const isBinding = reader.is(',') || reader.text.includes('=>');
      return isBinding ? parseBinding(reader) : namesOf('moduleProcedures')(reader);
    },
  ],
  ...['double precision', 'double complex', 'integer', 'real', 'logical', 'complex', 'character', 'byte'].map(
    (word) => [word, parseTyped] as [string, Parse],
  ),
  ['class', (r, start) => (isGuard(r) ? parseTypeGuard(r, false) : parseTyped(r, start))],
  ['rank', (r, start) => (isGuard(r) || r.is('(') ? ignored(r, start) : null)],
  ['type', parseTypeStatement],
  ['implicit', parseImplicit],
  ['include', parseInclude],
  ['parameter', parseParameter],
  ['common', parseCommon],
  ['equivalence', parseEquivalence],
  ['data', parseData],
  ['save', parseSave],
  ['use', parseUse],
  ['dimension', parseDimensionStatement],
  ...(['allocatable', 'pointer', 'external', 'intrinsic', 'value', 'optional'] as const).map(
    (word) => [word, attributeStatement(word)] as const,
  ),
  ['intent', attributeStatement(null)],
  ['format', (reader) => ({ kind: 'format', layout: reader.text.slice(reader.pos).trim() })],
  ...['sequence', 'target', 'volatile', 'contiguous', 'asynchronous', 'protected', 'import'].map(
    (word) => [word, ignored] as [string, Parse],
  ),
  ['continue', (reader) => (reader.atEnd ? { kind: 'continue' } : null)],
  ['call', parseCall],
  ['go to', parseGoto],
  ['return', parseReturn],
  ['assign', parseAssign],
  ['stop', () => ({ kind: 'stop' })],
  ['error stop', () => ({ kind: 'stop' })],
  // PAUSE waits for a key, then the program goes on.
  ['pause', skipped],
  ['exit', jump('exit')],
  ['cycle', jump('cycle')],
  ...INPUT_AND_OUTPUT,
  ...FENCED_STATEMENTS.flatMap((fence) =>
    fence.words.map((words): [string, Parse] => [
      words,
      (r) => fenced(r, { ...fence, what: `${words.toUpperCase()} is` }),
    ]),
  ),
];

/** What statements start with, in one word or in two. */
const FIRST_WORDS = new Set(
  STATEMENTS.flatMap(([words]) => [words.replace(/ .*/, ''), words.replaceAll(' ', '')]),
);

/** By first letter, the longest words first, so that in fixed form DOUBLEPRECISION is not a DO. */
const KEYWORDS: ReadonlyMap<string, readonly (readonly [string, Parse])[]> = byFirstLetter();

function byFirstLetter(): Map<string, (readonly [string, Parse])[]> {
  const table = new Map<string, (readonly [string, Parse])[]>();
  const longestFirst = [...STATEMENTS].sort((a, b) => b[0].length - a[0].length);
  for (const entry of longestFirst) {
    const letter = entry[0].charAt(0);
    getOrMake(table, letter, () => []).push(entry);
  }
  return table;
}
