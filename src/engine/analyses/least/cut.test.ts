import { expect, test } from 'vitest';
import { draws, seedsOf } from '../../testing/draws';
import { type Random, randomFrom } from '../../testing/prng';
import { ClosureFlow, type ClosureValue, leastClosure } from './cut';

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

test('the flow comes apart into paths of which none has a byte of another, and one kept value cuts each', () => {
  for (const seed of seedsOf(draws(150, 3000))) {
    const values = drawValues(randomFrom(seed)).map((v) => ({ ...v, again: v.again === null ? null : 0 }));
    const flow = new ClosureFlow(values);
    const { cost, choice } = flow.least();
    const carried = values.map(() => 0);
    let sum = 0;
    for (const path of flow.paths()) {
      sum += path.amount;
      for (const [k, v] of path.values.entries()) {
        carried[v] = (carried[v] ?? 0) + path.amount;
        if (k > 0) expect(values[v]?.operands, `seed ${seed}`).toContain(path.values[k - 1]);
      }
      expect(values[path.values.at(-1) ?? -1]?.isNeeded, `seed ${seed}`).toBe(true);
      expect(path.values.filter((v) => choice[v] === 'kept').length, `seed ${seed}`).toBe(1);
    }
    expect(sum, `seed ${seed}`).toBe(cost);
    for (const [k, v] of values.entries()) expect(carried[k], `seed ${seed}`).toBeLessThanOrEqual(v.keep);
  }
});

test('without a value, the least is that of all choices that do not keep it', () => {
  for (const seed of seedsOf(draws(12, 1000))) {
    const values = drawValues(randomFrom(seed));
    const flow = new ClosureFlow(values);
    for (const k of values.keys()) {
      const others = values.map((v, j) => (j === k ? { ...v, keep: Number.POSITIVE_INFINITY } : v));
      const least = leastOfAll(others);
      expect(flow.without(k)?.cost ?? Number.POSITIVE_INFINITY, `seed ${seed}, value ${k}`).toBe(least);
    }
    expect(flow.least().cost, `seed ${seed}`).toBe(leastOfAll(values));
  }
});
