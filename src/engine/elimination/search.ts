/**
 * A whole elimination by rules, by a list of steps, or as cheap as can be found: exact where the graph is small enough,
 * annealed above. What is found by any means is the upper bound of the exact search, and the lower bound of `bound.ts`
 * proves many a result without one.
 */
import { annealedOrder } from './annealing';
import { lowerBound, matrixOf } from './bound';
import { EdgeElimination, edgeOf, VertexElimination } from './edges';
import { FaceElimination } from './faces';
import type { Counts, Elimination, LinearGraph, Target } from './graph';
import { eliminateByRules, eliminateInOrder, type Rule, type Run } from './heuristics';
import { optimalEdges, optimalFaces } from './optimum';
import { EXACT_VERTICES, optimalVertexOrder } from './vertexOptimum';

export type EliminationKind = 'edge' | 'vertex' | 'face';

export interface SearchBudget {
  readonly seed: number;
  /** Null: as long as it takes, which is the same for every run. */
  readonly milliseconds: number | null;
  readonly now: () => number;
  /** Where no time is given: the share of the usual number of tries; left out: 1. */
  readonly effort?: number;
}

export interface Solution {
  readonly run: Run;
  readonly after: Elimination;
  /** No elimination of this kind has fewer multiplications than these. */
  readonly lowerBound: number;
  readonly proven: boolean;
}

export function eliminationOf(graph: LinearGraph, kind: EliminationKind): Elimination {
  if (kind === 'vertex') return new VertexElimination(graph);
  return kind === 'edge' ? new EdgeElimination(graph) : new FaceElimination(graph);
}

export function byRules(graph: LinearGraph, kind: EliminationKind, rules: readonly Rule[]): Solution {
  const after = eliminationOf(graph, kind);
  return solution(graph, eliminateByRules(after, rules), after);
}

/** Ends before the first target that can't be eliminated. */
export function inOrder(graph: LinearGraph, kind: EliminationKind, targets: readonly Target[]): Solution {
  const after = eliminationOf(graph, kind);
  return solution(graph, eliminateInOrder(after, targets), after);
}

export function annealed(graph: LinearGraph, kind: EliminationKind, budget: SearchBudget): Solution {
  const start = budget.now();
  const lists: readonly (readonly Rule[])[] =
    kind === 'vertex' ? VERTEX_RULES : [...VERTEX_RULES, ['HS', 'LM', 'reverse']];
  const played = lists.map((rules) => byRules(graph, kind, rules));
  const best = played.reduce((a, b) => (isCheaper(b.run.total, a.run.total) ? b : a));
  if (best.proven) return best;
  const found = annealedVertices(graph, kind, budget, start);
  return isCheaper(best.run.total, found.run.total) ? best : found;
}

export function optimal(graph: LinearGraph, kind: EliminationKind, budget: SearchBudget): Solution {
  const vertices = new VertexElimination(graph).targets().map((target) => target.vertex as number);
  if (kind === 'vertex' && vertices.length <= EXACT_VERTICES) {
    const order = optimalVertexOrder(graph, vertices);
    const found = inOrder(graph, kind, order.map(vertexTarget));
    return { ...found, lowerBound: found.run.total.multiplications, proven: true };
  }
  const start = budget.now();
  let good = annealed(graph, kind, budget);
  if (good.proven || kind === 'vertex') return good;
  if (kind === 'face') {
    // Faces do whatever edges do.
    const edges = optimal(graph, 'edge', budget).run.steps.map(({ target }) => target);
    const same = inOrder(graph, kind, facesOf(graph, edges));
    if (isCheaper(same.run.total, good.run.total)) good = same;
    if (good.proven) return good;
  }
  const visits = visitsFor(graph, budget);
  const search = kind === 'edge' ? optimalEdges : optimalFaces;
  const isInTime = () => budget.milliseconds === null || budget.now() - start < budget.milliseconds;
  const {
    moves,
    lowerBound: least,
    isExhausted,
  } = search(
    graph,
    good.run.total.multiplications,
    (visit) => visit < visits[kind] && (visit % 64 > 0 || isInTime()),
  );
  const found = moves ? inOrder(graph, kind, moves) : good;
  return { ...found, lowerBound: Math.max(least, found.lowerBound), proven: found.proven || isExhausted };
}

