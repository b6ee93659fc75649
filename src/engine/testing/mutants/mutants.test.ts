import { spawnSync } from 'node:child_process';
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { FAULTS } from './faults';
import { arguedIn, randomFaults } from './randomFaults';
import { RARE } from './rare';
import { notice, rareOne } from './suite';

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

test.each(RARE)('$what', (each) => {
  expect(rareOne(each)).toBeNull();
});

test('every planned fault is noticed', { timeout: 900_000 }, () => {
  const script = fileURLToPath(new URL('scripts/mutants.mjs', root));
  const { stdout } = spawnSync(process.execPath, [script, '--passes', 'quick,random'], {
    encoding: 'utf8',
  });
  const score = /\d+ of \d+ faults caught/.exec(stdout)?.[0] ?? 'no score';
  if (process.env.BACKSWEEP_FIGURES) appendFileSync(process.env.BACKSWEEP_FIGURES, `Mutation: ${score}.\n`);
  expect(FAULTS.length).toBeGreaterThanOrEqual(40);
  expect(stdout.match(/^(?:SURVIVED|has no place).*$/gm) ?? []).toEqual([]);
  expect(score).toBe(`${FAULTS.length} of ${FAULTS.length} faults caught`);
});

test('random faults are found in the rules, the same ones for the same seed', () => {
  const some = randomFaults(1, 200, sources);
  expect(some).toHaveLength(200);
  expect(randomFaults(1, 200, sources)).toEqual(some);
});

test('what is argued is a fault that can be drawn: an argument ends with the line that it is about', () => {
  const argued = arguedIn(readFileSync(new URL('survivors.md', import.meta.url), 'utf8'));
  const names = new Set(randomFaults(1, Number.POSITIVE_INFINITY, sources).map(({ name }) => name));
  expect(argued.size).toBeGreaterThan(0);
  expect([...argued].filter((name) => !names.has(name))).toEqual([]);
});
