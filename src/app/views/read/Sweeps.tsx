import { type CSSProperties, memo, useCallback, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { Differentiation } from '../../../engine/pipeline/results';
import { isStale } from '../../store/state';
import { type Piece, textOf } from '../../ui/highlight';
import { useNear } from '../../ui/near';
import { useApp, useLit } from '../../use';
import { codeLines } from '../code/lines';
import { Empty } from '../Panel';
import { sourceRows } from '../source/rows';
import { Prose } from '../why/Prose';
import { type Aligned, type AlignedRow, linesIn } from './align';
import { cellText, foldedCell, heightOf, isLong, popPlaces, tapePlaces } from './folds';
import { type Lines, More, Pieces, piecesOf, Stored, useLines } from './Lines';
import { LONG, useReach, useReveal, useSpread } from './scroll';
import { type Shares, useWidths, wrapped } from './wrap';

interface SweepsProps {
  readonly shown: Differentiation;
  readonly alignment: Aligned;
  readonly withSource: boolean;
  /** The kernel's lines stand in a column of their own, not above what becomes of them. */
  readonly beside?: boolean;
}

/** Drawn in full with the rows themselves; what else is in sight follows. */
const FIRST_LINES = 30;
/** The room of the kernel's line numbers and of what is left free behind a line, in characters. */
const NUMBERS = 8;
/** Rows that are drawn, laid out and left out together. */
const PART = 8;

/** Both sweeps and the tape between them, a row a line of the kernel. */
export const Sweeps = memo(function Sweeps({ shown, alignment, withSource, beside }: SweepsProps) {
  const { rows, bands } = alignment;
  const stale = useApp((state) => isStale(state) || state.shown !== shown);
  const lit = useLit();
  const order = useMemo(() => rows.flatMap(linesIn).sort((a, b) => a - b), [rows]);
  const shares = useMemo(() => sharesOf(shown, rows), [shown, rows]);
  const scroller = useRef<HTMLDivElement>(null);
  const widths = useWidths(scroller, shares, order.length > 0);
  const width = useMemo(() => widthByLine(rows, widths, withSource ? SIZE : 0), [rows, widths, withSource]);
  const source = useSource(shown, withSource, beside ? Number.POSITIVE_INFINITY : widths.forward);
  const lines = useLines(shown, order, width);
  const { marks, tall } = lines;
  const { opened, open, isOpen } = useFolds(shown, rows, lines.cursor);
  const taken = useStore(sourceRows, (state) => state.taken);
  const heights = useMemo(
    () => rows.map((row, i) => Math.max(taken[i] ?? 1, heightOf(row, opened.has(i), tall))),
    [rows, opened, tall, taken],
  );
  const isLit = (row: AlignedRow | undefined) =>
    row !== undefined &&
    (linesIn(row).some((line) => marks[line]?.lit) ||
      row.stored.some(({ recording }) => recording.id === lit.recording));
  useSpread(scroller, heights, !withSource);
  useReveal(scroller, { alignment, heights, fixed: !withSource }, shown, isLit);
  useReach(scroller, heights);
  const parts = useMemo(
    () => partsOf(rows, heights, opened, lines.text),
    [rows, heights, opened, lines.text],
  );
  const isNear = useNear(scroller, parts.length, {
    most: LONG / PART,
    first: Math.ceil(rowsIn(heights, FIRST_LINES) / PART),
  });
  const hasCursor = (row: AlignedRow) => linesIn(row).includes(lines.at);
  const rowAt = (row: AlignedRow, i: number, near: boolean) => {
    const band = bands.find(({ first, last }) => i >= first && i <= last);
    return (
      <Row
        key={i}
        number={i}
        row={row}
        shown={shown}
        source={source[i]}
        height={withSource ? null : (heights[i] ?? 1)}
        isLit={isLit(row)}
        recording={row.stored.find(({ recording }) => recording.id === lit.recording)?.recording.id}
        isOutside={band === undefined}
        isTurn={band?.last === i}
        isOpen={isOpen(i)}
        near={near || hasCursor(row)}
        open={open}
        lines={lines}
      />
    );
  };
  if (order.length === 0) return <NothingToDo shown={shown} />;
  return (
    <section
      className={stale ? 'read stale-body' : 'read'}
      data-with-source={(withSource && !beside) || undefined}
      data-beside={beside || undefined}
      style={roomFor(shares)}
    >
      <Heads backward="read upwards" />
      <div
        ref={scroller}
        className="read-rows"
        data-long={rows.length > LONG || undefined}
        role="listbox"
        aria-label="Both sweeps, line by line"
        {...lines.box}
      >
        {parts.map(({ first, rows: own, height, forward, backward }, k) => (
          <div
            key={first}
            className="read-part"
            role="presentation"
            style={withSource ? undefined : { height: inLines(height) }}
          >
            {withSource || isNear(k) || own.some(hasCursor) ? (
              own.map((row, i) => rowAt(row, first + i, isNear(k)))
            ) : (
              <InLittle forward={forward} backward={backward} />
            )}
          </div>
        ))}
      </div>
    </section>
  );
});

function NothingToDo({ shown: { diagnostics } }: Pick<SweepsProps, 'shown'>) {
  const why = diagnostics.find(({ code }) => /^no-(in)?dependents$/.test(code));
  const said = [why, ...(why?.notes ?? [])].map((each) => each?.message ?? '').join(' ');
  return (
    <Empty>
      Neither sweep has anything to do. <Prose text={said} />
    </Empty>
  );
}

interface RowProps {
  readonly number: number;
  readonly row: AlignedRow;
  readonly shown: Differentiation;
  /** The kernel's own line, where it stands in the row. */
  readonly source: readonly Piece[] | undefined;
  /** In lines; null where each row is as high as it comes. */
  readonly height: number | null;
  readonly isLit: boolean;
  /** What is lit of the values that it stores. */
  readonly recording: string | undefined;
  readonly isOutside: boolean;
  readonly isTurn: boolean;
  readonly isOpen: boolean;
  readonly near: boolean;
  readonly open: (row: number) => void;
  readonly lines: Lines;
}

/** Rows are many, and what is lit concerns few of them. */
const Row = memo(function Row(props: RowProps) {
  const { number, row, shown, source, height, recording: litRecording, isTurn, isOpen, near, lines } = props;
  const onOpen = () => props.open(number);
  const [pushes, pops] = [tapePlaces, popPlaces].map((places) => places(row, isOpen, lines.tall)) as [
    number[],
    number[],
  ];
  return (
    <div
      className="read-row"
      {...(source === undefined
        ? { role: 'presentation' }
        : {
            role: 'group',
            'aria-label': `line ${number + 1}: ${textOf(source).trim()}`,
          })}
      style={height === null ? undefined : { height: inLines(height) }}
      data-lit={props.isLit || undefined}
      data-outside={props.isOutside || undefined}
      data-turn={isTurn || undefined}
    >
      {source !== undefined && (
        <div className="read-source" aria-hidden="true">
          <span className="line-number">{number + 1}</span>
          <span>{near ? <Pieces pieces={source} /> : textOf(source)}</span>
        </div>
      )}
      <Cell sweep="forward" row={row} lines={lines} isOpen={isOpen} near={near} onOpen={onOpen} />
      <div className="read-cell" data-sweep="tape" role="presentation">
        {(near ? row.stored : []).map(({ recording }, k) => (
          <Stored
            key={recording.id}
            recording={recording}
            shown={shown}
            lit={recording.id === litRecording}
            at={pushes[k] ?? 0}
            bend={(pops[k] ?? 0) - (pushes[k] ?? 0)}
          />
        ))}
        {isTurn && row.stored.length === 0 && <b aria-hidden="true">the turn</b>}
      </div>
      <Cell sweep="backward" row={row} lines={lines} isOpen={isOpen} near={near} onOpen={onOpen} />
    </div>
  );
}, isSameRow);

function isSameRow(a: RowProps, b: RowProps): boolean {
  const { lines: before, ...others } = a;
  const { lines: now } = b;
  if (Object.entries(others).some(([key, value]) => b[key as keyof RowProps] !== value)) return false;
  if (before.tall !== now.tall) return false;
  if (!a.near) return true;
  return linesIn(a.row).every(
    (line) => before.marks[line] === now.marks[line] && (line === before.at) === (line === now.at),
  );
}

interface CellProps extends Pick<RowProps, 'row' | 'lines' | 'isOpen' | 'near'> {
  readonly sweep: 'forward' | 'backward';
  readonly onOpen: () => void;
}

function Cell({ sweep, row, lines: { marks, draw, text }, isOpen, near, onOpen }: CellProps) {
  if (!near)
    return (
      <div className="read-cell" data-sweep={sweep} aria-hidden="true">
        {cellText(row[sweep], sweep, isOpen, text)}
      </div>
    );
  const { first, folded, last } = foldedCell(row[sweep], sweep, isOpen);
  return (
    <div className="read-cell" data-sweep={sweep} role="presentation">
      {first.map(draw)}
      {folded.length > 0 && (
        <More lines={folded.length} lit={folded.some((line) => marks[line]?.lit)} onOpen={onOpen} />
      )}
      {last.map(draw)}
    </div>
  );
}

/** What the columns are, and in which direction each is read. */
export function Heads({ backward }: { backward: string }) {
  return (
    <header className="read-head">
      <span data-sweep="forward">
        <b>Forward sweep ↓</b> runs first
      </span>
      <span data-sweep="tape">
        <b>Tape</b>
      </span>
      <span data-sweep="backward">
        <b>Backward sweep {backward.includes('up') ? '↑' : '↓'}</b> {backward}
      </span>
    </header>
  );
}

const NO_LINES: readonly Piece[][] = [];

const inLines = (count: number): string => `calc(${count} * var(--code-line))`;

/** Rows that follow each other, and the text of their cells, each as far down as it is drawn. */
interface Part {
  readonly first: number;
  readonly rows: readonly AlignedRow[];
  /** In lines. */
  readonly height: number;
  readonly forward: string;
  readonly backward: string;
}

function partsOf(
  rows: readonly AlignedRow[],
  heights: readonly number[],
  opened: ReadonlySet<number>,
  text: Lines['text'],
): Part[] {
  return Array.from({ length: Math.ceil(rows.length / PART) }, (_, k) => {
    const first = k * PART;
    const own = rows.slice(first, first + PART);
    const sweep = (name: 'forward' | 'backward') =>
      own
        .map((row, i) => {
          const cell = cellText(row[name], name, opened.has(first + i), text);
          return cell + '\n'.repeat(Math.max(0, (heights[first + i] ?? 1) - cell.split('\n').length));
        })
        .join('\n');
    const height = heights.slice(first, first + PART).reduce((a, b) => a + b, 0);
    return { first, rows: own, height, forward: sweep('forward'), backward: sweep('backward') };
  });
}

/** Rows far out of sight: their text, where it will be. */
function InLittle({ forward, backward }: Pick<Part, 'forward' | 'backward'>) {
  return (
    <div className="read-row" role="presentation">
      <div className="read-cell" data-sweep="forward" aria-hidden="true">
        {forward}
      </div>
      <div className="read-cell" data-sweep="tape" />
      <div className="read-cell" data-sweep="backward" aria-hidden="true">
        {backward}
      </div>
    </div>
  );
}

/** The kernel's own lines where they stand above both sweeps, with the same room. */
function useSource(shown: Differentiation, wanted: boolean, width: number): readonly (readonly Piece[])[] {
  return useMemo(() => {
    const { source, language } = shown.request;
    return wanted ? piecesOf(source, language).map((line) => wrapped(line, width)) : NO_LINES;
  }, [shown, wanted, width]);
}

/** In characters: what stands at the end of a push whose tape has no column of its own. */
const SIZE = 10;

/** How many characters each line has room for. */
function widthByLine(
  rows: readonly AlignedRow[],
  { forward, backward }: Shares,
  size: number,
): ReadonlyMap<number, number> {
  return new Map(
    rows.flatMap((row) => [
      ...row.forward.map((line) => [line, forward] as const),
      ...row.backward.map((line) => [line, backward] as const),
      ...row.stored.map(({ push }) => [push, forward - size] as const),
    ]),
  );
}

/** How many rows take so many lines. */
function rowsIn(heights: readonly number[], lines: number): number {
  let left = lines;
  const last = heights.findIndex((height) => {
    left -= height;
    return left <= 0;
  });
  return last < 0 ? heights.length : last + 1;
}

interface Columns extends Shares {
  readonly source: number;
}

/** As properties of its own, which the type does not know. */
const roomFor = ({ source, forward, backward }: Columns) =>
  ({
    '--source-share': `${source}fr`,
    '--forward-share': `${forward}fr`,
    '--backward-share': `${backward}fr`,
  }) as CSSProperties;

/** Each column gets room by its longest line, within reason. */
function sharesOf(shown: Differentiation, rows: readonly AlignedRow[]): Columns {
  const all = codeLines(shown);
  const longest = (sweep: 'forward' | 'backward') =>
    Math.max(
      0,
      ...rows.flatMap((row) =>
        row[sweep].map((line) => (all[line] === undefined ? 0 : all[line].end - all[line].start)),
      ),
    );
  const share = (characters: number) => Math.min(60, Math.max(30, characters));
  const source = Math.max(...shown.request.source.split('\n').map((line) => line.length + NUMBERS));
  return {
    source: share(source),
    forward: share(longest('forward')),
    backward: share(longest('backward')),
  };
}

/** Long cells are folded until they are asked for, or the keyboard's cursor goes there. A new result folds them again. */
function useFolds(shown: Differentiation, rows: readonly AlignedRow[], cursor: number) {
  const [kept, keep] = useState<{ of: Differentiation; opened: ReadonlySet<number> }>();
  const opened = kept?.of === shown ? kept.opened : NONE_OPEN;
  const open = useCallback(
    (row: number) =>
      keep((last) => ({
        of: shown,
        opened: new Set(last?.of === shown ? last.opened : NONE_OPEN).add(row),
      })),
    [shown],
  );
  const visited = rows.findIndex((row) => linesIn(row).includes(cursor));
  if (visited >= 0 && !opened.has(visited) && isLong(rows[visited])) open(visited);
  return { opened, open, isOpen: (row: number) => opened.has(row) };
}
const NONE_OPEN: ReadonlySet<number> = new Set();
