import { type ZoomTransform, zoomIdentity } from 'd3-zoom';
import {
  type KeyboardEvent,
  memo,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Differentiation, Graph, Vertex } from '../../../engine/pipeline/results';
import { actions } from '../../app';
import { useTurn } from '../../InTurn';
import type { ShownVertex } from '../../layout/collapse';
import type { PlacedGraph } from '../../layout/types';
import type { Drawn } from '../../store/results/drawn';
import type { GraphName } from '../../store/results/lookup';
import { focusOf, isStale } from '../../store/state';
import { type Focus, focusOnVertex, NOTHING_LIT } from '../../store/view/focus';
import { inNextFrame } from '../../ui/turns';
import { useApp, useLit, useWitness } from '../../use';
import type { Cameras, Size } from './cameras';
import { EdgeLine } from './EdgeLine';
import { holdsEdge, holdsVertex, type Part, partInSight } from './inSight';
import type { LaneItem } from './lane';
import { Minimap } from './Minimap';
import { Wires } from './TapeLane';
import { spokenVertex, travel } from './travel';
import { VertexShape } from './VertexShape';

const VIEW = 'graphs';
const NO_WAY: ReadonlySet<string> = new Set();

interface GraphPaneProps {
  readonly name: GraphName;
  readonly title: string;
  readonly shown: Differentiation;
  readonly drawn: Drawn;
  readonly placed: PlacedGraph;
  /** Ids of the vertices that the search found. */
  readonly found: ReadonlySet<string>;
  readonly cameras: Cameras;
  readonly onFold: (head: string) => void;
  /** Even of a large graph all is drawn, as for a picture that is saved. */
  readonly whole?: boolean;
  /** What is on the tape between both sweeps, where these stand beside each other. */
  readonly stored?: readonly LaneItem[];
}

