/** Seeded random numbers (sfc32): the same seed gives the same draws on every machine. */
export interface Random {
  /** In [0, 1). */
  next(): number;
  /** A whole number, both ends included. */
  int(low: number, high: number): number;
  /** A decimal number of two digits in [low, high), so that programs read well. */
  decimal(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** Picks among [weight, value] pairs; weights of zero are never drawn. */
  weighted<T>(list: readonly (readonly [weight: number, value: T])[]): T;
}

export function randomFrom(seed: number): Random {
  const next = sfc32(seed);
  const int = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    int,
    decimal: (low, high) => Math.round((low + next() * (high - low)) * 100) / 100,
    chance: (probability) => next() < probability,
    pick: (list) => {
      const found = list[int(0, list.length - 1)];
      if (found === undefined) throw new Error('nothing to pick from');
      return found;
    },
    weighted: (list) => {
      let rest = next() * list.reduce((sum, [weight]) => sum + weight, 0);
      for (const [weight, value] of list) {
        rest -= weight;
        if (rest < 0) return value;
      }
      const last = list.filter(([weight]) => weight > 0).at(-1);
      if (last === undefined) throw new Error('nothing to pick from');
      return last[1];
    },
  };
}

function sfc32(seed: number): () => number {
  let a = 0x9e3779b9;
  let b = 0x243f6a88;
  let c = seed | 0;
  let d = Math.floor(seed / 2 ** 32) | 1;
  const step = () => {
    const t = (a + b + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + t) | 0;
    return (t >>> 0) / 2 ** 32;
  };
  // The first draws of neighbouring seeds look alike.
  for (let i = 0; i < 15; i++) step();
  return step;
}
