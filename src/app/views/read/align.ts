import type { Differentiation, Recording } from '../../../engine/pipeline/results';
import { indexOf } from '../../store/lookup';
import { lineStarts, positionOf } from '../../ui/text';
import { type CodeLine, codeLines } from '../code/lines';

/**
 * Each line of the kernel beside the lines that it gave to the two sweeps. Forward lines run down the rows and backward lines up,
 * so that a push and its pop share a row. Where a block's arms exclude each other, each stands under its own head.
 *
 *   source        forward                backward, read upwards
 *   if (c) {      if (c) {               }
 *     x = x*y;      push x; x = x*y;       x = pop; …
 *   }               push 1; }            branch = pop; if (branch) {
 */
export interface AlignedRow {
  /** Lines of the generated code, from 0, in the order in which they run. */
  readonly forward: readonly number[];
  readonly backward: readonly number[];
  /** What is pushed in this row. */
  readonly stored: readonly Recording[];
}
export type Alignment =
  | { readonly kind: 'rows'; readonly rows: readonly AlignedRow[] }
  /** Only the order in which it runs can be shown, for the reason given. */
  | { readonly kind: 'listing'; readonly why: string };

const alignments = new WeakMap<Differentiation, Alignment>();

export function alignmentOf(result: Differentiation): Alignment {
  let known = alignments.get(result);
  if (known === undefined) {
    const why = whyNot(result);
    known = why === null ? { kind: 'rows', rows: rowsOf(result) } : { kind: 'listing', why };
    alignments.set(result, known);
  }
  return known;
}

function whyNot({ request, graphs }: Differentiation): string | null {
  const { mode, options } = request;
  if (mode === 'tangent' || mode === 'vector-tangent') return 'A tangent has no backward sweep.';
  if (options.reversal === 'statements' || options.reversal === 'blocks')
    return 'The backward sweep goes from number to number, so its lines have no order that the kernel has.';
  const jumps = graphs.original.vertices.some(({ kind }) => kind === 'JOIN' || kind === 'DISPATCH');
  return jumps ? 'Control jumps here, so the sweeps do not follow the lines of the kernel.' : null;
}

/** A generated line, and the line of the kernel that it comes from; -1 if from none. */
interface Line {
  readonly at: number;
  readonly own: number;
  readonly statement: string | null;
  readonly text: string;
}
type Node = Line | Block;
interface Block {
  readonly arms: readonly { readonly head: Line; readonly body: readonly Node[] }[];
  readonly close: Line | null;
}
const isBlock = (node: Node): node is Block => 'arms' in node;

function rowsOf(result: Differentiation): AlignedRow[] {
  const { source, language } = result.request;
  const starts = lineStarts(source);
  const texts = source.split('\n');
  const frame = language === 'c' ? C_FRAME : FORTRAN_FRAME;
  /** A line that only ends a block, or begins its other arm, takes what does the same there. */
  const next = (row: number) => (frame.test(texts[row + 1] ?? '') ? row + 1 : row);
  const rows = texts.map(() => ({ forward: [] as number[], backward: [] as number[] }));
  const all = codeLines(result);
  const printed = result.code.language === 'fortran' ? PRINTED_FORTRAN : PRINTED_CURLY;
  const textOf = ({ start, end }: CodeLine) => result.code.text.slice(start, end).trim();
  for (const { sweep, lines } of partsOf(all, textOf, printed)) {
    const nodes = parse(
      lines.map((at) => asLine(result, all, at, starts)),
      printed,
    );
    const put = (line: Line, row: number) =>
      rows[Math.max(0, Math.min(rows.length - 1, row))]?.[sweep].push(line.at);
    if (sweep === 'forward') placeDown(nodes, lowest(nodes), { put, next });
    else {
      // What adds to the adjoints of the arguments at the very end comes from no line: it stands with the routine's head.
      const ends = nodes.findLastIndex((node) => isBlock(node) || node.own >= 0) + 1;
      const top = placeUp(nodes.slice(0, ends), highest(nodes, next), { put, next });
      placeUp(nodes.slice(ends), top - 1, { put, next });
    }
  }
  return storedIn(rows, all, result);
}

/** What is pushed in several rows stands once: where it is popped, if it is pushed there, too, or else where it is pushed last. */
function storedIn(
  rows: readonly { forward: number[]; backward: number[] }[],
  all: readonly CodeLine[],
  result: Differentiation,
): AlignedRow[] {
  const at = new Map<string, number>();
  const pops = rows.map(({ backward }) => new Set(backward.map((line) => all[line]?.origin?.recording)));
  rows.forEach(({ forward }, row) => {
    for (const line of forward) {
      const id = pushed(all[line]);
      if (id !== null && !pops[at.get(id) ?? -1]?.has(id)) at.set(id, row);
    }
  });
  const { recordings } = indexOf(result);
  return rows.map((each, row) => ({
    ...each,
    stored: [...at].flatMap(([id, place]) => (place === row ? (recordings.get(id) ?? []) : [])),
  }));
}

const C_FRAME = /^(?=.*[{}]|\s*else)[\s{}]*(else)?[\s{}]*$/;
const FORTRAN_FRAME = /^\s*\d*\s*(else|end\s*(if|do)?|\d+\s*continue)\s*(\w+\s*)?$/i;

const pushed = (line: CodeLine | undefined): string | null =>
  line?.origin?.role === 'push' || (line?.origin?.role === 'control' && line.origin.sweep === 'forward')
    ? line.origin.recording
    : null;

