import { describe, expect, test } from 'vitest';
import { DOUBLE, disagreement, inWords, SINGLE } from '../testing/compare';
import { draws, seedsOf } from '../testing/draws';
import { generateProgram } from '../testing/random';
import { referenceGradient } from '../testing/reference';
import { verify } from '../testing/verify';
import { defaultHost } from './host';
import { bindByKey, valuesByKey } from './inputs/binding';
import { createMachine } from './machine';
import { DEFAULT_LIMITS } from './outcome';

const host = defaultHost();
const count = draws(15, 300);

describe.each(['c', 'fortran'] as const)('WebAssembly computes what the reference does, %s', (language) => {
  test.each([false, true])('counters %s', (counters) => {
    for (const seed of seedsOf(count)) {
      const drawn = generateProgram(seed, { language, gotos: 0.3, exits: 0.5, routines: 3 });
      const { program, entry, inputs } = drawn;
      expect(verify(program)).toEqual([]);
      const expected = referenceGradient(program, entry, inputs, [], {}).outputs;
      const machine = createMachine(host, program, { counters });
      const outcome = machine.run(bindByKey(program, entry, inputs), DEFAULT_LIMITS);
      expect(outcome.trap, `seed ${seed}`).toBeNull();
      const single = program.variables.some((v) => v.type === 'f32');
      const got = valuesByKey(program, entry, outcome);
      // Globals that no routine mentions are none of the run's.
      const named = Object.fromEntries(Object.entries(expected).filter(([key]) => key in got));
      const worst = disagreement(named, got, single ? SINGLE : DOUBLE);
      expect(worst && inWords(worst), `seed ${seed}`).toBeNull();
    }
  });
});
