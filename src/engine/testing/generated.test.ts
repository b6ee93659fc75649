import { describe, expect, test } from 'vitest';
import { DEFAULT_OPTIONS, type Options } from '../pipeline/options';
import { disagreement, inWords, toleranceOf } from './compare';
import { draws, seedsOf } from './draws';
import { generatedAdjoint, runGenerated } from './generated';
import { drawOptions } from './options';
import { illConditioned } from './oracles';
import { randomFrom } from './prng';
import { generateProgram, type RandomProgram } from './random';
import { PROFILES } from './random/profile';
import { realPlaces, referenceGradient } from './reference';
import { verify } from './verify';

/*
 * Generated adjoints as trees, in the reference interpreter: what fails here is a fault of an analysis or of the generator,
 * and of nothing else. The tape must be empty at the end, and every pop must find what its push left.
 */
const each = draws(3, 1000);

describe.each(PROFILES)('%s', (_, __, profile) => {
  test.each(['c', 'fortran'] as const)('in %s', (language) => {
    const wrong: string[] = [];
    let unstable = 0;
    for (const seed of seedsOf(each)) {
      const verdict = judgedOrFault(generateProgram(seed, { ...profile, language }));
      if (verdict === 'ill-conditioned') unstable++;
      else if (verdict && wrong.length < 5) wrong.push(`${seed}: ${verdict.complaint}`);
    }
    expect(wrong).toEqual([]);
    expect(unstable).toBeLessThanOrEqual(0.01 * each + 4 * Math.sqrt(0.01 * each) + 1);
  });
});

type Verdict = { complaint: string } | 'ill-conditioned' | null;

/** A fault of the interpreter is a complaint too: a read of what is undefined, an entry of the tape that is left. */
function judgedOrFault(made: RandomProgram): Verdict {
  try {
    return judged(made);
  } catch (error) {
    return { complaint: String(error) };
  }
}

/** What is wrong with the adjoints of a program, null if nothing is. */
function judged({ seed, profile, program, entry, inputs }: RandomProgram): Verdict {
  const { inputs: independents, outputs: dependents } = realPlaces(program, entry);
  const plain = referenceGradient(program, entry, inputs, [], {});
  const seeds = Object.fromEntries(
    dependents.map((key) => [key, (plain.outputs[key] ?? []).map((_, i) => 0.7 + 0.1 * i)]),
  );
  const { gradient, outputs } = referenceGradient(program, entry, inputs, independents, seeds);
  const tolerance = toleranceOf(program);
  for (const options of chosen(seed, profile.exits === 0)) {
    const made = generatedAdjoint(program, entry, independents, dependents, options);
    if (!made) continue;
    const [broken] = verify(made.program);
    if (broken) return { complaint: `${JSON.stringify(options)} ${broken}` };
    const off = disagreement(gradient, runGenerated(program, entry, made, inputs, seeds), tolerance);
    if (!off) continue;
    if (illConditioned({ program, entry, inputs, independents, seeds, tolerance, gradient, outputs }))
      return 'ill-conditioned';
    return { complaint: `${JSON.stringify(options)} ${inWords(off)}` };
  }
  return null;
}

/** The defaults, and two draws of what is built. */
function chosen(seed: number, structured: boolean): Options[] {
  const random = randomFrom(seed);
  const drawn = [drawOptions(random), drawOptions(random)].map(
    (some): Options =>
      !structured && some.reversal === 'structured' ? { ...some, reversal: 'joins' } : some,
  );
  return [DEFAULT_OPTIONS, ...drawn];
}
