import {
  type CSSProperties,
  type KeyboardEvent,
  memo,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { type Grammar, highlight, type Painted, type Piece, paintPieces, textOf } from './highlight';
import { useNear } from './near';
import { inNextFrame } from './turns';

/** What a line shows besides its text. */
export interface LineMark {
  /** Colour of the bar in the gutter, by name. */
  readonly bar: 'forward' | 'backward' | 'tape' | 'none';
  readonly lit: boolean;
  readonly strong: boolean;
  readonly dim: boolean;
  /** Whether a run is here at the moment. */
  readonly now: boolean;
  /** Spoken before the line's text. */
  readonly spoken: string;
}
export const PLAIN_LINE: LineMark = {
  bar: 'none',
  lit: false,
  strong: false,
  dim: false,
  now: false,
  spoken: '',
};

/** Lines that are painted, and drawn in full, together. */
const GROUP = 8;
/** With more groups than this, those far out of sight are drawn in a simple form; about so many are in sight. */
const LONG = 15;
const SIGHT = { most: LONG, first: 8 };

interface ListingProps {
  readonly text: string;
  readonly grammar: Grammar;
  readonly label: string;
  /** By line, from 0; missing lines are plain. */
  readonly marks: readonly LineMark[];
  /** Ranges with a class of their own, in order. */
  readonly paint?: readonly Painted[];
  /** By line: the number of empty lines that follow it. */
  readonly room?: readonly number[] | null;
  readonly onHover: (line: number | null) => void;
  readonly onChoose: (line: number) => void;
  /** Scrolls to this line when it changes. */
  readonly reveal: number | null;
}

/** Code to read: lines with a gutter, a cursor moved by arrow keys, and marks. */
export function Listing(props: ListingProps) {
  const { text, grammar, label, marks, paint, room, onHover, onChoose, reveal } = props;
  const plain = useMemo(() => highlight(text.replace(/\n$/, ''), grammar), [text, grammar]);
  const lines = useMemo(() => (paint?.length ? paintPieces(plain, paint) : plain), [plain, paint]);
  const [cursor, setCursor] = useState(0);
  const id = useId();
  const at = Math.min(cursor, lines.length - 1);
  const box = useRef<HTMLDivElement>(null);
  const groups = Math.ceil(lines.length / GROUP);
  const isNear = useNear(box, groups, SIGHT);

  // The cursor goes there in the same pass, not in one of its own.
  const [revealed, setRevealed] = useState<number | null>(null);
  if (reveal !== revealed) {
    setRevealed(reveal);
    if (reveal !== null) setCursor(reveal);
  }
  useEffect(() => {
    if (reveal === null) return;
    return inNextFrame(() => showLine(box.current, reveal));
  }, [reveal]);

  // There are many lines and a step changes few of them: their callbacks stay the same.
  const handlers = useRef({ onHover, onChoose });
  handlers.current = { onHover, onChoose };
  const hover = useCallback((line: number | null) => handlers.current.onHover(line), []);
  const choose = useCallback((line: number) => handlers.current.onChoose(line), []);

  const move = (line: number) => {
    const next = Math.max(0, Math.min(lines.length - 1, line));
    setCursor(next);
    onHover(next);
    elementOf(box.current, next)?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + 15,
      PageUp: at - 15,
      Home: 0,
      End: lines.length - 1,
    };
    const next = step[event.key];
    if (next !== undefined && !event.ctrlKey && !event.metaKey) move(next);
    else if (event.key === 'Enter' || event.key === ' ') onChoose(at);
    else return;
    event.preventDefault();
  };

  return (
    <div
      ref={box}
      className="listing"
      data-long={groups > LONG || undefined}
      role="listbox"
      aria-multiselectable
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={`${id}-${at}`}
      onKeyDown={onKeyDown}
      onPointerLeave={() => onHover(null)}
      onBlur={() => onHover(null)}
    >
      {Array.from({ length: groups }, (_, k) => (
        <Group
          // biome-ignore lint/suspicious/noArrayIndexKey: a group is its lines' numbers
          key={k}
          id={id}
          first={k * GROUP}
          lines={lines}
          marks={marks}
          room={room}
          at={Math.floor(at / GROUP) === k ? at : null}
          near={isNear(k)}
          onHover={hover}
          onChoose={choose}
        />
      ))}
    </div>
  );
}

/** The element of a line; if that is not drawn in full, of its group. */
function elementOf(box: HTMLElement | null, line: number): Element | undefined {
  const group = box?.querySelectorAll('.line-group')[Math.floor(line / GROUP)];
  return group?.querySelectorAll('.line')[line % GROUP] ?? group;
}

