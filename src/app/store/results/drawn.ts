import type { Differentiation } from '../../../engine/pipeline/results';
import { collapse, type Region, regionsOf } from '../../layout/collapse';
import { contentKeys } from '../../layout/survivors';
import type { Graphs } from '../../layout/types';
import { memo } from '../memo';

/** The graphs of a result as they are drawn: without the loops and branches that the user folded. */
export interface Drawn {
  readonly graphs: Graphs;
  /** By id of its head: each loop or branch that can be folded or unfolded where it stands now. */
  readonly regions: ReadonlyMap<string, Region>;
  /** By hidden vertex of the original graph: the vertex that it is folded into. */
  readonly hiddenIn: ReadonlyMap<string, string>;
}

interface Found {
  readonly regions: readonly Region[];
  /** By head: the key that is kept across edits. */
  readonly keys: ReadonlyMap<string, string>;
}
const found = new WeakMap<Differentiation, Found>();
const drawn = new WeakMap<Differentiation, { readonly folds: readonly string[]; readonly as: Drawn }>();

function foundIn(result: Differentiation): Found {
  return memo(found, result, () => {
    const regions = regionsOf(result.graphs.original);
    const contents = contentKeys(result.graphs).original;
    return { regions, keys: new Map(regions.map(({ head }) => [head, contents.get(head) ?? head])) };
  });
}

/** `folds` are keys of heads; unknown ones have no effect. */
export function drawnOf(result: Differentiation, folds: readonly string[]): Drawn {
  const known = drawn.get(result);
  if (known?.folds === folds) return known.as;
  const { regions, keys } = foundIn(result);
  const heads = new Set(
    regions.flatMap(({ head }) => (folds.includes(keys.get(head) ?? head) ? [head] : [])),
  );
  const graphs = collapse(result.graphs, regions, heads);
  const hiddenIn = new Map<string, string>();
  for (const { head, inside } of regions)
    if (heads.has(head)) for (const id of inside) if (!hiddenIn.has(id)) hiddenIn.set(id, head);
  const shown = regions.filter(({ head }) => (hiddenIn.get(head) ?? head) === head);
  const as = { graphs, regions: new Map(shown.map((each) => [each.head, each])), hiddenIn };
  drawn.set(result, { folds, as });
  return as;
}

/** The folds after the loop or branch at this head was folded, or unfolded. */
export function toggled(result: Differentiation, folds: readonly string[], head: string): readonly string[] {
  const key = foundIn(result).keys.get(head);
  if (key === undefined) return folds;
  return folds.includes(key) ? folds.filter((each) => each !== key) : [...folds, key];
}

/** Folds everything that can be folded, or nothing. */
export function allFolds(result: Differentiation): readonly string[] {
  return [...foundIn(result).keys.values()];
}
