/**
 * Only what the chosen routine reaches is judged: errors elsewhere in the text become notes. A routine is reached if its name
 * stands in the text of one that is, so that nothing is missed because a call could not be read.
 */
import type { DiagnosticCode } from '../../base/diagnosticCodes';
import type { Diagnostic } from '../../base/diagnostics';
import { getOrMake, once } from '../../base/once';
import { encloses, type Span } from '../../base/span';
import { callsIn } from '../../ir/statements';
import type { Program, Routine } from '../../ir/types';

/** Errors that make it unclear where routines begin and end, or what the text is: they matter wherever they stand. */
const OF_THE_WHOLE_TEXT: ReadonlySet<DiagnosticCode> = new Set<DiagnosticCode>([
  'bad-define',
  'bad-directive',
  'declaration-needed',
  'fixed-form',
  'lost-margin',
  'macro-too-long',
  'missing-brace',
  'no-routine',
  'order',
  'too-deep',
  'too-many-messages',
  'unbalanced',
  'unclosed',
  'unmatched-brace',
  'unmatched-directive',
  'unterminated-comment',
  'unterminated-string',
]);

export function judgedFrom(
  source: string,
  program: Program,
  chosen: Routine | null,
  diagnostics: readonly Diagnostic[],
): Diagnostic[] {
  const errors = diagnostics.filter((d) => d.severity === 'error');
  if (!chosen || errors.length === 0 || diagnostics.some(({ code }) => OF_THE_WHOLE_TEXT.has(code)))
    return [...diagnostics];
  const reached = reachedByName(source, program, chosen);
  const idle = program.routines.filter((r) => !r.external && !reached.has(r));
  const isUsed = usesIn(source, program, reached);
  return diagnostics.map((d) => {
    if (d.severity !== 'error') return d;
    const declared = isUsed(d.span);
    if (declared === true) return d;
    if (declared === false) {
      const message = `${chosen.name} does not need what is declared here.`;
      return { ...d, severity: 'info', notes: [...d.notes, { message }] };
    }
    const within = idle.filter(({ span }) => encloses(span, d.span));
    const isJudged = [...reached].some(
      (r) => encloses(r.span, d.span) && !within.some((i) => encloses(r.span, i.span)),
    );
    const [first] = within;
    if (!first || isJudged) return d;
    const message = `${chosen.name} does not need ${first.name}, where this stands.`;
    return { ...d, severity: 'info', notes: [...d.notes, { message }] };
  });
}

/** A declaration outside of reached routines: a type or a line of declarations in Fortran, all up to a semicolon in C. */
interface Declaration {
  readonly span: Span;
  readonly text: string;
  readonly names: readonly string[];
}

/**
 * Whether a place stands in a declaration of which a name is used in the reached text; null where it stands in none. Routines see
 * what is declared outside of all, and by their hosts.
 */
function usesIn(
  source: string,
  program: Program,
  reached: ReadonlySet<Routine>,
): (span: Span) => boolean | null {
  const written = program.routines.filter((r) => !r.external);
  const isHost = (r: Routine) =>
    !reached.has(r) && [...reached].some((inner) => encloses(r.span, inner.span));
  const isFortran = program.language === 'fortran';
  const declarations = once(() =>
    isFortran ? declarationsOfFortran(source) : declarationsOfC(source, written),
  );
  const used = once(() => {
    const found = new Set<string>();
    const add = readerOf(source, program, (word) => found.add(word));
    for (const r of reached) if (!r.external) add.read(source.slice(r.span.start, r.span.end));
    const isUsed = (name: string): boolean => found.has(name) || add.mayJoin(name);
    // The names inside a used declaration are used; what routines declare that are not reached is their own.
    const seen = declarations().filter(({ span }) =>
      written.every((r) => !encloses(r.span, span) || reached.has(r) || isHost(r)),
    );
    for (let before = -1; before < found.size; ) {
      before = found.size;
      for (const { names, text } of seen) if (names.some(isUsed)) add.read(text);
    }
    return isUsed;
  });
  return (span) => {
    const around = written.filter((r) => encloses(r.span, span));
    if (!around.every(isHost)) return null;
    const declaration = declarations().find((d) =>
      encloses(d.span, { start: span.start, end: span.start + 1 }),
    );
    if (!declaration || declaration.names.length === 0) return null;
    return declaration.names.some(used());
  };
}

