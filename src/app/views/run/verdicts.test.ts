import { expect, test } from 'vitest';
import { certify, differentiate, execute } from '../../../engine/index';
import { conditionIn, lackingOutcomes, saidOf } from './verdicts';

const source = 'double f(double x) { double y = x*x; if (x > 1) y = y*x; y = y*y; return y; }';

test('the sentence, what it rests on, and the outcomes that the path lacks', () => {
  const request = { source, language: 'c', inputs: { x: 2 } } as const;
  const certificate = certify(request);
  const said = saidOf(certificate, execute(request).check.verdict);
  expect(said).toMatchObject({ verdict: 'passed', word: '✓ Exact.', disagreement: '' });
  expect(said.sentence).toBe('The adjoint is right for every input that takes this path.');
  expect(said.rest).toMatch(/^Computed without rounding .* table of partial derivatives/);
  const lacking = lackingOutcomes(certificate);
  expect(lacking).toMatchObject([{ outcome: 'false' }]);
  const test = differentiate(request).statements.find(({ id }) => id === lacking[0]?.statement);
  expect(conditionIn(test?.text)).toBe('x > 1.0');
});

test('where the two checks disagree, it says which of them to believe', () => {
  const request = { source, language: 'c', inputs: { x: 2 } } as const;
  const exact = certify(request);
  expect(saidOf(exact, 'failed').disagreement).toContain('they are what is off');
  expect(saidOf(exact, 'ill-conditioned').disagreement).toContain('rounding');
  const wrong = {
    ...exact,
    verdict: 'different' as const,
    note: 'The adjoint is wrong on this path: it differs.',
  };
  expect(saidOf(wrong, 'passed')).toMatchObject({ verdict: 'failed', sentence: wrong.note });
  expect(saidOf(wrong, 'passed').disagreement).toContain('take its word');
  expect(saidOf(wrong, 'failed').disagreement).toBe('');
});
