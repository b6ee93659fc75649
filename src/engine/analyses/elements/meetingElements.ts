/**
 * Can an element of an array that is read at one time be the element that is overwritten at a later one? (theory 4.4)
 *
 * Both subscripts are affine in the indices of counted loops and in variables that do not change in between. For every way
 * in which the write can come after the read (in the same iteration of all loops around both; or in a later one of the
 * k-th, whatever the loops inside it do then) the difference f of the subscripts is a sum over loop indices, whose value
 * zero is ruled out by one of
 *
 *   the bounds: min f > 0 or max f < 0, indices between the bounds of their loops, which may be symbolic (Banerjee's test);
 *   the strides: the greatest common divisor of what the indices contribute does not divide the constant part.
 *
 *   for (i = 1; i < n; i++)
 *     a[i] = a[i-1]*x;       a[i-1] is read in iteration i; later a[i+d], d >= 0, is written: f = d + 1 > 0. They never meet.
 *     a[i+1] = a[i+2]*x;     a[i+2] is read; a[i+1+d] is written: f = d - 1, which is zero for d = 1. They do.
 */

import { isRepeating } from '../../ir/statements';
import { type Affine, affineOf, scale, sum } from '../../ir/subscripts';
import type { Expr, For, Place, Statement, VariableId } from '../../ir/types';
import { gcd, without } from './integerPoints';

/**
 * Why what is read is not lost here: `constant`: subscripts differ by a constant; `order`: later iterations only move away;
 * `range`: loop bounds; `stride`: divisibility;
 * `solved`: over all iterations of the loops around both, none of the read comes before one of the write (`iterationSpace.ts`);
 * `overwritten`: where the two do meet, the element has been overwritten in between.
 */
export type Apart = 'constant' | 'order' | 'range' | 'stride' | 'solved' | 'overwritten';

export interface Access {
  readonly place: Place;
  /** Constructs around it, outermost first. */
  readonly around: readonly Statement[];
}

export interface Pair {
  readonly read: Access;
  readonly written: Access;
  /**
   * What is asked about one iteration of all loops around both: the read may come before the write there, or in an earlier
   * iteration (`earlier`); only that one iteration counts (`together`); only earlier iterations count (`never`).
   */
  readonly inOneIteration: 'earlier' | 'together' | 'never';
  /** Is the value of this variable the same at both, and when the bounds of the loops around were evaluated? */
  readonly isInvariant: (id: VariableId) => boolean;
}

/** How it is known that they never meet; null where they may, as far as can be told. */
export function neverMeet({ read, written, inOneIteration, isInvariant }: Pair): Apart | null {
  const [p, q] = [read.place, written.place];
  if (p.variable !== q.variable || p.kind !== 'element' || q.kind !== 'element') return null;
  const common = commonLoops(read, written);
  const same = inOneIteration === 'never' ? [] : [common.length];
  const later = inOneIteration === 'together' ? [] : common.map((_, k) => k);
  let found: Apart = 'constant';
  for (const level of [...same, ...later]) {
    let apart: Apart | null = null;
    for (let d = 0; d < p.subscripts.length && !apart; d++) {
      const test = new DifferenceTest(read, written, common, level, isInvariant);
      apart = test.isNeverZero(p.subscripts[d] as Expr, q.subscripts[d] as Expr);
    }
    if (!apart) return null;
    if (RANK[apart] > RANK[found]) found = apart;
  }
  return found;
}

const RANK: Readonly<Record<Apart, number>> = {
  constant: 0,
  order: 1,
  range: 2,
  stride: 3,
  solved: 4,
  overwritten: 5,
};

/** Loops around both, outermost first. */
export function commonLoops(a: Pick<Access, 'around'>, b: Pick<Access, 'around'>): Statement[] {
  const inside = new Set(b.around.map((s) => s.id));
  return a.around.filter((s) => isRepeating(s) && inside.has(s.id));
}

/** An index of a loop: at the read, at the write, or, in one iteration, at both. */
type Side = 'read' | 'written' | 'both';
interface Index {
  readonly loop: For;
  readonly side: Side;
  readonly symbol: VariableId;
}

/**
 * One level: loops of `common` before `level` are in one iteration; the write comes in a later iteration of the one at
 * `level`; what stands inside that is independent. Symbols of indices are negative, so that they are no variable's.
 */
class DifferenceTest {
  private readonly indices = new Map<VariableId, Index>();
  private readonly symbols = new Map<string, VariableId>();
  private usedBounds = false;

  constructor(
    private readonly read: Access,
    private readonly written: Access,
    private readonly common: readonly Statement[],
    private readonly level: number,
    private readonly isInvariant: (id: VariableId) => boolean,
  ) {}

  isNeverZero(read: Expr, written: Expr): Apart | null {
    const p = this.linear(affineOf(read), 'read');
    const q = this.linear(affineOf(written), 'written');
    if (!p || !q) return null;
    const f = sum(q, p, -1);
    if (f.terms.size === 0) return f.constant === 0 ? null : 'constant';
    for (const each of [f, scale(f, -1)]) {
      this.usedBounds = false;
      const least = this.minimum(each);
      if (least && least.terms.size === 0 && least.constant > 0) return this.usedBounds ? 'range' : 'order';
    }
    return this.missesByStride(f) ? 'stride' : null;
  }

