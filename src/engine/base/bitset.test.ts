import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BitSet } from './bitset';

test('sets of different universes are not combined', () => {
  expect(() => new BitSet(3).unionWith(new BitSet(4))).toThrow('sets of 3 and of 4');
  expect(() => new BitSet(40).equals(new BitSet(3))).toThrow();
});

/** Sizes on both sides of a word's end, or of many words, with two sets of members, side by side or far apart. */
const pairs = fc
  .oneof(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1000, max: 2000 }))
  .chain((size) =>
    fc.tuple(
      fc.constant(size),
      fc.uniqueArray(fc.integer({ min: 0, max: size - 1 }), { maxLength: 30 }),
      fc.uniqueArray(fc.integer({ min: 0, max: size - 1 }), { maxLength: 30 }),
    ),
  );
const ascending = (members: Iterable<number>) => [...members].sort((x, y) => x - y);

function agrees(
  ours: (a: BitSet, b: BitSet, c: BitSet) => BitSet,
  theirs: (a: Set<number>, b: Set<number>) => Iterable<number>,
): void {
  fc.assert(
    fc.property(pairs, ([size, x, y]) => {
      const a = BitSet.of(size, x);
      const result = ours(a, BitSet.of(size, y), new BitSet(size));
      expect(result.toArray()).toEqual(ascending(theirs(new Set(x), new Set(y))));
      expect([...result]).toEqual(result.toArray());
      expect(result.count()).toBe(result.toArray().length);
    }),
  );
}

const then = (set: BitSet, change: (set: BitSet) => unknown): BitSet => {
  change(set);
  return set;
};

test('union, intersection and difference are those of sets', () => {
  agrees(
    (a, b) => then(a, () => a.unionWith(b)),
    (a, b) => new Set([...a, ...b]),
  );
  agrees(
    (a, b) => then(a, () => a.intersectWith(b)),
    (a, b) => [...a].filter((i) => b.has(i)),
  );
  agrees(
    (a, b) => then(a, () => a.subtract(b)),
    (a, b) => [...a].filter((i) => !b.has(i)),
  );
});

test('replacing takes away, then adds, and is the set itself where nothing changes', () => {
  agrees(
    (a, b, none) => a.replacing(b, none),
    (a, b) => [...a].filter((i) => !b.has(i)),
  );
  agrees(
    (a, b) => a.replacing(b, b),
    (a, b) => new Set([...a, ...b]),
  );
  const set = BitSet.of(70, [3, 69]);
  expect(set.replacing(BitSet.of(70, [4]), BitSet.of(70, [69]))).toBe(set);
});

test('questions about two sets', () => {
  fc.assert(
    fc.property(pairs, ([size, x, y]) => {
      const [a, b] = [BitSet.of(size, x), BitSet.of(size, y)];
      expect(a.isSubsetOf(b)).toBe(x.every((i) => y.includes(i)));
      expect(a.intersects(b)).toBe(x.some((i) => y.includes(i)));
      expect(a.equals(b)).toBe(ascending(x).join() === ascending(y).join());
      expect(a.isEmpty()).toBe(x.length === 0);
      expect(a.clone().unionWith(b)).toBe(y.some((i) => !x.includes(i)));
    }),
  );
});

test('a full set holds all that there can be, and nothing else', () => {
  for (const size of [0, 1, 29, 30, 31, 60, 61]) {
    expect(BitSet.full(size).count()).toBe(size);
    expect(BitSet.full(size).equals(BitSet.of(size, Array(size).keys()))).toBe(true);
  }
});

test('no location is a member of no set', () => {
  expect(BitSet.full(40).has(-1)).toBe(false);
});
