/**
 * An order of pieces in which jumps backward lead to the head of a loop only, and loops lie in one run; or the region
 * that allows none.
 */
import { components, reached } from '../base/components';
import { dominatorTree } from '../base/dominators';
import { itemAt } from '../base/lookup';
import type { Span } from '../base/span';
import { gotosIn, type RawStatement } from './rawTree';

/** A stretch of a list from one label to the next, entered at its start only. */
export interface Piece {
  /** Names of its start: the user's labels, or one that was made. */
  readonly names: readonly string[];
  readonly body: readonly RawStatement[];
  /** The label as the user wrote it. */
  readonly label: string | null;
  readonly span: Span;
}

export type PieceOrder =
  | { readonly kind: 'order'; readonly order: readonly number[] }
  /** Pieces that only a dispatch can run, entered at `head` alone. */
  | { readonly kind: 'irreducible'; readonly region: readonly number[]; readonly head: number };

/** Piece 0 is the entry. Pieces that can't be reached are left out. */
export function orderPieces(pieces: readonly Piece[]): PieceOrder {
  const byName = new Map(pieces.flatMap((piece, i) => piece.names.map((name) => [name, i] as const)));
  const successors = pieces.map((piece) => {
    const targets = gotosIn(piece.body).map((g) => byName.get(g.label));
    return [...new Set(targets)].filter((to): to is number => to !== undefined).sort((a, b) => a - b);
  });
  const reachable = reached([0], (at) => itemAt(successors, at));
  const predecessors: number[][] = pieces.map(() => []);
  for (const from of reachable)
    for (const to of itemAt(successors, from)) itemAt(predecessors, to).push(from);

  const order: number[] = [];
  /** Lays a set of pieces; jumps to pieces outside of it don't count. Gives back a set with several entries, if any. */
  const lay = (members: ReadonlySet<number>): { component: Set<number>; entries: number[] } | null => {
    for (const component of componentsInOrder(members, successors)) {
      const [only] = component;
      const set = new Set(component);
      if (component.length === 1 && only !== undefined && !successors[only]?.includes(only)) {
        order.push(only);
        continue;
      }
      const entries = component.filter((i) => i === 0 || predecessors[i]?.some((p) => !set.has(p)));
      const [head] = entries;
      if (entries.length !== 1 || head === undefined) return { component: set, entries };
      order.push(head);
      set.delete(head);
      const knot = lay(set);
      if (knot) return knot;
    }
    return null;
  };
  const knot = lay(reachable);
  if (!knot) return { kind: 'order', order };

  const { dominates } = dominatorTree(successors, predecessors, 0);
  const common = [...reachable].filter(
    (d) => !knot.component.has(d) && knot.entries.every((e) => dominates(d, e)),
  );
  // The nearest common dominator is the one that all others dominate.
  const head = common.reduce((a, b) => (dominates(a, b) ? b : a));
  const leads = reached(knot.component, (at) => itemAt(predecessors, at));
  const between = [...leads].filter((i) => i !== head && dominates(head, i));
  return { kind: 'irreducible', region: [head, ...between].sort((a, b) => a - b), head };
}

/** Strongly connected components of a part of the graph, each after those that lead to it; ties in source order. */
function componentsInOrder(
  members: ReadonlySet<number>,
  successors: readonly (readonly number[])[],
): number[][] {
  const bySource = (list: Iterable<number>) => [...list].sort((a, b) => a - b);
  const found = components(bySource(members), (at) => itemAt(successors, at)).map(bySource);
  const owner = new Map(found.flatMap((component, c) => component.map((i) => [i, c] as const)));
  const waiting = found.map(() => 0);
  const leads = found.map((component, c) => {
    const next = new Set<number>();
    for (const i of component)
      for (const to of itemAt(successors, i)) {
        const other = owner.get(to);
        if (other !== undefined && other !== c) next.add(other);
      }
    for (const other of next) waiting[other] = (waiting[other] as number) + 1;
    return next;
  });
  const order: number[][] = [];
  const ready = found.map((_, c) => c).filter((c) => waiting[c] === 0);
  while (ready.length > 0) {
    ready.sort((a, b) => (found[a]?.[0] as number) - (found[b]?.[0] as number));
    const c = ready.shift() as number;
    order.push(found[c] as number[]);
    for (const other of itemAt(leads, c)) {
      waiting[other] = (waiting[other] as number) - 1;
      if (waiting[other] === 0) ready.push(other);
    }
  }
  return order;
}
