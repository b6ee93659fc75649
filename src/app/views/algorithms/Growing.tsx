import { zoomIdentity } from 'd3-zoom';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Graph } from '../../../engine/pipeline/results';
import { useTurn } from '../../InTurn';
import type { PlacedGraph } from '../../layout/types';
import type { GraphName } from '../../store/results/lookup';
import { inNextFrame } from '../../ui/turns';
import { EdgeLine } from '../graphs/EdgeLine';
import { holdsEdge, holdsVertex, type Part, partInSight } from '../graphs/inSight';
import { VertexShape } from '../graphs/VertexShape';
import type { Appeared } from './appearing';

const MARGIN = 26;

/** The width and height of all graphs: those of the largest, so that counterparts face each other. */
export interface Room {
  readonly width: number;
  readonly height: number;
}

/** A graph as far as it is made; the rest is faint. Its letters are always large enough to be read: if it does not fit then, it scrolls. */
export function Growing(props: {
  name: GraphName;
  title: string;
  graph: Graph;
  placed: PlacedGraph;
  there: Appeared;
  vertex: string | null;
  edge: number | null;
  room: Room;
  onChoose?: ((vertex: string) => void) | undefined;
}) {
  const { name, title, graph, placed, there, vertex, edge, room, onChoose } = props;
  const made = graph.vertices.filter(({ id }) => there.vertices(id)).length;
  const aside = (room.width - placed.width) / 2;
  const figure = useRef<HTMLElement>(null);
  const part = usePartInSight(figure, placed);
  // If it is larger than its frame, the visited part stays in sight.
  useEffect(() => {
    if (vertex === null) return;
    return inNextFrame(() =>
      figure.current
        ?.querySelector('.vertex[data-lit]')
        ?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    );
  }, [vertex]);
  const box = [-MARGIN - aside, -MARGIN, room.width + 2 * MARGIN, room.height + 2 * MARGIN];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a graph that is larger than its frame is scrolled by arrow keys
    <figure className="graph" ref={figure} tabIndex={0}>
      <figcaption>{title}</figcaption>
      <svg
        className="canvas"
        role="img"
        aria-label={`${title}: ${made} of ${graph.vertices.length} vertices are there`}
        data-sweep={name === 'adjoint' ? 'backward' : name}
        viewBox={box.join(' ')}
        style={{
          minWidth: `calc(${box[2]}px * var(--graph-scale))`,
          minHeight: `calc(${box[3]}px * var(--graph-scale))`,
        }}
      >
        {placed.edges.map((each) => {
          const index = Number(each.id.slice(1));
          if (index !== edge && !holdsEdge(part, each)) return null;
          return (
            <g key={each.id} data-ghost={!there.edges(index) || undefined}>
              <EdgeLine edge={each} lit={index === edge} />
            </g>
          );
        })}
        {placed.vertices.map((place) => {
          const each = graph.vertices.find(({ id }) => id === place.id);
          // What is visited is there to be brought into sight.
          if (each === undefined || (place.id !== vertex && !holdsVertex(part, place))) return null;
          return (
            <g key={place.id} data-ghost={!there.vertices(place.id) || undefined}>
              <VertexShape vertex={each} place={place} lit={place.id === vertex} onChoose={onChoose} />
            </g>
          );
        })}
      </svg>
    </figure>
  );
}

/** The part of a large graph that is to be drawn, as its frame is scrolled. */
function usePartInSight(figure: RefObject<HTMLElement | null>, placed: PlacedGraph): Part {
  // Its places are asked for when the frame around it has been laid out.
  const isHere = useTurn();
  const [part, setPart] = useState(() => partInSight(placed, zoomIdentity, { width: 0, height: 0 }));
  useLayoutEffect(() => {
    const frame = figure.current;
    const svg = frame?.querySelector('svg');
    if (!isHere || !frame || !svg) return;
    const look = () => {
      const now = svg.getScreenCTM();
      if (now === null) return;
      const { left, top, width, height } = frame.getBoundingClientRect();
      const at = zoomIdentity.translate(now.e - left, now.f - top).scale(now.a);
      const next = partInSight(placed, at, { width, height });
      setPart((last) => (`${last}` === `${next}` ? last : next));
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(frame);
    frame.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      frame.removeEventListener('scroll', look);
    };
  }, [figure, placed, isHere]);
  return part;
}
