/**
 * Edge and vertex elimination. Front elimination of (i, j), legal where j is no output, joins i to every successor of j;
 * back elimination of (j, k), legal where j is no input, joins every predecessor of j to k. To eliminate a vertex is to
 * eliminate its out-edges at their backs, all of them. Of an output that others read only the out-edges go: the output stays.
 * An intermediate vertex that has lost its in-edges or its out-edges goes with the rest.
 */
import { entryOf, itemAt, keysOf, present } from '../base/lookup';
import {
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

/** The ends of a target that is an edge, and at which of them it is joined. */
export function edgeOf({ source, target, direction }: Target) {
  return { i: present(source, 'a source'), j: present(target, 'a target'), direction };
}

export class EdgeElimination implements Elimination {
  protected readonly roles: readonly VertexRole[];
  /** By vertex: successor or predecessor → label. */
  protected readonly outOf: Map<number, number>[];
  protected readonly into: Map<number, number>[];
  private readonly labels: Labels;

  constructor(graph: LinearGraph) {
    this.roles = graph.roles;
    this.outOf = graph.roles.map(() => new Map());
    this.into = graph.roles.map(() => new Map());
    this.labels = new Labels(graph.edges.map((edge) => edge.constant));
    const live = liveEdges(graph);
    graph.edges.forEach((edge, label) => {
      if (live[label]) this.set(edge.from, edge.to, label);
    });
  }

  get operations() {
    return this.labels.operations;
  }

  targets(): Target[] {
    const found: Target[] = [];
    for (const source of this.roles.keys())
      for (const target of ascending(this.successors(source)))
        for (const direction of ['front', 'back'] as const)
          if (!this.objection({ source, target, direction })) found.push({ source, target, direction });
    return found;
  }

  objection({ source, target, direction }: Target): Objection | null {
    if (source === undefined || target === undefined || !direction) return 'not-of-this-kind';
    if (!this.outOf[source]?.has(target)) return 'no-such-edge';
    if (direction === 'front') return this.roles[target] === 'output' ? 'ends-in-output' : null;
    return this.roles[source] === 'input' ? 'starts-at-input' : null;
  }

  joined(target: Target) {
    const { i, j, direction } = edgeOf(target);
    return direction === 'front'
      ? { predecessors: new Set([i]), successors: new Set(this.successors(j).keys()) }
      : { predecessors: new Set(this.predecessors(i).keys()), successors: new Set([j]) };
  }

  degree(target: Target): number {
    const { i, j, direction } = edgeOf(target);
    return direction === 'front' ? this.successors(j).size : this.predecessors(i).size;
  }

  eliminate(target: Target): Counts {
    const counts = noCounts();
    const { i, j, direction } = edgeOf(target);
    if (direction === 'front') {
      for (const k of ascending(this.successors(j))) this.join(i, j, k, counts);
      this.cut(i, j);
    } else {
      for (const h of ascending(this.predecessors(i))) this.join(h, i, j, counts);
      this.cut(i, j);
    }
    this.dropIfLoose(i);
    this.dropIfLoose(j);
    return counts;
  }

  remaining(): Entry[] {
    return this.roles.flatMap((_, column) =>
      ascending(this.successors(column)).map((row) => ({
        row,
        column,
        label: entryOf(this.successors(column), row),
      })),
    );
  }

  protected successors(vertex: number): ReadonlyMap<number, number> {
    return itemAt(this.outOf, vertex);
  }
  protected predecessors(vertex: number): ReadonlyMap<number, number> {
    return itemAt(this.into, vertex);
  }

  /** c_ki += c_kj * c_ji. */
  private join(i: number, j: number, k: number, counts: Counts): void {
    const front = entryOf(this.successors(i), j);
    const back = entryOf(this.successors(j), k);
    const before = this.successors(i).get(k);
    this.set(
      i,
      k,
      before === undefined
        ? this.labels.product(front, back, [i, j, k], counts)
        : this.labels.absorbed(before, [front, back], [i, j, k], counts),
    );
  }

  private set(from: number, to: number, label: number): void {
    this.outOf[from]?.set(to, label);
    this.into[to]?.set(from, label);
  }
  private cut(from: number, to: number): void {
    this.outOf[from]?.delete(to);
    this.into[to]?.delete(from);
  }

  /** What nothing reaches any more leads nowhere; an intermediate vertex that leads nowhere is not reached either. */
  private dropIfLoose(vertex: number): void {
    const role = itemAt(this.roles, vertex);
    const [before, after] = [[...this.predecessors(vertex).keys()], [...this.successors(vertex).keys()]];
    if (role !== 'input' && before.length === 0)
      for (const k of after) {
        this.cut(vertex, k);
        this.dropIfLoose(k);
      }
    if (role === 'intermediate' && after.length === 0)
      for (const i of before) {
        this.cut(i, vertex);
        this.dropIfLoose(i);
      }
  }
}

export class VertexElimination extends EdgeElimination {
  override targets(): Target[] {
    return [...this.outOf.keys()]
      .filter((vertex) => !this.objection({ vertex }))
      .map((vertex) => ({ vertex }));
  }

  override objection({ vertex }: Target): Objection | null {
    if (vertex === undefined) return 'not-of-this-kind';
    if (!this.outOf[vertex]) return 'no-such-vertex';
    return objectionToVertex(itemAt(this.roles, vertex), this.successors(vertex).size);
  }

  override joined({ vertex }: Target) {
    const v = present(vertex, 'a vertex');
    return {
      predecessors: new Set(this.predecessors(v).keys()),
      successors: new Set(this.successors(v).keys()),
    };
  }

  override degree({ vertex }: Target): number {
    const v = present(vertex, 'a vertex');
    return this.predecessors(v).size * this.successors(v).size;
  }

  override eliminate({ vertex }: Target): Counts {
    const counts = noCounts();
    const source = present(vertex, 'a vertex');
    for (const target of ascending(this.successors(source))) {
      const some = super.eliminate({ source, target, direction: 'back' });
      for (const count of keysOf(counts)) counts[count] += some[count];
    }
    return counts;
  }
}

function objectionToVertex(role: VertexRole, readers: number): Objection | null {
  if (role === 'input') return 'is-input';
  if (readers > 0) return null;
  return role === 'output' ? 'is-final-output' : 'no-such-vertex';
}

function ascending(map: ReadonlyMap<number, number>): number[] {
  return [...map.keys()].sort((a, b) => a - b);
}
