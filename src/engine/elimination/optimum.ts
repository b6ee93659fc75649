/** Exact edge and face elimination: searches, best first, over the graphs that eliminations lead to. */
import { ABSENT, lowerBound, matrixOf } from './bound';
import { edgeOf } from './edges';
import { FaceElimination } from './faces';
import { isFreeProduct, type LinearGraph, type Target, type VertexRole } from './graph';

export function optimalEdges(
  graph: LinearGraph,
  upper: number,
  mayGoOn: (visits: number) => boolean,
): Found<Target> {
  const { roles } = graph;
  const space: Space<Float64Array, Target> = {
    start: matrixOf(graph),
    moves: (labels) => edgeMoves(roles, labels),
    isGoal: (labels) => edgeMoves(roles, labels, true).length === 0,
    key: keyOf,
    bound: (labels) => lowerBound(roles, labels),
  };
  return bestFirst(space, { lower: lowerBound(graph.roles, matrixOf(graph)), upper }, mayGoOn);
}

export function optimalFaces(
  graph: LinearGraph,
  upper: number,
  mayGoOn: (visits: number) => boolean,
): Found<Target> {
  const space: Space<FaceElimination, Target> = {
    start: new FaceElimination(graph),
    moves: (faces) =>
      faces.targets().map((move) => {
        const next = faces.copy();
        return { move, cost: next.eliminate(move).multiplications, next };
      }),
    isGoal: (faces) => faces.targets().length === 0,
    key: (faces) => faces.state(),
    bound: (faces) => faces.bound(),
  };
  return bestFirst(space, { lower: lowerBound(graph.roles, matrixOf(graph)), upper }, mayGoOn);
}

function edgeMoves(roles: readonly VertexRole[], labels: Float64Array, onlyOne = false) {
  const n = roles.length;
  const found: { move: Target; cost: number; next: Float64Array }[] = [];
  for (let source = 0; source < n; source++)
    for (let target = source + 1; target < n; target++) {
      if (labels[source * n + target] === ABSENT) continue;
      for (const direction of ['front', 'back'] as const) {
        const isLegal = direction === 'front' ? roles[target] !== 'output' : roles[source] !== 'input';
        if (!isLegal) continue;
        const next = labels.slice();
        const move: Target = { source, target, direction };
        found.push({ move, cost: eliminate(roles, next, move), next });
        if (onlyOne) return found;
      }
    }
  return found;
}

/** Edge elimination on a matrix of labels, with its multiplications. */
function eliminate(roles: readonly VertexRole[], labels: Float64Array, move: Target): number {
  const n = roles.length;
  const { i, j, direction } = edgeOf(move);
  const own = labels[i * n + j] as number;
  let multiplications = 0;
  const join = (from: number, to: number, other: number) => {
    if (!isFreeProduct(own, other)) multiplications++;
    const before = labels[from * n + to] as number;
    labels[from * n + to] = before === ABSENT ? own * other : before + own * other;
  };
  for (let other = 0; other < n; other++) {
    const label = labels[direction === 'front' ? j * n + other : other * n + i] as number;
    if (label === ABSENT) continue;
    if (direction === 'front') join(i, other, label);
    else join(other, j, label);
  }
  labels[i * n + j] = ABSENT;
  dropLoose(roles, labels);
  return multiplications;
}

function dropLoose(roles: readonly VertexRole[], labels: Float64Array): void {
  const n = roles.length;
  for (let v = 0; v < n; v++) {
    let isReached = roles[v] === 'input';
    for (let i = 0; i < v && !isReached; i++) isReached = labels[i * n + v] !== ABSENT;
    if (!isReached) labels.fill(ABSENT, v * n, v * n + n);
  }
  for (let v = n - 1; v >= 0; v--) {
    let leadsOn = roles[v] !== 'intermediate';
    for (let k = v + 1; k < n && !leadsOn; k++) leadsOn = labels[v * n + k] !== ABSENT;
    if (!leadsOn) for (let i = 0; i < v; i++) labels[i * n + v] = ABSENT;
  }
}

function keyOf(labels: Float64Array): string {
  const parts: string[] = [];
  let bits = 0;
  labels.forEach((label, at) => {
    bits = (bits << 1) | (label === ABSENT ? 0 : 1);
    if (at % 15 === 14) {
      parts.push(String.fromCharCode(bits));
      bits = 0;
    }
    if (label !== ABSENT && !Number.isNaN(label)) parts.push(`${at}:${label} `);
  });
  parts.push(String.fromCharCode(bits));
  return parts.join('');
}

/**
 * The cheapest way through a space of states, best first (A*): a state is taken up in the order of what it has cost and what
 * it must still cost at least. When the queue is empty below an upper bound, that bound is proved.
 */
interface Space<State, Move> {
  readonly start: State;
  readonly moves: (
    state: State,
  ) => readonly { readonly move: Move; readonly cost: number; readonly next: State }[];
  readonly isGoal: (state: State) => boolean;
  readonly key: (state: State) => string;
  /** Never more than what is left to pay. */
  readonly bound: (state: State) => number;
}

interface Found<Move> {
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

function bestFirst<State, Move>(
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
