/** Of errors with one cause, the one that names it. */
import type { DiagnosticCode } from '../../base/diagnosticCodes';
import type { Diagnostic } from '../../base/diagnostics';
import type { Span } from '../../base/span';
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
const DECLARES = /^\s*(for\b|const\b|static\b|double\b|float\b|int\b|long\b|void\b|\w.*\()/;

/** `functions` are the places of the functions of the text. */
export function withoutConsequences(
  found: readonly Diagnostic[],
  source: string,
  functions: readonly Span[],
): Diagnostic[] {
  const told = withForeign(found, source, FOREIGN_TO_C);
  const slips = told.filter(({ severity, code }) => severity === 'error' && UNFINISHED.has(code));
  if (slips.length === 0 && !told.some(({ code }) => code === 'missing-return')) return told;
  const lines = slips.map(({ span }) => {
    const start = source.lastIndexOf('\n', span.start - 1) + 1;
    return source.slice(start, span.start + 200).split('\n', 1)[0] ?? '';
  });
  const unread = new Set(lines.flatMap((text) => (DECLARES.test(text) ? text.match(/\w+/g) : null) ?? []));
  return told.filter((d) => {
    const { code, span } = d;
    if (OF_HALF_WORDS.has(code) && slips.some((slip) => slip !== d && ends(slip, span, source))) return false;
    if (code === 'undeclared-variable') return !unread.has(source.slice(span.start, span.end));
    if (code !== 'missing-return') return true;
    const own = functions.find((each) => each.start <= span.start && span.end <= each.end) ?? span;
    const isCut = told.some((e) => e.code === 'unterminated-comment');
    return !isCut && !told.some((e) => e !== d && e.severity === 'error' && within(own, e.span));
  });
}

/** Whether the text that was to go on there ends with this. */
function ends({ code, span }: Diagnostic, { start, end }: Span, source: string): boolean {
  if (code === 'unterminated-string') return start === span.start || start === span.end;
  if (span.start < span.end) return false;
  return start === span.start || (end <= span.start && /^[ \w]*$/.test(source.slice(end, span.start)));
}

function within(outer: Span, inner: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}
