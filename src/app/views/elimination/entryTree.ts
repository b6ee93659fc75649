import type { Eliminated } from '../../../engine/pipeline/results';

/** The history of a label: its initial partial, if any, and the products that were added to it. */
export interface Terms {
  readonly from: number;
  readonly to: number;
  /** The partial of the graph's own edge; null if there was none. */
  readonly partial: { readonly text: string; readonly value: number | null } | null;
  /** Products of the labels of the edges into and out of the vertex between. */
  readonly products: readonly { readonly below: number; readonly above: number }[];
}

export function termsOf(now: Eliminated, label: number): Terms {
  const own = now.graph.edges[label];
  if (own) {
    const { from, to, partial, value } = own;
    return { from, to, partial: { text: partial, value: value ?? null }, products: [] };
  }
  const made = now.products.find((product) => product.label === label);
  if (!made) throw new RangeError(`nothing made label ${label}`);
  const before = made.addTo.map((each) => termsOf(now, each));
  return {
    from: made.from,
    to: made.to,
    partial: before.find(({ partial }) => partial !== null)?.partial ?? null,
    products: [
      ...before.flatMap(({ products }) => products),
      ...(made.factors === null ? [] : [{ below: made.factors[0], above: made.factors[1] }]),
    ],
  };
}
