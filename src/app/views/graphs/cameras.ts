import { select } from 'd3-selection';
import {
  type D3ZoomEvent,
  type ZoomBehavior,
  type ZoomTransform,
  zoom,
  zoomIdentity,
  zoomTransform,
} from 'd3-zoom';
import type { Point } from '../../layout/types';
import type { GraphName } from '../../store/results/lookup';

/**
 * The cameras of the panes. They share their scale and their height, so that counterparts face each other wherever one
 * looks; sideways each moves by itself.
 */
export interface Cameras {
  /** Takes over wheel and drag of a pane; `onMove` hears of every change. Gives the way to let go again. */
  attach(name: GraphName, svg: SVGSVGElement, onMove: (at: ZoomTransform) => void): () => void;
  /** Shows as much of each graph as can be read; of the same graphs again, with what was brought into sight. */
  fit(graphs: Partial<Record<GraphName, Fitted>>, again?: boolean): void;
  /** Moves all panes where a place of one graph is out of sight, so that it comes into it. */
  reveal(name: GraphName, place: Place): void;
  /** Puts the middle of a pane on a place of its graph. */
  centre(name: GraphName, place: Point): void;
  /** True once the user has moved a pane. */
  readonly moved: () => boolean;
}
export interface Size {
  readonly width: number;
  readonly height: number;
}
type Place = Size & Point;
interface Fitted extends Size {
  readonly vertices: readonly Place[];
}

const MARGIN = 16;
/** Down to where a pane has its title. */
const topOf = (svg: Element) => (isPresented(svg) ? 46 : 32);
/** Pixels of text below which nobody reads it: on a desk, on a large screen, and from the last row. */
const LEAST_TEXT = { desk: 11, large: 13, presenting: 16 };
const LARGE_SCREEN = 1900;
/** Pixels of text in a vertex at scale 1. */
const TEXT = 12;
/** What a desk cannot go below. */
export const LEAST_SCALE = LEAST_TEXT.desk / TEXT;
const SCALES: [number, number] = [0.1, 4];

/** Text in vertices is never larger than in code, which grows for a room full of people. */
const largest = (svg: Element) =>
  Math.max(1, Number.parseFloat(getComputedStyle(svg).getPropertyValue('--code')) / TEXT || 1);

const isPresented = (svg: Element) => svg.ownerDocument.documentElement.hasAttribute('data-presenting');

const leastReadable = (svg: Element) =>
  (isPresented(svg)
    ? LEAST_TEXT.presenting
    : innerWidth >= LARGE_SCREEN
      ? LEAST_TEXT.large
      : LEAST_TEXT.desk) / TEXT;

interface Pane {
  readonly svg: SVGSVGElement;
  readonly behaviour: ZoomBehavior<SVGSVGElement, unknown>;
}

/**
 * The middle of a pane of this size that starts at the top of a graph: the graph's own where all of it goes in, and else such that as
 * much as possible of its vertices can be read whole.
 */
function fullest({ width, vertices }: Fitted, room: number, height: number): number {
  const half = room / 2 - MARGIN;
  if (width / 2 <= half) return width / 2;
  const first = vertices.filter((each) => each.y - each.height / 2 < height);
  const readable = (middle: number) =>
    first.reduce(
      (sum, each) => sum + (Math.abs(each.x - middle) + each.width / 2 <= half ? each.width : 0),
      0,
    );
  const middles = first.flatMap((each) => [each.x - each.width / 2 + half, each.x + each.width / 2 - half]);
  // Of equals that which shows most of the others.
  const aside = (middle: number) => Math.abs(middle - width / 2);
  middles.sort((a, b) => aside(a) - aside(b));
  let best = width / 2;
  for (const middle of middles) if (readable(middle) > readable(best)) best = middle;
  return best;
}

