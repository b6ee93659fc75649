// The order of the test files: those that take minutes start first, so that no worker is left with one when all others are done.
import { basename } from 'node:path';
import { BaseSequencer } from 'vitest/node';

/** The longest first. */
const LONG = [
  'printing',
  'corpus',
  'everyLine',
  'broken',
  'probe',
  'door',
  'explain',
  'kernels',
  'limits',
  'mutants',
  'rareCards',
  'takeAway',
  'checkpoints',
  'certify',
  'oneNotion',
  'traps',
  'cardSets',
  'reversal',
  'frontends.fuzz',
  'elementsApart',
  'leastTape',
  'neededRecordings',
  'otherLanguage',
  'written',
  'compiled',
].map((name) => `${name}.test.ts`);

export class LongestFirst extends BaseSequencer {
  /**
   * @override
   * @param {import('vitest/node').TestSpecification[]} files
   */
  async sort(files) {
    const rank = (/** @type {import('vitest/node').TestSpecification} */ { moduleId }) => {
      const place = LONG.indexOf(basename(moduleId));
      return place < 0 ? LONG.length : place;
    };
    const others = await super.sort(files);
    return others.sort((a, b) => rank(a) - rank(b));
  }
}
