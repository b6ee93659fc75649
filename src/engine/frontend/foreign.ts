/** What is written as in another language, or as on paper: the error stands once, with what to write here instead. */
import type { DiagnosticCode } from '../base/diagnosticCodes';
import type { Diagnostic } from '../base/diagnostics';

/**
 * A pattern within a line, what to write instead (with `$1` for its groups), the errors that it explains, if not all, and
 * whether a block begins or ends with it.
 */
export type Idiom = readonly [
  pattern: RegExp,
  instead: string,
  codes?: readonly DiagnosticCode[] | null,
  ofBlock?: boolean,
];

/** What can follow from a line that was not read. */
const OF_BLOCKS: ReadonlySet<DiagnosticCode> = new Set([
  'missing-brace',
  'unmatched-brace',
  'else-without-if',
  'unbalanced',
  'unclosed',
]);

/** What can follow, in a line of another language, from its first error. */
const OF_LINES: ReadonlySet<DiagnosticCode> = new Set([
  'missing-comma',
  'missing-semicolon',
  'missing-type',
  'redeclared',
  'syntax',
  'unbalanced',
  'undeclared-variable',
  'unexpected-token',
  'unknown-type',
]);

/** Keeps of errors in a line of another language the first, with advice, and none that follows from it. */
export function withForeign(
  found: readonly Diagnostic[],
  source: string,
  idioms: readonly Idiom[],
): Diagnostic[] {
  const lines = new Set<number>();
  let isBlock = false;
  const told = found.flatMap((d) => {
    if (d.severity !== 'error') return [d];
    const start = source.lastIndexOf('\n', d.span.start - 1) + 1;
    if (lines.has(start) && OF_LINES.has(d.code)) return [];
    const [line = ''] = source.slice(start, start + 500).split('\n', 1);
    const advice = idiomAt(line, d.span.start - start, d.code, idioms);
    if (advice === null) return [d];
    lines.add(start);
    isBlock ||= advice.ofBlock;
    return [{ ...d, notes: [{ message: advice.message }] }];
  });
  return isBlock ? told.filter(({ code }) => !OF_BLOCKS.has(code)) : told;
}

function idiomAt(line: string, column: number, code: DiagnosticCode, idioms: readonly Idiom[]) {
  for (const [pattern, instead, codes, ofBlock = false] of idioms) {
    if (codes && !codes.includes(code)) continue;
    for (const match of line.matchAll(pattern)) {
      const isHere = match.index <= column && column <= match.index + match[0].length;
      const message = instead.replaceAll(/\$(\d)/g, (_, k) => match[Number(k)] ?? '');
      if (isHere) return { message, ofBlock };
    }
  }
  return null;
}