function declarationsOfFortran(source: string): Declaration[] {
  const found = [...source.matchAll(TYPE), ...source.matchAll(LINE_OF_DECLARATIONS)];
  return found.map(({ index, 0: text, 1: made = '' }) => ({
    span: { start: index, end: index + text.length },
    text,
    names:
      made
        .replace(NO_NAMES, '')
        .toLowerCase()
        .match(/[a-z]\w*/g) ?? [],
  }));
}

/** Texts, comments, and what a name is given, up to the next comma. */
const NO_NAMES = /'[^'\n]*'|"[^"\n]*"|!.*|=[^,'"!\n]*/g;

/** A derived type, from its first line to its last, and its name. */
const TYPE = /^[ \t]*type\b(?![ \t]*\()[^\n]*?(\w+)[ \t]*\n[\s\S]*?^[ \t]*end[ \t]*type\b/gim;

/** A line of declarations, with the names that it declares. */
const LINE_OF_DECLARATIONS = /^[^\n]*?::([^\n]*)/gm;

function declarationsOfC(source: string, routines: readonly Routine[]): Declaration[] {
  const blank = (text: string): string => text.replace(/[^\n]/g, ' ');
  const remarks = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|^[ \t]*#(?:[^\n]*\\\n)*[^\n]*/gm;
  let text = source.replace(remarks, blank).replace(/\bextern\s+"C"\s*\{/g, blank);
  for (const { span } of routines)
    text = `${text.slice(0, span.start)}${blank(text.slice(span.start, span.end))}${text.slice(span.end)}`;
  const found: Declaration[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '{') depth++;
    // The brace that closes `extern "C"` closes nothing here.
    if (text[at] === '}') depth = Math.max(0, depth - 1);
    if (depth > 0 || (text[at] !== ';' && text[at] !== '}')) continue;
    const declared = text.slice(start, at);
    // A function that is no routine stands in place of its calls.
    const head = text[at] === '}' ? /^[^{]*\)\s*(?=\{)/.exec(declared)?.[0] : declared;
    if (head === undefined) continue;
    found.push({ span: { start, end: at + 1 }, text: declared, names: namesMadeByC(head) });
    start = at + 1;
  }
  return found;
}

/** For a prototype the function; for a type its tag and the names behind its members; else every name. */
function namesMadeByC(declared: string): string[] {
  const body = /\{[\s\S]*\}/.exec(declared)?.[0];
  const pointer = /\(\s*\*\s*(\w+)\s*\)\s*\(/.exec(declared)?.[1];
  const called = pointer ?? /(\w+)\s*\)?\s*\(/.exec(declared)?.[1];
  const prototype = body === undefined ? called : undefined;
  const named = prototype ?? (body ? declared.replace(body, ' ') : declared);
  return (named.match(/[A-Za-z_]\w*/g) ?? []).filter((word) => !WORDS_OF_TYPES.test(word));
}

const WORDS_OF_TYPES =
  /^(?:typedef|struct|union|enum|static|extern|inline|const|volatile|unsigned|signed|void|char|short|int|long|float|double)$/;

function reachedByName(source: string, program: Program, chosen: Routine): Set<Routine> {
  const fold = folding(program);
  // Copies of a routine that were made for certain arguments share its name in the text.
  const byName = new Map<string, Routine[]>();
  for (const r of program.routines)
    for (const name of new Set([r.name, source.slice(r.nameSpan.start, r.nameSpan.end)].map(fold)))
      byName.set(name, [...(byName.get(name) ?? []), r]);
  const reached = new Set<Routine>();
  const pending = [chosen];
  const reader = readerOf(source, program, (word) => pending.push(...(byName.get(word) ?? [])));
  if (program.language === 'fortran')
    for (const [line] of source.matchAll(MEANT_WITHOUT_A_NAME)) reader.read(line);
  for (let at = pending.pop(); at; at = pending.pop()) {
    if (reached.has(at)) continue;
    reached.add(at);
    if (at.external) continue;
    reader.read(source.slice(at.span.start, at.span.end));
    // Functions of a table are named where the table is.
    for (const { callee } of callsIn(at.body)) pending.push(...(byName.get(fold(callee)) ?? []));
    if (pending.length === 0)
      for (const [name, routines] of byName) if (reader.mayJoin(name)) pending.push(...routines);
  }
  return reached;
}

const folding =
  ({ language }: Program) =>
  (word: string): string =>
    language === 'fortran' ? word.toLowerCase() : word;

interface Reader {
  /**
   * Visits the words of a piece of the text that are neither comment nor string, and the words that macros, generic names and
   * bindings of types in it stand for.
   */
  readonly read: (text: string) => void;
  /** Whether a macro that was met may put a name together: `name ## _b` all that end so. */
  readonly mayJoin: (name: string) => boolean;
}

function readerOf(source: string, program: Program, each: (word: string) => void): Reader {
  const fold = folding(program);
  const meanings = new Map<string, string[]>();
  for (const pattern of program.language === 'fortran' ? [DEFINITION, ...MEANT_BY_A_NAME] : [DEFINITION])
    for (const [, name = '', meant = ''] of source.matchAll(pattern))
      getOrMake(meanings, fold(name), () => []).push(meant);
  const joined: RegExp[] = [];
  const read = (text: string): void => {
    const pending = [text];
    for (let at = pending.pop(); at !== undefined; at = pending.pop())
      for (const [written] of withoutRemarks(at, program).matchAll(/[A-Za-z_]\w*/g)) {
        const word = fold(written);
        each(word);
        const meant = meanings.get(word) ?? [];
        joined.push(...meant.flatMap(joinsIn));
        pending.push(...meant);
        meanings.delete(word);
      }
  };
  return { read, mayJoin: (name) => joined.some((pattern) => pattern.test(name)) };
}

/** The names that a macro puts together, of its arguments and of what stands there. */
function joinsIn(meant: string): RegExp[] {
  const parameters = new Set(/^\(([^)]*)\)/.exec(meant)?.[1]?.match(/\w+/g));
  return (meant.match(/\w+(?:\s*##\s*\w+)+/g) ?? []).map((join) => {
    const parts = join.split(/\s*##\s*/).map((part) => (parameters.has(part) ? '\\w*' : part));
    return new RegExp(`^${parts.join('')}$`);
  });
}

/** Directives may name routines, and stay; so do comments of fixed form, as nothing here tells which form a text has. */
function withoutRemarks(text: string, { language }: Program): string {
  const remark = language === 'fortran' ? REMARK_OF_FORTRAN : REMARK_OF_C;
  return text.replace(remark, (found) => (/backsweep|!\$/i.test(found) ? found : ' '));
}
const REMARK_OF_C = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;
const REMARK_OF_FORTRAN = /'[^'\n]*'|"[^"\n]*"|![^\n]*/g;

const DEFINITION = /^[ \t]*#[ \t]*define[ \t]+(\w+)((?:[^\n]*\\\n)*[^\n]*)/gm;

/** A generic interface, a generic binding and a binding of a type: a name, and the routines that it may mean. */
const MEANT_BY_A_NAME = [
  /^[ \t]*interface[ \t]+(\w+)[ \t]*(?:![^\n]*)?\n([\s\S]*?)^[ \t]*end[ \t]*interface\b/gim,
  /^[ \t]*generic\b[^\n:]*::[ \t]*(\w+)[ \t]*=>((?:[^\n]*&[ \t]*\n)*[^\n]*)/gim,
  /(?<=^[ \t]*procedure\b[^\n]*(?:&[ \t]*\n[^\n]*)*)\b(\w+)[ \t]*=>[ \t]*(\w+)/gim,
];
/** Operators, assignments and pointers mean routines where none of their names stands. */
const MEANT_WITHOUT_A_NAME =
  /^[ \t]*(?:interface[ \t]+(?:operator|assignment)[\s\S]*?^[ \t]*end[ \t]*interface\b|generic\b[^\n]*\b(?:operator|assignment)\b[^\n]*|procedure\b[^\n]*\bpointer\b[^\n]*)/gim;
