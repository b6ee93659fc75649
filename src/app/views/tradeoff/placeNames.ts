import type { Point, Rect } from '../../layout/types';

/** A point with its name; those of lower rank are named first. */
interface Named extends Point {
  readonly text: string;
  readonly rank: number;
}

export interface PlacedName extends Point {
  readonly text: string;
  readonly anchor: 'start' | 'middle' | 'end';
}

/** Of a letter's size: how wide one is on average, and how far from its point a name stands. */
const WIDTH = 0.54;
const AWAY = 1.25;
const MARK = 6;

/** Names beside their points, none over another, over a point or outside; what finds no room has none. */
export function placeNames(
  points: readonly Named[],
  room: { readonly width: number; readonly height: number; readonly letter: number },
): PlacedName[] {
  const { letter } = room;
  const taken: Rect[] = points.map(({ x, y }) => ({
    left: x - MARK,
    top: y - MARK,
    right: x + MARK,
    bottom: y + MARK,
  }));
  const placed: PlacedName[] = [];
  for (const { x, y, text } of [...points].sort((a, b) => a.rank - b.rank)) {
    for (const [dx, dy, anchor] of places(letter)) {
      const name = { text, x: x + dx, y: y + dy, anchor };
      const box = boxOf(name, letter);
      const isInside =
        box.left >= 2 && box.top >= 0 && box.right <= room.width && box.bottom <= room.height - 2;
      if (!isInside || taken.some((other) => isOver(box, other))) continue;
      taken.push(box);
      placed.push(name);
      break;
    }
  }
  return placed;
}

/** From the point to where the name begins, ends or has its middle, the best first. */
function places(letter: number): [number, number, PlacedName['anchor']][] {
  const away = letter * AWAY;
  const [above, below, level] = [-away * 0.4, letter * 1.3, letter * 0.35];
  return [
    [away, above, 'start'],
    [away, level, 'start'],
    [away, below, 'start'],
    [-away, above, 'end'],
    [-away, level, 'end'],
    [-away, below, 'end'],
    [0, -away, 'middle'],
    [0, away + letter, 'middle'],
  ];
}

function boxOf({ text, x, y, anchor }: PlacedName, letter: number): Rect {
  const width = text.length * WIDTH * letter;
  const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2;
  return { left, right: left + width, top: y - letter * 0.85, bottom: y + letter * 0.25 };
}

function isOver(a: Rect, b: Rect): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
