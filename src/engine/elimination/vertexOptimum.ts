/**
 * The cheapest order of vertices, by dynamic programming over subsets: the graph that is left after a set of vertices is the
 * same in whatever order they went, so best(S ∪ {v}) is the least best(S) + cost of v in the graph after S. With n vertices
 * to eliminate there are 2ⁿ graphs; a walk over the binary tree of subsets makes each from its parent by one elimination
 * and takes it back again.
 */
import { ABSENT, matrixOf } from './bound';
import { isFreeProduct, type LinearGraph } from './graph';

/** Beyond that many, time and memory double with each. */
export const EXACT_VERTICES = 16;

export function optimalVertexOrder(graph: LinearGraph, eliminable: readonly number[]): number[] {
  const m = eliminable.length;
  const matrix = new CountedMatrix(graph);
  const best = new Int32Array(1 << m).fill(0x7fffffff);
  const last = new Int8Array(1 << m);
  best[0] = 0;

  const relax = (set: number) => {
    const sofar = best[set] as number;
    for (let bit = 0; bit < m; bit++) {
      const larger = set | (1 << bit);
      if (larger === set) continue;
      const cost = sofar + matrix.cost(eliminable[bit] as number);
      if (cost < (best[larger] as number)) {
        best[larger] = cost;
        last[larger] = bit;
      }
    }
  };
  // Sets come in ascending order, so that each is final before it is extended.
  const walk = (bit: number, set: number) => {
    if (bit < 0) {
      relax(set);
      return;
    }
    walk(bit - 1, set);
    const mark = matrix.eliminate(eliminable[bit] as number);
    walk(bit - 1, set | (1 << bit));
    matrix.undo(mark);
  };
  walk(m - 1, 0);

  const order: number[] = [];
  for (let set = (1 << m) - 1; set > 0; ) {
    const bit = last[set] as number;
    order.unshift(eliminable[bit] as number);
    set &= ~(1 << bit);
  }
  return order;
}

/** Labels with how many of each kind run into and out of every vertex, and the changes made, to take them back. */
class CountedMatrix {
  private readonly n: number;
  private readonly labels: Float64Array;
  /** By kind of label, then vertex. */
  private readonly into: Int32Array;
  private readonly outOf: Int32Array;
  private readonly changed: number[] = [];
  private readonly were: number[] = [];

  private readonly isIntermediate: (vertex: number) => boolean;

  constructor(graph: LinearGraph) {
    this.isIntermediate = (vertex) => graph.roles[vertex] === 'intermediate';
    this.n = graph.roles.length;
    this.labels = new Float64Array(this.n * this.n).fill(ABSENT);
    this.into = new Int32Array(KINDS * this.n);
    this.outOf = new Int32Array(KINDS * this.n);
    const start = matrixOf(graph);
    for (let at = 0; at < start.length; at++) if (start[at] !== ABSENT) this.put(at, start[at] as number);
  }

  /** Products that are not free (`isFreeProduct`): of two variables, or of a variable and a constant that is no unit. */
  cost(v: number): number {
    const n = this.n;
    const [variableIn, constantIn] = [this.into[v] as number, this.into[n + v] as number];
    const [variableOut, constantOut] = [this.outOf[v] as number, this.outOf[n + v] as number];
    return variableIn * (variableOut + constantOut) + constantIn * variableOut;
  }

  /** Returns what `undo` needs to come back to where this started. */
  eliminate(v: number): number {
    const n = this.n;
    const mark = this.changed.length;
    for (let k = v + 1; k < n; k++) {
      const back = this.labels[v * n + k] as number;
      if (back === ABSENT) continue;
      for (let i = 0; i < v; i++) {
        const front = this.labels[i * n + v] as number;
        if (front === ABSENT) continue;
        const before = this.labels[i * n + k] as number;
        this.set(i * n + k, before === ABSENT ? front * back : before + front * back);
      }
      this.set(v * n + k, ABSENT);
    }
    if (this.isIntermediate(v)) for (let i = 0; i < v; i++) this.set(i * n + v, ABSENT);
    return mark;
  }

  undo(mark: number): void {
    while (this.changed.length > mark) this.put(this.changed.pop() as number, this.were.pop() as number);
  }

  private set(at: number, label: number): void {
    this.changed.push(at);
    this.were.push(this.labels[at] as number);
    this.put(at, label);
  }

  private put(at: number, label: number): void {
    const [from, to] = [Math.floor(at / this.n), at % this.n];
    const [before, after] = [kindOf(this.labels[at] as number), kindOf(label)];
    this.labels[at] = label;
    if (before === after) return;
    this.count(from, to, before, -1);
    this.count(from, to, after, 1);
  }

  private count(from: number, to: number, kind: number, by: number): void {
    if (kind === KINDS) return;
    const [out, into] = [kind * this.n + from, kind * this.n + to];
    this.outOf[out] = (this.outOf[out] as number) + by;
    this.into[into] = (this.into[into] as number) + by;
  }
}

const KINDS = 3;
/** 0 variable, 1 constant, 2 unit; beyond them: no edge. */
function kindOf(label: number): number {
  if (Number.isNaN(label)) return 0;
  if (label === ABSENT) return KINDS;
  return isFreeProduct(label, Number.NaN) ? 2 : 1;
}
