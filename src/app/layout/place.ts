import type { Edge, Graph, Vertex } from '../../engine/pipeline/results';
import { placeLabels } from './labels';
import { type Box, boxOf, type Fold } from './measure';
import { keyOf, type Rows, rowHeights, rowsOf } from './rows';
import { contentKeys, inRowOrder, survivorsOf } from './survivors';
import {
  type Graphs,
  type Layout,
  NAMES,
  type Name,
  type PlacedEdge,
  type PlacedGraph,
  type PlacedVertex,
  type Point,
} from './types';

/**
 * G, G⃗ and G⃖ are placed together. All three share one set of rows, so that counterparts (which share their id) stand at one
 * height and the backward sweep climbs while the others descend. Graphviz then places each graph within these rows.
 *
 * Rows: the longest path from the entry over all edges of the three graphs, those of G⃖ turned round, without the arcs that close
 * a loop. In Graphviz a row is a rank, held by an invisible spine whose vertex is as high as the highest of that row in
 * any graph; equal spines make equal heights.
 */
/** Draws DOT with Graphviz and gives its JSON back. */
export type Draw = (dot: string) => unknown;

/** What survives from an `earlier` layout stays above, below, left and right of what it was. */
export function place(graphs: Graphs, draw: Draw, fold: Fold, earlier: Layout | null = null): Layout {
  const contents = contentKeys(graphs);
  const rows = rowsOf(graphs, earlier === null ? [] : survivorsOf(graphs, contents, earlier));
  const heights = rowHeights(graphs, rows, fold);
  const [original, forward, adjoint] = NAMES.map((name) => {
    const before = new Map((earlier?.graphs[name].vertices ?? []).map(({ content, x }) => [content, x]));
    return placeOne(name, graphs[name], { rows, heights, fold, contents: contents[name], before }, draw);
  });
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
  const contents = contentKeys(graphs);
  const fitted = NAMES.map((name) => {
    const vertices = new Map(graphs[name].vertices.map((each) => [each.id, each]));
    const kept = {
      ...earlier.graphs[name],
      vertices: earlier.graphs[name].vertices.map((placed) => {
        const vertex = vertices.get(placed.id);
        if (vertex === undefined) return placed;
        const { width, height } = boxOf(vertex, fold);
        return {
          ...placed,
          content: contents[name].get(placed.id) ?? placed.content,
          width: Math.min(Math.max(width, Math.min(placed.width, width + 60)), placed.roomX),
          height: Math.min(height, placed.roomY),
        };
      }),
    };
    return placeLabels(kept, graphs[name]);
  });
  const [original, forward, adjoint] = fitted;
  if (!original || !forward || !adjoint) return null;
  return { graphs: { original, forward, adjoint }, structure: earlier.structure };
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

interface Within {
  readonly rows: Rows;
  readonly heights: readonly number[];
  readonly fold: Fold;
  /** By vertex id: what tells it again in another layout; and where that stood from left to right. */
  readonly contents: ReadonlyMap<string, string>;
  readonly before: ReadonlyMap<string, number>;
}

function placeOne(
  name: Name,
  graph: Graph,
  { rows, heights, fold, contents, before }: Within,
  draw: Draw,
): PlacedGraph {
  if (graph.vertices.length === 0) return EMPTY;
  const rowOf = (vertex: Vertex) => rows.get(keyOf(name, vertex)) ?? 0;
  const boxes = graph.vertices.map((each) => boxOf(each, fold));
  const indexById = new Map(graph.vertices.map((each, i) => [each.id, i]));
  const inches = (pixels: number) => (pixels / 72).toFixed(4);
  const lines = [
    'digraph {',
    'graph [ordering=out, ranksep=0.17, nodesep=0.25, splines=true]',
    'node [fixedsize=true, label=""] edge [arrowhead=none, arrowtail=none]',
  ];
  const members = heights.map((): number[] => []);
  graph.vertices.forEach((each, i) => {
    members[rowOf(each)]?.push(i);
  });
  heights.forEach((height, row) => {
    const inRow = members[row] ?? [];
    lines.push(`s${row} [style=invis, shape=box, width=0.01, height=${inches(height)}]`);
    lines.push(`{ rank=same; s${row}; ${inRow.map((i) => `n${i}`).join('; ')} }`);
    if (row > 0) lines.push(`s${row - 1} -> s${row} [style=invis]`);
    const known = inRow.map((i) => ({
      name: `n${i}`,
      x: before.get(contents.get(graph.vertices[i]?.id ?? '') ?? ''),
    }));
    for (const [left, right] of inRowOrder(known)) lines.push(`${left} -> ${right} [style=invis]`);
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
  return read(draw(lines.join('\n')), graph, { boxes, contents });
}

interface Drawn {
  bb?: string;
  objects?: { name?: string; pos?: string }[];
  edges?: { id?: string; comment?: string; pos?: string }[];
}

function read(
  drawn: unknown,
  graph: Graph,
  { boxes, contents }: { boxes: readonly Box[]; contents: ReadonlyMap<string, string> },
): PlacedGraph {
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
    const content = contents.get(vertex.id) ?? '';
    return {
      id: vertex.id,
      content,
      kind: vertex.kind,
      ...centre,
      ...box,
      ...roomAt(i, centres, boxes),
      numberAt: { x: 0, y: 0 },
    };
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
  return placeLabels({ width, height, vertices, edges: placed }, graph);
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
    labelAt: null,
  };
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
