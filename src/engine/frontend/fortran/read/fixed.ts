/**
 * Fixed form: columns 1 to 5 hold a label, column 6 the continuation mark, columns 7 to 72 the statement; blanks don't
 * count outside character constants. A tab in the label field goes to column 7, or, before a digit from 1 to 9, to
 * a continuation (DEC's rule, which every compiler follows).
 */
import type { DiagnosticSink } from '../../../base/diagnostics';
import { spanOf } from '../../../base/span';
import type { Macros } from './macros';
import { codeLines } from './preprocess';
import {
  isBlank,
  isDigit,
  isLetter,
  type Label,
  type Line,
  RuntimeSection,
  type ScannedSource,
  type SourceComment,
  StatementBuilder,
} from './source';

const LAST_COLUMN = 72;

/** A line taken apart. */
interface Card {
  readonly continues: boolean;
  readonly label: Label | null;
  /** The statement field, `[start, end)`. */
  readonly start: number;
  readonly end: number;
}

export function scanFixed(source: string, sink: DiagnosticSink): ScannedSource {
  const macros: Macros = new Map();
  const builder = new StatementBuilder('fixed', macros, sink);
  const comments: SourceComment[] = [];
  const runtime = new RuntimeSection();
  for (const line of codeLines(source, 'fixed', macros, sink)) {
    if (isBlank(source, line.start, line.end)) continue;
    const comment = commentStart(source, line);
    if (runtime.covers(comment === null ? null : source.slice(comment + 1, line.end))) continue;
    if (comment !== null) {
      comments.push({
        text: source.slice(comment + 1, line.end),
        span: spanOf(comment, line.end),
      });
      continue;
    }
    const card = readCard(source, line, sink);
    if (card.continues && builder.isEmpty)
      sink.error(
        'syntax',
        'This line continues nothing: its column 6 is not blank.',
        spanOf(card.start - 1, card.start),
        'Start the statement in column 7.',
      );
    if (!card.continues) builder.flush();
    if (card.label) builder.setLabel(card.label);
    const stop = builder.add(source, card.start, card.end);
    if (stop < card.end)
      comments.push({ text: source.slice(stop + 1, line.end), span: spanOf(stop, line.end) });
    else reportCut(source, card.end, line.end, sink);
  }
  builder.flush();
  return { form: 'fixed', statements: builder.done, comments, hasRuntime: runtime.seen };
}

/** Where the comment of a comment line starts, or null. */
function commentStart(source: string, line: Line): number | null {
  const first = source.charAt(line.start);
  if (first === 'c' || first === 'C' || first === '*' || first === '!') return line.start;
  // `!` opens a comment anywhere but in column 6, where it is a continuation mark.
  for (let i = line.start; i < line.end; i++) {
    const c = source.charAt(i);
    if (c === '!') return i - line.start === 5 && !source.slice(line.start, i).includes('\t') ? null : i;
    if (c !== ' ' && c !== '\t') return null;
  }
  return null;
}

function readCard(source: string, line: Line, sink: DiagnosticSink): Card {
  let i = line.start;
  let column = 1;
  let digits = '';
  let labelStart = -1;
  let labelEnd = -1;
  while (i < line.end && column <= 5) {
    const c = source.charAt(i);
    if (c === '\t') {
      i++;
      column = 7;
      const next = source.charAt(i);
      if (isDigit(next) && next !== '0')
        return { continues: true, label: null, start: i + 1, end: cut(i + 1, line, 8) };
      break;
    }
    if (isDigit(c)) {
      if (labelStart < 0) labelStart = i;
      labelEnd = i + 1;
      digits += c;
    } else if (c !== ' ') {
      return outOfPlace(line, i, label(digits, labelStart, labelEnd), sink);
    }
    i++;
    column++;
  }
  const name = label(digits, labelStart, labelEnd);
  if (column === 6 && i < line.end) {
    const mark = source.charAt(i);
    if (mark !== ' ' && mark !== '0' && mark !== '\t') {
      warnOfLetter(mark, i, sink);
      if (name) sink.error('syntax', 'A continuation line has no label.', name.span);
      return { continues: true, label: null, start: i + 1, end: cut(i + 1, line, 7) };
    }
    i++;
  }
  return { continues: false, label: name, start: i, end: cut(i, line, Math.max(column, 7)) };
}

function warnOfLetter(mark: string, at: number, sink: DiagnosticSink): void {
  if (isLetter(mark))
    sink.warning(
      'column-six',
      `The letter ${mark} in column 6 makes this line go on with the statement above.`,
      spanOf(at, at + 1),
      'If a statement is meant to start here, move it to column 7.',
    );
}

/** Anything but a label in columns 1 to 5: reported once, and read as a statement, which it mostly is. */
function outOfPlace(line: Line, i: number, label: Label | null, sink: DiagnosticSink): Card {
  sink.error(
    'fixed-form',
    `In fixed form columns 1 to 5 hold nothing but a label; this statement starts in column ${i - line.start + 1}.`,
    spanOf(i, Math.min(i + 1, line.end)),
    'Start it in column 7, or say backsweep: form(free) in a comment.',
  );
  return { continues: false, label, start: i, end: line.end };
}

function label(digits: string, start: number, end: number): Label | null {
  if (digits === '') return null;
  return { name: digits.replace(/^0+(?=.)/, ''), span: spanOf(start, end) };
}

/** Where column 73 starts, for a statement field that starts at `start` in `column`. */
function cut(start: number, line: Line, column: number): number {
  return Math.min(line.end, start + (LAST_COLUMN + 1 - column));
}

function reportCut(source: string, from: number, end: number, sink: DiagnosticSink): void {
  if (from >= end || isBlank(source, from, end)) return;
  let start = from;
  while (source.charAt(start) === ' ' || source.charAt(start) === '\t') start++;
  if (source.charAt(start) === '!') return;
  sink.info(
    'past-column-72',
    'Text past column 72 does not count in fixed form.',
    spanOf(start, end),
    'Break the line and put a mark in column 6 of the next one.',
  );
}
