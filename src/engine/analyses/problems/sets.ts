import { BitSet } from '../../base/bitset';
import type { Analysis, Universe } from '../../dataflow/analysis';

/** The parts that every analysis over sets under union has in common. */
export function setAnalysis(
  name: string,
  direction: 'forward' | 'backward',
  universe: Universe,
  boundary: BitSet,
  transfer: Analysis<BitSet>['transfer'],
): Analysis<BitSet> {
  return {
    name,
    direction,
    universe,
    bottom: () => new BitSet(universe.size),
    boundary: () => boundary,
    join: union,
    equals: (a, b) => a === b || a.equals(b),
    transfer,
  };
}

/** One of the two where it holds the other, so that states are shared. */
export function union(a: BitSet, b: BitSet): BitSet {
  if (a === b || b.isSubsetOf(a)) return a;
  if (a.isSubsetOf(b)) return b;
  const result = a.clone();
  result.unionWith(b);
  return result;
}

/** Itself where nothing of it goes. */
export function without(set: BitSet, less: BitSet): BitSet {
  if (!set.intersects(less)) return set;
  const left = set.clone();
  left.subtract(less);
  return left;
}

/** The intersection form: bottom is every member (theory 13, first erratum). */
export function certainSetAnalysis(...parts: Parameters<typeof setAnalysis>): Analysis<BitSet> {
  const made = setAnalysis(...parts);
  return {
    ...made,
    bottom: () => BitSet.full(made.universe.size),
    join: (a, b) => {
      if (a.isSubsetOf(b)) return a;
      const result = a.clone();
      result.intersectWith(b);
      return result;
    },
  };
}
