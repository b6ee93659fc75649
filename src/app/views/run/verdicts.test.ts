import { expect, test } from 'vitest';
import { certify, differentiate, execute } from '../../../engine/index';
import { lackingOutcomes, outcomesSentence, saidOf, testNamed } from './verdicts';

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
  expect(testNamed(differentiate(request), lacking[0]?.statement ?? '')).toEqual({
    text: 'x > 1.0',
    routine: null,
  });
});

test('a test of a called routine is named as it stands there', () => {
  const request = {
    source: `subroutine g(x)
  real(8) :: x
  if (x > &
    1d0) x = x*x
end subroutine
subroutine f(x, y)
  real(8) :: x, y
  call g(x)
  y = x*x
end subroutine`,
    language: 'fortran',
    routine: 'f',
    inputs: { x: 2 },
  } as const;
  const named = certify(request).path.tests.map(({ statement }) =>
    testNamed(differentiate(request), statement),
  );
  expect(named).toEqual([{ text: 'x > 1d0', routine: 'g' }]);
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

test('how many tests came out both ways, in numbers that read as one says them', () => {
  expect([outcomesSentence(3, 3), outcomesSentence(1, 1)]).toEqual([
    'All 3 tests on this path came out both ways.',
    'The only test on this path came out both ways.',
  ]);
  expect(outcomesSentence(1, 0)).toMatch(/^The only test on this path came out one way; /);
  expect(outcomesSentence(2, 0)).toMatch(
    /^Of the 2 tests on this path none came out both ways; for the others, /,
  );
});
