/** Where several errors have one cause, only the one that names it is kept. */
import type { Diagnostic } from '../../base/diagnostics';
import { encloses, type Span } from '../../base/span';
import { withForeign } from '../foreign';
import type { Unit } from './parse/syntax';
import { FOREIGN_TO_FORTRAN } from './read/foreign';
import type { LogicalStatement } from './read/source';

/** Errors that can follow from declarations that are not here or were not read. */
const CONSEQUENCES = new Set([
  'undeclared',
  'unknown-function',
  'unknown-component',
  'constant',
  'type',
  'type-mismatch',
  'argument-type',
  'argument-count',
  'bad-initializer',
  'shape',
  'bounds',
]);

const INCLUDES = /^\s*#?\s*include\b/;
const DECLARES = /::|^\s*(real|integer|double|logical|complex|character|type|class|dimension|parameter)\b/;
const HEADS = /^\s*([a-z]\w*(\(.*?\))?\s+)*(function|subroutine)\b/;

/** Those that name what has no declaration. */
const OF_ONE_NAME = new Set(['undeclared', 'unknown-function', 'shape']);

/** What is refused of names whose declaration was not read. */
const OF_UNREAD = /^(The intrinsic PRESENT |A structure can only )/;
/** The names that a message speaks of: the first word, and those after these. */
const ABOUT = /^([a-z]\w*)|\b(?:argument|bounds of|component|depend on|type) ([a-z]\w*)/g;

/** Statements that begin or end no block, even where they are read in part only. */
const OF_NO_BLOCK =
  /^\s*(call|print|write|read|return|stop|goto|format|data|else)\b|^\s*[a-z]\w*\s*(\([^=]*\))?\s*[-+*/:]?=/;
/** What statements begin blocks of a kind, and what is said of those. */
const BLOCKS = [
  [/^\s*if\b/, /\b(IF|ELSE)\b/],
  [/^\s*(do|for|while)\b/, /\bDO\b/],
  [/^\s*(select|switch)\b/, /\b(SELECT|CASE)\b/],
  [/^\s*(where|forall)\b/, /WHERE|FORALL/],
] as const;

/**
 * In units that use a missing module or an included file, or whose head was not read, only that is reported, not what may follow
 * from it; of names in a declaration that was not read only that it was not, and of a block whose other half may be a
 * statement that was not read nothing. What is said of a name that is not declared is said once.
 */
export function withoutConsequences(
  found: Diagnostic[],
  units: readonly Unit[],
  source: string,
  statements: readonly LogicalStatement[],
  routines: readonly Span[],
): Diagnostic[] {
  const errors = found.filter(({ severity }) => severity === 'error');
  const lacking = units.map((unit) => lackingIn(unit, errors, source, statements));
  const lack: Lack = {
    lacking,
    source,
    slips: errors
      .filter(({ code }) => code === 'syntax')
      .map((slip) => ({ slip, statement: statementAt(statements, slip.span) })),
    unread: lacking.flatMap(({ names }) => names),
    // What is wrong in a routine explains nothing in another one, which may be judged by itself.
    around: (span) => routines.filter((each) => encloses(each, span)).map(({ start }) => start),
    isSeen: (cause, span) => routines.every((each) => !encloses(each, cause) || encloses(each, span)),
    reopened: errors.filter(
      ({ code, message }) => code === 'unclosed' && /^\w+ has no END before/.test(message),
    ),
    said: new Set<string>(),
  };
  const kept = found.filter((d) => d.severity !== 'error' || isCause(d, lack));
  const open = openAtEnd(kept);
  const innermost = open.at(-1);
  return withForeign(
    kept
      .filter((d) => d === innermost || !open.includes(d))
      .map((d) => (d === innermost ? withOuter(d, open.slice(0, -1)) : d)),
    source,
    FOREIGN_TO_FORTRAN,
  );
}

interface Lack {
  readonly lacking: readonly ReturnType<typeof lackingIn>[];
  readonly source: string;
  readonly slips: readonly { readonly slip: Diagnostic; readonly statement: Span }[];
  /** What stands in declarations that were not read, in any unit. */
  readonly unread: readonly Unread[];
  /** Where the routines around a place begin. */
  readonly around: (span: Span) => readonly number[];
  /** Whether a place sees what is declared at another: modules may be used anywhere, routines only see their own and their hosts. */
  readonly isSeen: (cause: Span, span: Span) => boolean;
  /** Said of routines that begin before another has ended. */
  readonly reopened: readonly Diagnostic[];
  readonly said: Set<string>;
}

interface Unread {
  readonly span: Span;
  readonly names: ReadonlySet<string>;
}

function isCause(d: Diagnostic, lack: Lack): boolean {
  const { code, message, span, notes } = d;
  const { lacking, source, slips } = lack;
  const place = (code === 'unclosed' && notes[0]?.span) || span;
  const own = lacking.filter((unit) => encloses(unit.span, place));
  // A head that names an open routine again may be its END.
  const again = lack.reopened.find(
    (each) => each !== d && encloses(each.span, span) && encloses(span, each.span),
  );
  if (again && message.endsWith(code === 'duplicate' ? `${textAt(source, span)}.` : 'has no END.'))
    return false;
  // Its END is there, after the routine that begins inside of it: CONTAINS is missing.
  if (
    code === 'unbalanced' &&
    message.endsWith('closes nothing.') &&
    lack.reopened.some((each) => each.span.start < span.start)
  )
    return false;
  if (code === 'unclosed' || code === 'unbalanced' || code === 'order')
    return !(own.length === 0 ? lacking : own).some(({ broken }) =>
      broken.some((each) => isOtherHalf(each, d, source)),
    );
  const slip = slips.find(({ statement }) => encloses(statement, span))?.slip;
  if (slip && slip !== d && OF_THE_STATEMENT.has(code)) return false;
  if (!CONSEQUENCES.has(code) && !OF_KIND.test(message) && !OF_UNREAD.test(message)) return true;
  const words = wordsAbout(d, source);
  if (
    slip ||
    lack.unread.some((each) => lack.isSeen(each.span, span) && words.some((word) => each.names.has(word)))
  )
    return false;
  return !followsInUnit(d, own, lack) && isFirst(d, own, lack);
}

