/** Rewrites of syntax that need no meaning. */

/** A tree with every node replaced, the inner ones first; what does not change stays the same object. */
export function mapped<T>(tree: T, change: (node: object) => object): T {
  if (typeof tree !== 'object' || tree === null) return tree;
  if (Array.isArray(tree)) {
    const items = tree.map((item) => mapped(item, change));
    return items.every((item, k) => item === tree[k]) ? tree : (items as T);
  }
  const entries = Object.entries(tree).map(([key, value]) => [key, mapped(value, change)] as const);
  const same = entries.every(([key, value]) => value === (tree as Record<string, unknown>)[key]);
  return change(same ? tree : Object.fromEntries(entries)) as T;
}
