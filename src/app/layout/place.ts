import type { Graph, Vertex } from '../../engine/pipeline/results';
import { placeLabels } from './labels';
import { type Box, boxOf, type Fold } from './measure';
import { ROW_GAP, routed } from './routes';
import { keyOf, type Rows, rowHeights, rowsOf } from './rows';
import { contentKeys, survivorsOf } from './survivors';
import { type Graphs, type Layout, NAMES, type Name, type PlacedGraph, type PlacedVertex } from './types';

/**
 * G, G⃗ and G⃖ are placed together. All three share one set of rows, so that counterparts (which share their id) stand at one
 * height and the backward sweep climbs while the others descend. A row is the longest path from the entry over all edges of the
 * three graphs, those of G⃖ turned round, without the arcs that close a loop; it is as high as the highest of its vertices in any
 * graph. Within the rows, each graph has columns by how its control nests (`columns.ts`). What survives from an `earlier` layout
 * stays above and below what it was.
 */
export function place(graphs: Graphs, fold: Fold, earlier: Layout | null = null): Layout {
  const contents = contentKeys(graphs);
  const rows = rowsOf(graphs, earlier === null ? [] : survivorsOf(graphs, contents, earlier));
  const heights = rowHeights(graphs, rows, fold);
  const placed = (name: Name) =>
    placeOne(name, graphs[name], { rows, heights, fold, contents: contents[name] });
  return {
    graphs: { original: placed('original'), forward: placed('forward'), adjoint: placed('adjoint') },
    structure: structureOf(graphs, fold),
  };
}

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

interface Within {
  readonly rows: Rows;
  readonly heights: readonly number[];
  readonly fold: Fold;
  /** By vertex id: the key by which it is recognised in another layout. */
  readonly contents: ReadonlyMap<string, string>;
}

function placeOne(name: Name, graph: Graph, { rows, heights, fold, contents }: Within): PlacedGraph {
  const boxes = graph.vertices.map((each) => boxOf(each, fold));
  const rowOf = graph.vertices.map((each) => rows.get(keyOf(name, each)) ?? 0);
  const { vertices, ...others } = routed(graph, boxes, { heights, rowOf, climbs: name === 'adjoint' });
  const placed = vertices.map((spot, i): PlacedVertex => {
    const { id, kind } = graph.vertices[i] as Vertex;
    const box = boxes[i] as Box;
    const content = contents.get(id) ?? '';
    return { id, content, kind, ...spot, ...box, roomY: box.height + ROW_GAP - 3, numberAt: { x: 0, y: 0 } };
  });
  return placeLabels({ ...others, vertices: placed }, graph);
}
