import type { Differentiation, Recording } from '../../../engine/pipeline/results';
import { hasBackwardSweep } from '../../store/document/choices';
import { memo } from '../../store/memo';
import { indexOf, placed } from '../../store/results/lookup';
import { lineStarts, positionOf } from '../../ui/text';
import { type CodeLine, codeLines } from '../code/lines';
import { framesOf } from './frames';
import { type Block, isBlock, type Line, linesOf, type Node, printedRoutines, type Sweeps } from './printed';

/**
 * Each line of the kernel beside the lines that it gave to the two sweeps. Forward lines run down the rows and backward lines up,
 * so that a push and its pop share a row. Where a block's arms exclude each other, each stands under its own head.
 * Every routine has rows of its own, in which its sweeps meet at its end.
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
  /** What is pushed in this row, and by which of its forward lines; and, where the row has it, the backward line that pops it. */
  readonly stored: readonly { readonly recording: Recording; readonly push: number; readonly pop?: number }[];
}
/** Rows of one routine, from its head to where its sweeps meet. */
export interface Band {
  readonly name: string;
  readonly first: number;
  readonly last: number;
}
type Sweep = 'forward' | 'backward';
export const linesIn = ({ forward, backward }: AlignedRow): number[] => [...forward, ...backward];

export interface Aligned {
  readonly kind: 'rows';
  readonly rows: readonly AlignedRow[];
  readonly bands: readonly Band[];
}
export type Alignment =
  | Aligned
  /** Only the order in which each sweep runs can be shown, for the reason given. */
  | {
      readonly kind: 'listing';
      readonly why: string;
      readonly forward: readonly number[];
      readonly backward: readonly number[];
    };

const alignments = new WeakMap<Differentiation, Alignment>();

export function alignmentOf(result: Differentiation): Alignment {
  return memo(alignments, result, () => align(result));
}

function align(result: Differentiation): Alignment {
  const routines = printedRoutines(result);
  const running = (sweep: Sweep) => routines.flatMap((each) => linesOf(each[sweep]).map(({ at }) => at));
  const what = routines.length > 1 ? 'Each routine stands in' : 'This is';
  const listing = (why: string): Alignment => ({
    kind: 'listing',
    why: `${why} ${what} the order in which it runs.`,
    forward: running('forward'),
    backward: running('backward'),
  });
  const { mode, options } = result.request;
  if (!hasBackwardSweep(mode)) return listing('A tangent has no backward sweep.');
  if (options.reversal === 'statements' || options.reversal === 'blocks')
    return listing(
      'The backward sweep goes from number to number, so its lines have no order that the kernel has.',
    );
  const { rows, bands, astray } = rowsOf(result, routines);
  return astray > 0
    ? listing('These sweeps do not follow the lines of the kernel.')
    : { kind: 'rows', rows: storedIn(rows, result), bands };
}

/** What is put where, as both sweeps of all routines are placed. */
interface Rows {
  readonly rows: readonly { forward: number[]; backward: number[] }[];
  readonly bands: readonly Band[];
  /** How many lines that compute something stand beside another line than their own. */
  readonly astray: number;
}

