import type { CallGraph, CallSite } from '../../../engine/pipeline/results';
import { longestPaths } from '../../layout/rows';
import type { Point } from '../../layout/types';

/** The call graph, placed: callers to the left of what they call. Lengths are CSS pixels. */
export interface PlacedCalls {
  readonly width: number;
  readonly height: number;
  readonly cards: readonly Card[];
  readonly arrows: readonly Arrow[];
}
interface Card extends Point {
  readonly name: string;
  readonly width: number;
}
interface Arrow {
  readonly caller: string;
  readonly callee: string;
  readonly sites: readonly CallSite[];
  /** Whether it leads back to a routine that is under way: recursion. */
  readonly back: boolean;
  readonly path: string;
  readonly tip: Point & { readonly angle: number };
  readonly label: Point;
}

export const CARD_HEIGHT = 44;
const CHARACTER = 7.4;
/** The width of a letter in an arrow's label. */
const LETTER = 6.4;
/** The distance between an arrow's label and the card that it leads to. */
const NEAR = 14;
const LEAST_GAP = 84;
const GAP_Y = 20;
const MARGIN = 28;

/** One slot of a column: a routine, or a place that a long arrow passes. */
interface Slot {
  readonly key: string;
  readonly routine: string | null;
  readonly from: Slot[];
}

export function placeCalls({ routines, calls }: CallGraph): PlacedCalls {
  // Callees come first, so the last is the one that was chosen.
  const names = routines.map(({ name }) => name).reverse();
  const edges = groupBySides(names, calls);
  const gap = Math.max(LEAST_GAP, ...edges.map(({ sites }) => said(sites) + 3 * NEAR));
  const depth = depths(names, edges);
  const columns = orderColumns(slotsOf(names, edges, depth));
  const widths = columns.map((column) =>
    Math.max(...column.map(({ routine }) => (routine === null ? 20 : widthOf(routine)))),
  );
  const tallest = Math.max(1, ...columns.map((column) => column.length));
  const height = tallest * CARD_HEIGHT + (tallest - 1) * GAP_Y + 2 * MARGIN;
  const at = new Map<string, { x: number; y: number; width: number }>();
  let x = MARGIN;
  columns.forEach((column, i) => {
    const used = column.length * CARD_HEIGHT + (column.length - 1) * GAP_Y;
    column.forEach(({ key }, k) => {
      at.set(key, { x, y: (height - used) / 2 + k * (CARD_HEIGHT + GAP_Y), width: widths[i] as number });
    });
    x += (widths[i] as number) + gap;
  });
  const cards = names.flatMap((name) => {
    const place = at.get(name);
    return place === undefined ? [] : [{ name, ...place }];
  });
  const arrows = edges.map((edge) => ({ ...edge, ...route(edge, at, depth) }));
  return { width: x - gap + MARGIN, height, cards, arrows };
}

const widthOf = (name: string) => Math.max(112, Math.ceil(name.length * CHARACTER) + 26);

type Edge = Pick<Arrow, 'caller' | 'callee' | 'sites' | 'back'>;

/** All calls of one routine by another are one arrow; a depth-first search from the chosen routine finds the arrows that go back. */
function groupBySides(names: readonly string[], calls: readonly CallSite[]): Edge[] {
  const known = new Set(names);
  const sites = new Map<string, CallSite[]>();
  for (const call of calls) {
    if (!known.has(call.caller) || !known.has(call.callee)) continue;
    const key = `${call.caller} ${call.callee}`;
    sites.set(key, [...(sites.get(key) ?? []), call]);
  }
  const callees = new Map<string, string[]>();
  for (const [first] of sites.values())
    if (first) callees.set(first.caller, [...(callees.get(first.caller) ?? []), first.callee]);
  const back = new Set<string>();
  const done = new Set<string>();
  const visit = (name: string, open: readonly string[]) => {
    if (done.has(name)) return;
    const path = [...open, name];
    for (const callee of callees.get(name) ?? []) {
      if (path.includes(callee)) back.add(`${name} ${callee}`);
      else visit(callee, path);
    }
    done.add(name);
  };
  for (const name of names) visit(name, []);
  return [...sites].flatMap(([key, [first, ...more]]) =>
    first === undefined
      ? []
      : [{ caller: first.caller, callee: first.callee, sites: [first, ...more], back: back.has(key) }],
  );
}

/** How many calls lie between the chosen routine and each, at most. */
function depths(names: readonly string[], edges: readonly Edge[]): ReadonlyMap<string, number> {
  const down = edges.filter(({ back }) => !back);
  return (
    longestPaths(
      names,
      down.map(({ caller, callee }) => [caller, callee, 1]),
    ) ?? new Map()
  );
}
const passing = ({ caller, callee }: Edge, column: number) => `${caller} ${callee} ${column}`;

