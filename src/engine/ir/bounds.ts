/** What the bounds of arrays are, in what order they can be evaluated, and how elements lie in memory between them. */
import { reached } from '../base/components';
import { evaluate } from './evaluate';
import { variableOf } from './names';
import { placesRead } from './partials';
import type { Expr, Program, Shape, Variable, VariableId } from './types';

/** Lower bounds and extents of an array, as far as it has any; none of a scalar. */
export function boundsOf({ shape }: Pick<Variable, 'shape'>): Expr[] {
  return (shape?.dimensions ?? []).flatMap(({ lower, extent }) => (extent ? [lower, extent] : [lower]));
}

/** These variables, and all that are read by bounds of arrays among them. */
export function withReadByBounds(program: Program, ids: Iterable<VariableId>): Set<VariableId> {
  const bounds = (id: VariableId) => boundsOf(variableOf(program, id));
  return reached(ids, (id) => bounds(id).flatMap((e) => placesRead(e).map(({ variable }) => variable)));
}

/** An array whose last extent the text does not tell. */
export function isOpen({ shape }: Pick<Variable, 'shape'>): boolean {
  return shape?.dimensions.some(({ extent }) => extent === null) === true;
}

/** How many elements there are, 1 of a scalar; null where an extent is no constant. */
export function countOf({ shape }: Pick<Variable, 'shape'>): number | null {
  let count = 1;
  for (const { extent } of shape?.dimensions ?? []) {
    const size = extent && evaluate(extent);
    if (size === null) return null;
    count *= size;
  }
  return count;
}

type Layout = Pick<Shape, 'order'> & { readonly dimensions: readonly unknown[] };

/** The numbers of the dimensions: neighbours in memory differ in the last of them. */
export function slowestFirst(shape: Layout | null | undefined): number[] {
  const numbers = [...(shape?.dimensions.keys() ?? [])];
  return shape?.order === 'column' ? numbers.reverse() : numbers;
}

/** How many elements apart in memory two are that lie so many `steps` apart along each dimension; null where that is not known. */
export function distanceInMemory(
  shape: Layout | null,
  steps: (d: number) => number | null,
  extentOf: (d: number) => number | null,
): number | null {
  let distance = 0;
  let stride: number | null = 1;
  for (const d of slowestFirst(shape).reverse()) {
    const along = steps(d);
    if (along === null || (along !== 0 && stride === null)) return null;
    distance += along * (stride ?? 0);
    const extent = extentOf(d);
    stride = stride === null || extent === null ? null : stride * extent;
  }
  return distance;
}

/** The arrays in an order in which one whose bounds read elements of another (`a(m(1))`) comes after it; else as given. */
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
