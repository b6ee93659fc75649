/**
 * The order of a routine's instructions: which comes first in the text, from which control may come to which, and what is
 * written on the way. Made once for a routine, with tables, since the test for single elements (`elementsApart.ts`) asks about
 * many pairs.
 */
import { BitSet } from '../../base/bitset';
import { itemAt } from '../../base/lookup';
import { getOrMake, once } from '../../base/once';
import type { Instruction } from '../../ir/graph/flow';
import { bodies, isRepeating, walkStatements } from '../../ir/statements';
import type { Statement, StatementId, VariableId } from '../../ir/types';
import type { RoutineFacts } from '../routineFacts';

/** Where an instruction stands. Ordinals count through the blocks as the source lays them. */
interface Position {
  readonly vertex: number;
  readonly at: number;
  readonly ordinal: number;
}

/** Ordinals from one on up to another. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

const NOWHERE: Position = { vertex: -1, at: -1, ordinal: -1 };

export class ExecutionOrder {
  private readonly positions = new Map<StatementId, Position>();
  private readonly reached = once(() => closures(this.facts.model.graph.successors));
  /** By location: who may write it, in order. */
  private readonly writers: Position[][];
  /** By statement: ordinals of what is inside of it. */
  private readonly extents = new Map<StatementId, Range>();
  /** By outermost loop: what may be written inside of it, its own index among that. */
  private readonly writtenIn = new Map<StatementId, BitSet>();

  constructor(private readonly facts: RoutineFacts) {
    const { graph, locations, effects } = facts.model;
    this.writers = locations.all.map(() => []);
    let ordinal = 0;
    for (const { index, instructions } of graph.vertices) {
      for (let at = 0; at < instructions.length; at++) {
        const i = itemAt(instructions, at);
        const position = { vertex: index, at, ordinal: ordinal++ };
        this.positions.set(i.id, position);
        const { out } = effects(i);
        out.forEach((l) => {
          this.writers[l]?.push(position);
        });
        const loop = this.outermostLoop(i);
        if (loop) this.inside(loop.id).unionWith(out);
      }
    }
  }

  positionOf(i: Instruction): Position {
    return this.positions.get(i.id) ?? NOWHERE;
  }

  /** Constructs around it, outermost first. */
  around(i: Instruction): readonly Statement[] {
    return this.facts.nesting.parents.get(i.id) ?? [];
  }

  /** In the order in which the source lays them: in one iteration of all loops around both, control goes that way only. */
  precedes(a: Instruction, b: Instruction): boolean {
    return this.positionOf(a).ordinal < this.positionOf(b).ordinal;
  }

  /**
   * Ordinals from where the statement that a stands in begins to where the one that b stands in ends, both of the innermost
   * body around the two.
   */
  fromOneToOther(a: Instruction, b: Instruction): Range {
    const [first, second] = [this.around(a), this.around(b)];
    let n = 0;
    while (n < first.length && first[n] === second[n]) n++;
    return { from: this.extentOf(first[n], a).from, to: this.extentOf(second[n], b).to };
  }

  private extentOf(around: Statement | undefined, i: Instruction): Range {
    const own = this.positionOf(i).ordinal;
    if (!around) return { from: own, to: own + 1 };
    return getOrMake(this.extents, around.id, () => {
      let [from, to] = [own, own + 1];
      walkStatements([around], ({ id }) => {
        const { ordinal } = this.positions.get(id) ?? { ordinal: own };
        from = Math.min(from, ordinal);
        to = Math.max(to, ordinal + 1);
      });
      return { from, to };
    });
  }

  /** Control may come from a to b. */
  comesBefore(a: Instruction, b: Instruction): boolean {
    const [p, q] = [this.positionOf(a), this.positionOf(b)];
    return (p.vertex === q.vertex && p.at < q.at) || this.leadsTo(p.vertex, q.vertex);
  }

  /** Control may come from one vertex to another, by an edge at least. */
  leadsTo(v: number, w: number): boolean {
    return this.reached()[v]?.has(w) === true;
  }

  /** The bodies around it, outermost first. A body is identified by the list of constructs around it, which its statements share. */
  bodiesAround(i: Instruction): readonly (readonly Statement[])[] {
    const around = this.around(i);
    return [...around.map(({ id }) => this.facts.nesting.parents.get(id) ?? []), around];
  }

  /** Is a variable written neither between a and b nor in a loop around one of them? */
  invariantsBetween(a: Instruction, b: Instruction): (id: VariableId) => boolean {
    const { locations } = this.facts.model;
    const loops = [this.outermostLoop(a), this.outermostLoop(b)];
    const within = loops.flatMap((s) => (s ? [this.inside(s.id)] : []));
    const inOneLoop = loops[0] !== null && loops[0]?.id === loops[1]?.id;
    const isOnTheWay = this.onTheWay(a, b);
    const isWritten = (l: number) =>
      within.some((set) => set.has(l)) || (!inOneLoop && (this.writers[l] ?? []).some(isOnTheWay));
    return (id) => !locations.ofVariable(id).some(isWritten);
  }

  /** How often one of these variables is written above it in its own block. */
  writesAbove(i: Instruction, variables: Iterable<VariableId>): number {
    const { locations } = this.facts.model;
    const p = this.positionOf(i);
    let count = 0;
    for (const id of variables)
      for (const l of locations.ofVariable(id))
        for (const w of this.writers[l] ?? []) if (w.vertex === p.vertex && w.at < p.at) count++;
    return count;
  }

  /** May control pass a position on its way from a (included) to b (excluded)? There is such a way. */
  onTheWay(a: Instruction, b: Instruction): (at: Pick<Position, 'vertex' | 'ordinal'>) => boolean {
    const [p, q] = [this.positionOf(a), this.positionOf(b)];
    return ({ vertex, ordinal }) => {
      const [isBehind, isAbove] = [
        vertex === p.vertex && ordinal >= p.ordinal,
        vertex === q.vertex && ordinal < q.ordinal,
      ];
      if (p.vertex === q.vertex ? isBehind && isAbove : isBehind || isAbove) return true;
      return this.leadsTo(p.vertex, vertex) && this.leadsTo(vertex, q.vertex);
    };
  }

  /** Around it, or the one whose test it is. */
  private outermostLoop(i: Instruction): Statement | null {
    const own = i.kind === 'test' ? this.facts.nesting.statements.get(i.id) : undefined;
    return this.around(i).find(isRepeating) ?? (own && isRepeating(own) ? own : null);
  }

  private inside(loop: StatementId): BitSet {
    return getOrMake(this.writtenIn, loop, () => new BitSet(this.facts.model.locations.size));
  }
}

/**
 * By vertex: those that control can reach from it by at least one edge. Made from the last vertex on, so that most successors
 * have theirs already; vertices of one cycle share a set.
 */
function closures(next: readonly (readonly number[])[]): BitSet[] {
  const known = new Array<BitSet>(next.length);
  for (let v = next.length - 1; v >= 0; v--) known[v] = closure(v, next, known);
  return known;
}

function closure(v: number, next: readonly (readonly number[])[], known: readonly BitSet[]): BitSet {
  const found = new BitSet(next.length);
  const work = [...(next[v] as readonly number[])];
  for (let w = work.pop(); w !== undefined; w = work.pop()) {
    if (found.has(w)) continue;
    const more = known[w];
    if (more?.has(v)) return more;
    if (more) found.unionWith(more);
    else work.push(...(next[w] as readonly number[]));
    found.add(w);
  }
  return found;
}

/** Whether statements stand in the same body of a statement around them. */
export function inOneBody(around: Statement | undefined, ids: readonly StatementId[]): boolean {
  return (around ? bodies(around) : []).some((body) => {
    const inside = new Set<StatementId>();
    walkStatements(body, (s) => inside.add(s.id));
    return ids.every((id) => inside.has(id));
  });
}