function rowsOf(result: Differentiation, routines: readonly Sweeps[]): Rows {
  const { source, language } = result.request;
  const texts = source.split('\n');
  const frame = language === 'c' ? C_FRAME : FORTRAN_FRAME;
  const frames = framesOf(source, language);
  const all = bandsOf(result, texts.length);
  const starts = lineStarts(source);
  const lastRows = new Map(
    placed(result).map(({ id, span }) => [id, positionOf(starts, Math.max(span.start, span.end - 1)).line]),
  );
  const rows = texts.map(() => ({ forward: [] as number[], backward: [] as number[] }));
  const bands = new Set<Band>();
  let astray = 0;
  for (const sweeps of routines) {
    const band = bandAround(all, sweeps);
    bands.add(band);
    const { first, last } = band;
    const endOf = ({ statement }: Line): number => {
      const row = statement === null ? -1 : (lastRows.get(statement) ?? -1);
      return row < first || row > last ? -1 : row;
    };
    const framed = new Map([
      ...framedBlocks(sweeps.forward, frames),
      ...framedBlocks(sweeps.backward, frames),
    ]);
    const placing = (sweep: Sweep): Placing => ({
      // A routine in place of its call has its frames elsewhere.
      frames: (block) => {
        const found = framed.get(block) ?? NO_ROWS;
        return found.every((row) => row >= first && row <= last) ? found : NO_ROWS;
      },
      endOf,
      own: ({ own }) => (own < first || own > last ? -1 : own),
      // A line that only ends a block, or begins its other arm, takes what does the same there.
      next: (row) => (row < last && frame.test(texts[row + 1] ?? '') ? row + 1 : row),
      put: (line, row, heads) => {
        rows[Math.max(first, Math.min(last, row))]?.[sweep].push(line.at);
        const isOwn = row === line.own || (row > line.own && row <= endOf(line));
        if (line.computes && line.own >= first && !isOwn && !heads.has(line.own)) astray++;
      },
    });
    const down = placing('forward');
    const owns = linesOf(sweeps.forward).flatMap((line) => (down.own(line) < 0 ? [] : [down.own(line)]));
    placeDown(sweeps.forward, owns.length === 0 ? first : Math.min(...owns), down, NO_HEADS);
    // What adds to the adjoints of the arguments at the very end comes from no line: it stands with the routine's head.
    const up = placing('backward');
    const nodes = sweeps.backward;
    const ends = nodes.findLastIndex((node) => isBlock(node) || up.own(node) >= 0) + 1;
    const from = highest(nodes, up);
    const top = placeUp(nodes.slice(0, ends), from < 0 ? last : from, up, NO_HEADS);
    placeUp(nodes.slice(ends), top - 1, up, NO_HEADS);
  }
  return { rows, bands: [...bands].sort((a, b) => a.first - b.first), astray };
}

function bandsOf({ routines, request }: Differentiation, lines: number): Band[] {
  const starts = lineStarts(request.source);
  const line = (offset: number) => positionOf(starts, offset).line;
  const whole = { name: '', first: 0, last: lines - 1 };
  const bands = routines.map(({ name, span, nameSpan }) => ({
    name,
    first: line(nameSpan.start),
    last: line(Math.max(span.start, span.end - 1)),
  }));
  return [whole, ...bands];
}

/** That of the routine it was made of, or else the least that holds most lines: what was put in place of calls comes from others. */
function bandAround(bands: readonly Band[], { head, forward, backward }: Sweeps): Band {
  const owns = [...linesOf(forward), ...linesOf(backward)].flatMap(({ own }) => (own < 0 ? [] : [own]));
  const height = ({ first, last }: Band) => last - first;
  const held = ({ first, last }: Band) => owns.filter((own) => own >= first && own <= last).length;
  const [whole = { name: '', first: 0, last: 0 }, ...others] = bands;
  const isNamed = ({ name }: Band) => Number(new RegExp(`\\b${name}\\w*\\s*\\(`, 'i').test(head));
  const best = others
    .map((band) => ({ band, held: held(band) }))
    .filter((each) => each.held > 0)
    .sort(
      (a, b) => isNamed(b.band) - isNamed(a.band) || b.held - a.held || height(a.band) - height(b.band),
    )[0];
  return best?.band ?? whole;
}

/** What is pushed in several rows stands once: where it is popped, if it is pushed there, too, or else where it is pushed last. */
function storedIn(rows: Rows['rows'], result: Differentiation): AlignedRow[] {
  const all = codeLines(result);
  const at = new Map<string, { row: number; push: number }>();
  const pops = rows.map(({ backward }) => new Set(backward.map((line) => all[line]?.origin?.recording)));
  rows.forEach(({ forward }, row) => {
    for (const line of forward) {
      const id = pushed(all[line]);
      const known = id === null ? undefined : at.get(id);
      const first = known?.row !== row && !pops[known?.row ?? -1]?.has(id);
      if (id !== null && first) at.set(id, { row, push: line });
    }
  });
  const { recordings } = indexOf(result);
  const stored = rows.map((): AlignedRow['stored'][number][] => []);
  for (const [id, { row, push }] of at) {
    const recording = recordings.get(id);
    const pop = rows[row]?.backward.find((line) => all[line]?.origin?.recording === id);
    if (recording !== undefined)
      stored[row]?.push({ recording, push, ...(pop === undefined ? {} : { pop }) });
  }
  return rows.map((each, row) => ({
    ...each,
    stored: (stored[row] ?? []).sort((a, b) => each.forward.indexOf(a.push) - each.forward.indexOf(b.push)),
  }));
}

