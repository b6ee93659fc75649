/**
 * What the shape of a flow graph says: who dominates whom, which branches decide what, which loops there are, whether
 * the graph is reducible, and which loops have no way out.
 *
 * A vertex a *dominates* b when every path from the entry to b goes through a, and *postdominates* b when every path from
 * b to the exit does. b *depends* on the branch a when a has two successors, one from which b is certain to be reached
 * and one from which it is not (Ferrante, Ottenstein, Warren 1987). Vertices that cannot reach the exit are taken to lead
 * there, so that all this is defined for them.
 */

import { BitSet } from '../../base/bitset';
import { type DominatorTree, dominatorTree, reversePostorder } from '../../base/dominators';
import { itemAt } from '../../base/lookup';

/** All of it needs no more of a graph than this. */
export interface Digraph {
  readonly successors: readonly (readonly number[])[];
  readonly predecessors: readonly (readonly number[])[];
  readonly entry: number;
  readonly exit: number;
}

export function dominators(graph: Digraph): DominatorTree {
  return dominatorTree(graph.successors, graph.predecessors, graph.entry);
}

export function postdominators(graph: Digraph): DominatorTree {
  const whole = leadOut(graph);
  return dominatorTree(whole.predecessors, whole.successors, graph.exit);
}

/** Adds an edge to the exit from every vertex of a set that nothing leaves. */
function leadOut(graph: Digraph): Pick<Digraph, 'successors' | 'predecessors'> {
  const stuck = stuckSets(graph);
  if (stuck.length === 0) return graph;
  const successors = graph.successors.map((list) => [...list]);
  const predecessors = graph.predecessors.map((list) => [...list]);
  for (const v of stuck.flat()) {
    itemAt(successors, v).push(graph.exit);
    itemAt(predecessors, graph.exit).push(v);
  }
  return { successors, predecessors };
}

// ----------------------------------------------------------------------------------------------------------- loops

export interface LoopNode {
  readonly header: number;
  /** Every vertex of the loop, those of inner loops and the header among them. */
  readonly members: BitSet;
  /** Vertices with an edge back to the header. */
  readonly latches: readonly number[];
  /** Index of the loop around it in the list, or -1. */
  readonly parent: number;
  /** 1 for an outermost loop. */
  readonly depth: number;
}

/** The natural loops, outer ones before those inside. An edge back to a vertex that does not dominate its source makes none. */
export function loopNest(graph: Digraph): LoopNode[] {
  const { dominates } = dominators(graph);
  const n = graph.successors.length;
  const found = new Map<number, { latches: number[]; members: BitSet }>();
  graph.successors.forEach((targets, from) => {
    for (const header of new Set(targets)) {
      if (!dominates(header, from)) continue;
      const loop = found.get(header) ?? { latches: [], members: BitSet.of(n, [header]) };
      loop.latches.push(from);
      collect(graph.predecessors, from, loop.members);
      found.set(header, loop);
    }
  });
  const sizes = [...found].map(([header, loop]) => ({ header, ...loop, size: loop.members.count() }));
  sizes.sort((a, b) => b.size - a.size || a.header - b.header);
  const loops: LoopNode[] = [];
  for (const { header, members, latches } of sizes) {
    const parent = loops.findLastIndex((outer) => outer.members.has(header));
    loops.push({ header, members, latches, parent, depth: (loops[parent]?.depth ?? 0) + 1 });
  }
  return loops;
}

/** Adds what leads to `from` without passing a member. */
function collect(predecessors: readonly (readonly number[])[], from: number, members: BitSet): void {
  const work = [from];
  for (let v = work.pop(); v !== undefined; v = work.pop()) {
    if (members.has(v)) continue;
    members.add(v);
    work.push(...itemAt(predecessors, v));
  }
}

/** Sets of vertices that repeat each other for ever: once in, control never comes out. */
export function stuckSets(graph: Digraph): number[][] {
  const n = graph.successors.length;
  const leads = new BitSet(n);
  collect(graph.predecessors, graph.exit, leads);
  const stuck = new Set(reversePostorder(graph.successors, graph.entry).filter((v) => !leads.has(v)));
  // Of what can't get out, the components that nothing leaves.
  const sets: number[][] = [];
  const done = new Set<number>();
  for (const v of stuck) {
    if (done.has(v)) continue;
    const after = new Set(reversePostorder(graph.successors, v));
    const isLast = [...after].every((to) => reversePostorder(graph.successors, to).includes(v));
    if (!isLast) continue;
    for (const to of after) done.add(to);
    sets.push([...after].sort((a, b) => a - b));
  }
  return sets;
}
