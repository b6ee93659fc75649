/**
 * The least of a closure problem by one maximum flow (theory 15). Given values, which of them must be available, what each
 * costs to keep and what it costs to compute from its operands, choose A ⊇ N available and R ⊆ A computed again with
 * operands in A such that
 *
 *   Σ_{A \ R} keep + Σ_R again   is least.
 *
 * Every value v is two vertices of a network: v' on the sink's side says v ∈ R, v'' on the sink's side says v ∈ A.
 *
 *   source → v'   again(v), ∞ where v can't be computed      v' → v''   keep(v)
 *   o'' → v'      ∞ for every operand o: R needs it          v'' → sink ∞ for v ∈ N
 *
 * The flow is the proof: so much of disjoint paths runs from what is given to what is needed, and every path must be cut.
 */
export interface ClosureValue {
  readonly keep: number;
  /** Null where it can't be computed. */
  readonly again: number | null;
  readonly operands: readonly number[];
  readonly isNeeded: boolean;
}

export interface Closure {
  readonly cost: number;
  /** By value: it is kept, it is computed again, or neither is asked for. */
  readonly choice: readonly ('kept' | 'again' | 'none')[];
  /** By value: how much of the flow goes through v' → v'', on paths that keeping it cuts. */
  readonly through: readonly number[];
}

const INFINITE = Number.MAX_SAFE_INTEGER / 4;

export function leastClosure(values: readonly ClosureValue[]): Closure {
  return new ClosureFlow(values).least();
}

/** A path of the flow: every value on it is computed from the one before. `amount` of what keeping each costs belongs to this path. */
export interface FlowPath {
  readonly values: readonly number[];
  readonly amount: number;
}

/** The flow of a closure problem, for those who ask more of it than its least choice. */
export class ClosureFlow {
  private readonly network: Network;
  /** By value: the edge v' → v''. */
  private readonly keeping: readonly number[];
  private readonly cost: number;
  private readonly source: number;
  private readonly sink: number;

  constructor(private readonly values: readonly ClosureValue[]) {
    [this.source, this.sink] = [2 * values.length, 2 * values.length + 1];
    const network = new Network(2 * values.length + 2);
    this.network = network;
    this.keeping = values.map((v, k) => {
      network.connect(this.source, 2 * k, v.again ?? INFINITE);
      for (const o of v.operands) network.connect(2 * o + 1, 2 * k, INFINITE);
      if (v.isNeeded) network.connect(2 * k + 1, this.sink, INFINITE);
      return network.connect(2 * k, 2 * k + 1, v.keep);
    });
    this.cost = network.flow(this.source, this.sink);
  }

  least(): Closure {
    return this.closureOf(this.network, this.cost);
  }

  /** All of the flow, path by path. */
  paths(): FlowPath[] {
    const sent = this.network.sent();
    const found: FlowPath[] = [];
    for (let path = sent.take(this.source, this.sink); path; path = sent.take(this.source, this.sink)) {
      const values = path.vertices.flatMap((v) => (v % 2 === 0 && v < this.source ? [v / 2] : []));
      found.push({ values, amount: path.amount });
    }
    return found;
  }

  /** The least choice without keeping this value; null where nothing else will do. */
  without(value: number): Closure | null {
    const network = this.network.copy();
    network.widen(this.keeping[value] ?? 0, INFINITE);
    const more = network.flow(this.source, this.sink);
    // The flow that was there before is part of `cost`.
    return more > INFINITE / 2 ? null : this.closureOf(network, this.cost + more);
  }

  private closureOf(network: Network, cost: number): Closure {
    // The cut next to the sink: nothing is available that nothing asks for.
    const needed = network.reaching(this.sink);
    return {
      cost,
      choice: this.values.map((_, k) => (needed[2 * k] ? 'again' : needed[2 * k + 1] ? 'kept' : 'none')),
      through: this.keeping.map((edge) => network.used(edge)),
    };
  }
}

/** Dinic's algorithm. Edge e goes with its reverse e ^ 1. */
class Network {
  private to: number[] = [];
  private room: number[] = [];
  private readonly out: number[][];

  constructor(size: number) {
    this.out = Array.from({ length: size }, () => []);
  }

