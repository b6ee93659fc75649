import { expect, test } from 'vitest';
import { EXAMPLES } from '../../../examples';
import { breakIt, differentiate, type ExecuteRequest } from '../../index';
import { corpusKernels } from '../../testing/corpusKernels';
import { draws, seedsOf, some, tellsShares } from '../../testing/draws';
import { fitCaseOf, requestOf } from '../../testing/oracles';
import { generateProgram } from '../../testing/random';

/*
 * The least tape holds nothing in vain: without any one value of it a gradient is wrong, or it is said why it is right in this run:
 * control does not come there, another path needs the value, it equals what stands there later, or the elements of an array
 * could not be told apart.
 */
const KNOWN = [
  'control never comes to the statement',
  'only another way through the program would need it',
  'the two are equal, or what depends on them drops out',
  'they are equal, or what they are multiplied with is zero or drops out',
  'not which of its values',
];

function inVain(request: ExecuteRequest): { changed: number; wrong: string[] } {
  const least: ExecuteRequest = { ...request, options: { ...request.options, record: 'least' } };
  const wrong: string[] = [];
  let changed = 0;
  for (const { kind, key } of differentiate(least).recordings) {
    if (kind !== 'value' && kind !== 'snapshot') continue;
    const { ok, effect, reason } = breakIt(least, key);
    if (effect !== 'unchanged') changed += Number(ok);
    else if (ok && !KNOWN.some((words) => reason.includes(words))) wrong.push(`${key}: ${effect}, ${reason}`);
  }
  return { changed, wrong };
}

test.each([
  ['examples', EXAMPLES.map(({ source, language }): ExecuteRequest => ({ source, language })), 3],
  ['kernels of the corpus', corpusKernels(), 3],
] as const)('%s', (_, all, fast) => {
  for (const request of some<ExecuteRequest>(all, fast))
    expect(inVain(request).wrong, request.source.slice(0, 80)).toEqual([]);
});

const PROGRAMS = draws(4, 2000);

test('random programs', () => {
  let sum = 0;
  for (const seed of seedsOf(PROGRAMS)) {
    const language = seed % 2 === 0 ? 'c' : 'fortran';
    const fit = fitCaseOf(generateProgram(seed, { language, routines: seed % 3 === 0 ? 3 : 0 }));
    if (!fit) continue;
    const { changed, wrong } = inVain(requestOf(fit, {}));
    expect(wrong, `seed ${seed}`).toEqual([]);
    sum += changed;
  }
  if (tellsShares(PROGRAMS)) expect(sum).toBeGreaterThan(PROGRAMS / 12);
});