function slotsOf(
  names: readonly string[],
  edges: readonly Edge[],
  depth: ReadonlyMap<string, number>,
): Slot[][] {
  const columns: Slot[][] = [];
  const put = (column: number, slot: Slot) => {
    for (let i = columns.length; i <= column; i++) columns.push([]);
    columns[column]?.push(slot);
    return slot;
  };
  const slots = new Map(
    names.map((name) => [name, put(depth.get(name) ?? 0, { key: name, routine: name, from: [] })]),
  );
  for (const edge of edges) {
    const from = slots.get(edge.caller);
    const to = slots.get(edge.callee);
    if (edge.back || from === undefined || to === undefined) continue;
    let last = from;
    for (let i = (depth.get(edge.caller) ?? 0) + 1; i < (depth.get(edge.callee) ?? 0); i++)
      last = put(i, { key: passing(edge, i), routine: null, from: [last] });
    to.from.push(last);
  }
  return columns;
}

/** Orders each column by the middle of the slots that lead to it: few crossings, and the order of the text for ties. */
function orderColumns(columns: readonly Slot[][]): Slot[][] {
  const row = new Map<Slot, number>();
  return columns.map((column) => {
    const middle = (slot: Slot) =>
      slot.from.reduce((sum, each) => sum + (row.get(each) ?? 0), 0) / Math.max(1, slot.from.length);
    const ordered = column
      .map((slot, i) => ({ slot, i, middle: middle(slot) }))
      .sort((a, b) => a.middle - b.middle || a.i - b.i)
      .map(({ slot }) => slot);
    ordered.forEach((slot, i) => {
      row.set(slot, i - ordered.length / 2);
    });
    return ordered;
  });
}

function route(
  edge: Edge,
  at: ReadonlyMap<string, { x: number; y: number; width: number }>,
  depth: ReadonlyMap<string, number>,
): Pick<Arrow, 'path' | 'tip' | 'label'> {
  const from = at.get(edge.caller) ?? { x: 0, y: 0, width: 0 };
  const to = at.get(edge.callee) ?? from;
  const half = CARD_HEIGHT / 2;
  if (edge.back) {
    // Over the cards, from the top of the caller to the top of the callee.
    const start = { x: from.x + from.width * 0.7, y: from.y };
    const end = { x: to.x + to.width * 0.3, y: to.y };
    const top = Math.min(start.y, end.y) - 30;
    return {
      path: `M${start.x} ${start.y}C${start.x} ${top} ${end.x} ${top} ${end.x} ${end.y - 5}`,
      tip: { x: end.x, y: end.y, angle: 90 },
      label: { x: (start.x + end.x) / 2, y: top + 4 },
    };
  }
  const points = [{ x: from.x + from.width, y: from.y + half }];
  for (let i = (depth.get(edge.caller) ?? 0) + 1; i < (depth.get(edge.callee) ?? 0); i++) {
    const place = at.get(passing(edge, i));
    if (place)
      points.push({ x: place.x, y: place.y + half }, { x: place.x + place.width, y: place.y + half });
  }
  const tip = { x: to.x, y: to.y + half, angle: 0 };
  points.push({ x: tip.x - 5, y: tip.y });
  const path = points.slice(1).reduce((text, point, i) => {
    const before = points[i] as { x: number; y: number };
    const bend = (point.x - before.x) / 2;
    return `${text}C${before.x + bend} ${before.y} ${point.x - bend} ${point.y} ${point.x} ${point.y}`;
  }, `M${points[0]?.x} ${points[0]?.y}`);
  const [first, second] = points as [{ x: number; y: number }, { x: number; y: number }];
  // Arrows leave one card close together: labels stand where the arrows are apart, each on its own.
  const x = second.x - NEAR - said(edge.sites) / 2;
  const way = (x - first.x) / (second.x - first.x);
  return { path, tip, label: { x, y: first.y + (second.y - first.y) * way * way * (3 - 2 * way) + 4 } };
}

/** How wide the label of an arrow is. */
const said = (sites: Arrow['sites']): number => arrowLabel(sites).length * LETTER;

/** The label of an arrow: `joint`, or `2 joint, 1 split` if there are several calls. */
export function arrowLabel(sites: readonly Pick<CallSite, 'mode'>[]): string {
  const counts = new Map<string, number>();
  for (const { mode } of sites) counts.set(mode, (counts.get(mode) ?? 0) + 1);
  if (sites.length === 1) return sites[0]?.mode ?? '';
  return [...counts].map(([mode, count]) => `${count} ${mode}`).join(', ');
}
