/**
 * How many members one word holds. The words stand in a plain array, which is made and copied several times as quickly as a
 * typed one of that length; 30 bits are what every engine keeps there without a box of its own.
 */
const BITS = 30;
const ALL = (1 << BITS) - 1;

/** Of sets without members; never written to. */
const NO_WORDS: number[] = [];

/**
 * Fixed-size sets of small integers, a bit each. All binary operations expect sets of one size.
 * Mutating operations return whether (or that) the set changed, which is what a fixed-point loop asks.
 *
 * Only the words from the first that holds a member to the last are there: what an instruction touches is one or two members
 * among thousands, and what asks about them looks at their words only.
 */
export class BitSet {
  /** The place of the first word that is there. */
  private from: number;
  private words: number[];

  constructor(
    readonly size: number,
    from = 0,
    words = NO_WORDS,
  ) {
    this.from = from;
    this.words = words;
  }

  static full(size: number): BitSet {
    const words: number[] = [];
    for (let rest = size; rest > 0; rest -= BITS) words.push(rest < BITS ? (1 << rest) - 1 : ALL);
    return new BitSet(size, 0, words);
  }
  static of(size: number, members: Iterable<number>): BitSet {
    const set = new BitSet(size);
    for (const member of members) set.add(member);
    return set;
  }

  has(i: number): boolean {
    const w = (i / BITS) | 0;
    const k = w - this.from;
    return k >= 0 && k < this.words.length && ((this.words[k] as number) & (1 << (i - w * BITS))) !== 0;
  }
  add(i: number): void {
    const w = (i / BITS) | 0;
    const bit = 1 << (i - w * BITS);
    if (this.words.length === 0) {
      this.from = w;
      this.words = [bit];
      return;
    }
    this.widen(w, w);
    const k = w - this.from;
    this.words[k] = (this.words[k] as number) | bit;
  }
  delete(i: number): void {
    const w = (i / BITS) | 0;
    const k = w - this.from;
    if (k >= 0 && k < this.words.length) this.words[k] = (this.words[k] as number) & ~(1 << (i - w * BITS));
  }
  clone(): BitSet {
    return new BitSet(this.size, this.from, this.words.length === 0 ? NO_WORDS : this.words.slice());
  }
  clear(): void {
    this.words = NO_WORDS;
  }
  isEmpty(): boolean {
    for (let k = 0; k < this.words.length; k++) if (this.words[k] !== 0) return false;
    return true;
  }
  equals(other: BitSet): boolean {
    return this.isSubsetOf(other) && other.isSubsetOf(this);
  }
  /** this := this ∪ other; true if it grew. */
  unionWith(other: BitSet): boolean {
    const more = other.words;
    if (more.length === 0) return false;
    if (this.words.length === 0) {
      this.from = other.from;
      this.words = more.slice();
      return !this.isEmpty();
    }
    this.widen(other.from, other.from + more.length - 1);
    const { words } = this;
    const shift = other.from - this.from;
    let changed = false;
    for (let k = 0; k < more.length; k++) {
      const before = words[k + shift] as number;
      const after = before | (more[k] as number);
      if (after !== before) {
        words[k + shift] = after;
        changed = true;
      }
    }
    return changed;
  }
  /** this := this ∩ other; true if it shrank. */
  intersectWith(other: BitSet): boolean {
    return this.keep(other, 0);
  }
  /** this := this \ other; true if it shrank. */
  subtract(other: BitSet): boolean {
    return this.keep(other, ALL);
  }
  /** (this \ less) ∪ more, as a set of its own; the set itself where that is the same. */
  replacing(less: BitSet, more: BitSet): BitSet {
    if (more.isSubsetOf(this) && !this.losesTo(less, more)) return this;
    const next = this.clone();
    next.subtract(less);
    next.unionWith(more);
    return next;
  }
  intersects(other: BitSet): boolean {
    const first = Math.max(this.from, other.from);
    const end = Math.min(this.from + this.words.length, other.from + other.words.length);
    for (let w = first; w < end; w++) {
      if (((this.words[w - this.from] as number) & (other.words[w - other.from] as number)) !== 0)
        return true;
    }
    return false;
  }
  isSubsetOf(other: BitSet): boolean {
    const { words, from } = this;
    for (let k = 0; k < words.length; k++) {
      const word = words[k] as number;
      if (word !== 0 && (word & ~other.wordAt(from + k)) !== 0) return false;
    }
    return true;
  }
  count(): number {
    let n = 0;
    for (let k = 0; k < this.words.length; k++) {
      for (let word = this.words[k] as number; word !== 0; word &= word - 1) n++;
    }
    return n;
  }
  *[Symbol.iterator](): IterableIterator<number> {
    for (let k = 0; k < this.words.length; k++) {
      let word = this.words[k] as number;
      while (word !== 0) {
        const bit = 31 - Math.clz32(word & -word);
        yield (this.from + k) * BITS + bit;
        word &= word - 1;
      }
    }
  }
  forEach(visit: (member: number) => void): void {
    const { words, from } = this;
    for (let k = 0; k < words.length; k++) {
      let word = words[k] as number;
      while (word !== 0) {
        visit((from + k) * BITS + (31 - Math.clz32(word & -word)));
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

  private wordAt(w: number): number {
    const k = w - this.from;
    return k >= 0 && k < this.words.length ? (this.words[k] as number) : 0;
  }

  /** From here on, the words from `first` to `last` are there; it has some. */
  private widen(first: number, last: number): void {
    const more = last - this.from - this.words.length + 1;
    if (first < this.from) {
      this.words = [...new Array<number>(this.from - first).fill(0), ...this.words];
      this.from = first;
    }
    // To push the first ones would make room for many.
    if (more === 1 && this.words.length < 4) this.words = [...this.words, 0];
    else for (let k = 0; k < more; k++) this.words.push(0);
  }

  /** Whether a member is in `less` but not in `more`. */
  private losesTo(less: BitSet, more: BitSet): boolean {
    const first = Math.max(this.from, less.from);
    const end = Math.min(this.from + this.words.length, less.from + less.words.length);
    for (let w = first; w < end; w++) {
      const lost = (this.words[w - this.from] as number) & (less.words[w - less.from] as number);
      if (lost !== 0 && (lost & ~more.wordAt(w)) !== 0) return true;
    }
    return false;
  }

  /** Keeps what the other set holds, its words turned over where `flip` is all ones; true if it shrank. */
  private keep(other: BitSet, flip: number): boolean {
    const { words, from } = this;
    let changed = false;
    for (let k = 0; k < words.length; k++) {
      const before = words[k] as number;
      if (before === 0) continue;
      const after = before & (other.wordAt(from + k) ^ flip);
      if (after !== before) {
        words[k] = after;
        changed = true;
      }
    }
    return changed;
  }
}
