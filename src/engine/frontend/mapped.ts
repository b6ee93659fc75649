/** Rewrites of syntax that need no meaning. */

/** A tree with every node replaced, the inner ones first; what does not change stays the same object. */
export function mapped<T>(tree: T, change: (node: object) => object): T {
  if (typeof tree !== 'object' || tree === null) return tree;
  if (Array.isArray(tree)) {
    const items = tree.map((item) => mapped(item, change));
    return items.every((item, k) => item === tree[k]) ? tree : (items as T);
  }
  // Every node of a text passes here once for each copy that is made of it: no list is made on the way.
  const node = tree as Readonly<Record<string, unknown>>;
  let copy: Record<string, unknown> | null = null;
  for (const key of Object.keys(node)) {
    const part = node[key];
    if (typeof part !== 'object' || part === null) continue;
    const next = mapped(part, change);
    if (next === part) continue;
    copy ??= { ...node };
    copy[key] = next;
  }
  return change(copy ?? node) as T;
}
