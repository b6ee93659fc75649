/**
 * Fixed-size sets of small integers over a Uint32Array. All binary operations expect sets of one size.
 * Mutating operations return whether (or that) the set changed, which is what a fixed-point loop asks.
 */
export class BitSet {
  readonly words: Uint32Array;

  constructor(
    readonly size: number,
    words?: Uint32Array,
  ) {
    this.words = words ?? new Uint32Array((size + 31) >>> 5);
  }

  static full(size: number): BitSet {
    const set = new BitSet(size);
    for (let i = 0; i < size; i++) set.add(i);
    return set;
  }
  static of(size: number, members: Iterable<number>): BitSet {
    const set = new BitSet(size);
    for (const member of members) set.add(member);
    return set;
  }

  has(i: number): boolean {
    return ((this.words[i >>> 5] as number) & (1 << (i & 31))) !== 0;
  }
  add(i: number): void {
    const w = i >>> 5;
    this.words[w] = (this.words[w] as number) | (1 << (i & 31));
  }
  delete(i: number): void {
    const w = i >>> 5;
    this.words[w] = (this.words[w] as number) & ~(1 << (i & 31));
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
      const after = (before | (other.words[w] as number)) >>> 0;
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
      const after = (before & (other.words[w] as number)) >>> 0;
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
      const after = (before & ~(other.words[w] as number)) >>> 0;
      if (after !== before) {
        this.words[w] = after;
        changed = true;
      }
    }
    return changed;
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
    for (const _ of this) n++;
    return n;
  }
  *[Symbol.iterator](): IterableIterator<number> {
    for (let w = 0; w < this.words.length; w++) {
      let word = this.words[w] as number;
      while (word !== 0) {
        const bit = 31 - Math.clz32(word & -word);
        yield (w << 5) + bit;
        word &= word - 1;
      }
    }
  }
  forEach(visit: (member: number) => void): void {
    for (let w = 0; w < this.words.length; w++) {
      let word = this.words[w] as number;
      while (word !== 0) {
        visit((w << 5) + (31 - Math.clz32(word & -word)));
        word &= word - 1;
      }
    }
  }
  toArray(): number[] {
    return [...this];
  }
}
