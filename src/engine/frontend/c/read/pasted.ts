/**
 * What texts bring along from pages, terminals and patches: numbers of lines, marks of changes, entities of HTML. Blanks stand in
 * its place, so that everything else stays where it is.
 */
import type { DiagnosticSink } from '../../../base/diagnostics';

const blanks = (text: string): string => text.replace(/[^\r\n]/g, ' ');

const ENTITIES: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  '#39': "'",
  nbsp: ' ',
};
const ENTITY = /(?:&(?:lt|gt|amp|quot|#39|nbsp);)+/g;

export function withoutNoise(source: string, sink: DiagnosticSink): string {
  let text = source;
  const tell = (what: string, at: number, length: number): void =>
    sink.info('pasted', `${what} are no part of the text, and not read.`, { start: at, end: at + length });
  const strip = (what: string, pattern: RegExp): void => {
    const at = text.search(pattern);
    if (at < 0) return;
    tell(what, at, 1);
    text = text.replace(pattern, blanks);
  };
  strip('Marks around code', /^[ \t]*(?:```|~~~)[ \t]*\w*[ \t]*$/gm);
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (areNumbered(lines)) strip('Numbers of lines', /^[ \t]*\d+[ \t]*[:|.]?/gm);
  else if (lines.length > 1 && lines.every((line) => /^[ \t]*>(?:[ \t]|$)/.test(line)))
    strip('Marks of quotation', /^[ \t]*>/gm);
  else if (
    lines.some((line) => /^@@ /.test(line)) ||
    (lines.length > 1 && lines.every((line) => line.startsWith('+')))
  )
    strip(
      'Marks of changes, and lines that these take away,',
      /^(?:@@ .*|diff .*|index .*|---.*|\+\+\+.*|-.*|\+)/gm,
    );
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

/** Each line has one that is greater by one than that of the line before. */
function areNumbered(lines: readonly string[]): boolean {
  const numbers = lines.map((line) => /^[ \t]*(\d+)(?:[ \t]*[:|.](?!\d)|[ \t]|$)/.exec(line)?.[1]);
  const first = Number(numbers[0]);
  return numbers.length > 1 && numbers.every((n, i) => n !== undefined && Number(n) === first + i);
}
