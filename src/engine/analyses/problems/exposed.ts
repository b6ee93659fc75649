/**
 * Upward-exposed reads (backward, ∪; theory 1): what may be read before it is overwritten. At the entry of a routine, its use.
 *
 *   In(I) = use(I) ∪ (Out(I) \ kill(I)),   at exit: ∅
 *
 *   t = x * x;   {x y}
 *   y = y + t;   {y t}
 */
import { BitSet } from '../../base/bitset';
import type { Analysis } from '../../dataflow/analysis';
import type { Instruction } from '../../ir/graph/flow';
import type { Locations } from '../../ir/locations';
import type { Access } from '../instructions/summary';
import { setAnalysis } from './sets';

export function upwardExposed(locations: Locations, effects: (i: Instruction) => Access): Analysis<BitSet> {
  return setAnalysis(
    'use',
    'backward',
    locations,
    new BitSet(locations.size),
    (instruction, state, mayChange) => {
      const { use, kill } = effects(instruction);
      return state.replacing(kill, use, mayChange);
    },
  );
}
