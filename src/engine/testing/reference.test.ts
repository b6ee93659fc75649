import { expect, test } from 'vitest';
import { parseC } from '../frontend/c';
import { draws, seedsOf } from './draws';
import { caseOfSource, checkReference, fitCaseOf, illConditioned } from './oracles';
import { randomFrom } from './prng';
import { generateProgram } from './random';
import { differenceAlong, realPlaces, referenceGradient, type Values } from './reference';

/** Numbers for every element of the given places. */
function draw(seed: number, keys: readonly string[], lengths: Values): Record<string, number[]> {
  const random = randomFrom(seed);
  return Object.fromEntries(
    keys.map((key) => [key, (lengths[key] ?? []).map(() => random.decimal(0.2, 1))] as const),
  );
}

/** In each language. */
const count = draws(5, 200);

test('dual numbers agree with differences at sixty digits', () => {
  const wrong: string[] = [];
  let doubtful = 0;
  let unstable = 0;
  for (const language of ['c', 'fortran'] as const) {
    for (const seed of seedsOf(count)) {
      const made = generateProgram(seed, { language, singles: 0, exits: 0.5, gotos: 0.2 });
      // One that runs on and on has no gradient to compare.
      if (!fitCaseOf(made)) continue;
      const { program, entry, inputs } = made;
      const places = realPlaces(program, entry);
      const plain = referenceGradient(program, entry, inputs, [], {});
      const seeds = draw(seed, places.outputs, plain.outputs);
      const directions = draw(seed + 1, places.inputs, inputs);
      const { gradient, outputs, doubts } = referenceGradient(program, entry, inputs, places.inputs, seeds);
      let expected = 0;
      let scale = 0;
      for (const key of places.inputs) {
        (gradient[key] ?? []).forEach((g, i) => {
          expected += g * (directions[key]?.[i] ?? 0);
          scale += Math.abs(g);
        });
      }
      if (doubts.kinks + doubts.close > 0) {
        doubtful++;
        continue;
      }
      const got = differenceAlong(program, entry, inputs, directions, seeds);
      if (Math.abs(got.value - expected) <= 1e-11 * scale + got.noise) continue;
      // Double precision itself may be what is wrong: then moving each operand by a unit in its last place shows it.
      const judged = { program, entry, inputs, independents: places.inputs, seeds, gradient, outputs };
      if (illConditioned({ ...judged, tolerance: 1e-11 })) unstable++;
      else wrong.push(`${language} ${seed}: ${got.value} for ${expected}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(doubtful).toBeLessThan(0.1 * count + 5);
  expect(unstable).toBeLessThan(0.03 * count + 4);
});

test('differences know how much of them is noise', () => {
  const source = 'double kernel(double x) {\n  return 0.1 + 1e-19 * (1e-21 * x);\n}\n';
  const { program } = parseC(source);
  const made = caseOfSource({ seed: 1, program, entry: 'kernel', inputs: { x: [1.5] }, source });
  const { value, noise } = differenceAlong(program, 'kernel', made.inputs, { x: [1] }, { kernel: [1] });
  expect(Math.abs(value - 1e-40)).toBeLessThan(noise);
  expect(noise).toBeLessThan(1e-36);
  expect(checkReference(made)).toBeNull();
});

test.each([
  // What is added and taken away again drowns what a single can hold of the rest; no order of operations is spared.
  ['cancels', '*x = *x * *x * *x + (*x - *x)', true],
  ['does not', '*x = *x * *x * *x + *x', false],
])('a single that %s is ill-conditioned or not', (_, statement, expected) => {
  const source = `void kernel(float *x) {\n  ${statement};\n}\n`;
  const { program } = parseC(source);
  const made = caseOfSource({ seed: 1, program, entry: 'kernel', inputs: { x: [0.008380413] }, source });
  expect(illConditioned(made)).toBe(expected);
});
