import { type CSSProperties, useMemo, useState } from 'react';
import type { Differentiation } from '../../../engine/pipeline/results';
import { isStale } from '../../store/state';
import type { Piece } from '../../ui/highlight';
import { useApp, useLit } from '../../use';
import { codeLines } from '../code/lines';
import { Empty } from '../Panel';
import { type Aligned, type AlignedRow, linesIn } from './align';
import { foldedCell, heightOf, isLong, tapePlaces } from './folds';
import { type Lines, More, Pieces, piecesOf, Stored, useLines } from './Lines';
import { useReach, useReveal, useSpread } from './scroll';

interface SweepsProps {
  readonly shown: Differentiation;
  readonly alignment: Aligned;
  readonly withSource: boolean;
}

/** Both sweeps and the tape between them, a row a line of the kernel. */
export function Sweeps({ shown, alignment, withSource }: SweepsProps) {
  const { rows, bands } = alignment;
  const stale = useApp(isStale);
  const lit = useLit();
  const source = useMemo(
    () => (withSource ? piecesOf(shown.request.source, shown.request.language) : NO_LINES),
    [shown, withSource],
  );
  const order = useMemo(() => rows.flatMap(linesIn).sort((a, b) => a - b), [rows]);
  const lines = useLines(shown, order);
  const { marks } = lines;
  const { opened, open, isOpen } = useFolds(shown, rows, lines.cursor);
  const heights = useMemo(() => rows.map((row, i) => heightOf(row, opened.has(i))), [rows, opened]);
  const isLit = (row: AlignedRow | undefined) =>
    row !== undefined &&
    (linesIn(row).some((line) => marks[line]?.lit) ||
      row.stored.some(({ recording }) => recording.id === lit.recording));
  const scroller = useSpread(heights, !withSource);
  useReveal(scroller, alignment, shown, isLit);
  useReach(scroller, heights);
  const columns = useMemo(() => columnsOf(shown, rows), [shown, rows]);
  if (order.length === 0) return <Empty>Neither sweep has anything to do.</Empty>;
  return (
    <section
      className={stale ? 'read stale-body' : 'read'}
      data-with-source={withSource || undefined}
      style={columns}
    >
      {!withSource && <Heads backward="read it from the bottom up" />}
      <div
        ref={scroller}
        className="read-rows"
        role="listbox"
        aria-label="Both sweeps, line by line"
        {...lines.box}
      >
        {rows.map((row, i) => {
          const band = bands.find(({ first, last }) => i >= first && i <= last);
          return (
            <div
              // biome-ignore lint/suspicious/noArrayIndexKey: a row is its line
              key={i}
              className="read-row"
              role="presentation"
              style={withSource ? undefined : { height: `calc(${heights[i]} * var(--code-line))` }}
              data-lit={isLit(row) || undefined}
              data-outside={band === undefined || undefined}
              data-turn={band?.last === i || undefined}
            >
              {withSource && (
                <div className="read-source">
                  <span className="line-number" aria-hidden="true">
                    {i + 1}
                  </span>
                  <span>
                    <Pieces pieces={source[i] ?? []} />
                  </span>
                </div>
              )}
              <Cell sweep="forward" row={row} lines={lines} isOpen={isOpen(i)} onOpen={() => open(i)} />
              <div className="read-cell" data-sweep="tape" role="presentation">
                {row.stored.map(({ recording }, k) => (
                  <Stored
                    key={recording.id}
                    recording={recording}
                    shown={shown}
                    lit={recording.id === lit.recording}
                    at={tapePlaces(row, isOpen(i))[k] ?? 0}
                  />
                ))}
                {band?.last === i && row.stored.length === 0 && <b aria-hidden="true">the turn</b>}
              </div>
              <Cell sweep="backward" row={row} lines={lines} isOpen={isOpen(i)} onOpen={() => open(i)} />
            </div>
          );
        })}
      </div>
    </section>
  );
}

interface CellProps {
  readonly sweep: 'forward' | 'backward';
  readonly row: AlignedRow;
  readonly lines: Lines;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}

function Cell({ sweep, row, lines: { marks, draw }, isOpen, onOpen }: CellProps) {
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

/** Each sweep gets room by its longest line, within reason. */
function columnsOf(shown: Differentiation, rows: readonly AlignedRow[]): CSSProperties {
  const all = codeLines(shown);
  const longest = (sweep: 'forward' | 'backward') =>
    Math.max(
      0,
      ...rows.flatMap((row) =>
        row[sweep].map((line) => (all[line] === undefined ? 0 : all[line].end - all[line].start)),
      ),
    );
  const share = (sweep: 'forward' | 'backward') => Math.min(60, Math.max(30, longest(sweep)));
  // Properties of its own, which the type does not know.
  return {
    '--forward-share': `${share('forward')}fr`,
    '--backward-share': `${share('backward')}fr`,
  } as CSSProperties;
}

/** Long cells are folded until they are asked for, or the keyboard's cursor goes there. A new result folds them again. */
function useFolds(shown: Differentiation, rows: readonly AlignedRow[], cursor: number) {
  const [kept, keep] = useState<{ of: Differentiation; opened: ReadonlySet<number> }>();
  const opened = kept?.of === shown ? kept.opened : NONE_OPEN;
  const open = (row: number) => keep({ of: shown, opened: new Set(opened).add(row) });
  const visited = rows.findIndex((row) => linesIn(row).includes(cursor));
  if (visited >= 0 && !opened.has(visited) && isLong(rows[visited])) open(visited);
  return { opened, open, isOpen: (row: number) => opened.has(row) };
}
const NONE_OPEN: ReadonlySet<number> = new Set();
