/**
 * Face elimination (Naumann, *Optimal accumulation of Jacobian matrices by elimination methods on the dual computational
 * graph*): the line graph has a vertex for every edge of the graph, and an edge, a face, for every two edges (i, j), (j, k)
 * that meet. Eliminating a face multiplies the two labels. The product is added to an edge that has the same edges before
 * it as (i, j) and the same after it as (j, k), or makes one; then the face goes, and of the two edges whichever has lost
 * all its faces on the inner side, unless it ends in an output or starts at an input. Edges that have become alike are merged.
 */
import { sameSet } from '../base/lookup';
import { edgeOf } from './edges';
import {
  type Accumulation,
  type Counts,
  type Elimination,
  type Entry,
  type LinearGraph,
  liveEdges,
  noCounts,
  type Objection,
  type Target,
  type VertexRole,
} from './graph';
import { Labels } from './labels';

interface DualVertex {
  readonly source: number;
  readonly target: number;
  label: number;
  readonly before: Set<DualVertex>;
  readonly after: Set<DualVertex>;
}
type Face = readonly [DualVertex, DualVertex];

export class FaceElimination implements Elimination {
  private readonly roles: readonly VertexRole[];
  private readonly vertices = new Set<DualVertex>();
  private labels: Labels;

  constructor(graph: LinearGraph) {
    this.roles = graph.roles;
    this.labels = new Labels(graph.edges.map((edge) => edge.constant));
    const live = liveEdges(graph);
    graph.edges.forEach(({ from, to }, label) => {
      if (live[label]) this.vertices.add(dualVertex(from, to, label));
    });
    for (const front of this.vertices)
      for (const back of this.vertices) if (front.target === back.source) meet(front, back);
  }

  get operations(): readonly Accumulation[] {
    return this.labels.operations;
  }

  targets(): Target[] {
    const faces = [...this.vertices].flatMap((front) => [...front.after].map((back): Face => [front, back]));
    faces.sort(
      ([a, b], [c, d]) =>
        a.source - c.source ||
        a.target - c.target ||
        b.target - d.target ||
        a.label - c.label ||
        b.label - d.label,
    );
    let same = 0;
    return faces.map(([front, back], at) => {
      const [last, after] = faces[at - 1] ?? [null, null];
      const isAnother =
        last?.source === front.source && last.target === front.target && after?.target === back.target;
      same = isAnother ? same + 1 : 0;
      const target = { source: front.source, vertex: front.target, target: back.target };
      return same > 0 ? { ...target, occurrence: same } : target;
    });
  }

  objection(target: Target): Objection | null {
    const { source, vertex } = target;
    if (source === undefined || vertex === undefined || target.target === undefined)
      return 'not-of-this-kind';
    return this.find(target) ? null : 'no-such-face';
  }

  joined(target: Target) {
    const { i, j } = edgeOf(target);
    return { predecessors: new Set([i]), successors: new Set([j]) };
  }

  degree({ vertex }: Target): number {
    let faces = 0;
    for (const front of this.vertices) if (front.target === vertex) faces += front.after.size;
    return faces;
  }

  /** The same state, in which the operations so far are forgotten. */
  copy(): FaceElimination {
    const made = new FaceElimination({ roles: this.roles, edges: [] });
    made.labels = this.labels.copy();
    const twins = new Map<DualVertex, DualVertex>();
    for (const vertex of this.vertices) {
      const twin = dualVertex(vertex.source, vertex.target, vertex.label);
      twins.set(vertex, twin);
      made.vertices.add(twin);
    }
    for (const front of this.vertices)
      for (const back of front.after) meet(twins.get(front) as DualVertex, twins.get(back) as DualVertex);
    return made;
  }

