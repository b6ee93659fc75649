import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Language } from '../ir/types';
import { draws, seedsOf, some } from './draws';
import { caseOf, illConditioned, requestOf } from './oracles';
import { inOtherLanguage } from './otherLanguage';
import { generateProgram } from './random';
import { PROFILES } from './random/profile';

/*
 * The primal printed in the other language computes the same numbers, and so does the adjoint of what is read there.
 * (The examples stand beside their own tests.)
 */
const LANGUAGES: readonly Language[] = ['c', 'fortran'];
const corpus = new URL('corpus/', import.meta.url);
const INPUTS: Readonly<Record<string, Record<string, number>>> = {
  'fft.c': { n: 8 },
  'advection.f90': { n: 4, steps: 2 },
  'vecfcn.f': { nprob: 3 },
  'fft4.f': { nn: 4, isign: 1 },
};

test.each(LANGUAGES)('kernels of the corpus in %s', (language) => {
  const folder = new URL(`${language}/`, corpus);
  const refused: string[] = [];
  const wrong: string[] = [];
  for (const file of some(readdirSync(folder), 4)) {
    const source = readFileSync(new URL(file, folder), 'utf8');
    const found = inOtherLanguage({ source, language, inputs: INPUTS[file] ?? {} });
    if (found.kind === 'refused') refused.push(`${file}: ${found.codes.join(', ')}`);
    if (found.kind === 'differs') wrong.push(`${file}: ${found.how}`);
  }
  expect(wrong).toEqual([]);
  expect(refused).toEqual([]);
});

const times = draws(0.5, 4);

test.each(LANGUAGES)('random programs in %s', (language) => {
  const wrong: string[] = [];
  let refused = 0;
  for (const [name, share, profile] of PROFILES)
    for (const seed of seedsOf(times * share)) {
      const c = caseOf(generateProgram(seed, { ...profile, language }));
      const found = inOtherLanguage(requestOf(c, {}));
      if (found.kind === 'refused') refused++;
      if (found.kind === 'differs' && !illConditioned(c)) wrong.push(`${name} ${seed}: ${found.how}`);
    }
  expect(wrong).toEqual([]);
  expect(refused).toBe(0);
});
