import type { ZoomTransform } from 'd3-zoom';
import type { PlacedEdge, PlacedGraph, PlacedVertex } from '../../layout/types';
import type { Size } from './cameras';

/** The part of a graph that is drawn, in the graph's coordinates; of a graph that is drawn whole, null. */
export type Part = readonly [left: number, top: number, right: number, bottom: number] | null;

/** Vertices and edges that a page draws without anyone waiting for it. */
const FEW = 160;
const NOTHING: Part = [0, 0, 0, 0];

/**
 * Of a large graph what is in sight, and at least half a pane more on each side. It changes by half panes, so that a camera moves
 * without anything being drawn most of the time.
 */
export function partInSight(placed: PlacedGraph, at: ZoomTransform, pane: Size): Part {
  if (placed.vertices.length + placed.edges.length <= FEW) return null;
  if (pane.width === 0 || pane.height === 0) return NOTHING;
  const [width, height] = [pane.width / at.k / 2, pane.height / at.k / 2];
  const [left, top] = at.invert([0, 0]);
  const [right, bottom] = at.invert([pane.width, pane.height]);
  return [
    (Math.floor(left / width) - 1) * width,
    (Math.floor(top / height) - 1) * height,
    (Math.ceil(right / width) + 1) * width,
    (Math.ceil(bottom / height) + 1) * height,
  ];
}

export function holdsVertex(part: Part, { x, y, width, height }: PlacedVertex): boolean {
  return part === null || meets(part, [x - width / 2, y - height / 2, x + width / 2, y + height / 2]);
}

export function holdsEdge(part: Part, { box }: PlacedEdge): boolean {
  return part === null || meets(part, box);
}

type Box = NonNullable<Part>;

function meets(a: Box, b: Box): boolean {
  return a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3];
}
