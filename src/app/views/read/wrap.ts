import { type RefObject, useLayoutEffect, useMemo, useState } from 'react';
import { type Piece, textOf } from '../../ui/highlight';

/** How many characters go into a line of each sweep; as many as there are, before anything is measured. */
export interface Widths {
  readonly forward: number;
  readonly backward: number;
}
const UNMEASURED: Widths = { forward: Number.POSITIVE_INFINITY, backward: Number.POSITIVE_INFINITY };

/** With fewer, lines are left as long as they are. */
const LEAST = 16;
const HANGING = 4;

/**
 * A line of code in as many lines as it takes: broken after a comma, an operator or a blank, what goes on being indented further
 * than it began. What has no such place in reach is left to be scrolled.
 */
export function wrapped(pieces: readonly Piece[], width: number): readonly Piece[] {
  const text = textOf(pieces);
  if (width < LEAST || text.length <= width) return pieces;
  const hang = Math.min(text.length - text.trimStart().length + HANGING, Math.floor(width / 2));
  const breaks: number[] = [];
  for (let start = 0, room = width; text.length - start > room; room = width - hang) {
    const at = breakIn(text, start, start + room);
    if (at === null) break;
    breaks.push(at);
    start = at;
  }
  return brokenAt(pieces, breaks, `\n${' '.repeat(hang)}`);
}

/** How many characters of a line are given for a break outside of one more pair of brackets, and for no mark alone in the next one. */
const A_BRACKET = 12;
const A_LAST_MARK = 24;

/** The place up to `end` where a line breaks best: late, within few brackets, and so that what follows is more than a brace. */
function breakIn(text: string, start: number, end: number): number | null {
  const first = text.slice(start).search(/\S/) + start;
  let best: number | null = null;
  let least = Number.POSITIVE_INFINITY;
  let depth = 0;
  for (let at = first; at <= end + 1; at++) {
    const [before = '', after = ''] = [text[at - 1], text[at]];
    const mayBreak = before === ' ' || (at <= end && /[,(]/.test(before) && after !== ')');
    if (mayBreak && at > first + 1 && after !== ' ') {
      const rest = text.length - at <= 2 ? A_LAST_MARK : 0;
      const cost = end - at + A_BRACKET * depth + rest;
      if (cost <= least) [best, least] = [at, cost];
    }
    if (/[([]/.test(after)) depth++;
    if (/[)\]]/.test(after)) depth--;
  }
  return best;
}

function brokenAt(pieces: readonly Piece[], breaks: readonly number[], line: string): Piece[] {
  let position = 0;
  let next = 0;
  return pieces.map(({ text, kind }) => {
    let out = '';
    let from = 0;
    for (; (breaks[next] ?? Number.POSITIVE_INFINITY) <= position + text.length; next++) {
      const at = (breaks[next] ?? 0) - position;
      out += text.slice(from, at).trimEnd() + line;
      from = at;
    }
    position += text.length;
    return { text: out + text.slice(from), kind };
  });
}

/** Columns are narrow, and none begins with room that no line uses: the indentation that all `drawn` lines have goes. */
export function outdented(
  lines: readonly (readonly Piece[])[],
  drawn: readonly number[],
): readonly (readonly Piece[])[] {
  const blanks = drawn.map((line) => textOf(lines[line] ?? []).search(/\S/)).filter((count) => count >= 0);
  const least = Math.min(...blanks);
  return lines.map(([first, ...rest]) =>
    first === undefined
      ? []
      : [{ ...first, text: first.text.replace(/^ */, (all) => all.slice(least)) }, ...rest],
  );
}

/** The lines that a wrapped one takes. */
export const linesTaken = (pieces: readonly Piece[]): number =>
  pieces.reduce((sum, { text }) => sum + text.split('\n').length - 1, 1);

/** Of the width that both sweeps have beside each other, in any unit. */
export interface Shares {
  readonly forward: number;
  readonly backward: number;
}

/** What was measured, in pixels: the cells of both sweeps, and a character. */
interface Room extends Shares {
  readonly beside: boolean;
  readonly character: number;
}

/**
 * What fits into the cells of each sweep. Their room is measured when it changes; how they share it follows from the program, so that
 * the lines of one that comes are broken as they are drawn.
 */
export function useWidths(scroller: RefObject<HTMLElement | null>, shares: Shares, isThere: boolean): Widths {
  const [room, set] = useState<Room | null>(null);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null || !isThere || typeof ResizeObserver === 'undefined') return;
    const look = () => {
      const now = roomIn(element);
      set((last) => (JSON.stringify(last) === JSON.stringify(now) ? last : now));
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller, isThere]);
  return useMemo(() => {
    if (room === null) return UNMEASURED;
    const both = room.forward + room.backward;
    const widthOf = (sweep: keyof Shares) => {
      const share = shares[sweep] / (shares.forward + shares.backward);
      return Math.floor(((room.beside ? both * share : room[sweep]) - PADDING) / room.character);
    };
    return { forward: widthOf('forward'), backward: widthOf('backward') };
  }, [room, shares]);
}

function roomIn(element: HTMLElement): Room | null {
  const [forward, backward] = ['forward', 'backward'].map((sweep) =>
    element.querySelector(`.read-row > .read-cell[data-sweep='${sweep}']`)?.getBoundingClientRect(),
  );
  if (forward === undefined || backward === undefined) return null;
  return {
    beside: forward.right <= backward.left,
    forward: forward.width,
    backward: backward.width,
    character: characterWidth(element),
  };
}

/** Beside a line in its cell, in pixels: on both sides of it, and the bar of its sweep. */
const PADDING = 2 * 12 + 3;

function characterWidth(element: HTMLElement): number {
  const { fontSize, fontFamily, letterSpacing } = getComputedStyle(element);
  const context = document.createElement('canvas').getContext('2d');
  if (context === null) return Number.parseFloat(fontSize) * 0.6;
  context.font = `${fontSize} ${fontFamily}`;
  context.letterSpacing = letterSpacing;
  return context.measureText('0'.repeat(100)).width / 100;
}
