/** Carries out the operations of an elimination over any kind of label: numbers, expressions, a finite field. */
import { itemAt } from '../base/lookup';
import type { Accumulation } from './graph';

export interface Ring<T> {
  readonly add: (a: T, b: T) => T;
  /** Of c_ji and c_kj. */
  readonly multiply: (front: T, back: T) => T;
}

/** Every label, those of the graph's edges first. */
export function accumulate<T>(
  partials: readonly T[],
  operations: readonly Accumulation[],
  ring: Ring<T>,
): T[] {
  const labels = [...partials];
  for (const { result, factors, addTo } of operations) {
    const terms = addTo.map((label) => itemAt(labels, label));
    if (factors) terms.push(ring.multiply(itemAt(labels, factors[0]), itemAt(labels, factors[1])));
    labels[result] = terms.reduce(ring.add);
  }
  return labels;
}
