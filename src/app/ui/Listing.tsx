import { type KeyboardEvent, memo, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { type Grammar, highlight, type Painted, type Piece, paintPieces } from './highlight';

/** What a line carries beside its text. */
export interface LineMark {
  /** Colour of the bar in the gutter, by name. */
  readonly bar: 'forward' | 'backward' | 'tape' | 'none';
  readonly lit: boolean;
  readonly strong: boolean;
  readonly dim: boolean;
  /** A run is here at the moment. */
  readonly now: boolean;
  /** Said before the line's text. */
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

/** Lines that are painted anew together. */
const GROUP = 4;

interface ListingProps {
  readonly text: string;
  readonly grammar: Grammar;
  readonly label: string;
  /** By line, from 0; missing lines are plain. */
  readonly marks: readonly LineMark[];
  /** Ranges with a class of their own, in order. */
  readonly paint?: readonly Painted[];
  /** By line: how many lines of room come after it. */
  readonly room?: readonly number[] | null;
  readonly onHover: (line: number | null) => void;
  readonly onChoose: (line: number) => void;
  /** Scrolls to this line when it changes. */
  readonly reveal: number | null;
}

/** Code to read: lines with a gutter, a cursor that moves by arrow keys, and marks. */
export function Listing(props: ListingProps) {
  const { text, grammar, label, marks, paint, room, onHover, onChoose, reveal } = props;
  const plain = useMemo(() => highlight(text.replace(/\n$/, ''), grammar), [text, grammar]);
  const lines = useMemo(() => (paint?.length ? paintPieces(plain, paint) : plain), [plain, paint]);
  const [cursor, setCursor] = useState(0);
  const id = useId();
  const at = Math.min(cursor, lines.length - 1);

  // The cursor goes there in the same pass, not in one of its own.
  const [revealed, setRevealed] = useState<number | null>(null);
  if (reveal !== revealed) {
    setRevealed(reveal);
    if (reveal !== null) setCursor(reveal);
  }
  useEffect(() => {
    if (reveal === null) return;
    // With the frame's own layout: asked for at once, it would be done twice.
    const frame = requestAnimationFrame(() => showLine(document.getElementById(`${id}-${reveal}`)));
    return () => cancelAnimationFrame(frame);
  }, [reveal, id]);

  // Lines are many and a step changes few of them: what they call stays the same.
  const handlers = useRef({ onHover, onChoose });
  handlers.current = { onHover, onChoose };
  const hover = useCallback((line: number | null) => handlers.current.onHover(line), []);
  const choose = useCallback((line: number) => handlers.current.onChoose(line), []);

  const move = (line: number) => {
    const next = Math.max(0, Math.min(lines.length - 1, line));
    setCursor(next);
    onHover(next);
    document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' });
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
      className="listing"
      data-long={lines.length > LONG || undefined}
      role="listbox"
      aria-multiselectable
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={`${id}-${at}`}
      onKeyDown={onKeyDown}
      onPointerLeave={() => onHover(null)}
      onBlur={() => onHover(null)}
    >
      {firstLines(lines.length).map((first) => (
        <div key={first} className="line-group" role="presentation">
          {lines.slice(first, first + GROUP).map((pieces, k) => (
            <Line
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number
              key={k}
              id={`${id}-${first + k}`}
              number={first + k}
              pieces={pieces}
              mark={marks[first + k] ?? PLAIN_LINE}
              current={first + k === at}
              room={room?.[first + k] ?? 0}
              onHover={hover}
              onChoose={choose}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

/** With more lines than this, those out of sight are not laid out before they come into sight. */
const LONG = 400;

function firstLines(count: number): number[] {
  return Array.from({ length: Math.ceil(count / GROUP) }, (_, k) => k * GROUP);
}

/** Scrolls only where the line is out of sight. */
function showLine(element: HTMLElement | null): void {
  const view = element?.closest('.panel-body, .page');
  if (!element || !view) return;
  const [at, around] = [element.getBoundingClientRect(), view.getBoundingClientRect()];
  if (at.top < around.top || at.bottom > around.bottom) element.scrollIntoView({ block: 'nearest' });
}

interface LineProps extends Pick<ListingProps, 'onHover' | 'onChoose'> {
  readonly id: string;
  readonly number: number;
  readonly pieces: readonly Piece[];
  readonly mark: LineMark;
  readonly current: boolean;
  readonly room: number;
}

/** What is said in place of the text: an option has to have a name. */
function spokenLine(text: string, spoken: string): string | undefined {
  if (text.trim() === '') return spoken === '' ? 'empty line' : spoken;
  return spoken === '' ? undefined : `${spoken}: ${text}`;
}

const Line = memo(function Line(props: LineProps) {
  const { id, number, pieces, mark, current, room, onHover, onChoose } = props;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox handles keys for all of its options
    // biome-ignore lint/a11y/useFocusableInteractive: focus stays on the listbox, which names its active option
    <div
      id={id}
      role="option"
      aria-selected={mark.lit}
      aria-current={mark.now ? 'step' : undefined}
      // Not as hidden text: that would be a layer of its own in each line, to be looked at whenever something is painted.
      aria-label={spokenLine(pieces.map(({ text }) => text).join(''), mark.spoken)}
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
      <span className="line-text">
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
