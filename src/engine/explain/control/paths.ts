/**
 * Shortest witnesses on the flow graph.
 *
 * All set analyses under union are distributive: f(S) = f(∅) ∪ ⋃ f({x}). So a member of a set can be followed back, one
 * instruction at a time, from the point where it was found to the place that put it there, whatever the analysis: to an
 * instruction that adds it to the empty set, or to the boundary. Vertices count, instructions inside one do not.
 */

import { BitSet } from '../../base/bitset';
import { itemAt } from '../../base/lookup';
import type { Solution } from '../../dataflow/analysis';
import { statesAround } from '../../dataflow/solve';
import type { FlowGraph, Instruction } from '../../ir/graph/flow';
import type { StatementId } from '../../ir/types';

/** A place between the instructions of a vertex: `at` of them stand before it. */
export interface Point {
  readonly vertex: number;
  readonly at: number;
}

export interface Why {
  /** The instruction that puts it there, or null for the boundary (entry or exit). */
  readonly origin: Instruction | null;
  /** The name of the location at the origin: dependence may carry a member from one location to another. */
  readonly location: number;
  /** Where the location changes, from the origin on. */
  readonly changes: readonly { readonly at: Instruction; readonly from: number; readonly to: number }[];
  /** In execution order. */
  readonly vertices: readonly number[];
}

export function pointOf(graph: FlowGraph, id: StatementId, side: 'before' | 'after'): Point | null {
  const place = graph.place.get(id);
  return place ? { vertex: place[0], at: place[1] + (side === 'after' ? 1 : 0) } : null;
}

/** Whether `location` is in the solution at a point. */
export function memberAt(
  graph: FlowGraph,
  solution: Solution<BitSet>,
  point: Point,
  location: number,
): boolean {
  return stateAt(graph, solution, point).has(location);
}

export function stateAt(graph: FlowGraph, solution: Solution<BitSet>, { vertex, at }: Point): BitSet {
  const { instructions } = itemAt(graph.vertices, vertex);
  const next = instructions[at];
  const previous = instructions[at - 1];
  if (next) return statesAround(solution, next).before;
  if (previous) return statesAround(solution, previous).after;
  return solution.before(vertex);
}

interface Node {
  readonly point: Point;
  readonly location: number;
  readonly parent: Node | null;
  /** The instruction between this node and its parent. */
  readonly through: Instruction | null;
}

/** Follows a member back to where it comes from; null if it is not in the set. */
export function whyMember(
  graph: FlowGraph,
  solution: Solution<BitSet>,
  from: Point,
  location: number,
): Why | null {
  const { analysis } = solution;
  const forward = analysis.direction === 'forward';
  if (!memberAt(graph, solution, from, location)) return null;
  const seen = new Set<string>();
  let level: Node[] = [{ point: from, location, parent: null, through: null }];
  while (level.length > 0) {
    const next: Node[] = [];
    // Nodes reached within a block belong to the same level.
    for (const node of level) {
      const { vertex, at } = node.point;
      const key = `${vertex} ${at} ${node.location}`;
      if (seen.has(key)) continue;
      seen.add(key);
      const crossed = itemAt(graph.vertices, vertex).instructions[forward ? at - 1 : at];
      if (crossed) {
        if (analysis.transfer(crossed, analysis.bottom()).has(node.location))
          return finish(node, crossed, forward);
        level.push(...acrossInstruction(graph, solution, node, crossed));
        continue;
      }
      const start = forward ? graph.entry : graph.exit;
      if (vertex === start && analysis.boundary().has(node.location)) return finish(node, null, forward);
      next.push(...acrossEdges(graph, solution, node));
    }
    level = next;
  }
  return null;
}

