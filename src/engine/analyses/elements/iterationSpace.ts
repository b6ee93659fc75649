/**
 * Does any execution of a write lose an element that a read needs back? (theory 4.4) Decided over the iterations of the
 * loops around both, where subscripts and bounds are linear in loop indices and in values that do not change in between:
 *
 *   P = { (r, w) : read r in its loops, write w in its loops, r before w, one and the same element }
 *   K = { (r, w) : some other write k of that element stands between r and w }, for each write that runs in every iteration
 *
 * Nothing is lost where P is empty, or where P \ (K1 ∪ K2 ∪ …) is: whatever stands between has the value on its own record.
 * Unknowns are the number of each iteration, from 0, and whatever is invariant; so a symbolic bound is decided for all its values.
 *
 *   for (i = 0; i < n; i++) {
 *     b[i] = a[2*i]*a[2*i];    reads a[2r]
 *     a[2*i] = x;              overwrites it in the same iteration: recorded
 *     a[i] = 0;                comes to it in iteration w = 2r; with k = r the line above stands between, always: not recorded
 *   }
 */

import { sameExpr } from '../../ir/build';
import type { Instruction } from '../../ir/graph/flow';
import { placesRead } from '../../ir/partials';
import { isRepeating, someStatement } from '../../ir/statements';
import { type Affine, scale, sum } from '../../ir/subscripts';
import type { Expr, Place, Statement, StatementId, VariableId } from '../../ir/types';
import {
  before,
  type Execution,
  type Iteration,
  inOneIteration,
  just,
  minus,
  negationsOf,
  solutions,
} from './executions';
import { type Constraint, hasNoSolution } from './integerPoints';
import { strideOf } from './meetingElements';

/** Where an element is read or written. */
export interface Occurrence {
  readonly at: Instruction;
  readonly place: Place;
  /** Constructs around it, outermost first. */
  readonly around: readonly Statement[];
}

export interface Question<O extends Occurrence = Occurrence> {
  readonly read: O;
  readonly written: O;
  /** All writes of the forward sweep to single elements of the array. */
  readonly writes: readonly O[];
  /** Is the value of this variable the same at both, and when the bounds of the loops around were evaluated? */
  readonly isInvariant: (id: VariableId) => boolean;
  /** Does one come before the other, in one iteration of all loops around both? */
  readonly precedes: (a: Instruction, b: Instruction) => boolean;
  /** Do these stand in one body of the construct at this depth around the read? */
  readonly inOneBody: (depth: number, ids: readonly StatementId[]) => boolean;
}

/** How many systems are looked at before a question is left undecided. */
const MOST_SYSTEMS = 300;
/** How many systems are made for writes that may stand between, since each loop multiplies them; with fewer, less is proven. */
const MOST_KILLS = 100;

/** `solved`: no execution of the read comes before one of the write; `overwritten`: another write always stands between. */
export function nothingLost(question: Question): 'solved' | 'overwritten' | null {
  const space = new IterationSpace(question);
  const cases = space.meetings();
  if (!cases) return null;
  const meeting = cases.filter((p) => !space.isEmpty(p));
  if (meeting.length === 0) return 'solved';
  return meeting.every((p) => space.isCovered(p)) ? 'overwritten' : null;
}

/**
 * Is all that `written` overwrites overwritten by `by` before it, in the same iteration of all loops around both? Then nothing
 * that was read before `by` began is lost to `written`.
 */
export function isOverwrittenBefore(
  { written }: Pick<Question, 'written'>,
  by: Occurrence,
  told: Pick<Question, 'isInvariant' | 'precedes' | 'inOneBody'>,
): boolean {
  const space = new IterationSpace({ ...told, read: written, written, writes: [] });
  return space.isCoveredBy(by);
}

class IterationSpace {
  private symbols = 0;
  private systems = 0;
  private readonly kills: Constraint[][] = [];
  /** How many writes `kills` has been made of. */
  private looked = 0;
  private readonly opaque: { readonly e: Expr; readonly symbol: VariableId }[] = [];
  private readonly read: Execution | null;
  private readonly written: Execution | null;

  constructor(private readonly question: Question) {
    this.read = this.executionOf(question.read);
    this.written = this.executionOf(question.written);
  }

  isEmpty(p: readonly Constraint[]): boolean {
    this.systems++;
    return hasNoSolution(p);
  }

