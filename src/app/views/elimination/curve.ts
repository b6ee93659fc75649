import type { Point } from '../../layout/types';
import { type PlacedVertex, RADIUS } from './placeGraph';

/** The distance between a line and the centre of a vertex that it passes. */
const CLEAR = RADIUS + 6;
export interface Curve {
  readonly path: string;
  readonly onLine: (share: number) => Point;
  /** Where its label stands if it stands at that share of the way, and half its width. */
  readonly labelAt: (share: number) => Point;
  readonly half: number;
}

/**
 * Bends by how far it reaches; where that leads through one of the vertices to pass, as little as keeps it off all of them. Its label,
 * `half` of which is so wide, then stands on the far side of the line.
 */
export function curveOf(a: PlacedVertex, b: PlacedVertex, passing: Iterable<PlacedVertex>, half = 24): Curve {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length = Math.hypot(dx, dy) || 1;
  const passed = [...passing].flatMap(({ id, x, y }) => {
    const along = ((x - a.x) * dx + (y - a.y) * dy) / length ** 2;
    const aside = ((y - a.y) * dx - (x - a.x) * dy) / length;
    const isBetween = id !== a.id && id !== b.id && along > 0.1 && along < 0.9;
    return isBetween ? [{ reach: 2 * along * (1 - along), aside }] : [];
  });
  const isClear = (bend: number) =>
    passed.every(({ reach, aside }) => Math.abs(bend * reach - aside) > CLEAR - 0.1);
  const usual = Math.min(46, Math.max(0, length - 120) * 0.18);
  const others = passed.flatMap(({ reach, aside }) => [(aside - CLEAR) / reach, (aside + CLEAR) / reach]);
  others.sort((one, other) => Math.abs(one) - Math.abs(other));
  const bend = [usual, ...others].find(isClear) ?? usual;
  const control = {
    x: (a.x + b.x) / 2 - (dy / length) * bend,
    y: (a.y + b.y) / 2 + (dx / length) * bend,
  };
  const end = towards(control, b, b.radius + 2);
  const out = bend === usual ? 0 : (Math.sign(bend) * half) / length;
  const onLine = (t: number) => {
    const at = (of: 'x' | 'y') => (1 - t) ** 2 * a[of] + 2 * t * (1 - t) * control[of] + t ** 2 * b[of];
    return { x: at('x'), y: at('y') };
  };
  return {
    path: `M${a.x} ${a.y}Q${control.x} ${control.y} ${end.x} ${end.y}`,
    onLine,
    labelAt: (t) => {
      const { x, y } = onLine(t);
      return { x: x - dy * out, y: y + dx * out };
    },
    half,
  };
}

/** Before the middle first, where lines between two rows do not cross yet. */
const SHARES = [0.38, 0.5, 0.62, 0.28, 0.72];
const LINE = 15;
/** Where a line is looked at to see what covers it: closer together than a label is wide. */
const ALONG = Array.from({ length: 33 }, (_, k) => k / 32);

/** What a label covers: another label or a vertex, which then can't be read, or only a line. */
const HIDES = 10;

export interface LabelPlace extends Point {
  readonly share: number;
}

/**
 * Where the labels stand: each at the first place along its line that is off the vertices, off the labels before it and off the
 * other lines, or that covers least. One that stood well before, at `shares`, stays there, whatever lines have gone or come.
 */
export function labelPlaces(
  curves: readonly Curve[],
  vertices: readonly Point[],
  shares: readonly (number | undefined)[] = [],
): LabelPlace[] {
  const lines = curves.map(({ onLine }) => ALONG.map(onLine));
  const placed: (LabelPlace & { half: number })[] = [];
  for (const [k, { labelAt, half }] of curves.entries()) {
    const covers = ({ x, y }: Point) =>
      HIDES * placed.filter((o) => Math.abs(o.x - x) < o.half + half && Math.abs(o.y - y) < LINE).length +
      HIDES *
        vertices.filter((v) => Math.abs(v.x - x) < RADIUS + half - 4 && Math.abs(v.y - y) < RADIUS + 4)
          .length +
      lines.filter(
        (line, other) => other !== k && line.some((p) => Math.abs(p.x - x) < half && Math.abs(p.y - y) < 8),
      ).length;
    const placeAt = (share: number) => ({ ...labelAt(share), share, half });
    const kept = shares[k] === undefined ? null : placeAt(shares[k]);
    const places = SHARES.map(placeAt);
    const least = Math.min(...places.map(covers));
    placed.push(
      kept !== null && covers(kept) < HIDES
        ? kept
        : (places.find((place) => covers(place) === least) as LabelPlace & { half: number }),
    );
  }
  return placed;
}

function towards(from: Point, to: Point, gap: number): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  return { x: to.x - ((to.x - from.x) / length) * gap, y: to.y - ((to.y - from.y) / length) * gap };
}
