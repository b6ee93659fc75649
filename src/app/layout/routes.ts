import type { Edge, Graph, Vertex } from '../../engine/pipeline/results';
import { columnsOf, type Lane } from './columns';
import type { Box } from './measure';
import type { PlacedEdge, PlacedVertex, Point } from './types';

/** The rows that the three graphs share. */
export interface Grid {
  readonly heights: readonly number[];
  /** By the index of a vertex. */
  readonly rowOf: readonly number[];
  /** The backward sweep climbs. */
  readonly climbs: boolean;
}

/** Between two rows. */
export const ROW_GAP = 13;

export interface Routed {
  readonly width: number;
  readonly height: number;
  readonly vertices: readonly (Point & Pick<PlacedVertex, 'roomX'>)[];
  readonly edges: readonly PlacedEdge[];
}

/** Vertices in their rows and columns, and edges that run straight along them. */
export function routed(graph: Graph, boxes: readonly Box[], grid: Grid): Routed {
  const { rowOf, climbs } = grid;
  const columns = columnsOf(graph, climbs ? rowOf.map((row) => -row) : rowOf, boxes);
  const rows = rowsOf(grid.heights);
  const inRow: number[] = [];
  for (const row of rowOf) inRow[row] = (inRow[row] ?? 0) + 1;
  const stops = graph.vertices.map(({ kind }, i): Stop => {
    const row = rows[rowOf[i] ?? 0] ?? { top: 0, bottom: 0 };
    const box = boxes[i] as Box;
    const y = (row.top + row.bottom) / 2;
    const [before, after] = climbs ? [row.bottom, row.top] : [row.top, row.bottom];
    const down = climbs ? -1 : 1;
    return {
      kind,
      x: columns.x[i] ?? 0,
      y,
      half: box.width / 2,
      isAlone: inRow[rowOf[i] ?? 0] === 1,
      enter: y - (down * box.height) / 2,
      leave: y + (down * box.height) / 2,
      before: before - (down * ROW_GAP) / 2,
      after: after + (down * ROW_GAP) / 2,
    };
  });
  const index = new Map(graph.vertices.map(({ id }, i) => [id, i]));
  const lines = graph.edges.map((edge, e) => {
    const [from, to] = [stops[index.get(edge.from) ?? -1], stops[index.get(edge.to) ?? -1]];
    if (from === undefined || to === undefined) return [];
    return lineOf(from, to, columns.lanes.get(e) ?? null, columns.arms.has(e));
  });
  return {
    width: columns.width,
    height: rows.at(-1)?.bottom ?? 0,
    vertices: stops.map((stop, i) => ({ x: stop.x, y: stop.y, roomX: roomOf(i, stops, boxes, lines) })),
    edges: graph.edges.flatMap((edge, e) => {
      const line = lines[e] ?? [];
      return line.length === 0 ? [] : [drawn(`e${e}`, edge, line)];
    }),
  };
}

function rowsOf(heights: readonly number[]): { readonly top: number; readonly bottom: number }[] {
  let y = 0;
  return heights.map((height) => {
    const row = { top: y, bottom: y + height };
    y = row.bottom + ROW_GAP;
    return row;
  });
}

/** A vertex as edges meet it. */
interface Stop extends Point {
  readonly kind: Vertex['kind'];
  readonly half: number;
  /** In its row. */
  readonly isAlone: boolean;
  /** Heights of the side where edges arrive, and of the one where they leave. */
  readonly enter: number;
  readonly leave: number;
  /** Heights between its row and those before and after it. */
  readonly before: number;
  readonly after: number;
}

const CHOICES: ReadonlySet<Vertex['kind']> = new Set(['BRANCH', 'LOOP', 'FORLOOP', 'POSTLOOP', 'DISPATCH']);

function lineOf(from: Stop, to: Stop, lane: Lane | null, isArm: boolean): Point[] {
  if (lane === null) return isArm ? toArm(from, to) : [{ x: from.x, y: from.leave }, ...arriving(from.x, to)];
  const { x, leads, isOwn } = lane;
  const isClear = (isOwn || from.isAlone) && from !== to;
  if (leads === 'on') return [...leaving(from, x, isClear && CHOICES.has(from.kind)), ...arriving(x, to)];
  const start = leaving(from, x, isClear && leads === 'back' && Math.abs(from.x - to.x) < 1);
  return [...start, ...(leads === 'back' ? atSide(x, to) : fromAbove(x, to))];
}

const side = (x: number, stop: Stop) => (x < stop.x ? -1 : 1);

