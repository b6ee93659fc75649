import { describe, expect, test } from 'vitest';
import { analysisSteps } from '../../../engine/index';
import { some } from '../../../engine/testing/draws';
import { EXAMPLES, playgroundOf } from '../../../examples';
import { requestOf } from '../../store/document/playground';
import { FIXTURE_SOURCE } from '../../testing/fixture';
import { evaluated, resultsAt, toldStep } from './evaluation';

const { evaluation } = analysisSteps({ source: FIXTURE_SOURCE, language: 'c' }, 'varied');
const steps = evaluated(evaluation ?? []);

describe('the structured form over the tree', () => {
  test('what has changed adds up to the results', () => {
    for (const [k, step] of steps.entries()) {
      const before = steps
        .slice(0, k)
        .findLast((each) => each.statement === step.statement && each.kind === step.kind);
      const set = new Set(before?.out ?? step.in[0]);
      for (const each of step.removed) set.delete(each);
      for (const each of step.added) set.add(each);
      expect([...set].sort()).toEqual([...step.out].sort());
    }
  });
  test('nothing is come to twice, and a loop says why', () => {
    expect(new Set(steps.map(({ kind, statement }) => `${kind} ${statement}`)).size).toBe(steps.length);
    const loop = steps.find(({ kind }) => kind === 'loop');
    expect(toldStep(loop as never, 'forward', 'union')).toMatch(/gone through once/);
  });
  test('every statement has a result in the end', () => {
    const all = resultsAt(steps, steps.length - 1);
    expect([...all.keys()].sort()).toEqual([...new Set(steps.map(({ statement }) => statement))].sort());
  });
});

test.each(some(EXAMPLES, 8, 1).map((example) => [example.id, example] as const))(
  'every step of %s can be told',
  (_, example) => {
    for (const name of ['varied', 'useful', 'required', 'adjointLive']) {
      const found = analysisSteps(requestOf(playgroundOf(example)), name);
      for (const step of evaluated(found.evaluation ?? []))
        expect(toldStep(step, found.direction, found.join)).toMatch(/^[A-Z].*\.$/);
    }
  },
);
