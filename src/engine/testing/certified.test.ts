import { expect, test } from 'vitest';
import { certifyPrograms } from './certified';
import { draws, seedsOf } from './draws';

/* No program is left out as ill-conditioned: there is no rounding. What the language or the options refuse is refused. */
test('random programs are exact, in modes, styles and options drawn for each', () => {
  const { programs, verdicts, told } = certifyPrograms(seedsOf(draws(6, 4000)));
  expect(told).toEqual([]);
  // Refusals are drawn, too: three standard deviations of their number.
  expect(verdicts.exact).toBeGreaterThan(0.95 * programs - 3 * Math.sqrt(0.05 * 0.95 * programs));
});
