import { type KeyboardEvent, memo, useEffect, useMemo, useRef, useState } from 'react';
import { Group, Panel as Pane, Separator } from 'react-resizable-panels';
import type { Differentiation, Recording } from '../../../engine/pipeline/results';
import { actions, store } from '../../app';
import { type Focus, focusOnCode, focusOnRecording } from '../../store/focus';
import { looksFixedForm } from '../../store/language';
import { isStale } from '../../store/state';
import { Segments } from '../../ui/controls';
import { type Grammar, highlight, type Piece } from '../../ui/highlight';
import type { LineMark } from '../../ui/Listing';
import { bytes as asBytes } from '../../ui/numbers';
import { PHONE, useApp, useLit, useMedia } from '../../use';
import { CodeView } from '../code/CodeView';
import { codeLines, marksOf } from '../code/lines';
import { Empty, InHead } from '../Panel';
import { sourceRows } from '../source/rows';
import { SourceView } from '../source/SourceView';
import { type AlignedRow, alignmentOf } from './align';
import { foldedCell, heightOf, isLong } from './folds';

const VIEW = 'read';

/** The kernel, and beside each of its lines what becomes of it in the forward sweep, on the tape and in the backward sweep. */
export function ReadView() {
  const shown = useApp((state) => state.shown);
  const phone = useMedia(PHONE);
  const [listed, list] = useState(false);
  useFirstCard(shown);
  const alignment = shown === null || shown.code.text === '' ? null : alignmentOf(shown);
  const why = alignment?.kind === 'listing' ? alignment.why : null;
  const rows = alignment?.kind === 'rows' && !listed ? alignment.rows : null;
  const beside =
    shown !== null && rows !== null ? (
      <Sweeps shown={shown} rows={rows} withSource={phone} />
    ) : (
      <Running why={why} />
    );
  return (
    <>
      <InHead>
        <Segments
          label="How the sweeps are laid out"
          size="small"
          value={listed || why !== null ? 'listing' : 'rows'}
          choices={[
            {
              value: 'rows',
              title: 'line by line',
              disabled: why !== null,
              ...(why === null ? {} : { blurb: why }),
            },
            {
              value: 'listing',
              title: 'running order',
              blurb: 'The generated code as it is, declarations included',
            },
          ]}
          onChange={(value) => list(value === 'listing')}
        />
      </InHead>
      {phone ? (
        beside
      ) : (
        <Group orientation="horizontal" id="read-group">
          <Pane id="read-source" defaultSize="28" minSize="15">
            <SourceView />
          </Pane>
          <Separator className="separator" aria-label="Width of the kernel" />
          <Pane id="read-sweeps" minSize="30">
            {beside}
          </Pane>
        </Group>
      )}
    </>
  );
}

/** Of an example that was just opened, the first stored value is asked about: the card is filled in from the start. */
function useFirstCard(shown: Differentiation | null): void {
  const fresh = useApp((state) => state.example !== null && state.pinned === null && !state.presenting);
  const generation = useApp((state) => state.generation);
  const asked = useRef(-1);
  useEffect(() => {
    if (shown === null || !shown.ok || !fresh || asked.current === generation || isStale(store.getState()))
      return;
    asked.current = generation;
    const first = shown.recordings.find(({ kind }) => kind === 'value');
    if (first !== undefined) actions.pin(focusOnRecording(shown, first.id, 'kept'));
  }, [shown, fresh, generation]);
}

/** The plain listing, with the reason where nothing else is to be had. */
function Running({ why }: { why: string | null }) {
  return (
    <div className="read-listing">
      {why !== null && <p className="read-why">{why} This is the order in which it runs.</p>}
      <CodeView />
    </div>
  );
}

interface SweepsProps {
  readonly shown: Differentiation;
  readonly rows: readonly AlignedRow[];
  readonly withSource: boolean;
}

