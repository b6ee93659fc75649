import { useEffect, useRef } from 'react';
import type { Graph } from '../../../engine/pipeline/results';
import type { PlacedGraph } from '../../layout/types';
import type { GraphName } from '../../store/results/lookup';
import { EdgeLine } from '../graphs/EdgeLine';
import { VertexShape } from '../graphs/VertexShape';
import type { Appeared } from './appearing';

const MARGIN = 26;
const nothing = () => {};

/** How wide and high the graphs are drawn: as the largest of them, so that counterparts face each other. */
export interface Room {
  readonly width: number;
  readonly height: number;
}

/** A graph as far as it is made; the rest is faint. Its letters are never too small to be read: where it does not fit then, it scrolls. */
export function Growing(props: {
  name: GraphName;
  title: string;
  graph: Graph;
  placed: PlacedGraph;
  there: Appeared;
  vertex: string | null;
  edge: number | null;
  room: Room;
  onChoose: (vertex: string) => void;
}) {
  const { name, title, graph, placed, there, vertex, edge, room, onChoose } = props;
  const made = graph.vertices.filter(({ id }) => there.vertices(id)).length;
  const aside = (room.width - placed.width) / 2;
  const figure = useRef<HTMLElement>(null);
  // Where it is larger than its frame, what is visited stays in sight.
  useEffect(() => {
    const lit = vertex === null ? null : figure.current?.querySelector('.vertex[data-lit]');
    lit?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
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
          return (
            <g key={each.id} data-ghost={!there.edges(index) || undefined}>
              <EdgeLine edge={each} lit={index === edge} />
            </g>
          );
        })}
        {placed.vertices.map((place) => {
          const each = graph.vertices.find(({ id }) => id === place.id);
          if (each === undefined) return null;
          return (
            <g key={place.id} data-ghost={!there.vertices(place.id) || undefined}>
              <VertexShape
                vertex={each}
                place={place}
                lit={place.id === vertex}
                strong={false}
                found={false}
                current={false}
                onEnter={nothing}
                onChoose={onChoose}
              />
            </g>
          );
        })}
      </svg>
    </figure>
  );
}
