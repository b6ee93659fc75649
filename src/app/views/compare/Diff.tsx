import { ChevronDown, ChevronUp } from 'lucide-react';
import { type CSSProperties, useEffect, useMemo, useRef, useState } from 'react';
import type { GeneratedCode } from '../../../engine/pipeline/results';
import { looksFixedForm } from '../../store/document/language';
import { Button } from '../../ui/controls';
import { type Grammar, highlight, type Piece, paintPieces } from '../../ui/highlight';
import { changedPart, type DiffRow, lineDiff, stacked } from './lineDiff';

/** Two generated codes side by side, if there is room, scrolled to where they begin to differ. Only rows in sight are made. */
export function Diff({ left, right }: { left: GeneratedCode; right: GeneratedCode }) {
  const pane = useRef<HTMLDivElement>(null);
  const [before, after] = [useMemo(() => linesOf(left), [left]), useMemo(() => linesOf(right), [right])];
  const [seen, look] = useRowsInSight(pane);
  const [one, other] = [before.width + NUMBERS, after.width + NUMBERS];
  const wide = seen.characters >= one + other;
  const rows = useMemo(() => {
    const both = lineDiff(before.texts, after.texts);
    return wide ? both : stacked(both);
  }, [before, after, wide]);
  const starts = useMemo(() => rows.flatMap((_, k) => (startsChange(rows, k) ? k : [])), [rows]);
  const show = (row: number) => {
    const { current } = pane;
    if (current !== null) current.scrollTop = Math.max(0, row - ABOVE) * rowHeight(current);
    look();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: it opens there; whoever scrolls then is left where they are
  useEffect(() => show(starts[0] ?? 0), [starts]);
  const at = seen.top + ABOVE;
  const next = starts.find((row) => row > at);
  const previous = starts.findLast((row) => row < at);
  const end = Math.min(seen.end, rows.length);
  const inSight = Array.from({ length: Math.max(0, end - seen.first) }, (_, k) => seen.first + k);
  const size = {
    height: `calc(${rows.length} * var(--code-line))`,
    minWidth: `${wide ? one + other : Math.max(one, other)}ch`,
    '--columns': wide ? `minmax(${one}ch, 1fr) minmax(${other}ch, 1fr)` : '1fr',
  };
  return (
    <div className="side-by-side">
      <header>
        <span>{saidOf(rows)}</span>
        <span className="grow" />
        <Button
          look="quiet"
          title="Previous difference"
          disabled={previous === undefined}
          onClick={() => show(previous ?? 0)}
        >
          <ChevronUp size={14} aria-hidden="true" />
        </Button>
        <Button
          look="quiet"
          title="Next difference"
          disabled={next === undefined}
          onClick={() => show(next ?? 0)}
        >
          <ChevronDown size={14} aria-hidden="true" />
        </Button>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section ref={pane} tabIndex={0} aria-label="Codes of both strategies, side by side" onScroll={look}>
        <div style={size as CSSProperties}>
          {inSight.map((at) => (
            <Row key={at} {...{ at, before, after, wide }} row={rows[at] as DiffRow} />
          ))}
        </div>
      </section>
    </div>
  );
}

/** Rows of equal text that stay in sight above a difference. */
const ABOVE = 3;
/** Width beside a line, in characters: its number, and space. */
const NUMBERS = 9;
/** Width of a character of the code's font, in ems. */
const WIDTH = 0.6;
/** Rows made beyond those in sight. */
const MARGIN = 12;

interface Lines {
  readonly texts: readonly string[];
  readonly grammar: Grammar;
  /** In characters. */
  readonly width: number;
}

/** The tape runtime is the same in both and stands in the way. */
function linesOf({ text, language, runtime }: GeneratedCode): Lines {
  const own = (runtime === null ? text : text.slice(runtime.end).trimStart()).replace(/\n$/, '');
  const fixed = language === 'fortran' && looksFixedForm(text);
  const texts = own.split('\n');
  const width = texts.reduce((most, line) => Math.max(most, line.length), 0);
  return { texts, grammar: fixed ? 'fortran-fixed' : language, width };
}

const startsChange = (rows: readonly DiffRow[], at: number) =>
  rows[at]?.same === false && rows[at - 1]?.same !== false;

function saidOf(rows: readonly DiffRow[]): string {
  const count = (side: 'left' | 'right') => rows.filter((row) => !row.same && row[side] !== null).length;
  const [gone, come] = [count('left'), count('right')];
  if (gone + come === 0) return 'Both codes are the same.';
  const lines = (n: number) => `${n} ${n === 1 ? 'line' : 'lines'}`;
  return `${lines(gone)} on the left only, ${lines(come)} on the right only`;
}

interface RowProps {
  readonly row: DiffRow;
  readonly at: number;
  readonly before: Lines;
  readonly after: Lines;
  readonly wide: boolean;
}

function Row({ row, at, before, after, wide }: RowProps) {
  const [left, right] = [lineOf(before, row.left), lineOf(after, row.right)];
  const top = { top: `calc(${at} * var(--code-line))` };
  if (row.same)
    return (
      <div style={top}>
        <Side line={left} />
        {wide && <Side line={right} />}
      </div>
    );
  return (
    <div style={top}>
      {left === null ? (
        <span />
      ) : (
        <del>
          <Side line={left} other={right} />
        </del>
      )}
      {right === null ? (
        <span />
      ) : (
        <ins>
          <Side line={right} other={left} />
        </ins>
      )}
    </div>
  );
}

interface Line {
  readonly number: number;
  readonly text: string;
  readonly pieces: readonly Piece[];
}

/** Each line is coloured when it comes into sight: in generated code only comments span several lines, and go on behind a star. */
function lineOf({ texts, grammar }: Lines, at: number | null): Line | null {
  if (at === null) return null;
  const text = texts[at] ?? '';
  const goesOn = grammar !== 'fortran' && /^ \*/.test(text);
  return {
    number: at + 1,
    text,
    pieces: goesOn ? [{ text, kind: 'comment' }] : (highlight(text, grammar)[0] ?? []),
  };
}

function Side({ line, other = null }: { line: Line | null; other?: Line | null }) {
  if (line === null) return <span />;
  const part = other === null ? null : changedPart(line.text, other.text);
  const painted =
    part === null || part.start === part.end
      ? line.pieces
      : (paintPieces([[...line.pieces]], [{ ...part, className: 'changed-part' }])[0] ?? []);
  return (
    <span>
      <i aria-hidden="true">{line.number}</i>
      {painted.map((piece, k) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces never move within a line
        <span key={k} className={`t-${piece.kind} ${piece.paint ?? ''}`}>
          {piece.text}
        </span>
      ))}
    </span>
  );
}

const rowHeight = (pane: Element) => Number.parseFloat(getComputedStyle(pane).lineHeight) || 20;

function useRowsInSight(pane: { readonly current: HTMLElement | null }) {
  const [seen, setSeen] = useState({ top: 0, first: 0, end: 60, characters: 0 });
  const look = () => {
    const { current } = pane;
    if (current === null) return;
    const height = rowHeight(current);
    const top = Math.round(current.scrollTop / height);
    const end = Math.ceil((current.scrollTop + current.clientHeight) / height) + MARGIN;
    const first = Math.max(0, top - MARGIN);
    const characters = Math.floor(
      current.clientWidth / (WIDTH * Number.parseFloat(getComputedStyle(current).fontSize)),
    );
    setSeen((was) =>
      was.top === top && was.end === end && was.characters === characters
        ? was
        : { top, first, end, characters },
    );
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: `look` reads the pane alone
  useEffect(() => {
    const { current } = pane;
    if (current === null) return;
    const observer = new ResizeObserver(look);
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return [seen, look] as const;
}