const C_FRAME = /^(?=.*[{}]|\s*else)[\s{}]*(else)?[\s{}]*$/;
const FORTRAN_FRAME = /^\s*\d*\s*(else|end\s*(if|do|select)?|\d+\s*continue)\s*(\w+\s*)?$/i;

const pushed = (line: CodeLine | undefined): string | null =>
  line?.origin?.role === 'push' || (line?.origin?.role === 'control' && line.origin.sweep === 'forward')
    ? line.origin.recording
    : null;

interface Placing {
  readonly put: (line: Line, row: number, heads: ReadonlySet<number>) => void;
  /** The row of the line that it comes from; -1 if that is not of this routine. */
  readonly own: (line: Line) => number;
  /** The row in which the statement of a line ends; -1 if unknown. Of a loop in C, its head is all that is known. */
  readonly endOf: (line: Line) => number;
  /** The rows that begin the other arms of a block and end it; empty if unknown. */
  readonly frames: (block: Block) => readonly number[];
  readonly next: (row: number) => number;
}
const NO_HEADS: ReadonlySet<number> = new Set();
const NO_ROWS: readonly number[] = [];

/** Rows never go back up. Gives the last one. Lines of a loop may also come from its head: `heads` are those around. */
function placeDown(
  nodes: readonly Node[],
  from: number,
  placing: Placing,
  heads: ReadonlySet<number>,
): number {
  const { put, next, own } = placing;
  // What only turns control goes no further down than what runs after it: the test of a loop may stand at its end.
  const limits = neededLater(nodes, placing, heads);
  let row = from;
  nodes.forEach((node, at) => {
    const limit = limits[at] ?? Number.MAX_SAFE_INTEGER;
    const goTo = (wanted: number) => {
      row = Math.max(row, Math.min(wanted, limit));
    };
    if (!isBlock(node) || isOfOneLine(node)) {
      const wanted = firstRow(node, placing);
      row = Math.max(row, isBlock(node) || node.computes ? wanted : Math.min(wanted, limit));
      for (const line of linesOf([node])) put(line, row, heads);
      return;
    }
    // An arm within that has no end of its own may have ended in the row where this one's next begins.
    const frames = placing.frames(node);
    const begins = (arm: number) => (frames.length === node.arms.length ? (frames[arm - 1] ?? -1) : -1);
    const inside = withHeads(heads, node);
    node.arms.forEach(({ head, body }, i) => {
      const first = Math.min(own(head), lowest(body, placing) ?? own(head));
      goTo(first > row || i === 0 ? first : begins(i) >= row ? begins(i) : armAfter(node, row, placing));
      put(head, row, heads);
      row = placeDown(body, row, placing, inside);
    });
    if (node.close !== null) {
      const end = endOfBlock(node, placing);
      goTo(end >= row ? end : next(row));
      put(node.close, row, heads);
    }
  });
  return row;
}

/** For each node, the first row that anything computed after it comes from. */
function neededLater(nodes: readonly Node[], placing: Placing, heads: ReadonlySet<number>): number[] {
  let least = Number.MAX_SAFE_INTEGER;
  return nodes
    .toReversed()
    .map((node) => {
      const after = least;
      least = Math.min(least, lowest([node], placing, heads) ?? least);
      return after;
    })
    .reverse();
}

/** Rows never go back down, but for arms that exclude each other. Gives the last one. */
function placeUp(nodes: readonly Node[], from: number, placing: Placing, heads: ReadonlySet<number>): number {
  const { put } = placing;
  const later = reachedLater(nodes, placing);
  let row = from;
  nodes.forEach((node, i) => {
    const first = firstRow(node, placing);
    if (!isBlock(node) || onlyTurns(node) || isOfOneLine(node)) {
      // What a loop or branch pops before all else stands with its end, as what follows it stands there.
      const computes = linesOf([node]).some((line) => line.computes);
      const wanted = first < 0 || computes ? first : Math.max(first, later[i] ?? -1);
      row = wanted < 0 ? row : Math.min(row, wanted);
      for (const line of linesOf([node])) put(line, row, heads);
      return;
    }
    const start = row;
    const inside = withHeads(heads, node);
    for (const { head, body } of node.arms) {
      const end = Math.min(start, lastOfArm(node, body, placing) ?? start);
      put(head, end, heads);
      row = Math.min(row, placeUp(body, end, placing, inside));
    }
    row = first < 0 ? row : Math.min(row, first);
    if (node.close !== null) put(node.close, row, heads);
  });
  return row;
}

