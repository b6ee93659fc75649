/** Dominators of a graph as the page has it, from its ENTRY down or from its EXIT up. */
import type { Graph } from '../../engine/pipeline/results';

export interface Dominators {
  /** Every way to b leads through a; so it does for a itself. */
  above(a: string, b: string): boolean;
  /** By vertex: the nearest other vertex that every way leads through. */
  readonly nearest: ReadonlyMap<string, string>;
}

/** Vertices that no way leads to are dominated by nothing. */
export function dominators(graph: Graph, direction: 'down' | 'up'): Dominators {
  const root = graph.vertices.find(({ kind }) => kind === (direction === 'down' ? 'ENTRY' : 'EXIT'))?.id;
  const arcs = graph.edges.map(
    ({ from, to }) => (direction === 'down' ? [from, to] : [to, from]) as [string, string],
  );
  const next = grouped(arcs);
  const before = grouped(arcs.map(([a, b]) => [b, a]));
  const order = root === undefined ? [] : reversePostorder(root, next);
  const position = new Map(order.map((id, i) => [id, i]));
  const nearest = new Map<string, string>();
  const common = (a: string, b: string): string => {
    let [x, y] = [a, b];
    while (x !== y) {
      if ((position.get(x) ?? 0) > (position.get(y) ?? 0)) x = nearest.get(x) ?? x;
      else y = nearest.get(y) ?? y;
    }
    return x;
  };
  for (let changed = true; changed; ) {
    changed = false;
    for (const id of order.slice(1)) {
      const known = (before.get(id) ?? []).filter((each) => each === root || nearest.has(each));
      const found = known.reduce<string | undefined>(
        (a, b) => (a === undefined ? b : common(a, b)),
        undefined,
      );
      if (found === undefined || nearest.get(id) === found) continue;
      nearest.set(id, found);
      changed = true;
    }
  }
  const spans = spansOf(order, nearest);
  return {
    nearest,
    above(a, b) {
      const [upper, lower] = [spans.get(a), spans.get(b)];
      return a === b || (!!upper && !!lower && upper[0] <= lower[0] && lower[1] <= upper[1]);
    },
  };
}

/** In the tree of dominators, what lies below a vertex has its span inside that of the vertex. */
function spansOf(
  order: readonly string[],
  nearest: ReadonlyMap<string, string>,
): Map<string, readonly [number, number]> {
  const below = grouped([...nearest].map(([id, above]) => [above, id]));
  const spans = new Map<string, readonly [number, number]>();
  const [root] = order;
  let clock = 0;
  const stack = root === undefined ? [] : [{ id: root, start: clock++, at: 0 }];
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const child = (below.get(top.id) ?? [])[top.at++];
    if (child !== undefined) stack.push({ id: child, start: clock++, at: 0 });
    else {
      spans.set(top.id, [top.start, clock++]);
      stack.pop();
    }
  }
  return spans;
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

function reversePostorder(root: string, next: ReadonlyMap<string, readonly string[]>): string[] {
  const done: string[] = [];
  const seen = new Set([root]);
  const stack = [{ id: root, at: 0 }];
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const to = (next.get(top.id) ?? [])[top.at++];
    if (to === undefined) {
      done.push(top.id);
      stack.pop();
    } else if (!seen.has(to)) {
      seen.add(to);
      stack.push({ id: to, at: 0 });
    }
  }
  return done.reverse();
}
