import { select } from 'd3-selection';
import { type ZoomBehavior, type ZoomTransform, zoom, zoomIdentity } from 'd3-zoom';
import { type KeyboardEvent, memo, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Differentiation, Vertex } from '../../../engine/pipeline/results';
import { actions } from '../../app';
import type { PlacedEdge, PlacedGraph } from '../../layout/types';
import { focusOnVertex } from '../../store/focus';
import type { GraphName } from '../../store/lookup';
import { focusOf, isStale } from '../../store/state';
import { useApp, useLit } from '../../use';
import { spokenVertex, travel } from './travel';
import { VertexShape } from './VertexShape';

const VIEW = 'graphs';
const MARGIN = 22;
const LEAST_READABLE = 0.5;

interface GraphPaneProps {
  readonly name: GraphName;
  readonly title: string;
  readonly search: string;
  /** Grows each time the user asks to see all of the graph. */
  readonly fit: number;
}

/** One graph: our own SVG over the places that the layout worker found. Wheel and drag move it, arrows travel along edges. */
export function GraphPane({ name, title, search, fit }: GraphPaneProps) {
  const shown = useApp((state) => state.shown);
  const placed = useApp((state) => state.layout?.graphs[name] ?? null);
  const stale = useApp(isStale);
  if (shown === null || placed === null) return null;
  return (
    <figure className={stale ? 'graph stale-body' : 'graph'}>
      <figcaption>{title}</figcaption>
      <Drawing shown={shown} placed={placed} name={name} title={title} search={search} fit={fit} />
    </figure>
  );
}

interface DrawingProps extends GraphPaneProps {
  readonly shown: Differentiation;
  readonly placed: PlacedGraph;
}

function Drawing({ shown, placed, name, title, search, fit }: DrawingProps) {
  const svg = useRef<SVGSVGElement>(null);
  const [at, setAt] = useState<ZoomTransform>(zoomIdentity);
  const behaviour = useZoom(svg, setAt);
  const graph = shown.graphs[name];
  const vertices = useMemo(() => new Map(graph.vertices.map((each) => [each.id, each])), [graph]);
  const focus = useApp(focusOf);
  const lit = useLit().vertices[name];
  const [cursor, setCursor] = useState<string | null>(null);
  const current = cursor !== null && vertices.has(cursor) ? cursor : (graph.vertices[0]?.id ?? null);
  useFit(svg, behaviour, placed, fit);

  const focusAt = useCallback(
    (id: string | null) => (id === null ? null : focusOnVertex(shown, name, id, VIEW)),
    [shown, name],
  );
  const onKeyDown = (event: KeyboardEvent) => {
    if (current === null) return;
    const next = travel(placed, current, event.key);
    if (next !== null) {
      setCursor(next);
      actions.hover(focusAt(next));
      const vertex = vertices.get(next);
      if (vertex !== undefined) actions.say(spokenVertex(vertex, graph));
    } else if (event.key === 'Enter' || event.key === ' ') actions.pin(focusAt(current));
    else return;
    event.preventDefault();
  };
  const found = (vertex: Vertex) =>
    search.trim() !== '' &&
    (String(vertex.number) === search.trim() ||
      vertex.statements.some(({ text }) => text.toLowerCase().includes(search.trim().toLowerCase())));
  const pinnedHere = focus?.vertex?.graph === name ? focus.vertex.id : null;

  return (
    <svg
      ref={svg}
      data-graph={name}
      data-sweep={name === 'adjoint' ? 'backward' : name}
      className="canvas"
      role="application"
      aria-roledescription="graph"
      aria-label={`${title}: ${graph.vertices.length} vertices, ${graph.edges.length} edges. Arrow keys travel along the edges, Enter explains.`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a graph is travelled by arrow keys
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerLeave={() => actions.hover(null)}
      onBlur={() => actions.hover(null)}
    >
      <title>{title}</title>
      <g className="scene" transform={at.toString()}>
        {placed.edges.map((edge) => (
          <EdgeLine key={edge.id} edge={edge} lit={lit.has(edge.from) && lit.has(edge.to)} />
        ))}
        {placed.vertices.map((place) => {
          const vertex = vertices.get(place.id);
          if (vertex === undefined) return null;
          return (
            <VertexShape
              key={place.id}
              vertex={vertex}
              place={place}
              lit={lit.has(place.id)}
              strong={pinnedHere === place.id}
              found={found(vertex)}
              current={place.id === current}
              onEnter={() => actions.hover(focusAt(place.id))}
              onChoose={() => {
                setCursor(place.id);
                actions.pin(focusAt(place.id));
              }}
            />
          );
        })}
      </g>
    </svg>
  );
}

export const EdgeLine = memo(function EdgeLine({ edge, lit }: { edge: PlacedEdge; lit: boolean }) {
  const { tip } = edge;
  return (
    <g className="edge" data-lit={lit || undefined} data-from={edge.from} data-to={edge.to}>
      <path d={edge.path} />
      <path
        className="tip"
        d="M0 0L-7 -3L-7 3Z"
        transform={`translate(${tip.x} ${tip.y}) rotate(${tip.angle})`}
      />
      {edge.labelAt !== null && (
        <text className="edge-label" x={edge.labelAt.x} y={edge.labelAt.y + 4} textAnchor="middle">
          {edge.label}
        </text>
      )}
    </g>
  );
});

type Behaviour = ZoomBehavior<SVGSVGElement, unknown>;

function useZoom(svg: React.RefObject<SVGSVGElement | null>, onMove: (at: ZoomTransform) => void) {
  const behaviour = useRef<Behaviour>(null);
  useEffect(() => {
    if (svg.current === null) return;
    const made = zoom<SVGSVGElement, unknown>()
      .scaleExtent([0.1, 4])
      .on('zoom', ({ transform }: { transform: ZoomTransform }) => onMove(transform));
    behaviour.current = made;
    // A double click is for text, not for zooming.
    select(svg.current).call(made).on('dblclick.zoom', null);
  }, [svg, onMove]);
  return behaviour;
}

/** Fits a graph to its pane when it is new, when the pane changes size before anyone moved it, and when asked to. */
function useFit(
  svg: React.RefObject<SVGSVGElement | null>,
  behaviour: React.RefObject<Behaviour | null>,
  placed: PlacedGraph,
  fit: number,
) {
  const size = `${placed.width} ${placed.height} ${fit}`;
  const latest = useRef(placed);
  latest.current = placed;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the size stands for the graph
  useEffect(() => {
    const element = svg.current;
    if (element === null) return;
    const fitNow = () => {
      const { width, height } = element.getBoundingClientRect();
      const graph = latest.current;
      if (width === 0 || graph.width === 0) return;
      // Smaller than this nobody can read it: then it starts at the top and is moved by hand.
      const whole = Math.min(
        1.15,
        (width - 2 * MARGIN) / (graph.width + 2 * 14),
        (height - 2 * MARGIN) / graph.height,
      );
      const scale = Math.max(whole, LEAST_READABLE);
      const x = (width - graph.width * scale) / 2;
      const y = Math.max(MARGIN, (height - graph.height * scale) / 2);
      if (behaviour.current !== null)
        select(element).call(behaviour.current.transform, zoomIdentity.translate(x, y).scale(scale));
    };
    fitNow();
    let moved = false;
    const stop = () => {
      moved = true;
    };
    element.addEventListener('wheel', stop, { passive: true });
    element.addEventListener('pointerdown', stop);
    const observer = new ResizeObserver(() => {
      if (!moved) fitNow();
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      element.removeEventListener('wheel', stop);
      element.removeEventListener('pointerdown', stop);
    };
  }, [size]);
}
