/**
 * Kill (forward, ∩; theory 2): what has been overwritten for certain since entry.
 *
 *   Out(I) = In(I) ∪ kill(I),   at entry: ∅; elsewhere it starts from every location (theory 13, first erratum)
 *
 *   t = x;               {}
 *   if (n > 0) y = t;    {t}
 *                        {t}     y is overwritten on one path only
 */
import { BitSet } from '../../base/bitset';
import type { Analysis } from '../../dataflow/analysis';
import type { Instruction } from '../../ir/graph/flow';
import type { Locations } from '../../ir/locations';
import type { Effect } from '../instructions/summary';
import { certainSetAnalysis } from './sets';

export function certainlyKilled(locations: Locations, effects: (i: Instruction) => Effect): Analysis<BitSet> {
  const none = new BitSet(locations.size);
  return certainSetAnalysis('kill', 'forward', locations, none, (instruction, state, mayChange) =>
    state.replacing(none, effects(instruction).kill, mayChange),
  );
}
