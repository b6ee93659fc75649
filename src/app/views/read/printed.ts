import type { Differentiation, StatementInfo } from '../../../engine/pipeline/results';
import { indexOf } from '../../store/results/lookup';
import { lineStarts, positionOf } from '../../ui/text';
import { type CodeLine, codeLines } from '../code/lines';

/** A generated line, and the line of the kernel that it comes from; -1 if from none. */
export interface Line {
  /** From 0, in the generated text. */
  readonly at: number;
  readonly own: number;
  readonly statement: string | null;
  readonly text: string;
  /** Null for what runs in neither: declarations, comments, ends of blocks. */
  readonly sweep: 'forward' | 'backward' | null;
  /** Computes values or derivatives of a statement, rather than turning control round. */
  readonly computes: boolean;
}
export interface Block {
  readonly arms: readonly { readonly head: Line; readonly body: readonly Node[] }[];
  readonly close: Line | null;
  /** All that is printed of it, in order. */
  readonly lines: readonly Line[];
}
export type Node = Line | Block;
export const isBlock = (node: Node): node is Block => 'arms' in node;

/** What one generated routine runs in each sweep, in the order in which it runs. */
export type Sweeps = { readonly [S in 'forward' | 'backward']: readonly Node[] } & {
  /** Its text up to where it begins to run. */
  readonly head: string;
};

/** The generated routines that run in a sweep, as the text has them. */
export function printedRoutines(result: Differentiation): Sweeps[] {
  const printed = result.code.language === 'fortran' ? PRINTED_FORTRAN : PRINTED_CURLY;
  const ownRow = ownRows(result);
  const found: Sweeps[] = [];
  let lines: Line[] = [];
  codeLines(result).forEach((line, at) => {
    if (line.start === line.end) return;
    const text = result.code.text.slice(line.start, line.end);
    lines.push(asLine(line, at, text.trim(), ownRow));
    if (!printed.ends.test(text)) return;
    const nodes = printed.bodyOf(parse(lines, printed));
    const of = (sweep: 'forward' | 'backward') => nodes.filter((node) => sweepOf(node) === sweep);
    const head = lines.slice(
      0,
      lines.findIndex(({ sweep }) => sweep !== null),
    );
    const sweeps = {
      head: head.map((each) => each.text).join(' '),
      forward: of('forward'),
      backward: of('backward'),
    };
    if (sweeps.forward.length + sweeps.backward.length > 0) found.push(sweeps);
    lines = [];
  });
  return found;
}

/** The line of the kernel that a generated line comes from, and whether it comes from a statement that computes. */
type OwnRow = (line: CodeLine) => { own: number; leaf: boolean };

function ownRows(result: Differentiation): OwnRow {
  const starts = lineStarts(result.request.source);
  const { placed } = indexOf(result);
  return ({ origin }) => {
    if (origin === null || origin.source.end <= origin.source.start) return { own: -1, leaf: true };
    const of = origin.statement === null ? undefined : placed.get(origin.statement);
    const leaf = of === undefined || !TURNS.has(of.kind);
    // A statement of several lines stands beside its first.
    const within =
      of !== undefined && leaf && of.span.start < origin.source.start && of.span.end >= origin.source.end;
    return { own: positionOf(starts, within ? of.span.start : origin.source.start).line, leaf };
  };
}
const TURNS: ReadonlySet<StatementInfo['kind']> = new Set(['test', 'loop']);

function asLine(line: CodeLine, at: number, text: string, ownRow: OwnRow): Line {
  const { origin } = line;
  const { own, leaf } = ownRow(line);
  const runs = origin !== null && origin.role !== 'declaration' && origin.role !== 'comment';
  return {
    at,
    own,
    statement: origin?.statement ?? null,
    text,
    sweep: runs ? origin.sweep : null,
    computes: leaf && (origin?.role === 'primal' || origin?.role === 'derivative'),
  };
}

/** A block is of the sweep of its head, whatever else it runs. */
function sweepOf(node: Node): Line['sweep'] {
  if (!isBlock(node)) return node.sweep;
  for (const { head, body } of node.arms) {
    const sweep = head.sweep ?? body.map(sweepOf).find((each) => each !== null);
    if (sweep != null) return sweep;
  }
  return null;
}

export const linesOf = (nodes: readonly Node[]): Line[] =>
  nodes.flatMap((node) => (isBlock(node) ? node.lines : [node]));

/** What opens a block in a printed line, what ends one, and what ends a routine; the next arm of a block does the first two. */
interface Printed {
  readonly opens: (text: string) => boolean;
  readonly closes: (text: string) => boolean;
  readonly ends: RegExp;
  readonly bodyOf: (nodes: readonly Node[]) => readonly Node[];
}
const CASE = /^(case\b.*|default):/;
const PRINTED_CURLY: Printed = {
  opens: (text) => /\{\s*(\/\/.*|\/\*.*\*\/\s*)?$/.test(text) || CASE.test(text),
  closes: (text) => text.startsWith('}') || CASE.test(text),
  ends: /^\}/,
  bodyOf: (nodes) => {
    const last = nodes.at(-1);
    return last !== undefined && isBlock(last) ? last.arms.flatMap(({ body }) => body) : [];
  },
};
const PRINTED_FORTRAN: Printed = {
  opens: (text) =>
    /^(\w+:\s*)?(do\b|else\b|select case\b|case\b)|\bthen\s*$/i.test(text.replace(/\s*!.*$/, '')),
  closes: (text) => /^(end\s*(do|if|select)|else|case)\b/i.test(text),
  ends: /^\s*end\s+(subroutine|function|program)\b/i,
  bodyOf: (nodes) => nodes,
};

function parse(lines: readonly Line[], { opens, closes }: Printed): Node[] {
  let at = 0;
  const list = (inside: boolean): Node[] => {
    const nodes: Node[] = [];
    for (let line = lines[at]; line !== undefined; line = lines[at]) {
      if (inside && closes(line.text)) break;
      at++;
      nodes.push(opens(line.text) && (inside || !closes(line.text)) ? block(line) : line);
    }
    return nodes;
  };
  const block = (first: Line): Block => {
    const from = at - 1;
    const blockOf = (close: Line | null): Block => ({ arms, close, lines: lines.slice(from, at) });
    const arms: { head: Line; body: Node[] }[] = [{ head: first, body: list(true) }];
    for (;;) {
      const line = lines[at];
      if (line === undefined) return blockOf(null);
      at++;
      const last = arms.at(-1);
      // The braces of a case that declares something.
      if (
        last !== undefined &&
        CASE.test(last.head.text) &&
        last.head.text.endsWith('{') &&
        line.text === '}'
      )
        last.body.push(line, ...list(true));
      else if (!opens(line.text)) return blockOf(line);
      else arms.push({ head: line, body: list(true) });
    }
  };
  return list(false);
}