/** What may be said of a statement of which one thing is not right. */
const OF_THE_STATEMENT: ReadonlySet<string> = new Set(['duplicate', 'syntax']);

function followsInUnit(
  { code, message, span }: Diagnostic,
  own: Lack['lacking'],
  { source, isSeen }: Lack,
): boolean {
  const [name = ''] = (OF_ONE_NAME.has(code) && /^[a-z]\w*/.exec(textAt(source, span))) || [];
  const seen = (cause: Span): boolean => isSeen(cause, span);
  if (own.some((unit) => unit.absent.some(seen))) return true;
  if (own.some((unit) => unit.names.some((each) => seen(each.span) && each.names.has(name)))) return true;
  return message.endsWith(' has no type.') && own.some((unit) => unit.isUnfinished);
}

/** Once in a routine, or where none is in its unit. */
function isFirst({ message, span }: Diagnostic, own: Lack['lacking'], { said, around }: Lack): boolean {
  const about = message.replace(/(is no structure).*/, '$1');
  const routine = Math.max(own[0]?.span.start ?? -1, ...around(span));
  const key = `${ABOUT_A_NAME.test(message) ? routine : span.start} ${about}`;
  return said.size < said.add(key).size;
}

/** Kinds that are not supported, and constants that none can be. */
const OF_KIND = /^\w+ of kind /;

/** What the end of the text leaves open, from the outermost. */
function openAtEnd(errors: readonly Diagnostic[]): Diagnostic[] {
  return errors
    .filter(({ code, notes }) => code === 'unclosed' && notes.length === 0)
    .sort((a, b) => a.span.start - b.span.start);
}

function withOuter(d: Diagnostic, outer: readonly Diagnostic[]): Diagnostic {
  const notes = outer.map(({ message, span }) => ({ message, span }));
  return { ...d, notes: [...d.notes, ...notes] };
}

function statementAt(statements: readonly LogicalStatement[], span: Span): Span {
  return statements.find((s) => encloses(s.span, span))?.span ?? span;
}

function wordsAbout({ message, span }: Diagnostic, source: string): string[] {
  const named = [...message.matchAll(ABOUT)].map(([, first, later]) => first ?? later ?? '');
  if (message.startsWith('The intrinsic PRESENT')) return ['optional'];
  return [...(textAt(source, span).match(/[a-z]\w*/g) ?? []), ...named];
}

const ABOUT_A_NAME =
  /has no dimensions|has no bounds|has no value at entry|^\w+ of kind |^\w+ is no structure/;

/** What of a unit was not read. */
function lackingIn(
  { span: place, ended, bare, body }: Unit,
  errors: readonly Diagnostic[],
  source: string,
  statements: readonly LogicalStatement[],
) {
  const own = errors.filter(({ span }) => encloses(place, span));
  const placesOf = (wanted: Diagnostic['code']) =>
    own.filter(({ code }) => code === wanted).map(({ span }) => statementAt(statements, span));
  const slips = placesOf('syntax');
  const broken = slips.filter((span) => {
    const text = textAt(source, span);
    // A word alone may become anything.
    return (
      blockOf(text) !== undefined ||
      /^\s*\w+\s*$/.test(text) ||
      !(OF_NO_BLOCK.test(text) || DECLARES.test(text))
    );
  });
  const names = [...slips, ...placesOf('unknown-type')].flatMap((span): Unread[] => {
    const text = textAt(source, span);
    return DECLARES.test(text) || HEADS.test(text)
      ? [{ span, names: new Set(text.match(/\w+/g) ?? []) }]
      : [];
  });
  return {
    span: place,
    broken,
    /** Statements in whose place there may be any declarations. */
    absent: [
      ...placesOf('unknown-module'),
      ...placesOf('unsupported').filter((span) => INCLUDES.test(textAt(source, span))),
      ...(bare ? broken.filter(({ start }) => start === place.start) : []),
    ],
    isUnfinished: !ended && body.length === 0,
    names,
  };
}

/** Whether a statement that was not read may open what this closes, or close what this opens. */
function isOtherHalf(broken: Span, { code, message, span, notes }: Diagnostic, source: string): boolean {
  const { start } = broken;
  const [, about] = blockOf(textAt(source, broken)) ?? [];
  if ((about && !about.test(message)) || message.endsWith('after ELSE.')) return false;
  if (code !== 'unclosed') return start < span.start;
  const open = notes[0]?.span;
  return open ? open.start < start && start < span.start : span.start <= start;
}

const blockOf = (text: string) => BLOCKS.find(([begins]) => begins.test(text));
const textAt = (source: string, { start, end }: Span): string => source.slice(start, end).toLowerCase();
