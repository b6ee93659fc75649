import type { Graph } from '../../../engine/pipeline/results';
import type { PlacedGraph } from '../../layout/types';
import type { GraphName } from '../../store/lookup';
import { EdgeLine } from '../graphs/GraphPane';
import { VertexShape } from '../graphs/VertexShape';
import type { Appeared } from './appearing';

const MARGIN = 26;
const nothing = () => {};

/** A graph as far as it is made; the rest is faint. It always fits, so that nothing moves between two steps. */
export function Growing(props: {
  name: GraphName;
  title: string;
  graph: Graph;
  placed: PlacedGraph;
  there: Appeared;
  vertex: string | null;
  edge: number | null;
}) {
  const { name, title, graph, placed, there, vertex, edge } = props;
  const made = graph.vertices.filter(({ id }) => there.vertices(id)).length;
  const box = [-MARGIN, -MARGIN, placed.width + 2 * MARGIN, placed.height + 2 * MARGIN];
  return (
    <figure className="graph">
      <figcaption>{title}</figcaption>
      <svg
        className="canvas"
        role="img"
        aria-label={`${title}: ${made} of ${graph.vertices.length} vertices are there`}
        data-sweep={name === 'adjoint' ? 'backward' : name}
        viewBox={box.join(' ')}
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
                onChoose={nothing}
              />
            </g>
          );
        })}
      </svg>
    </figure>
  );
}