/** The rows of each block that stands for a branch or loop of the kernel; one that a test of it became, within it, has none. */
function framedBlocks(
  nodes: readonly Node[],
  frames: ReadonlyMap<number, readonly number[]>,
  heads: ReadonlySet<number> = NO_HEADS,
): [Block, readonly number[]][] {
  return nodes.filter(isBlock).flatMap((block) => {
    const own = headOf(block)?.own ?? -1;
    const rows = heads.has(own) ? undefined : frames.get(own);
    const inside = withHeads(heads, block);
    return [
      ...(rows === undefined ? [] : [[block, rows] satisfies [Block, readonly number[]]]),
      ...block.arms.flatMap(({ body }) => framedBlocks(body, frames, inside)),
    ];
  });
}

const withHeads = (heads: ReadonlySet<number>, { arms }: Block): ReadonlySet<number> =>
  new Set([...heads, ...arms.map(({ head }) => head.own)]);

function firstRow(node: Node, { own }: Placing): number {
  const head = headOf(node);
  return head === undefined ? -1 : own(head);
}

/** The row that ends an arm of a block, if that is known. */
function lastOfArm(block: Block, body: readonly Node[], placing: Placing): number | undefined {
  const reached = highest(body, placing);
  if (reached >= 0) return armAfter(block, reached, placing);
  const whole = block.arms.length > 1 ? -1 : endOfBlock(block, placing);
  return whole < 0 ? undefined : whole;
}

/** For each node, the last row that any of those after it needs. */
function reachedLater(nodes: readonly Node[], placing: Placing): number[] {
  let most = -1;
  return nodes
    .toReversed()
    .map((node) => {
      const before = most;
      if (isBlock(node) ? !onlyTurns(node) : node.computes) most = Math.max(most, highest([node], placing));
      return before;
    })
    .reverse();
}

/** A block that does nothing but turn the control of one construct round. */
function onlyTurns(block: Block): boolean {
  const of = headOf(block)?.own;
  return block.lines.every(({ computes, own }) => !computes && (own < 0 || own === of));
}

/** What one line of the kernel became, such as a derivative that has cases. */
function isOfOneLine(block: Block): boolean {
  const of = headOf(block)?.own;
  return (
    block.lines.some(({ computes }) => computes) && block.lines.every(({ own }) => own < 0 || own === of)
  );
}

const headOf = (node: Node): Line | undefined => (isBlock(node) ? node.arms[0]?.head : node);

/** Of a block whose arm reaches this row, the row that ends the arm. */
function armAfter(block: Block, row: number, placing: Placing): number {
  const frames = placing.frames(block);
  if (frames.length > 0) return frames.find((each) => each > row) ?? row;
  const end = block.arms.length > 1 ? -1 : endOfBlock(block, placing);
  return end >= row ? end : placing.next(row);
}

function endOfBlock(block: Block, { endOf, frames }: Placing): number {
  const head = headOf(block);
  return frames(block).at(-1) ?? (head === undefined ? -1 : endOf(head));
}

/** The first row that anything computed here comes from. */
function lowest(
  nodes: readonly Node[],
  { own }: Placing,
  heads: ReadonlySet<number> = NO_HEADS,
): number | undefined {
  const rows = linesOf(nodes).flatMap((line) =>
    line.computes && own(line) >= 0 && !heads.has(line.own) ? [own(line)] : [],
  );
  return rows.length === 0 ? undefined : Math.min(...rows);
}

/** The last row that any of these reaches: of a block, the line that ends it. */
function highest(nodes: readonly Node[], placing: Placing): number {
  const reach = (node: Node): number => {
    if (!isBlock(node)) return placing.own(node);
    const inside = Math.max(
      ...node.arms.map(({ head, body }) => Math.max(placing.own(head), highest(body, placing))),
    );
    const end = endOfBlock(node, placing);
    return end >= inside ? end : placing.next(inside);
  };
  return nodes.reduce((most, node) => Math.max(most, reach(node)), -1);
}
