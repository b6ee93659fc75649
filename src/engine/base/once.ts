/** What `make` makes, made when it is first asked for. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** What `make` makes of an object that never changes, made when it is first asked for, and kept as long as the object. */
export function onceEach<K extends object, T>(make: (key: K) => T): (key: K) => T {
  const made = new WeakMap<K, { readonly value: T }>();
  return (key) => {
    let known = made.get(key);
    if (!known) {
      known = { value: make(key) };
      made.set(key, known);
    }
    return known.value;
  };
}

type Made<T> = { readonly [K in keyof T]: T[K] extends () => infer V ? V : T[K] };

const MAKERS = Symbol('makers');

/**
 * Plain data in which the parts that are given as functions are made when they are first read. All objects share their
 * accessors and carry what these need, since JavaScript engines keep an accessor, and all that it closes over, for long.
 */
export function madeWhenRead<T extends Record<string, unknown>>(parts: T): Made<T> {
  const data = Object.defineProperty({}, MAKERS, { value: parts });
  for (const [key, value] of Object.entries(parts)) {
    const plain = { value, enumerable: true, configurable: true, writable: true };
    Object.defineProperty(data, key, typeof value === 'function' ? readerOf(key) : plain);
  }
  return data as Made<T>;
}

const readers = new Map<string, PropertyDescriptor>();

function readerOf(key: string): PropertyDescriptor {
  const known = readers.get(key);
  if (known) return known;
  const get = function (this: { readonly [MAKERS]: Record<string, () => unknown> }) {
    return (this[MAKERS][key] as () => unknown)();
  };
  const reader = { get, enumerable: true, configurable: true };
  readers.set(key, reader);
  return reader;
}

/** What a map holds under a key, made and entered when it is first asked for. */
export function getOrMake<K, V>(
  map: { get(key: K): V | undefined; set(key: K, value: V): unknown },
  key: K,
  make: () => NoInfer<V>,
): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

/** Items by a key that several may have, in their order and that of the keys' first items. */
export function groupedBy<K, T>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
