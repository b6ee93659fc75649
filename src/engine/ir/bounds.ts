/** In what order the bounds of arrays can be evaluated. */
import { placesRead } from './partials';
import type { Variable } from './types';

/** As given, but an array whose bounds read elements of another (`a(m(1))`) comes after it. */
export function inOrderOfBounds(arrays: readonly Variable[]): Variable[] {
  const open = new Map(arrays.map((v) => [v.id, v]));
  const sorted: Variable[] = [];
  const visit = (v: Variable) => {
    if (!open.delete(v.id)) return;
    for (const { lower, extent } of v.shape?.dimensions ?? [])
      for (const { variable } of [lower, extent].flatMap((bound) => (bound ? placesRead(bound) : []))) {
        const other = open.get(variable);
        if (other) visit(other);
      }
    sorted.push(v);
  };
  for (const v of arrays) visit(v);
  return sorted;
}
