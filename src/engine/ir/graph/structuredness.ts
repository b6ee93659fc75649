/**
 * Which parts of a flow graph are structured: a region is a loop, or a branch up to where its arms meet. It is structured
 * when control enters it at its head only and leaves it in one place only, whatever the regions inside do.
 */

import { BitSet } from '../../base/bitset';
import { itemAt } from '../../base/lookup';
import { loopNest, postdominators } from './dominators';
import type { FlowGraph } from './flow';

export interface Region {
  readonly kind: 'loop' | 'branch';
  /** The vertex through which it is entered. */
  readonly head: number;
  /** Its vertices; those of a branch don't hold the vertex where its arms meet. */
  readonly members: BitSet;
  readonly structured: boolean;
}

/** Loops first, outer ones before those inside; then branches in order. */
export function regions(graph: FlowGraph): Region[] {
  const loops = loopNest(graph).map(({ header, members }): Region => {
    const leaving = edgesOut(graph, members);
    return {
      kind: 'loop',
      head: header,
      members,
      structured: entersAt(graph, members, header) && leaving.length === 1,
    };
  });
  const { parent } = postdominators(graph);
  const branches = graph.vertices.flatMap((v): Region[] => {
    if (v.kind !== 'BRANCH') return [];
    const meet = parent[v.index] as number;
    const members = upTo(graph, v.index, meet);
    const out = edgesOut(graph, members);
    const structured =
      entersAt(graph, members, v.index) &&
      out.every(([, to]) => to === meet) &&
      !repeats(graph, members, v.index);
    return [{ kind: 'branch', head: v.index, members, structured }];
  });
  return [...loops, ...branches];
}

function upTo(graph: FlowGraph, head: number, meet: number): BitSet {
  const members = new BitSet(graph.vertices.length);
  const work = [head];
  for (let v = work.pop(); v !== undefined; v = work.pop()) {
    if (v === meet || members.has(v)) continue;
    members.add(v);
    work.push(...itemAt(graph.successors, v));
  }
  return members;
}

function entersAt(graph: FlowGraph, members: BitSet, head: number): boolean {
  return graph.edges.every(({ from, to }) => members.has(from) || !members.has(to) || to === head);
}

function edgesOut(graph: FlowGraph, members: BitSet): [from: number, to: number][] {
  return graph.edges.flatMap(({ from, to }): [number, number][] =>
    members.has(from) && !members.has(to) ? [[from, to]] : [],
  );
}

/** An arm that leads back to the branch itself is a loop, not an arm. */
function repeats(graph: FlowGraph, members: BitSet, head: number): boolean {
  return itemAt(graph.predecessors, head).some((p) => members.has(p));
}
