/**
 * A number of multiplications that no elimination of a graph can do without, by vertices, edges or faces alike.
 *
 * Take p paths from inputs to v and s paths from v to outputs that share no vertex but v. Each of the p·s paths through v
 * has to be contracted at v once, by a product of a label (i, v) and a label (v, k), i on the one path and k on the other. As
 * the paths are disjoint, (i, k) tells which two they are: p·s different products. So Σ_v p_v·s_v is a lower bound, p_v and
 * s_v by augmenting paths. Paths whose edge next to v is constant are left out: their products may be free.
 */
import { type LinearGraph, liveEdges, type VertexRole } from './graph';

/** In a matrix of labels: no edge. */
export const ABSENT = Number.POSITIVE_INFINITY;

/** Labels by `source * n + target`. */
export function matrixOf(graph: LinearGraph): Float64Array {
  const n = graph.roles.length;
  const labels = new Float64Array(n * n).fill(ABSENT);
  const live = liveEdges(graph);
  graph.edges.forEach(({ from, to, constant }, edge) => {
    if (live[edge]) labels[from * n + to] = constant;
  });
  return labels;
}

export function lowerBound(roles: readonly VertexRole[], labels: Float64Array): number {
  const n = roles.length;
  const after: number[][] = roles.map(() => []);
  const before: number[][] = roles.map(() => []);
  for (let i = 0; i < n; i++)
    for (let j = i + 1; j < n; j++)
      if (labels[i * n + j] !== ABSENT) {
        after[i]?.push(j);
        before[j]?.push(i);
      }
  const isVariable = (i: number, j: number) => Number.isNaN(labels[i * n + j]);
  let sum = 0;
  for (let v = 0; v < n; v++) {
    if (roles[v] === 'input' || after[v]?.length === 0 || before[v]?.length === 0) continue;
    const starts = (before[v] as number[]).filter((u) => isVariable(u, v));
    const ends = (after[v] as number[]).filter((u) => isVariable(v, u));
    const into = new DisjointPaths(before, (u) => roles[u] === 'input').count(starts);
    if (into > 0) sum += into * new DisjointPaths(after, (u) => roles[u] === 'output').count(ends);
  }
  return sum;
}

const FREE = -1;
const START = -2;

/** The most paths from some vertices to ends of which no two share a vertex (Ford and Fulkerson, vertices split in two). */
class DisjointPaths {
  /** The vertex before and after in the path that runs through a vertex. */
  private readonly previous: Int32Array;
  private readonly following: Int32Array;
  private readonly enteredIn: Int32Array;
  private readonly leftIn: Int32Array;
  private search = 0;

  constructor(
    private readonly next: readonly (readonly number[])[],
    private readonly isEnd: (vertex: number) => boolean,
  ) {
    this.previous = new Int32Array(next.length).fill(FREE);
    this.following = new Int32Array(next.length).fill(FREE);
    this.enteredIn = new Int32Array(next.length);
    this.leftIn = new Int32Array(next.length);
  }

  count(starts: readonly number[]): number {
    let found = 0;
    for (const start of starts) {
      this.search++;
      if (!this.enter(start)) continue;
      this.previous[start] = START;
      found++;
    }
    return found;
  }

  /** A vertex that a path holds can be entered only to turn that path back before it. */
  private enter(u: number): boolean {
    if (this.enteredIn[u] === this.search) return false;
    this.enteredIn[u] = this.search;
    const holder = this.previous[u] as number;
    if (holder === FREE) return this.leave(u);
    if (holder === START || !this.leave(holder)) return false;
    if (this.following[holder] === u) this.following[holder] = FREE;
    if (this.previous[u] === holder) this.previous[u] = FREE;
    return true;
  }

  private leave(u: number): boolean {
    if (this.leftIn[u] === this.search) return false;
    this.leftIn[u] = this.search;
    if (this.isEnd(u) && this.following[u] !== START) {
      this.following[u] = START;
      return true;
    }
    for (const w of this.next[u] as readonly number[]) {
      if (this.following[u] === w || !this.enter(w)) continue;
      this.following[u] = w;
      this.previous[w] = u;
      return true;
    }
    return this.previous[u] !== FREE && this.enter(u);
  }
}
