import type { Vertex, VertexKind } from '../../engine/pipeline/results';
import type { Graphs } from './types';

/** Sizes of vertices, known before anything is drawn: text in them is monospaced. */
export const CHARACTER = 7.2;
export const LINE = 15;

/** How much of its statements a vertex shows. */
export interface Fold {
  readonly characters: number;
  readonly lines: number;
}
export const FOLDED: Fold = { characters: 30, lines: 7 };
export const FULL: Fold = { characters: 100, lines: 60 };
/** With so few statements a graph fits on a screen, whatever its blocks hold. */
const SHORT = 24;

/** What a vertex shows of its statements, unless the full text is asked for: of a short program all of them. */
export function foldOf(graphs: Graphs, fullText: boolean): Fold {
  if (fullText) return FULL;
  const isShort = Object.values(graphs).every(
    ({ vertices }) => vertices.reduce((sum, { statements }) => sum + statements.length, 0) <= SHORT,
  );
  return isShort ? { ...FOLDED, lines: SHORT } : FOLDED;
}

export interface Box {
  readonly width: number;
  readonly height: number;
}

/** Without text, so always of one size. */
const DOTS: Partial<Record<VertexKind, number>> = {
  ENTRY: 18,
  EXIT: 18,
  ENDBRANCH: 9,
  ENDLOOP: 9,
  JOIN: 9,
};

export function isDot(vertex: { kind: VertexKind; statements: readonly unknown[] }): boolean {
  return vertex.kind in DOTS && vertex.statements.length === 0;
}

/** The text of a block for which a sweep has no statements: an empty box would look like a mistake. */
const NOTHING = 'nothing to do';

/** What is printed in a vertex when there is room for `characters` by `lines`: its beginning, or a part with the statement `at` in it. */
export function linesOf(vertex: Vertex, { characters, lines }: Fold, at = 0): string[] {
  if (vertex.statements.length === 0) return [NOTHING];
  const texts = vertex.statements.map(({ text }) => shorten(text.trim(), characters));
  if (texts.length <= lines) return texts;
  const first = firstLine(texts.length, lines, at);
  const part = [...(first > 0 ? [`… ${first} before`] : []), ...texts.slice(first)];
  if (part.length <= lines) return part;
  return [...part.slice(0, lines - 1), `… ${part.length - lines + 1} more`];
}

/** The first of so many statements in a part with `at` in it: the beginning where that has it, else what leads to it. */
export function firstLine(count: number, lines: number, at: number): number {
  return count <= lines || at < lines - 1 ? 0 : Math.min(at, count - lines + 1);
}

function shorten(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, Math.max(1, most - 1))}…`;
}

/** The box of a vertex: the size of its text, rounded up to a coarse step, so that small edits do not change it. */
export function boxOf(vertex: Vertex, fold: Fold): Box {
  const dot = DOTS[vertex.kind];
  if (dot !== undefined && vertex.statements.length === 0) return { width: dot, height: dot };
  const lines = linesOf(vertex, fold);
  const longest = Math.max(2, ...lines.map((line) => line.length));
  const step = 4 * CHARACTER;
  const width = Math.ceil((longest * CHARACTER) / step) * step + 18;
  const height = Math.max(1, lines.length) * LINE + 8;
  switch (vertex.kind) {
    case 'BRANCH':
    case 'DISPATCH':
      return { width: width * 1.2 + 24, height: height * 1.25 + 10 };
    case 'LOOP':
    case 'FORLOOP':
    case 'POSTLOOP':
      return { width: width + 34, height: height + 3 };
    default:
      return { width, height };
  }
}

/** How many characters fit into a box of this kind. */
export function charactersIn(kind: VertexKind, width: number): number {
  const inner =
    kind === 'BRANCH' || kind === 'DISPATCH'
      ? (width - 24) / 1.2 - 12
      : kind === 'LOOP' || kind === 'FORLOOP' || kind === 'POSTLOOP'
        ? width - 46
        : width - 12;
  return Math.max(2, Math.floor(inner / CHARACTER));
}
