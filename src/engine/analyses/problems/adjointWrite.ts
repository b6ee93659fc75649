/**
 * What differs when the backward sweep comes back (backward, ∪).
 *
 * Adjoint write ([ADF] 1.4.5, theory 6): `W` at a point holds the locations that the rest of the adjoint program, `D̄`, may
 * leave with another value than they have there.
 *
 *   W([]) = ∅, or in split mode, where the caller goes on in between, every location
 *   W(I; D) = W(D)                          if I has left the forward sweep
 *           = (out(I) ∪ W(D)) \ kill(I)     if I is recorded; of an array, what I writes is put back, the rest is as it was
 *           = out(I) ∪ W(D)                 if it is not
 *   W(C; D) = (out(C) ∪ W(D)) \ (snp \ out(C)) \ sbk
 *
 *   x = x * y;    {z}     recorded: I' reads x. [ADF] eq. 1.12 would leave x in the set
 *   z = x + 1;    {z}     not recorded
 *
 * `writtenAfter` ignores POPs: where the backward sweep evaluates a test again instead of storing its outcome, it does so
 * before the arms of the test are reversed.
 */
import { BitSet } from '../../base/bitset';
import type { Analysis } from '../../dataflow/analysis';
import type { Instruction } from '../../ir/graph/flow';
import type { Locations } from '../../ir/locations';
import { setAnalysis, without } from './sets';

/** W before = (W after ∪ `writes`) \ `restores`. */
export interface AdjointWriteEffect {
  readonly writes: BitSet;
  readonly restores: BitSet;
}

export function adjointWrite(
  locations: Locations,
  effectAt: (instruction: Instruction) => AdjointWriteEffect | null,
  atEnd: BitSet = new BitSet(locations.size),
): Analysis<BitSet> {
  return setAnalysis('adjointWrite', 'backward', locations, atEnd, (instruction, state, mayChange) => {
    const effect = effectAt(instruction);
    if (!effect) return state;
    return state.replacing(effect.restores, without(effect.writes, effect.restores), mayChange);
  });
}

export function writtenAfter(
  locations: Locations,
  keptOut: (instruction: Instruction) => BitSet,
): Analysis<BitSet> {
  const none = new BitSet(locations.size);
  return setAnalysis('writtenAfter', 'backward', locations, none, (instruction, state, mayChange) =>
    state.replacing(none, keptOut(instruction), mayChange),
  );
}
