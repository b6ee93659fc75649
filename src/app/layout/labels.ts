import type { Graph, VertexKind } from '../../engine/pipeline/results';
import { isDot } from './measure';
import type { PlacedEdge, PlacedGraph, PlacedVertex, Point, Rect } from './types';

/**
 * Places the small texts of a graph: labels of edges beside the beginning of their edge, numbers of vertices at a corner.
 * Each has a few candidate places, the best first, and takes the first that no vertex, edge or other text occupies; if all
 * are occupied, the least occupied.
 */
export function placeLabels(placed: PlacedGraph, graph: Graph): PlacedGraph {
  const taken = new Taken();
  for (const vertex of placed.vertices) for (const rect of shapeOf(vertex)) taken.add(rect);
  const curves = placed.edges.map(({ path }) => curvesOf(path));
  for (const each of curves) for (const { x, y } of each.flatMap(samples)) taken.add(around(x, y, 2, 2));

  const edges = placed.edges.map((edge, e): PlacedEdge => {
    const [first] = curves[e] ?? [];
    if (edge.label === '' || first === undefined) return edge;
    const width = edge.label.length * LABEL.character;
    return {
      ...edge,
      labelAt: taken.claim(besideStart(first, width), (at) => around(at.x, at.y, width, LABEL.height)),
    };
  });
  const numbers = new Map(graph.vertices.map((vertex) => [vertex.id, vertex]));
  const vertices = placed.vertices.map((place): PlacedVertex => {
    const vertex = numbers.get(place.id);
    if (vertex === undefined) return place;
    const width = String(vertex.number).length * NUMBER.character;
    const at = taken.claim(corners(place, isDot(vertex), width), (start) => ({
      left: place.x + start.x,
      right: place.x + start.x + width,
      top: place.y + start.y - NUMBER.height,
      bottom: place.y + start.y,
    }));
    return { ...place, numberAt: at };
  });
  return { ...placed, vertices, edges };
}

/** Sizes in pixels, as the style sheet has them. */
const LABEL = { character: 7.2, height: 11 };
const NUMBER = { character: 7.3, height: 9.7 };

// ------------------------------------------------------------------------------------------------- places to choose from

/** Candidate starts of a number's base line, relative to the vertex' centre; above on the left first, as in the papers. */
function corners({ kind, width, height }: PlacedVertex, dot: boolean, text: number): Point[] {
  const [w, h] = [width / 2, height / 2];
  const [left, right] = [-w - 4 - text, w + 4];
  if (dot) {
    const upper = -h - 1;
    return [
      point(right + 1, 4),
      point(left - 1, 4),
      point(right - 2, upper),
      point(left + 2, upper),
      point(right - 2, h + 8),
    ];
  }
  // Where the outline leaves the corners of its box empty, the number moves in.
  const [inset, drop] = EMPTY_CORNER[kind] ?? [1, 0];
  const [above, below] = [-h - 4 + drop * h, h + 12 - drop * h];
  if (inset === 1)
    return [
      point(1 - w, above),
      point(left, 8 - h),
      point(left, h),
      point(1 - w, below),
      point(right, 8 - h),
      point(right, h),
    ];
  return [
    point(inset - w, above),
    point(left, -6),
    point(left, 4),
    point(inset - w, below),
    point(w - inset - text, below),
    point(left + 4, above),
    point(left + 4, below),
  ];
}

const EMPTY_CORNER: Partial<Record<VertexKind, readonly [inset: number, drop: number]>> = {
  BRANCH: [8, 0.44],
  DISPATCH: [1.5, 0.44],
  LOOP: [8, 0],
  FORLOOP: [8, 0],
  POSTLOOP: [8, 0],
};

/** Candidate centres of a label, on the outer side of its curve first, near its beginning first. */
function besideStart([p, q, r, s]: Cubic, width: number): Point[] {
  const length = Math.max(1, Math.hypot(s.x - p.x, s.y - p.y));
  // Beside a line that runs along a row is above or below it.
  if (Math.abs(s.y - p.y) < 1 && length > 2) {
    const along = Math.sign(s.x - p.x) * (width / 2 + 3);
    return [-7.5, 8.5].map((aside) => point(p.x + along, p.y + aside));
  }
  const aside = width / 2 + 4.5;
  const side = s.x < p.x - 1 ? -aside : aside;
  return [14, 20, 27].flatMap((distance) => {
    const at = onCurve([p, q, r, s], Math.min(0.5, distance / length));
    return [point(at.x + side, at.y), point(at.x - side, at.y)];
  });
}