  /** P, one system for each way in which the read can come before the write; null where it is not linear. */
  meetings(): Constraint[][] | null {
    const { read: r, written: w } = this;
    if (!r || !w) return null;
    const { read, written } = this.question;
    const equal = this.sameElement(read, r, written, w);
    if (!equal) return null;
    const within = [...(this.domain(r, false) ?? []), ...(this.domain(w, false) ?? [])];
    const isFirst = read.at.id === written.at.id || this.question.precedes(read.at, written.at);
    return before(r, w, isFirst).map((order) => [...equal, ...within, ...order]);
  }

  /** The n-th way in which another write stands between; made as it is asked for, since mostly the first ones suffice. */
  private kill(n: number): Constraint[] | null {
    const { writes } = this.question;
    while (n >= this.kills.length && this.kills.length < MOST_KILLS && this.looked < writes.length)
      this.kills.push(...this.killsBy(writes[this.looked++] as Occurrence, MOST_KILLS - this.kills.length));
    return this.kills[n] ?? null;
  }

  /**
   * P \ (K1 ∪ K2 ∪ …) = ∅, constraint by constraint: outside the first of K1, or inside it and outside the second, …
   * Ways before the n-th do not meet P.
   */
  isCovered(p: readonly Constraint[], n = 0): boolean {
    if (this.systems > MOST_SYSTEMS) return false;
    if (this.isEmpty(p)) return true;
    let at = n;
    let kill = this.kill(at);
    while (kill && this.isEmpty([...p, ...kill])) kill = this.kill(++at);
    if (!kill) return false;
    const inside = [...p];
    for (const c of kill) {
      for (const outside of negationsOf(c)) if (!this.isCovered([...inside, outside], at + 1)) return false;
      inside.push(c);
    }
    return true;
  }

  isCoveredBy(k: Occurrence): boolean {
    const { written: w } = this;
    const x = w && this.alwaysRuns(k) ? this.executionOf(k) : null;
    const within = w && this.domain(w, false);
    if (!w || !x || !within) return false;
    const all = { execution: w, of: this.question.written };
    this.kills.push(...this.killsIn(k, x, all, [inOneIteration(x, w)], MOST_KILLS));
    return this.isCovered(within);
  }

  private symbol(): VariableId {
    return --this.symbols as VariableId;
  }

  private executionOf({ around }: Occurrence): Execution | null {
    const loops: Iteration[] = [];
    for (const s of around) {
      if (s.kind === 'dispatch') return null;
      if (s.kind === 'while' || s.kind === 'doWhile')
        loops.push({ loop: s, count: this.symbol(), index: null });
      if (s.kind !== 'for') continue;
      const first = this.linear(s.first, loops);
      const step = strideOf(s);
      if (!first || step === null) return null;
      const count = this.symbol();
      loops.push({ loop: s, count, index: { id: s.index, value: sum(first, scale(just(count), step)) } });
    }
    return { loops };
  }

  /** Linear in numbers of iterations and invariants; null where the expression reads anything else. */
  private linear(e: Expr, loops: readonly Iteration[]): Affine | null {
    switch (e.kind) {
      case 'constant':
        return Number.isInteger(e.value) ? { terms: new Map(), constant: e.value } : null;
      case 'variable': {
        const index = loops.findLast((l) => l.index?.id === e.variable)?.index;
        if (index) return index.value;
        return this.question.isInvariant(e.variable) ? just(e.variable) : null;
      }
      case 'convert':
        if (e.type === 'i64' && e.operand.type === 'i32') return this.linear(e.operand, loops);
        break;
      case 'unary': {
        const a = e.op === 'negate' ? this.linear(e.operand, loops) : null;
        if (a) return scale(a, -1);
        break;
      }
      case 'binary': {
        const [l, r] = [this.linear(e.left, loops), this.linear(e.right, loops)];
        const combined = l && r && combine(e.op, l, r);
        if (combined) return combined;
        break;
      }
    }
    return this.invariant(e, loops);
  }

  /** `n/2`, `min(n, m)`: not linear, but one value throughout. */
  private invariant(e: Expr, loops: readonly Iteration[]): Affine | null {
    const isFixed = (p: Place) =>
      p.kind === 'variable' &&
      this.question.isInvariant(p.variable) &&
      !loops.some((l) => l.index?.id === p.variable);
    if (!placesRead(e).every(isFixed)) return null;
    let known = this.opaque.find((x) => sameExpr(x.e, e));
    if (!known) {
      known = { e, symbol: this.symbol() };
      this.opaque.push(known);
    }
    return just(known.symbol);
  }

  private subscriptsOf({ place }: Occurrence, { loops }: Execution): (Affine | null)[] {
    return place.kind === 'element' ? place.subscripts.map((e) => this.linear(e, loops)) : [];
  }

