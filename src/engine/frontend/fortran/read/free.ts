/**
 * Free form: `&` at the end of a line continues it, `!` opens a comment, blanks part words, a statement may start with a
 * label.
 *
 * One leniency: a line that starts with the mark of a continuation in column 1 (`+   *exp(x)`) can't be a statement; it is
 * what remains of a fixed-form listing whose margin got lost in copying, and goes on with the line above, with a warning.
 */
import type { DiagnosticSink } from '../../../base/diagnostics';
import { spanOf } from '../../../base/span';
import type { Macros } from './macros';
import { codeLines } from './preprocess';
import {
  isBlank,
  isDigit,
  type Line,
  RuntimeSection,
  type ScannedSource,
  type SourceComment,
  StatementBuilder,
} from './source';

export function scanFree(source: string, sink: DiagnosticSink): ScannedSource {
  const macros: Macros = new Map();
  const builder = new StatementBuilder('free', macros, sink);
  const comments: SourceComment[] = [];
  const runtime = new RuntimeSection();
  let continues = false;
  for (const line of codeLines(source, 'free', macros, sink)) {
    if (isBlank(source, line.start, line.end)) continue;
    let start = line.start;
    while (source.charAt(start) === ' ' || source.charAt(start) === '\t') start++;
    const isComment = source.charAt(start) === '!';
    if (runtime.covers(isComment ? source.slice(start + 1, line.end) : null)) continue;
    if (isComment) {
      comments.push({ text: source.slice(start + 1, line.end), span: spanOf(start, line.end) });
      continue;
    }
    if (continues) start = resume(source, start, line, builder);
    else if (isLostMargin(source, line) && !builder.isEmpty) start = lostMargin(source, line, builder, sink);
    else {
      builder.flush();
      start = readLabel(source, start, line, builder);
    }
    const end = codeEnd(source, start, line, builder);
    continues = end.continued;
    const stop = builder.add(source, start, end.code);
    const comment = end.comment ?? (stop < end.code ? stop : null);
    if (comment !== null)
      comments.push({ text: source.slice(comment + 1, line.end), span: spanOf(comment, line.end) });
  }
  builder.flush();
  return { form: 'free', statements: builder.done, comments, hasRuntime: runtime.seen };
}

/** The rest of a continued statement starts after a leading `&`, or else at a new word. */
function resume(source: string, start: number, line: Line, builder: StatementBuilder): number {
  if (source.charAt(start) === '&') return start + 1;
  if (builder.inString) return line.start;
  builder.space(start);
  return start;
}

function readLabel(source: string, start: number, line: Line, builder: StatementBuilder): number {
  let i = start;
  while (i < line.end && isDigit(source.charAt(i))) i++;
  if (i === start) return start;
  const after = source.charAt(i);
  if (i < line.end && after !== ' ' && after !== '\t') return start;
  const name = source.slice(start, i).replace(/^0+(?=.)/, '');
  builder.setLabel({ name, span: spanOf(start, i) });
  return i;
}

/** Where the code of a line ends: before a comment, before a closing `&`. */
function codeEnd(
  source: string,
  start: number,
  line: Line,
  builder: StatementBuilder,
): { code: number; comment: number | null; continued: boolean } {
  let quote = builder.inString ? builder.openQuote : '';
  let last = -1;
  let comment: number | null = null;
  for (let i = start; i < line.end; i++) {
    const c = source.charAt(i);
    if (quote !== '') {
      if (c === quote) quote = '';
    } else if (c === "'" || c === '"') quote = c;
    else if (c === '!') {
      comment = i;
      break;
    }
    if (c !== ' ' && c !== '\t') last = i;
  }
  const end = comment ?? line.end;
  if (last >= 0 && source.charAt(last) === '&') return { code: last, comment, continued: true };
  return { code: end, comment, continued: false };
}

const LOST_MARKS = '+*/,)=<>&$.';

function isLostMargin(source: string, line: Line): boolean {
  return LOST_MARKS.includes(source.charAt(line.start));
}

function lostMargin(source: string, line: Line, builder: StatementBuilder, sink: DiagnosticSink): number {
  const mark = source.charAt(line.start);
  sink.warning(
    'lost-margin',
    `A line that starts with ${mark} is read as a fixed-form continuation whose margin got lost.`,
    spanOf(line.start, line.start + 1),
    `The mark ${mark} itself is dropped. In free form, end the line above with & instead.`,
  );
  builder.space(line.start);
  return line.start + 1;
}
