/**
 * How many members one word holds. The words stand in a plain array, which is made and copied several times as quickly as a
 * typed one of that length; 30 bits are what every engine keeps there without a box of its own.
 */
const BITS = 30;
const ALL = (1 << BITS) - 1;

/**
 * Fixed-size sets of small integers, a bit each. All binary operations expect sets of one size.
 * Mutating operations return whether (or that) the set changed, which is what a fixed-point loop asks.
 */
export class BitSet {
  private readonly words: number[];

  constructor(
    readonly size: number,
    words?: number[],
  ) {
    this.words = words ?? zeroes(size);
  }

  static full(size: number): BitSet {
    const set = new BitSet(size);
    const { words } = set;
    for (let w = 0; w < words.length; w++) words[w] = ALL;
    const rest = size % BITS;
    if (rest > 0) words[words.length - 1] = (1 << rest) - 1;
    return set;
  }
  static of(size: number, members: Iterable<number>): BitSet {
    const set = new BitSet(size);
    for (const member of members) set.add(member);
    return set;
  }

  has(i: number): boolean {
    const w = (i / BITS) | 0;
    return ((this.words[w] as number) & (1 << (i - w * BITS))) !== 0;
  }
  add(i: number): void {
    const w = (i / BITS) | 0;
    this.words[w] = (this.words[w] as number) | (1 << (i - w * BITS));
  }
  delete(i: number): void {
    const w = (i / BITS) | 0;
    this.words[w] = (this.words[w] as number) & ~(1 << (i - w * BITS));
  }
  clone(): BitSet {
    return new BitSet(this.size, this.words.slice());
  }
  clear(): void {
    this.words.fill(0);
  }
  isEmpty(): boolean {
    for (let w = 0; w < this.words.length; w++) if (this.words[w] !== 0) return false;
    return true;
  }
  equals(other: BitSet): boolean {
    for (let w = 0; w < this.words.length; w++) if (this.words[w] !== other.words[w]) return false;
    return true;
  }
  /** this := this ∪ other; true if it grew. */
  unionWith(other: BitSet): boolean {
    let changed = false;
    for (let w = 0; w < this.words.length; w++) {
      const before = this.words[w] as number;
      const after = before | (other.words[w] as number);
      if (after !== before) {
        this.words[w] = after;
        changed = true;
      }
    }
    return changed;
  }
  /** this := this ∩ other; true if it shrank. */
  intersectWith(other: BitSet): boolean {
    let changed = false;
    for (let w = 0; w < this.words.length; w++) {
      const before = this.words[w] as number;
      const after = before & (other.words[w] as number);
      if (after !== before) {
        this.words[w] = after;
        changed = true;
      }
    }
    return changed;
  }
  /** this := this \ other; true if it shrank. */
  subtract(other: BitSet): boolean {
    let changed = false;
    for (let w = 0; w < this.words.length; w++) {
      const before = this.words[w] as number;
      const after = before & ~(other.words[w] as number);
      if (after !== before) {
        this.words[w] = after;
        changed = true;
      }
    }
    return changed;
  }
  /** (this \ less) ∪ more, as a set of its own; the set itself where that is the same. */
  replacing(less: BitSet, more: BitSet): BitSet {
    for (let w = 0; w < this.words.length; w++) {
      const word = this.words[w] as number;
      if (((word & ~(less.words[w] as number)) | (more.words[w] as number)) === word) continue;
      const next = this.clone();
      next.subtract(less);
      next.unionWith(more);
      return next;
    }
    return this;
  }
  intersects(other: BitSet): boolean {
    for (let w = 0; w < this.words.length; w++) {
      if (((this.words[w] as number) & (other.words[w] as number)) !== 0) return true;
    }
    return false;
  }
  isSubsetOf(other: BitSet): boolean {
    for (let w = 0; w < this.words.length; w++) {
      if (((this.words[w] as number) & ~(other.words[w] as number)) !== 0) return false;
    }
    return true;
  }
  count(): number {
    let n = 0;
    for (let w = 0; w < this.words.length; w++) {
      for (let word = this.words[w] as number; word !== 0; word &= word - 1) n++;
    }
    return n;
  }
  *[Symbol.iterator](): IterableIterator<number> {
    for (let w = 0; w < this.words.length; w++) {
      let word = this.words[w] as number;
      while (word !== 0) {
        const bit = 31 - Math.clz32(word & -word);
        yield w * BITS + bit;
        word &= word - 1;
      }
    }
  }
  forEach(visit: (member: number) => void): void {
    for (let w = 0; w < this.words.length; w++) {
      let word = this.words[w] as number;
      while (word !== 0) {
        visit(w * BITS + (31 - Math.clz32(word & -word)));
        word &= word - 1;
      }
    }
  }
  toArray(): number[] {
    const members: number[] = [];
    this.forEach((member) => {
      members.push(member);
    });
    return members;
  }
}

function zeroes(size: number): number[] {
  if (size <= BITS) return size > 0 ? [0] : [];
  const words: number[] = [];
  for (let rest = size; rest > 0; rest -= BITS) words.push(0);
  return words;
}
