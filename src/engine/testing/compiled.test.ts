import { describe, expect, test } from 'vitest';
import type { Language, Program } from '../ir/types';
import { DEFAULT_OPTIONS, type Options } from '../pipeline/options';
import { compiledComplaint } from './compiledAdjoint';
import { compilerFor } from './compilers';
import { drawOptions } from './options';
import { caseOf } from './oracles';
import { randomFrom } from './prng';
import { generateProgram } from './random';
import { PROFILES } from './random/profile';

/*
 * Generated adjoints of random programs as the system's compilers see them, in both languages from both languages: no
 * warning, and the gradient of the reference. BACKSWEEP_COMPILED says how many there are in all; half of them are
 * on fresh seeds, which BACKSWEEP_SEED=… replays.
 */
const count = Number(process.env.BACKSWEEP_COMPILED ?? 200);
const fresh = Number(process.env.BACKSWEEP_SEED ?? Math.floor(Date.now() / 1000) * 1000);
console.log(`fresh seeds start at ${fresh}`);

/** From a language, to a language, with its share of the programs: gcc is the quicker judge. */
const routes: readonly (readonly [from: Language, to: Language, share: number])[] = [
  ['c', 'c', 0.4],
  ['fortran', 'c', 0.25],
  ['fortran', 'fortran', 0.25],
  ['c', 'fortran', 0.1],
];

describe.each(routes)('%s to %s', (from, to, share) => {
  test.skipIf(!compilerFor(to === 'c' ? 'c' : 'free'))('compiles and agrees', { timeout: 3_600_000 }, () => {
    const each = Math.max(1, Math.round((count * share) / PROFILES.length / 2));
    const wrong: string[] = [];
    // A Fortran main program needs an interface for what is passed by value, and COMMON is obsolescent to the compiler.
    const plain = from === 'fortran' && to === 'fortran' ? { functions: 0, globals: 0 } : {};
    for (const [name, , profile] of PROFILES) {
      for (const start of [1, fresh]) {
        for (let seed = start; seed < start + each && wrong.length < 5; seed++) {
          const made = generateProgram(seed, { ...profile, ...plain, language: from, io: 0 });
          const complaint = compiledComplaint(
            caseOf(made),
            seed % 2 === 0 ? DEFAULT_OPTIONS : drawn(seed, made.program),
            to,
          );
          if (complaint) wrong.push(`${name} ${seed}: ${complaint}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });
});

function drawn(seed: number, program: Program): Options {
  const options = drawOptions(randomFrom(seed));
  const jumps = JSON.stringify(program.routines).match(/"kind":"(exit|next|dispatch)"/) !== null;
  return jumps && options.reversal === 'structured' ? { ...options, reversal: 'joins' } : options;
}
