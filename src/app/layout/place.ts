import type { Edge, Graph, Vertex } from '../../engine/pipeline/results';
import { type Box, boxOf, type Fold } from './measure';
import type { Layout, PlacedEdge, PlacedGraph, PlacedVertex } from './types';

/**
 * G, G⃗ and G⃖ are placed together. All three share one set of rows, so that counterparts (which share their id) stand at one
 * height and the backward sweep climbs while the others descend. Graphviz then places each graph within these rows.
 *
 * Rows: the longest path from the entry over all edges of the three graphs, those of G⃖ turned round, without the arcs that close
 * a loop. In Graphviz a row is a rank, held by an invisible spine whose vertex is as high as the highest of that row in
 * any graph; equal spines make equal heights.
 */
export type Graphs = { readonly [G in 'original' | 'forward' | 'adjoint']: Graph };
const NAMES = ['original', 'forward', 'adjoint'] as const;
type Name = (typeof NAMES)[number];

/** Draws DOT with Graphviz and gives its JSON back. */
export type Draw = (dot: string) => unknown;

export function place(graphs: Graphs, draw: Draw, fold: Fold): Layout {
  const rows = rowsOf(graphs);
  const heights = rowHeights(graphs, rows, fold);
  const [original, forward, adjoint] = NAMES.map((name) =>
    placeOne(name, graphs[name], { rows, heights, fold }, draw),
  );
  return {
    graphs: { original: original ?? EMPTY, forward: forward ?? EMPTY, adjoint: adjoint ?? EMPTY },
    structure: structureOf(graphs, fold),
  };
}

const EMPTY: PlacedGraph = { width: 0, height: 0, vertices: [], edges: [] };

export function structureOf(graphs: Graphs, fold: Fold): string {
  const parts = NAMES.map((name) => {
    const { vertices, edges } = graphs[name];
    return `${vertices.map(({ id, kind }) => `${id}${kind}`)}/${edges.map(({ from, to, label }) => `${from}>${to}:${label}`)}`;
  });
  return [fold.lines, ...parts].join('|');
}

/**
 * Keeps every place of an earlier layout of the same structure: an edit that keeps the vertices moves none. Boxes grow and
 * shrink about their centres, within the room there is.
 */
export function reuse(graphs: Graphs, earlier: Layout, fold: Fold): Layout | null {
  if (earlier.structure !== structureOf(graphs, fold)) return null;
  const fitted = NAMES.map((name) => {
    const vertices = new Map(graphs[name].vertices.map((each) => [each.id, each]));
    return {
      ...earlier.graphs[name],
      vertices: earlier.graphs[name].vertices.map((placed) => {
        const vertex = vertices.get(placed.id);
        if (vertex === undefined) return placed;
        const { width, height } = boxOf(vertex, fold);
        return {
          ...placed,
          width: Math.min(Math.max(width, Math.min(placed.width, width + 60)), placed.roomX),
          height: Math.min(height, placed.roomY),
        };
      }),
    };
  });
  const [original, forward, adjoint] = fitted;
  if (!original || !forward || !adjoint) return null;
  return { graphs: { original, forward, adjoint }, structure: earlier.structure };
}

// -------------------------------------------------------------------------------------------------------------- rows

/** Vertices that store control are another graph's own affair; all others are shared under their id. */
function keyOf(name: Name, vertex: Vertex): string {
  return vertex.control || vertex.id.includes('.') ? `${name}:${vertex.id}` : vertex.id;
}

type Rows = ReadonlyMap<string, number>;

function rowsOf(graphs: Graphs): Rows {
  const arcs = NAMES.map((name) => arcsOf(name, graphs[name]));
  const [original = [], forward = [], adjoint = []] = arcs;
  const keys = new Set(NAMES.flatMap((name) => graphs[name].vertices.map((each) => keyOf(name, each))));
  // Which way is down is decided by the sweeps that run downwards; what only G⃖ has comes just after what leads to it.
  const order = reversePostorder([...keys], [...original, ...forward]);
  const reached = new Set([...original, ...forward].flat());
  for (let pass = 0; pass < 3; pass++) {
    for (const [from, to] of adjoint) {
      if (!reached.has(to)) order.set(to, (order.get(from) ?? 0) + 0.001);
    }
  }
  const goesDown = ([from, to]: Arc) => (order.get(from) ?? 0) < (order.get(to) ?? 0);
  const all = arcs.flat();
  // What a loop is left for stands below the loop's end.
  const returns = [...original, ...forward].filter((arc) => !goesDown(arc));
  const exits = returns.flatMap(([end, head]) =>
    all.filter(([from]) => from === head).map(([, to]): Arc => [end, to]),
  );
  const downwards = [...all, ...exits].filter(goesDown);
  const sorted = [...keys].sort((x, y) => (order.get(x) ?? 0) - (order.get(y) ?? 0));
  const rows = new Map(sorted.map((key) => [key, 0]));
  const below = bySource(downwards);
  for (const key of sorted) {
    for (const [, to] of below.get(key) ?? [])
      rows.set(to, Math.max(rows.get(to) ?? 0, (rows.get(key) ?? 0) + 1));
  }
  return rows;
}

