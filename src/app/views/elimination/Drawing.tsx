import { type CSSProperties, type KeyboardEvent, type RefObject, useMemo, useRef } from 'react';
import type { Eliminated, LinearisedVertex, RemainingEdge } from '../../../engine/pipeline/results';
import { brief } from '../../ui/controls';
import { shortNumber } from '../../ui/numbers';
import { useRovingList } from '../../ui/roving';
import { type Curve, curveOf, labelPlaces } from './curve';
import { operationOf } from './operation';
import { edgeKey, type Hand } from './options';
import { type PlacedGraph, type PlacedVertex, RADIUS, RING } from './placeGraph';

/** The most characters inside a circle. */
const WITHIN = 5;
/** The most characters beside it, where the next one stands a column further. */
const MOST_BESIDE = 14;
/** And so many along an edge. */
const MOST_ALONG = 12;
/** Beyond that many edges, labels are shown of what is in hand only. */
const LABELLED = 34;

interface DrawingProps {
  readonly svg: RefObject<SVGSVGElement | null>;
  readonly now: Eliminated;
  readonly placed: PlacedGraph;
  readonly byVertex: boolean;
  readonly hand: Hand | null;
  /** The edges that the elimination in hand would make. */
  readonly made: ReadonlySet<string>;
  readonly lit: ReadonlySet<number>;
  /** Left out, the graph is only to be looked at. */
  readonly onTake?: (hand: Hand) => void;
  readonly onPoint?: (vertex: number | null) => void;
}

const nothing = () => {};

/** The graph after the steps; removed parts leave a ghost, and nothing moves. */
export function Drawing(props: DrawingProps) {
  const { svg, now, placed, byVertex, hand, made, lit, onTake = nothing, onPoint = nothing } = props;
  const isOffered = props.onTake !== undefined;
  const { vertices } = now.graph;
  const left = useMemo(() => new Set(now.remaining.flatMap(({ from, to }) => [from, to])), [now]);
  const fresh = useMemo(() => {
    const last = now.steps.length - 1;
    return new Map(
      now.products.filter(({ step }) => step === last).map((p) => [edgeKey(p.from, p.to), p.absorbs]),
    );
  }, [now]);
  const at = (id: number) => placed.vertices.get(id) as PlacedVertex;
  const scene = useRef<SVGGElement>(null);
  const roving = useRovingList(scene);
  const { passing, curves, labels } = useLines(now, placed);
  const isTaken = ({ from, to }: RemainingEdge) =>
    hand !== null && 'from' in hand && hand.from === from && hand.to === to;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing is no set of fields
    <svg
      ref={svg}
      className="lab-svg"
      width={placed.width}
      height={placed.height}
      style={{ '--height': placed.height } as CSSProperties}
      viewBox={`0 0 ${placed.width} ${placed.height}`}
      role="group"
      aria-label={`Linearised graph: ${vertices.length} vertices, ${now.remaining.length} edges left`}
    >
      <defs>
        <marker
          id="lab-head"
          viewBox="0 0 8 8"
          refX="7"
          refY="4"
          markerWidth="7"
          markerHeight="7"
          orient="auto"
        >
          <path d="M0 0.6L8 4L0 7.4z" />
        </marker>
      </defs>
      <g className="scene" ref={scene} {...roving}>
        {now.remaining.map((edge, k) => {
          const key = edgeKey(edge.from, edge.to);
          return (
            <Edge
              // Faces may leave several edges between two vertices.
              // biome-ignore lint/suspicious/noArrayIndexKey: they are told apart by their place only
              key={`${key} ${k}`}
              edge={edge}
              curve={curves[k] as Curve}
              look={edge.final ? 'final' : fresh.has(key) ? (fresh.get(key) ? 'grown' : 'new') : undefined}
              inHand={isTaken(edge)}
              names={[vertices, edge]}
              choosable={isOffered && !byVertex}
              onTake={onTake}
            />
          );
        })}
        {/* Above all lines, which end before a label. */}
        {now.remaining.map((edge, k) =>
          passing.length > 0 || isTaken(edge) ? (
            <text
              // biome-ignore lint/suspicious/noArrayIndexKey: as the edges
              key={k}
              className="lab-label"
              data-final={edge.final || undefined}
              x={labels[k]?.x}
              y={(labels[k]?.y ?? 0) + 4}
              textAnchor="middle"
            >
              {textOf(edge)}
            </text>
          ) : null,
        )}
        {[...made].map((key) => {
          const [from, to] = key.split('>').map(Number) as [number, number];
          return <path key={key} className="lab-ghost" d={curveOf(at(from), at(to), passing).path} />;
        })}
        {vertices.map((vertex) => (
          <Vertex
            key={vertex.id}
            vertex={vertex}
            at={at(vertex.id)}
            gone={!left.has(vertex.id) && vertex.role === 'intermediate'}
            lit={lit.has(vertex.id)}
            inHand={hand !== null && 'vertex' in hand && hand.vertex === vertex.id}
            choosable={isOffered && byVertex}
            onTake={onTake}
            onPoint={onPoint}
          />
        ))}
      </g>
    </svg>
  );
}