/** One graph: our own SVG over the places that the layout worker found. Wheel and drag move it, arrows travel along edges. */
export const GraphPane = memo(function GraphPane(props: GraphPaneProps) {
  const { name, title, shown, drawn, placed, found, cameras, onFold, whole = false, stored = [] } = props;
  const graph = drawn.graphs[name];
  const stale = useApp(isStale);
  const svg = useRef<SVGSVGElement>(null);
  const [at, setAt] = useState<ZoomTransform>(zoomIdentity);
  const pane = useSize(svg);
  const part = useSame(whole ? null : partInSight(placed, at, pane));
  const vertices = useMemo(() => new Map(graph.vertices.map((each) => [each.id, each])), [graph]);
  const focus = useApp(focusOf);
  const { lit, witness } = useMarks(name, shown);
  const [cursor, setCursor] = useState<string | null>(null);
  const current = cursor !== null && vertices.has(cursor) ? cursor : (graph.vertices[0]?.id ?? null);
  const pinned = focus?.vertex?.graph === name ? focus.vertex.id : null;

  useEffect(() => {
    if (svg.current === null) return;
    return cameras.attach(name, svg.current, setAt);
  }, [cameras, name]);
  useReveal(name, placed, lit, cameras);

  const focusAt = useCallback(
    (id: string) => {
      // A folded loop or branch speaks for its head, which may stand under another id in this graph's fold.
      const vertex: ShownVertex | undefined = vertices.get(id);
      return focusOnVertex(shown, name, vertex?.folded?.find((each) => each.id === id)?.id ?? id, VIEW);
    },
    [shown, name, vertices],
  );
  const enter = useCallback((id: string) => actions.hover(focusAt(id)), [focusAt]);
  const choose = useCallback(
    (id: string) => {
      setCursor(id);
      actions.pin(focusAt(id));
    },
    [focusAt],
  );
  const centre = useCallback((x: number, y: number) => cameras.centre(name, { x, y }), [cameras, name]);
  const canFold = (id: string) => drawn.regions.has(id);
  const onKeyDown = (event: KeyboardEvent) => {
    if (current === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const next = travel(placed, current, event.key);
    if (next !== null) {
      setCursor(next);
      enter(next);
      const place = placed.vertices.find(({ id }) => id === next);
      if (place !== undefined) cameras.reveal(name, place);
      const vertex = vertices.get(next);
      if (vertex !== undefined) actions.say(spokenVertex(vertex, graph, canFold(next)));
    } else if (event.key === 'Enter' || event.key === ' ') actions.pin(focusAt(current));
    else if ((event.key === '-' || event.key === '+' || event.key === '=') && canFold(current)) {
      const folded = (vertices.get(current) as ShownVertex | undefined)?.folded !== undefined;
      if (folded === (event.key === '-')) return;
      onFold(current);
      actions.say(folded ? 'Unfolded.' : 'Folded.');
    } else return;
    event.preventDefault();
  };

  return (
    <figure className={stale ? 'graph stale-body' : 'graph'}>
      <figcaption>{title}</figcaption>
      {pane.height > 0 && stored.length > 0 && name !== 'original' && (
        <Wires shown={shown} items={stored} side={name === 'forward' ? 'pushes' : 'pops'} at={at} />
      )}
      <svg
        ref={svg}
        data-graph={name}
        data-part={part?.join(' ')}
        data-sweep={name === 'adjoint' ? 'backward' : name}
        className="canvas"
        role="application"
        aria-roledescription="graph"
        aria-label={`${title}: ${graph.vertices.length} vertices, ${graph.edges.length} edges. Arrow keys travel along the edges, Enter explains, minus and plus fold and unfold.`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a graph is travelled by arrow keys
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerLeave={() => actions.hover(null)}
        onBlur={() => actions.hover(null)}
      >
        <title>{title}</title>
        <g className="scene" transform={at.toString()}>
          <Scene
            graph={graph}
            placed={placed}
            part={part}
            drawn={drawn}
            lit={lit}
            way={name === 'original' ? witness : NO_WAY}
            found={found}
            current={current}
            pinned={pinned}
            togglable={name !== 'adjoint'}
            onEnter={enter}
            onChoose={choose}
            onFold={onFold}
          />
        </g>
      </svg>
      <Minimap placed={placed} at={at} pane={pane} onCentre={centre} />
    </figure>
  );
});

interface SceneProps extends Pick<GraphPaneProps, 'placed' | 'drawn' | 'found' | 'onFold'> {
  readonly graph: Graph;
  readonly part: Part;
  readonly lit: ReadonlySet<string>;
  /** Edges, as `from to`, that an explanation rests on. */
  readonly way: ReadonlySet<string>;
  readonly current: string | null;
  readonly pinned: string | null;
  readonly togglable: boolean;
  readonly onEnter: (id: string) => void;
  readonly onChoose: (id: string) => void;
}

/** What does not change while a camera moves. */
const Scene = memo(function Scene(props: SceneProps) {
  const { graph, placed, part, drawn, lit, way, found, current, pinned, togglable } = props;
  const { onEnter, onChoose, onFold } = props;
  const vertices = useMemo(() => new Map(graph.vertices.map((each) => [each.id, each])), [graph]);
  // Of a long vertex, the part is shown that has what is explained or stepped to.
  const asked = useApp((state) => state.stepped ?? state.pinned);
  const isLit = (id: string): boolean => {
    const vertex: ShownVertex | undefined = vertices.get(id);
    return lit.has(id) || (vertex?.folded?.some((each) => lit.has(each.id)) ?? false);
  };
  return (
    <>
      {placed.edges.map((edge) =>
        holdsEdge(part, edge) ? (
          <EdgeLine
            key={edge.id}
            edge={edge}
            lit={isLit(edge.from) && isLit(edge.to)}
            way={way.has(`${edge.from} ${edge.to}`)}
          />
        ) : null,
      )}
      {placed.vertices.map((place) => {
        const vertex: ShownVertex | undefined = vertices.get(place.id);
        if (vertex === undefined || !holdsVertex(part, place)) return null;
        const folded = vertex.folded !== undefined;
        const fold = folded ? 'closed' : togglable && drawn.regions.has(place.id) ? 'open' : null;
        return (
          <VertexShape
            key={place.id}
            vertex={vertex}
            place={place}
            lit={isLit(place.id)}
            strong={pinned === place.id}
            found={found.has(place.id)}
            current={place.id === current}
            at={statementAt(vertex, asked)}
            fold={fold}
            onEnter={onEnter}
            onChoose={onChoose}
            onFold={onFold}
          />
        );
      })}
    </>
  );
});

/** The place of what is asked about among the statements of a vertex: of its push or pop, else of its statement, else the first. */
function statementAt({ statements }: Vertex, asked: Focus | null): number {
  if (asked === null || asked.vertex !== null) return 0;
  const { recording: stored, statements: ids } = asked;
  const pushed = stored === null ? -1 : statements.findIndex(({ recording }) => recording === stored);
  return Math.max(0, pushed >= 0 ? pushed : statements.findIndex(({ statement }) => statement === ids[0]));
}

/** What is lit, and the edges that an explanation rests on. Ids of one result name other things in another. */
function useMarks(name: GraphName, shown: Differentiation) {
  const inView = useApp((state) => state.shown === shown);
  const lit = useLit();
  const witness = useWitness();
  return inView ? { lit: lit.vertices[name], witness } : { lit: NOTHING_LIT.vertices[name], witness: NO_WAY };
}

/** What another view pinned, or steps to, comes into sight here too. */
function useReveal(name: GraphName, placed: PlacedGraph, lit: ReadonlySet<string>, cameras: Cameras): void {
  const pinned = useApp((state) => state.stepped ?? state.pinned);
  const latest = useRef({ placed, lit });
  latest.current = { placed, lit };
  // What is asked about from the start may be known before its graphs are placed.
  const arriving = pinned?.from === 'first' ? placed : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: places that arrive are a reason to look again
  useEffect(() => {
    if (pinned === null || pinned.from === VIEW || pinned.from === 'kept') return;
    // After the graphs were fitted, which the same change asks for.
    return inNextFrame(() => {
      const now = latest.current;
      const place = now.placed.vertices.find(({ id }) => now.lit.has(id));
      if (place !== undefined) cameras.reveal(name, place);
    });
  }, [pinned, name, cameras, arriving]);
}

/** None before its turn: a large graph without a size has nothing in sight. */
function useSize(svg: React.RefObject<SVGSVGElement | null>): Size {
  const isTurn = useTurn();
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = svg.current;
    if (element === null || !isTurn) return;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [svg, isTurn]);
  return size;
}

/** The former one while it holds the same. */
function useSame(part: Part): Part {
  const former = useRef(part);
  if (part?.join() !== former.current?.join()) former.current = part;
  return former.current;
}

/** Ids of the vertices with this number, or with this text in one of their statements. */
export function findVertices(graph: Graph, search: string): Set<string> {
  const wanted = search.trim().toLowerCase().replace('−', '-');
  if (wanted === '') return new Set();
  const holds = (vertex: Vertex): boolean =>
    String(vertex.number) === wanted ||
    vertex.statements.some(({ text }) => text.toLowerCase().includes(wanted));
  return new Set(
    graph.vertices
      .filter((each: ShownVertex) => holds(each) || (each.folded?.some(holds) ?? false))
      .map(({ id }) => id),
  );
}
