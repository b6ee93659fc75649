/** What the bounds of arrays are, and in what order they can be evaluated. */
import { placesRead } from './partials';
import type { Expr, Variable } from './types';

/** Lower bounds and extents of an array, as far as it has any; none of a scalar. */
export function boundsOf({ shape }: Pick<Variable, 'shape'>): Expr[] {
  return (shape?.dimensions ?? []).flatMap(({ lower, extent }) => (extent ? [lower, extent] : [lower]));
}

/** An array whose last extent the text does not tell. */
export function isOpen({ shape }: Pick<Variable, 'shape'>): boolean {
  return shape?.dimensions.some(({ extent }) => extent === null) === true;
}

/** As given, but an array whose bounds read elements of another (`a(m(1))`) comes after it. */
export function inOrderOfBounds(arrays: readonly Variable[]): Variable[] {
  const open = new Map(arrays.map((v) => [v.id, v]));
  const sorted: Variable[] = [];
  const visit = (v: Variable) => {
    if (!open.delete(v.id)) return;
    for (const { variable } of boundsOf(v).flatMap(placesRead)) {
      const other = open.get(variable);
      if (other) visit(other);
    }
    sorted.push(v);
  };
  for (const v of arrays) visit(v);
  return sorted;
}