/** The lines of the edges that are left, the vertices that they pass, and where their labels stand. */
function useLines(now: Eliminated, placed: PlacedGraph) {
  // A label keeps its place while edges beside it go and come.
  // biome-ignore lint/correctness/useExhaustiveDependencies: places are those of one drawing
  const shares = useMemo(() => new Map<string, number>(), [placed]);
  return useMemo(() => {
    // In a large graph lines have no room to pass all vertices, and labels none to stand.
    const passing = now.remaining.length <= LABELLED ? [...placed.vertices.values()] : [];
    const curves = now.remaining.map((edge) => {
      const [from, to] = [edge.from, edge.to].map((id) => placed.vertices.get(id) as PlacedVertex);
      return curveOf(from as PlacedVertex, to as PlacedVertex, passing, 4 + 3.4 * textOf(edge).length);
    });
    const keys = now.remaining.map(({ from, to }) => edgeKey(from, to));
    const labels = labelPlaces(
      curves,
      passing,
      keys.map((key) => shares.get(key)),
    );
    for (const [k, { share }] of labels.entries()) shares.set(keys[k] as string, share);
    return { passing, curves, labels };
  }, [now, placed, shares]);
}

const textOf = ({ partial, value }: RemainingEdge) =>
  value === undefined ? brief(partial, MOST_ALONG) : shortNumber(value, 4);

interface EdgeProps {
  readonly edge: RemainingEdge;
  readonly curve: Curve;
  readonly look: 'final' | 'grown' | 'new' | undefined;
  readonly inHand: boolean;
  readonly names: readonly [readonly LinearisedVertex[], RemainingEdge];
  readonly choosable: boolean;
  readonly onTake: (hand: Hand) => void;
}

function Edge({ edge, curve: { path }, look, inHand, names: [vertices], choosable, onTake }: EdgeProps) {
  const { from, to } = edge;
  const name = (id: number) => vertices.find((each) => each.id === id)?.label ?? String(id);
  return (
    <g
      className="lab-edge"
      data-look={look}
      data-hand={inHand || undefined}
      {...(choosable
        ? asButton(
            `edge from ${name(from)} to ${name(to)}, ${edge.partial}${edge.final ? ', an entry of the Jacobian' : ''}`,
            inHand,
            () => onTake({ from, to }),
          )
        : {})}
    >
      <title>{`${name(from)} → ${name(to)}: ${edge.partial}${edge.value === undefined ? '' : ` = ${edge.value}`}`}</title>
      <path className="lab-reach" d={path} />
      <path className="lab-line" d={path} markerEnd="url(#lab-head)" />
    </g>
  );
}

interface VertexProps {
  readonly vertex: LinearisedVertex;
  readonly at: PlacedVertex;
  readonly gone: boolean;
  readonly lit: boolean;
  readonly inHand: boolean;
  readonly choosable: boolean;
  readonly onTake: (hand: Hand) => void;
  readonly onPoint: (vertex: number | null) => void;
}

function Vertex({ vertex, at, gone, lit, inHand, choosable, onTake, onPoint }: VertexProps) {
  const { id, label, role } = vertex;
  const text = label.replace(/\s*(\W)\s*/g, '$1');
  // What does not go into its circle stands beside it where there is room: below inputs, above results.
  const isBeside = role !== 'intermediate' && text.length > WITHIN;
  return (
    <g
      className="lab-vertex"
      data-role={role}
      data-gone={gone || undefined}
      data-lit={lit || undefined}
      data-hand={inHand || undefined}
      transform={`translate(${at.x} ${at.y})`}
      onPointerEnter={() => onPoint(id)}
      onPointerLeave={() => onPoint(null)}
      {...(choosable && !gone ? asButton(`${role} ${label}`, inHand, () => onTake({ vertex: id })) : {})}
    >
      <title>{`${role} ${label}`}</title>
      {role === 'output' && <circle className="lab-ring" r={RING} />}
      <circle r={RADIUS} />
      {isBeside ? (
        <text className="lab-name" y={role === 'input' ? RADIUS + 15 : -RADIUS - 10} textAnchor="middle">
          {brief(text, MOST_BESIDE)}
        </text>
      ) : (
        <text y="4" textAnchor="middle">
          {text.length > WITHIN ? brief(operationOf(text) ?? text, WITHIN) : text}
        </text>
      )}
    </g>
  );
}

/** What makes a part of a drawing a button. */
const asButton = (label: string, isPressed: boolean, press: () => void) => ({
  role: 'button',
  tabIndex: -1,
  'data-stop': true,
  'aria-label': label,
  'aria-pressed': isPressed,
  onClick: press,
  onKeyDown: (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    press();
  },
});