  eliminate(target: Target): Counts {
    const counts = noCounts();
    const [front, back] = this.find(target) as Face;
    const along = [front.source, front.target, back.target] as const;
    const same = [...this.vertices].find(
      (other) =>
        other.source === front.source &&
        other.target === back.target &&
        sameSet(other.before, front.before) &&
        sameSet(other.after, back.after),
    );
    if (same) same.label = this.labels.absorbed(same.label, [front.label, back.label], along, counts);
    else {
      const label = this.labels.product(front.label, back.label, along, counts);
      const made = dualVertex(front.source, back.target, label);
      this.vertices.add(made);
      for (const other of front.before) meet(other, made);
      for (const other of back.after) meet(made, other);
    }
    front.after.delete(back);
    back.before.delete(front);
    this.dropIfLoose(front);
    this.dropIfLoose(back);
    this.mergeAlike(counts);
    return counts;
  }

  /** Which edges there are and which meet: what is left to do depends on nothing else. */
  state(): string {
    const vertices = [...this.vertices].sort(
      (a, b) => a.source - b.source || a.target - b.target || a.label - b.label,
    );
    const numbers = new Map(vertices.map((vertex, number) => [vertex, number]));
    return vertices
      .map((vertex) => {
        const after = [...vertex.after].map((other) => numbers.get(other) as number).sort((a, b) => a - b);
        return `${vertex.source}>${vertex.target}=${this.labels.constantOf(vertex.label)}:${after}`;
      })
      .join(' ');
  }

  /** Every vertex that two variable edges meet in needs a product at least. */
  bound(): number {
    const needed = new Set<number>();
    const isVariable = ({ label }: DualVertex) => Number.isNaN(this.labels.constantOf(label));
    for (const front of this.vertices)
      if (isVariable(front) && [...front.after].some(isVariable)) needed.add(front.target);
    return needed.size;
  }

  remaining(): Entry[] {
    return [...this.vertices]
      .map(({ source, target, label }) => ({ column: source, row: target, label }))
      .sort((a, b) => a.column - b.column || a.row - b.row || a.label - b.label);
  }

  private find(target: Target): Face | null {
    const faces = [...this.vertices]
      .filter((front) => front.source === target.source && front.target === target.vertex)
      .flatMap((front) => [...front.after].map((back): Face => [front, back]))
      .filter(([, back]) => back.target === target.target)
      .sort(([a, b], [c, d]) => a.label - c.label || b.label - d.label);
    return faces[target.occurrence ?? 0] ?? null;
  }

  private *neighbours(vertex: DualVertex): Iterable<DualVertex> {
    yield* vertex.before;
    yield* vertex.after;
  }

  private dropIfLoose(vertex: DualVertex): void {
    if (!this.vertices.has(vertex)) return;
    const leadsOn = vertex.after.size > 0 || this.roles[vertex.target] === 'output';
    const isReached = vertex.before.size > 0 || this.roles[vertex.source] === 'input';
    if (leadsOn && isReached) return;
    this.vertices.delete(vertex);
    const neighbours = [...this.neighbours(vertex)];
    for (const other of vertex.before) other.after.delete(vertex);
    for (const other of vertex.after) other.before.delete(vertex);
    for (const other of neighbours) this.dropIfLoose(other);
  }

  /** Two edges between the same vertices with the same edges before and after are one: their labels are added. */
  private mergeAlike(counts: Counts): void {
    const kept = new Map<string, DualVertex[]>();
    for (const vertex of this.vertices) {
      const ends = `${vertex.source} ${vertex.target}`;
      const others = kept.get(ends) ?? [];
      kept.set(ends, others);
      const alike = others.find((o) => sameSet(o.before, vertex.before) && sameSet(o.after, vertex.after));
      if (!alike) {
        others.push(vertex);
        continue;
      }
      const along = [vertex.source, vertex.source, vertex.target] as const;
      alike.label = this.labels.sum(alike.label, vertex.label, along, counts);
      this.vertices.delete(vertex);
      for (const before of vertex.before) before.after.delete(vertex);
      for (const after of vertex.after) after.before.delete(vertex);
    }
  }
}

function dualVertex(source: number, target: number, label: number): DualVertex {
  return { source, target, label, before: new Set(), after: new Set() };
}

function meet(front: DualVertex, back: DualVertex): void {
  front.after.add(back);
  back.before.add(front);
}