// ------------------------------------------------------------------------------------------------------ what is taken

const CELL = 32;

/** Rectangles in the cells of a grid, so that a query looks only at what is near. */
class Taken {
  private readonly cells = new Map<number, Rect[]>();

  add(rect: Rect): void {
    for (const key of this.keys(rect)) {
      const cell = this.cells.get(key);
      if (cell) cell.push(rect);
      else this.cells.set(key, [rect]);
    }
  }

  /** Takes the first free one of some places, or the least taken. */
  claim<P>(places: readonly P[], rectOf: (place: P) => Rect): P {
    let best = places[0] as P;
    let least = Number.POSITIVE_INFINITY;
    for (const place of places) {
      const met = this.meeting(rectOf(place));
      if (met >= least) continue;
      [best, least] = [place, met];
      if (met === 0) break;
    }
    this.add(rectOf(best));
    return best;
  }

  private meeting(rect: Rect): number {
    const met = new Set<Rect>();
    for (const key of this.keys(rect))
      for (const other of this.cells.get(key) ?? [])
        if (
          rect.left < other.right &&
          other.left < rect.right &&
          rect.top < other.bottom &&
          other.top < rect.bottom
        )
          met.add(other);
    return met.size;
  }

  private *keys({ left, right, top, bottom }: Rect): Iterable<number> {
    for (let x = Math.floor(left / CELL); x <= Math.floor(right / CELL); x++)
      for (let y = Math.floor(top / CELL); y <= Math.floor(bottom / CELL); y++) yield x * 0x10000 + y;
  }
}

const point = (x: number, y: number): Point => ({ x, y });
const around = (x: number, y: number, width: number, height: number): Rect => ({
  left: x - width / 2,
  right: x + width / 2,
  top: y - height / 2,
  bottom: y + height / 2,
});

/** The outline of a vertex as rectangles (a diamond in slices), with the button that folds the region that begins there. */
function shapeOf({ kind, x, y, width, height }: PlacedVertex): Rect[] {
  switch (kind) {
    case 'BRANCH': {
      const slices = [0.9, 0.6, 0.3].map((part) => around(x, y, width * part, height * (1.05 - part)));
      return [...slices, around(x + width / 2 - 14, y - height * 0.28, 11, 11)];
    }
    case 'DISPATCH':
      return [around(x, y, width, height / 2), around(x, y, width - 24, height)];
    case 'LOOP':
    case 'FORLOOP':
    case 'POSTLOOP':
      return [around(x, y, width - 14, height), around(x + width / 2 - 12, y - height / 2, 11, 11)];
    case 'JOIN':
      return [around(x, y, width, height), around(x + width / 2 + 11, y - height / 2 - 8, 11, 11)];
    default:
      return [around(x, y, width, height)];
  }
}

// ------------------------------------------------------------------------------------------------------------- curves

type Cubic = readonly [Point, Point, Point, Point];

/** The cubic curves of a path. */
export function curvesOf(path: string): Cubic[] {
  const numbers = (path.match(/-?\d+(\.\d+)?/g) ?? []).map(Number);
  const points = Array.from({ length: numbers.length / 2 }, (_, i) =>
    point(numbers[2 * i] as number, numbers[2 * i + 1] as number),
  );
  const curves: Cubic[] = [];
  for (let i = 0; i + 3 < points.length; i += 3)
    curves.push([points[i], points[i + 1], points[i + 2], points[i + 3]] as unknown as Cubic);
  return curves;
}

function onCurve([p, q, r, s]: Cubic, t: number): Point {
  const [a, b, c, d] = [(1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t ** 2, t ** 3];
  return point(a * p.x + b * q.x + c * r.x + d * s.x, a * p.y + b * q.y + c * r.y + d * s.y);
}

/** Points of a curve about 5 pixels apart. */
function samples(curve: Cubic): Point[] {
  const [p, , , s] = curve;
  const count = Math.min(60, Math.max(2, Math.ceil(Math.hypot(s.x - p.x, s.y - p.y) / 5)));
  return Array.from({ length: count + 1 }, (_, i) => onCurve(curve, i / count));
}