/** `onShared` hears of the common scale and height. */
export function createCameras(onShared: (at: { k: number; y: number }) => void): Cameras {
  const panes = new Map<GraphName, Pane>();
  const revealed = new Map<GraphName, Place>();
  let moved = false;

  const move = ({ svg, behaviour }: Pane, x: number, y: number, k: number) =>
    select(svg).call(behaviour.transform, zoomIdentity.translate(x, y).scale(k));

  /** The others follow in scale and height, and keep their middles. */
  function follow(leader: GraphName, { k, y }: ZoomTransform): void {
    for (const [name, pane] of panes) {
      if (name === leader) continue;
      const at = zoomTransform(pane.svg);
      const middle = pane.svg.clientWidth / 2;
      move(pane, middle - ((middle - at.x) * k) / at.k, y, k);
    }
    onShared({ k, y });
  }

  function bring(name: GraphName, place: Place): void {
    const pane = panes.get(name);
    if (!pane) return;
    const at = zoomTransform(pane.svg);
    // What is out of sight comes with something of what it stands beside. What leaves less than both margins is put in the middle, and
    // what is larger than the pane begins in sight.
    const into = (from: number, to: number, least: number, room: number) => {
      const side = Math.max(0, (room - (to - from)) / 2);
      const start = Math.min(least, side);
      const more = Math.max(start, Math.min(room / 6, side));
      if (from < start) return more - from;
      return to > room - Math.min(MARGIN, side) ? Math.max(room - more - to, start - from) : 0;
    };
    const { clientWidth, clientHeight } = pane.svg;
    const [x, y] = at.apply([place.x, place.y]);
    const [w, h] = [(place.width * at.k) / 2, (place.height * at.k) / 2];
    const dx = into(x - w, x + w, MARGIN, clientWidth);
    const dy = into(y - h, y + h, topOf(pane.svg), clientHeight);
    if (dx === 0 && dy === 0) return;
    move(pane, at.x + dx, at.y + dy, at.k);
    follow(name, zoomTransform(pane.svg));
  }

  return {
    attach(name, svg, onMove) {
      const behaviour = zoom<SVGSVGElement, unknown>()
        .scaleExtent(SCALES)
        .on('zoom', ({ transform, sourceEvent }: D3ZoomEvent<SVGSVGElement, unknown>) => {
          onMove(transform);
          if (!sourceEvent) return;
          moved = true;
          follow(name, transform);
        });
      panes.set(name, { svg, behaviour });
      // A double click is for text, not for zooming.
      select(svg).call(behaviour).on('dblclick.zoom', null);
      return () => {
        select(svg).on('.zoom', null);
        if (panes.get(name)?.svg === svg) panes.delete(name);
      };
    },

    fit(graphs, again = false) {
      const seen = [...panes].flatMap(([name, pane]) => {
        const graph = graphs[name];
        const { clientWidth, clientHeight } = pane.svg;
        return graph && graph.width > 0 && clientWidth > 0
          ? [{ pane, graph, clientWidth, clientHeight }]
          : [];
      });
      const [first] = seen;
      if (!first) return;
      const wide = seen.map(({ graph, clientWidth }) => (clientWidth - 2 * MARGIN) / (graph.width + 2 * 14));
      const top = topOf(first.pane.svg);
      const high = seen.map(({ graph, clientHeight }) => (clientHeight - top - MARGIN) / graph.height);
      const whole = Math.min(largest(first.pane.svg), ...wide, ...high);
      // Smaller than this nobody can read it: then it starts at the top, well to be read, and is moved by hand.
      const k = Math.max(whole, leastReadable(first.pane.svg));
      const highest = Math.max(...seen.map(({ graph }) => graph.height));
      const y = Math.max(top, (first.clientHeight + top - MARGIN - highest * k) / 2);
      for (const { pane, graph, clientWidth, clientHeight } of seen) {
        const middle = fullest(graph, clientWidth / k, (clientHeight - y) / k);
        move(pane, clientWidth / 2 - middle * k, y, k);
      }
      moved = false;
      onShared({ k, y });
      if (!again) revealed.clear();
      for (const [name, place] of revealed) bring(name, place);
    },

    reveal(name, place) {
      revealed.set(name, place);
      bring(name, place);
    },

    centre(name, { x, y }) {
      const pane = panes.get(name);
      if (!pane) return;
      const { k } = zoomTransform(pane.svg);
      moved = true;
      move(pane, pane.svg.clientWidth / 2 - x * k, pane.svg.clientHeight / 2 - y * k, k);
      follow(name, zoomTransform(pane.svg));
    },

    moved: () => moved,
  };
}
