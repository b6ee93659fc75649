/**
 * Free form: `&` at the end of a line continues it, `!` opens a comment, blanks part words, a statement may start with a
 * label.
 *
 * One leniency: a line that starts with the mark of a continuation (`+   *exp(x)`) can't be a statement, nor can `c` with a word
 * behind it. They are what remains of a fixed-form listing whose margin got lost or grew in copying: the one goes on with the line
 * above, with a warning, the other is a comment.
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
  let hasLost = false;
  for (const line of codeLines(source, 'free', macros, sink)) {
    if (isBlank(source, line.start, line.end)) continue;
    let start = firstOf(source, line);
    const isLost = !continues && LOST_COMMENT.test(source.slice(start, line.end));
    const isComment = isLost || source.charAt(start) === '!';
    if (isLost && !hasLost) warnOfLost(source, start, 'comment', sink);
    hasLost ||= isLost;
    if (runtime.covers(isComment ? source.slice(start + 1, line.end) : null)) continue;
    if (isComment) {
      comments.push({ text: source.slice(start + 1, line.end), span: spanOf(start, line.end) });
      continue;
    }
    if (continues) start = resume(source, start, line, builder);
    else if (isLostMargin(source, start, line) && !builder.isEmpty) {
      warnOfLost(source, start, 'continuation', sink);
      builder.space(start++);
    } else {
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

function firstOf(source: string, line: Line): number {
  let start = line.start;
  while (source.charAt(start) === ' ' || source.charAt(start) === '\t') start++;
  return start;
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

const LOST_MARKS = '+*/,)=<>.';
const LOST_COMMENT = /^c(\s*$|\s+[^\s=(%:;,&]|[-*=]{3})/i;

/** In other columns than the first a sum goes on whose line above misses its `&`; what follows `&` and `$` goes on anywhere. */
function isLostMargin(source: string, start: number, line: Line): boolean {
  const mark = source.charAt(start);
  // Two slashes begin a comment elsewhere.
  const isDoubled = source.charAt(start + 1) === mark;
  return mark === '&' || mark === '$' || (start === line.start && LOST_MARKS.includes(mark) && !isDoubled);
}

function warnOfLost(source: string, at: number, what: string, sink: DiagnosticSink): void {
  const mark = source.charAt(at);
  sink.warning(
    'lost-margin',
    `A line that starts with ${mark} is read as a fixed-form ${what} whose margin got lost.`,
    spanOf(at, at + 1),
    what === 'comment'
      ? 'In free form, comments start with !.'
      : `The mark ${mark} itself is dropped. In free form, end the line above with & instead.`,
  );
}
