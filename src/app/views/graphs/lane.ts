import type { Differentiation, Graph, Recording } from '../../../engine/pipeline/results';
import type { PlacedGraph, PlacedVertex, Point } from '../../layout/types';
import { storedName } from '../../store/results/lookup';
import { storedSize } from '../storedSize';

/** Where a wire leaves a vertex or comes to one: in the layout's units, at the side that looks to the other sweep. */
export interface End extends Point {
  /** The height at which it goes on, where what stands beside the vertex leaves no room at its middle. */
  readonly on: number;
  /** The vertex's number. */
  readonly vertex: number;
}

/** What vertices of the forward sweep push, and vertices of the backward sweep pop. */
export interface LaneItem {
  readonly recordings: readonly string[];
  readonly what: string;
  readonly size: string;
  readonly pushes: readonly End[];
  readonly pops: readonly End[];
}

interface Side {
  readonly graph: Graph;
  readonly placed: PlacedGraph;
}

/** What is stored, in the order in which the backward sweep needs it: its last entry stands lowest. */
export function laneItems(result: Differentiation, forward: Side, backward: Side): LaneItem[] {
  const pushes = endsIn(forward, 1);
  const pops = endsIn(backward, -1);
  const groups = new Map<string, { stored: Recording[]; pushes: readonly End[]; pops: readonly End[] }>();
  for (const each of result.recordings) {
    const [from, to] = [pushes.get(each.id) ?? [], pops.get(each.id) ?? []];
    if (from.length + to.length === 0) continue;
    // Styles that store a number at every turn have one place that takes them all back; others are told apart by their places.
    const key = storedName(each) === 'number' ? 'numbers' : JSON.stringify([from, to]);
    const group = groups.get(key) ?? { stored: [], pushes: [], pops: [] };
    groups.set(key, {
      stored: [...group.stored, each],
      pushes: different([...group.pushes, ...from]),
      pops: different([...group.pops, ...to]),
    });
  }
  return [...groups]
    .map(
      ([key, { stored, ...ends }]): LaneItem => ({
        recordings: stored.map(({ id }) => id),
        what: key === 'numbers' && stored.length > 1 ? key : [...new Set(stored.map(storedName))].join(', '),
        size: sizeOf(result, stored, key === 'numbers'),
        ...ends,
      }),
    )
    .sort((a, b) => middle(a) - middle(b));
}

/** Of one thing, or of numbers that take turns at one place; of several there is room for the names alone. */
function sizeOf(result: Differentiation, stored: readonly Recording[], takeTurns: boolean): string {
  const [first] = stored;
  return first !== undefined && (takeTurns || stored.length === 1) ? storedSize(result, first) : '';
}

const different = (ends: readonly End[]): End[] =>
  ends
    .filter((end, i) => ends.findIndex(({ x, y }) => x === end.x && y === end.y) === i)
    .sort((a, b) => a.y - b.y);

export function middle({ pushes, pops }: LaneItem): number {
  const all = pops.length > 0 ? pops : pushes;
  return all.reduce((sum, { on }) => sum + on, 0) / Math.max(1, all.length);
}

/** By recording: the sides of the vertices that name it. */
function endsIn({ graph, placed }: Side, side: 1 | -1): Map<string, End[]> {
  const places = new Map(placed.vertices.map((each) => [each.id, each]));
  const neighbours = neighboursIn(placed.vertices);
  const found = new Map<string, End[]>();
  for (const vertex of graph.vertices) {
    const place = places.get(vertex.id);
    if (place === undefined) continue;
    const on = clearHeight(place, neighbours(place), side);
    // What is high enough lets its wire go where the way is clear.
    const y = Math.abs(on - place.y) <= place.height / 2 - CORNER ? on : place.y;
    const end = { x: place.x + (side * place.width) / 2, y, on, vertex: vertex.number };
    const inside = 'folded' in vertex ? (vertex.folded as Graph['vertices']) : [vertex];
    for (const { statements } of inside)
      for (const { recording, role } of statements) {
        if (recording === undefined || (role !== 'push' && role !== 'pop')) continue;
        found.set(recording, different([...(found.get(recording) ?? []), end]));
      }
  }
  return found;
}

/** How far a wire keeps from what it passes, and from the corners of what it leaves. */
const CLEAR = 4;
const CORNER = 4;

/** Of a vertex: those that a wire to or from it may meet, as no clear height is further from it than its own and theirs together. */
function neighboursIn(all: readonly PlacedVertex[]): (of: PlacedVertex) => readonly PlacedVertex[] {
  const byHeight = [...all].sort((a, b) => a.y - b.y);
  const tallest = all.reduce((most, { height }) => Math.max(most, height), 0);
  const from = (y: number) => {
    let [low, high] = [0, byHeight.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((byHeight[middle]?.y ?? y) < y) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return ({ y, height }) => {
    const reach = height + 2 * tallest + 2 * CLEAR;
    return byHeight.slice(from(y - reach), from(y + reach));
  };
}

/** The height nearest to a vertex's middle at which nothing stands between it and the pane's edge; below before above, where numbers are. */
function clearHeight(own: PlacedVertex, all: readonly PlacedVertex[], side: 1 | -1): number {
  const beside = all.filter(({ x }) => side * (x - own.x) > own.width / 2);
  const isClear = (y: number) => beside.every((v) => Math.abs(y - v.y) >= v.height / 2 + CLEAR);
  if (isClear(own.y)) return own.y;
  const near = beside.filter((v) => Math.abs(own.y - v.y) < own.height + v.height);
  const heights = [1, -1].flatMap((way) => near.map((v) => v.y + way * (v.height / 2 + CLEAR)));
  return (
    heights
      .filter(isClear)
      .reduce(
        (best, y) => (best === null || Math.abs(y - own.y) < Math.abs(best - own.y) ? y : best),
        null as number | null,
      ) ?? own.y
  );
}

/**
 * Wires that run upwards or downwards beside each other keep apart: the track of each, counted from the outside. What goes straight
 * through, or is over before another begins, takes the first.
 */
export function tracks(runs: readonly { readonly from: number; readonly to: number }[]): number[] {
  const ends: number[] = [];
  const order = runs.map((run, i) => ({ ...run, i })).sort((a, b) => a.from - b.from);
  const found = runs.map(() => 0);
  for (const { from, to, i } of order) {
    if (to - from < 1) continue;
    const free = ends.findIndex((end) => end < from);
    const track = free < 0 ? ends.length : free;
    ends[track] = to;
    found[i] = track;
  }
  return found;
}

/** Moves chips that stand too close apart, each as little as it takes, keeping their order. */
export function spread(wanted: readonly number[], gap: number): number[] {
  // Without the gaps they only must not fall back behind each other: neighbours that would, meet at their mean.
  const groups: { sum: number; count: number }[] = [];
  wanted.forEach((y, i) => {
    let group = { sum: y - i * gap, count: 1 };
    for (
      let last = groups.at(-1);
      last && last.sum / last.count > group.sum / group.count;
      last = groups.at(-1)
    ) {
      groups.pop();
      group = { sum: last.sum + group.sum, count: last.count + group.count };
    }
    groups.push(group);
  });
  return groups
    .flatMap(({ sum, count }) => Array<number>(count).fill(sum / count))
    .map((y, i) => y + i * gap);
}
