import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FAULTS } from './faults';
import { placeOf, randomFaults } from './randomFaults';
import { notice } from './suite';

const root = new URL('../../../../', import.meta.url);
const sources = new Map(
  readdirSync(new URL('src/engine', root), { recursive: true, encoding: 'utf8' })
    .map((file) => `src/engine/${file.replaceAll('\\', '/')}`)
    .filter((file) => /\.ts$/.test(file) && !/\.(test|bench)\.ts$|\/testing\//.test(file))
    .map((file) => [file, readFileSync(new URL(file, root), 'utf8')]),
);

test('the engine as it stands gets past the oracles', { timeout: 300_000 }, () => {
  expect(notice(7)).toBeNull();
});

test('every planned fault has exactly one place', () => {
  const lost = FAULTS.filter((fault) => !placeOf(fault, sources)).map((fault) => fault.name);
  expect(lost).toEqual([]);
  expect(FAULTS.length).toBeGreaterThanOrEqual(40);
});

test('random faults are found in the rules, the same ones for the same seed', () => {
  const some = randomFaults(1, 200, sources);
  expect(some).toHaveLength(200);
  expect(randomFaults(1, 200, sources)).toEqual(some);
});
