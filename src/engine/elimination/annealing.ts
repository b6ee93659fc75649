/**
 * Good orders of vertices, by simulated annealing. The cost of an order needs no graph to be carried along: when v goes, its
 * predecessors are what it is reached from over vertices that went before it, its successors what it reaches over them. So
 * moving one vertex changes the costs of those between its old place and its new one, and of no other.
 */
import { type LinearGraph, liveEdges, type VertexRole } from './graph';

export interface Budget {
  /** Moves tried in one run. */
  readonly moves: number;
  /** The share of the time allowed that has gone; 0 where no time is set. */
  readonly gone: () => number;
}

export function annealedOrder(
  graph: LinearGraph,
  starts: readonly (readonly number[])[],
  seed: number,
  budget: Budget,
): number[] {
  const random = generator(seed);
  const orders = starts.map((order) => new Order(graph, order));
  const current = orders.reduce((a, b) => (b.cost < a.cost ? b : a));
  const m = current.vertices.length;
  let best = [...current.vertices];
  let least = current.cost;
  if (m < 2) return best;
  let gone = 0;
  for (let move = 0; move < budget.moves; move++) {
    if (move % 256 === 0) gone = budget.gone();
    if (gone >= 1) break;
    // The temperature falls with the share of the moves that are made, or of the time that is gone, whichever is larger.
    const temperature = HOT * (COLD / HOT) ** Math.max(move / budget.moves, gone);
    const from = Math.floor(random() * m);
    const reach = 1 + Math.floor(random() ** 2 * Math.min(m - 1, REACH));
    const to = from + (random() < 0.5 ? -reach : reach);
    if (to < 0 || to >= m) continue;
    const gain = current.move(from, to);
    if (gain > 0 && random() >= Math.exp(-gain / temperature)) {
      current.takeBack();
      continue;
    }
    if (current.cost < least) {
      least = current.cost;
      best = [...current.vertices];
    }
  }
  return best;
}

/** In multiplications. */
const HOT = 3;
const COLD = 0.15;
const REACH = 40;

class Order {
  readonly vertices: number[];
  cost: number;
  private readonly place: Int32Array;
  private readonly costs: Int32Array;
  private readonly before: readonly (readonly number[])[];
  private readonly after: readonly (readonly number[])[];
  private readonly seen: Int32Array;
  private search = 0;
  private undo: { from: number; to: number; costs: number[]; cost: number } | null = null;

  private readonly roles: readonly VertexRole[];

  constructor(graph: LinearGraph, order: readonly number[]) {
    this.roles = graph.roles;
    const n = graph.roles.length;
    this.vertices = [...order];
    const before: number[][] = graph.roles.map(() => []);
    const after: number[][] = graph.roles.map(() => []);
    const live = liveEdges(graph);
    graph.edges.forEach(({ from, to }, edge) => {
      if (!live[edge]) return;
      before[to]?.push(from);
      after[from]?.push(to);
    });
    this.before = before;
    this.after = after;
    this.place = new Int32Array(n).fill(n);
    this.seen = new Int32Array(n);
    order.forEach((vertex, at) => {
      this.place[vertex] = at;
    });
    this.costs = Int32Array.from(order, (_, at) => this.costAt(at));
    this.cost = this.costs.reduce((a, b) => a + b, 0);
  }

  /** Returns what it costs more. */
  move(from: number, to: number): number {
    const [low, high] = from < to ? [from, to] : [to, from];
    this.undo = { from, to, costs: [...this.costs.subarray(low, high + 1)], cost: this.cost };
    this.shift(from, to);
    let change = 0;
    for (let at = low; at <= high; at++) {
      const cost = this.costAt(at);
      change += cost - (this.costs[at] as number);
      this.costs[at] = cost;
    }
    this.cost += change;
    return change;
  }

  takeBack(): void {
    if (!this.undo) return;
    const { from, to, costs, cost } = this.undo;
    this.shift(to, from);
    this.costs.set(costs, Math.min(from, to));
    this.cost = cost;
    this.undo = null;
  }

  private shift(from: number, to: number): void {
    const vertex = this.vertices[from] as number;
    const step = from < to ? 1 : -1;
    for (let at = from; at !== to; at += step) this.put(this.vertices[at + step] as number, at);
    this.put(vertex, to);
  }

  private put(vertex: number, at: number): void {
    this.vertices[at] = vertex;
    this.place[vertex] = at;
  }

  private costAt(at: number): number {
    const vertex = this.vertices[at] as number;
    return this.reached(vertex, at, this.before, false) * this.reached(vertex, at, this.after, true);
  }

  /**
   * How many vertices are left at `at` that are reached over those that have gone. An output that has gone has lost what
   * leads out of it, and is still led to.
   */
  private reached(
    vertex: number,
    at: number,
    next: readonly (readonly number[])[],
    isForward: boolean,
  ): number {
    const search = ++this.search;
    const stack = [vertex];
    let found = 0;
    for (let v = stack.pop(); v !== undefined; v = stack.pop())
      for (const w of next[v] as readonly number[]) {
        if (this.seen[w] === search) continue;
        this.seen[w] = search;
        const hasGone = (this.place[w] as number) < at;
        if (hasGone) stack.push(w);
        if (!hasGone || (isForward && this.roles[w] === 'output')) found++;
      }
    return found;
  }
}

/** mulberry32. */
function generator(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
