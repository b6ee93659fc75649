/**
 * What texts bring along from pages, terminals and patches: numbers of lines, marks of changes, entities of HTML. Blanks stand in
 * its place, so that everything else stays where it is.
 */
import type { DiagnosticSink } from '../../../base/diagnostics';
import { asWritten, withoutEntities, withoutGutters } from '../../pasted';

const blanks = (text: string): string => text.replace(/[^\r\n]/g, ' ');

const CHANGES = /^(?:@@ .*|diff .*|index .*|---.*|\+\+\+.*|-.*|\+)/gm;

export function withoutNoise(pasted: string, sink: DiagnosticSink): string {
  const source = asWritten(pasted);
  let text = withoutGutters(source);
  if (text !== source)
    tell(sink, 'Numbers and marks in front of all lines', /[^ \t\r\n]/.exec(source)?.index ?? 0);
  if (/^@@ /m.test(text)) {
    tell(sink, 'Marks of changes, and lines that these take away,', text.search(CHANGES));
    text = text.replace(CHANGES, blanks);
  }
  // Something may be called so.
  return /\b(?:lt|gt|amp|quot)\b(?!;)/.test(text) ? text : withoutEntities(text, sink);
}

function tell(sink: DiagnosticSink, what: string, at: number): void {
  sink.info('pasted', `${what} are no part of the text, and not read.`, { start: at, end: at + 1 });
}
