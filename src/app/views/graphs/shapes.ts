/** What graphs are drawn with, in the coordinates of the graph: plain text of SVG paths, for the page and for embeds. */
import type { Vertex } from '../../../engine/pipeline/results';
import { isDot } from '../../layout/measure';

interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const DOT = 'DOT';
/** The kind of a vertex says its shape; entries, exits and joins without text are dots. */
export const shapeOf = (vertex: Vertex): string => (isDot(vertex) ? DOT : vertex.kind);

/** The outline of a vertex around its centre, as an SVG path. */
export function outline(shape: string, { x, y, width, height }: Place): string {
  const w = width / 2;
  const h = height / 2;
  switch (shape) {
    case DOT:
      return circle(x, y, w);
    case 'ENTRY':
    case 'EXIT':
      return rounded(x, y, w, h, h);
    case 'BRANCH':
      return `M${x} ${y - h}l${w} ${h}l${-w} ${h}l${-w} ${-h}Z`;
    case 'LOOP':
    case 'FORLOOP':
    case 'POSTLOOP':
      return `M${x - w} ${y}l14 ${-h}h${width - 28}l14 ${h}l-14 ${h}h${28 - width}Z`;
    case 'DISPATCH':
      return `M${x - w} ${y - h / 2}l12 ${-h / 2}h${width - 24}l12 ${h / 2}v${h}l-12 ${h / 2}h${24 - width}l-12 ${-h / 2}Z`;
    default:
      return rounded(x, y, w, h, 6);
  }
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
