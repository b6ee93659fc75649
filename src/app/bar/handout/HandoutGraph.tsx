import type { Graph } from '../../../engine/pipeline/results';
import type { PlacedGraph } from '../../layout/types';
import type { GraphName } from '../../store/results/lookup';
import { EdgeLine } from '../../views/graphs/EdgeLine';
import { VertexShape } from '../../views/graphs/VertexShape';

const PAD = 14;
const nothing = () => {};

/** A graph as it stands on the page, without anything to press. */
export function HandoutGraph(props: { name: GraphName; title: string; graph: Graph; placed: PlacedGraph }) {
  const { name, title, graph, placed } = props;
  const vertices = new Map(graph.vertices.map((each) => [each.id, each]));
  const [width, height] = [placed.width + 2 * PAD, placed.height + 2 * PAD];
  return (
    <figure style={{ flexBasis: 0.7 * width, maxWidth: width }}>
      <figcaption>{title}</figcaption>
      <svg
        className="canvas"
        data-sweep={name === 'adjoint' ? 'backward' : name}
        viewBox={`${-PAD} ${-PAD} ${width} ${height}`}
        width={width}
        height={height}
        role="img"
        aria-label={title}
      >
        {placed.edges.map((edge) => (
          <EdgeLine key={edge.id} edge={edge} lit={false} />
        ))}
        {placed.vertices.map((place) => {
          const vertex = vertices.get(place.id);
          return vertex === undefined ? null : (
            <VertexShape
              key={place.id}
              vertex={vertex}
              place={place}
              lit={false}
              strong={false}
              found={false}
              current={false}
              onEnter={nothing}
              onChoose={nothing}
            />
          );
        })}
      </svg>
    </figure>
  );
}
