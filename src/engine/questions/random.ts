/** Seeded draws: the same seed asks the same questions on every machine. */
export interface Draw {
  /** A whole number, both ends included. */
  int(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** Up to `most` members of the list, in a random order. */
  sample<T>(list: readonly T[], most: number): T[];
}

export function drawFrom(seed: number): Draw {
  let state = (Math.floor(seed) ^ 0x9e3779b9) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let z = Math.imul(state ^ (state >>> 15), state | 1);
    z ^= z + Math.imul(z ^ (z >>> 7), z | 61);
    return ((z ^ (z >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  const sample = <T>(list: readonly T[], most: number): T[] => {
    const rest = [...list];
    const found: T[] = [];
    while (rest.length > 0 && found.length < most) found.push(...rest.splice(int(0, rest.length - 1), 1));
    return found;
  };
  return {
    int,
    chance: (probability) => next() < probability,
    pick: (list) => {
      const [found] = sample(list, 1);
      if (found === undefined) throw new Error('nothing to pick from');
      return found;
    },
    sample,
  };
}
