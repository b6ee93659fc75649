/**
 * What may be overwritten after a point before the backward sweep comes back to it (backward, ∪). Reading a test again
 * instead of storing its outcome needs that nothing it reads is in this set.
 */
import { BitSet } from '../base/bitset';
import type { Analysis } from '../dataflow/analysis';
import type { Instruction } from '../ir/flow';
import type { Locations } from '../ir/locations';
import { setAnalysis, union } from './sets';

export function writtenAfter(
  locations: Locations,
  keptOut: (instruction: Instruction) => BitSet,
): Analysis<BitSet> {
  return setAnalysis(
    'writtenAfter',
    'backward',
    locations,
    new BitSet(locations.size),
    (instruction, state) => union(state, keptOut(instruction)),
  );
}
