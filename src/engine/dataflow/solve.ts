import { reversePostorder } from '../base/dominators';
import { itemAt, present } from '../base/lookup';
import { getOrMake } from '../base/once';
import type { FlowGraph, Instruction } from '../ir/graph/flow';
import type { Analysis, Solution, Visit } from './analysis';

export type Order = 'reversePostorder' | 'postorder' | 'index';

export interface SolveOptions {
  readonly trace?: boolean;
  /** In which order waiting vertices are visited; the fixed point is the same, the number of visits is not. */
  readonly order?: Order;
}

/**
 * The general form (theory 2): chaotic iteration from bottom to the least fixed point of
 * `In(B) = ⊔ Out(pred)`, `Out(B) = transfer(B, In(B))`, with predecessors and successors exchanged for backward analyses.
 */
export function solve<D>(graph: FlowGraph, analysis: Analysis<D>, options: SolveOptions = {}): Solution<D> {
  const forward = analysis.direction === 'forward';
  const sources = forward ? graph.predecessors : graph.successors;
  const targets = forward ? graph.successors : graph.predecessors;
  const start = forward ? graph.entry : graph.exit;
  // No state is ever changed once it is there, so one bottom serves all.
  const bottom = analysis.bottom();
  const incoming = new Array<D>(graph.vertices.length).fill(bottom);
  const outgoing = incoming.slice();
  const begun: Begun<D> = new Map();
  const noting = { begun, show: null };
  const { rank, byRank } = visitOrder(graph, forward, options.order ?? 'reversePostorder');
  const list = new WorkList(rank, byRank);
  const trace: Visit<D>[] = [];
  for (let v = list.next(); v !== null; v = list.next()) {
    const arriving = sources[v] as readonly number[];
    let state = v === start ? analysis.boundary() : bottom;
    for (let k = 0; k < arriving.length; k++) {
      const arrived = outgoing[arriving[k] as number] as D;
      // Bottom is neutral.
      state = k === 0 && v !== start ? arrived : analysis.join(state, arrived);
    }
    incoming[v] = state;
    const next = replay(graph, analysis, v, state, noting);
    const changed = !analysis.equals(next, outgoing[v] as D);
    outgoing[v] = next;
    if (changed) list.add(targets[v] as readonly number[]);
    if (options.trace)
      trace.push({ vertex: v, incoming: state, outgoing: next, changed, waiting: list.waiting() });
  }
  return solutionOf(graph, analysis, { incoming, outgoing, begun }, trace);
}

/** Vertices that wait to be visited, by their rank: on from the last one, or back to what has been added before it. */
class WorkList {
  readonly #waiting: Uint8Array;
  #pending: number;
  #cursor = 0;

  /** At first all of them wait. */
  constructor(
    private readonly rank: readonly number[],
    private readonly byRank: Int32Array,
  ) {
    this.#pending = byRank.length;
    this.#waiting = new Uint8Array(byRank.length).fill(1);
  }

