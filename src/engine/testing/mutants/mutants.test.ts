import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FAULTS } from './faults';
import { MUTATED_FILES, randomFaults } from './randomFaults';
import { notice } from './suite';

const read = (file: string) => readFileSync(new URL(`../../../../${file}`, import.meta.url), 'utf8');

test('the engine as it stands gets past the oracles', { timeout: 300_000 }, () => {
  expect(notice(10, 2)).toBeNull();
});

test('every planned fault has exactly one place', () => {
  const lost = FAULTS.filter(({ file, find }) => read(file).split(find).length !== 2).map((f) => f.name);
  expect(lost).toEqual([]);
  expect(FAULTS.length).toBeGreaterThanOrEqual(40);
});

test('random faults are found in the rules, the same ones for the same seed', () => {
  const sources = new Map(MUTATED_FILES.map((file) => [file, read(file)]));
  const some = randomFaults(1, 200, sources);
  expect(some).toHaveLength(200);
  expect(randomFaults(1, 200, sources)).toEqual(some);
});
