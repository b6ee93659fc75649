import { expect, test } from 'vitest';
import { certify, execute } from '../../../engine/index';
import { lackingOutcomes, saidOf } from './verdicts';

const source = 'double f(double x) { double y = x*x; if (x > 1) y = y*x; y = y*y; return y; }';

test('the sentence, what it rests on, and the outcomes that the path lacks', () => {
  const request = { source, language: 'c', inputs: { x: 2 } } as const;
  const certificate = certify(request);
  const said = saidOf(certificate, execute(request).check.verdict);
  expect(said).toMatchObject({ verdict: 'passed', word: '✓ Exact.', disagreement: '' });
  expect(said.sentence).toBe('The adjoint is right for every input that takes this path.');
  expect(said.rest).toMatch(/^Computed without rounding .* table of partial derivatives/);
  expect(lackingOutcomes(certificate)).toMatchObject([{ outcome: 'false' }]);
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
