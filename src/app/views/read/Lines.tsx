import {
  type CSSProperties,
  type KeyboardEvent,
  memo,
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useState,
} from 'react';
import type { Differentiation, Recording } from '../../../engine/pipeline/results';
import { actions } from '../../app';
import { looksFixedForm } from '../../store/document/language';
import { storedName } from '../../store/results/lookup';
import { type Focus, focusOnCode, focusOnRecording } from '../../store/view/focus';
import { type Grammar, highlight, type Piece, textOf } from '../../ui/highlight';
import type { LineMark } from '../../ui/Listing';
import { grouped } from '../../ui/numbers';
import { useLit } from '../../use';
import { codeLines, marksOf } from '../code/lines';
import { storedSize } from '../storedSize';
import { linesTaken, outdented, wrapped } from './wrap';

const VIEW = 'read';

/** Lines of the generated code outside of a listing: one cursor goes through all of them, in the order given. */
export interface Lines {
  readonly marks: readonly LineMark[];
  readonly cursor: number;
  /** Where the cursor is drawn. */
  readonly at: number;
  readonly draw: (line: number) => ReactNode;
  readonly text: (line: number) => string;
  /** How many lines of the page it takes. */
  readonly tall: (line: number) => number;
  /** What the listbox around them takes. */
  readonly box: {
    readonly tabIndex: 0;
    readonly 'aria-multiselectable': true;
    readonly 'aria-activedescendant': string;
    readonly onKeyDown: (event: KeyboardEvent) => void;
    readonly onPointerLeave: () => void;
    readonly onBlur: () => void;
  };
}

/** `width`: of each line, how many characters it has room for. */
export function useLines(
  shown: Differentiation,
  order: readonly number[],
  width?: ReadonlyMap<number, number>,
): Lines {
  const lit = useLit();
  const whole = useMemo(
    () => outdented(piecesOf(shown.code.text, shown.code.language), order),
    [shown, order],
  );
  const pieces = useMemo(
    () =>
      width === undefined
        ? whole
        : whole.map((each, line) => wrapped(each, width.get(line) ?? Number.POSITIVE_INFINITY)),
    [whole, width],
  );
  const marks = useMemo(() => marksOf(shown, lit), [shown, lit]);
  const [cursor, setCursor] = useState(-1);
  const at = order.includes(cursor) ? cursor : (order[0] ?? -1);
  useEffect(() => {
    document.getElementById(idOf(cursor))?.scrollIntoView({ block: 'nearest' });
  }, [cursor]);
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
  const tall = useCallback((line: number) => linesTaken(pieces[line] ?? []), [pieces]);
  const text = useCallback((line: number) => textOf(pieces[line] ?? []), [pieces]);
  return {
    marks,
    cursor,
    at,
    tall,
    text,
    draw: (line) => (
      <CellLine
        key={line}
        line={line}
        shown={shown}
        pieces={pieces[line] ?? []}
        mark={marks[line]}
        current={line === at}
      />
    ),
    box: {
      tabIndex: 0,
      'aria-multiselectable': true,
      'aria-activedescendant': idOf(at),
      onKeyDown,
      onPointerLeave: () => actions.hover(null),
      onBlur: () => actions.hover(null),
    },
  };
}

const idOf = (line: number) => `read-${line}`;

function focusAt(shown: Differentiation, line: number): Focus | null {
  const origin = codeLines(shown)[line]?.origin;
  if (origin == null) return null;
  const { start, end, statement, recording } = origin;
  return focusOnCode(shown, { start, end, statement, recording }, VIEW);
}

export function piecesOf(text: string, language: Differentiation['code']['language']): Piece[][] {
  const grammar: Grammar =
    language === 'fortran' ? (looksFixedForm(text) ? 'fortran-fixed' : 'fortran') : language;
  return highlight(text, grammar);
}

interface CellLineProps {
  readonly line: number;
  readonly shown: Differentiation;
  readonly pieces: readonly Piece[];
  readonly mark: LineMark | undefined;
  readonly current: boolean;
}

const CellLine = memo(function CellLine({ line, shown, pieces, mark, current }: CellLineProps) {
  const text = textOf(pieces);
  const tall = linesTaken(pieces);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox handles keys for all of its options
    // biome-ignore lint/a11y/useFocusableInteractive: focus stays on the listbox, which names its active option
    <div
      id={idOf(line)}
      role="option"
      aria-selected={mark?.lit ?? false}
      aria-label={
        mark === undefined || mark.spoken === ''
          ? undefined
          : `${mark.spoken}: ${text.trim().replace(/\s+/g, ' ')}`
      }
      className="read-line"
      data-bar={mark?.bar}
      data-lit={mark?.lit || undefined}
      data-strong={mark?.strong || undefined}
      data-current={current || undefined}
      style={tall === 1 ? undefined : { height: `calc(${tall} * var(--code-line))` }}
      onPointerEnter={() => actions.hover(focusAt(shown, line))}
      onClick={() => actions.pin(focusAt(shown, line))}
    >
      <Pieces pieces={pieces} />
    </div>
  );
});

export function Pieces({ pieces }: { pieces: readonly Piece[] }) {
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

/** Stands for the lines of a long cell that are not shown. */
export function More({ lines, lit, onOpen }: { lines: number; lit: boolean; onOpen: () => void }) {
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
      {`⋯ ${grouped(lines)} more lines`}
    </div>
  );
}

interface StoredProps {
  readonly recording: Recording;
  readonly shown: Differentiation;
  readonly lit: boolean;
  /** Lines of the row above it, and how many lines below that it is popped. */
  readonly at: number;
  readonly bend: number;
}

/** One thing on the tape, between its push and its pop. */
export function Stored({ recording, shown, lit, at, bend }: StoredProps) {
  const { id } = recording;
  const what = storedName(recording);
  const size = storedSize(shown, recording);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the line that pushes it asks the same by key
    // biome-ignore lint/a11y/useFocusableInteractive: focus stays on the listbox
    <div
      role="option"
      aria-selected={lit}
      className="read-stored"
      data-lit={lit || undefined}
      data-bend={bend === 0 ? undefined : bend < 0 ? 'up' : 'down'}
      style={{ top: `calc(${at} * var(--code-line))`, '--bend': Math.abs(bend) } as CSSProperties}
      title={`${what}, ${size}. ${recording.reason}`}
      aria-label={`stored: ${what}, ${size}. Why?`}
      onPointerEnter={() => actions.hover(focusOnRecording(shown, id, VIEW))}
      onClick={() => actions.pin(focusOnRecording(shown, id, VIEW))}
    >
      <span>
        <b>{what}</b> <small>{size}</small>
      </span>
    </div>
  );
}
