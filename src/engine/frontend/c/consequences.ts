/** Where several errors have one cause, only the one that names it is kept. */
import type { DiagnosticCode } from '../../base/diagnosticCodes';
import type { Diagnostic } from '../../base/diagnostics';
import { encloses, type Span } from '../../base/span';
import { withForeign } from '../foreign';
import { FOREIGN_TO_C } from './read/foreign';

type Codes = ReadonlySet<DiagnosticCode>;

/** What may be said of a word because what follows it is not written yet. */
const OF_HALF_WORDS: Codes = new Set([
  'array-as-value',
  'missing-semicolon',
  'missing-statement',
  'missing-type',
  'no-effect',
  'return-value',
  'undeclared-variable',
  'unexpected-token',
  'unknown-type',
  'unsupported',
  'void-variable',
]);
const UNFINISHED: Codes = new Set([
  'missing-parenthesis',
  'missing-semicolon',
  'unexpected-token',
  'unterminated-string',
]);
/** Slips by which the rest of a line is read as something else. */
const SLIPS: Codes = new Set([...UNFINISHED, 'missing-comma', 'missing-type', 'unknown-type']);
/** What may be said of a name because its declaration was not read. */
const OF_NAMES: Codes = new Set([
  'array-as-value',
  'array-assignment',
  'bad-size',
  'not-a-function',
  'not-an-array',
  'subscript-type',
  'undeclared-function',
  'undeclared-variable',
  'unknown-member',
  'unsupported',
  'void-variable',
  'wrong-argument',
  'wrong-argument-count',
  'wrong-rank',
]);
/** What may be said of the rest of a line that was read as something else. */
const OF_THE_LINE: Codes = new Set([
  ...OF_NAMES,
  'conflicting-declaration',
  'missing-comma',
  'missing-semicolon',
  'missing-type',
  'not-assignable',
  'redeclared',
  'size-not-known',
  'unexpected-token',
]);
/** A statement that may declare something. */
const MAY_DECLARE = /^\s*(for\b|const\b|static\b|double\b|float\b|int\b|long\b|void\b|\w.*\()/;
const DECLARES =
  /^\s*(for\b|const\b|static\b|typedef\b|struct\b|union\b|enum\b|double\b|float\b|int\b|long\b|void\b)/;
/** What defines a type: its members stand up to the brace, also where the one that opens them is missing. */
const TYPES =
  /\b(?:typedef|struct|union|enum)\b(?:[^(){}=;]*\{|[ \w]*\n)[^{}]*\}?[^;\n]*;?|\btypedef\b[^;\n]*;?/g;
const WORDS = /[a-z_]\w*/gi;
const KEYWORD =
  /^(char|const|double|else|enum|float|for|if|int|long|return|short|signed|static|struct|typedef|union|unsigned|void|while)$/;

/** `functions` are the places of the functions of the text. */
export function withoutConsequences(
  found: readonly Diagnostic[],
  source: string,
  functions: readonly Span[],
): Diagnostic[] {
  const told = withForeign(found, source, FOREIGN_TO_C);
  const errors = told.filter(({ severity }) => severity === 'error');
  const unfinished = errors.filter(({ code }) => UNFINISHED.has(code));
  const slips = errors.filter(({ code }) => SLIPS.has(code));
  const first = new Map<number, Diagnostic>();
  for (const slip of slips) {
    const line = statementStart(source, slip.span);
    const before = first.get(line);
    if (!before || slip.span.start < before.span.start) first.set(line, slip);
  }
  const types = brokenTypes(source, errors);
  // What is wrong in a function explains nothing in another one, which may be judged by itself.
  const within = (span: Span): number => functions.findIndex((each) => encloses(each, span));
  const lines = slips.map((slip) => ({ slip, own: within(slip.span), ...lineOf(source, slip.span) }));
  // Names of a type stand for it only after its definition.
  const ofTypes = types.map(({ start, end }) => ({
    start: end,
    own: within({ start, end }),
    names: namesIn(source.slice(start, end)),
  }));
  const unread = [
    ...lines
      .filter(({ slip, text }) => DECLARES.test(text) || /-type$/.test(slip.code))
      .map(({ start, own, text }) => ({ start, own, names: namesIn(text) })),
    ...ofTypes,
  ];
  const halfRead = lines.flatMap(({ slip, own, text }) =>
    UNFINISHED.has(slip.code) && MAY_DECLARE.test(text) ? [{ start: -1, own, names: namesIn(text) }] : [],
  );
  const takenForTypes = slips.flatMap(({ code, span }) =>
    code === 'unknown-type'
      ? [{ start: -1, own: within(span), names: new Set([source.slice(span.start, span.end)]) }]
      : [],
  );
  const once = new Set<string>();
  const followsFromNames = (d: Diagnostic): boolean => {
    const { code, span, message } = d;
    const text = source.slice(span.start, span.end);
    const own = within(span);
    const isAmong = (unread: readonly Unread[], words: readonly string[]): boolean =>
      unread.some(
        (each) =>
          each.start < span.start &&
          (each.own < 0 || each.own === own) &&
          words.some((word) => each.names.has(word)),
      );
    if (code === 'undeclared-variable' && isAmong(halfRead, [text])) return true;
    if (code === 'unmatched-brace') return types.some((type) => encloses(type, span));
    if (code === 'unexpected-token') return isAmong(takenForTypes, [wordBefore(source, span)]);
    if (code === 'unknown-type') return isAmong(ofTypes, [text]);
    if (!OF_NAMES.has(code) || first.get(statementStart(source, span)) === d) return false;
    const words = wordsAbout(d, source);
    if (isAmong(unread, words)) return true;
    if (!ONCE.has(code) && !IS_OF_A_STRUCTURE.test(message)) return false;
    return once.size === once.add(`${own} ${message} ${words[0]}`).size;
  };
  return told.filter((d) => {
    const { code, span, severity } = d;
    if (OF_HALF_WORDS.has(code) && unfinished.some((slip) => slip !== d && ends(slip, span, source)))
      return false;
    if (code === 'missing-return') return !isCutShort(d, told, functions);
    if (code === 'ungoverned') return !errors.some((e) => e.code === 'unmatched-brace');
    if (code === 'no-effect' && types.some((type) => encloses(type, span))) return false;
    if (severity !== 'error') return true;
    const slip = first.get(statementStart(source, span));
    return (!slip || slip === d || !OF_THE_LINE.has(code)) && !followsFromNames(d);
  });
}

/** Names in what was not read, where it begins, and the function that it stands in, or -1. */
interface Unread {
  readonly start: number;
  readonly own: number;
  readonly names: ReadonlySet<string>;
}

/** Told once in a function. */
const ONCE: Codes = new Set(['not-a-function', 'undeclared-function', 'unknown-member']);
const IS_OF_A_STRUCTURE = /^(This member|A structure)/;

function lineOf(source: string, span: Span): { start: number; text: string } {
  const start = source.lastIndexOf('\n', span.start - 1) + 1;
  return { start, text: source.slice(start, span.start + 200).split('\n', 1)[0] ?? '' };
}

function wordBefore(source: string, { start }: Span): string {
  return /(\w+)\s*$/.exec(source.slice(Math.max(0, start - 80), start))?.[1] ?? '';
}

/** Where the statement begins, or its part in the head of a loop, or its line. */
function statementStart(source: string, { start }: Span): number {
  return Math.max(...[...';{}\n'].map((end) => source.lastIndexOf(end, start - 1))) + 1;
}

/** Definitions of types in which something is wrong. */
function brokenTypes(source: string, errors: readonly Diagnostic[]): Span[] {
  const slips = errors.filter(({ code }) => SLIPS.has(code) || code === 'unmatched-brace');
  if (slips.length === 0) return [];
  const all = [...source.matchAll(TYPES)].map(({ index, 0: text }) => ({
    start: index,
    end: index + text.length,
  }));
  return all.filter((type) => slips.some(({ span }) => encloses(type, span)));
}

function namesIn(text: string): Set<string> {
  return new Set((text.match(WORDS) ?? []).filter((word) => !KEYWORD.test(word)));
}

/** The names that it is about. */
function wordsAbout({ message, span }: Diagnostic, source: string): string[] {
  const quoted = message.match(/`[^`]*`/g) ?? [];
  return [source.slice(span.start, span.end), ...quoted].flatMap((text) => text.match(WORDS) ?? []);
}

/** Whether the function of which a return is missed may have it where something was not read. */
function isCutShort(d: Diagnostic, told: readonly Diagnostic[], functions: readonly Span[]): boolean {
  const { span } = d;
  const own = functions.find((each) => encloses(each, span)) ?? span;
  return told.some(
    (e) => e.code === 'unterminated-comment' || (e !== d && e.severity === 'error' && encloses(own, e.span)),
  );
}

/** Whether the text that was to go on there ends with this. */
function ends({ code, span }: Diagnostic, { start, end }: Span, source: string): boolean {
  if (code === 'unterminated-string') return start === span.start || start === span.end;
  if (span.start < span.end) return false;
  return start === span.start || (end <= span.start && /^[ \w]*$/.test(source.slice(end, span.start)));
}
