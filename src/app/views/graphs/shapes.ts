/** What graphs are drawn with, in the coordinates of the graph: plain text of SVG paths, for the page and for embeds. */
import type { Vertex } from '../../../engine/pipeline/results';
import { isDot } from '../../layout/measure';

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Place extends Size {
  readonly x: number;
  readonly y: number;
}

const DOT = 'DOT';
/** The kind of a vertex says its shape; entries, exits and joins without text are dots. */
export const shapeOf = (vertex: Vertex): string => (isDot(vertex) ? DOT : vertex.kind);

/** The corners of a shape with straight sides, from its centre on; null for a shape without corners. */
export function cornersOf(shape: string, { width, height }: Size): [dx: number, dy: number][] | null {
  const [w, h] = [width / 2, height / 2];
  // Its right side is its left side turned around.
  const both = (...left: [number, number][]) => [
    ...left,
    ...left.map(([x, y]): [number, number] => [-x, -y]),
  ];
  switch (shape) {
    case 'BRANCH':
      return both([-w, 0], [0, -h]);
    case 'LOOP':
    case 'FORLOOP':
    case 'POSTLOOP':
      return both([-w, 0], [14 - w, -h], [w - 14, -h]);
    case 'DISPATCH':
      return both([-w, h / 2], [-w, -h / 2], [12 - w, -h], [w - 12, -h]);
    default:
      return null;
  }
}

/** The outline of a vertex around its centre, as an SVG path. */
export function outline(shape: string, { x, y, ...size }: Place): string {
  const [w, h] = [size.width / 2, size.height / 2];
  if (shape === DOT) return circle(x, y, w);
  const corners = cornersOf(shape, size)?.map(([dx, dy]) => `${x + dx} ${y + dy}`);
  return corners
    ? `M${corners.join('L')}Z`
    : rounded(x, y, w, h, shape === 'ENTRY' || shape === 'EXIT' ? h : 6);
}

function circle(x: number, y: number, r: number): string {
  return `M${x - r} ${y}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0Z`;
}
function rounded(x: number, y: number, w: number, h: number, r: number): string {
  const [across, down] = [2 * (w - r), 2 * (h - r)];
  return `M${x - w + r} ${y - h}h${across}q${r} 0 ${r} ${r}v${down}q0 ${r} ${-r} ${r}h${-across}q${-r} 0 ${-r} ${-r}v${-down}q0 ${-r} ${r} ${-r}Z`;
}

/** The tip of an arrow that arrives at an angle in degrees. */
export function arrowTip({ x, y, angle }: { x: number; y: number; angle: number }): string {
  const turn = (angle * Math.PI) / 180;
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  const corner = (along: number, across: number) =>
    `${(x + along * c - across * s).toFixed(2)} ${(y + along * s + across * c).toFixed(2)}`;
  return `M${x} ${y}L${corner(-7, -3)}L${corner(-7, 3)}Z`;
}
