/**
 * Differentiable dependence (forward, ∪; theory 2): for each location, the locations at entry that its value depends on.
 * The same as sets of pairs, for people to read: `dependencePairs.ts`.
 *
 *   Out(B) = In(B) ⊗ DiffDep(B),   at entry: Id
 *
 *   x = x * y;   x {x}, y {y}
 *   y = 2.0;     x {x y}, y {y}
 *                x {x y}, y {}
 */
import { BitSet } from '../../base/bitset';
import type { Analysis } from '../../dataflow/analysis';
import type { Instruction } from '../../ir/graph/flow';
import type { Locations } from '../../ir/locations';
import type { Effect } from '../instructions/summary';
import { union } from './sets';

/** Rows of a relation: for each location, the locations at entry that its value depends on differentiably. */
export type Relation = readonly BitSet[];

/** Rows name members of `origins` only, where nobody asks about others: ⊗ works column by column. */
export function differentiableDependence(
  locations: Locations,
  effects: (i: Instruction) => Effect,
  origins: BitSet = BitSet.full(locations.size),
): Analysis<Relation> {
  const n = locations.size;
  // Rows are never changed in place: states share those that are alike, and what is shared need not be compared.
  const empty = new BitSet(n);
  const bottom = locations.all.map(() => empty);
  return {
    name: 'diffDep',
    direction: 'forward',
    universe: locations,
    bottom: () => bottom,
    boundary: () => locations.all.map((_, i) => (origins.has(i) ? BitSet.of(n, [i]) : empty)),
    join: (a, b) => {
      if (a === b) return a;
      let joined: BitSet[] | null = null;
      for (let i = 0; i < n; i++) {
        const row = a[i] as BitSet;
        const both = union(row, b[i] as BitSet);
        if (both === row) continue;
        joined ??= a.slice();
        joined[i] = both;
      }
      return joined ?? a;
    },
    equals: (a, b) => a === b || a.every((row, i) => row === b[i] || row.equals(b[i] as BitSet)),
    transfer: (instruction, state) => {
      const { out, diffDep } = effects(instruction);
      let next: BitSet[] | null = null;
      out.forEach((w) => {
        const before = state[w] as BitSet;
        let row = empty;
        diffDep.get(w)?.forEach((d) => {
          row = union(row, state[d] as BitSet);
        });
        if (row === before || row.equals(before)) return;
        next ??= state.slice();
        next[w] = row;
      });
      return next ?? state;
    },
  };
}
