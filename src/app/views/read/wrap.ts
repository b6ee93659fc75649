import { type RefObject, useLayoutEffect, useState } from 'react';
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

/** The last place before `end` after which a line may break. */
function breakIn(text: string, start: number, end: number): number | null {
  const first = text.slice(start).search(/\S/) + start;
  for (let at = end; at > first + 1; at--) {
    const [before = '', after = ''] = [text[at - 1], text[at]];
    if (before === ' ' || (/[,(]/.test(before) && after !== ')')) return at;
  }
  return null;
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

/** The lines that a wrapped one takes. */
export const linesTaken = (pieces: readonly Piece[]): number =>
  pieces.reduce((sum, { text }) => sum + text.split('\n').length - 1, 1);

/** What fits into the cells of each sweep, measured whenever they change. */
export function useWidths(scroller: RefObject<HTMLElement | null>, columns: unknown): Widths {
  const [widths, set] = useState(UNMEASURED);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other shares are other widths
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null || typeof ResizeObserver === 'undefined') return;
    const look = () => {
      const character = characterWidth(element);
      const widthOf = (sweep: string) => {
        const cell = element.querySelector(`:scope > .read-row > .read-cell[data-sweep='${sweep}']`);
        return cell === null
          ? Number.POSITIVE_INFINITY
          : Math.floor((cell.clientWidth - PADDING) / character);
      };
      const now = { forward: widthOf('forward'), backward: widthOf('backward') };
      set((last) => (last.forward === now.forward && last.backward === now.backward ? last : now));
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller, columns]);
  return widths;
}

/** On both sides of a line, in pixels. */
const PADDING = 24;

function characterWidth(element: HTMLElement): number {
  const { fontSize, fontFamily } = getComputedStyle(element);
  const context = document.createElement('canvas').getContext('2d');
  if (context === null) return Number.parseFloat(fontSize) * 0.6;
  context.font = `${fontSize} ${fontFamily}`;
  return context.measureText('0'.repeat(100)).width / 100;
}
