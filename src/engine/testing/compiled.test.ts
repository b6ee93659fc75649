import { describe, expect, test } from 'vitest';
import type { Language, Program } from '../ir/types';
import { DEFAULT_OPTIONS, type Options } from '../pipeline/options';
import { type Candidate, candidate, complaints } from './compiledAdjoint';
import { compilerFor } from './compilers';
import { draws, seedsOf } from './draws';
import { drawOptions } from './options';
import { caseOf } from './oracles';
import { randomFrom } from './prng';
import { generateProgram } from './random';
import { PROFILES } from './random/profile';

/*
 * Generated adjoints of random programs as the system's compilers see them, in both languages from both languages: no
 * warning, and the gradient of the reference.
 */
const count = draws(10, 2500);

/** From a language, to a language, with its share of the programs: four of five are for gcc, which is the quicker judge. */
const routes: readonly (readonly [from: Language, to: Language, share: number])[] = [
  ['c', 'c', 0.4],
  ['fortran', 'c', 0.4],
  ['fortran', 'fortran', 0.14],
  ['c', 'fortran', 0.06],
];

/** So many programs make one executable: most of a compiler's time goes into starting and linking. */
const BATCH = 25;
/** Optimisation finds more to warn of and takes twice the time: one batch in so many has it. */
const OPTIMISED = 8;

describe.each(routes)('%s to %s', (from, to, share) => {
  test.skipIf(!compilerFor(to === 'c' ? 'c' : 'free'))('compiles and agrees', () => {
    const each = (count * share) / PROFILES.length;
    const wrong: string[] = [];
    let judged = 0;
    let batches = 0;
    let batch: Candidate[] = [];
    const judge = () => {
      judged += batch.length;
      wrong.push(...complaints(batch, to, batches++ % OPTIMISED !== 0));
      batch = [];
    };
    for (const [name, , profile] of PROFILES) {
      for (const seed of seedsOf(each)) {
        if (wrong.length >= 5) break;
        const made = generateProgram(seed, {
          ...profile,
          language: from,
          io: 0,
          pieces: seed % 4 === 1 ? 0.6 : 0,
        });
        const options = seed % 2 === 0 ? DEFAULT_OPTIONS : drawn(seed, made.program);
        batch.push(...candidate(`${name} ${seed}`, caseOf(made), options, to));
        if (batch.length >= BATCH) judge();
      }
    }
    judge();
    expect(wrong).toEqual([]);
    // Few are declined: what the other language can't say, options that don't go with a program.
    expect(judged).toBeGreaterThan((each * PROFILES.length) / 2);
  });
});

function drawn(seed: number, program: Program): Options {
  const options = drawOptions(randomFrom(seed));
  const jumps = JSON.stringify(program.routines).match(/"kind":"(exit|next|dispatch)"/) !== null;
  return jumps && options.reversal === 'structured' ? { ...options, reversal: 'joins' } : options;
}
