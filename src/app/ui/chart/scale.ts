/** From numbers to places on an axis, and the round numbers that are written beside it. */

export interface Scale {
  readonly kind: 'linear' | 'log';
  readonly domain: readonly [number, number];
  /** The place of a number, from 0 to `length`; NaN for a number that a logarithmic axis does not have. */
  readonly at: (value: number) => number;
  /** The number at a place. */
  readonly inverse: (place: number) => number;
  /** Round numbers of the domain, ascending, about `count` of them. */
  readonly ticks: (count: number) => number[];
}

export function linear(domain: readonly [number, number], length: number): Scale {
  const [from, to] = widened(domain);
  return {
    kind: 'linear',
    domain: [from, to],
    at: (value) => ((value - from) / (to - from)) * length,
    inverse: (place) => from + (place / length) * (to - from),
    ticks: (count) => roundNumbers(from, to, count),
  };
}

/** Numbers up to zero have no place. */
export function logarithmic(domain: readonly [number, number], length: number): Scale {
  const [low, high] = [Math.log10(domain[0]), Math.log10(domain[1])];
  const [from, to] = widened([low, high]);
  return {
    kind: 'log',
    domain: [10 ** from, 10 ** to],
    at: (value) => (value > 0 ? ((Math.log10(value) - from) / (to - from)) * length : Number.NaN),
    inverse: (place) => 10 ** (from + (place / length) * (to - from)),
    ticks: (count) => {
      const step = Math.max(1, Math.ceil((to - from) / Math.max(1, count)));
      const first = Math.ceil((from - 1e-9) / step) * step;
      const powers = [];
      for (let power = first; power <= to + 1e-9; power += step) powers.push(10 ** power);
      return powers;
    },
  };
}

export const scaleOf = (kind: Scale['kind'], domain: readonly [number, number], length: number): Scale =>
  kind === 'log' ? logarithmic(domain, length) : linear(domain, length);

/** The least and the largest of the finite numbers, and of `around`; from 0 to 1 if there are none. */
export function extentOf(values: readonly number[], around: readonly number[] = []): [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const list of [values, around])
    for (const value of list) {
      if (!Number.isFinite(value)) continue;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  return low <= high ? [low, high] : [0, 1];
}

/** A single number gets some room on either side. */
function widened([from, to]: readonly [number, number]): readonly [number, number] {
  if (to > from) return [from, to];
  const room = from === 0 ? 1 : Math.abs(from) / 2;
  return [from - room, from + room];
}

/** Multiples of 1, 2 or 5 times a power of ten. */
function roundNumbers(from: number, to: number, count: number): number[] {
  const rough = (to - from) / Math.max(1, count);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((each) => each * power >= rough * (1 - 1e-9)) ?? 10);
  const found = [];
  for (let k = Math.ceil(from / step - 1e-9); k * step <= to + step * 1e-9; k++)
    found.push(k === 0 ? 0 : Number((k * step).toPrecision(12)));
  return found;
}