  next(): number | null {
    if (this.#pending === 0) return null;
    const n = this.byRank.length;
    while (this.#waiting[this.#cursor] === 0) this.#cursor = this.#cursor + 1 < n ? this.#cursor + 1 : 0;
    this.#waiting[this.#cursor] = 0;
    this.#pending--;
    return this.byRank[this.#cursor] as number;
  }

  add(vertices: readonly number[]): void {
    for (const v of vertices) {
      const r = this.rank[v] as number;
      if (this.#waiting[r] !== 0) continue;
      this.#waiting[r] = 1;
      this.#pending++;
      if (r < this.#cursor) this.#cursor = r;
    }
  }

  waiting(): number[] {
    return [...this.byRank].filter((_, r) => this.#waiting[r] !== 0);
  }
}

/** How many instructions a stretch of a block has: states are kept where stretches begin, as those of all of a long block are many. */
const STRETCH = 64;

/** By vertex of more than one stretch: the states at which its stretches begin, in the direction of flow. */
type Begun<D> = Map<number, D[]>;

/** What is to be noted of the states inside of blocks. */
interface Noting<D> {
  readonly begun: Begun<D> | null;
  readonly show: ((instruction: Instruction, state: D) => void) | null;
}

/** Goes through a block in the direction of flow. A state that is not kept may give its place to the next. */
function replay<D>(
  graph: FlowGraph,
  analysis: Analysis<D>,
  v: number,
  from: D,
  { begun, show }: Noting<D>,
): D {
  const { instructions } = itemAt(graph.vertices, v);
  const n = instructions.length;
  const kept = begun && n > STRETCH ? getOrMake(begun, v, () => new Array<D>(Math.ceil(n / STRETCH))) : null;
  const isForward = analysis.direction === 'forward';
  let state = from;
  let isOwn = false;
  for (let k = 0; k < n; k++) {
    const i = isForward ? k : n - 1 - k;
    if (kept && (isForward ? i % STRETCH === 0 : i === n - 1 || i % STRETCH === STRETCH - 1)) {
      kept[Math.floor(i / STRETCH)] = state;
      isOwn = false;
    }
    const instruction = instructions[i] as Instruction;
    show?.(instruction, state);
    const next = analysis.transfer(instruction, state, isOwn);
    isOwn ||= next !== state;
    state = next;
  }
  return state;
}

/** Shows every instruction with the state at which the analysis gets there, which is not to be kept. */
export function showStates<D>(
  graph: FlowGraph,
  { analysis, before, after }: Solution<D>,
  show: (instruction: Instruction, state: D) => void,
): void {
  const arriving = analysis.direction === 'forward' ? before : after;
  for (const { index } of graph.vertices)
    replay(graph, analysis, index, arriving(index), { begun: null, show });
}

interface States<D> {
  /** At each vertex, in the direction of flow. */
  readonly incoming: readonly D[];
  readonly outgoing: readonly D[];
  readonly begun: ReadonlyMap<number, readonly D[]>;
}

function solutionOf<D>(
  graph: FlowGraph,
  analysis: Analysis<D>,
  { incoming, outgoing, begun }: States<D>,
  trace: readonly Visit<D>[],
): Solution<D> {
  const forward = analysis.direction === 'forward';
  // The states of one stretch are kept, as callers go through a routine from statement to statement.
  let latest: { readonly vertex: number; readonly first: number; readonly states: readonly D[] } | null =
    null;
  const replayed = (v: number, first: number): readonly D[] => {
    if (latest?.vertex !== v || latest.first !== first) {
      const { instructions } = itemAt(graph.vertices, v);
      const kept = begun.get(v);
      const at = first / STRETCH;
      const from = (kept ? kept[at] : incoming[v]) as D;
      const next = forward ? at + 1 : at - 1;
      const to = (kept && next in kept ? kept[next] : outgoing[v]) as D;
      const stretch = kept ? instructions.slice(first, first + STRETCH) : instructions;
      latest = { vertex: v, first, states: statesThrough(stretch, analysis, from, to) };
    }
    return latest.states;
  };
  return {
    analysis,
    before: (v) => (forward ? incoming[v] : outgoing[v]) as D,
    after: (v) => (forward ? outgoing[v] : incoming[v]) as D,
    around: (id) => {
      const place = graph.place.get(id);
      if (!place) return null;
      const [v, i] = place;
      const k = i % STRETCH;
      const states = replayed(v, i - k);
      return { before: states[k] as D, after: states[k + 1] as D };
    },
    trace,
  };
}

/** The k-th state is before the k-th instruction, and after the one above. */
function statesThrough<D>(
  instructions: readonly Instruction[],
  { direction, transfer }: Analysis<D>,
  from: D,
  to: D,
): readonly D[] {
  const n = instructions.length;
  const states = new Array<D>(n + 1);
  const isForward = direction === 'forward';
  states[isForward ? 0 : n] = from;
  states[isForward ? n : 0] = to;
  if (isForward)
    for (let k = 1; k < n; k++) states[k] = transfer(instructions[k - 1] as Instruction, states[k - 1] as D);
  else
    for (let k = n - 1; k > 0; k--) states[k] = transfer(instructions[k] as Instruction, states[k + 1] as D);
  return states;
}

/** The states before and after an instruction of the graph that was solved for. */
export function statesAround<D>(
  { around }: Pick<Solution<D>, 'around'>,
  { id }: Instruction,
): { readonly before: D; readonly after: D } {
  return present(around(id), 'an instruction in the graph');
}

/** The position of each vertex, and the vertex at each position. */
interface VisitOrder {
  readonly rank: readonly number[];
  readonly byRank: Int32Array;
}

/** A graph never changes, and many analyses are solved on it. */
const orders = new WeakMap<FlowGraph, Map<string, VisitOrder>>();

function visitOrder(graph: FlowGraph, forward: boolean, order: Order): VisitOrder {
  const known = getOrMake(orders, graph, () => new Map());
  const key = forward ? `${order} forward` : order;
  return getOrMake(known, key, () => {
    const rank = ranks(graph, forward, order);
    const byRank = new Int32Array(rank.length);
    rank.forEach((r, v) => {
      byRank[r] = v;
    });
    return { rank, byRank };
  });
}

/** Position of each vertex in the visit order: reverse postorder of the graph in the direction of flow by default. */
function ranks(graph: FlowGraph, forward: boolean, order: Order): number[] {
  const n = graph.vertices.length;
  if (order === 'index') return graph.vertices.map((_, i) => (forward ? i : n - 1 - i));
  // Far successors first, so that a loop stands before what comes after it, and is at rest before that is visited.
  const next = (forward ? graph.successors : graph.predecessors).map((list) => farFirst(list, forward));
  // Vertices that cannot reach EXIT are still vertices of a backward problem.
  const roots = [forward ? graph.entry : graph.exit, ...graph.vertices.map((_, i) => n - 1 - i)];
  const visited = reversePostorder(next, roots);
  if (order === 'postorder') visited.reverse();
  const rank = new Array<number>(n);
  visited.forEach((v, i) => {
    rank[v] = i;
  });
  return rank;
}

function farFirst(list: readonly number[], forward: boolean): readonly number[] {
  const [a, b] = list;
  if (a === undefined || b === undefined) return list;
  if (list.length === 2) return forward === a >= b ? list : [b, a];
  return list.toSorted((x, y) => (forward ? y - x : x - y));
}
