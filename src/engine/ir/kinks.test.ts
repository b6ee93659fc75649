import { describe, expect, test } from 'vitest';
import { ELEMENTARY } from './elementary';

type Elementary = keyof typeof ELEMENTARY;

/*
 * Where a run is said to stand on a kink: on it, and beside it on either side. A report too many makes people doubt a
 * derivative that is right; one too few lets them trust a difference that is not.
 */

const JUMPS_AT_INTEGERS = { at: [[-2], [0], [3]], beside: [[-1.5], [0.5], [2.25]] };

const KINKS: { readonly [fn: string]: { readonly at: number[][]; readonly beside: number[][] } } = {
  sqrt: { at: [[0]], beside: [[1e-300], [2]] },
  cbrt: { at: [[0]], beside: [[-1e-300], [1]] },
  abs: { at: [[0], [-0]], beside: [[-1e-300], [1]] },
  power: {
    at: [
      [0, 0.5],
      [0, -1],
    ],
    beside: [
      [0, 1],
      [0, 2],
      [0.5, 0.5],
      [2, -1],
    ],
  },
  atan2: {
    at: [[0, 0]],
    beside: [
      [0, 1],
      [1, 0],
      [1, 1],
    ],
  },
  hypot: {
    at: [[0, 0]],
    beside: [
      [0, 1],
      [1, 0],
      [1, 1],
    ],
  },
  sign: {
    at: [
      [0, 1],
      [1, 0],
      [0, 0],
      [0, -1],
    ],
    beside: [
      [1, 1],
      [-1, 2],
      [1, -1],
    ],
  },
  mod: {
    at: [
      [4, 2],
      [-3, 1.5],
    ],
    beside: [
      [0, 2],
      [3, 2],
      [-1, 1.5],
    ],
  },
  modulo: {
    at: [
      [4, 2],
      [0, 2],
      [-3, 1.5],
    ],
    beside: [
      [3, 2],
      [-1, 1.5],
    ],
  },
  ieeeRemainder: {
    at: [
      [1, 2],
      [-3, 2],
    ],
    beside: [
      [2, 2],
      [0.5, 2],
    ],
  },
  dim: {
    at: [[2, 2]],
    beside: [
      [2, 1],
      [1, 2],
    ],
  },
  min: {
    at: [[2, 2]],
    beside: [
      [2, 1],
      [1, 2],
    ],
  },
  max: {
    at: [[2, 2]],
    beside: [
      [2, 1],
      [1, 2],
    ],
  },
  floor: JUMPS_AT_INTEGERS,
  ceil: JUMPS_AT_INTEGERS,
  // Between -1 and 1 it is 0 throughout.
  trunc: { at: [[-2], [3]], beside: [[0], [-1.5], [0.5]] },
  rint: { at: [[0.5], [-1.5]], beside: [[0], [2], [0.25]] },
  round: { at: [[0.5], [-1.5]], beside: [[0], [2], [0.25]] },
};

describe('kinks of elementary functions', () => {
  test('each function that has one is in the table', () => {
    const withKinks = Object.entries(ELEMENTARY).flatMap(([fn, rule]) => (rule.atKink ? [fn] : []));
    expect(Object.keys(KINKS).sort()).toEqual(withKinks.sort());
  });
  test.each(Object.entries(KINKS))('%s', (fn, { at, beside }) => {
    const { atKink } = ELEMENTARY[fn as Elementary];
    for (const args of at) expect(atKink?.(...args), `${fn}(${args})`).toBe(true);
    for (const args of beside) expect(atKink?.(...args), `${fn}(${args})`).toBe(false);
  });
});

test('the sign of a zero is the one that it is written with', () => {
  const { evaluate } = ELEMENTARY.sign;
  expect([evaluate(-3, 0), evaluate(3, -0), evaluate(-3, 2), evaluate(3, -2)]).toEqual([3, -3, 3, -3]);
});
