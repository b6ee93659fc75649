/**
 * What copying adds to a text that is pasted from a page, a chat or a listing, read as what was written. Every character keeps
 * its place, so that spans hold.
 */

import type { DiagnosticSink } from '../base/diagnostics';

/** Blanks of other kinds; what can't be seen, where it parts no word. */
const BLANKS =
  /[\u00a0\u2000-\u200a\u202f\u205f\u3000]|(?<!\w)[\u200b-\u200d\u2060\ufeff]|[\u200b-\u200d\u2060\ufeff](?!\w)/g;
const MINUS_SIGNS = /[\u2010-\u2013\u2212]/g;
/** What a chat puts around code. */
const FENCES = /^[ \t]*```.*$/gm;

export function asWritten(source: string): string {
  return source
    .replace(/\r(?!\n)/g, '\n')
    .replace(BLANKS, ' ')
    .replace(MINUS_SIGNS, '-')
    .replace(FENCES, (fence) => ' '.repeat(fence.length));
}

const MARKED = /^[ \t]*([>|+])(?:(?<!\+) )?/;
const NUMBERED = /^[ \t]*(\d+)(?:[ \t]?[:|.)])?([ \t]*)/;
/** A margin of fixed form is no listing's. */
const MARGIN = 5;

/**
 * How many characters of each line are a listing's: its number, or the mark of a quotation or of what was added. None is of any,
 * unless all lines have one.
 */
export function gutters(lines: readonly string[]): readonly number[] {
  const written = lines.filter((line) => line.trim() !== '');
  const [mark, number] = [MARKED, NUMBERED].map((head) => head.exec(written[0] ?? '')?.[1]);
  const isOf = (head: RegExp, of: (k: number) => string): boolean =>
    written.length > 2 && written.every((line, k) => head.exec(line)?.[1] === of(k));
  if (mark && isOf(MARKED, () => mark)) return lines.map((line) => MARKED.exec(line)?.[0].length ?? 0);
  if (!number || !isOf(NUMBERED, (k) => String(Number(number) + k))) return lines.map(() => 0);
  const heads = lines.map((line) => NUMBERED.exec(line));
  const gaps = heads.flatMap((head, k) =>
    head && head[0].length < (lines[k] as string).trimEnd().length ? [(head[2] as string).length] : [],
  );
  const least = Math.min(...gaps);
  const kept = least < MARGIN ? least : 1;
  return heads.map((head) => (head ? head[0].length - Math.max(0, (head[2] as string).length - kept) : 0));
}

/** The same text with blanks in place of what a listing put in front of its lines. */
export function withoutGutters(source: string): string {
  const lines = source.split('\n');
  const skipped = gutters(lines);
  return lines.map((line, k) => ' '.repeat(skipped[k] ?? 0) + line.slice(skipped[k])).join('\n');
}

const ENTITIES: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  '#39': "'",
  nbsp: ' ',
};
const ENTITY = /(?:&(?:lt|gt|amp|quot|#39|nbsp);)+/g;

/** The same text with the characters that entities of HTML stand for, each at its end. */
export function withoutEntities(text: string, sink: DiagnosticSink): string {
  const entity = text.search(ENTITY);
  if (entity < 0) return text;
  const message = 'Entities of HTML are read as the characters that they stand for.';
  sink.info('pasted', message, { start: entity, end: entity + 4 });
  const meant = (run: string): string =>
    run.replace(/&(#?\w+);/g, (_, name: string) => ENTITIES[name] ?? ' ');
  return text.replace(ENTITY, (run) => meant(run).padStart(run.length));
}
