import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { draws, FIRST_SEED, IS_DEEP } from '../draws';
import { FAULTS } from './faults';
import { OUT_OF_REACH } from './outOfReach';
import { decisionsIn, placeOf, randomFaults } from './randomFaults';
import { notice } from './suite';

const root = new URL('../../../../', import.meta.url);
const sources = new Map(
  readdirSync(new URL('src/engine', root), { recursive: true, encoding: 'utf8' })
    .map((file) => `src/engine/${file.replaceAll('\\', '/')}`)
    .filter((file) => /\.ts$/.test(file) && !/\.(test|bench)\.ts$|\/testing\//.test(file))
    .map((file) => [file, readFileSync(new URL(file, root), 'utf8')]),
);

const listed = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');
const decided = (file: string) => decisionsIn(listed(file));

test.runIf(IS_DEEP)('the engine as it stands gets past the oracles', () => {
  expect(notice(draws(1, 7))).toBeNull();
});

/**
 * The planned faults that only the deep tier notices, by random programs: every other one the quick suite does, which is the first test
 * here. Who finds one more either lists it or, better, adds the text to `traps.ts` or `rare.ts` in which it shows.
 */
const ONLY_DEEP: readonly string[] = [];

test.runIf(IS_DEEP)('every planned fault is noticed', () => {
  const some = draws(2, FAULTS.length);
  const script = fileURLToPath(new URL('scripts/mutants.mjs', root));
  const args = ['--passes', 'quick,random', '--some', String(some), '--seed', String(FIRST_SEED)];
  const { stdout } = spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' });
  const score = /\d+ of \d+ faults caught/.exec(stdout)?.[0] ?? 'no score';
  if (process.env.BACKSWEEP_FIGURES) appendFileSync(process.env.BACKSWEEP_FIGURES, `Mutation: ${score}.\n`);
  expect(FAULTS.length).toBeGreaterThanOrEqual(40);
  expect(stdout.match(/^(?:SURVIVED|MALFORMED|has no place).*$/gm) ?? []).toEqual([]);
  expect(score).toBe(`${some} of ${some} faults caught`);
  const late = [...stdout.matchAll(/^only deep {2}(.*)$/gm)].map(([, name]) => name ?? '');
  expect(late.filter((name) => !ONLY_DEEP.includes(name))).toEqual([]);
});

test('every planned fault has its place, and but one', () => {
  expect(FAULTS.filter((fault) => !placeOf(fault, sources)).map(({ name }) => name)).toEqual([]);
});

test('what the exact check cannot know is argued of planned faults', () => {
  const planned = new Set(FAULTS.map(({ name }) => name));
  expect(OUT_OF_REACH.size).toBeGreaterThan(0);
  expect([...OUT_OF_REACH.keys()].filter((name) => !planned.has(name))).toEqual([]);
});

/** Every one that the first seed can draw, those of the rules first. */
const drawable = randomFaults(1, Number.POSITIVE_INFINITY, sources);

test('random faults are found in the rules, the same ones for the same seed', () => {
  const some = randomFaults(1, 200, sources);
  expect(some).toHaveLength(200);
  expect(drawable.slice(0, 150)).toEqual(some.slice(0, 150));
});

test('what is argued is a fault that can be drawn: an argument ends with the line that it is about', () => {
  const argued = decided('survivors.md');
  const names = new Set(drawable.map(({ name }) => name));
  expect(argued.length).toBeGreaterThan(0);
  expect(argued.filter(({ name }) => !names.has(name))).toEqual([]);
});

test('each of the two hundred faults drawn is decided, as the head of their list counts', () => {
  const drawn = decided('drawn.md');
  expect(new Set(drawn.map(({ name }) => name)).size).toBe(200);
  const which = (decision: RegExp) => drawn.filter(({ said }) => decision.test(said));
  const [quick, named] = [which(/^caught: quick suite$/), which(/^caught: `\S+\.test\.ts`$/)];
  const [argued, gone] = [which(/^argued$/), which(/^line gone: ./)];
  expect(listed('drawn.md').replace(/\s+/g, ' ')).toContain(
    `${quick.length + named.length} are caught: ${quick.length} by the quick suite, ${named.length} by the test that is named. ` +
      `${argued.length} are argued to be equivalent in \`survivors.md\`. Of ${gone.length} the line is gone`,
  );
  expect(quick.length + named.length + argued.length + gone.length).toBe(200);
  const arguments_ = new Set(decided('survivors.md').map(({ name }) => name));
  expect(argued.filter(({ name }) => !arguments_.has(name))).toEqual([]);
  const files = named.map(({ said }) => /`(.*)`/.exec(said)?.[1] ?? '');
  expect(files.filter((file) => !existsSync(new URL(`src/engine/${file}`, root)))).toEqual([]);
});
