/**
 * The cheapest way through a space of states, best first (A*): a state is taken up in the order of what it has cost and what
 * it must still cost at least. When the queue is empty below an upper bound, that bound is proved.
 */
export interface Space<State, Move> {
  readonly start: State;
  readonly moves: (
    state: State,
  ) => readonly { readonly move: Move; readonly cost: number; readonly next: State }[];
  readonly isGoal: (state: State) => boolean;
  readonly key: (state: State) => string;
  /** Never more than what is left to pay. */
  readonly bound: (state: State) => number;
}

export interface Found<Move> {
  /** Null: nothing is cheaper than the upper bound, as far as was looked. */
  readonly moves: readonly Move[] | null;
  /** No way is cheaper than this. */
  readonly lowerBound: number;
  readonly isExhausted: boolean;
}

interface Visit<State, Move> {
  readonly state: State;
  readonly cost: number;
  readonly move: Move | null;
  readonly parent: Visit<State, Move> | null;
}

export function bestFirst<State, Move>(
  space: Space<State, Move>,
  { lower, upper }: { readonly lower: number; readonly upper: number },
  mayGoOn: (visits: number) => boolean,
): Found<Move> {
  const open: Visit<State, Move>[][] = [];
  const cheapest = new Map<string, number>();
  const push = (visit: Visit<State, Move>, atLeast: number) => {
    const estimate = Math.max(atLeast, visit.cost + space.bound(visit.state));
    if (estimate >= upper) return;
    open[estimate] ??= [];
    open[estimate]?.push(visit);
  };
  push({ state: space.start, cost: 0, move: null, parent: null }, lower);
  let visits = 0;
  for (let estimate = 0; estimate < upper; estimate++) {
    for (let visit = open[estimate]?.pop(); visit; visit = open[estimate]?.pop()) {
      if (space.isGoal(visit.state)) return { moves: path(visit), lowerBound: visit.cost, isExhausted: true };
      if (!mayGoOn(visits++)) return { moves: null, lowerBound: estimate, isExhausted: false };
      for (const { move, cost, next } of space.moves(visit.state)) {
        const key = space.key(next);
        const total = visit.cost + cost;
        if ((cheapest.get(key) ?? Number.POSITIVE_INFINITY) <= total) continue;
        cheapest.set(key, total);
        push({ state: next, cost: total, move, parent: visit }, estimate);
      }
    }
  }
  return { moves: null, lowerBound: upper, isExhausted: true };
}

function path<State, Move>(end: Visit<State, Move>): Move[] {
  const moves: Move[] = [];
  for (let visit: Visit<State, Move> | null = end; visit?.parent; visit = visit.parent)
    if (visit.move !== null) moves.unshift(visit.move);
  return moves;
}
