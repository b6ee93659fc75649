/** A value made from an object that never changes: made when it is first asked for, and kept as long as the object. */
export function memo<K extends object, V>(known: WeakMap<K, V>, key: K, make: () => V): V {
  let value = known.get(key);
  if (value === undefined) {
    value = make();
    known.set(key, value);
  }
  return value;
}
