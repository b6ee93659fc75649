/**
 * What texts bring along from pages, terminals and patches: numbers of lines, marks of changes, entities of HTML. Blanks stand in
 * its place, so that everything else stays where it is.
 */
import type { DiagnosticSink } from '../../../base/diagnostics';
import { asWritten, withoutGutters } from '../../pasted';

const blanks = (text: string): string => text.replace(/[^\r\n]/g, ' ');

const ENTITIES: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  '#39': "'",
  nbsp: ' ',
};
const CHANGES = /^(?:@@ .*|diff .*|index .*|---.*|\+\+\+.*|-.*|\+)/gm;
const ENTITY = /(?:&(?:lt|gt|amp|quot|#39|nbsp);)+/g;

export function withoutNoise(pasted: string, sink: DiagnosticSink): string {
  const source = asWritten(pasted);
  let text = withoutGutters(source);
  if (text !== source)
    tell(sink, 'Numbers and marks in front of all lines', /[^ \t\r\n]/.exec(source)?.index ?? 0);
  if (/^@@ /m.test(text)) {
    tell(sink, 'Marks of changes, and lines that these take away,', text.search(CHANGES));
    text = text.replace(CHANGES, blanks);
  }
  const entity = text.search(ENTITY);
  if (entity >= 0 && !/\b(?:lt|gt|amp|quot)\b(?!;)/.test(text)) {
    const message = 'Entities of HTML are read as the characters that they stand for.';
    sink.info('pasted', message, { start: entity, end: entity + 4 });
    const meant = (run: string): string =>
      run.replace(/&(#?\w+);/g, (_, name: string) => ENTITIES[name] ?? ' ');
    text = text.replace(ENTITY, (run) => meant(run).padStart(run.length));
  }
  return text;
}

function tell(sink: DiagnosticSink, what: string, at: number): void {
  sink.info('pasted', `${what} are no part of the text, and not read.`, { start: at, end: at + 1 });
}