type Arc = readonly [from: string, to: string];

function bySource(arcs: readonly Arc[]): Map<string, Arc[]> {
  const found = new Map<string, Arc[]>();
  for (const arc of arcs) {
    const list = found.get(arc[0]);
    if (list === undefined) found.set(arc[0], [arc]);
    else list.push(arc);
  }
  return found;
}

/** The edges of a graph between keys, those of G⃖ turned round. */
function arcsOf(name: Name, graph: Graph): Arc[] {
  const keys = new Map(graph.vertices.map((each) => [each.id, keyOf(name, each)]));
  return graph.edges.flatMap(({ from, to }): Arc[] => {
    const [a, b] = [keys.get(from), keys.get(to)];
    if (a === undefined || b === undefined || a === b) return [];
    return [name === 'adjoint' ? [b, a] : [a, b]];
  });
}

/** Numbers that grow along every arc but those that return to a vertex still open in a depth-first walk. */
function reversePostorder(keys: readonly string[], all: readonly Arc[]): Map<string, number> {
  const successors = bySource(all);
  const seen = new Set<string>();
  const finished: string[] = [];
  for (const start of keys) {
    if (seen.has(start)) continue;
    seen.add(start);
    const stack = [{ key: start, at: 0 }];
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const arcs = successors.get(top.key) ?? [];
      // The last arc first, so that an earlier one's vertices get the smaller numbers: a loop's body before its exit.
      const next = arcs[arcs.length - 1 - top.at++]?.[1];
      if (next === undefined) {
        finished.push(top.key);
        stack.pop();
      } else if (!seen.has(next)) {
        seen.add(next);
        stack.push({ key: next, at: 0 });
      }
    }
  }
  return new Map(finished.reverse().map((key, i) => [key, i]));
}

function rowHeights(graphs: Graphs, rows: Rows, fold: Fold): number[] {
  const heights: number[] = [];
  for (const name of NAMES) {
    for (const vertex of graphs[name].vertices) {
      const row = rows.get(keyOf(name, vertex)) ?? 0;
      heights[row] = Math.max(heights[row] ?? 0, boxOf(vertex, fold).height);
    }
  }
  return Array.from(heights, (height) => height ?? 9);
}

// ------------------------------------------------------------------------------------------------------- one graph

const DOT_SHAPES: Partial<Record<Vertex['kind'], string>> = {
  ENTRY: 'circle',
  EXIT: 'circle',
  BRANCH: 'diamond',
  LOOP: 'hexagon',
  FORLOOP: 'hexagon',
  POSTLOOP: 'hexagon',
  DISPATCH: 'octagon',
};

function placeOne(
  name: Name,
  graph: Graph,
  { rows, heights, fold }: { rows: Rows; heights: readonly number[]; fold: Fold },
  draw: Draw,
): PlacedGraph {
  if (graph.vertices.length === 0) return EMPTY;
  const rowOf = (vertex: Vertex) => rows.get(keyOf(name, vertex)) ?? 0;
  const boxes = graph.vertices.map((each) => boxOf(each, fold));
  const indexById = new Map(graph.vertices.map((each, i) => [each.id, i]));
  const inches = (pixels: number) => (pixels / 72).toFixed(4);
  const lines = [
    'digraph {',
    'graph [ordering=out, ranksep=0.27, nodesep=0.25, splines=true]',
    'node [fixedsize=true, label=""] edge [arrowhead=none, arrowtail=none]',
  ];
  heights.forEach((height, row) => {
    lines.push(`s${row} [style=invis, shape=box, width=0.01, height=${inches(height)}]`);
    const members = graph.vertices.flatMap((each, i) => (rowOf(each) === row ? [`n${i}`] : []));
    lines.push(`{ rank=same; s${row}; ${members.join('; ')} }`);
    if (row > 0) lines.push(`s${row - 1} -> s${row} [style=invis]`);
  });
  graph.vertices.forEach((vertex, i) => {
    const box = boxes[i] as Box;
    const shape = DOT_SHAPES[vertex.kind] ?? (box.width === box.height ? 'circle' : 'box');
    lines.push(`n${i} [shape=${shape}, width=${inches(box.width)}, height=${inches(box.height)}]`);
  });
  // Every edge is given downwards, whichever way it points, so that rows hold; `e` names it in the answer.
  // Those that return come first, so that they run on the left of what they return around.
  const directed = graph.edges.flatMap((edge, e) => {
    const [from, to] = [indexById.get(edge.from), indexById.get(edge.to)];
    if (from === undefined || to === undefined) return [];
    return [
      { e, from, to, upwards: rowOf(graph.vertices[from] as Vertex) > rowOf(graph.vertices[to] as Vertex) },
    ];
  });
  const climbing = name === 'adjoint';
  const returning = directed.filter(({ upwards }) => upwards !== climbing);
  for (const { e, from, to, upwards } of [
    ...returning,
    ...directed.filter((each) => !returning.includes(each)),
  ]) {
    const [tail, head] = upwards ? [to, from] : [from, to];
    // Labels are placed afterwards, beside the first bit of their edge: as labels of Graphviz they would take rows.
    lines.push(`n${tail} -> n${head} [id="e${e}", comment="${upwards ? 'up' : 'down'}"]`);
  }
  lines.push('}');
  return read(draw(lines.join('\n')), graph, boxes);
}

