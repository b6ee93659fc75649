/**
 * Dominators of any directed graph, whose vertices are numbers from 0 on: of flow graphs, and of graphs as the page draws
 * them. A vertex a dominates b when every path from the root to b goes through a.
 */
import { itemAt } from './lookup';
import { once } from './once';

export interface DominatorTree {
  /** The nearest vertex that dominates this one; -1 for the root and for what is not reached from it. */
  readonly parent: readonly number[];
  dominates(a: number, b: number): boolean;
  /** The nearest vertex that dominates both of two that are reached. */
  common(a: number, b: number): number;
}

type Lists = readonly (readonly number[])[];

/** Cooper, Harvey, Kennedy: intersect along the tree in reverse postorder until nothing changes. */
export function dominatorTree(successors: Lists, predecessors: Lists, root: number): DominatorTree {
  const order = reversePostorder(successors, [root]);
  const rank = new Array<number>(successors.length).fill(-1);
  order.forEach((v, i) => {
    rank[v] = i;
  });
  const parent = new Array<number>(successors.length).fill(-1);
  const rankOf = (v: number) => rank[v] as number;
  const common = (a: number, b: number): number => {
    let [x, y] = [a, b];
    while (x !== y) {
      while (rankOf(x) > rankOf(y)) x = parent[x] as number;
      while (rankOf(y) > rankOf(x)) y = parent[y] as number;
    }
    return x;
  };
  for (let changed = true; changed; ) {
    changed = false;
    for (const v of order) {
      if (v === root) continue;
      let nearest = -1;
      for (const p of itemAt(predecessors, v)) {
        if (rankOf(p) < 0 || (p !== root && parent[p] === -1)) continue;
        nearest = nearest === -1 ? p : common(nearest, p);
      }
      if (parent[v] !== nearest) {
        parent[v] = nearest;
        changed = true;
      }
    }
  }
  const subtrees = once(() => spansOf(order, parent));
  const dominates = (a: number, b: number): boolean => {
    if (a === b) return true;
    if (rankOf(a) < 0 || rankOf(b) < 0) return false;
    const { first, size } = subtrees();
    const at = itemAt(first, b) - itemAt(first, a);
    return at >= 0 && at < itemAt(size, a);
  };
  return { parent, dominates, common };
}

/** The vertices of a subtree are numbered in a row: the first of them, and how many. */
function spansOf(order: readonly number[], parent: readonly number[]) {
  const size = new Array<number>(parent.length).fill(1);
  for (const v of [...order].reverse()) {
    const above = itemAt(parent, v);
    if (above >= 0) size[above] = itemAt(size, above) + itemAt(size, v);
  }
  const first = new Array<number>(parent.length).fill(0);
  const free = new Array<number>(parent.length).fill(1);
  for (const v of order) {
    const above = itemAt(parent, v);
    if (above < 0) continue;
    first[v] = itemAt(free, above);
    free[above] = itemAt(first, v) + itemAt(size, v);
    free[v] = itemAt(first, v) + 1;
  }
  return { first, size };
}

/** Of all that the roots lead to, by a depth-first walk from each of them in turn. */
export function reversePostorder(successors: Lists, roots: readonly number[]): number[] {
  const seen = new Uint8Array(successors.length);
  // How many of a vertex's successors have been looked at.
  const looked = new Int32Array(successors.length);
  const order: number[] = [];
  for (const root of roots) {
    if (seen[root]) continue;
    seen[root] = 1;
    const stack = [root];
    for (let at = stack.at(-1); at !== undefined; at = stack.at(-1)) {
      const next = looked[at] as number;
      const to = successors[at]?.[next];
      looked[at] = next + 1;
      if (to === undefined) {
        order.push(at);
        stack.pop();
      } else if (!seen[to]) {
        seen[to] = 1;
        stack.push(to);
      }
    }
  }
  return order.reverse();
}