  /** One equation for each dimension that is linear; null where none is. */
  private sameElement(a: Occurrence, x: Execution, b: Occurrence, y: Execution): Constraint[] | null {
    const [p, q] = [this.subscriptsOf(a, x), this.subscriptsOf(b, y)];
    const equations = p.flatMap((s, d): Constraint[] => {
      const t = q[d];
      return s && t ? [{ kind: 'zero', a: minus(s, t) }] : [];
    });
    return equations.length > 0 ? equations : null;
  }

  /** What the bounds of loops say of iterations. A bound that is not linear says nothing; with `exactly` the answer is null then. */
  private domain({ loops }: Execution, exactly: boolean): Constraint[] | null {
    const constraints: Constraint[] = [];
    for (const [depth, { loop, count }] of loops.entries()) {
      constraints.push({ kind: 'atLeastZero', a: just(count) });
      if (loop.kind !== 'for') continue;
      const outside = loops.slice(0, depth);
      const [first, last] = [this.linear(loop.first, outside), this.linear(loop.last, outside)];
      const step = strideOf(loop);
      if (!first || !last || step === null) {
        if (exactly) return null;
        continue;
      }
      const length = scale(minus(last, first), Math.sign(step));
      constraints.push({ kind: 'atLeastZero', a: minus(length, scale(just(count), Math.abs(step))) });
    }
    return constraints;
  }

  /** Systems over (r, w): k overwrites, in an iteration that they determine, the element that was read. */
  private killsBy(k: Occurrence, most: number): Constraint[][] {
    const { read, written, precedes } = this.question;
    const { read: r, written: w } = this;
    const x = r && w && this.alwaysRuns(k) ? this.executionOf(k) : null;
    if (!r || !w || !x) return [];
    const after = before(r, x, k.at.id === read.at.id || precedes(read.at, k.at));
    const ahead = before(x, w, k.at.id !== written.at.id && precedes(k.at, written.at));
    const orders = after.flatMap((a) => ahead.map((b) => [...a, ...b]));
    return this.killsIn(k, x, { execution: r, of: read }, orders, most);
  }

  /** In one of these orders, execution x of k overwrites the element of another. */
  private killsIn(
    k: Occurrence,
    x: Execution,
    { execution: r, of }: { readonly execution: Execution; readonly of: Occurrence },
    orders: readonly (readonly Constraint[])[],
    most: number,
  ): Constraint[][] {
    const w = this.written;
    if (!w || orders.length === 0) return [];
    const [p, q] = [this.subscriptsOf(of, r), this.subscriptsOf(k, x)];
    const equations: Affine[] = [];
    for (const [d, s] of p.entries()) {
      const t = q[d];
      if (!s || !t) return [];
      equations.push(minus(s, t));
    }
    const within = this.domain(x, true);
    // A loop that a test ends came to every iteration before the one of the write; how far it goes on is not known.
    const isCertain = x.loops.every(
      ({ loop }, depth) => loop.kind === 'for' || (depth === 0 && w.loops[0]?.loop.id === loop.id),
    );
    if (!within || !isCertain) return [];
    return solutions(x, r, w, equations, Math.ceil(most / orders.length)).flatMap((found) =>
      orders.map((order) => [
        ...found.conditions,
        ...[...within, ...order].map((c) => ({ ...c, a: found.replace(c.a) })),
      ]),
    );
  }

  /** Does it run in every iteration? It is under no condition, and nothing jumps. */
  private alwaysRuns(k: Occurrence): boolean {
    const { read, written, inOneBody } = this.question;
    const own = [...k.around];
    // An arm around all three, and no loop around it: when it is taken, it is for all three.
    for (let n = 0; own[0] && !isRepeating(own[0]); n++) {
      const [s] = own;
      const isAroundAll = [read, written].every((o) => o.around[n]?.id === s.id);
      if (!isAroundAll || !inOneBody(n, [k.at.id, read.at.id, written.at.id])) break;
      own.shift();
    }
    const [outermost] = own;
    if (!outermost) return true;
    if (!own.every((s) => isRepeating(s) || s.kind === 'block')) return false;
    return !someStatement([outermost], (s) => s.kind === 'exit' || s.kind === 'next');
  }
}

/** Null where the result is not linear. */
function combine(op: Extract<Expr, { kind: 'binary' }>['op'], l: Affine, r: Affine): Affine | null {
  if (op === 'add') return sum(l, r);
  if (op === 'subtract') return minus(l, r);
  if (op === 'multiply' && l.terms.size === 0) return scale(r, l.constant);
  return op === 'multiply' && r.terms.size === 0 ? scale(l, r.constant) : null;
}