  /** With the flow that it has; nothing more can be connected. */
  copy(): Network {
    const made = new Network(0);
    made.to = this.to;
    made.room = [...this.room];
    made.out.push(...this.out);
    return made;
  }

  widen(edge: number, by: number): void {
    this.room[edge] = (this.room[edge] ?? 0) + by;
  }

  /** What flows, to be taken path by path. */
  sent(): Sent {
    return new Sent(
      this.out.map((edges) =>
        edges
          .filter((e) => e % 2 === 0 && this.used(e) > 0)
          .map((e) => ({ to: this.to[e] ?? 0, amount: this.used(e) })),
      ),
    );
  }

  connect(from: number, to: number, capacity: number): number {
    const edge = this.to.length;
    this.to.push(to, from);
    this.room.push(capacity, 0);
    this.out[from]?.push(edge);
    this.out[to]?.push(edge + 1);
    return edge;
  }

  used(edge: number): number {
    return this.room[edge ^ 1] ?? 0;
  }

  flow(source: number, sink: number): number {
    let total = 0;
    for (let levels = this.levels(source); levels[sink] !== -1; levels = this.levels(source)) {
      const next = this.out.map(() => 0);
      for (let more = 1; more > 0; total += more) more = this.push(source, sink, INFINITE, levels, next);
    }
    return total;
  }

  /** Vertices from which the residual network leads to the sink. */
  reaching(sink: number): boolean[] {
    const found = this.out.map(() => false);
    found[sink] = true;
    const work = [sink];
    for (let v = work.pop(); v !== undefined; v = work.pop()) {
      for (const e of this.out[v] ?? []) {
        const w = this.to[e] ?? 0;
        if (found[w] || (this.room[e ^ 1] ?? 0) <= 0) continue;
        found[w] = true;
        work.push(w);
      }
    }
    return found;
  }

  private levels(source: number): number[] {
    const level = this.out.map(() => -1);
    level[source] = 0;
    const queue = [source];
    for (const v of queue) {
      for (const e of this.out[v] ?? []) {
        const w = this.to[e] ?? 0;
        if (level[w] !== -1 || (this.room[e] ?? 0) <= 0) continue;
        level[w] = (level[v] ?? 0) + 1;
        queue.push(w);
      }
    }
    return level;
  }

  /** One path, found without recursion: windows may be long. */
  private push(source: number, sink: number, limit: number, level: number[], next: number[]): number {
    const path: number[] = [];
    let v = source;
    while (v !== sink) {
      const edges = this.out[v] ?? [];
      let k = next[v] ?? 0;
      while (k < edges.length && !this.leadsOn(edges[k] as number, v, level)) k++;
      next[v] = k;
      const edge = edges[k];
      if (edge !== undefined) {
        path.push(edge);
        v = this.to[edge] ?? sink;
        continue;
      }
      const last = path.pop();
      if (last === undefined) return 0;
      v = this.to[last ^ 1] ?? source;
      next[v] = (next[v] ?? 0) + 1;
    }
    const amount = path.reduce((least, e) => Math.min(least, this.room[e] ?? 0), limit);
    for (const e of path) {
      this.room[e] = (this.room[e] ?? 0) - amount;
      this.room[e ^ 1] = (this.room[e ^ 1] ?? 0) + amount;
    }
    return amount;
  }

  private leadsOn(edge: number, from: number, level: number[]): boolean {
    return (this.room[edge] ?? 0) > 0 && level[this.to[edge] ?? 0] === (level[from] ?? 0) + 1;
  }
}

/** A flow without circles, as its network has none. */
class Sent {
  constructor(private readonly out: readonly { to: number; amount: number }[][]) {}

  take(from: number, to: number): { vertices: number[]; amount: number } | null {
    const vertices = [from];
    const edges: { to: number; amount: number }[] = [];
    for (let v = from; v !== to; ) {
      const edge = this.out[v]?.find(({ amount }) => amount > 0);
      if (!edge) return null;
      edges.push(edge);
      v = edge.to;
      vertices.push(v);
    }
    const amount = Math.min(...edges.map((e) => e.amount));
    for (const e of edges) e.amount -= amount;
    return { vertices, amount };
  }
}