interface Drawn {
  bb?: string;
  objects?: { name?: string; pos?: string }[];
  edges?: { id?: string; comment?: string; pos?: string }[];
}

function read(drawn: unknown, graph: Graph, boxes: readonly Box[]): PlacedGraph {
  const { bb = '0,0,0,0', objects = [], edges = [] } = drawn as Drawn;
  const [, , width = 0, height = 0] = bb.split(',').map(Number);
  const point = (text: string) => {
    const [x = 0, y = 0] = text.split(',').map(Number);
    return { x, y: height - y };
  };
  const at = new Map(objects.flatMap(({ name, pos }) => (name && pos ? [[name, point(pos)] as const] : [])));
  const centres = graph.vertices.map((_, i) => at.get(`n${i}`) ?? { x: 0, y: 0 });
  const vertices = graph.vertices.map((vertex, i): PlacedVertex => {
    const box = boxes[i] as Box;
    const centre = centres[i] as { x: number; y: number };
    return { id: vertex.id, kind: vertex.kind, ...centre, ...box, ...roomAt(i, centres, boxes) };
  });
  const placed = edges.flatMap(({ id, comment, pos }): PlacedEdge[] => {
    const edge = id?.startsWith('e') ? graph.edges[Number(id.slice(1))] : undefined;
    if (id === undefined || edge === undefined || pos === undefined) return [];
    const points = pos
      .split(' ')
      .filter((part) => !/^[es],/.test(part))
      .map(point);
    return [placeEdge(id, edge, comment === 'up' ? points.reverse() : points)];
  });
  return { width, height, vertices, edges: placed };
}

function placeEdge(id: string, edge: Edge, points: readonly Point[]): PlacedEdge {
  const [first = { x: 0, y: 0 }, ...rest] = points;
  const tip = rest.at(-1) ?? first;
  const before = rest.at(-2) ?? first;
  const text = ({ x, y }: Point) => `${x.toFixed(1)} ${y.toFixed(1)}`;
  return {
    id,
    from: edge.from,
    to: edge.to,
    label: edge.label,
    path: `M${text(first)}C${rest.map(text).join(' ')}`,
    tip: { ...tip, angle: (Math.atan2(tip.y - before.y, tip.x - before.x) * 180) / Math.PI },
    labelAt: edge.label === '' ? null : besideStart(first, rest),
  };
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A place beside the first bit of a curve, on its outer side. */
function besideStart(first: Point, [a = first, b = a, c = b]: readonly Point[]): Point {
  const length = Math.max(1, Math.hypot(c.x - first.x, c.y - first.y));
  const t = Math.min(0.5, 14 / length);
  const [u, v, w, z] = [(1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t ** 2, t ** 3];
  const x = u * first.x + v * a.x + w * b.x + z * c.x;
  const y = u * first.y + v * a.y + w * b.y + z * c.y;
  return { x: x + (c.x < first.x - 1 ? -8 : 8), y };
}

const GAP = 10;

/** Up to the neighbours in the same row, and to the rows above and below. */
function roomAt(i: number, centres: readonly { x: number; y: number }[], boxes: readonly Box[]) {
  const centre = centres[i] as { x: number; y: number };
  const box = boxes[i] as Box;
  let roomX = 340;
  let roomY = box.height + 14;
  centres.forEach((other, j) => {
    if (j === i) return;
    const { width } = boxes[j] as Box;
    if (Math.abs(other.y - centre.y) < 2)
      roomX = Math.min(roomX, 2 * (Math.abs(other.x - centre.x) - width / 2 - GAP));
  });
  roomX = Math.max(roomX, box.width);
  roomY = Math.max(roomY, box.height);
  return { roomX, roomY };
}