/** The way to a lane: from the tip of a vertex that has a choice or closes a loop; else from below, between the rows, where no vertex stands. */
function leaving(from: Stop, lane: number, isAtSide: boolean): Point[] {
  if (isAtSide)
    return [
      { x: from.x + side(lane, from) * from.half, y: from.y },
      { x: lane, y: from.y },
    ];
  return [
    { x: from.x, y: from.leave },
    { x: from.x, y: from.after },
    { x: lane, y: from.after },
  ];
}

/** The way from a column to a vertex: to its side, or from above if its tips are used by edges that leave it. */
function arriving(x: number, to: Stop): Point[] {
  const isClear = to.isAlone && Math.abs(x - to.x) > to.half + 5 && !CHOICES.has(to.kind);
  return isClear ? atSide(x, to) : fromAbove(x, to);
}

const atSide = (x: number, to: Stop): Point[] => [
  { x, y: to.y },
  { x: to.x + side(x, to) * to.half, y: to.y },
];

function fromAbove(x: number, to: Stop): Point[] {
  const end = { x: to.x, y: to.enter };
  return Math.abs(x - to.x) < 1 ? [end] : [{ x, y: to.before }, { x: to.x, y: to.before }, end];
}

function toArm(from: Stop, to: Stop): Point[] {
  const start = { x: from.x, y: from.leave };
  const end = { x: to.x, y: to.enter };
  if (Math.abs(from.x - to.x) < 1) return [start, end];
  if (CHOICES.has(from.kind) && Math.abs(from.x - to.x) > from.half + 5)
    return [{ x: from.x + side(to.x, from) * from.half, y: from.y }, { x: to.x, y: from.y }, end];
  return [start, { x: from.x, y: from.after }, { x: to.x, y: from.after }, end];
}

/** How far a box may grow before it meets a neighbour in its row or a line beside it. */
function roomOf(
  i: number,
  stops: readonly Stop[],
  boxes: readonly Box[],
  lines: readonly (readonly Point[])[],
): number {
  const { x, y, half } = stops[i] as Stop;
  let room = 340;
  stops.forEach((other, j) => {
    if (j !== i && Math.abs(other.y - y) < 2)
      room = Math.min(room, 2 * (Math.abs(other.x - x) - (boxes[j]?.width ?? 0) / 2 - 10));
  });
  for (const line of lines)
    line.forEach((end, k) => {
      const start = line[k - 1];
      if (start === undefined || start.x !== end.x || Math.abs(end.x - x) <= half) return;
      if (Math.min(start.y, end.y) < y && y < Math.max(start.y, end.y))
        room = Math.min(room, 2 * (Math.abs(end.x - x) - 6));
    });
  return Math.max(room, 2 * half);
}

const ROUND = 6;

/** A line with round corners, as cubic curves. */
function drawn(id: string, edge: Edge, line: readonly Point[]): PlacedEdge {
  const text = ({ x, y }: Point) => `${x.toFixed(1)} ${y.toFixed(1)}`;
  const [start = { x: 0, y: 0 }] = line;
  const tip = line.at(-1) ?? start;
  const before = line.at(-2) ?? start;
  let path = `M${text(start)}C`;
  let at = start;
  const go = (...points: Point[]) => {
    path += `${path.endsWith('C') ? '' : ' '}${points.map(text).join(' ')}`;
    at = points.at(-1) ?? at;
  };
  const straight = (to: Point) => go(between(at, to, 1 / 3), between(at, to, 2 / 3), to);
  line.slice(1, -1).forEach((corner, k) => {
    const next = line[k + 2] as Point;
    const round = Math.min(ROUND, length(line[k] as Point, corner) / 2, length(corner, next) / 2);
    straight(between(corner, line[k] as Point, round / Math.max(length(line[k] as Point, corner), 1e-6)));
    go(
      between(at, corner, 0.55),
      between(between(corner, next, round / Math.max(length(corner, next), 1e-6)), corner, 0.55),
      between(corner, next, round / Math.max(length(corner, next), 1e-6)),
    );
  });
  straight(tip);
  const angle = (Math.atan2(tip.y - before.y, tip.x - before.x) * 180) / Math.PI;
  const { from, to, label } = edge;
  return { id, from, to, label, path, tip: { ...tip, angle }, labelAt: null, box: boxAround(line) };
}

function boxAround(line: readonly Point[]): PlacedEdge['box'] {
  const [xs, ys] = [line.map(({ x }) => x), line.map(({ y }) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

const length = (a: Point, b: Point) => Math.hypot(b.x - a.x, b.y - a.y);
const between = (a: Point, b: Point, part: number): Point => ({
  x: a.x + (b.x - a.x) * part,
  y: a.y + (b.y - a.y) * part,
});
