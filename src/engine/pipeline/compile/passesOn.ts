import type { Effect } from '../../analyses/instructions/summary';
import { BitSet } from '../../base/bitset';

/**
 * The locations from which an instruction passes a derivative on to one in `after`; null if there are none. That the other
 * elements of an array remain is not something that the instruction does.
 */
export function passesOn({ out, use, diffDep }: Effect, after: BitSet, size: number): BitSet | null {
  if (!out.intersects(after)) return null;
  const from = new BitSet(size);
  out.forEach((w) => {
    if (!after.has(w)) return;
    diffDep.get(w)?.forEach((d) => {
      if (d !== w || use.has(w)) from.add(d);
    });
  });
  return from.isEmpty() ? null : from;
}
