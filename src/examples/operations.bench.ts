import { bench } from 'vitest';
import { runOf } from '../app/store/document/playground';
import { execute } from '../engine';
import { tell } from '../engine/testing/budget';
import { EXAMPLES, playgroundOf } from '.';

/** Operations of the adjoint against those of the primal, by the published weights, on every example: at most 5 times. */
const budget = { steps: 1e8, milliseconds: 20_000, bytes: 1 << 28 };
const ratios = EXAMPLES.map((example) => ({
  id: example.id,
  ratio: execute(runOf(playgroundOf(example), budget)).operations.ratio,
}));
console.log(ratios.map(({ id, ratio }) => `${ratio.toFixed(2)} ${id}`).join('\n'));
tell({
  what: 'operations of an adjoint against its primal, worst example',
  unit: 'times',
  promised: 5,
  found: Math.max(...ratios.map(({ ratio }) => ratio)),
});

const [first] = EXAMPLES;
if (first) {
  bench(`run of ${first.id}, checks included`, () => {
    execute(runOf(playgroundOf(first), budget));
  });
}
