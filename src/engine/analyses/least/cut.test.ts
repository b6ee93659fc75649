import { expect, test } from 'vitest';
import { draws, seedsOf } from '../../testing/draws';
import { type Random, randomFrom } from '../../testing/prng';
import { type ClosureValue, leastClosure } from './cut';

/** Values in order, each computed from some before it; some are given. */
function drawValues(random: Random): ClosureValue[] {
  return Array.from({ length: random.int(1, 12) }, (_, k) => {
    const operands = Array.from({ length: k }, (_x, o) => o).filter(() => random.chance(0.35));
    const isGiven = operands.length === 0 || random.chance(0.15);
    return {
      keep: random.chance(0.2) ? 0 : random.int(1, 9),
      again: isGiven ? null : random.int(0, 4),
      operands: isGiven ? [] : operands,
      isNeeded: random.chance(0.3),
    };
  });
}

/** Over all choices of what is computed again, what they need being available. */
function leastOfAll(values: readonly ClosureValue[]): number {
  let least = Number.POSITIVE_INFINITY;
  for (let again = 0; again < 2 ** values.length; again++) {
    const isAgain = (k: number) => (again & (1 << k)) !== 0;
    let cost = 0;
    for (const [k, v] of values.entries()) {
      const isAvailable =
        v.isNeeded || values.some((w, j) => isAgain(j) && w.operands.includes(k)) || isAgain(k);
      if (isAgain(k)) cost += v.again ?? Number.POSITIVE_INFINITY;
      else if (isAvailable) cost += v.keep;
    }
    least = Math.min(least, cost);
  }
  return least;
}

test('one flow gives the least of all choices, a choice that costs as much, and paths that prove it', () => {
  for (const seed of seedsOf(draws(150, 3000))) {
    const values = drawValues(randomFrom(seed));
    const { cost, choice, through } = leastClosure(values);
    expect(cost, `seed ${seed}`).toBe(leastOfAll(values));
    let chosen = 0;
    for (const [k, v] of values.entries()) {
      if (choice[k] === 'kept') {
        chosen += v.keep;
        // Every path that a kept value cuts is full.
        expect(through[k], `seed ${seed}, value ${k}`).toBe(v.keep);
      }
      if (v.isNeeded) expect(choice[k], `seed ${seed}`).not.toBe('none');
      if (choice[k] !== 'again') continue;
      chosen += v.again ?? Number.POSITIVE_INFINITY;
      for (const o of v.operands) expect(choice[o], `seed ${seed}, operand ${o}`).not.toBe('none');
    }
    expect(chosen, `seed ${seed}`).toBe(cost);
  }
});
