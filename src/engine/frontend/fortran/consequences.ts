/** Of errors with one cause, the one that names it. */
import type { Diagnostic } from '../../base/diagnostics';
import type { Span } from '../../base/span';
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

/** Those that name what has no declaration. */
const OF_ONE_NAME = new Set(['undeclared', 'unknown-function', 'shape']);

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
): Diagnostic[] {
  const errors = found.filter(({ severity }) => severity === 'error');
  const lacking = units.map((unit) => lackingIn(unit, errors, source, statements));
  const said = new Set<string>();
  const kept = found.filter((d) => {
    const { severity, code, message, span } = d;
    if (severity !== 'error') return true;
    const place = (code === 'unclosed' && d.notes[0]?.span) || span;
    const own = lacking.filter((unit) => within(unit.span, place));
    if (code === 'unclosed' || code === 'unbalanced' || code === 'order')
      return !(own.length === 0 ? lacking : own).some(({ broken }) =>
        broken.some((each) => isOtherHalf(each, d, source)),
      );
    if (!CONSEQUENCES.has(code) && !/^\w+ of kind /.test(message)) return true;
    const [name = ''] = (OF_ONE_NAME.has(code) && /^[a-z]\w*/.exec(textAt(source, span))) || [];
    if (own.some((unit) => unit.isWhole || unit.names.has(name))) return false;
    if (message.endsWith(' has no type.') && own.some((unit) => unit.isUnfinished)) return false;
    const key = ABOUT_A_NAME.test(message) ? `${own[0]?.span.start} ${message}` : `${span.start} ${message}`;
    return said.size < said.add(key).size;
  });
  return withForeign(kept, source, FOREIGN_TO_FORTRAN);
}

const ABOUT_A_NAME = /has no dimensions|has no bounds|has no value at entry/;

/** What of a unit was not read. */
function lackingIn(
  { span: place, ended, bare, body }: Unit,
  errors: readonly Diagnostic[],
  source: string,
  statements: readonly LogicalStatement[],
) {
  const own = errors.filter(({ span }) => within(place, span));
  const placesOf = (wanted: Diagnostic['code']) =>
    own
      .filter(({ code }) => code === wanted)
      .map(({ span }) => statements.find((s) => within(s.span, span))?.span ?? span);
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
  const unread = slips.map((span) => textAt(source, span)).filter((text) => DECLARES.test(text));
  return {
    span: place,
    broken,
    isWhole:
      own.some(({ code }) => code === 'unknown-module') ||
      placesOf('unsupported').some((span) => INCLUDES.test(textAt(source, span))) ||
      (bare && broken.some(({ start }) => start === place.start)),
    isUnfinished: !ended && body.length === 0,
    names: new Set(unread.flatMap((text) => text.match(/\w+/g) ?? [])),
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
const within = (outer: Span, inner: Span): boolean => outer.start <= inner.start && inner.end <= outer.end;
const textAt = (source: string, { start, end }: Span): string => source.slice(start, end).toLowerCase();