/** Members on the other side of an instruction that bring in the one here. */
function acrossInstruction(
  graph: FlowGraph,
  solution: Solution<BitSet>,
  node: Node,
  crossed: Instruction,
): Node[] {
  const { analysis } = solution;
  const { vertex, at } = node.point;
  const point = { vertex, at: analysis.direction === 'forward' ? at - 1 : at + 1 };
  const state = stateAt(graph, solution, point);
  const brings = (x: number): boolean =>
    state.has(x) && analysis.transfer(crossed, BitSet.of(state.size, [x])).has(node.location);
  // The same location first, so that a member keeps its name as long as possible.
  return [node.location, ...[...state].filter((x) => x !== node.location)]
    .filter(brings)
    .map((location) => ({ point, location, parent: node, through: crossed }));
}

function acrossEdges(graph: FlowGraph, solution: Solution<BitSet>, node: Node): Node[] {
  const { location, point } = node;
  const forward = solution.analysis.direction === 'forward';
  return itemAt(forward ? graph.predecessors : graph.successors, point.vertex)
    .map((vertex) => ({ vertex, at: forward ? itemAt(graph.vertices, vertex).instructions.length : 0 }))
    .filter((other) => memberAt(graph, solution, other, location))
    .map((other) => ({ point: other, location, parent: node, through: null }));
}

function finish(last: Node, origin: Instruction | null, forward: boolean): Why {
  const vertices: number[] = [];
  const changes: { at: Instruction; from: number; to: number }[] = [];
  for (let node: Node | null = last; node; node = node.parent) {
    if (vertices[vertices.length - 1] !== node.point.vertex) vertices.push(node.point.vertex);
    if (node.parent && node.through && node.parent.location !== node.location)
      changes.push({ at: node.through, from: node.location, to: node.parent.location });
  }
  if (!forward) vertices.reverse();
  return { origin, location: last.location, changes, vertices };
}

/**
 * The nearest instructions, in one direction, that `found` accepts, each with its path; paths end at instructions that
 * `stops` names. The path is in execution order and includes both ends.
 */
export interface Found {
  readonly instruction: Instruction;
  readonly vertices: readonly number[];
}

export function search(
  graph: FlowGraph,
  from: Point,
  direction: 'upstream' | 'downstream',
  found: (i: Instruction) => boolean,
  stops: (i: Instruction) => boolean,
): { hits: Found[]; reachesEnd: boolean; endPath: number[] } {
  const down = direction === 'downstream';
  const [edges, end] = down ? [graph.successors, graph.exit] : [graph.predecessors, graph.entry];
  const hits: Found[] = [];
  const taken = new Set<Instruction>();
  const visited = new Set<number>();
  let endPath: number[] | null = null;
  let level: { point: Point; path: readonly number[] }[] = [{ point: from, path: [from.vertex] }];
  while (level.length > 0) {
    const next: typeof level = [];
    for (const { point, path } of level) {
      const ahead = untilStop(graph, point, down, stops);
      for (const i of ahead.instructions) {
        if (!found(i) || taken.has(i)) continue;
        taken.add(i);
        hits.push({ instruction: i, vertices: ordered(path, down) });
      }
      if (ahead.isStopped) continue;
      if (point.vertex === end) endPath ??= ordered(path, down);
      for (const v of itemAt(edges, point.vertex).filter((each) => !visited.has(each))) {
        visited.add(v);
        next.push({ point: pointIn(graph, v, down), path: [...path, v] });
      }
    }
    level = next;
  }
  return { hits, reachesEnd: endPath !== null, endPath: endPath ?? [] };
}

function pointIn(graph: FlowGraph, vertex: number, down: boolean): Point {
  return { vertex, at: down ? 0 : itemAt(graph.vertices, vertex).instructions.length };
}

function ordered(path: readonly number[], down: boolean): number[] {
  return down ? [...path] : [...path].reverse();
}

/** The instructions of a block from a point on, to the first that stops. */
function untilStop(
  graph: FlowGraph,
  { vertex, at }: Point,
  down: boolean,
  stops: (i: Instruction) => boolean,
) {
  const { instructions } = itemAt(graph.vertices, vertex);
  const ahead = down ? instructions.slice(at) : instructions.slice(0, at).reverse();
  const stop = ahead.findIndex(stops);
  return { instructions: stop < 0 ? ahead : ahead.slice(0, stop + 1), isStopped: stop >= 0 };
}
