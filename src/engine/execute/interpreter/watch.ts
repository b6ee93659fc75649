/**
 * Everything that a run reads and writes, cell by cell, in order: enough to tell afterwards which values the rest of the run
 * needed. A cell is four bytes of memory; wide values take two. Reads are collected until the event that uses them.
 */
import { itemAt } from '../../base/lookup';
import type { StatementId } from '../../ir/types';
import type { Block } from './history';

/**
 * `write`: the statement stores into `cell` a value computed from `reads`. `push`: tape entry `entry` takes the value of
 * `cell`. `pop`: `cell` gets it back. `decide`: control, or an address that something is passed by, depends on `reads`.
 */
export type WatchedEvent =
  | { readonly kind: 'write'; readonly statement: number; readonly cell: number; readonly wide: boolean }
  | {
      readonly kind: 'push' | 'pop';
      readonly statement: number;
      readonly cell: number;
      readonly wide: boolean;
      readonly entry: number;
    }
  | { readonly kind: 'decide' };

export interface Watch {
  read(block: Block, at: number, wide: boolean): void;
  write(statement: StatementId | null, block: Block, at: number, wide: boolean): void;
  /** Returns the number of the entry. */
  push(statement: StatementId | null, block: Block, at: number, wide: boolean): number;
  /** The next write is a POP of this entry. */
  popping(entry: number): void;
  decide(): void;
  /** Number of cells, and of tape entries. */
  readonly cells: number;
  readonly entries: number;
  /** The events from the last to the first, each with the cells that it read, as `[cell, wide]` numbers `2·cell + wide`. */
  backwards(visit: (event: WatchedEvent, reads: Int32Array) => void): void;
}

const KINDS = ['write', 'push', 'pop', 'decide'] as const;
const HEAD = 4;

const MOST_WORDS = 16_000_000;

export function newWatch(onFull: () => void): Watch {
  let words = new Int32Array(1 << 14);
  let length = 0;
  const starts: number[] = [];
  const bases = new WeakMap<Block, number>();
  let cells = 0;
  let entries = 0;
  let popped = -1;
  const reads: number[] = [];
  let gathered = 0;
  const cellOf = (block: Block, at: number): number => {
    let base = bases.get(block);
    if (base === undefined) {
      base = cells;
      bases.set(block, base);
      cells += block.defined.length + 1;
    }
    return base + (at >> 2);
  };
  const event = (kind: number, statement: number, place: number, entry: number) => {
    const needed = length + HEAD + gathered;
    if (needed > MOST_WORDS) {
      gathered = 0;
      onFull();
      return;
    }
    if (needed > words.length) {
      const larger = new Int32Array(Math.max(needed, 2 * words.length));
      larger.set(words);
      words = larger;
    }
    starts.push(length);
    words[length] = kind;
    words[length + 1] = statement;
    words[length + 2] = place;
    words[length + 3] = entry;
    for (let k = 0; k < gathered; k++) words[length + HEAD + k] = reads[k] as number;
    length = needed;
    gathered = 0;
  };
  const place = (block: Block, at: number, wide: boolean) => 2 * cellOf(block, at) + Number(wide);
  return {
    read: (block, at, wide) => {
      reads[gathered++] = place(block, at, wide);
    },
    write: (statement, block, at, wide) => {
      event(popped < 0 ? 0 : 2, statement ?? -1, place(block, at, wide), popped);
      popped = -1;
    },
    push: (statement, block, at, wide) => {
      event(1, statement ?? -1, place(block, at, wide), entries);
      return entries++;
    },
    popping: (entry) => {
      popped = entry;
    },
    decide: () => {
      if (gathered > 0) event(3, -1, 0, -1);
    },
    get cells() {
      return cells;
    },
    get entries() {
      return entries;
    },
    backwards: (visit) => {
      let end = length;
      for (let k = starts.length - 1; k >= 0; k--) {
        const at = starts[k] as number;
        const at3 = words[at + 2] as number;
        const kind = itemAt(KINDS, words[at] as number);
        const common = { statement: words[at + 1] as number, cell: at3 >> 1, wide: (at3 & 1) === 1 };
        const read = words.subarray(at + HEAD, end);
        if (kind === 'decide') visit({ kind }, read);
        else if (kind === 'write') visit({ kind, ...common }, read);
        else visit({ kind, ...common, entry: words[at + 3] as number }, read);
        end = at;
      }
    },
  };
}
