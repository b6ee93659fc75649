import type { Eliminated } from '../../../engine/pipeline/results';
import type { Point } from '../../layout/types';

/** The radius of a vertex as drawn, and of the ring around a result. */
export const RADIUS = 19;
export const RING = RADIUS + 4;

export interface PlacedVertex extends Point {
  readonly id: number;
  /** Of its outermost line, where arrows end. */
  readonly radius: number;
}
export interface PlacedGraph {
  readonly vertices: ReadonlyMap<number, PlacedVertex>;
  readonly width: number;
  readonly height: number;
}

/** Of a small graph, whose edges are labelled, and of a large one. */
const WIDE = { column: 104, row: 78 };
const NARROW = { column: 52, row: 64 };
const LARGE = 34;
/** Room beside the outermost vertex for a line that bends around it, and its label; above and below, for the name of a vertex. */
const MARGIN = { across: 80, up: 48 };
const SWEEPS = 8;

/**
 * Inputs below, results above, each vertex a row over what it reads, in columns near those that it is joined to. Rows depend on
 * the graph at the start only, so that nothing moves while edges go.
 */
export function placeGraph({ vertices, edges }: Eliminated['graph']): PlacedGraph {
  const { column, row: height } = edges.length > LARGE ? NARROW : WIDE;
  const rank = new Map<number, number>();
  const joined = new Map<number, number[]>(vertices.map(({ id }) => [id, []]));
  for (const { from, to } of edges) {
    joined.get(from)?.push(to);
    joined.get(to)?.push(from);
  }
  for (const { id, role } of vertices) {
    const below = edges.filter(({ to }) => to === id).map(({ from }) => rank.get(from) ?? 0);
    rank.set(id, role === 'input' ? 0 : 1 + Math.max(0, ...below));
  }
  const top = Math.max(0, ...rank.values());
  // Results without readers stand together on top.
  const isRead = new Set(edges.map(({ from }) => from));
  for (const { id, role } of vertices) if (role === 'output' && !isRead.has(id)) rank.set(id, top);
  const rows: number[][] = Array.from({ length: top + 1 }, () => []);
  for (const { id } of vertices) rows[rank.get(id) as number]?.push(id);
  const widest = Math.max(1, ...rows.map((row) => row.length));
  const x = new Map<number, number>();
  for (const row of rows) spread(row, widest, x);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (const row of sweep % 2 === 0 ? rows : rows.toReversed()) {
      const wish = (id: number) =>
        mean(
          (joined.get(id) ?? []).map((other) => x.get(other) as number),
          x.get(id) as number,
        );
      const wishes = new Map(row.map((id) => [id, wish(id)]));
      row.sort((a, b) => (wishes.get(a) as number) - (wishes.get(b) as number));
      pull(row, wishes, widest, x);
    }
  }
  return {
    vertices: new Map(
      vertices.map(({ id, role }) => [
        id,
        {
          id,
          radius: role === 'output' ? RING : RADIUS,
          x: MARGIN.across + (x.get(id) as number) * column,
          y: MARGIN.up + (top - (rank.get(id) as number)) * height,
        },
      ]),
    ),
    width: 2 * MARGIN.across + (widest - 1) * column,
    height: 2 * MARGIN.up + top * height,
  };
}

function spread(row: readonly number[], widest: number, x: Map<number, number>): void {
  for (const [at, id] of row.entries()) x.set(id, (widest - 1) / 2 + at - (row.length - 1) / 2);
}

/** In their order, a column apart at least, each as near to its wish as those before it allow; none outside. */
function pull(
  row: readonly number[],
  wishes: ReadonlyMap<number, number>,
  widest: number,
  x: Map<number, number>,
): void {
  let free = 0;
  row.forEach((id, at) => {
    const last = widest - (row.length - at);
    const place = Math.min(last, Math.max(free, wishes.get(id) as number));
    x.set(id, place);
    free = place + 1;
  });
}

const mean = (list: readonly number[], otherwise: number) =>
  list.length === 0 ? otherwise : list.reduce((a, b) => a + b, 0) / list.length;
