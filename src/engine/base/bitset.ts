/**
 * How many members one word holds. The words stand in a plain array, which is made and copied several times as quickly as a
 * typed one of that length; 30 bits are what every engine keeps there without a box of its own.
 */
const BITS = 30;
const ALL = (1 << BITS) - 1;

/** The words of an empty set; never written to. */
const NO_WORDS: number[] = [];

/** How many words are kept apart at most, and how many places must lie between them for that. */
const FEW = 8;

/**
 * Fixed-size sets of small integers, a bit each. All binary operations expect sets of one size.
 * Mutating operations return whether (or that) the set changed, which is what a fixed-point loop asks.
 *
 * Only the words from the first that holds a member to the last are there, and of a few far apart only these: what an
 * instruction touches is two or three members among thousands, and what asks about them looks at their words only.
 */
export class BitSet {
  /** The place of the first word that is there. */
  private from: number;
  private words: number[];
  /** The ascending places of words that don't follow each other. */
  private places: number[] | null;

  constructor(
    readonly size: number,
    from = 0,
    words = NO_WORDS,
    places: number[] | null = null,
  ) {
    this.from = from;
    this.words = words;
    this.places = places;
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
    return (this.wordAt(w) & (1 << (i - w * BITS))) !== 0;
  }
  add(i: number): void {
    const w = (i / BITS) | 0;
    const k = this.made(w);
    this.words[k] = (this.words[k] as number) | (1 << (i - w * BITS));
  }
  delete(i: number): void {
    const w = (i / BITS) | 0;
    const k = this.indexOf(w);
    if (k >= 0) this.words[k] = (this.words[k] as number) & ~(1 << (i - w * BITS));
  }
  clone(): BitSet {
    const { words, places } = this;
    return new BitSet(this.size, this.from, words.length === 0 ? NO_WORDS : words.slice(), places?.slice());
  }
  clear(): void {
    this.words = NO_WORDS;
    this.places = null;
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
    if (this.words.length === 0 && more.length > 0) {
      this.from = other.from;
      this.words = more.slice();
      this.places = other.places?.slice() ?? null;
      return !this.isEmpty();
    }
    let changed = false;
    for (let k = 0; k < more.length; k++) {
      const word = more[k] as number;
      if (word === 0) continue;
      const at = this.made(other.placeOf(k));
      const before = this.words[at] as number;
      if ((word & ~before) === 0) continue;
      this.words[at] = before | word;
      changed = true;
    }
    return changed;
  }
  /** this := this ∩ other; true if it shrank. */
  intersectWith(other: BitSet): boolean {
    const { words } = this;
    let changed = false;
    for (let k = 0; k < words.length; k++) {
      const before = words[k] as number;
      if (before === 0) continue;
      const after = before & other.wordAt(this.placeOf(k));
      if (after === before) continue;
      words[k] = after;
      changed = true;
    }
    return changed;
  }
  /** this := this \ other; true if it shrank. */
  subtract(other: BitSet): boolean {
    const less = other.words;
    let changed = false;
    for (let k = 0; k < less.length; k++) {
      const at = this.indexOf(other.placeOf(k));
      if (at < 0) continue;
      const before = this.words[at] as number;
      const after = before & ~(less[k] as number);
      if (after === before) continue;
      this.words[at] = after;
      changed = true;
    }
    return changed;
  }
  /** (this \ less) ∪ more, as a set of its own; the set itself where that is the same, or where it `mayChange`. */
  replacing(less: BitSet, more: BitSet, mayChange = false): BitSet {
    if (more.isSubsetOf(this) && !this.losesTo(less, more)) return this;
    const next = mayChange ? this : this.clone();
    next.subtract(less);
    next.unionWith(more);
    return next;
  }
  intersects(other: BitSet): boolean {
    return this.losesTo(other, NOTHING);
  }
  isSubsetOf(other: BitSet): boolean {
    const { words } = this;
    for (let k = 0; k < words.length; k++) {
      const word = words[k] as number;
      if (word !== 0 && (word & ~other.wordAt(this.placeOf(k))) !== 0) return false;
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
        yield this.placeOf(k) * BITS + bit;
        word &= word - 1;
      }
    }
  }
  forEach(visit: (member: number) => void): void {
    const { words } = this;
    for (let k = 0; k < words.length; k++) {
      const first = this.placeOf(k) * BITS;
      let word = words[k] as number;
      while (word !== 0) {
        visit(first + (31 - Math.clz32(word & -word)));
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

  private placeOf(k: number): number {
    return this.places === null ? this.from + k : (this.places[k] as number);
  }

  /** Which word stands at a place; -1 where none does. */
  private indexOf(w: number): number {
    if (this.places !== null) return this.places.indexOf(w);
    const k = w - this.from;
    return k < this.words.length ? k : -1;
  }

  private wordAt(w: number): number {
    const k = this.indexOf(w);
    return k >= 0 ? (this.words[k] as number) : 0;
  }

  /** Makes sure that a word stands at a place; its index. */
  private made(w: number): number {
    const k = this.indexOf(w);
    if (k >= 0) return k;
    const { words } = this;
    const n = words.length;
    if (n === 0) {
      this.from = w;
      this.words = [0];
      return 0;
    }
    if (n < FEW) {
      const isFar = w < this.placeOf(0) - FEW || w > this.placeOf(n - 1) + FEW;
      if (isFar) this.places ??= words.map((_, j) => this.from + j);
      if (this.places !== null) return insert(this.places, words, w);
    }
    this.widen(w);
    return w - this.from;
  }

  /** Makes the words one run from the first to the last, `w` included. */
  private widen(w: number): void {
    const { places } = this;
    if (places !== null) {
      const from = places[0] as number;
      const words = new Array<number>((places[places.length - 1] as number) - from + 1).fill(0);
      places.forEach((place, k) => {
        words[place - from] = this.words[k] as number;
      });
      this.from = from;
      this.words = words;
      this.places = null;
    }
    const more = w - this.from - this.words.length + 1;
    if (w < this.from) {
      this.words = [...new Array<number>(this.from - w).fill(0), ...this.words];
      this.from = w;
    }
    // A first push would make room for many.
    if (more === 1 && this.words.length < 4) this.words = [...this.words, 0];
    else for (let k = 0; k < more; k++) this.words.push(0);
  }

  /** Whether a member is in `less` but not in `more`. */
  private losesTo(less: BitSet, more: BitSet): boolean {
    const few = this.words.length <= less.words.length ? this : less;
    const many = few === this ? less : this;
    for (let k = 0; k < few.words.length; k++) {
      const w = few.placeOf(k);
      const lost = (few.words[k] as number) & many.wordAt(w);
      if (lost !== 0 && (lost & ~more.wordAt(w)) !== 0) return true;
    }
    return false;
  }
}

const NOTHING = new BitSet(0);

/** Inserts a word at a place among few that stand apart; its index. */
function insert(places: number[], words: number[], w: number): number {
  let k = words.length;
  while (k > 0 && (places[k - 1] as number) > w) {
    places[k] = places[k - 1] as number;
    words[k] = words[k - 1] as number;
    k--;
  }
  places[k] = w;
  words[k] = 0;
  return k;
}