function asLine(
  result: Differentiation,
  all: readonly CodeLine[],
  at: number,
  starts: readonly number[],
): Line {
  const line = all[at];
  const origin = line?.origin ?? null;
  const own =
    origin === null || origin.source.end <= origin.source.start
      ? -1
      : positionOf(starts, origin.source.start).line;
  const text = line === undefined ? '' : result.code.text.slice(line.start, line.end).trim();
  return { at, own, statement: origin?.statement ?? null, text };
}

/** What opens a block in a printed line, and what ends one. */
interface Printed {
  readonly opens: (text: string) => boolean;
  readonly closes: (text: string) => boolean;
}
const PRINTED_CURLY: Printed = {
  opens: (text) => /\{\s*(\/\/.*|\/\*.*\*\/\s*)?$/.test(text),
  closes: (text) => text.startsWith('}'),
};
const PRINTED_FORTRAN: Printed = {
  opens: (text) => /^(\w+:\s*)?(do\b|if\b.*\bthen\s*$|else\b)/i.test(text.replace(/\s*!.*$/, '')),
  closes: (text) => /^(end\s*(do|if)|else)\b/i.test(text),
};

/** Runs of lines of one sweep: those of one routine, as declarations stand between two. */
function partsOf(all: readonly CodeLine[], textOf: (line: CodeLine) => string, { opens, closes }: Printed) {
  const parts: { sweep: 'forward' | 'backward'; lines: number[] }[] = [];
  /** Blocks of the last part that are open; -1 where it has ended. */
  let depth = -1;
  all.forEach((line, at) => {
    if (line.start === line.end) return;
    const { origin } = line;
    const text = textOf(line);
    const last = parts.at(-1);
    const sweep =
      origin?.role === 'declaration' || origin?.role === 'comment' ? null : (origin?.sweep ?? null);
    // The end of a block comes from nowhere: it is of the sweep of its beginning.
    const ends = depth > 0 && closes(text);
    if (!ends && sweep === null) {
      depth = -1;
      return;
    }
    if (last !== undefined && (ends || (depth >= 0 && last.sweep === sweep))) last.lines.push(at);
    else if (sweep !== null) {
      parts.push({ sweep, lines: [at] });
      depth = 0;
    }
    depth += Number(opens(text)) - Number(ends);
  });
  return parts;
}

function parse(lines: readonly Line[], { opens, closes }: Printed): Node[] {
  let at = 0;
  const list = (inside: boolean): Node[] => {
    const nodes: Node[] = [];
    for (let line = lines[at]; line !== undefined; line = lines[at]) {
      if (inside && closes(line.text)) break;
      at++;
      nodes.push(opens(line.text) && !(closes(line.text) && !inside) ? block(line) : line);
    }
    return nodes;
  };
  const block = (first: Line): Block => {
    const arms = [{ head: first, body: list(true) }];
    for (;;) {
      const line = lines[at];
      if (line === undefined) return { arms, close: null };
      at++;
      if (!opens(line.text)) return { arms, close: line };
      arms.push({ head: line, body: list(true) });
    }
  };
  return list(false);
}

interface Placing {
  readonly put: (line: Line, row: number) => void;
  readonly next: (row: number) => number;
}

/** Rows never go back up. Gives the last one. */
function placeDown(nodes: readonly Node[], from: number, placing: Placing): number {
  const { put, next } = placing;
  let row = from;
  for (const node of nodes) {
    if (!isBlock(node)) {
      row = Math.max(row, node.own);
      put(node, row);
      continue;
    }
    node.arms.forEach(({ head, body }, i) => {
      row = head.own > row ? head.own : i === 0 ? row : next(row);
      put(head, row);
      row = placeDown(body, row, placing);
    });
    if (node.close !== null) {
      row = next(row);
      put(node.close, row);
    }
  }
  return row;
}

/** Rows never go back down, but for arms that exclude each other. Gives the last one. */
function placeUp(nodes: readonly Node[], from: number, placing: Placing): number {
  const { put, next } = placing;
  let row = from;
  nodes.forEach((node, i) => {
    if (!isBlock(node)) {
      // What a loop or branch pops first of all stands with its end.
      const block = nodes.slice(i + 1).find(isBlock);
      const own =
        block !== undefined && node.statement !== null && headOf(block)?.statement === node.statement
          ? highest([block], next)
          : node.own;
      row = own < 0 ? row : Math.min(row, own);
      put(node, row);
      return;
    }
    const start = row;
    for (const { head, body } of node.arms) {
      const end = Math.min(start, next(body.length === 0 ? start : highest(body, next)));
      put(head, end);
      row = Math.min(row, placeUp(body, end, placing));
    }
    const first = headOf(node)?.own ?? -1;
    row = first < 0 ? row : Math.min(row, first);
    if (node.close !== null) put(node.close, row);
  });
  return row;
}

const headOf = ({ arms }: Block): Line | undefined => arms[0]?.head;

/** The first row that any of these comes from. */
function lowest(nodes: readonly Node[]): number {
  const own = (node: Node): number =>
    isBlock(node)
      ? Math.min(...node.arms.map(({ head, body }) => Math.min(own(head), lowest(body))))
      : node.own < 0
        ? Number.MAX_SAFE_INTEGER
        : node.own;
  const least = Math.min(...nodes.map(own), Number.MAX_SAFE_INTEGER);
  return least;
}

/** The last row that any of these reaches: of a block, the line that ends it. */
function highest(nodes: readonly Node[], next: (row: number) => number): number {
  const reach = (node: Node): number => {
    if (!isBlock(node)) return node.own;
    const inside = Math.max(...node.arms.map(({ head, body }) => Math.max(head.own, highest(body, next))));
    return inside < 0 ? inside : next(inside);
  };
  return nodes.reduce((most, node) => Math.max(most, reach(node)), -1);
}