function Sweeps({ shown, rows, withSource }: SweepsProps) {
  const stale = useApp(isStale);
  const lit = useLit();
  const lines = useMemo(() => piecesOf(shown.code.text, shown.code.language), [shown]);
  const marks = useMemo(() => marksOf(shown, lit), [shown, lit]);
  const source = useMemo(
    () => (withSource ? piecesOf(shown.request.source, shown.request.language) : NO_LINES),
    [shown, withSource],
  );
  const order = useMemo(
    () => rows.flatMap(({ forward, backward }) => [...forward, ...backward]).sort((a, b) => a - b),
    [rows],
  );
  const [cursor, setCursor] = useState(-1);
  const at = order.includes(cursor) ? cursor : (order[0] ?? -1);
  const { opened, open, isOpen } = useFolds(shown, rows, cursor);
  const heights = useMemo(() => rows.map((row, i) => heightOf(row, opened.has(i))), [rows, opened]);
  const scroller = useSpread(heights, !withSource);
  useEffect(() => {
    document.getElementById(idOf(cursor))?.scrollIntoView({ block: 'nearest' });
  }, [cursor]);
  if (order.length === 0) return <Empty>Neither sweep has anything to do.</Empty>;

  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1, Home: -order.length, End: order.length }[event.key];
    if (by !== undefined && !event.ctrlKey && !event.metaKey) {
      const next = order[Math.max(0, Math.min(order.length - 1, order.indexOf(at) + by))] ?? at;
      setCursor(next);
      actions.hover(focusAt(shown, next));
    } else if (event.key === 'Enter' || event.key === ' ') actions.pin(focusAt(shown, at));
    else return;
    event.preventDefault();
  };
  const cell = (line: number) => (
    <CellLine
      key={line}
      line={line}
      shown={shown}
      pieces={lines[line] ?? []}
      mark={marks[line]}
      current={line === at}
    />
  );
  const cells = (row: AlignedRow, i: number, sweep: 'forward' | 'backward') => {
    const { first, folded, last } = foldedCell(row[sweep], sweep, isOpen(i));
    return (
      <div className="read-cell" data-sweep={sweep} role="presentation">
        {first.map(cell)}
        {folded.length > 0 && (
          <More lines={folded.length} lit={folded.some((line) => marks[line]?.lit)} onOpen={() => open(i)} />
        )}
        {last.map(cell)}
      </div>
    );
  };
  return (
    <section className={stale ? 'read stale-body' : 'read'} data-with-source={withSource || undefined}>
      {!withSource && (
        <header className="read-head">
          <span data-sweep="forward">
            <b>Forward sweep ↓</b> runs first
          </span>
          <span data-sweep="tape">
            <b>Tape</b>
          </span>
          <span data-sweep="backward">
            <b>Backward sweep ↑</b> read it from the bottom up
          </span>
        </header>
      )}
      <div
        ref={scroller}
        className="read-rows"
        role="listbox"
        aria-label="Both sweeps, line by line"
        tabIndex={0}
        aria-activedescendant={idOf(at)}
        onKeyDown={onKeyDown}
        onPointerLeave={() => actions.hover(null)}
        onBlur={() => actions.hover(null)}
      >
        {rows.map((row, i) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its line
            key={i}
            className="read-row"
            role="presentation"
            style={withSource ? undefined : { height: `calc(${heights[i]} * var(--code-line))` }}
            data-lit={linesIn(row).some((line) => marks[line]?.lit) || undefined}
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
            {cells(row, i, 'forward')}
            <div className="read-cell" data-sweep="tape" role="presentation">
              {row.stored.map((each) => (
                <Stored key={each.id} recording={each} shown={shown} lit={each.id === lit.recording} />
              ))}
            </div>
            {cells(row, i, 'backward')}
          </div>
        ))}
        {!withSource && (
          <div className="read-turn" aria-hidden="true">
            <span>
              <b>the turn</b>
            </span>
          </div>
        )}
      </div>
    </section>
  );
}

const linesIn = ({ forward, backward }: AlignedRow) => [...forward, ...backward];
const idOf = (line: number) => `read-${line}`;
const NO_LINES: readonly Piece[][] = [];

function focusAt(shown: Differentiation, line: number): Focus | null {
  const origin = codeLines(shown)[line]?.origin;
  if (origin == null) return null;
  const { start, end, statement, recording } = origin;
  return focusOnCode(shown, { start, end, statement, recording }, VIEW);
}

