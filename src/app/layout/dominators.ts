/** Dominators of a graph as the page has it, from its ENTRY down or from its EXIT up. */
import { dominatorTree } from '../../engine/base/dominators';
import type { Graph } from '../../engine/pipeline/results';

export interface Dominators {
  /** Every way to b leads through a; so it does for a itself. */
  above(a: string, b: string): boolean;
  /** The nearest other vertex that every way leads through. */
  nearest(id: string): string | undefined;
}

/** Vertices that no way leads to are dominated by nothing. */
export function dominators({ vertices, edges }: Graph, direction: 'down' | 'up'): Dominators {
  const root = vertices.findIndex(({ kind }) => kind === (direction === 'down' ? 'ENTRY' : 'EXIT'));
  if (root < 0) return { above: (a, b) => a === b, nearest: () => undefined };
  const places = new Map(vertices.map(({ id }, i) => [id, i]));
  const placeOf = (id: string) => places.get(id) ?? -1;
  const next = vertices.map((): number[] => []);
  const before = vertices.map((): number[] => []);
  for (const { from, to } of edges) {
    const [a, b] = direction === 'down' ? [placeOf(from), placeOf(to)] : [placeOf(to), placeOf(from)];
    next[a]?.push(b);
    before[b]?.push(a);
  }
  const tree = dominatorTree(next, before, root);
  return {
    above: (a, b) => tree.dominates(placeOf(a), placeOf(b)),
    nearest: (id) => vertices[tree.parent[placeOf(id)] ?? -1]?.id,
  };
}

export function grouped(arcs: readonly (readonly [string, string])[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const [from, to] of arcs) {
    const list = groups.get(from);
    if (list === undefined) groups.set(from, [to]);
    else list.push(to);
  }
  return groups;
}
