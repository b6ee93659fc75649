import type { PlacedVertex } from './placeGraph';

/** The radius of a vertex as drawn. */
export const RADIUS = 19;
/** The distance between a line and the centre of a vertex that it passes. */
const CLEAR = RADIUS + 6;
interface Point {
  readonly x: number;
  readonly y: number;
}
interface Curve {
  readonly path: string;
  /** Where its label stands. */
  readonly middle: Point;
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
  // Before the middle, where lines between two rows cross.
  const at = (of: 'x' | 'y') => 0.62 ** 2 * a[of] + 2 * 0.62 * 0.38 * control[of] + 0.38 ** 2 * b[of];
  return {
    path: `M${a.x} ${a.y}Q${control.x} ${control.y} ${end.x} ${end.y}`,
    middle: { x: at('x') - dy * out, y: at('y') + dx * out },
  };
}

function towards(from: Point, to: Point, gap: number): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  return { x: to.x - ((to.x - from.x) / length) * gap, y: to.y - ((to.y - from.y) / length) * gap };
}
