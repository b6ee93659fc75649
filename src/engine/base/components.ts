/** Strongly connected components (Tarjan 1972), each after those that it leads to; members in the order of the search. */
export function components<T>(members: Iterable<T>, successors: (member: T) => Iterable<T>): T[][] {
  const all = new Set(members);
  const number = new Map<T, number>();
  const low = new Map<T, number>();
  const stack: T[] = [];
  const onStack = new Set<T>();
  const found: T[][] = [];
  const visit = (at: T): void => {
    const own = number.size;
    number.set(at, own);
    let least = own;
    const start = stack.push(at) - 1;
    onStack.add(at);
    for (const to of successors(at)) {
      if (!all.has(to)) continue;
      if (!number.has(to)) visit(to);
      if (onStack.has(to)) least = Math.min(least, low.get(to) ?? (number.get(to) as number));
    }
    low.set(at, least);
    if (least !== own) return;
    const component = stack.splice(start);
    for (const each of component) onStack.delete(each);
    found.push(component);
  };
  for (const at of all) if (!number.has(at)) visit(at);
  return found;
}

/** These members and all that they lead to, over any number of steps, in the order in which they are found. */
export function reached<T>(from: Iterable<T>, successors: (member: T) => Iterable<T>): Set<T> {
  const found = new Set(from);
  // What is added on the way has its turn, too.
  for (const each of found) for (const to of successors(each)) found.add(to);
  return found;
}
