import { describe, expect, test } from 'vitest';
import { modelProgram } from '../analyses/instructions/programModel';
import { walkStatements } from '../ir/statements';
import type { Language, Program } from '../ir/types';
import { DEFAULT_OPTIONS, type Options } from '../pipeline/options';
import { disagreement, inWords } from './compare';
import { type Candidate, candidate, complaints } from './compiledAdjoint';
import { compilerFor } from './compilers';
import { draws, FIRST_SEED } from './draws';
import { generatedAdjoint, runGenerated } from './generated';
import { type Case, caseOf, illConditioned } from './oracles';
import { generateProgram } from './random';
import type { Profile } from './random/profile';

/*
 * The three ways to reverse a call on the same programs: checkpointed, in two halves, and put in its place. A fifth of
 * the programs are judged by the compilers too.
 */
const count = draws(3, 400);

const PROFILE: Partial<Profile> = {
  routines: 5,
  recursion: 0.2,
  chains: 0.95,
  arrays: 0.4,
  functions: 0.5,
  size: 6,
  io: 0,
  exits: 0.3,
};
const MODES: readonly Options['calls'][] = ['joint', 'split', 'inline'];

/** How deep calls nest below a routine; each routine once on the way. */
function depth(program: Program, name: string, above: readonly string[] = []): number {
  const routine = program.routines.find((r) => r.name === name);
  let deepest = 0;
  walkStatements(routine?.body ?? [], (s) => {
    if (s.kind === 'call' && !above.includes(s.callee) && s.callee !== name)
      deepest = Math.max(deepest, 1 + depth(program, s.callee, [...above, name]));
  });
  return deepest;
}

function programs(language: Language, all: number): { seed: number; c: Case }[] {
  const cases: { seed: number; c: Case }[] = [];
  for (let seed = FIRST_SEED; cases.length < all; seed++) {
    const made = generateProgram(seed, { ...PROFILE, language });
    // Long chains are rare, so that some are asked for.
    const wanted = cases.length % 25 === 0 ? 4 : 1;
    if (depth(made.program, made.entry) >= wanted) cases.push({ seed, c: caseOf(made) });
  }
  return cases;
}

describe.each(['c', 'fortran'] as const)('calls in %s', (language) => {
  test('agree, joint, split and inline', () => {
    const wrong: string[] = [];
    const seen = { deep: 0, recursive: 0, inline: 0, declined: 0 };
    for (const { seed, c } of programs(language, count / 2)) {
      if (depth(c.program, c.entry) >= 4) seen.deep++;
      const isRecursive = modelProgram(c.program, c.entry, DEFAULT_OPTIONS.elements).recursive.size > 0;
      if (isRecursive) seen.recursive++;
      for (const calls of MODES) {
        const made = generatedAdjoint(c.program, c.entry, c.independents, c.dependents, {
          ...DEFAULT_OPTIONS,
          calls,
        });
        if (!made) {
          // What calls itself can't be put in its place; nothing else is declined but arrays of unknown extent.
          if (!(calls === 'inline' && isRecursive)) seen.declined++;
          continue;
        }
        if (calls === 'inline') seen.inline++;
        const off = disagreement(
          c.gradient,
          runGenerated(c.program, c.entry, made, c.inputs, c.seeds),
          c.tolerance,
        );
        if (off && !illConditioned(c)) wrong.push(`${seed} ${calls}: ${inWords(off)}`);
      }
    }
    expect(wrong).toEqual([]);
    // Shares of a few programs say nothing.
    if (count < 400) return;
    const share = (n: number) => n / (count / 2);
    expect(share(seen.deep)).toBeGreaterThanOrEqual(0.04);
    expect(share(seen.recursive)).toBeGreaterThan(0.1);
    expect(share(seen.inline)).toBeGreaterThan(0.3);
    expect(share(seen.declined)).toBeLessThan(0.3);
  });

  test.skipIf(!compilerFor(language === 'c' ? 'c' : 'free'))('and under the compiler', () => {
    const wrong: string[] = [];
    let batch: Candidate[] = [];
    programs(language, Math.max(1, count / 10)).forEach(({ seed, c }, i, all) => {
      const calls = MODES[i % 3] as Options['calls'];
      batch.push(...candidate(`${seed} ${calls}`, c, { ...DEFAULT_OPTIONS, calls }, language));
      if (batch.length >= 25 || i === all.length - 1) {
        wrong.push(...complaints(batch, language));
        batch = [];
      }
    });
    expect(wrong).toEqual([]);
  });
});
