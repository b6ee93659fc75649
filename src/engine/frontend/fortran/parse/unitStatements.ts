/** PROGRAM, MODULE, SUBROUTINE, FUNCTION, their END, and USE. */
import { parseType } from './declarations';
import type { Parse } from './fence';
import { acceptGeneric } from './procedureStatements';
import type { StatementReader } from './reader';
import type { Name, StatementBody, TypeSyntax, UnitKind } from './syntax';
import { skipParenthesis } from './types';

export const PREFIXES = ['recursive', 'pure', 'elemental', 'impure', 'non_recursive', 'module'];

/** `real function f(x)`, `recursive subroutine s`; null, and nothing taken, if it is neither. */
export function parseProcedure(reader: StatementReader, start: number): StatementBody | null {
  reader.moveTo(start);
  const { type, elemental } = prefixes(reader);
  if (reader.failed) return null;
  const unit = (['function', 'subroutine'] as const).find((word) => isUnit(word, type) && reader.word(word));
  if (!unit) {
    reader.moveTo(start);
    return null;
  }
  const name = reader.name();
  if (
    !name ||
    (unit === 'function' && (!reader.is('(') || !/^\s*\(\s*(\)|[a-z*])/.test(reader.text.slice(reader.pos))))
  ) {
    if (type) reader.moveTo(start);
    else reader.failHere(name ? 'the arguments in parentheses' : `the name of the ${unit}`);
    return reader.failed ? { kind: 'unit', unit, name, parameters: [], type, result: null, elemental } : null;
  }
  if (type?.base === 'unsupported' && !type.derived) {
    reader.sink.error(
      'unsupported',
      'Functions of this type are not supported.',
      type.span,
      'Write a subroutine that returns its results in real arguments.',
    );
  }
  const parameters = dummyNames(reader);
  let result: Name | null = null;
  while (!reader.atEnd && !reader.failed) {
    if (reader.word('result')) {
      reader.expect('(');
      result = reader.expectName('the name of the result');
      reader.expect(')');
    } else if (reader.word('bind')) skipParenthesis(reader);
    else reader.failHere('the end of the statement');
  }
  return { kind: 'unit', unit, name, parameters, type, result, elemental };
}

function isUnit(word: 'function' | 'subroutine', type: TypeSyntax | null): boolean {
  return word === 'function' || type === null;
}

function prefixes(reader: StatementReader): { type: TypeSyntax | null; elemental: boolean } {
  let type: TypeSyntax | null = null;
  let elemental = false;
  for (;;) {
    const prefix = PREFIXES.find((word) => reader.word(word));
    if (prefix === 'elemental') elemental = true;
    if (prefix) continue;
    const found: TypeSyntax | null = type ? null : parseType(reader, true);
    if (!found) return { type, elemental };
    type = found;
  }
}

/** `ENTRY name(a, b) RESULT (r)` */
export function parseEntry(reader: StatementReader): StatementBody | null {
  const name = reader.name();
  if (!name) return null;
  const parameters = dummyNames(reader);
  let result: Name | null = null;
  if (reader.word('result')) {
    reader.expect('(');
    result = reader.expectName('the name of the result');
    reader.expect(')');
  }
  reader.expectEnd();
  return { kind: 'entry', name, parameters, result };
}

function dummyNames(reader: StatementReader): Name[] {
  if (!reader.accept('(') || reader.accept(')')) return [];
  const names = reader.list(() => {
    if (!reader.is('*')) return reader.expectName('the name of an argument');
    const star = reader.take();
    return { name: '*', span: reader.span(star.start, star.end) };
  });
  reader.expect(')');
  return names;
}

export function plainUnit(unit: UnitKind): Parse {
  return (reader) => {
    const name = reader.atEnd && unit === 'blockdata' ? null : reader.expectName(`the name of the ${unit}`);
    reader.expectEnd();
    return { kind: 'unit', unit, name, parameters: [], type: null, result: null, elemental: false };
  };
}

export function endOf(unit: UnitKind | 'procedure' | null): Parse {
  return (reader) => {
    const name = unit === null ? null : reader.name();
    if (!reader.atEnd) {
      if (unit === null) return null;
      reader.expectEnd();
    }
    return { kind: 'end', unit, name };
  };
}

type UsedNames = readonly { readonly local: Name; readonly remote: string }[];

/** Operators and assignments among them are judged where they stand. */
function usedNames(reader: StatementReader): UsedNames {
  const names: { local: Name; remote: string }[] = [];
  do {
    const local = reader.expectName('a name of the module');
    if (!local) break;
    const generic = acceptGeneric(reader, local);
    // Others mean something between structures only, wherever their functions are.
    if (generic?.includes('(.')) names.push({ local: { ...local, name: generic }, remote: generic });
    else if (generic === null) {
      const remote = reader.accept('=>') ? reader.expectName('a name of the module') : local;
      if (!remote) break;
      names.push({ local, remote: remote.name });
    }
  } while (reader.accept(','));
  return names;
}

export function parseUse(reader: StatementReader): StatementBody {
  if (reader.accept(',')) {
    if (!reader.word('non_intrinsic')) reader.word('intrinsic');
  }
  reader.accept('::');
  const module = reader.expectName('the name of a module');
  if (!module) return { kind: 'ignored' };
  let only = false;
  let names: UsedNames = [];
  if (reader.accept(',')) {
    if (reader.word('only')) {
      only = true;
      reader.expect(':');
    }
    if (reader.peek().kind !== 'end') names = usedNames(reader);
  }
  reader.expectEnd();
  return { kind: 'use', module, only, names };
}
