/**
 * Summaries of pieces of code as values (theory 2). Every analysis over sets here is additive: from the empty set comes G, and
 * each member of a state adds what T relates it to. So the summary of a piece is (T, G), and with states S
 *
 *   apply      S⊗T ∪ G
 *   sequence   T = T1⊗T2        G = G1⊗T2 ∪ G2
 *   branch     T = T1 ∪ T2      G = G1 ∪ G2
 *   any trips  T = T1*          G = G1⊗T1*
 *
 * An analysis under intersection is one under union over what is *not* in its sets.
 */
import { BitSet } from '../../base/bitset';
import type { Analysis } from '../../dataflow/analysis';
import type { Summaries } from '../../dataflow/structured';
import type { Instruction } from '../../ir/graph/flow';
import type { Effect } from '../instructions/summary';
import type { Relation } from './differentiableDependence';
import { union } from './sets';

/** `gen` is G, `rows` are those of T by member; a member without a row is related to itself alone. */
export interface Additive {
  readonly gen: BitSet;
  readonly rows: ReadonlyMap<number, BitSet>;
}

export function additive(analysis: Analysis<BitSet>): Summaries<BitSet, Additive> {
  const { size } = analysis.universe;
  const isUnderUnion = analysis.bottom().isEmpty();
  const turned = (set: BitSet) => (isUnderUnion ? set : complement(set, size));
  const empty = new BitSet(size);
  const transfer = (i: Instruction, state: BitSet) => turned(analysis.transfer(i, turned(state)));
  const apply = (f: Additive, state: BitSet): BitSet => {
    if (f.gen.isEmpty() && f.rows.size === 0) return state;
    const result = f.gen.clone();
    state.forEach((x) => {
      const row = f.rows.get(x);
      if (row) result.unionWith(row);
      else result.add(x);
    });
    return result;
  };
  const rowOf = (f: Additive, x: number) => f.rows.get(x) ?? BitSet.of(size, [x]);
  return {
    identity: { gen: empty, rows: new Map() },
    of: (i) => {
      const gen = transfer(i, empty);
      const rows = new Map<number, BitSet>();
      for (let x = 0; x < size; x++) {
        const row = transfer(i, BitSet.of(size, [x])).clone();
        const stays = row.has(x);
        row.subtract(gen);
        if (stays) row.add(x);
        if (!stays || row.count() > 1) rows.set(x, row);
      }
      return { gen, rows };
    },
    then: (first, second) => {
      const rows = new Map<number, BitSet>();
      for (const x of new Set([...first.rows.keys(), ...second.rows.keys()]))
        rows.set(x, apply({ gen: empty, rows: second.rows }, rowOf(first, x)));
      return { gen: apply(second, first.gen), rows };
    },
    either: (a, b) => {
      const rows = new Map<number, BitSet>();
      for (const x of new Set([...a.rows.keys(), ...b.rows.keys()]))
        rows.set(x, union(rowOf(a, x), rowOf(b, x)));
      return { gen: union(a.gen, b.gen), rows };
    },
    again: (f) => {
      const rows = closure(f.rows);
      return { gen: apply({ gen: empty, rows }, f.gen), rows };
    },
    apply: (f, state) => turned(apply(f, turned(state))),
  };
}

/** Differentiable dependence: a piece is its relation, after by before. */
export function relations(
  size: number,
  effects: (i: Instruction) => Effect,
): Summaries<Relation, ReadonlyMap<number, BitSet>> {
  const rowOf = (f: ReadonlyMap<number, BitSet>, x: number) => f.get(x) ?? BitSet.of(size, [x]);
  const through = (f: ReadonlyMap<number, BitSet>, set: BitSet) => {
    const result = new BitSet(size);
    set.forEach((x) => {
      result.unionWith(rowOf(f, x));
    });
    return result;
  };
  const both = (a: ReadonlyMap<number, BitSet>, b: ReadonlyMap<number, BitSet>) =>
    new Set([...a.keys(), ...b.keys()]);
  return {
    identity: new Map(),
    of: (i) => {
      const { out, diffDep } = effects(i);
      return new Map(out.toArray().map((w) => [w, diffDep.get(w) ?? new BitSet(size)]));
    },
    then: (first, second) =>
      new Map([...both(first, second)].map((w) => [w, through(first, rowOf(second, w))])),
    either: (a, b) => new Map([...both(a, b)].map((w) => [w, union(rowOf(a, w), rowOf(b, w))])),
    again: (f) => closure(f),
    apply: (f, state) =>
      state.map((_, w) => {
        const row = new BitSet(size);
        rowOf(f, w).forEach((d) => {
          row.unionWith(state[d] as BitSet);
        });
        return row;
      }),
  };
}

/** Reflexive and transitive, by Warshall: members without a row lead nowhere but to themselves. */
function closure(rows: ReadonlyMap<number, BitSet>): Map<number, BitSet> {
  const reach = new Map([...rows].map(([x, row]) => [x, withMember(row, x)] as const));
  for (const [k, onward] of reach) for (const row of reach.values()) if (row.has(k)) row.unionWith(onward);
  return reach;
}

function withMember(row: BitSet, x: number): BitSet {
  const made = row.clone();
  made.add(x);
  return made;
}

function complement(set: BitSet, size: number): BitSet {
  const rest = BitSet.full(size);
  rest.subtract(set);
  return rest;
}
