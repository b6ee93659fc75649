/*
 * Look-ups that can't miss: by an index that was counted, by a key that was entered. A fallback (`?? 0`, `?? []`) at
 * such a place would hide a fault of ours behind a plausible value; these stop instead, and the door turns that into
 * an `internal` diagnostic. Where absence is a case that a program can bring about, write `??` and test it.
 */

/** `items[index]`, which exists: 0 ≤ index < length. Throws where it does not. */
export function itemAt<T>(items: ArrayLike<T>, index: number): T {
  const item = items[index];
  if (item === undefined) throw new Error(`no item ${index} among ${items.length}`);
  return item;
}

/** The last of a list that is not empty. */
export function lastOf<T>(items: ArrayLike<T>): T {
  return itemAt(items, items.length - 1);
}

/** What a map holds under a key that was entered. Throws where none was. */
export function entryOf<K, V>(map: { get(key: K): V | undefined }, key: K): V {
  const entry = map.get(key);
  if (entry === undefined) throw new Error(`no entry for ${String(key)}`);
  return entry;
}

/** A value that is there, though its type allows for its absence. Throws where it is missing; `what` names it. */
export function present<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Error(`${what} is missing`);
  return value;
}

/**
 * The list with one more at its end, for lists that mostly stay short: a first push makes room for seventeen. A list of
 * none or one is left as it is, and one takes its place that is as long as it has to be.
 */
export function appended<T>(list: T[], item: T): T[] {
  if (list.length === 0) return [item];
  if (list.length === 1) return [list[0] as T, item];
  list.push(item);
  return list;
}

/**
 * A record by names that a program chose, which may be `constructor` or `__proto__`: it has no prototype, so nothing is
 * found in it but what was entered.
 */
export function dictionary<T>(entries: Readonly<Record<string, T>> = {}): Record<string, T> {
  return Object.assign(Object.create(null) as Record<string, T>, entries);
}

/** What is made of each of a fixed number of items, as many. */
export function ofEach<const T extends readonly unknown[], U>(
  items: T,
  make: (item: T[number], k: number) => U,
): { -readonly [K in keyof T]: U } {
  return items.map(make) as { -readonly [K in keyof T]: U };
}

/** The keys of a record that holds those of its type and no others. */
export function keysOf<K extends string>(record: Readonly<Partial<Record<K, unknown>>>): K[] {
  return Object.keys(record) as K[];
}

export function sameSet<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): boolean {
  return a.size === b.size && [...a].every((x) => b.has(x));
}

/** How many of a list in order are below a bound. */
export function countBelow(list: readonly number[], bound: number): number {
  let low = 0;
  for (let high = list.length; low < high; ) {
    const middle = (low + high) >> 1;
    if ((list[middle] as number) < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}
