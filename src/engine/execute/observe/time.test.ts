import { expect, test } from 'vitest';
import type { Unit } from '../derivatives';
import type { Host } from '../host';
import { DEFAULT_LIMITS } from '../outcome';
import { timeUnit } from './time';

/** A unit whose runs take what `took` says of so many of them; null: they end early. */
function timed(took: (times: number, empty: boolean) => number | null, budget = 1000) {
  let now = 0;
  const asked: { times: number; empty: boolean }[] = [];
  const host = { now: () => now } as Host;
  const repeat = (_input: unknown, _limits: unknown, times: number, empty: boolean) => {
    asked.push({ times, empty });
    const milliseconds = took(times, empty);
    now += milliseconds ?? 0;
    return milliseconds;
  };
  const unit = { runnable: { entry: 'f' }, ports: [], machine: { repeat } } as unknown as Unit;
  const found = timeUnit(host, unit, { inputs: {} }, DEFAULT_LIMITS, budget);
  return { found, asked };
}

test('a sample is so many runs that the step of the clock does not matter, and the setup is taken off', () => {
  const { found, asked } = timed((times, empty) => times * (empty ? 0.002 : 0.01));
  expect(found?.milliseconds).toBeCloseTo(0.008, 12);
  expect(found?.spread).toBeCloseTo(0, 12);
  const samples = asked.filter(({ empty }) => empty);
  expect(samples).toHaveLength(9);
  for (const { times } of samples) expect(times * 0.01).toBeGreaterThanOrEqual(5);
  expect(found?.runs).toBe(9 * (samples[0]?.times ?? 0));
});

test('three samples are taken, however long they are', () => {
  const { found, asked } = timed((times, empty) => times * (empty ? 1 : 10), 5);
  expect(asked.filter(({ empty }) => empty)).toHaveLength(3);
  expect(found).toEqual({ milliseconds: 9, spread: 0, runs: 3 });
});

test('interruptions of some samples pass by, and tell in the spread', () => {
  let n = 0;
  const { found } = timed((times, empty) => times * (empty ? 1 : ++n % 3 === 0 ? 100 : 10));
  expect(found?.milliseconds).toBe(9);
  expect(found?.spread).toBeGreaterThan(1);
});

test('what takes no time has no spread', () => {
  const { found } = timed((times) => times * 0.001);
  expect(found).toMatchObject({ milliseconds: 0, spread: 0 });
});

test('a run that ends early has no time, whenever it does', () => {
  expect(timed(() => null).found).toBeNull();
  expect(timed((times, empty) => (empty ? null : times * 10)).found).toBeNull();
});
