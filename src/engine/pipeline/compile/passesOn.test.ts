import { expect, test } from 'vitest';
import type { Effect } from '../../analyses/instructions/summary';
import { BitSet } from '../../base/bitset';
import { passesOn } from './interface';

const SIZE = 4;
const set = (...members: number[]) => BitSet.of(SIZE, members);
/** It reads 2, and writes 0 from 2, 1 from itself and 3. */
const effect = (use: BitSet): Effect => ({
  use,
  out: set(0, 1),
  kill: set(0),
  dep: new Map(),
  diffDep: new Map([
    [0, set(2)],
    [1, set(1, 3)],
  ]),
});
const from = (after: BitSet, use = set(2, 3)) => passesOn(effect(use), after, SIZE)?.toArray() ?? null;

test('a derivative comes from what the locations written that count depend on', () => {
  expect(from(set(0))).toEqual([2]);
  expect(from(set(0, 1))).toEqual([2, 3]);
  expect(from(set(2, 3))).toBeNull();
});

test('that the rest of an array stays is no work of an instruction that does not read it', () => {
  expect(from(set(1))).toEqual([3]);
  expect(from(set(1), set(1, 3))).toEqual([1, 3]);
});