/** What a search may look at, so that it takes a second or two: a state costs about n² for each of its edges. */
function visitsFor(graph: LinearGraph, budget: SearchBudget): { edge: number; face: number } {
  const size = graph.roles.length ** 2 * Math.max(1, graph.edges.length);
  const most = budget.milliseconds === null ? (budget.effort ?? 1) : Math.max(1, budget.milliseconds / 1000);
  return {
    edge: Math.min(20_000, 6e7 / size) * most,
    face: Math.min(20_000, 6e6 / size) * most,
  };
}

const VERTEX_RULES: readonly (readonly Rule[])[] = [
  ['forward'],
  ['reverse'],
  ['LM', 'forward'],
  ['LM', 'reverse'],
];
const MOVES = 120_000;
const MOVES_A_VERTEX = 1_500;
/** With less than this share of the time left, another run from the start is not worth while. */
const AGAIN = 0.6;
/** The share of the time that is kept for carrying out the order that was found. */
const CARRIED_OUT = 0.1;

function annealedVertices(
  graph: LinearGraph,
  kind: EliminationKind,
  budget: SearchBudget,
  start: number,
): Solution {
  const starts = VERTEX_RULES.map((rules) =>
    byRules(graph, 'vertex', rules).run.steps.map(({ target }) => target.vertex as number),
  );
  const limit = budget.milliseconds === null ? null : budget.milliseconds * (1 - CARRIED_OUT);
  const gone = () => (limit === null ? 0 : (budget.now() - start) / limit);
  const moves = Math.min(MOVES, (starts[0]?.length ?? 0) * MOVES_A_VERTEX) * (budget.effort ?? 1);
  let best: Solution | null = null;
  for (
    let seed = budget.seed;
    best === null || (limit !== null && !best.proven && gone() < AGAIN);
    seed += 7919
  ) {
    const order = annealedOrder(graph, starts, seed, { moves, gone });
    const found = inOrder(graph, kind, asTargets(graph, order, kind));
    if (!best || isCheaper(found.run.total, best.run.total)) best = found;
  }
  return best;
}

const vertexTarget = (vertex: number): Target => ({ vertex });

/** An order of vertices in steps of another kind: a vertex is its out-edges, eliminated at their backs. */
function asTargets(graph: LinearGraph, order: readonly number[], kind: EliminationKind): Target[] {
  if (kind === 'vertex') return order.map(vertexTarget);
  const edges = new EdgeElimination(graph);
  const targets: Target[] = [];
  for (const source of order)
    for (const { row } of edges.remaining().filter(({ column }) => column === source)) {
      const target: Target = { source, target: row, direction: 'back' };
      if (edges.objection(target)) continue;
      targets.push(target);
      edges.eliminate(target);
    }
  return kind === 'edge' ? targets : facesOf(graph, targets);
}

/** An edge is its faces, at one end. */
function facesOf(graph: LinearGraph, targets: readonly Target[]): Target[] {
  const edges = new EdgeElimination(graph);
  return targets.flatMap((edge) => {
    const { i, j, direction } = edgeOf(edge);
    const { predecessors, successors } = edges.joined(edge);
    edges.eliminate(edge);
    return direction === 'front'
      ? [...successors].map((target) => ({ source: i, vertex: j, target }))
      : [...predecessors].map((source) => ({ source, vertex: i, target: j }));
  });
}

function solution(graph: LinearGraph, run: Run, after: Elimination): Solution {
  const least = lowerBound(graph.roles, matrixOf(graph));
  const isComplete = after.targets().length === 0;
  return { run, after, lowerBound: least, proven: isComplete && run.total.multiplications === least };
}

function isCheaper(a: Counts, b: Counts): boolean {
  return (a.multiplications - b.multiplications || a.additions - b.additions) < 0;
}
