import type { PlacedVertex } from './placeGraph';

/** The radius of a vertex as drawn. */
export const RADIUS = 19;
/** The distance between a line and the centre of a vertex that it passes. */
const CLEAR = RADIUS + 6;
interface Point {
  readonly x: number;
  readonly y: number;
}
export interface Curve {
  readonly path: string;
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
  const end = towards(control, b, RADIUS + 2);
  const out = bend === usual ? 0 : (Math.sign(bend) * half) / length;
  return {
    path: `M${a.x} ${a.y}Q${control.x} ${control.y} ${end.x} ${end.y}`,
    labelAt: (t) => {
      const at = (of: 'x' | 'y') => (1 - t) ** 2 * a[of] + 2 * t * (1 - t) * control[of] + t ** 2 * b[of];
      return { x: at('x') - dy * out, y: at('y') + dx * out };
    },
    half,
  };
}

/** Before the middle first, where lines between two rows do not cross yet. */
const SHARES = [0.38, 0.5, 0.62, 0.28, 0.72];
const LINE = 15;

/** Where the labels stand: each at the first place along its line that is off the vertices and off the labels before it, if there is one. */
export function labelPlaces(curves: readonly Curve[], vertices: readonly Point[]): Point[] {
  const placed: (Point & { half: number })[] = [];
  for (const { labelAt, half } of curves) {
    const inTheWay = ({ x, y }: Point) =>
      placed.filter((o) => Math.abs(o.x - x) < o.half + half && Math.abs(o.y - y) < LINE).length +
      vertices.filter((v) => Math.abs(v.x - x) < RADIUS + half - 4 && Math.abs(v.y - y) < RADIUS + 4).length;
    const places = SHARES.map(labelAt).map((place) => ({ ...place, crowd: inTheWay(place) }));
    const least = Math.min(...places.map(({ crowd }) => crowd));
    const { x, y } = places.find(({ crowd }) => crowd === least) as Point;
    placed.push({ x, y, half });
  }
  return placed;
}

function towards(from: Point, to: Point, gap: number): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  return { x: to.x - ((to.x - from.x) / length) * gap, y: to.y - ((to.y - from.y) / length) * gap };
}
