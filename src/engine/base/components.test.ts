import { expect, test } from 'vitest';
import { draws, seedsOf } from '../testing/draws';
import { components } from './components';

const reached = (next: readonly (readonly number[])[], from: number) => {
  const seen = new Set<number>();
  const visit = (at: number) => {
    for (const to of next[at] as readonly number[])
      if (!seen.has(to)) {
        seen.add(to);
        visit(to);
      }
  };
  visit(from);
  return seen;
};

test('two are in one component where each reaches the other, and no component leads to a later one', () => {
  for (const seed of seedsOf(draws(60, 600))) {
    let state = seed;
    const random = (n: number) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return Math.floor((state / 2 ** 32) * n);
    };
    const n = 1 + random(9);
    const next = Array.from({ length: n }, () => Array.from({ length: random(3) }, () => random(n)));
    const found = components(next.keys(), (at) => next[at] as number[]);
    const place = new Map(found.flatMap((component, c) => component.map((at) => [at, c] as const)));
    expect(place.size).toBe(n);
    for (const a of next.keys())
      for (const b of next.keys()) {
        const there = reached(next, a).has(b);
        const isOne = a === b || (there && reached(next, b).has(a));
        expect(place.get(a) === place.get(b), `seed ${seed}`).toBe(isOne);
        if (there) expect(place.get(b)).toBeLessThanOrEqual(place.get(a) as number);
      }
  }
});