  /**
   * In terms of indices and invariants; null where it reads anything else. `within`: the bounds of this loop know only the indices
   * of the loops around it.
   */
  private linear(a: Affine | null, side: 'read' | 'written', within?: For): Affine | null {
    if (!a) return null;
    const all = side === 'read' ? this.read.around : this.written.around;
    const around = within
      ? all.slice(
          0,
          all.findIndex((s) => s.id === within.id),
        )
      : all;
    let result: Affine = { terms: new Map(), constant: a.constant };
    for (const [id, coefficient] of a.terms) {
      const loop = around.findLast((s): s is For => s.kind === 'for' && s.index === id);
      const symbol = loop ? this.indexOf(loop, side) : this.isInvariant(id) ? id : null;
      if (symbol === null) return null;
      result = sum(result, { terms: new Map([[symbol, coefficient]]), constant: 0 });
    }
    return result;
  }

  private indexOf(loop: For, side: 'read' | 'written'): VariableId {
    const position = this.common.findIndex((s) => s.id === loop.id);
    const which: Side = position >= 0 && position < this.level ? 'both' : side;
    const key = `${loop.id} ${which}`;
    let symbol = this.symbols.get(key);
    if (symbol === undefined) {
      symbol = -(this.symbols.size + 1) as VariableId;
      this.symbols.set(key, symbol);
      this.indices.set(symbol, { loop, side: which, symbol });
    }
    return symbol;
  }

  /** A lower bound of f over all that the indices can be, in terms of invariants; null if there is none. */
  private minimum(f: Affine): Affine | null {
    let rest: Affine = f;
    for (;;) {
      const index = this.innermost(rest);
      if (!index) return rest;
      const next = this.isLater(index) ? this.eliminatePair(rest, index.loop) : this.eliminate(rest, index);
      if (!next) return null;
      rest = next;
    }
  }

  /** Bounds of a loop read indices of the loops around it, so the deepest index goes first. */
  private innermost(f: Affine): Index | null {
    let found: Index | null = null;
    let depth = -1;
    for (const id of f.terms.keys()) {
      const index = this.indices.get(id);
      if (!index) continue;
      const around = index.side === 'written' ? this.written.around : this.read.around;
      const at = around.findIndex((s) => s.id === index.loop.id);
      if (at > depth) [found, depth] = [index, at];
    }
    return found;
  }

  private isLater({ loop, side }: Index): boolean {
    return side !== 'both' && this.common[this.level]?.id === loop.id;
  }

  private eliminate(f: Affine, index: Index): Affine | null {
    const coefficient = f.terms.get(index.symbol) ?? 0;
    const bound = this.boundOf(index.loop, index.side, coefficient > 0 ? 'low' : 'high');
    return bound && sum(without(f, index.symbol), scale(bound, coefficient));
  }

  /** Indices α at the read and β at the write, an iteration or more later: β >= α + s for a stride s > 0, else the mirror image. */
  private eliminatePair(f: Affine, loop: For): Affine | null {
    const [alpha, beta] = [this.indexOf(loop, 'read'), this.indexOf(loop, 'written')];
    const step = strideOf(loop);
    if (step === null) return null;
    const sign = step > 0 ? 1 : -1;
    const s = Math.abs(step);
    const u = sign * (f.terms.get(alpha) ?? 0);
    const w = sign * (f.terms.get(beta) ?? 0);
    const rest = without(without(f, alpha), beta);
    const side = u === 0 ? 'written' : 'read';
    /** `k` times the least or greatest value of ±index. */
    const times = (k: number, end: 'low' | 'high'): Affine | null => {
      if (k === 0) return scale(f, 0);
      const flipped = end === 'low' ? 'high' : 'low';
      const bound = this.boundOf(loop, side, sign > 0 ? end : flipped);
      return bound && scale(bound, sign * k);
    };
    const plus = (a: Affine | null, b: Affine | null, constant: number): Affine | null =>
      a && b && sum(sum(rest, sum(a, b)), { terms: new Map(), constant });
    const none = scale(f, 0);
    if (w >= 0)
      return u + w >= 0 ? plus(times(u + w, 'low'), none, w * s) : plus(times(u + w, 'high'), none, -u * s);
    return u >= 0 ? plus(times(u, 'low'), times(w, 'high'), 0) : plus(times(u + w, 'high'), none, -u * s);
  }

  private boundOf(loop: For, side: Side, end: 'low' | 'high'): Affine | null {
    const step = strideOf(loop);
    if (step === null) return null;
    this.usedBounds = true;
    const e = step > 0 === (end === 'low') ? loop.first : loop.last;
    return this.linear(affineOf(e), side === 'written' ? 'written' : 'read', loop);
  }

  /** Every index is first + stride·t for some integer t. */
  private missesByStride(f: Affine): boolean {
    let rest: Affine = f;
    let divisor = 0;
    for (let index = this.innermost(rest); index; index = this.innermost(rest)) {
      const coefficient = rest.terms.get(index.symbol) ?? 0;
      const step = strideOf(index.loop);
      const first =
        step === null
          ? null
          : this.linear(
              affineOf(index.loop.first),
              index.side === 'written' ? 'written' : 'read',
              index.loop,
            );
      rest = without(rest, index.symbol);
      if (step === null || !first) divisor = gcd(divisor, coefficient);
      else {
        divisor = gcd(divisor, coefficient * step);
        rest = sum(rest, scale(first, coefficient));
      }
    }
    for (const coefficient of rest.terms.values()) divisor = gcd(divisor, coefficient);
    return divisor === 0 ? rest.constant !== 0 : rest.constant % divisor !== 0;
  }
}

export function strideOf(loop: For): number | null {
  const step = affineOf(loop.step);
  return step && step.terms.size === 0 && step.constant !== 0 ? step.constant : null;
}
