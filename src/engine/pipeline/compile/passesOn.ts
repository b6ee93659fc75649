import type { Effect } from '../../analyses/instructions/summary';
import { BitSet } from '../../base/bitset';

/**
 * The locations from which an instruction takes a derivative on to one that `after` holds; null if it takes none. That the rest
 * of an array stays, whatever is done to one element, is no work of the instruction's.
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
