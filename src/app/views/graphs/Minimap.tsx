import type { ZoomTransform } from 'd3-zoom';
import { memo, type PointerEvent, useRef } from 'react';
import type { PlacedGraph } from '../../layout/types';
import type { Size } from './cameras';

const MOST_WIDTH = 44;
const LEAST_WIDTH = 20;
const MOST_HEIGHT = 200;
/** With more than this share of it in sight, a graph needs no map; with more than that one, it loses the map that takes a part of its pane. */
const MUCH = 0.85;
const NEARLY_ALL = 0.97;
/** With less than this share in sight a graph needs its map, even at the price of an edge cut off. */
const LITTLE = 1 / 3;
const NARROW_PANE = 200;
/** A map with what is around it, what a pane leaves free beside its graph, and how much of a graph may be cut before a map is worth more. */
const TAKEN = 66;
const MARGINS = 32;
const CUT = 1.25;
/** A pane that has yet to get its height has none. */
const LOW_PANE = 60;

/** The whole of a graph that is larger than its pane, with a frame around what is in sight. Dragging in it moves the pane. */
export const Minimap = memo(function Minimap(props: {
  placed: PlacedGraph;
  at: ZoomTransform;
  pane: Size;
  onCentre: (x: number, y: number) => void;
}) {
  const { placed, at, pane, onCentre } = props;
  const svg = useRef<SVGSVGElement>(null);
  const isThere = useRef(false);
  const [left, top] = at.invert([0, 0]);
  const [right, bottom] = at.invert([pane.width, pane.height]);
  const share = (from: number, to: number, size: number) =>
    (Math.min(to, size) - Math.max(from, 0)) / Math.max(1, size);
  const inSight = Math.min(share(left, right, placed.width), share(top, bottom, placed.height));
  // What a map takes from a pane must not be what makes the pane too narrow for it, or it would come and go.
  const [enough, room] = isThere.current ? [NEARLY_ALL, pane.width + TAKEN] : [MUCH, pane.width];
  const across = placed.width * at.k + MARGINS;
  const cutsGraph = inSight > LITTLE && across > room - TAKEN && across < CUT * room;
  // After an empty text there are no places until the first layout is there.
  isThere.current =
    placed.vertices.length > 0 &&
    inSight <= enough &&
    room >= NARROW_PANE &&
    !cutsGraph &&
    pane.height >= LOW_PANE;
  if (!isThere.current) return null;
  const scale = Math.min(MOST_WIDTH / placed.width, Math.min(MOST_HEIGHT, 0.5 * pane.height) / placed.height);
  // Of a graph that is all length something must be left to see.
  const wide = Math.max(scale, LEAST_WIDTH / placed.width);
  const go = (event: PointerEvent) => {
    if (event.buttons !== 1 || svg.current === null) return;
    const box = svg.current.getBoundingClientRect();
    onCentre((event.clientX - box.left - 4) / wide, (event.clientY - box.top - 4) / scale);
  };
  return (
    <svg
      ref={svg}
      className="graph-map"
      aria-hidden="true"
      width={placed.width * wide + 8}
      height={placed.height * scale + 8}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        go(event);
      }}
      onPointerMove={go}
    >
      <g transform={`translate(4 4) scale(${wide} ${scale})`}>
        <Silhouette placed={placed} />
        <rect
          className="sight"
          x={left}
          y={top}
          width={right - left}
          height={bottom - top}
          vectorEffect="non-scaling-stroke"
        />
      </g>
    </svg>
  );
});

const Silhouette = memo(function Silhouette({ placed }: { placed: PlacedGraph }) {
  const boxes = placed.vertices.map(
    ({ x, y, width, height }) => `M${x - width / 2} ${y - height / 2}h${width}v${height}h${-width}z`,
  );
  return <path className="spot" d={boxes.join('')} />;
});
