/**
 * Activity (theory 3): a location is active at a point when it is varied there and useful there.
 *
 *   varied (forward)    Out(I) = image of In(I) through DiffDep(I),     at entry: the independents
 *   useful (backward)   In(I) = pre-image of Out(I) through DiffDep(I), at exit: the dependents
 *
 *   independents {x}, dependents {y}        varied before    useful after
 *     t = 2.0;                              x                x c       (t is overwritten below)
 *     t = x * x;                            x                t c
 *     y = t + c;                            x t              y
 *
 * Of the adjoint program itself, `reached` (backward) says whose adjoint may be other than zero: seeded, or incremented
 * further down. An assignment to a location outside it has no derivative instruction, not even a reset.
 */
import { BitSet } from '../../base/bitset';
import type { Analysis } from '../../dataflow/analysis';
import type { Instruction } from '../../ir/graph/flow';
import type { Locations } from '../../ir/locations';
import type { Effect } from '../instructions/summary';
import { setAnalysis, union } from './sets';

export type EffectAt = (instruction: Instruction) => Effect;

export function varied(locations: Locations, effects: EffectAt, independents: BitSet): Analysis<BitSet> {
  return setAnalysis('varied', 'forward', locations, independents, (instruction, state, mayChange) => {
    const { out, diffDep } = effects(instruction);
    let more = out;
    out.forEach((w) => {
      const isVaried = diffDep.get(w)?.intersects(state) ?? false;
      if (isVaried) return;
      if (more === out) more = out.clone();
      more.delete(w);
    });
    return state.replacing(out, more, mayChange);
  });
}

export function useful(locations: Locations, effects: EffectAt, dependents: BitSet): Analysis<BitSet> {
  return setAnalysis('useful', 'backward', locations, dependents, (instruction, state, mayChange) =>
    preImage(effects(instruction), state, mayChange),
  );
}

/** Locations before from which one in `state` may depend: `state ⊗ DiffDep`. Unwritten locations depend on themselves. */
export function preImage(effect: Effect, state: BitSet, mayChange = false): BitSet {
  return state.replacing(effect.out, dependedOn(effect, state, 'diffDep'), mayChange);
}

/** Of these, what those that are written depend on. */
export function dependedOn(effect: Effect, state: BitSet, relation: 'dep' | 'diffDep'): BitSet {
  const { out } = effect;
  let all = new BitSet(out.size);
  if (out.intersects(state))
    for (const [w, from] of effect[relation]) if (state.has(w) && out.has(w)) all = union(all, from);
  return all;
}

/**
 * Whose adjoint may be non-zero at a point of the backward sweep. `variedBefore` says which operands are incremented.
 */
export function reached(
  locations: Locations,
  effects: EffectAt,
  dependents: BitSet,
  variedBefore: (instruction: Instruction) => BitSet,
): Analysis<BitSet> {
  return setAnalysis('reached', 'backward', locations, dependents, (instruction, state, mayChange) => {
    const { out, kill, diffDep } = effects(instruction);
    if (!out.intersects(state)) return state;
    const active = variedBefore(instruction);
    const incremented = new BitSet(locations.size);
    out.forEach((w) => {
      const from = diffDep.get(w);
      if (from && state.has(w)) incremented.unionWith(from);
    });
    incremented.intersectWith(active);
    return state.replacing(kill, incremented, mayChange);
  });
}
