// The order of the test files: those that take long start first, so that no worker is left with one when all others are done.
import { basename } from 'node:path';
import { BaseSequencer } from 'vitest/node';

/** @param {string} name */
const fileOf = (name) => `${name}.test.ts`;

/** The longest first. */
const LONG = [
  'corpus',
  'printing',
  'mutants',
  'broken',
  'probe',
  'otherLanguage',
  'kernels',
  'explain',
  'everyLine',
  'rareCards',
  'takeAway',
  'semantics',
  'checkpoints',
  'certify',
  'oneNotion',
  'traps',
  'cardSets',
  'reversal',
  'elementsApart',
  'leastTape',
  'written',
  'compiled',
].map(fileOf);

/** What counts work (testing/countedWork.ts) makes all code slower that its worker runs afterwards: those come last. */
const COUNTING = ['frontends.fuzz', 'limits', 'growth', 'nesting', 'place'].map(fileOf);

export class LongestFirst extends BaseSequencer {
  /**
   * @override
   * @param {import('vitest/node').TestSpecification[]} files
   */
  async sort(files) {
    const rank = (/** @type {import('vitest/node').TestSpecification} */ { moduleId }) => {
      const counting = COUNTING.indexOf(basename(moduleId));
      if (counting >= 0) return LONG.length + 1 + counting;
      const long = LONG.indexOf(basename(moduleId));
      return long < 0 ? LONG.length : long;
    };
    const others = await super.sort(files);
    return others.sort((a, b) => rank(a) - rank(b));
  }
}