/** Scrolls only if the line is out of sight: then it comes to the middle, so that its surroundings are seen. */
function showLine(box: HTMLElement | null, line: number): void {
  const element = elementOf(box, line);
  const view = element?.closest('.panel-body, .page');
  if (!element || !view) return;
  const [at, around] = [element.getBoundingClientRect(), view.getBoundingClientRect()];
  if (at.top < around.top || at.bottom > around.bottom) element.scrollIntoView({ block: 'center' });
}

/** Scrolls so that a line is the first in sight. */
export function showFrom(box: HTMLElement | null, line: number): void {
  const element = elementOf(box, line);
  const view = element?.closest('.panel-body');
  if (!element || !view) return;
  view.scrollTop += element.getBoundingClientRect().top - view.getBoundingClientRect().top;
}

interface GroupProps extends Pick<ListingProps, 'marks' | 'room' | 'onHover' | 'onChoose'> {
  readonly id: string;
  readonly first: number;
  readonly lines: readonly (readonly Piece[])[];
  /** The line with the cursor, if it is among these. */
  readonly at: number | null;
  readonly near: boolean;
}

const Group = memo(function Group(props: GroupProps) {
  const { id, first, lines, marks, room, at, near, onHover, onChoose } = props;
  const own = lines.slice(first, first + GROUP);
  if (!near && at === null) {
    const rows = own.reduce((sum, _, k) => sum + 1 + (room?.[first + k] ?? 0), 0);
    return (
      <div
        className="line-group line-text"
        aria-hidden="true"
        style={{ height: `calc(${rows} * var(--code-line))` }}
      >
        {own.map(textOf).join('\n')}
      </div>
    );
  }
  return (
    <div className="line-group" role="presentation">
      {own.map((pieces, k) => (
        <Line
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number
          key={k}
          id={`${id}-${first + k}`}
          number={first + k}
          count={lines.length}
          pieces={pieces}
          mark={marks[first + k] ?? PLAIN_LINE}
          current={first + k === at}
          room={room?.[first + k] ?? 0}
          onHover={onHover}
          onChoose={onChoose}
        />
      ))}
    </div>
  );
}, isSameGroup);

/** Marks far out of sight are not drawn. */
function isSameGroup(a: GroupProps, b: GroupProps): boolean {
  if (a.near !== b.near || a.at !== b.at || a.lines !== b.lines || a.room !== b.room) return false;
  return !a.near && a.at === null ? true : a.marks === b.marks;
}

interface LineProps extends Pick<ListingProps, 'onHover' | 'onChoose'> {
  readonly id: string;
  readonly number: number;
  readonly count: number;
  readonly pieces: readonly Piece[];
  readonly mark: LineMark;
  readonly current: boolean;
  readonly room: number;
}

/** Spoken in place of the text: an option must have a name. */
function spokenLine(text: string, spoken: string): string | undefined {
  if (text.trim() === '') return spoken === '' ? 'empty line' : spoken;
  return spoken === '' ? undefined : `${spoken}: ${text}`;
}

const Line = memo(function Line(props: LineProps) {
  const { id, number, count, pieces, mark, current, room, onHover, onChoose } = props;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox handles keys for all of its options
    // biome-ignore lint/a11y/useFocusableInteractive: focus stays on the listbox, which names its active option
    <div
      id={id}
      role="option"
      aria-selected={mark.lit}
      aria-posinset={number + 1}
      aria-setsize={count}
      aria-current={mark.now ? 'step' : undefined}
      // Not as hidden text: that would be a layer of its own in each line, examined at every repaint.
      aria-label={spokenLine(textOf(pieces), mark.spoken)}
      className="line"
      data-bar={mark.bar}
      data-lit={mark.lit || undefined}
      data-strong={mark.strong || undefined}
      data-dim={mark.dim || undefined}
      data-now={mark.now || undefined}
      data-current={current || undefined}
      style={room === 0 ? undefined : { marginBottom: `calc(${room} * var(--code-line))` }}
      onPointerEnter={() => onHover(number)}
      onClick={() => onChoose(number)}
    >
      <span className="line-number" aria-hidden="true">
        {number + 1}
      </span>
      <span className="line-bar" aria-hidden="true" />
      <span className="line-text" style={{ '--indent': textOf(pieces).search(/\S/) } as CSSProperties}>
        {pieces.map((piece, i) =>
          piece.kind === null && piece.paint === undefined ? (
            piece.text
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces never move within a line
            <span key={i} className={`t-${piece.kind} ${piece.paint ?? ''}`}>
              {piece.text}
            </span>
          ),
        )}
      </span>
    </div>
  );
});
