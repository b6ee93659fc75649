import type { Eliminated } from '../../../engine/pipeline/results';

/** How a label came about: the partial it was at first, and the products that were added to it. */
export interface LabelTree {
  readonly from: number;
  readonly to: number;
  /** Of the graph's own edge; null where there was none. */
  readonly partial: { readonly text: string; readonly value: number | null } | null;
  readonly products: readonly {
    readonly step: number;
    readonly below: LabelTree;
    readonly above: LabelTree;
  }[];
}

/**
 * The label of an edge as it is after all steps, or as it was before a product was made: an edge that has gone and is made anew
 * starts again. Of faces, several edges may join two vertices; what each of them is made of is not told apart.
 */
export function labelTree(
  now: Eliminated,
  from: number,
  to: number,
  before = now.products.length,
): LabelTree {
  const own = now.graph.edges.find((edge) => edge.from === from && edge.to === to);
  let partial: LabelTree['partial'] = own ? { text: own.partial, value: own.value ?? null } : null;
  let made: { step: number; via: number; at: number }[] = [];
  now.products.slice(0, before).forEach((product, at) => {
    if (product.from !== from || product.to !== to) return;
    if (!product.absorbs) {
      made = [];
      partial = null;
    }
    made.push({ step: product.step, via: product.via, at });
  });
  return {
    from,
    to,
    partial,
    products: made.map(({ step, via, at }) => ({
      step,
      below: labelTree(now, from, via, at),
      above: labelTree(now, via, to, at),
    })),
  };
}
