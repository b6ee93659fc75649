import type { Graph, Vertex } from '../../engine/pipeline/results';
import { grouped } from './dominators';
import { boxOf, type Fold } from './measure';
import { type Graphs, NAMES, type Name } from './types';

/** Rows that the three graphs share, by the key of a vertex: counterparts have one. */
export type Rows = ReadonlyMap<string, number>;

/** Vertices that store control belong to one graph alone; all others are shared under their id. */
export function keyOf(name: Name, vertex: Vertex): string {
  return vertex.control || vertex.id.includes('.') ? `${name}:${vertex.id}` : vertex.id;
}

/**
 * The longest path from the entry over all edges of the three graphs, those of G⃖ turned round, without the arcs that close
 * a loop. `survivors` are groups of keys that stood in one row earlier, from the top down: who stood above another does
 * not come below it, unless the new edges say so.
 */
export function rowsOf(graphs: Graphs, survivors: readonly (readonly string[])[] = []): Rows {
  const arcs = NAMES.map((name) => arcsOf(name, graphs[name]));
  const [original = [], forward = [], adjoint = []] = arcs;
  const keys = new Set(NAMES.flatMap((name) => graphs[name].vertices.map((each) => keyOf(name, each))));
  // The sweeps that run downwards decide which way is down; vertices that only G⃖ has come just after all that leads to them.
  const order = reversePostorder([...keys], [...original, ...forward]);
  const reached = new Set([...original, ...forward].flat());
  const start = graphs.adjoint.vertices
    .filter(({ kind }) => kind === 'ENTRY')
    .map((each) => keyOf('adjoint', each));
  for (const key of keys) if (!reached.has(key)) order.set(key, 0);
  const climbing = reversePostorder(
    [...start, ...keys],
    adjoint.map(([from, to]): Arc => [to, from]),
  );
  const climbs = ([from, to]: Arc) => (climbing.get(to) ?? 0) < (climbing.get(from) ?? 0);
  for (let pass = 0; pass < 3; pass++) {
    for (const arc of adjoint) {
      const [from, to] = arc;
      if (!reached.has(to) && climbs(arc))
        order.set(to, Math.max(order.get(to) ?? 0, (order.get(from) ?? 0) + 0.001));
    }
  }
  const goesDown = ([from, to]: Arc) => (order.get(from) ?? 0) < (order.get(to) ?? 0);
  const all = arcs.flat();
  // What follows a loop stands below the loop's end.
  const returns = [...original, ...forward].filter((arc) => !goesDown(arc));
  const exits = returns.flatMap(([end, head]) =>
    all.filter(([from]) => from === head).map(([, to]): Arc => [end, to]),
  );
  const downwards = [...all, ...exits].filter(goesDown);
  const must = downwards.map((arc): Step => [...arc, 1]);
  const steady = survivors.flatMap((above, i) =>
    above.flatMap((from) => (survivors[i + 1] ?? []).map((to): Step => [from, to, 0])),
  );
  const rows =
    longestPaths([...keys], [...must, ...steady]) ??
    longestPaths([...keys], must) ??
    new Map<string, number>();
  // What only G⃖ has, and nothing stands above, stands just above what it leads down to.
  const below = grouped(downwards);
  const held = new Set([...reached, ...downwards.map(([, to]) => to)]);
  for (const key of keys) {
    const next = (below.get(key) ?? []).map((to) => rows.get(to) ?? 0);
    if (!held.has(key) && next.length > 0) rows.set(key, Math.max(0, Math.min(...next) - 1));
  }
  return rows;
}

/** From, to, and the least number of rows between them. */
type Step = readonly [from: string, to: string, rows: 0 | 1];

/** Null if the steps form a cycle. */
export function longestPaths(keys: readonly string[], steps: readonly Step[]): Map<string, number> | null {
  const rows = new Map(keys.map((key) => [key, 0]));
  const waiting = new Map(keys.map((key) => [key, 0]));
  const below = new Map<string, Step[]>();
  for (const step of steps) {
    const [from, to] = step;
    if (!rows.has(from) || !rows.has(to)) continue;
    below.set(from, [...(below.get(from) ?? []), step]);
    waiting.set(to, (waiting.get(to) ?? 0) + 1);
  }
  const ready = keys.filter((key) => waiting.get(key) === 0);
  let done = 0;
  for (let key = ready.pop(); key !== undefined; key = ready.pop()) {
    done++;
    for (const [, to, by] of below.get(key) ?? []) {
      rows.set(to, Math.max(rows.get(to) ?? 0, (rows.get(key) ?? 0) + by));
      const left = (waiting.get(to) ?? 0) - 1;
      waiting.set(to, left);
      if (left === 0) ready.push(to);
    }
  }
  return done === keys.length ? rows : null;
}

type Arc = readonly [from: string, to: string];

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
  const successors = grouped(all);
  const seen = new Set<string>();
  const finished: string[] = [];
  for (const start of keys) {
    if (seen.has(start)) continue;
    seen.add(start);
    const stack = [{ key: start, at: 0 }];
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const targets = successors.get(top.key) ?? [];
      // The last arc first, so that an earlier one's vertices get the smaller numbers: a loop's body before its exit.
      const next = targets[targets.length - 1 - top.at++];
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

export function rowHeights(graphs: Graphs, rows: Rows, fold: Fold): number[] {
  const heights: number[] = [];
  for (const name of NAMES) {
    for (const vertex of graphs[name].vertices) {
      const row = rows.get(keyOf(name, vertex)) ?? 0;
      heights[row] = Math.max(heights[row] ?? 0, boxOf(vertex, fold).height);
    }
  }
  return Array.from(heights, (height) => height ?? 9);
}
