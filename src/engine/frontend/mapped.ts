/** Walks over syntax, and rewrites of it, that need no meaning. Places in the text are no nodes. */

/**
 * A tree with every node replaced, the inner ones first; what does not change stays the same object. Whoever asks for nodes of
 * some kind tells them by their `kind`: the others are offered too.
 */
export function mapped<T, N extends object>(tree: T, change: (node: N) => object): T {
  if (typeof tree !== 'object' || tree === null) return tree;
  // Every node of a text passes here once for each copy that is made of it: no list is made on the way.
  if (Array.isArray(tree)) {
    let items: unknown[] | null = null;
    for (let k = 0; k < tree.length; k++) {
      const next: unknown = mapped(tree[k], change);
      if (next === tree[k]) continue;
      items ??= [...tree];
      items[k] = next;
    }
    return (items ?? tree) as T;
  }
  const node = tree as Readonly<Record<string, unknown>>;
  let copy: Record<string, unknown> | null = null;
  for (const key in node) {
    const part = node[key];
    if (typeof part !== 'object' || part === null || isPlace(key)) continue;
    const next = mapped(part, change);
    if (next === part) continue;
    copy ??= { ...node };
    copy[key] = next;
  }
  return change((copy ?? node) as N) as T;
}

/** A tree with other names for some, wherever they stand in expressions. */
export function withNames<T>(tree: T, names: ReadonlyMap<string, string>): T {
  return mapped(tree, (node: { readonly kind?: string; readonly name?: string }) => {
    const name = node.kind === 'name' && node.name !== undefined ? names.get(node.name) : undefined;
    return name === undefined ? node : { ...node, name };
  });
}
/** Whether a node of a tree passes a test; it is asked of none behind the first that does. */
export function someNode(tree: object, test: (node: object) => boolean): boolean {
  if (Array.isArray(tree)) {
    for (const item of tree)
      if (typeof item === 'object' && item !== null && someNode(item, test)) return true;
    return false;
  }
  const node = tree as Readonly<Record<string, unknown>>;
  for (const key in node) {
    const part = node[key];
    if (typeof part === 'object' && part !== null && !isPlace(key) && someNode(part, test)) return true;
  }
  return test(tree);
}

/** A tree as text, in which places do not count: two that say the same have one sketch. */
export function sketch(tree: unknown): string {
  return JSON.stringify(tree, (key, part) => (/span$/i.test(key) ? undefined : part)) ?? '';
}

function isPlace(key: string): boolean {
  return key === 'span' || key === 'opSpan' || key === 'nameSpan';
}

/** All names that nodes of a tree carry. */
export function namesOf(tree: object): Set<string> {
  const found = new Set<string>();
  someNode(tree, (node) => {
    if ('name' in node && typeof node.name === 'string') found.add(node.name);
    return false;
  });
  return found;
}

/** `wanted`, or with the first number from 2 on that makes it new; it is taken from then on. */
export function freshName(taken: Set<string>, wanted: string, between = ''): string {
  let name = wanted;
  for (let k = 2; taken.has(name); k++) name = `${wanted}${between}${k}`;
  taken.add(name);
  return name;
}