function piecesOf(text: string, language: Differentiation['code']['language']): Piece[][] {
  const grammar: Grammar =
    language === 'fortran' ? (looksFixedForm(text) ? 'fortran-fixed' : 'fortran') : language;
  return highlight(text, grammar);
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

/** Keeps the kernel's lines level with the rows, and both at one height. */
function useSpread(heights: readonly number[], wanted: boolean) {
  const scroller = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!wanted) return;
    sourceRows.setState({ room: heights.map((lines) => lines - 1) });
    return () => sourceRows.setState({ room: null });
  }, [heights, wanted]);
  useEffect(() => {
    const element = scroller.current;
    if (element === null || !wanted) return;
    const follow = ({ top }: { top: number }) => {
      if (Math.abs(element.scrollTop - top) >= 1) element.scrollTop = top;
    };
    const lead = () => sourceRows.setState({ top: element.scrollTop });
    const unsubscribe = sourceRows.subscribe(follow);
    follow(sourceRows.getState());
    element.addEventListener('scroll', lead, { passive: true });
    return () => {
      unsubscribe();
      element.removeEventListener('scroll', lead);
    };
  }, [wanted]);
  return scroller;
}

interface CellLineProps {
  readonly line: number;
  readonly shown: Differentiation;
  readonly pieces: readonly Piece[];
  readonly mark: LineMark | undefined;
  readonly current: boolean;
}

/** Stands for the lines of a long cell that are not shown. */
function More({ lines, lit, onOpen }: { lines: number; lit: boolean; onOpen: () => void }) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: by keyboard, going on to these lines shows them
    // biome-ignore lint/a11y/useFocusableInteractive: focus stays on the listbox
    <div
      role="option"
      aria-selected={lit}
      className="read-line read-more"
      data-lit={lit || undefined}
      onClick={onOpen}
    >
      {`⋯ ${lines} more lines`}
    </div>
  );
}

const CellLine = memo(function CellLine({ line, shown, pieces, mark, current }: CellLineProps) {
  const text = pieces.map((piece) => piece.text).join('');
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox handles keys for all of its options
    // biome-ignore lint/a11y/useFocusableInteractive: focus stays on the listbox, which names its active option
    <div
      id={idOf(line)}
      role="option"
      aria-selected={mark?.lit ?? false}
      aria-label={mark === undefined || mark.spoken === '' ? undefined : `${mark.spoken}: ${text.trim()}`}
      className="read-line"
      data-bar={mark?.bar}
      data-lit={mark?.lit || undefined}
      data-strong={mark?.strong || undefined}
      data-current={current || undefined}
      onPointerEnter={() => actions.hover(focusAt(shown, line))}
      onClick={() => actions.pin(focusAt(shown, line))}
    >
      <Pieces pieces={pieces} />
    </div>
  );
});

function Pieces({ pieces }: { pieces: readonly Piece[] }) {
  return pieces.map(({ text, kind }, i) =>
    kind === null ? (
      text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces never move within a line
      <span key={i} className={`t-${kind}`}>
        {text}
      </span>
    ),
  );
}

const WHAT: Partial<Record<Recording['kind'], string>> = {
  branch: 'branch',
  arrow: 'arrow',
  count: 'trips',
  bounds: 'bound',
};

/** One thing on the tape, between its push and its pop. */
function Stored({ recording, shown, lit }: { recording: Recording; shown: Differentiation; lit: boolean }) {
  const { id, kind, text, bytes } = recording;
  const what = WHAT[kind] ?? text;
  const size = asBytes(bytes);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the line that pushes it asks the same by key
    // biome-ignore lint/a11y/useFocusableInteractive: focus stays on the listbox
    <div
      role="option"
      aria-selected={lit}
      className="read-stored"
      data-lit={lit || undefined}
      title={recording.reason}
      aria-label={`stored: ${what}, ${size}. Why?`}
      onPointerEnter={() => actions.hover(focusOnRecording(shown, id, VIEW))}
      onClick={() => actions.pin(focusOnRecording(shown, id, VIEW))}
    >
      <span>
        {what} <small>· {size}</small>
      </span>
    </div>
  );
}
