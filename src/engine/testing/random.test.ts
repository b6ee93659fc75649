import { describe, expect, test } from 'vitest';
import { type BatchResult, runBatch } from './batch';
import { draws, seedsOf } from './draws';
import { generateProgram } from './random';
import { PROFILES } from './random/profile';
import { emptyStatistics, rareNames, statisticsReport } from './statistics';
import { verify } from './verify';

/*
 * Random programs against the oracles of `oracles.ts`. For longer runs there is `npm run fuzz`.
 */
const programs = draws(8, 800);

const shares = 2 * PROFILES.reduce((sum, [, share]) => sum + share, 0);
const statistics = emptyStatistics();
const total: BatchResult = {
  programs: 0,
  runs: 0,
  refused: 0,
  illConditioned: 0,
  refusals: new Map(),
  failures: [],
};

describe.each(PROFILES)('%s', (_, share, profile) => {
  test.each(['c', 'fortran'] as const)('in %s', (language) => {
    const seeds = seedsOf((programs * share) / shares);
    add(runBatch({ profile: { ...profile, language }, seeds, digitsEvery: 4, statistics }));
  });
});

function add(result: BatchResult): void {
  total.programs += result.programs;
  total.runs += result.runs;
  total.refused += result.refused;
  total.illConditioned += result.illConditioned;
  for (const [code, count] of result.refusals)
    total.refusals.set(code, (total.refusals.get(code) ?? 0) + count);
  if (result.failures.length > 0) console.error(result.failures.join('\n'));
  expect(result.failures.length, 'programs that fail').toBe(0);
}

test('the programs are of every kind, and few are ill-conditioned', () => {
  console.log(statisticsReport(statistics));
  console.log(
    `${total.runs} runs, ${total.refused} refused (${[...total.refusals].map(([code, n]) => `${code} ${n}`).join(', ')}), ${total.illConditioned} ill-conditioned`,
  );
  expect(total.illConditioned).toBeLessThanOrEqual(0.01 * total.runs + 1);
  expect(rareNames(statistics, 0.005)).toEqual([]);
});

test('what is generated is valid', () => {
  for (const language of ['c', 'fortran'] as const) {
    for (const seed of seedsOf(draws(15, 1000))) {
      const { program } = generateProgram(seed, { language, gotos: 0.3, exits: 0.4, routines: 4 });
      expect(verify(program), `${language} ${seed}`).toEqual([]);
    }
  }
});
