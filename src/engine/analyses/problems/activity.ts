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
import type { BitSet } from '../../base/bitset';
import type { Analysis } from '../../dataflow/analysis';
import type { Instruction } from '../../ir/graph/flow';
import type { Locations } from '../../ir/locations';
import type { Effect } from '../instructions/summary';
import { setAnalysis } from './sets';

export type EffectAt = (instruction: Instruction) => Effect;

export function varied(locations: Locations, effects: EffectAt, independents: BitSet): Analysis<BitSet> {
  return setAnalysis('varied', 'forward', locations, independents, (instruction, state) => {
    const { out, diffDep } = effects(instruction);
    if (out.isEmpty()) return state;
    let next = state;
    out.forEach((w) => {
      const isVaried = diffDep.get(w)?.intersects(state) ?? false;
      if (isVaried === next.has(w)) return;
      if (next === state) next = state.clone();
      if (isVaried) next.add(w);
      else next.delete(w);
    });
    return next;
  });
}

export function useful(locations: Locations, effects: EffectAt, dependents: BitSet): Analysis<BitSet> {
  return setAnalysis('useful', 'backward', locations, dependents, (instruction, state, mayChange) =>
    preImage(effects(instruction), state, 'diffDep', mayChange),
  );
}

/** Locations before from which one in `state` may depend: `state ⊗ Dep`. Unwritten locations depend on themselves. */
export function preImage(
  effect: Effect,
  state: BitSet,
  relation: 'dep' | 'diffDep',
  mayChange = false,
): BitSet {
  if (!effect.out.intersects(state)) return state;
  const related = effect[relation];
  if (related.size === 1)
    for (const [w, from] of related)
      if (state.has(w) && effect.out.has(w)) return state.replacing(effect.out, from, mayChange);
  const next = state.clone();
  next.subtract(effect.out);
  for (const [w, from] of related) if (state.has(w) && effect.out.has(w)) next.unionWith(from);
  return next;
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
  return setAnalysis('reached', 'backward', locations, dependents, (instruction, state) => {
    const effect = effects(instruction);
    if (!effect.out.intersects(state)) return state;
    const next = state.clone();
    next.subtract(effect.kill);
    const active = variedBefore(instruction);
    effect.out.forEach((w) => {
      const from = effect.diffDep.get(w);
      if (!state.has(w) || !from) return;
      const incremented = from.clone();
      incremented.intersectWith(active);
      next.unionWith(incremented);
    });
    return next;
  });
}
